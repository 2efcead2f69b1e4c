"""Finn, Kushmerick & Smyth (2001): body text extraction (BTE). Confidence H.

The page is a sequence of words and tags. The content is the span with the most words and the fewest tags: a word counts
+1, a tag -1, and the span with the largest sum is selected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection
from dehusk.methods.classics.stream import Stream, tag_counts

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints


def best_span(words: Ints, tags_before: Ints) -> tuple[int, int, Floats]:
    """The first and last leaf of the span with the largest sum; for each leaf the largest sum of a span over it.

    ``words``: the words of each leaf. ``tags_before``: the number of tags before each leaf. A span from leaf i to leaf
    j has the sum end[j] - begin[i], so the best i for every j is a running minimum.

    >>> best_span(np.array([2, 5, 4, 1]), np.array([1, 4, 6, 16]))[:2]
    (1, 2)
    """
    total = np.cumsum(words)
    end, begin = total - tags_before, total - words - tags_before
    best_begin = np.minimum.accumulate(begin)
    last = int(np.argmax(end - best_begin))
    first = int(np.argmin(begin[: last + 1]))
    through = np.maximum.accumulate(end[::-1])[::-1] - best_begin
    return first, last, through.astype(np.float64)


class Bte:
    """The span of words and tags with the largest sum. No parameters.

    >>> from dehusk import parse
    >>> page = parse("<ul><li>Home<li>News</ul><p>A sentence that is clearly longer than the menu.</p>")
    >>> page.text[page.offset[page.leaves[Bte().select(page).keep[page.leaves]][0]]:]
    'A sentence that is clearly longer than the menu.'
    """

    name: ClassVar[str] = "bte"
    description: ClassVar[str] = "the span with most words and fewest tags (Finn et al. 2001; confidence H)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        stream = Stream(page, page.words, *tag_counts(page))
        if not len(stream.leaves):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        first, last, through = best_span(stream.sizes, stream.code_before)
        keep = np.zeros(len(page), dtype=np.bool_)
        keep[stream.leaves[first] : stream.leaves[last] + 1] = True
        best = max(float(through[last]), 1.0)
        why = {"leaves": stream.leaves, "best_sum_through": through, "region": (first, last)}
        return Selection.of_leaves(page, keep, score=stream.to_rows(page, through / best), why=why)
