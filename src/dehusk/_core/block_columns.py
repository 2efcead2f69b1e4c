"""The blocks of a page and all that the features of the learned method are computed from, in one object.

What the functions that write features (``dehusk._core.feature_matrix``) read is checked or made here.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core import block_rows, block_text, feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_CODE_POINTS = cython.declare(cython.Py_ssize_t, 0x110000)
# Numbers per block in the counts of block_text, per row in the sums of block_rows.
_COUNTS = cython.declare(cython.Py_ssize_t, 18)
_SUMS = cython.declare(cython.Py_ssize_t, 7)
# Classes of characters that end a sentence, and that separate its parts.
_STOP = cython.declare(cython.int, 7)
_COMMA = cython.declare(cython.int, 8)

_RUNNING_TEXT_WORDS = cython.declare(cython.Py_ssize_t, 8)
"""Words from which a block with a full stop or comma counts as running text."""
_REPEATED = cython.declare(cython.Py_ssize_t, 3)
"""Blocks with the same text that make it a label ("Reply", "Read more")."""
_MOST = cython.declare(cython.double, 30.0)
"""Log-odds are cut to this."""


@views.checked
def describe_blocks(
    text: str,
    kinds: views.Bytes,
    offset: views.Ints,
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    depth: views.Ints,
    chars: views.Ints,
    words: views.Ints,
    in_link: views.Bytes,
    class_kind: views.Ints,
    class_bits: views.Bits,
    roles: views.Bytes,
    heading_levels: views.Bytes,
    tag_bits: views.Bits,
    signs: views.Bytes,
    most: cython.Py_ssize_t,
) -> tuple[Any, ...]:
    """Gather the leaves of a page into blocks, at most ``most``, and measure these.

    ``text`` to ``class_bits`` are columns of a page, ``roles`` to ``tag_bits`` tables over tags, ``signs`` is one over
    all characters. Returns what :func:`write_features` reads; the block of each leaf; of each block, the row of its
    first leaf, the element that holds it, where its text begins (and the end of the text), its characters, words,
    characters in links and leaves (one row each), its words (at least 1), its characters by class, whether it has a
    date, how many blocks have its text, and whether an earlier one has it.
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    _check_columns(offset, parent, end, depth, chars, words, in_link, class_kind, class_bits, rows)
    feature_steps.check_length("kinds", kinds.shape[0], len(text))
    views.align(tag)
    views.align(tag_bits)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    feature_steps.check_length("heading_levels", heading_levels.shape[0], _TAGS)
    feature_steps.check_length("tag_bits", tag_bits.shape[0], _TAGS)
    feature_steps.check_length("signs", signs.shape[0], _CODE_POINTS)
    if most < 1:
        raise ValueError(f"there must be room for one block, not {most}")
    columns: BlockColumns = BlockColumns()
    memory = np.empty(6 * rows + 1 + (rows + 1) * _SUMS, dtype=np.intp)
    room: views.NewInts = memory.data
    columns.of_leaf = room[:rows]
    columns.leaf_rows = room[rows : 2 * rows + 1]
    # What was checked cannot be changed later.
    parents: views.NewInts = room[2 * rows + 1 : 3 * rows + 1]
    ends: views.NewInts = room[3 * rows + 1 : 4 * rows + 1]
    _copy_tree(tag, parent, end, parents, ends)
    columns.rows, columns.tag, columns.depth, columns.roles = rows, tag, depth, roles
    columns.parent, columns.end = parents, ends
    columns.groups = room[4 * rows + 1 : 5 * rows + 1]
    around: views.NewInts = room[5 * rows + 1 : 6 * rows + 1]
    columns.row_sums = room[6 * rows + 1 :]
    blocks: cython.Py_ssize_t = block_text.gather_blocks(
        tag, columns.parent, columns.end, chars, roles, most, columns.leaf_rows, columns.of_leaf, around
    )
    totals = np.zeros((4, blocks), dtype=np.intp)
    numbers = np.empty((3, blocks), dtype=np.intp)
    number: views.NewInts = numbers.reshape(-1).data
    columns.blocks, columns.totals = blocks, totals.reshape(-1).data
    columns.first, columns.holder = number[:blocks], number[blocks : 2 * blocks]
    columns.repeats = number[2 * blocks :]
    leaves: cython.Py_ssize_t = block_text.sum_leaves(
        columns.leaf_rows, columns.of_leaf, chars, words, in_link, columns.first, columns.totals
    )
    block: cython.Py_ssize_t
    for block in range(blocks):
        columns.holder[block] = around[columns.first[block]]
        if tag[columns.holder[block]] == 0:
            raise IndexError(f"block {block} is held by text")
    bounds, counts, dated, seen = _measure_text(columns, text, kinds, signs, offset)
    _measure_rows(columns, chars, in_link, class_kind, class_bits, tag_bits)
    at_least_one = _sum_text(columns, heading_levels)
    first_rows, holders = np.array(numbers[0]), np.array(numbers[1])
    of_leaves = np.array(memory[:leaves])
    repeats = numbers[2]
    return columns, of_leaves, first_rows, holders, bounds, totals, at_least_one, counts, dated, repeats, seen


@cython.cfunc
def _check_columns(
    offset: views.Ints,
    parent: views.Ints,
    end: views.Ints,
    depth: views.Ints,
    chars: views.Ints,
    words: views.Ints,
    in_link: views.Bytes,
    class_kind: views.Ints,
    class_bits: views.Bits,
    rows: cython.Py_ssize_t,
) -> cython.bint:
    """Check that columns of a page are of one length."""
    views.align(offset)
    views.align(parent)
    views.align(end)
    views.align(depth)
    views.align(chars)
    views.align(words)
    views.align(class_kind)
    views.align(class_bits)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("depth", depth.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("words", words.shape[0], rows)
    feature_steps.check_length("in_link", in_link.shape[0], rows)
    feature_steps.check_length("class_kind", class_kind.shape[0], rows)
    feature_steps.check_length("class_bits", class_bits.shape[0], rows)
    return True


@cython.cfunc
def _copy_tree(
    tag: views.Tags, parent: views.Ints, end: views.Ints, parents: views.NewInts, ends: views.NewInts
) -> cython.bint:
    """Copy the columns of a tree; check that rows are one, in which text has no children."""
    rows: cython.Py_ssize_t = end.shape[0]
    row: cython.Py_ssize_t
    for row in range(rows):
        parents[row] = parent[row]
        ends[row] = end[row]
        if ends[row] <= row or ends[row] > rows or parents[row] >= row or (parents[row] < 0 and row > 0):
            raise IndexError(f"row {row} has parent {parents[row]} and ends at {ends[row]}")
        if tag[parents[row] if row > 0 else 0] == 0:
            raise IndexError(f"row {row} is in text")
    return True


@cython.cclass
class BlockColumns:
    """Columns over the rows of a page and its blocks; numbers that refer to a row or a block are checked copies."""

    rows: cython.Py_ssize_t
    blocks: cython.Py_ssize_t
    tag: views.Tags
    parent: views.Ints
    end: views.Ints
    depth: views.Ints
    roles: views.Bytes
    """What a tag is, as bits (``dehusk.methods.learned.learned_blocks.TAG_ROLES``)."""
    row_sums: views.NewInts
    groups: views.NewInts
    """A number that siblings of the same tag and kind share, -1 for text ..."""
    group_count: cython.Py_ssize_t
    """... and how many there are."""
    leaf_rows: views.NewInts
    of_leaf: views.NewInts
    """The row and the block of each leaf; after the last one the row is -1."""
    first: views.NewInts
    """The row of each block's first leaf."""
    holder: views.NewInts
    """The element that holds each block."""
    totals: views.NewInts
    counts: views.NewInts
    dated: views.NewBytes
    repeats: views.NewInts
    seen: views.NewBytes
    bits: views.NewBits
    levels: views.NewBytes
    """The level of the heading that each block is, or 0."""
    text_sums: views.NewFloats
    """Words, the share of characters in links, running words and full stops of blocks, one column after the other."""
    sums_before: views.NewFloats
    """Running words, full stops, dates and repeated texts of all blocks before each one; and of all."""
    words_before: views.NewFloats
    """Words before each block, and of all blocks."""


@cython.cfunc
def _measure_text(
    columns: BlockColumns, text: str, kinds: views.Bytes, signs: views.Bytes, offset: views.Ints
) -> tuple[Any, ...]:
    """Write what is counted in the text of blocks."""
    blocks: cython.Py_ssize_t = columns.blocks
    starts = np.empty(blocks + 1, dtype=np.intp)
    bounds: views.NewInts = starts.data
    block: cython.Py_ssize_t
    bounds[blocks] = len(text)
    for block in range(blocks - 1, -1, -1):
        bounds[block] = offset[columns.first[block]]
        if bounds[block] < 0 or bounds[block] >= bounds[block + 1]:
            raise IndexError(f"block {block} begins at {bounds[block]}")
    counts = np.zeros((blocks + 1, _COUNTS), dtype=np.intp)
    dates = np.zeros(blocks + 1, dtype=np.uint8)
    seen = np.zeros(blocks, dtype=np.bool_)
    columns.counts, columns.dated, columns.seen = counts.reshape(-1).data, dates.data, seen.data
    for block in range(blocks):
        columns.repeats[block] = 1
    block_text.count_signs(text, kinds, signs, bounds, columns.totals, columns.counts, columns.dated)
    block_text.find_repeats(text, kinds, bounds, columns.repeats, columns.seen)
    return starts, counts, dates[:blocks], seen


@cython.cfunc
def _measure_rows(
    columns: BlockColumns,
    chars: views.Ints,
    in_link: views.Bytes,
    class_kind: views.Ints,
    class_bits: views.Bits,
    tag_bits: views.Bits,
) -> cython.bint:
    """Write the sums over rows, the groups of siblings and the bits around blocks."""
    columns.bits = np.zeros(4 * columns.blocks, dtype=np.int64).data
    block_rows.sum_rows(columns.tag, chars, in_link, columns.roles, columns.first, columns.row_sums)
    columns.group_count = block_rows.group_siblings(columns.tag, columns.parent, class_kind, columns.groups)
    block_rows.bits_around(
        columns.tag,
        columns.parent,
        columns.end,
        columns.row_sums,
        class_bits,
        tag_bits,
        columns.first,
        columns.holder,
        columns.bits,
    )
    return True


@cython.cfunc
def _sum_text(columns: BlockColumns, heading_levels: views.Bytes) -> object:
    """Write the columns over blocks that follow from others; return the words of blocks, at least 1."""
    blocks: cython.Py_ssize_t = columns.blocks
    floats = np.zeros(9 * blocks + 5, dtype=np.float64)
    number: views.NewFloats = floats.data
    columns.text_sums = number[: 4 * blocks]
    columns.sums_before = number[4 * blocks : 8 * blocks + 4]
    columns.words_before = number[8 * blocks + 4 :]
    columns.levels = np.empty(blocks, dtype=np.uint8).data
    totals: views.NewInts = columns.totals
    counts: views.NewInts = columns.counts
    sums: views.NewFloats = columns.text_sums
    before: views.NewFloats = columns.sums_before
    block: cython.Py_ssize_t
    stops: cython.Py_ssize_t
    at: cython.Py_ssize_t
    words: cython.double
    link_share: cython.double
    with cython.nogil:
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
    return floats[:blocks]


@views.checked
def selected_rows(
    columns: BlockColumns, keep: views.Bytes, logits: views.Floats, scale: cython.double, offset: cython.double
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Which rows are leaves of blocks that are kept, and how likely leaves are content; 0 for other rows.

    ``keep``, ``logits``: of blocks. ``scale``, ``offset``: what turns logits into log-odds.
    """
    views.align(logits)
    blocks: cython.Py_ssize_t = columns.blocks
    feature_steps.check_length("keep", keep.shape[0], blocks)
    feature_steps.check_length("logits", logits.shape[0], blocks)
    odds = np.empty(blocks, dtype=np.float64)
    odds_against: views.NewFloats = odds.data
    kept_rows = np.zeros(columns.rows, dtype=np.bool_)
    scores = np.zeros(columns.rows, dtype=np.float64)
    is_kept: views.NewBytes = kept_rows.data
    score: views.NewFloats = scores.data
    block: cython.Py_ssize_t
    leaf: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for block in range(blocks):
        odds_against[block] = min(_MOST, max(-_MOST, -(scale * logits[block] + offset)))
    # The vectors of numpy and the C library differ in the last bits.
    np.exp(odds, out=odds)
    with cython.nogil:
        while columns.leaf_rows[leaf] >= 0:
            row = columns.leaf_rows[leaf]
            block = columns.of_leaf[leaf]
            is_kept[row] = keep[block]
            score[row] = 1.0 / (1.0 + odds_against[block])
            leaf += 1
    return kept_rows, scores
