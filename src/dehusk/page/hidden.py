"""Text that a browser would not show, found from the markup alone, without style sheets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.attribute_loops import unescape
from dehusk.page import loops, tags
from dehusk.page.bounded_cache import BoundedCache
from dehusk.page.page import Hidden

if TYPE_CHECKING:
    from dehusk.page.collect import Collected
    from dehusk.page.page import Page

_SHADOW_ROOT = "shadowrootmode"
"""The attribute of a template that a browser draws as the content of its host."""

_NOSCRIPT = tags.NUMBERS["noscript"]
_DIALOG = tags.NUMBERS["dialog"]
_TEMPLATE = tags.NUMBERS["template"]

# Why a row may be dropped, as bits.
_NOSCRIPT_TEXT, _INERT, _HIDDEN = 1, 2, 4

HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d])")
CLIPPED = re.compile(r"overflow\s*:\s*hidden")
ZERO_SIZE = re.compile(r"(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?![.\d])")


def drop_hidden(collected: Collected, policy: str) -> Page:
    """The page without its hidden text, unless that is most of the text; ``page.hidden`` says what was done.

    ``<noscript>`` is kept only if it contains
    most of the page's text. With the policy ``keep`` only what no browser ever draws (templates, fallback content) is
    dropped, as in the papers' systems.
    """
    page, styled, style_values, marked = collected
    written = page.attrs.source
    hides = [
        bool(_hides[written[start:stop]]) if is_style else written[start:stop].lower() != b"until-found"
        for is_style, start, stop in style_values
    ]
    spans = [bound for row in marked for bound in _marked_span(page, row)] if marked else []
    if not spans and True not in hides:
        return page
    why, chars = loops.marked_rows(
        np.array(spans, dtype=np.intp), styled, np.array(hides, dtype=np.bool_), page.end, page.chars
    )
    counts = chars.tolist()
    keep_noscript = _sum_of(counts, _NOSCRIPT_TEXT, _INERT) * 2 > _sum_of(counts, 0, _INERT)
    drop = _INERT if keep_noscript else _INERT | _NOSCRIPT_TEXT
    hidden_chars = _sum_of(counts, _HIDDEN, drop)
    keep_hidden = policy == "keep" or hidden_chars * 2 > _sum_of(counts, 0, drop)
    if not keep_hidden:
        drop |= _HIDDEN
    report = Hidden(hidden_chars, kept=keep_hidden and hidden_chars > 0, noscript_kept=keep_noscript)
    return page.without(why, report, drop)


def _marked_span(page: Page, row: int) -> tuple[int, ...]:
    """The first of the rows that an element may hide, the row after the last one, and why; () if it hides none."""
    number, end = page.tag.item(row), page.end.item(row)
    if number == _NOSCRIPT:
        return row, end, _NOSCRIPT_TEXT
    if number == _DIALOG:
        return (row, end, _HIDDEN) if page.attr(row, "open") is None else ()
    if number != _TEMPLATE:
        return row + 1, end, _INERT
    # A declarative shadow root is drawn as the content of its host.
    return (row, end, _INERT) if page.attr(row, _SHADOW_ROOT) is None else ()


def _sum_of(counts: list[int], wanted: int, unwanted: int) -> int:
    """The sum of the counts of the combinations of bits that contain all that are wanted, and none of the others."""
    return sum([count for bits, count in enumerate(counts) if bits & wanted == wanted and not bits & unwanted])


def _style_hides(serialised: bytes) -> bool:
    style = unescape(serialised).lower()
    if not ("none" in style or "hidden" in style or "collapse" in style or "font-size" in style):
        return False
    if HIDING_STYLE.search(style):
        return True
    # A box of zero height with padding contains a video: a common way to keep its proportions.
    return bool(CLIPPED.search(style) and ZERO_SIZE.search(style)) and "padding" not in style


_hides = BoundedCache(_style_hides)
