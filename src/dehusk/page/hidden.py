"""Text that a browser would not show, found from the markup alone, without style sheets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.bounded_cache import BoundedCache
from dehusk.page.page import Hidden, Page

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools

_SHADOW_ROOT = "shadowrootmode"
"""The attribute of a template that a browser draws as the content of its host."""

_NOSCRIPT = tags.NUMBERS["noscript"]
_DIALOG = tags.NUMBERS["dialog"]
_TEMPLATE = tags.NUMBERS["template"]
# The content of these is for browsers that cannot show the element itself.
FALLBACK = "iframe video audio canvas"
_MARKED = tags.tag_table(f"noscript dialog template {FALLBACK}")

HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d])")
CLIPPED = re.compile(r"overflow\s*:\s*hidden")
ZERO_SIZE = re.compile(r"(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?![.\d])")


def drop_hidden(page: Page, styled: list[tuple[int, str, str]], policy: str) -> Page:
    """The page without its hidden text, unless that is most of the text; ``page.hidden`` says what was done.

    ``styled``: the attributes that can hide a row, as (row, name, value). ``<noscript>`` is kept only if it contains
    most of the page's text. With the policy ``keep`` only what no browser ever draws (templates, fallback content) is
    dropped, as in the papers' systems.
    """
    every = page.tagged(_MARKED, np.ones(len(page), dtype=np.bool_)).tolist() if len(page) else []
    rows: tuple[list[tuple[int, int]], ...] = ([], [], [])
    noscripts, inerts, hiddens = rows
    for row in every:
        number, end = page.tag[row], int(page.end[row])
        if number == _NOSCRIPT:
            noscripts.append((row, end))
        elif number == _DIALOG:
            if page.attr(row, "open") is None:
                hiddens.append((row, end))
        elif number != _TEMPLATE:
            if end > row + 1:
                inerts.append((row + 1, end))
        elif page.attr(row, _SHADOW_ROOT) is None:
            # A declarative shadow root is drawn as the content of its host.
            inerts.append((row, end))
    for row, name, value in styled:
        if _hides[value] if name == "style" else value.lower() != "until-found":
            hiddens.append((row, int(page.end[row])))
    if not (noscripts or inerts or hiddens):
        return page
    noscript, inert, hidden = (_covered(page, spans) for spans in rows)
    hidden &= ~inert
    chars = page.chars
    noscript_chars = int(chars[noscript & ~inert].sum()) if noscripts else 0
    keep_noscript = bool(noscripts) and noscript_chars * 2 > int(chars[~inert].sum())
    drop = inert if keep_noscript else inert | noscript
    hidden &= ~drop
    hidden_chars = int(chars[hidden].sum()) if hiddens else 0
    keep_hidden = policy == "keep" or (bool(hiddens) and hidden_chars * 2 > int(chars[~drop].sum()))
    if not keep_hidden:
        drop = drop | hidden
    drop[0] = False
    report = Hidden(hidden_chars, kept=keep_hidden and hidden_chars > 0, noscript_kept=keep_noscript)
    return page.without(drop, report)


def _covered(page: Page, spans: list[tuple[int, int]]) -> Bools:
    """The rows in some subtrees."""
    mask = np.zeros(len(page), dtype=np.bool_)
    until = 0
    for start, end in sorted(spans):
        if end > until:
            mask[max(start, until) : end] = True
            until = end
    return mask


def _style_hides(style: str) -> bool:
    style = style.lower()
    if not ("none" in style or "hidden" in style or "collapse" in style or "font-size" in style):
        return False
    if HIDING_STYLE.search(style):
        return True
    # A box of zero height with padding contains a video: a common way to keep its proportions.
    return bool(CLIPPED.search(style) and ZERO_SIZE.search(style)) and "padding" not in style


_hides = BoundedCache(_style_hides)
