"""Ruby: readings that are written above or beside the words that they belong to.

Plain text has each reading (RT) in parentheses. Pages contain parentheses of their own (RP) for browsers that cannot
draw ruby; those are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_RUBY = tags.tag_table("ruby")
_READING = tags.tag_table("rt")
_PARENTHESIS = tags.tag_table("rp")
_WORD = re.compile(r"\w")


def shown_readings(page: Page, has_kept: Bools) -> Bools:
    """The readings with kept text; ``has_kept``: rows with kept text in their subtree.

    >>> from dehusk import parse
    >>> page = parse("<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>")
    >>> [page.raw_text(row) for row in np.flatnonzero(shown_readings(page, page.above(page.chars > 0)))]
    ['とうきょう']
    """
    return _READING[page.tag] & has_kept & ~page.preformatted & page.inside(_RUBY[page.tag])


def left_out_parentheses(page: Page, has_kept: Bools) -> list[int]:
    """The rows of the page's own parentheses around readings that are shown.

    >>> from dehusk import parse
    >>> page = parse("<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby> <ruby><rp>(alone)</rp></ruby>")
    >>> [page.raw_text(row) for row in left_out_parentheses(page, page.above(page.chars > 0))]
    ['(', ')']
    """
    parentheses = _PARENTHESIS[page.tag] & has_kept & ~page.preformatted
    if not parentheses.any():
        return []
    kept = has_kept & (page.tag == tags.TEXT)
    readings = shown_readings(page, page.above(kept & ~page.inside(parentheses)))
    around = page.inside(_RUBY[page.tag] & page.above(readings))
    return [row for row in np.flatnonzero(parentheses & around).tolist() if not _WORD.search(page.raw_text(row))]
