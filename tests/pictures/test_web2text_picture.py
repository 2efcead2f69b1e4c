from __future__ import annotations

from pathlib import Path

import pytest

import dehusk
from dehusk.pictures import Panel, explain
from small_weights import small_weights

NEWS = (Path(__file__).parents[1] / "pages" / "news-en" / "page.html").read_text("utf-8")


@pytest.fixture(scope="module")
def method(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("weights") / "small.npz"
    small_weights().save(path)
    return f"web2text:weights={path}"


def panels(extraction: dehusk.Extraction) -> list[Panel]:
    found = [chart for chart in explain(extraction).panels if isinstance(chart, Panel)]
    assert len(found) == len(explain(extraction).panels)
    return found


def test_one_bar_per_leaf_and_one_bar_per_pair(method: str) -> None:
    extraction = dehusk.extract(NEWS, method=method)
    why = extraction.selection.why
    leaves, pairs = panels(extraction)
    assert [bar.y1 for bar in leaves.bars] == why["unary"].tolist()
    assert [bar.role == "kept" for bar in leaves.bars] == why["labels"].tolist()
    assert [bar.y1 for bar in pairs.bars] == pytest.approx((why["pairwise"][:, 1] + why["pairwise"][:, 2]).tolist())
    path, chance, text = leaves.bars[3].note.split("\n")
    row = int(why["leaves"][3])
    assert (path, text) == (extraction.page.path(row), extraction.page.leaf_text(row))
    assert chance.startswith(f"p(content) {why['unary'][3]:.3f}")


def test_one_leaf_has_no_pairs_and_no_leaf_no_potentials(method: str) -> None:
    assert len(panels(dehusk.extract("<p>Tea", method=method))) == 1
    assert explain(dehusk.extract("<p> ", method=method)).title == "Score of every block · web2text"
