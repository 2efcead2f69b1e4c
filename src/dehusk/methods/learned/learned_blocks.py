"""The page's blocks as columns: what the model sees and decides on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from dehusk._core.block_columns import BlockColumns, describe_blocks
from dehusk.lazy_attribute import lazy_attribute
from dehusk.methods.learned.tag_groups import TAG_BITS, sign_classes
from dehusk.page import tags

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

Value = TypeVar("Value", bound=np.generic)

MAX_BLOCKS = 100_000
"""There are hundreds of features of each block. On a page with more blocks, adjacent blocks are decided together."""

_ROLES = (
    tags.BLOCK,
    tags.BREAK,
    tags.LINK,
    tags.tag_table("input textarea select button keygen"),
    tags.tag_table("img picture svg video iframe object embed canvas image"),
    tags.tag_table("textarea"),
    tags.tag_table("table"),
    tags.TABLE_HEADER,
)
TAG_ROLES: npt.NDArray[np.uint8] = np.zeros(1 << 16, dtype=np.uint8)
"""Tag number -> what the tag is, as bits: block-level, line break, link, form control, image (or video, frame), text
area, table, header or caption of a table. The functions of ``dehusk._core`` know these bits."""
for _place, _table in enumerate(_ROLES):
    TAG_ROLES |= _table.astype(np.uint8) << _place
TAG_ROLES.flags.writeable = False


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a page that hold text, in document order; columns run over them.

    >>> from dehusk import parse
    >>> blocks = Blocks.of(parse("<h1>Tea</h1><p>Steep <a href=x>it</a> well.<br>Drink."))
    >>> blocks.words.tolist(), blocks.link_chars.tolist()
    ([1.0, 3.0, 1.0], [0.0, 2.0, 0.0])
    """

    page: Page
    columns: BlockColumns
    """What the functions of ``dehusk._core`` read."""
    of_leaf: Ints
    """The block of each leaf of ``page.leaves``."""
    first: Ints
    """The row of a block's first leaf."""
    holder: Ints
    """The block-level element that holds a block."""
    bounds: Ints
    """Where each block's text begins in ``page.text``, and the text's end; what stands between blocks is blank."""
    totals: Ints
    """One row each: characters, words, characters in links, leaves."""
    min_words: Floats
    """Words, at least 1."""
    counts: Ints
    """Characters by class, separators and copyright signs, one row per block; the last row is the text before them."""
    dated: npt.NDArray[np.uint8]
    """Blocks that are little more than a date or a time of day."""
    repeats: Ints
    """How many blocks of the page have a block's text, itself included: "Read more", "Reply"."""
    seen_before: Bools
    """Blocks with the text of an earlier one."""

    @classmethod
    def of(cls, page: Page) -> Blocks:
        """Gather the leaves into blocks, at most :data:`MAX_BLOCKS`, and measure them."""
        columns = (
            *(page.text, page.char_classes, page.offset, page.tag, page.parent, page.end, page.depth),
            *(page.chars, page.words, page.in_link, page.class_words.kind, page.class_words.bits),
        )
        tables = (TAG_ROLES, tags.HEADING_LEVEL, TAG_BITS, sign_classes())
        return cls(page, *describe_blocks(*columns, *tables, MAX_BLOCKS))

    def __len__(self) -> int:
        return len(self.first)

    @lazy_attribute
    def tag(self) -> npt.NDArray[np.uint16]:
        """The tag of a block's holder."""
        tag: npt.NDArray[np.uint16] = self.page.tag[self.holder]
        return tag

    @lazy_attribute
    def last(self) -> Ints:
        """The row of a block's last leaf."""
        last: Ints = self.page.leaves[np.cumsum(self.totals[3]) - 1]
        return last

    @lazy_attribute
    def chars(self) -> Floats:
        """Characters, white space collapsed."""
        return np.asarray(self.totals[0], dtype=np.float64)

    @lazy_attribute
    def words(self) -> Floats:
        """Words, counted as the script asks."""
        return np.asarray(self.totals[1], dtype=np.float64)

    @lazy_attribute
    def link_chars(self) -> Floats:
        """Characters in links."""
        return np.asarray(self.totals[2], dtype=np.float64)

    def to_rows(self, column: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """A column of blocks as a column of rows: a leaf has its block's value, other rows 0."""
        rows = np.zeros(len(self.page), dtype=column.dtype)
        rows[self.page.leaves] = column[self.of_leaf]
        return rows
