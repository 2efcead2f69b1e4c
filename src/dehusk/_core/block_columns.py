"""The columns that the features of the learned method are computed from, in one object: checked once for all functions.

The functions that write features (``block_text``, ``block_tree``, ``block_places``) take it as their first argument and
check only where they write.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
# Numbers per block in the counts of block_text, per row in the sums of block_tree; where these have blocks.
_COUNTS = cython.declare(cython.Py_ssize_t, 18)
_SUMS = cython.declare(cython.Py_ssize_t, 7)
_BLOCKS = cython.declare(cython.Py_ssize_t, 3)
# Classes of characters that end a sentence, and that separate its parts.
_STOP = cython.declare(cython.int, 7)
_COMMA = cython.declare(cython.int, 8)

_RUNNING_TEXT_WORDS = cython.declare(cython.Py_ssize_t, 8)
"""Words from which a block with a full stop or comma counts as running text."""
_REPEATED = cython.declare(cython.Py_ssize_t, 3)
"""Blocks with the same text that make it a label ("Reply", "Read more")."""


@views.checked
def block_columns(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    depth: views.Ints,
    chars: views.Ints,
    roles: views.Bytes,
    heading_levels: views.Bytes,
    first: views.Ints,
    holder: views.Ints,
    totals: views.Ints,
    counts: views.Ints,
    dated: views.Bytes,
    repeats: views.Ints,
    row_sums: views.Ints,
    groups: views.Ints,
    bits: views.Bits,
) -> tuple[BlockColumns, npt.NDArray[np.float64]]:
    """Check columns over the rows of a page, tables over tags and columns over blocks, and keep them.

    Beside the page's own columns, they are what ``gather_blocks``, ``measure_text``, ``sum_rows`` and ``bits_around``
    returned. Also returns sums over the text of each block, one row each: words, at least 1; the share of characters in
    links; words of running text outside of links; signs that end a sentence.
    """
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(depth)
    views.align(chars)
    views.align(first)
    views.align(holder)
    views.align(totals)
    views.align(counts)
    views.align(repeats)
    views.align(row_sums)
    views.align(groups)
    views.align(bits)
    rows: cython.Py_ssize_t = tag.shape[0]
    blocks: cython.Py_ssize_t = first.shape[0]
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("depth", depth.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    feature_steps.check_length("heading_levels", heading_levels.shape[0], _TAGS)
    feature_steps.check_length("holder", holder.shape[0], blocks)
    feature_steps.check_length("totals", totals.shape[0], 4 * blocks)
    feature_steps.check_length("counts", counts.shape[0], (blocks + 1) * _COUNTS)
    feature_steps.check_length("dated", dated.shape[0], blocks)
    feature_steps.check_length("repeats", repeats.shape[0], blocks)
    feature_steps.check_length("row_sums", row_sums.shape[0], (rows + 1) * _SUMS)
    feature_steps.check_length("groups", groups.shape[0], rows)
    feature_steps.check_length("bits", bits.shape[0], 4 * blocks)
    # What was checked cannot be changed later.
    parent, end, groups = _copy(parent), _copy(end), _copy(groups)
    first, holder, row_sums = _copy(first), _copy(holder), _copy(row_sums)
    _check_tree(parent, end, row_sums, groups, blocks)
    _check_blocks(first, holder, groups, rows)
    columns: BlockColumns = BlockColumns()
    columns.rows, columns.blocks = rows, blocks
    columns.tag, columns.parent, columns.end, columns.depth, columns.chars = tag, parent, end, depth, chars
    columns.roles, columns.first, columns.holder, columns.totals, columns.counts = roles, first, holder, totals, counts
    columns.dated, columns.repeats, columns.row_sums, columns.groups = dated, repeats, row_sums, groups
    columns.bits = bits
    text_sums = np.zeros((4, blocks), dtype=np.float64)
    columns.text_sums = text_sums.reshape(-1).data
    columns.sums_before = np.zeros(4 * (blocks + 1), dtype=np.float64).data
    columns.words_before = np.zeros(blocks + 1, dtype=np.float64).data
    columns.levels = np.empty(blocks, dtype=np.uint8).data
    with cython.nogil:
        _sum_text(columns, heading_levels)
    return columns, text_sums


def _copy(column: views.Ints) -> Any:  # noqa: ANN401 - a memoryview, as which a column is declared
    return np.array(column).data


@cython.cclass
class BlockColumns:
    """Columns over the rows of a page and its blocks; numbers that refer to a row or a block are checked copies."""

    rows: cython.Py_ssize_t
    blocks: cython.Py_ssize_t
    tag: views.Tags
    parent: views.Ints
    end: views.Ints
    depth: views.Ints
    chars: views.Ints
    roles: views.Bytes
    """What a tag is, as bits (``dehusk.methods.learned.learned_blocks.TAG_ROLES``)."""
    row_sums: views.Ints
    groups: views.Ints
    first: views.Ints
    """The row of each block's first leaf."""
    holder: views.Ints
    """The element that holds each block."""
    totals: views.Ints
    counts: views.Ints
    dated: views.Bytes
    repeats: views.Ints
    bits: views.Bits
    levels: views.NewBytes
    """The level of the heading that each block is, or 0."""
    text_sums: views.NewFloats
    """Words, the share of characters in links, running words and full stops of blocks, one column after the other."""
    sums_before: views.NewFloats
    """Running words, full stops, dates and repeated texts of all blocks before each one; and of all."""
    words_before: views.NewFloats
    """Words before each block, and of all blocks."""


@cython.cfunc
def _check_tree(
    parent: views.Ints, end: views.Ints, row_sums: views.Ints, groups: views.Ints, blocks: cython.Py_ssize_t
) -> cython.bint:
    """Check that rows are a tree, that the sums count its blocks, and that rows with children are in a group."""
    rows: cython.Py_ssize_t = end.shape[0]
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t = _BLOCKS
    for row in range(rows):
        if end[row] <= row or end[row] > rows or parent[row] >= row or (parent[row] < 0 and row > 0):
            raise IndexError(f"row {row} has parent {parent[row]} and ends at {end[row]}")
        if row_sums[at] < 0 or row_sums[at] > row_sums[at + _SUMS]:
            raise IndexError(f"row {row} has another number of blocks")
        if groups[row] >= rows or groups[parent[row] if row > 0 else 0] < 0:
            raise IndexError(f"row {row} is in group {groups[row]}")
        at += _SUMS
    if row_sums[at] != blocks:
        raise IndexError("the sums are of other blocks")
    return True


@cython.cfunc
def _check_blocks(first: views.Ints, holder: views.Ints, groups: views.Ints, rows: cython.Py_ssize_t) -> cython.bint:
    """Check that blocks are in rows, and that those that hold them are in a group."""
    block: cython.Py_ssize_t
    for block in range(first.shape[0]):
        if first[block] < 0 or first[block] >= rows:
            raise IndexError(f"block {block} begins in row {first[block]} of {rows}")
        if holder[block] < 0 or holder[block] >= rows or groups[holder[block]] < 0:
            raise IndexError(f"block {block} is held by row {holder[block]} of {rows}")
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_text(columns: BlockColumns, heading_levels: views.Bytes) -> cython.void:
    """Write the columns over blocks that follow from others."""
    totals: views.Ints = columns.totals
    counts: views.Ints = columns.counts
    sums: views.NewFloats = columns.text_sums
    before: views.NewFloats = columns.sums_before
    blocks: cython.Py_ssize_t = columns.blocks
    block: cython.Py_ssize_t
    stops: cython.Py_ssize_t
    at: cython.Py_ssize_t
    words: cython.double
    link_share: cython.double
    for block in range(blocks):
        words = max(1, totals[blocks + block])
        link_share = cython.cast(cython.double, totals[2 * blocks + block])
        link_share = link_share / (max(1, totals[block]))
        stops = counts[block * _COUNTS + _STOP]
        sums[block] = words
        sums[blocks + block] = link_share
        if words >= _RUNNING_TEXT_WORDS and stops + counts[block * _COUNTS + _COMMA] > 0:
            sums[2 * blocks + block] = words * (1 - link_share)
        sums[3 * blocks + block] = stops
        at = 4 * block
        before[at + 4] = before[at] + sums[2 * blocks + block]
        before[at + 5] = before[at + 1] + stops
        before[at + 6] = before[at + 2] + (columns.dated[block] != 0)
        before[at + 7] = before[at + 3] + (columns.repeats[block] >= _REPEATED)
        columns.words_before[block + 1] = columns.words_before[block] + words
        columns.levels[block] = heading_levels[columns.tag[columns.holder[block]]]
