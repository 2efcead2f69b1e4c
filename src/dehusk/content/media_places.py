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

from dehusk._core.media_loops import BLOCK, CAPTION, FIGURE, text_around
from dehusk.content.captions import caption_rows
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_MAX_FREE_CHARS = 40
"""Text in a wrapper that is neither kept nor a caption: "Enlarge", "Photo: Ann Leaf"."""
_MAX_GAP_CHARS = 300
"""Text between a lead image and the content: a byline, a date, buttons."""
_MARKS = tags.tag_table("figure") * np.uint8(FIGURE) + tags.BLOCK * np.uint8(BLOCK)


def inside_content(page: Page, keep: Bools, before: Ints, parents: Ints) -> tuple[Bools, Bools]:
    """Which media are inside the content, and which others are content if they are large.

    ``before``: their rows, or those that follow them; ``parents``: of the page. Some text must be kept.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea</p><div><img src=a.jpg></div><p>Milk</p>")
    >>> at = np.array([4])
    >>> inside_content(page, page.chars > 0, at, at - 1)
    (array([ True]), array([False]))
    """
    marks = _MARKS[page.tag]
    marks[caption_rows(page) & ~keep] |= CAPTION
    around = text_around(page.parent, page.end, page.chars, keep, marks, before, parents).reshape(-1, 5).T
    in_kept_block, mostly, free, between, gap = around
    alone = free <= mostly * _MAX_FREE_CHARS
    content = (gap < 0) & ((in_kept_block > 0) | (alone & ((between | mostly) > 0)))
    return content, (gap >= 0) & (gap <= _MAX_GAP_CHARS) & alone & (mostly > 0)
