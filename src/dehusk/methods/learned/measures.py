"""Measures that several groups of features share: of the blocks' text, and of the elements around them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dehusk.methods.learned import cues
from dehusk.methods.learned.columns import share
from dehusk.page import tags
from dehusk.page.text_measures import COMMA, DENSE, IDEOGRAPH, LETTER, SPACE, STOP, UPPER

if TYPE_CHECKING:
    from dehusk.methods.learned.blocks import Blocks
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

Bits = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]

_LONG_TEXT = 8
"""Words from which a block with a full stop or comma reads as running text."""
_NEARLY_ALL = 0.95
"""What holds this share of the page's text tells nothing about a part of it."""

TAG_GROUPS: dict[str, str] = {
    "p": "p",
    "li": "li",
    "dl": "dl dt dd",
    "list": "ul ol menu dir",
    "td": "td th",
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
    "choice": "select option optgroup",
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
"""Tags that mean the same to the model; each group is one bit."""

TAG_BITS: Bits = np.zeros(1 << 16, dtype=np.int64)
for _place, _names in enumerate(TAG_GROUPS.values()):
    for _number in tags.tag_set(_names):
        TAG_BITS[_number] |= 1 << _place


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
        self.solid = np.maximum(counts.sum(axis=1) - counts[:, SPACE], 1)
        self.link_share = share(blocks.link_chars, blocks.chars)
        self.stops, self.commas = counts[:, STOP], counts[:, COMMA]
        self.few_stops = np.minimum(self.stops, 10)
        self.plain_words = self.words * (1 - self.link_share)
        self.running = (self.words >= _LONG_TEXT) & (self.stops + self.commas > 0)
        self.sentence_words = self.plain_words * self.running


class TreeMeasures:
    """Columns over the page's rows: sums of subtrees, and what a row inherits from its ancestors."""

    def __init__(self, blocks: Blocks, text: TextMeasures) -> None:
        page = self.page = blocks.page
        self.cues, self.kinds = cues.cues_of(page)
        self.chars = page.subtree_sum(page.chars).astype(np.float64)
        self.link_chars = page.subtree_sum(page.chars * page.in_link).astype(np.float64)
        self.elements = page.subtree_sum(page.is_element).astype(np.float64)
        self.blocks = page.subtree_sum(blocks.at_first(np.ones(len(blocks))))
        self.sentences = page.subtree_sum(blocks.at_first(text.sentence_words))
        self.stops = page.subtree_sum(blocks.at_first(text.stops))
        self._inherit(page)

    def _inherit(self, page: Page) -> None:
        """Tags and cues of a row and all above it; a number for its path of tags, and of tags with classes."""
        tag_bits = TAG_BITS[page.tag]
        cue_bits = np.where(self.chars >= _NEARLY_ALL * max(self.chars[0], 1), 0, self.cues)
        path = page.tag.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        styled = path + self.kinds.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        inherit(page, tag_bits, cue_bits, path, styled)
        self.inherited_tags, self.inherited_cues = tag_bits, cue_bits
        self.path, self.styled = path, styled

    @cached_property
    def sibling_keys(self) -> Hashes:
        """A number for every row, equal for siblings of one tag and kind."""
        parent = self.page.parent.astype(np.uint64)
        return (parent << np.uint64(32)) + (self.styled & np.uint64(0xFFFFFFFF))

    def near(self, bits: Bits, rows: Ints, levels: int) -> Bits:
        """The bits of some rows and of so many of their ancestors, BODY not counted."""
        bits = bits.copy()
        bits[0] = 0
        found: Bits = bits[rows]
        for _ in range(levels):
            rows = np.maximum(self.page.parent[rows], 0)
            found |= bits[rows]
        return found


def inherit_numpy(page: Page, tag_bits: Bits, cue_bits: Bits, path: Hashes, styled: Hashes) -> None:
    """Hand bits and path numbers down from every row to its children, in place: a level of the tree at a time."""
    factor = np.uint64(0x100000001B3)
    order = np.argsort(page.depth, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(page.depth[order])) + 1)[1:]:
        parent = page.parent[rows]
        tag_bits[rows] |= tag_bits[parent]
        cue_bits[rows] |= cue_bits[parent]
        path[rows] += path[parent] * factor
        styled[rows] += styled[parent] * factor


def inherit_compiled(page: Page, tag_bits: Bits, cue_bits: Bits, path: Hashes, styled: Hashes) -> None:
    """As :func:`inherit_numpy`, by compiled code, row by row."""
    hand_down(len(page), page.parent, tag_bits, cue_bits, path, styled)


try:
    from dehusk.methods.learned._kernels import inherit as hand_down
except ImportError:
    inherit = inherit_numpy
else:
    inherit = inherit_compiled
