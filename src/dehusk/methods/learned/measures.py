"""Measures that several groups of features share: of the blocks' text, of the elements around them, of the page."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dehusk._core.block_columns import block_columns
from dehusk._core.block_places import bits_around
from dehusk._core.block_text import measure_text
from dehusk._core.block_tree import sum_rows
from dehusk.methods.learned.learned_blocks import TAG_ROLES
from dehusk.methods.learned.page_head import title_block
from dehusk.page import class_words, tags
from dehusk.page.text_measures import class_table, sign_table

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page.arrays import Floats

Bits = npt.NDArray[np.int64]

TAG_GROUPS: dict[str, str] = {
    "p": "p",
    "li": "li",
    "dl": "dl dt dd",
    "list": "ul ol menu dir",
    "cell": "td th",
    "table": "table",
    "heading": "h1 h2 h3 h4 h5 h6 hgroup",
    "link": "a",
    "quote": "blockquote q",
    "code": "pre code samp kbd xmp",
    "article": "article",
    "main": "main",
    "section": "section",
    "aside": "aside",
    "nav": "nav",
    "header": "header",
    "footer": "footer",
    "form": "form fieldset legend input",
    "button": "button",
    "select": "select option optgroup",
    "label": "label",
    "figure": "figure picture",
    "caption": "figcaption caption",
    "details": "details summary",
    "dialog": "dialog",
    "address": "address",
    "noscript": "noscript",
    "time": "time",
    "small": "small sub sup",
    "strong": "b strong",
    "font": "font center",
    "div": "div",
}
"""Elements that mean the same to the model; each group is one bit."""

TAG_BITS: Bits = np.zeros(1 << 16, dtype=np.int64)
for _place, _elements in enumerate(TAG_GROUPS.values()):
    for _number in tags.tag_set(_elements):
        TAG_BITS[_number] |= 1 << _place


def tag_group_bits(*groups: str) -> int:
    """The bits of some groups of elements, as in :data:`TAG_BITS`.

    >>> tag_group_bits("p", "dl")
    5
    """
    return sum(1 << place for place, name in enumerate(TAG_GROUPS) if name in groups)


CLASS_CATEGORIES = tuple(name for name in class_words.CATEGORIES if name not in class_words.METADATA_CATEGORIES)
"""The categories of class words that the model knows."""
CLASS_PLACES = np.array([class_words.BIT[name].bit_length() - 1 for name in CLASS_CATEGORIES])
"""The bits of these categories."""

_SEPARATORS = "|/\\<>«»‹›•·–—→↑▲▼■►…"
_COPYRIGHT_SIGNS = "©®™℗"


@cache
def sign_classes() -> npt.NDArray[np.uint8]:
    """The class of every code point, plus 16 if it is a separator and 32 if it is a sign of copyright."""
    return class_table() | sign_table(_SEPARATORS) * np.uint8(16) | sign_table(_COPYRIGHT_SIGNS) * np.uint8(32)


class Measures:
    """A page's blocks and all measures of them; the functions of the feature groups read nothing else.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.learned_blocks import Blocks
    >>> measures = Measures(Blocks.of(parse("<h1>Tea</h1><p>3 May 2012<p>Steep it, then drink it.")))
    >>> measures.title, measures.dated.tolist()
    (0, [0, 1, 0])
    """

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        page, totals = blocks.page, blocks.totals.reshape(-1)
        counts, self.dated, self.repeats, self.seen_before = measure_text(
            page.text, sign_classes(), blocks.bounds, blocks.totals[1]
        )
        """``dated``: blocks that are little more than a date or a time of day. ``repeats``: how many blocks of the page
        have a block's text, itself included: "Read more", "Reply"."""
        self.counts = counts.reshape(-1)
        rows = (page.tag, page.parent, page.end)
        sums, groups = sum_rows(*rows, page.chars, page.in_link, page.class_words.kind, blocks.first, TAG_ROLES)
        bits = bits_around(*rows, page.chars, page.class_words.bits, TAG_BITS, blocks.first, blocks.holder)
        self.columns, of_text = block_columns(
            *(*rows, page.depth, page.chars, TAG_ROLES, tags.HEADING_LEVEL, blocks.first, blocks.holder, totals),
            *(self.counts, self.dated, self.repeats, sums.reshape(-1), groups, bits.reshape(-1)),
        )
        """What the functions of ``dehusk._core`` that write features read."""
        self.words: Floats = of_text[0]
        """At least 1."""

    @cached_property
    def title(self) -> int:
        """The block of the page's headline; -1 if there is none."""
        return title_block(self.blocks)
