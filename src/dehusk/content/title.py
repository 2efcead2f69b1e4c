"""The page's title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.methods import Selection
    from dehusk.page import Page

_H1 = tags.NUMBERS["h1"]


def page_title(page: Page, selection: Selection) -> str | None:
    """What the page calls itself: OpenGraph's title, the title element, else a kept or the first H1.

    >>> from dehusk import extract
    >>> extract("<h1>Tea</h1><p>Steep it.").title
    'Tea'
    """
    return next(filter(None, map(collapse, _candidates(page, selection))), None)


def _candidates(page: Page, selection: Selection) -> Iterator[str]:
    for item in page.head:
        attrs = dict(item.attrs)
        if item.tag == "meta" and attrs.get("property") == "og:title":
            yield attrs.get("content") or ""
    for item in page.head:
        if item.tag == "title":
            yield item.text
    headings = np.flatnonzero(page.tag == _H1)
    kept = page.above(selection.keep)[headings]
    for row in (*headings[kept], *headings[~kept]):
        yield page.raw_text(int(row))
