"""The elements with kept text, and which kinds are among them: what a page has none of is not looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.kept_rows import CHANGED, FORMULA, IMAGE, LINK, RAISED, SMALL, kept_kinds
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_KINDS = np.zeros(1 << 16, dtype=np.uint8)
for _kind, _names in (
    (LINK, "a"),
    (RAISED, "sup"),
    (FORMULA, "math"),
    (IMAGE, "img"),
    (CHANGED, "q rt rp"),
    (SMALL, "span small"),
):
    _KINDS[list(tags.tag_set(_names))] |= _kind


class KeptElements(NamedTuple):
    """Which rows have kept text in their subtree, and the kinds of elements as bits."""

    rows: Bools
    kinds: int
    """The kinds of the elements with kept text."""
    kinds_in_page: int
    """The kinds of all elements of the page."""


def kept_elements(page: Page, keep: Bools) -> KeptElements:
    """The elements with kept text.

    Links are a kind only if one may be the mark of a footnote, images if one may show a formula, and parts of lines if
    one may be a sidenote.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea<p><q>Milk</q>")
    >>> found = kept_elements(page, page.mask_of(page.leaves[:1]))
    >>> found.rows.tolist(), found.kinds, found.kinds_in_page == CHANGED
    ([True, True, True, False, False, False], 0, True)
    """
    attrs = page.attrs
    data = np.frombuffer(attrs.source, dtype=np.uint8)
    return KeptElements(
        *kept_kinds(page.tag, page.end, page.offset, keep, _KINDS, data, attrs.start, attrs.stop, page.char_classes)
    )
