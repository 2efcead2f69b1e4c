"""Debnath et al. (2005): FeatureExtractor (FE) and K-FeatureExtractor (KFE). Confidence L.

The page is divided into blocks, and for each block its features are counted: text, links, images, lists, table cells,
controls. FE keeps the block with the largest share of text, KFE the cluster of blocks with the most text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.classics.clusters import k_means
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints

CUTS = tags.tag_table("table tr p hr ul div")
"""Elements at whose start and end the page is divided."""

FEATURES = {
    "links": tags.LINK,
    "pictures": tags.tag_table("img svg video object embed iframe"),
    "lists": tags.tag_table("ul ol li dl dt dd"),
    "cells": tags.tag_table("table tr td th"),
    "controls": tags.tag_table("form input button select textarea option"),
}
"""The features besides text, and the elements that are counted for them."""


def blocks_of(page: Page) -> Ints:
    """The number of each row's block, ascending.

    >>> from dehusk import parse
    >>> blocks_of(parse("a<p>b <i>c</i></p>d")).tolist()
    [0, 0, 1, 1, 1, 1, 2]
    """
    cut = np.zeros(len(page) + 1, dtype=np.bool_)
    rows = np.flatnonzero(CUTS[page.tag])
    cut[rows] = True
    cut[page.end[rows]] = True
    return np.cumsum(cut[:-1])


def features(page: Page, block: Ints) -> Floats:
    """Text and the other features of every block, each as a share of the largest count on the page.

    >>> from dehusk import parse
    >>> page = parse("<p>abcd<p>ab<a>cd</a>")
    >>> features(page, blocks_of(page))[1:, :2].tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    count = int(block[-1]) + 1
    columns = [page.chars, *(table[page.tag] for table in FEATURES.values())]
    counts = np.column_stack([np.bincount(block, weights=column, minlength=count) for column in columns])
    shares: Floats = counts / np.maximum(counts.max(axis=0), 1)
    return shares


def _selection(page: Page, block: Ints, keep: Ints, score: Floats) -> Selection:
    kept = np.zeros(int(block[-1]) + 1, dtype=np.bool_)
    kept[keep] = True
    column = np.where(page.chars > 0, score[block], 0.0)
    return Selection.of_leaves(page, kept[block], score=column, why={"block": block, "score": score})


class Fe:
    """The block with the largest share of text among its features; ties go to the longest block. No parameters.

    >>> from dehusk import parse
    >>> page = parse("<p><a>Home</a><p>A sentence.<p>A longer sentence.<p>The longest, with a <a>link</a>.")
    >>> page.leaf_text(Fe().select(page).keep.nonzero()[0][0])
    'A longer sentence.'
    """

    name: ClassVar[str] = "fe"
    description: ClassVar[str] = "FeatureExtractor: the block that is most text (Debnath 2005; confidence L)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        block = blocks_of(page)
        shares = features(page, block)
        text = shares[:, 0]
        score = np.divide(text, shares.sum(axis=1), out=np.zeros_like(text), where=text > 0)
        best = np.lexsort((np.arange(len(text)), -text, -score))[:1]
        return _selection(page, block, best, score)


class Kfe:
    """The cluster of blocks with the most text.

    ``k``: the number of clusters.

    >>> from dehusk import parse
    >>> page = parse("<p><a>Home</a><p>A sentence.<p>A longer sentence.<p>The longest, with a <a>link</a>.")
    >>> [page.leaf_text(row) for row in Kfe(k=2).select(page).keep.nonzero()[0]]
    ['A longer sentence.', 'The longest, with a', 'link', '.']
    """

    name: ClassVar[str] = "kfe"
    description: ClassVar[str] = "K-FeatureExtractor: the cluster of text blocks (Debnath 2005; confidence L)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, k: int = 3) -> None:
        self.k = int(require_number("k", k, 2))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        block = blocks_of(page)
        shares = features(page, block)
        shares = shares[:, shares.any(axis=0)]
        texts = np.flatnonzero(np.bincount(block, weights=page.chars))
        if not len(texts):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        # The initial centres are taken at regular intervals from the blocks sorted by length.
        by_length = texts[np.argsort(shares[texts, 0], kind="stable")]
        start = by_length[np.linspace(0, len(by_length) - 1, self.k).round().astype(np.intp)]
        cluster, centres = k_means(shares[texts], shares[start])
        occupied = np.unique(cluster)
        best = occupied[np.argmax(centres[occupied, 0])]
        score = np.zeros(len(shares))
        score[texts] = centres[cluster, 0] / max(centres[best, 0], 1e-9)
        return _selection(page, block, texts[cluster == best], np.clip(score, 0, 1))
