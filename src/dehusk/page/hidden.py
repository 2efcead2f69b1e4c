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

SHADOW_ROOT = "data-shadowrootmode"
"""The attribute of a template that a browser draws as the content of its host."""

_NOSCRIPT = tags.tag_table("noscript")
_DIALOG = tags.NUMBERS["dialog"]
_TEMPLATE = tags.NUMBERS["template"]
# The content of these is for browsers that cannot show the element itself.
_FALLBACK = tags.tag_table("iframe video audio canvas")

_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d])")
_CLIPPED = re.compile(r"overflow\s*:\s*hidden")
_ZERO_SIZE = re.compile(r"(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?![.\d])")


def drop_hidden(page: Page, styled: list[int], policy: str) -> Page:
    """The page without its hidden text, unless that is most of the text; ``page.hidden`` says what was done.

    ``styled``: the rows with an attribute that can hide them. ``<noscript>`` is kept only if it contains most of the
    page's text. With the policy ``keep`` only what no browser ever draws (templates, fallback content) is dropped, as
    in the papers' systems.
    """
    noscript = page.inside(_NOSCRIPT[page.tag])
    inert = page.inside(_inert(page))
    hidden = page.inside(_marked_hidden(page, styled)) & ~inert
    if not (noscript.any() or inert.any() or hidden.any()):
        return page
    chars = page.chars
    noscript_chars = int(chars[noscript & ~inert].sum())
    keep_noscript = noscript_chars * 2 > int(chars[~inert].sum())
    drop = inert if keep_noscript else inert | noscript
    hidden &= ~drop
    hidden_chars = int(chars[hidden].sum())
    keep_hidden = policy == "keep" or hidden_chars * 2 > int(chars[~drop].sum())
    if not keep_hidden:
        drop = drop | hidden
    drop[0] = False
    report = Hidden(hidden_chars, kept=keep_hidden and hidden_chars > 0, noscript_kept=keep_noscript)
    return page.without(drop, report)


def _inert(page: Page) -> Bools:
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[1:] = _FALLBACK[page.tag[page.parent[1:]]]
    for row in np.flatnonzero(page.tag == _TEMPLATE).tolist():
        # A declarative shadow root is drawn as the content of its host.
        mask[row] = page.attr(row, SHADOW_ROOT) is None
    return mask


def _marked_hidden(page: Page, styled: list[int]) -> Bools:
    found = [row for row in np.flatnonzero(page.tag == _DIALOG).tolist() if page.attr(row, "open") is None]
    for row in styled:
        for name, given in page.attrs[row]:
            value = given or ""
            if (name == "style" and _hides[value]) or (name == "hidden" and value.lower() != "until-found"):
                found.append(row)
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[found] = True
    return mask


def _style_hides(style: str) -> bool:
    style = style.lower()
    if _HIDING_STYLE.search(style):
        return True
    # A box of zero height with padding contains a video: a common way to keep its proportions.
    return bool(_CLIPPED.search(style) and _ZERO_SIZE.search(style)) and "padding" not in style


_hides = BoundedCache(_style_hides)
