"""The feature table: every feature is declared, explained and computed; a model is tied to its table."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from dehusk import parse
from dehusk._core.feature_matrix import write_features
from dehusk.methods.learned import feature_table
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures, FeatureTable
from html_strategies import any_html

TESTS = Path(__file__).parents[2]
NEWS = (TESTS / "pages" / "news-en" / "page.html").read_text("utf-8")


def test_every_feature_has_a_name_of_its_own_and_a_meaning_in_one_sentence() -> None:
    assert len(set(TABLE.names)) == len(TABLE.names) == len(TABLE.meanings) > 200
    for name, meaning in TABLE.meanings.items():
        assert re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)?", name)
        assert re.fullmatch(r"[A-Z0-9-][^{}\n]{10,180}\.", meaning), (name, meaning)
    assert len(set(TABLE.meanings.values())) == len(TABLE.names), "two features have the same meaning"
    assert len({group.name for group in TABLE.groups}) == len(TABLE.groups)


@pytest.mark.parametrize("html", ["<p>x", NEWS], ids=["small", "news"])
def test_every_declared_column_is_written(monkeypatch: pytest.MonkeyPatch, html: str) -> None:
    def write(*arguments: Any) -> None:  # noqa: ANN401 - those of write_features
        arguments[-1][:] = np.nan
        write_features(*arguments)

    monkeypatch.setattr(feature_table, "write_features", write)
    assert np.isfinite(BlockFeatures.of(parse(html)).matrix).all()


def test_the_matrix_has_one_row_per_declared_feature() -> None:
    features = BlockFeatures.of(parse(NEWS))
    assert features.matrix.shape == (len(TABLE.names), len(features.blocks))
    assert BlockFeatures.of(parse("")).matrix.shape == (len(TABLE.names), 0)


@given(any_html)
@settings(max_examples=150)
def test_features_are_finite_numbers_for_every_block(html: str) -> None:
    assert np.isfinite(BlockFeatures.of(parse(html)).matrix).all()


def test_the_level_of_a_heading_is_that_of_its_tag() -> None:
    html = "<p>a" + "".join(f"<h{level}>b</h{level}><p>c" for level in range(1, 7))
    assert BlockFeatures.of(parse(html))["heading.level"].tolist() == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


_SHIFTED = """
import importlib.machinery, json, sys

class ShiftedTags(importlib.machinery.SourceFileLoader):
    def get_code(self, name):
        source = self.get_source(name)
        assert '_KNOWN = \"\"\"' in source
        shifted = source.replace('_KNOWN = \"\"\"', '_KNOWN = \"\"\" tag-one tag-two tag-three ')
        return compile(shifted, self.path, "exec")

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "dehusk.page.tags":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        spec.loader = ShiftedTags(name, spec.origin)
        return spec

sys.meta_path.insert(0, Finder)
from dehusk.page import tags
assert tags.NUMBERS["a"] == 4
import golden_scores
print(json.dumps(golden_scores.measure()))
"""


def test_no_feature_and_no_decision_depends_on_the_numbers_of_tags() -> None:
    import golden_scores

    shifted = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(TESTS)!r})\n{_SHIFTED}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(shifted.stdout) == golden_scores.measure()


def test_names_order_and_versions_make_the_fingerprint() -> None:
    first, second, *rest = TABLE.groups
    renamed = replace(first, meanings={f"{name}x": meaning for name, meaning in first.meanings.items()})
    reordered = replace(first, meanings=dict(reversed(list(first.meanings.items()))))
    changed = [
        FeatureTable((second, first, *rest)),
        FeatureTable((first, *rest)),
        FeatureTable((renamed, second, *rest)),
        FeatureTable((reordered, second, *rest)),
        FeatureTable((replace(first, version="new"), second, *rest)),
    ]
    assert len({table.fingerprint for table in (*changed, TABLE)}) == len(changed) + 1
    reworded = replace(first, meanings=dict.fromkeys(first.meanings, "The same feature in other words."))
    assert FeatureTable((reworded, second, *rest)).fingerprint == TABLE.fingerprint
