"""The beginning of a stretch of a page's text, for notes on marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.page.text_measures import collapse
from dehusk.pictures.markup import cut

if TYPE_CHECKING:
    from dehusk.page import Page

_LENGTH = 160


def excerpt(page: Page, first: int, stop: int) -> str:
    """How the text of the rows from ``first`` to before ``stop`` begins.

    >>> from dehusk import parse
    >>> excerpt(parse("<p>Tea and\\n milk"), 0, 3)
    'Tea and milk'
    """
    begin, end = int(page.offset[first]), int(page.offset[stop])
    # White space may be most of the source: four times the length is enough to fill an excerpt nearly always.
    return cut(collapse(page.text[begin : min(end, begin + 4 * _LENGTH)]), _LENGTH)
