"""Measures that several groups of features share: of the blocks' text, of the elements around them, of the page."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dehusk.methods.learned.array_ops import bit_rows, share
from dehusk.methods.learned.block_dates import has_date
from dehusk.methods.learned.page_head import title_block
from dehusk.page import class_words, tags
from dehusk.page.text_measures import COMMA, DENSE, IDEOGRAPH, LETTER, SPACE, STOP, UPPER

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

Bits = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]

_RUNNING_TEXT_WORDS = 8
"""Words from which a block with a full stop or comma counts as running text."""
_NEARLY_ALL = 0.95
"""An element with this share of the page's text says nothing about one part of it."""
_MANY_FULL_STOPS = 10
_REPEATED = 3
"""Blocks with the same text that make it a label ("Reply", "Read more")."""

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

CLASS_CATEGORIES = tuple(name for name in class_words.CATEGORIES if name not in class_words.METADATA_CATEGORIES)
"""The categories of class words that the model knows."""
_TAG_PLACES = np.arange(len(TAG_GROUPS))
CLASS_PLACES = np.array([class_words.BIT[name].bit_length() - 1 for name in CLASS_CATEGORIES])
"""The bits of these categories."""


class TextMeasures:
    """Columns over blocks, of their text alone."""

    def __init__(self, blocks: Blocks) -> None:
        counts = blocks.class_counts
        self.counts = counts
        self.words = np.maximum(blocks.words, 1)
        self.total_words = float(self.words.sum())
        self.words_before = np.cumsum(self.words) - self.words
        self.unspaced = counts[:, IDEOGRAPH] + counts[:, DENSE]
        self.letters = counts[:, LETTER] + counts[:, UPPER] + self.unspaced
        self.nonspace = np.maximum(counts.sum(axis=1) - counts[:, SPACE], 1)
        self.link_share = share(blocks.link_chars, blocks.chars)
        self.full_stops, self.commas = counts[:, STOP], counts[:, COMMA]
        self.capped_full_stops = np.minimum(self.full_stops, _MANY_FULL_STOPS)
        self.unlinked_words = self.words * (1 - self.link_share)
        self.is_running = (self.words >= _RUNNING_TEXT_WORDS) & (self.full_stops + self.commas > 0)
        self.running_words = self.unlinked_words * self.is_running


class TreeMeasures:
    """Columns over the page's rows: sums of subtrees, and what a row inherits from its ancestors."""

    def __init__(self, blocks: Blocks, text: TextMeasures) -> None:
        page = self.page = blocks.page
        self.chars = page.subtree_sum(page.chars).astype(np.float64)
        self.link_chars = page.subtree_sum(page.chars * page.in_link).astype(np.float64)
        self.elements = page.subtree_sum(page.is_element).astype(np.float64)
        self.blocks = page.subtree_sum(blocks.at_first(np.ones(len(blocks))))
        self.running_words = page.subtree_sum(blocks.at_first(text.running_words))
        self.full_stops = page.subtree_sum(blocks.at_first(text.full_stops))
        self._inherit(page)

    def _inherit(self, page: Page) -> None:
        """Tag groups and class words of a row and all above it; a hash of its path of tags, and of tags and classes."""
        tag_bits = TAG_BITS[page.tag]
        class_bits = np.where(self.chars >= _NEARLY_ALL * max(self.chars[0], 1), 0, page.class_words.bits)
        tag_path = page.tag.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        class_path = tag_path + page.class_words.kind.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        inherit(page, tag_bits, class_bits, tag_path, class_path)
        self.inherited_tags, self.inherited_classes = tag_bits, class_bits
        self.tag_path, self.class_path = tag_path, class_path

    @cached_property
    def sibling_keys(self) -> Hashes:
        """A number for every row, equal for siblings of the same tag and kind."""
        parent = self.page.parent.astype(np.uint64)
        return (parent << np.uint64(32)) + (self.class_path & np.uint64(0xFFFFFFFF))

    def near(self, bits: Bits, rows: Ints, levels: int) -> Bits:
        """The bits of some rows and of so many of their ancestors, BODY not counted."""
        bits = bits.copy()
        bits[0] = 0
        found: Bits = bits[rows]
        for _ in range(levels):
            rows = np.maximum(self.page.parent[rows], 0)
            found |= bits[rows]
        return found


class Measures:
    """A page's blocks and all measures of them; the functions of the feature groups read nothing else.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.learned_blocks import Blocks
    >>> measures = Measures(Blocks.of(parse("<h1>Tea</h1><p>3 May 2012<p>Steep it, then drink it.")))
    >>> measures.title, measures.dated.tolist()
    (0, [False, True, False])
    """

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.text = TextMeasures(blocks)
        self.tree = TreeMeasures(blocks, self.text)

    @cached_property
    def in_tags(self) -> npt.NDArray[np.uint8]:
        """Whether each block lies in an element of each tag group: one row per group."""
        parent = self.blocks.page.parent[self.blocks.first]
        return bit_rows(self.tree.inherited_tags[parent], _TAG_PLACES)

    @cached_property
    def in_classes(self) -> npt.NDArray[np.uint8]:
        """Whether an element around each block has a class word of each category: one row per category."""
        parent = self.blocks.page.parent[self.blocks.first]
        return bit_rows(self.tree.inherited_classes[parent], CLASS_PLACES)

    @cached_property
    def title(self) -> int:
        """The block of the page's headline; -1 if there is none."""
        return title_block(self.blocks)

    @cached_property
    def dated(self) -> Bools:
        """Blocks that are little more than a date or a time of day."""
        return has_date(self.blocks)

    @cached_property
    def repeated(self) -> Bools:
        """Blocks whose text is on the page several times."""
        return self.blocks.repeats >= _REPEATED

    @cached_property
    def dates_below(self) -> Ints:
        """Blocks with a date in each row's subtree."""
        return self.blocks.page.subtree_sum(self.blocks.at_first(self.dated))

    @cached_property
    def repeats_below(self) -> Ints:
        """Blocks with a repeated text in each row's subtree."""
        return self.blocks.page.subtree_sum(self.blocks.at_first(self.repeated))


def inherit_numpy(page: Page, tag_bits: Bits, class_bits: Bits, tag_path: Hashes, class_path: Hashes) -> None:
    """Hand bits and path hashes down from every row to its children, in place: one level of the tree at a time."""
    factor = np.uint64(0x100000001B3)
    order = np.argsort(page.depth, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(page.depth[order])) + 1)[1:]:
        parent = page.parent[rows]
        tag_bits[rows] |= tag_bits[parent]
        class_bits[rows] |= class_bits[parent]
        tag_path[rows] += tag_path[parent] * factor
        class_path[rows] += class_path[parent] * factor


def inherit_compiled(page: Page, tag_bits: Bits, class_bits: Bits, tag_path: Hashes, class_path: Hashes) -> None:
    """As :func:`inherit_numpy`, by compiled code, row by row."""
    inherit_rows(len(page), page.parent, tag_bits, class_bits, tag_path, class_path)


try:
    from dehusk.methods.learned._kernels import inherit as inherit_rows
except ImportError:
    inherit = inherit_numpy
else:
    inherit = inherit_compiled
