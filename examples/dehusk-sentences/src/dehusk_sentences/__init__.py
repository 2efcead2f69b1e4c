"""A method for dehusk: a block is content if it has a sentence and few links."""

from __future__ import annotations

import re
from typing import ClassVar

import numpy as np

from dehusk import ArgumentError, Page, Selection

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？।۔؟]")


class Sentences:
    """Blocks with at least ``sentences`` sentences whose words are mostly outside links.

    >>> import dehusk
    >>> html = "<ul><li><a href=/>Home</a></ul><p>Steep the tea for three minutes. Then drink it."
    >>> dehusk.extract(html, method=Sentences()).text
    'Steep the tea for three minutes. Then drink it.'
    """

    name: ClassVar[str] = "sentences"
    description: ClassVar[str] = "blocks that have sentences and few links"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, sentences: int = 1, max_link_density: float = 0.5) -> None:
        if sentences < 1:
            raise ArgumentError(f"sentences must be at least 1, not {sentences}")
        self.sentences, self.max_link_density = sentences, max_link_density

    def select(self, page: Page) -> Selection:
        """Decide what is content. Every column has one value per row of the page; blocks are sums over rows."""
        leaves = page.leaves
        ends = np.zeros(len(page))
        ends[leaves] = [len(_SENTENCE_END.findall(page.leaf_text(row))) for row in leaves.tolist()]
        words_in_links = np.where(page.in_link, page.words, 0)
        block_ends, block_words, block_links = (
            np.bincount(page.block, weights=column)[page.block] for column in (ends, page.words, words_in_links)
        )
        link_density = block_links / np.maximum(block_words, 1)
        keep = (block_ends >= self.sentences) & (link_density <= self.max_link_density)
        score = np.where(page.chars > 0, (1 - link_density) * block_ends / (1 + block_ends), 0.0)
        return Selection.of_leaves(page, keep, score=score, why={"sentences": block_ends, "link_density": link_density})
