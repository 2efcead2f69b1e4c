"""The pictures of docs/how-the-default-decides.md are those of the model that comes with dehusk."""

from __future__ import annotations

import re

import pytest

import dehusk
from doc_folder import NEWS
from doc_pages import ROOT


@pytest.mark.parametrize("name", ["decision-scores", "explain-grain"])
def test_the_cut_is_that_of_the_model(name: str) -> None:
    (drawn,) = re.findall(r">cut at (0\.\d\d)<", (ROOT / "docs/pictures" / f"{name}.svg").read_text("utf-8"))
    cut = min(block.score for block in dehusk.extract(NEWS).blocks if block.kept)
    assert float(drawn) == pytest.approx(cut, abs=0.011), "python benchmarks/decision_pictures.py draws them again"
