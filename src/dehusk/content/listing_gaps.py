"""Code listings that were left out although the text around them is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_INTRODUCTIONS = tags.tag_table("h1 h2 h3 h4 h5 h6 p")
_MIN_SHARE = 0.8
"""How much of the other text around a listing must be kept."""
_MAX_INTRODUCTION_CHARS = 300
_MIN_SCORE = 0.25
"""The score of the listing after all kept text and of its introduction."""


def listings_of_text(page: Page, keep: Bools, score: Floats, rows: Ints) -> Iterator[int]:
    """The listings between kept texts, and the first one after all of them with the heading and lines before it.

    ``rows``: the listings that are dropped completely, after the first kept leaf.

    >>> from dehusk import parse
    >>> page = parse("<div><p>Steep the tea for three minutes.<div><pre>steep(3)</pre></div><p>Then drink it.</div>")
    >>> keep = (page.chars > 0) & (page.chars != len("steep(3)"))
    >>> [page.leaf_text(row) for row in listings_of_text(page, keep, keep * 1.0, np.array([4]))]
    ['steep(3)']
    """
    if not len(rows):
        return
    kept = np.flatnonzero(keep)
    chars_kept, chars = page.subtree_sum(np.where(keep, page.chars, 0)), page.subtree_sum(page.chars)
    wrappers = page.nearest(np.append(False, chars_kept[page.parent[1:]] > 0) & (chars_kept == 0))[rows]
    for row, wrapper, place in zip(rows.tolist(), wrappers.tolist(), kept.searchsorted(rows).tolist(), strict=True):
        around, before = int(page.parent[wrapper]), int(kept[place - 1])
        is_last = place == len(kept)
        introduction = before + 1 + np.flatnonzero(_INTRODUCTIONS[page.tag[before + 1 : row]]) if is_last else rows[:0]
        others = chars[around] - chars[wrapper] - chars[introduction[introduction < wrapper]].sum()
        has_text_before = before > around and chars_kept[around] >= max(_MIN_SHARE * others, chars[wrapper])
        if has_text_before and not is_last and kept[place] < page.end[around]:
            yield row
        if is_last:
            if has_text_before and _is_likely(page, score, [*introduction.tolist(), row]):
                yield from (*introduction.tolist(), row)
            return


def _is_likely(page: Page, score: Floats, rows: list[int]) -> bool:
    """Whether a listing, after an introduction of a few lines, has a score that is not too low."""
    chars = [int(page.chars[row : page.end[row]].sum()) for row in rows]
    scores = sum(float((score * page.chars)[row : page.end[row]].sum()) for row in rows)
    return sum(chars[:-1]) <= _MAX_INTRODUCTION_CHARS and scores >= _MIN_SCORE * sum(chars)
