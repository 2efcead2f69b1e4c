"""Measures of blocks once more, with numpy: slow and plain, for the features of ``slow_features.py``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from dehusk.methods.learned import learned_blocks
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.methods.learned.page_head import read_head, title_block
from dehusk.methods.learned.tag_groups import CLASS_PLACES, TAG_BITS, TAG_GROUPS
from dehusk.page.loops import group
from dehusk.page.text_measures import (
    CLASSES,
    COMMA,
    DENSE,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    SPACE,
    STOP,
    UPPER,
    hashes,
    sign_counts,
    tally,
)
from slow_loops import slow_bit_rows, slow_inherit

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Hashes, Ints

Bits = npt.NDArray[np.int64]
Column = npt.NDArray[Any]
_Kind = TypeVar("_Kind", bound=np.generic)

ANCESTORS = 3
_FAR = 1 << 20
_RUNNING_TEXT_WORDS = 8
_NEARLY_ALL = 0.95
_REPEATED = 3
_CENTURIES = ("19", "20")
_YEAR_DIGITS = 4
_MAX_WORDS = 20
_TAG_PLACES = np.arange(len(TAG_GROUPS))


def share(part: Column, whole: Column | float) -> Floats:
    """A quotient of counts; the whole counts as 1 if it is less."""
    return np.asarray(part / np.maximum(whole, 1.0), dtype=np.float64)


def clip(column: Column, low: int, high: int) -> Column:
    """A column within bounds; three times as fast as ``np.clip``."""
    clipped: Column = np.minimum(np.maximum(column, low), high)
    return clipped


def last_true(mask: Bools) -> Ints:
    """The index of the last True at or before each position; a large negative number where there is none."""
    last: Ints = np.maximum.accumulate(np.where(mask, np.arange(len(mask)), -_FAR))
    return last


@dataclass(frozen=True, eq=False)
class SlowBlocks:
    """The blocks of a page that hold text, in document order; columns run over them."""

    page: Page
    of_leaf: Ints
    """The block of each leaf of ``page.leaves``."""
    first: Ints
    """The row of a block's first leaf."""

    @classmethod
    def of(cls, page: Page) -> SlowBlocks:
        """Gather the leaves into blocks, at most as many as may be."""
        block = page.block[page.leaves]
        new = _changes(block)
        of_leaf = np.cumsum(new) - 1
        count = int(np.count_nonzero(new))
        if count > learned_blocks.MAX_BLOCKS:
            of_leaf = of_leaf * learned_blocks.MAX_BLOCKS // count
            new = _changes(of_leaf)
        return cls(page, of_leaf, page.leaves[new])

    def __len__(self) -> int:
        return len(self.first)

    def total(self, column: Ints | Bools | Floats) -> Floats:
        """The sum of a column of rows over each block's leaves."""
        weights = np.asarray(column[self.page.leaves], dtype=np.float64)
        return np.bincount(self.of_leaf, weights=weights, minlength=len(self)).astype(np.float64)

    @cached_property
    def holder(self) -> Ints:
        """The block-level element that holds a block."""
        return self.page.block_holder[self.first]

    @cached_property
    def tag(self) -> npt.NDArray[np.uint16]:
        """The tag of a block's holder."""
        tag: npt.NDArray[np.uint16] = self.page.tag[self.holder]
        return tag

    @cached_property
    def depth(self) -> Ints:
        """The depth of a block's holder."""
        depth: Ints = self.page.depth[self.holder]
        return depth

    @cached_property
    def ancestors(self) -> Ints:
        """The holder of each block, its parent, and so on up to BODY: one row per level, one column per block."""
        rows = np.empty((ANCESTORS, len(self)), dtype=np.intp)
        rows[0] = self.holder
        for level in range(1, ANCESTORS):
            rows[level] = np.maximum(self.page.parent[rows[level - 1]], 0)
        return rows

    @cached_property
    def last(self) -> Ints:
        """The row of a block's last leaf."""
        ends = np.append(self.of_leaf[1:] != self.of_leaf[:-1], True)[: len(self.of_leaf)]
        last: Ints = self.page.leaves[ends]
        return last

    @cached_property
    def chars(self) -> Floats:
        """Characters, white space collapsed."""
        return self.total(self.page.chars)

    @cached_property
    def words(self) -> Floats:
        """Words, counted as the script asks."""
        return self.total(self.page.words)

    @cached_property
    def link_chars(self) -> Floats:
        """Characters in links."""
        return self.total(self.page.chars * self.page.in_link)

    @cached_property
    def bounds(self) -> Ints:
        """Where each block's text begins in ``page.text``, and the text's end; what stands between blocks is blank."""
        return np.append(self.page.offset[self.first], len(self.page.text))

    @cached_property
    def class_counts(self) -> Floats:
        """Characters by class (``dehusk.page.text``), one column per class."""
        counts = tally(self.page.char_classes, self.bounds, CLASSES)
        # In memory one class after the other, because they are read by class.
        return np.ascontiguousarray(counts.T, dtype=np.float64).T

    @cached_property
    def repeats(self) -> Ints:
        """How many blocks of the page have a block's text, itself included: "Read more", "Reply"."""
        number, size = group(hashes(self.page.text, self.bounds))
        repeats: Ints = size[number]
        return repeats

    def signs(self, table: Bools) -> Ints:
        """How many characters of each block are in a table of signs."""
        return sign_counts(self.page.text, table, self.bounds)

    def to_rows(self, column: Floats) -> Floats:
        """A column of blocks as a column of rows: a leaf has its block's value, other rows 0."""
        rows = np.zeros(len(self.page))
        rows[self.page.leaves] = column[self.of_leaf]
        return rows

    def at_first(self, column: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
        """A column of blocks as a column of rows, at the block's first leaf only: ready for subtree sums."""
        rows = np.zeros(len(self.page), dtype=column.dtype)
        rows[self.first] = column
        return rows


def _changes(numbers: Ints) -> Bools:
    """Where a number differs from the one before it; the first one does."""
    new = np.ones(len(numbers), dtype=np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=new[1:])
    return new


def has_date(blocks: SlowBlocks) -> Bools:
    """Short blocks with a year or a time of day."""
    text, digit = blocks.page.text, blocks.page.char_classes == DIGIT
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    if digit[0]:
        edges = np.append(0, edges)
    if digit[-1]:
        edges = np.append(edges, len(digit))
    start, stop = edges[::2], edges[1::2]
    length = stop - start
    years = [at for at in start[length == _YEAR_DIGITS].tolist() if text[at : at + 2] in _CENTURIES]
    hours = stop[:-1][(start[1:] == stop[:-1] + 1) & (length[1:] > 1)]
    times = [at for at in hours.tolist() if text[at] == ":"]
    found = np.zeros(len(blocks), dtype=np.bool_)
    found[np.searchsorted(blocks.bounds, years + times, side="right") - 1] = True
    return found & (blocks.words <= _MAX_WORDS)


class SlowText:
    """Columns over blocks, of their text alone."""

    def __init__(self, blocks: SlowBlocks) -> None:
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
        self.unlinked_words = self.words * (1 - self.link_share)
        self.is_running = (self.words >= _RUNNING_TEXT_WORDS) & (self.full_stops + self.commas > 0)
        self.running_words = self.unlinked_words * self.is_running


class SlowTree:
    """Columns over the page's rows: sums of subtrees, and what a row inherits from its ancestors."""

    def __init__(self, blocks: SlowBlocks, text: SlowText) -> None:
        page = self.page = blocks.page
        self.chars = page.subtree_sum(page.chars).astype(np.float64)
        self.link_chars = page.subtree_sum(page.chars * page.in_link).astype(np.float64)
        self.elements = page.subtree_sum(page.is_element).astype(np.float64)
        self.blocks = page.subtree_sum(blocks.at_first(np.ones(len(blocks))))
        self.running_words = page.subtree_sum(blocks.at_first(text.running_words))
        self.full_stops = page.subtree_sum(blocks.at_first(text.full_stops))
        self.inherited_tags = TAG_BITS[page.tag]
        self.inherited_classes = np.where(self.chars >= _NEARLY_ALL * max(self.chars[0], 1), 0, page.class_words.bits)
        slow_inherit(page.parent, page.depth, self.inherited_tags, self.inherited_classes)

    @cached_property
    def sibling_keys(self) -> Hashes:
        """A number for every row, equal for siblings of the same tag and kind."""
        page = self.page
        tag = page.tag.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        kind = page.class_words.kind.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        return (page.parent.astype(np.uint64) << np.uint64(32)) + (tag + kind & np.uint64(0xFFFFFFFF))

    def near(self, bits: Bits, rows: Ints, levels: int) -> Bits:
        """The bits of some rows and of so many of their ancestors, BODY not counted."""
        bits = bits.copy()
        bits[0] = 0
        found: Bits = bits[rows]
        for _ in range(levels):
            rows = np.maximum(self.page.parent[rows], 0)
            found |= bits[rows]
        return found


class SlowMeasures:
    """A page's blocks and all measures of them; the functions of the feature groups read nothing else."""

    def __init__(self, blocks: SlowBlocks) -> None:
        self.blocks = blocks
        self.text = SlowText(blocks)
        self.tree = SlowTree(blocks, self.text)

    @cached_property
    def in_tags(self) -> npt.NDArray[np.uint8]:
        """Whether each block lies in an element of each tag group: one row per group."""
        parent = self.blocks.page.parent[self.blocks.first]
        return slow_bit_rows(self.tree.inherited_tags[parent], _TAG_PLACES)

    @cached_property
    def in_classes(self) -> npt.NDArray[np.uint8]:
        """Whether an element around each block has a class word of each category: one row per category."""
        parent = self.blocks.page.parent[self.blocks.first]
        return slow_bit_rows(self.tree.inherited_classes[parent], CLASS_PLACES)

    @cached_property
    def title(self) -> int:
        """The block of the page's headline; -1 if there is none."""
        return title_block(Blocks.of(self.blocks.page), read_head(self.blocks.page).titles)

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
