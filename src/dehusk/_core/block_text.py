"""The blocks of a page and what is counted in their text, for the learned method (``dehusk._core.block_columns``)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import numpy as np

from dehusk._core import feature_steps, views

_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HASH_START = cython.declare(cython.ulonglong, 0xCBF29CE484222325)
_HASH_FACTOR = cython.declare(cython.ulonglong, 0x100000001B3)

# What a tag is, as bits (dehusk.methods.learned.learned_blocks.TAG_ROLES).
_BLOCK = cython.declare(cython.int, 1)
_BREAK = cython.declare(cython.int, 2)

# The classes of characters (dehusk.page.text_measures), and the bits beside them in a table of signs.
_SPACE = cython.declare(cython.int, 0)
_DIGIT = cython.declare(cython.int, 3)
_STOP = cython.declare(cython.int, 7)
_CLASSES = cython.declare(cython.Py_ssize_t, 16)
"""As many as a table of signs can name."""
_SEPARATOR = cython.declare(cython.int, 16)
_COPYRIGHT = cython.declare(cython.int, 32)
# Columns of counts: one per class, then separators and copyright signs.
_COUNTS = cython.declare(cython.Py_ssize_t, 18)

_COLON = cython.declare(cython.int, 58)
_ZERO = cython.declare(cython.int, 48)
_ONE = cython.declare(cython.int, 49)
_TWO = cython.declare(cython.int, 50)
_NINE = cython.declare(cython.int, 57)
_YEAR_DIGITS = cython.declare(cython.Py_ssize_t, 4)
_DATE_WORDS = cython.declare(cython.Py_ssize_t, 20)
"""A longer block is text that mentions a date."""


@cython.cfunc
def gather_blocks(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    roles: views.Bytes,
    most: cython.Py_ssize_t,
    leaf_rows: views.NewInts,
    of_leaf: views.NewInts,
    holder: views.NewInts,
) -> cython.Py_ssize_t:
    """Gather the leaves of a page into blocks, at most ``most``; return how many there are.

    Writes the row and the block of each leaf, and -1 as the row after the last one; and the block-level element around
    each row.
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    ends_block: views.NewBytes = np.zeros(rows + 1, dtype=np.uint8).data
    row: cython.Py_ssize_t
    leaf: cython.Py_ssize_t
    role: cython.int
    leaves: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    is_new: cython.bint = True
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
        leaf_rows[leaves] = -1
        if count > most:
            for leaf in range(leaves):
                of_leaf[leaf] = of_leaf[leaf] * most // count
            count = most
    return count


@cython.cfunc
def sum_leaves(
    leaf_rows: views.NewInts,
    of_leaf: views.NewInts,
    chars: views.Ints,
    words: views.Ints,
    in_link: views.Bytes,
    first: views.NewInts,
    total: views.NewInts,
) -> cython.Py_ssize_t:
    """Sum the leaves of each block; return how many there are.

    Writes the row of each block's first leaf; and its characters, words, characters in links and leaves, one row each.
    """
    blocks: cython.Py_ssize_t = first.shape[0]
    leaf: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        while leaf_rows[leaf] >= 0:
            block = of_leaf[leaf]
            row = leaf_rows[leaf]
            if block != last:
                first[block] = row
                last = block
            total[block] += chars[row]
            total[blocks + block] += words[row]
            if in_link[row]:
                total[2 * blocks + block] += chars[row]
            total[3 * blocks + block] += 1
            leaf += 1
    return leaf


@cython.cfunc
def count_signs(
    text: str,
    kinds: views.Bytes,
    signs: views.Bytes,
    bounds: views.NewInts,
    totals: views.NewInts,
    count: views.NewInts,
    dated: views.NewBytes,
) -> cython.bint:
    """Count the characters of blocks by class, separators and copyright signs, and find dates; ``bounds`` are checked.

    Writes one row of counts per block, and one for the text before the first block; and whether a block is short and
    has a year or a time of day. ``totals``: those of :func:`sum_leaves`.
    """
    blocks: cython.Py_ssize_t = bounds.shape[0] - 1
    block: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    run_start: cython.Py_ssize_t = -1
    run_block: cython.Py_ssize_t = 0
    colon: cython.Py_ssize_t = -2
    colon_block: cython.Py_ssize_t = 0
    entry: cython.int
    kind: cython.int
    # One row of counts for every fourth character: the next one need not wait until a count is written.
    lanes: views.NewInts = np.zeros(64, dtype=np.intp).data
    # The text before the first block, then the blocks; at the end the last number ends.
    for block in range(-1, blocks):
        at = (block if block >= 0 else blocks) * _COUNTS
        for i in range(bounds[block] if block >= 0 else 0, bounds[block + 1]):
            kind = kinds[i] & 15
            lanes[(i & 3) << 4 | kind] += 1
            if kind == _DIGIT:
                if run_start < 0:
                    run_start = i
                    run_block = block if block >= 0 else blocks
                continue
            if run_start >= 0:
                dated[run_block] |= _is_year(text, run_start, i)
                dated[colon_block] |= i - run_start > 1 and colon == run_start - 1
                run_start = -1
                if views.char_at(text, i) == _COLON:
                    colon = i
                    colon_block = block if block >= 0 else blocks
            if kind >= _STOP:
                entry = signs[views.char_at(text, i)]
                count[at + _CLASSES] += entry & _SEPARATOR != 0
                count[at + _CLASSES + 1] += entry & _COPYRIGHT != 0
        for i in range(16):
            count[at + i] += (lanes[i] + lanes[16 + i]) + (lanes[32 + i] + lanes[48 + i])
            lanes[i] = lanes[16 + i] = lanes[32 + i] = lanes[48 + i] = 0
    i = bounds[blocks]
    if run_start >= 0:
        dated[run_block] |= _is_year(text, run_start, i)
        dated[colon_block] |= i - run_start > 1 and colon == run_start - 1
    for block in range(blocks):
        if totals[blocks + block] > _DATE_WORDS:
            dated[block] = 0
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _is_year(text: str, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    if stop - start != _YEAR_DIGITS:
        return False
    first: cython.int = views.char_at(text, start)
    second: cython.int = views.char_at(text, start + 1)
    return (first == _ONE and second == _NINE) or (first == _TWO and second == _ZERO)


@cython.cfunc
def find_repeats(
    text: str, kinds: views.Bytes, bounds: views.NewInts, repeat: views.NewInts, seen: views.NewBytes
) -> cython.bint:
    """Write how many blocks have each block's text, except for white space, and whether an earlier one has it."""
    solid: views.NewInts = np.empty(2 * bounds.shape[0], dtype=np.intp).data
    block: cython.Py_ssize_t
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    for block in range(bounds.shape[0] - 1):
        start = bounds[block]
        stop = bounds[block + 1]
        while start < stop and kinds[start] == _SPACE:
            start += 1
        while start < stop and kinds[stop - 1] == _SPACE:
            stop -= 1
        solid[2 * block] = start
        solid[2 * block + 1] = stop
    _count_repeats(text, solid, repeat, seen)
    return True


@cython.cfunc
def _count_repeats(text: str, solid: views.NewInts, repeat: views.NewInts, seen: views.NewBytes) -> cython.bint:
    """Count the blocks with each block's text; only texts of the same length are compared, by a number for each."""
    blocks: cython.Py_ssize_t = repeat.shape[0]
    slots: cython.Py_ssize_t = 64
    while slots < 2 * blocks:
        slots *= 2
    # In each slot, how many blocks have a length; and 1 more than the last block so far with a text.
    room: views.NewInts = np.zeros(2 * slots + blocks, dtype=np.intp).data
    same_length: views.NewInts = room[:slots]
    last: views.NewInts = room[slots : 2 * slots]
    before: views.NewInts = room[2 * slots :]
    keys: views.NewHashes = np.empty(blocks, dtype=np.uint64).data
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
            key = ((key ^ cython.cast(cython.ulonglong, views.char_at(text, i))) * _HASH_FACTOR) & _MASK
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
def begin_in(text: str, kinds: views.Bytes, bounds: views.Ints, length: cython.Py_ssize_t, searched: str) -> list[int]:
    """The blocks whose first ``length`` characters, white space left out, may be part of the text ``searched``.

    All that are part of it are among them, and few others; blocks with fewer characters are not.
    """
    views.align(bounds)
    feature_steps.check_length("kinds", kinds.shape[0], len(text))
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
    key: cython.ulonglong = 0
    leaving: cython.ulonglong = 1
    for i in range(wanted):
        leaving = (leaving * _HASH_FACTOR) & _MASK
    for i in range(len(searched)):
        key = (key * _HASH_FACTOR + cython.cast(cython.ulonglong, views.char_at(searched, i))) & _MASK
        if i >= wanted:
            key = (key - leaving * cython.cast(cython.ulonglong, views.char_at(searched, i - wanted))) & _MASK
        if i >= wanted - 1:
            is_there[(key >> 20) & (slots - 1)] = 1
    for block in range(blocks):
        key = 0
        taken = 0
        for i in range(bounds[block], bounds[block + 1]):
            if kinds[i] == _SPACE:
                continue
            key = (key * _HASH_FACTOR + cython.cast(cython.ulonglong, views.char_at(text, i))) & _MASK
            taken += 1
            if taken == wanted:
                if is_there[(key >> 20) & (slots - 1)]:
                    found.append(block)
                break
    return found
