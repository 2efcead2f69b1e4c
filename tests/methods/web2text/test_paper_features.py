"""The features of Table 1 of the Web2Text paper, value by value, and the tree features."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings

from dehusk import parse
from dehusk.methods.web2text.feature_columns import FeatureScale
from dehusk.methods.web2text.mode_features import measure, scaled_columns
from dehusk.methods.web2text.paper_features import TABLE_1, TREE, measure_paper, paper_names
from html_strategies import any_html

PAGE = """
<ul class="menu"><li><a href="/">Home</a></li><li><a href="/n">News-24</a></li></ul>
<div><p class="a">The Tea is hot.</p><p class="a">Drink it? Yes, or <b>not</b></p></div>
"""


def row(html: str, block: int) -> dict[str, float]:
    """A block's features by name, before standardisation."""
    _, values = measure(parse(html), "english", "paper")
    blocks, _ = values.matrices(FeatureScale.of_authors(TABLE_1, TABLE_1))
    return dict(zip(paper_names(), blocks[block].tolist(), strict=True))


def test_the_features_are_exactly_those_of_table_1() -> None:
    assert [column.name for column in TABLE_1] == [
        "logNCharacters",
        "rWords",
        "nSentences",
        "rPunctuation",
        "rDashes",
        "rPeriods",
        "rCharsInLink",
        "endsWithPunctuation",
        "endsWithQuestionMark",
        "rWordsWithCapital",
        "rStopwords",
        "avgWordLength",
        "startRel",
        "endRel",
    ]
    assert len(paper_names()) == 3 * len(TABLE_1) + len(TREE)
    assert scaled_columns("paper") == (TABLE_1, TABLE_1)


def test_a_block() -> None:
    found = row(PAGE, 2)  # "The Tea is hot."
    chars = len("HomeNews-24The Tea is hot.Drink it? Yes, ornot")
    expected = {
        "logNCharacters": math.log(15),
        "rWords": 4 / 12,
        "nSentences": 1,
        "rPunctuation": 1 / 15,
        "rDashes": 0,
        "rPeriods": 1 / 15,
        "rCharsInLink": 0,
        "endsWithPunctuation": 1,
        "endsWithQuestionMark": 0,
        "rWordsWithCapital": 2 / 4,
        "rStopwords": 1 / 4,
        "avgWordLength": 11 / 4,
        "startRel": 11 / chars,
        "endRel": 26 / chars,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-6)


def test_ancestors_have_the_features_of_all_their_text() -> None:
    found = row(PAGE, 1)
    assert found["rDashes"] == pytest.approx(1 / 7)
    assert found["parent: rCharsInLink"] == 1
    assert found["parent: logNCharacters"] == pytest.approx(math.log(11))
    assert found["parent: startRel"] == found["grandparent: startRel"] == 0
    assert found["grandparent: endRel"] == 1
    assert found["grandparent: nSentences"] == 6
    assert found["grandparent: rWords"] == 1
    alone = row("<p>alone</p>", 0)
    assert {value for name, value in alone.items() if name.startswith(("parent", "grandparent"))} == {0.0}


def test_a_block_without_words() -> None:
    found = row("<p>***</p><p>x</p>", 0)
    assert found["avgWordLength"] == found["rStopwords"] == found["rWordsWithCapital"] == found["rWords"] == 0


def test_tree_features_compare_a_block_with_the_next() -> None:
    _, values = measure_paper(parse(PAGE), "english")
    same = {name: values.tree[:, column].tolist() for column, name in enumerate(TREE)}
    assert same == {
        "same parent": [True, False, False, True, False],
        "same grandparent": [True, True, False, True, False],
        "same great-grandparent": [False, False, False, True, False],
        "same tag": [True, False, True, False, False],
        "same class": [True, False, True, False, False],
        "same path": [True, False, True, False, False],
    }


@settings(deadline=None)
@given(any_html)
def test_features_are_finite_whatever_the_page(html: str) -> None:
    cdom, values = measure(parse(html), "any", "paper")
    blocks, edges = values.matrices(FeatureScale.of_authors(TABLE_1, TABLE_1))
    assert blocks.shape == (len(cdom.leaves), 48)
    assert edges.shape == (max(len(cdom.leaves) - 1, 0), 48)
    assert np.isfinite(blocks).all()
