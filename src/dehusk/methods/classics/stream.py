"""The page as a sequence of text and code cells, for methods that work on the HTML source.

A Page does not have the source: every element counts as written with a start tag and, unless it is void, an end tag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

VOID = tags.tag_table("area base basefont br col embed frame hr img input keygen link meta param source track wbr")
"""Elements without an end tag."""


def tag_counts(page: Page) -> tuple[Ints, Ints]:
    """The number of start tags and of end tags of each row, 0 or 1.

    >>> from dehusk import parse
    >>> [column.tolist() for column in tag_counts(parse("<p>a<br>b"))]
    [[1, 1, 0, 1, 0], [1, 1, 0, 0, 0]]
    """
    starts = page.is_element.astype(np.intp)
    return starts, starts * ~VOID[page.tag]


def code_before(page: Page, starts: Ints, ends: Ints) -> Ints:
    """The amount of code before each row, given the size of each row's start tag and end tag.

    >>> from dehusk import parse
    >>> page = parse("<p>a</p><p>b")
    >>> code_before(page, *tag_counts(page)).tolist()
    [0, 1, 2, 3, 4]
    """
    closed = np.bincount(page.end, weights=ends, minlength=len(page) + 1)[:-1].astype(np.intp)
    return np.cumsum(closed) + np.cumsum(starts) - starts


class Stream:
    """Cells in source order: one cell per unit of text (word or character) and per unit of code (tag or character).

    >>> from dehusk import parse
    >>> page = parse("<p>two words</p>")
    >>> Stream(page, page.words, *tag_counts(page)).is_text.astype(int).tolist()
    [0, 0, 1, 1, 0, 0]
    """

    def __init__(self, page: Page, text: Ints, starts: Ints, ends: Ints) -> None:
        self.leaves = page.leaves
        self.sizes = text[self.leaves]
        """The number of cells of each leaf."""
        self.code_before = code_before(page, starts, ends)[self.leaves]
        """The number of code cells before each leaf."""
        self.text_before = np.cumsum(self.sizes) - self.sizes
        """The number of text cells before each leaf."""
        self.first = self.code_before + self.text_before
        """The index of the first cell of each leaf."""
        self.code = int(starts.sum() + ends.sum())
        self.length = self.code + int(self.sizes.sum())

    @property
    def is_text(self) -> Bools:
        """Whether a cell is text."""
        change = np.zeros(self.length + 1, dtype=np.intp)
        np.add.at(change, self.first, 1)
        np.subtract.at(change, self.first + self.sizes, 1)
        return np.cumsum(change[:-1]) > 0

    def mean(self, cells: Floats | Bools) -> Floats:
        """The mean of a value over each leaf's cells."""
        prefix = np.concatenate(([0.0], np.cumsum(cells, dtype=np.float64)))
        sums = prefix[self.first + self.sizes] - prefix[self.first]
        means: Floats = np.divide(sums, self.sizes, out=np.zeros(len(self.leaves)), where=self.sizes > 0)
        return means

    def to_rows(self, page: Page, values: Floats) -> Floats:
        """Values of leaves as a column over the page's rows, within [0, 1]."""
        column = np.zeros(len(page))
        column[self.leaves] = np.clip(values, 0, 1)
        return column
