"""IWPTD: incremental template detection by the document frequency of text segments (Wang et al. 2008).

A text segment is a text leaf with the path of tags that leads to it. A table counts on how many pages each segment
occurs; a page is counted and decided as soon as it comes, and no page is stored.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods import Selection
from dehusk.methods.base import require_number
from dehusk.site.site_tree import SiteNumbers, leaf_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page import Page
    from dehusk.page.arrays import Ints

Segment = tuple[int, str]


class Iwptd:
    """Template are the blocks most of whose segments are on many pages.

    ``frequency``: the share of the pages counted so far that a template segment is on, and at least two pages.
    ``block_share``: the share of a block's segments that makes the block template. ``table``: how many segments are
    remembered.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [pages[0].leaf_text(row) for row in np.flatnonzero(Iwptd().select_site(pages)[0].keep)]
    ['One.']
    """

    name: ClassVar[str] = "iwptd"
    description: ClassVar[str] = "document frequency of text segments, page by page (Wang et al. 2008)"

    def __init__(self, *, frequency: float = 0.05, block_share: float = 0.5, table: int = 100_000) -> None:
        self.frequency = require_number("frequency", frequency, 0, 1)
        self.block_share = require_number("block_share", block_share, 0, 1)
        self.table = int(require_number("table", table, 1))

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Count all pages, then keep the blocks of each that are not template."""
        table = SegmentTable(self.table)
        for page in pages:
            table.add(page)
        return [self.select(page, table) for page in pages]

    def select(self, page: Page, table: SegmentTable) -> Selection:
        """Keep the blocks of a page that the table does not make template; the page has been counted."""
        least = max(2, self.frequency * table.pages)
        frequent = table.frequencies(page) >= least
        share = np.zeros(len(page))
        if len(page.leaves):
            block = page.block[page.leaves]
            size = np.bincount(block)
            template = np.bincount(block, weights=frequent[page.leaves])
            share[page.leaves] = (template / np.maximum(size, 1))[block]
        keep = (page.chars > 0) & ((share == 0) | (share < self.block_share))
        return Selection.of_leaves(page, keep, score=np.where(page.chars > 0, 1 - share, 0.0))


class SegmentTable:
    """On how many pages each text segment occurs.

    >>> from dehusk import parse
    >>> table = SegmentTable(1000)
    >>> for html in ("<p>Home<p>One", "<p>Home<p>Two"):
    ...     table.add(parse(html))
    >>> table.frequencies(parse("<p>Home<p>Three")).tolist()
    [0, 0, 2, 0, 0]
    """

    def __init__(self, size: int) -> None:
        self.size, self.pages = size, 0
        self._frequency: Counter[Segment] = Counter()
        self._paths = SiteNumbers()

    def add(self, page: Page) -> None:
        """Count a page; if the table grows too large, the rarest segments are forgotten, of these the oldest first."""
        self.pages += 1
        self._frequency.update(dict.fromkeys(self._segments(page).values(), 1))
        if len(self._frequency) > self.size:
            newest_first = reversed(self._frequency.items())
            kept = sorted(newest_first, key=itemgetter(1), reverse=True)[: self.size // 2]
            self._frequency = Counter(dict(reversed(kept)))

    def frequencies(self, page: Page) -> Ints:
        """On how many of the pages counted the text of each row occurs; 0 for elements and blank leaves."""
        found = np.zeros(len(page), dtype=np.intp)
        for row, segment in self._segments(page).items():
            found[row] = self._frequency[segment]
        return found

    def _segments(self, page: Page) -> dict[int, Segment]:
        """The text leaves of a page that are not blank, each with the number of its path."""
        tag_names, path = page.tag_names, [0] * len(page)
        for row, (parent, tag) in enumerate(zip(page.parent.tolist(), page.tag.tolist(), strict=True)):
            path[row] = self._paths.of((path[parent] if row else -1, tag_names[tag]))
        return {row: (path[row], text) for row, text in leaf_texts(page).items() if text}
