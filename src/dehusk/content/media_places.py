"""Whether the place of an image, video or audio is inside the content.

Its *surroundings* are its nearest ancestor with kept text, and its *wrapper* is the largest element around it without
kept text. Media are content

* if their block-level ancestor has kept text;
* if the wrapper has no text but captions and a few words, and the text before and after it is kept, or most of the
  text of the surroundings is kept;
* before the first and after the last kept text, only if they are large, most of the text of the surroundings is kept,
  and there is little other text between the two: the lead image of an article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.captions import caption_rows
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_FIGURE = tags.tag_table("figure")
_MOSTLY = 0.5
_MAX_FREE_CHARS = 40
"""Text in a wrapper that is neither kept nor a caption: "Enlarge", "Photo: Ann Leaf"."""
_MAX_GAP_CHARS = 300
"""Text between a lead image and the content: a byline, a date, buttons."""


def inside_content(page: Page, keep: Bools, before: Ints, parents: Ints) -> tuple[Bools, Bools]:
    """Which media are inside the content, and which others are content if they are large.

    ``before``: their rows, or those that follow them; ``parents``: of the page.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea</p><div><img src=a.jpg></div><p>Milk</p>")
    >>> at = np.array([4])
    >>> [mask.tolist() for mask in inside_content(page, page.chars > 0, at, at - 1)]
    [[True], [False]]
    """
    kept = np.flatnonzero(keep)
    if not len(kept):
        return np.zeros(len(before), dtype=np.bool_), np.zeros(len(before), dtype=np.bool_)
    has_kept = page.above(keep)
    figure = page.nearest(_FIGURE[page.tag])[parents]
    caption = caption_rows(page) & ~keep
    free = np.where(keep | caption, 0, page.chars)
    free_in, kept_in = page.subtree_sum(free), page.subtree_sum(np.where(keep, page.chars, 0))
    around = page.nearest(has_kept)[parents]
    wrapper = _below(page, has_kept, parents)
    holder = page.block_holder[parents]
    mostly = (around > 0) & (kept_in[around] > _MOSTLY * (kept_in[around] + free_in[around]))
    # A wrapper that is itself the parent's child has no other text.
    wrapped = np.where(wrapper < 0, 0, free_in[np.maximum(wrapper, 0)])
    alone = wrapped <= np.where(mostly, _MAX_FREE_CHARS, 0)
    first = np.where(figure > 0, figure, np.where(wrapper < 0, before, wrapper))
    stop = np.where(figure > 0, page.end[figure], np.where(wrapper < 0, before, page.end[np.maximum(wrapper, 0)]))
    between = _between_kept(page, keep, caption, first, stop)
    inside = (before > kept[0]) & (before <= kept[-1])
    free_before = np.append(0, np.cumsum(free))
    gap_after = free_before[kept[0]] - free_before[np.minimum(before, kept[0])]
    gap_before = free_before[np.maximum(before, kept[-1])] - free_before[kept[-1]]
    lead = ~inside & alone & mostly & (np.where(before <= kept[0], gap_after, gap_before) <= _MAX_GAP_CHARS)
    return inside & (has_kept[holder] | (alone & (between | mostly))), lead


def _below(page: Page, has_kept: Bools, rows: Ints) -> Ints:
    """The largest elements around some rows that have no kept text; -1 if the row itself has some."""
    top = np.append(False, has_kept[page.parent[1:]]) & ~has_kept
    return np.where(has_kept[rows], -1, page.nearest(top)[rows])


def _between_kept(page: Page, keep: Bools, caption: Bools, first: Ints, stop: Ints) -> Bools:
    """Whether the texts before and after some ranges of rows are kept, without regard to captions of figures."""
    leaves = page.leaves[~caption[page.leaves]]
    # Before the first leaf and after the last one counts as kept.
    leaf_kept = np.concatenate(([True], keep[leaves], [True]))
    found: Bools = leaf_kept[np.searchsorted(leaves, first)] & leaf_kept[np.searchsorted(leaves, stop) + 1]
    return found
