"""Positions of blocks: in the page, relative to its headline, to articles and to neighbours."""

from __future__ import annotations

import numpy as np

from dehusk import parse
from dehusk.methods.learned.feature_table import BlockFeatures


def values(html: str, name: str) -> list[float]:
    found: list[float] = BlockFeatures.of(parse(html))[name].tolist()
    return found


def test_articles_inside_articles_are_not_counted() -> None:
    html = "<p>a<article><p>b<article><p>c</article><p>d</article><article><p>e</article>"
    assert values(html, "articles_before") == [0, 1, 1, 1, 2]


def test_distances_are_negative_before_the_headline() -> None:
    html = "<title>Green tea</title><p>a b<h1>Green tea</h1><p>c<p>d"
    assert values(html, "from_title") == [-1, 0, 1, 2]
    assert values(html, "is_title") == [0, 1, 0, 0]
    assert np.sign(values(html, "words_from_title")).tolist() == [-1, 0, 1, 1]
    assert values("<p>a<p>b", "from_title") == [-99, -99]


def test_neighbours_and_windows_end_with_the_page() -> None:
    html = "<p>a<p>b b<p>c c c"
    one, two, three = np.log1p([1, 2, 3]).astype(np.float32).tolist()
    assert values(html, "previous1.words") == [-1, one, two]
    assert values(html, "next1.words") == [two, three, -1]
    assert values(html, "next2.words") == [three, -1, -1]
    before = np.log1p([0, 1, 3]).astype(np.float32).tolist()
    after = np.log1p([5, 3, 0]).astype(np.float32).tolist()
    assert values(html, "before3.words") == before
    assert values(html, "after3.words") == after


def test_blocks_below_the_same_tags_and_classes() -> None:
    html = "<p class=a>one<p class=a>two<p class=b>three<div>four</div>"
    assert values(html, "same_tags.previous") == [0, 1, 1, 0]
    assert values(html, "same_tags.next") == [1, 1, 0, 0]
    assert values(html, "same_classes.next") == [1, 0, 0, 0]
    assert values(html, "same_tags.block_share") == [0.75, 0.75, 0.75, 0.25]
