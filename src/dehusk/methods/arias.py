"""Arias, Deschacht & Moens (2009): the densest region of the page's text.

The page becomes a list of strings, separated by the structural tags. In a plot of the strings' lengths the content is a
region of long strings; the method keeps that region.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk._core.string_lengths import densest_region, rows_of_region, string_lengths
from dehusk.errors import ArgumentError
from dehusk.methods.base import Selection, require_choice, require_number
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

# The paper's open list ("<p>, <table>, <BR>, <div>, <h1>, <h2>, ... and <li>") read as HTML's block level.
_BLOCK_LEVEL = """
    address article aside blockquote body br center dd dir div dl dt fieldset figcaption figure footer form
    frameset h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section table tbody td tfoot th thead tr ul
"""
STRUCTURAL = {
    "merged": tags.tag_table(_BLOCK_LEVEL + "button caption legend optgroup option select textarea"),
    "entry": tags.tag_table(_BLOCK_LEVEL),
}
"""The structural tags of each reading."""


class Arias:
    """The density graph.

    ``c1``: the fraction of the longest string's length that a string must exceed. ``c2``: the distance that two
    neighbouring strings of the region must stay below. ``reading``: how structural tags separate strings. ``merged``: a
    run of start and end tags without text between them separates two strings. ``entry``: every start tag begins a new
    string, which may be empty, and with ``break_on_exit`` every end tag does too.

    >>> from dehusk import parse
    >>> page = parse("<ul><li>Home<li>News</ul><p>A sentence that is clearly longer than the menu.</p>")
    >>> Arias().select(page).why["region"], Arias(reading="entry").select(page).why["region"]
    ((2, 2), (5, 5))
    """

    name: ClassVar[str] = "arias"
    description: ClassVar[str] = "the densest region of the page's text (Arias, Deschacht & Moens 2009)"
    needs: ClassVar[frozenset[str]] = frozenset()
    # A wrapper element adds at most empty strings before the others, so distances between strings do not change.
    wrapper_invariant: ClassVar[bool] = True

    def __init__(
        self, *, c1: float = 0.333, c2: float = 4, reading: str = "merged", break_on_exit: bool = False
    ) -> None:
        self.c1 = require_number("c1", c1, 0, 1)
        self.c2 = require_number("c2", c2, 1)
        self.reading = require_choice("reading", reading, ("merged", "entry"))
        if break_on_exit and reading != "entry":
            raise ArgumentError("break_on_exit is an option of reading='entry'")
        self.break_on_exit = break_on_exit

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        string_of_row, lengths = self._strings(page)
        if not page.chars.any():
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        first, last = densest_region(lengths, self.c1, self.c2)
        keep, score = rows_of_region(string_of_row, lengths, page.chars, first, last)
        why = {
            "string_of_row": string_of_row,
            "lengths": lengths,
            "cutoff": self.c1 * lengths.max(),
            "region": (first, last),
        }
        return Selection.of_leaves(page, keep, score=score, why=why)

    def _strings(self, page: Page) -> tuple[Ints, Ints]:
        """The number of the string that each row's text belongs to, and the lengths of the strings.

        The text of the leaves of a string is joined as in the source, then white space is collapsed.
        """
        on_exit = self.reading == "merged" or self.break_on_exit
        columns = page.tag, page.end, page.offset, page.chars, page.char_classes
        # With "merged", a run of structural tags separates two strings only once: empty strings are left out.
        return string_lengths(*columns, STRUCTURAL[self.reading], on_exit, self.reading == "merged")
