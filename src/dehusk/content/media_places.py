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

from dehusk._core.media_loops import BLOCK, FIGURE, content_media
from dehusk.content.captions import caption_elements
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_MAX_FREE_CHARS = 40
"""Text in a wrapper that is neither kept nor a caption: "Enlarge", "Photo: Ann Leaf"."""
_MAX_GAP_CHARS = 300
"""Text between a lead image and the content: a byline, a date, buttons."""
_ROLES = tags.tag_table("figure") * np.uint8(FIGURE) + tags.BLOCK * np.uint8(BLOCK)

MediaPlace = tuple[int, int, int, int, int, int, bool]
"""The row of a medium, the row of the page that follows it, the element of the page that contains it, whether it is in
NOSCRIPT, its FIGURE or 0, how many kept leaves are before it, and whether it is content whatever its size."""


def inside_content(page: Page, keep: Bools, media: Ints) -> list[MediaPlace]:
    """The media inside the content, and those that are content if they are large.

    ``media``: five numbers for each, which ``dehusk._core.media_loops.media_rows`` returns. Some text must be kept.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea</p><div><img src=a.jpg></div><p>Milk</p>")
    >>> inside_content(page, page.chars > 0, np.array([4, 4, 3, 0, 0]))
    [(4, 4, 3, 0, 0, 1, True)]
    """
    return content_media(
        *(page.tag, page.parent, page.end, page.chars, keep, _ROLES),
        *(caption_elements(page), media, _MAX_FREE_CHARS, _MAX_GAP_CHARS),
    )
