"""The page's blocks as columns: what the model sees and decides on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from dehusk.page.loops import group
from dehusk.page.text_measures import CLASSES, hashes, sign_counts, tally

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints


_Kind = TypeVar("_Kind", bound=np.generic)

ANCESTORS = 5
"""How many of the elements around a block the model looks at."""
MAX_BLOCKS = 100_000
"""There are hundreds of features of each block. On a page with more blocks, adjacent blocks are decided together."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a page that hold text, in document order; columns run over them.

    >>> from dehusk import parse
    >>> blocks = Blocks.of(parse("<h1>Tea</h1><p>Steep <a href=x>it</a> well.<br>Drink."))
    >>> blocks.words.tolist(), blocks.link_chars.tolist()
    ([1.0, 3.0, 1.0], [0.0, 2.0, 0.0])
    """

    page: Page
    of_leaf: Ints
    """The block of each leaf of ``page.leaves``."""
    first: Ints
    """The row of a block's first leaf."""

    @classmethod
    def of(cls, page: Page) -> Blocks:
        """Gather the leaves into blocks, at most :data:`MAX_BLOCKS`."""
        block = page.block[page.leaves]
        new = _changes(block)
        of_leaf = np.cumsum(new) - 1
        count = int(np.count_nonzero(new))
        if count > MAX_BLOCKS:
            of_leaf = of_leaf * MAX_BLOCKS // count
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
    """Where a number differs from the one before it; the first one does.

    >>> _changes(np.array([4, 4, 7])).tolist()
    [True, False, True]
    """
    new = np.ones(len(numbers), dtype=np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=new[1:])
    return new
