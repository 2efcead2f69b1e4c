"""Readers' comments: recognised by the names of the elements around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.blocks import block_text, spans
from dehusk.methods.learned import cues

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page

_COMMENT = 1 << cues.NAMES.index("comment")
_MIN_WORDS = 4
"""Shorter blocks are names, dates and buttons."""


def comments(page: Page, selection: Selection) -> list[str]:
    """The blocks in comment sections that were not kept as content.

    >>> from dehusk import extract
    >>> html = "<p>" + "Steep the tea, then drink it. " * 9 + "<div id=comments><p>I prefer coffee, and you?"
    >>> extract(html).comments
    ['I prefer coffee, and you?']
    """
    bits, _ = cues.cues_of(page)
    marked = bits & _COMMENT != 0
    marked[0] = False
    inside = page.inside(marked) & ~selection.keep & (page.chars > 0)
    if not inside.any():
        return []
    found = [span for span in spans(page, inside) if span.kept]
    return [block_text(page, span) for span in found if np.sum(page.words[span.first : span.stop]) >= _MIN_WORDS]
