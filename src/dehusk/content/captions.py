"""Captions of pictures: which elements they are, and which of them belong to a picture of the content.

A method that selects text often drops captions. A caption that was not selected belongs to its picture: where the
picture is written, its caption is written with it; where pictures are left out, as in plain text, so is the caption.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.row_names import caption_rows
from dehusk.page import tags
from dehusk.page.class_words import BIT
from dehusk.page.loops import inside_tagged

if TYPE_CHECKING:
    from dehusk.content.media import PlacedMedia
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_FIGCAPTION = tags.NUMBERS["figcaption"]
_FIGURE = tags.NUMBERS["figure"]
# Nothing is a caption in these: they consist of one line.
_LINES = tags.HEADING | tags.PREFORMATTED | tags.tag_table("caption")
_MAX_CHARS = 1000
_MAX_WRAPPERS = 6


class MediaCaptions(NamedTuple):
    """Captions that were not selected as text, but belong to media of the content."""

    rows: frozenset[int]
    """The elements of the captions."""
    figures: frozenset[int]
    """The elements that contain media and caption, of any tag."""
    leaves: Ints
    """The text of the captions."""

    def added_to(self, keep: Bools) -> Bools:
        """The kept leaves and those of the captions."""
        if not len(self.leaves):
            return keep
        both = keep.copy()
        both[self.leaves] = True
        return both


def caption_elements(page: Page) -> Ints:
    """FIGCAPTION, and elements with "caption" in their class.

    >>> from dehusk import parse
    >>> caption_elements(parse("<figure><figcaption>Tea</figure><p class=wp-caption-text>Milk")).tolist()
    [2, 4]
    """
    attrs = page.attrs
    data = np.frombuffer(attrs.source, dtype=np.uint8)
    return caption_rows(
        *(page.tag, page.class_words.bits, data, attrs.start, attrs.stop),
        *(_FIGCAPTION, BIT["caption"]),
    )


def media_captions(page: Page, keep: Bools, placed: list[PlacedMedia]) -> MediaCaptions:
    """The captions of media of the content that were not selected as text.

    >>> from dehusk import extract
    >>> extraction = extract("<p>Tea, ready.</p><figure><img src=a.jpg><figcaption>A cup</figure><p>Milk", method="lqf")
    >>> media_captions(extraction.page, extraction.page.chars < 0, extraction._placed_media).rows
    frozenset({5})
    """
    elements = caption_elements(page) if placed else np.empty(0, dtype=np.intp)
    if not len(elements):
        return MediaCaptions(frozenset(), frozenset(), np.empty(0, dtype=np.intp))
    has_kept, in_line = page.above(keep), inside_tagged(page.tag, page.end, _LINES)
    parents = sorted(each.parent for each in placed)
    rows, figures, leaves = [], [], []
    stop = 0
    for row in elements.tolist():
        end = int(page.end[row])
        chars = int(page.offset[end] - page.offset[row])
        if row < stop or has_kept[row] or in_line[row] or not 0 < chars <= _MAX_CHARS:
            continue
        figure = _figure_of(page, row, has_kept, parents)
        if figure is None:
            continue
        rows.append(row)
        figures.append(figure)
        leaves.append(row + np.flatnonzero(page.chars[row:end] > 0))
        stop = end
    return MediaCaptions(frozenset(rows), frozenset(figures), np.concatenate([np.empty(0, dtype=np.intp), *leaves]))


def _figure_of(page: Page, caption: int, has_kept: Bools, parents: list[int]) -> int | None:
    """The smallest element around a caption with media of the content in it."""
    row = caption
    for _ in range(_MAX_WRAPPERS):
        row = int(page.parent[row])
        if row <= 0 or (has_kept[row] and page.tag[row] != _FIGURE):
            return None
        place = bisect_left(parents, row)
        if place < len(parents) and parents[place] < page.end[row]:
            return row
    return None
