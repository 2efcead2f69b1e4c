"""A part of a page's text: its beginning, for tooltips, or all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.page.text_measures import collapse
from dehusk.pictures.markup import cut

if TYPE_CHECKING:
    from dehusk.page import Page

_LENGTH = 160


def excerpt(page: Page, first: int, stop: int) -> str:
    """The beginning of the text of the rows from ``first`` up to, but not including, ``stop``.

    >>> from dehusk import parse
    >>> excerpt(parse("<p>Tea and\\n milk"), 0, 3)
    'Tea and milk'
    """
    begin, end = int(page.offset[first]), int(page.offset[stop])
    # Much of the source may be white space; four times the length is almost always enough to fill an excerpt.
    return cut(collapse(page.text[begin : min(end, begin + 4 * _LENGTH)]), _LENGTH)


def whole_text(page: Page, first: int, stop: int) -> str:
    """The text of the rows from ``first`` up to, but not including, ``stop``.

    >>> from dehusk import parse
    >>> whole_text(parse("<p>Tea and\\n milk"), 0, 3)
    'Tea and milk'
    """
    return collapse(page.text[int(page.offset[first]) : int(page.offset[stop])])
