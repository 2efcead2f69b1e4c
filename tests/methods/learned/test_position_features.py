"""Positions of blocks: in the page, relative to its headline and to articles."""

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
