"""Readers' comments: recognised by the names of the elements around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.page_blocks import block_texts, kept_spans

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page

_MIN_WORDS = 4
"""Shorter blocks are names, dates and buttons."""


def comments(page: Page, selection: Selection) -> list[str]:
    """The blocks in comment sections that were not kept as content.

    >>> from dehusk import extract
    >>> html = "<p>" + "Steep the tea, then drink it. " * 9 + "<div id=comments><p>I prefer coffee, and you?"
    >>> extract(html).comments
    ['I prefer coffee, and you?']
    """
    marked = page.class_words.has("comment")
    marked[0] = False
    if not marked.any():
        return []
    first, stop = kept_spans(page, page.inside(marked) & ~selection.keep & (page.chars > 0))
    words = np.append(0, np.cumsum(page.words))
    long = words[stop] - words[first] >= _MIN_WORDS
    return block_texts(page, first[long], stop[long])
