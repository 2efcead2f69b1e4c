"""The blocks of a page and the features of their text, for the learned method.

``dehusk.methods.learned`` declares the features and says what they mean; a function here writes the columns of one
group into the matrix of all features, which has one row per block.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk._core.block_columns import BlockColumns

_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_CODE_POINTS = cython.declare(cython.Py_ssize_t, 0x110000)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HASH_START = cython.declare(cython.ulonglong, 0xCBF29CE484222325)
_HASH_FACTOR = cython.declare(cython.ulonglong, 0x100000001B3)

# What a tag is, as bits (dehusk.methods.learned.learned_blocks.TAG_ROLES).
_BLOCK = cython.declare(cython.int, 1)
_BREAK = cython.declare(cython.int, 2)

# The classes of characters (dehusk.page.text_measures), and the bits beside them in a table of signs.
_SPACE = cython.declare(cython.int, 0)
_LETTER = cython.declare(cython.int, 1)
_UPPER = cython.declare(cython.int, 2)
_DIGIT = cython.declare(cython.int, 3)
_IDEOGRAPH = cython.declare(cython.int, 4)
_DENSE = cython.declare(cython.int, 5)
_MARK = cython.declare(cython.int, 6)
_STOP = cython.declare(cython.int, 7)
_COMMA = cython.declare(cython.int, 8)
_OTHER = cython.declare(cython.int, 9)
_CLASSES = cython.declare(cython.Py_ssize_t, 16)
"""As many as a table of signs can name."""
_SEPARATOR = cython.declare(cython.int, 16)
_COPYRIGHT = cython.declare(cython.int, 32)
# Columns of counts: one per class, then separators and copyright signs.
_COUNTS = cython.declare(cython.Py_ssize_t, 18)

_YEAR_DIGITS = cython.declare(cython.Py_ssize_t, 4)
_DATE_WORDS = cython.declare(cython.Py_ssize_t, 20)
"""A longer block is text that mentions a date."""
_RUNNING_TEXT_WORDS = cython.declare(cython.Py_ssize_t, 8)
"""Words from which a block with a full stop or comma counts as running text."""
_TEXT_FEATURES = cython.declare(cython.Py_ssize_t, 20)


@views.checked
def gather_blocks(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    words: views.Ints,
    in_link: views.Bytes,
    roles: views.Bytes,
    most: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Gather the leaves of a page into blocks, at most ``most``.

    Returns the block of each leaf; the row of each block's first leaf; the block-level element that holds each block;
    and a matrix with one column per block: its characters, words, characters in links and leaves.
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    limit: cython.Py_ssize_t = most
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(chars)
    views.align(words)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("words", words.shape[0], rows)
    feature_steps.check_length("in_link", in_link.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    if limit < 1:
        raise ValueError(f"there must be room for one block, not {most}")
    ends_block: views.NewBytes = np.zeros(rows + 1, dtype=np.uint8).data
    holder: views.NewInts = np.empty(rows, dtype=np.intp).data
    leaf_blocks = np.empty(rows, dtype=np.intp)
    of_leaf: views.NewInts = leaf_blocks.data
    leaf_rows: views.NewInts = np.empty(rows, dtype=np.intp).data
    row: cython.Py_ssize_t
    role: cython.int
    leaves: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    is_new: cython.bint = True
    for row in range(rows):
        if end[row] <= row or end[row] > rows or parent[row] >= row or (parent[row] < 0 and row > 0):
            raise IndexError(f"row {row} has parent {parent[row]} and ends at {end[row]}")
    with cython.nogil:
        for row in range(rows):
            role = roles[tag[row]]
            if role & _BLOCK:
                ends_block[end[row]] = 1
                holder[row] = row
                is_new = True
            else:
                holder[row] = holder[parent[row]] if row > 0 else 0
                if role & _BREAK or ends_block[row]:
                    is_new = True
            if chars[row] > 0:
                count += is_new
                is_new = False
                of_leaf[leaves] = count - 1
                leaf_rows[leaves] = row
                leaves += 1
    leaf: cython.Py_ssize_t
    if count > limit:
        with cython.nogil:
            for leaf in range(leaves):
                of_leaf[leaf] = of_leaf[leaf] * limit // count
            count = limit
    first_rows = np.empty(count, dtype=np.intp)
    first: views.NewInts = first_rows.data
    holders = np.empty(count, dtype=np.intp)
    held_by: views.NewInts = holders.data
    totals = np.zeros((4, count), dtype=np.intp)
    total: views.NewInts = totals.reshape(-1).data
    block: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        for leaf in range(leaves):
            block = of_leaf[leaf]
            row = leaf_rows[leaf]
            if block != last:
                first[block] = row
                held_by[block] = holder[row]
                last = block
            total[block] += chars[row]
            total[count + block] += words[row]
            if in_link[row]:
                total[2 * count + block] += chars[row]
            total[3 * count + block] += 1
    return leaf_blocks[:leaves], first_rows, holders, totals


@views.checked
def measure_text(
    text: str, table: views.Bytes, bounds: views.Ints, words: views.Ints
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.uint8], npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Measure the text of blocks; ``bounds``: where each begins, and the end of the text.

    Returns the number of characters by class, of separators and of copyright signs (one row per block, and one for the
    text before the first block); whether a block is short and has a year or a time of day; how many blocks have its
    text, white space around it ignored; and whether an earlier block has it.
    """
    views.align(bounds)
    views.align(words)
    feature_steps.check_length("table", table.shape[0], _CODE_POINTS)
    blocks: cython.Py_ssize_t = bounds.shape[0] - 1
    feature_steps.check_length("words", words.shape[0], blocks)
    block: cython.Py_ssize_t
    if blocks < 0 or bounds[0] < 0 or bounds[blocks] != len(text):
        raise IndexError("the bounds are not those of the text")
    for block in range(blocks):
        if bounds[block + 1] <= bounds[block]:
            raise IndexError(f"bound {block + 1} is {bounds[block + 1]}")
    counts = np.zeros((blocks + 1, _COUNTS), dtype=np.intp)
    count: views.NewInts = counts.reshape(-1).data
    dates = np.zeros(blocks + 1, dtype=np.uint8)
    dated: views.NewBytes = dates.data
    solid: views.NewInts = np.zeros(2 * blocks + 2, dtype=np.intp).data
    at: cython.Py_ssize_t = blocks * _COUNTS
    block = blocks
    following: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    limit: cython.Py_ssize_t = bounds[0]
    run_start: cython.Py_ssize_t = -1
    run_block: cython.Py_ssize_t = 0
    colon: cython.Py_ssize_t = -2
    colon_block: cython.Py_ssize_t = 0
    first_digit: cython.Py_UCS4 = "0"
    second_digit: cython.Py_UCS4 = "0"
    char: cython.Py_UCS4
    entry: cython.int
    kind: cython.int
    for char in text:
        if i == limit:
            block = following
            at = block * _COUNTS
            following += 1
            limit = bounds[following]
        entry = table[ord(char)]
        kind = entry & 15
        count[at + kind] += 1
        if entry > 15:
            count[at + _CLASSES] += entry & _SEPARATOR != 0
            count[at + _CLASSES + 1] += entry & _COPYRIGHT != 0
        if kind == _DIGIT:
            if run_start < 0:
                run_start = i
                run_block = block
                first_digit = char
            elif i == run_start + 1:
                second_digit = char
        elif run_start >= 0:
            dated[run_block] |= _is_year(i - run_start, first_digit, second_digit)
            dated[colon_block] |= i - run_start > 1 and colon == run_start - 1
            if char == ":":
                colon = i
                colon_block = block
            run_start = -1
        i += 1
    if run_start >= 0:
        dated[run_block] |= _is_year(i - run_start, first_digit, second_digit)
        dated[colon_block] |= i - run_start > 1 and colon == run_start - 1
    for block in range(blocks):
        if words[block] > _DATE_WORDS:
            dated[block] = 0
    _strip(text, table, bounds, solid)
    repeats = np.ones(blocks, dtype=np.intp)
    seen = np.zeros(blocks, dtype=np.bool_)
    _count_repeats(text, solid, repeats.data, seen.data)
    return counts, dates[:blocks], repeats, seen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_year(length: cython.Py_ssize_t, first: cython.Py_UCS4, second: cython.Py_UCS4) -> cython.bint:
    return length == _YEAR_DIGITS and ((first == "1" and second == "9") or (first == "2" and second == "0"))


@cython.cfunc
def _strip(text: str, table: views.Bytes, bounds: views.Ints, solid: views.NewInts) -> cython.bint:
    """Write the first character of each block that is not blank, and the place after the last."""
    block: cython.Py_ssize_t
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    for block in range(bounds.shape[0] - 1):
        start = bounds[block]
        stop = bounds[block + 1]
        while start < stop and table[ord(text[start])] & 15 == _SPACE:
            start += 1
        while start < stop and table[ord(text[stop - 1])] & 15 == _SPACE:
            stop -= 1
        solid[2 * block] = start
        solid[2 * block + 1] = stop
    return True


@cython.cfunc
def _count_repeats(text: str, solid: views.NewInts, repeat: views.NewInts, seen: views.NewBytes) -> cython.bint:
    """Count the blocks with each block's text; only texts of the same length are compared, by a number for each."""
    blocks: cython.Py_ssize_t = repeat.shape[0]
    slots: cython.Py_ssize_t = 64
    while slots < 2 * blocks:
        slots *= 2
    # In each slot, how many blocks have a length; and 1 more than the last block so far with a text.
    same_length: views.NewInts = np.zeros(slots, dtype=np.intp).data
    last: views.NewInts = np.zeros(slots, dtype=np.intp).data
    before: views.NewInts = np.zeros(blocks + 1, dtype=np.intp).data
    keys: views.NewHashes = np.zeros(blocks + 1, dtype=np.uint64).data
    block: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    i: cython.Py_ssize_t
    key: cython.ulonglong
    for block in range(blocks):
        same_length[(solid[2 * block + 1] - solid[2 * block]) & (slots - 1)] += 1
    for block in range(blocks):
        if same_length[(solid[2 * block + 1] - solid[2 * block]) & (slots - 1)] == 1:
            continue
        key = _HASH_START
        for i in range(solid[2 * block], solid[2 * block + 1]):
            key = ((key ^ cython.cast(cython.ulonglong, ord(text[i]))) * _HASH_FACTOR) & _MASK
        keys[block] = key
        slot = feature_steps.mixed(key) & (slots - 1)
        while last[slot] and keys[last[slot] - 1] != key:
            slot = (slot + 1) & (slots - 1)
        before[block] = last[slot]
        if last[slot]:
            repeat[block] = repeat[last[slot] - 1] + 1
            seen[block] = 1
        last[slot] = block + 1
    # The last of the blocks with one text has their number; the others get it from the one behind them.
    for block in range(blocks - 1, -1, -1):
        if before[block]:
            repeat[before[block] - 1] = repeat[block]
    return True


@views.checked
def begin_in(text: str, table: views.Bytes, bounds: views.Ints, length: cython.Py_ssize_t, searched: str) -> list[int]:
    """The blocks whose first ``length`` characters, white space left out, may be part of the text ``searched``.

    All that are part of it are among them, and few others; blocks with fewer characters are not.
    """
    views.align(bounds)
    feature_steps.check_length("table", table.shape[0], _CODE_POINTS)
    blocks: cython.Py_ssize_t = bounds.shape[0] - 1
    wanted: cython.Py_ssize_t = length
    count: cython.Py_ssize_t = len(searched) - wanted + 1
    block: cython.Py_ssize_t
    for block in range(blocks):
        if bounds[block] < 0 or bounds[block + 1] <= bounds[block] or bounds[block + 1] > len(text):
            raise IndexError(f"bound {block + 1} is {bounds[block + 1]}")
    if wanted < 1:
        raise ValueError(f"length must be at least 1, not {length}")
    found: list[int] = []
    if count < 1:
        return found
    slots: cython.Py_ssize_t = 1024
    while slots < 8 * count:
        slots *= 2
    is_there: views.NewBytes = np.zeros(slots, dtype=np.uint8).data
    i: cython.Py_ssize_t
    taken: cython.Py_ssize_t
    char: cython.Py_UCS4
    key: cython.ulonglong = 0
    leaving: cython.ulonglong = 1
    for i in range(wanted):
        leaving = (leaving * _HASH_FACTOR) & _MASK
    for i in range(len(searched)):
        key = (key * _HASH_FACTOR + cython.cast(cython.ulonglong, ord(searched[i]))) & _MASK
        if i >= wanted:
            key = (key - leaving * cython.cast(cython.ulonglong, ord(searched[i - wanted]))) & _MASK
        if i >= wanted - 1:
            is_there[(key >> 20) & (slots - 1)] = 1
    for block in range(blocks):
        key = 0
        taken = 0
        for i in range(bounds[block], bounds[block + 1]):
            char = text[i]
            if table[ord(char)] & 15 == _SPACE:
                continue
            key = (key * _HASH_FACTOR + cython.cast(cython.ulonglong, ord(char))) & _MASK
            taken += 1
            if taken == wanted:
                if is_there[(key >> 20) & (slots - 1)]:
                    found.append(block)
                break
    return found


@views.checked
def text_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> None:
    """Write the features of the blocks' text into the columns of the matrix from ``at``."""
    totals: views.Ints = columns.totals
    counts: views.Ints = columns.counts
    sums: views.NewFloats = columns.text_sums
    repeats: views.Ints = columns.repeats
    blocks: cython.Py_ssize_t = columns.blocks
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, at, _TEXT_FEATURES)
    block: cython.Py_ssize_t
    first: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    total: cython.Py_ssize_t
    place: cython.Py_ssize_t = at
    words: cython.double
    nonspace: cython.double
    letters: cython.double
    unspaced: cython.double
    unlinked: cython.double
    with cython.nogil:
        for block in range(blocks):
            first = block * _COUNTS
            total = 0
            for kind in range(1, _CLASSES):
                total += counts[first + kind]
            nonspace = max(1, total)
            words = sums[block]
            unlinked = words * (1 - sums[blocks + block])
            unspaced = counts[first + _IDEOGRAPH] + counts[first + _DENSE]
            letters = counts[first + _LETTER] + counts[first + _UPPER] + unspaced
            matrix[place] = feature_steps.log_count(totals[block])
            matrix[place + 1] = feature_steps.log_count(totals[blocks + block])
            matrix[place + 2] = sums[blocks + block]
            matrix[place + 3] = nonspace / words
            matrix[place + 4] = letters / nonspace
            matrix[place + 5] = counts[first + _UPPER] / (letters if letters > 1 else 1.0)
            matrix[place + 6] = counts[first + _DIGIT] / nonspace
            matrix[place + 7] = unspaced / nonspace
            matrix[place + 8] = counts[first + _MARK] / nonspace
            matrix[place + 9] = counts[first + _OTHER] / nonspace
            matrix[place + 10] = counts[first + _STOP]
            matrix[place + 11] = counts[first + _COMMA]
            matrix[place + 12] = counts[first + _STOP] / words
            matrix[place + 13] = counts[first + _COMMA] / words
            total = counts[first + _STOP] + counts[first + _COMMA]
            matrix[place + 14] = words >= _RUNNING_TEXT_WORDS and total > 0
            matrix[place + 15] = math.log1p(unlinked)
            matrix[place + 16] = feature_steps.log_count(totals[3 * blocks + block])
            matrix[place + 17] = feature_steps.log_count(repeats[block])
            matrix[place + 18] = counts[first + _CLASSES]
            matrix[place + 19] = counts[first + _CLASSES + 1]
            place += width
