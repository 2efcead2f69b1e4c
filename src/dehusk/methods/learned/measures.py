"""Measures that several groups of features share: of the blocks' text, of the elements around them, of the page."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dehusk._core.block_places import bits_around
from dehusk._core.block_text import measure_text, text_sums
from dehusk._core.block_tree import sum_blocks, sum_rows
from dehusk.methods.learned.learned_blocks import TAG_ROLES
from dehusk.methods.learned.page_head import title_block
from dehusk.page import class_words, tags
from dehusk.page.text_measures import class_table, sign_table

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page.arrays import Floats, Ints

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
        page, self.totals = blocks.page, blocks.totals.reshape(-1)
        counts, self.dated, self.repeats, self.seen_before = measure_text(
            page.text, sign_classes(), blocks.bounds, blocks.totals[1]
        )
        """``dated``: blocks that are little more than a date or a time of day. ``repeats``: how many blocks of the page
        have a block's text, itself included: "Read more", "Reply"."""
        self.counts = counts.reshape(-1)
        self.words, self.link_share, self.running_words, _ = self._text_sums = text_sums(self.totals, self.counts)
        """``words``: at least 1. ``running_words``: of running text, outside of links."""
        columns = (page.tag, page.parent, page.end, page.chars, page.in_link, page.class_words.kind)
        sums, self.groups = sum_rows(*columns, blocks.first, TAG_ROLES)
        """``groups``: a number for each row, the same for siblings of one tag and kind."""
        self._row_sums = sums.reshape(-1)

    @cached_property
    def text_sums(self) -> Floats:
        """What ``text_sums`` of the core returned, as one array."""
        return self._text_sums.reshape(-1)

    @cached_property
    def tree(self) -> tuple[Ints, Floats, Ints, Ints]:
        """The first arguments of the functions of ``dehusk._core.block_tree``: sums over rows and blocks, the tree."""
        before = sum_blocks(self.text_sums, self.dated, self.repeats)
        return self._row_sums, before.reshape(-1), self.blocks.page.end, self.blocks.page.parent

    @cached_property
    def words_before(self) -> Floats:
        """The words before each block, and of all blocks."""
        before = np.zeros(len(self.words) + 1)
        np.add.accumulate(self.words, out=before[1:])
        return before

    @cached_property
    def heading_levels(self) -> npt.NDArray[np.uint8]:
        """The level of the heading that a block is; 0 for others."""
        levels: npt.NDArray[np.uint8] = tags.HEADING_LEVEL[self.blocks.tag]
        return levels

    @cached_property
    def bits(self) -> Bits:
        """Tag groups around and near each block, and categories of class words around and near it: one row each."""
        page, blocks = self.blocks.page, self.blocks
        columns = (page.tag, page.parent, page.end, page.chars, page.class_words.bits)
        return bits_around(*columns, TAG_BITS, blocks.first, blocks.holder)

    @cached_property
    def title(self) -> int:
        """The block of the page's headline; -1 if there is none."""
        return title_block(self.blocks)
