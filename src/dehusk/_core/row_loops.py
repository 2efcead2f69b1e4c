"""Loops over the rows of a page: sums of subtrees, ancestors, groups of equal keys."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import sys
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

COMPILED: bool = cython.compiled
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_LARGEST = cython.declare(cython.Py_ssize_t, sys.maxsize)


@cython.cfunc
def _check_offsets(offset: views.Ints) -> cython.bint:
    """Check that offsets begin at zero or above and never fall, so that no difference of two is too large."""
    row: cython.Py_ssize_t
    if offset[0] < 0:
        raise IndexError(f"the first offset is {offset[0]}")
    for row in range(1, offset.shape[0]):
        if offset[row] < offset[row - 1]:
            raise IndexError(f"offset {row} is {offset[row]}, less than the one before")
    return True


@views.checked
def inside(end: views.Ints, mask: views.Bytes) -> npt.NDArray[np.bool_]:
    """The rows that are in a mask or have an ancestor in it.

    >>> inside(np.array([3, 3, 3]), np.array([False, True, False])).tolist()
    [False, True, True]
    """
    rows: cython.Py_ssize_t = mask.shape[0]
    views.align(end)
    feature_steps.check_length("end", end.shape[0], rows)
    found = np.empty(rows, dtype=np.bool_)
    is_inside: views.NewBytes = found.data
    row: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(rows):
            if mask[row] and end[row] > until:
                until = end[row]
            is_inside[row] = row < until
    return found


@views.checked
def inside_tagged(tag: views.Tags, end: views.Ints, table: views.Bytes) -> npt.NDArray[np.bool_]:
    """The rows whose tag, or that of an ancestor, is in a table over all tag numbers."""
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(end)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("table", table.shape[0], _TAGS)
    found = np.empty(rows, dtype=np.bool_)
    is_inside: views.NewBytes = found.data
    row: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(rows):
            if table[tag[row]] and end[row] > until:
                until = end[row]
            is_inside[row] = row < until
    return found


@views.checked
def above(end: views.Ints, mask: views.Bytes) -> npt.NDArray[np.bool_]:
    """The rows that are in a mask or have a descendant in it.

    >>> above(np.array([3, 3, 3]), np.array([False, True, False])).tolist()
    [True, True, False]
    """
    rows: cython.Py_ssize_t = mask.shape[0]
    views.align(end)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_ends(end)
    found = np.empty(rows, dtype=np.bool_)
    is_above: views.NewBytes = found.data
    row: cython.Py_ssize_t
    following: cython.Py_ssize_t = rows
    with cython.nogil:
        for row in range(rows - 1, -1, -1):
            if mask[row]:
                following = row
            is_above[row] = following < end[row]
    return found


@views.checked
def tagged(tag: views.Tags, table: views.Bytes, mask: views.Bytes) -> npt.NDArray[np.intp]:
    """The rows in a mask whose tag is in a table over all tag numbers.

    >>> table = np.zeros(1 << 16, dtype=np.bool_)
    >>> table[7] = True
    >>> tagged(np.array([7, 5, 7], dtype=np.uint16), table, np.array([True, True, False])).tolist()
    [0]
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    feature_steps.check_length("mask", mask.shape[0], rows)
    feature_steps.check_length("table", table.shape[0], _TAGS)
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(rows):
            count += mask[row] != 0 and table[tag[row]] != 0
    found = np.empty(count, dtype=np.intp)
    at: views.NewInts = found.data
    if count == 0:
        return found
    count = 0
    with cython.nogil:
        for row in range(rows):
            if mask[row] and table[tag[row]]:
                at[count] = row
                count += 1
    return found


@views.checked
def block_numbers(
    tag: views.Tags, end: views.Ints, is_block: views.Bytes, is_break: views.Bytes
) -> npt.NDArray[np.intp]:
    """The number of the block of each row: it grows where a block-level element begins or has ended, and at a break.

    >>> tables = np.zeros((2, 1 << 16), dtype=np.bool_)
    >>> tables[0, 7] = tables[1, 9] = True
    >>> block_numbers(np.array([7, 0, 9, 0], dtype=np.uint16), np.array([4, 2, 3, 4]), *tables).tolist()
    [1, 1, 2, 2]
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(end)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("is_block", is_block.shape[0], _TAGS)
    feature_steps.check_length("is_break", is_break.shape[0], _TAGS)
    feature_steps.check_ends(end)
    numbers = np.empty(rows, dtype=np.intp)
    number: views.NewInts = numbers.data
    ends_block: views.NewBytes = np.zeros(rows + 1, dtype=np.uint8).data
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(rows):
            if is_block[tag[row]]:
                ends_block[end[row]] = 1
                count += 1
            elif ends_block[row] or is_break[tag[row]]:
                count += 1
            number[row] = count
    return numbers


@views.checked
def marked_rows(
    spans: views.Ints, styled: views.Ints, hides: views.Bytes, end: views.Ints, chars: views.Ints
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.intp]]:
    """The marks of each row, as bits, and the characters of the rows with each combination of the bits 1, 2 and 4.

    ``spans``: for each span of rows, in the order of their starts: its first row, the row after its last one, its bit.
    ``styled``: for each attribute that may hide a row and all below it, in the order of the rows: the row, the place of
    its value in ``hides``, which says whether it does; the bit is 4.

    >>> styled, hides, end = np.array([4, 1]), np.array([False, True]), np.array([5, 2, 3, 4, 5])
    >>> marks, counts = marked_rows(np.array([1, 4, 2, 2, 3, 1]), styled, hides, end, np.array([5, 6, 7, 8, 9]))
    >>> marks.tolist(), counts.tolist()
    ([0, 2, 3, 2, 4], [5, 0, 14, 7, 9, 0, 0, 0])
    """
    views.align(spans)
    views.align(styled)
    views.align(end)
    views.align(chars)
    rows: cython.Py_ssize_t = chars.shape[0]
    count: cython.Py_ssize_t = spans.shape[0] // 3
    feature_steps.check_length("spans", spans.shape[0], 3 * count)
    feature_steps.check_length("styled", styled.shape[0], styled.shape[0] // 2 * 2)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_ends(end)
    _check_sums(chars)
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    bit: cython.Py_ssize_t
    for i in range(count):
        bit = spans[3 * i + 2]
        if spans[3 * i] < (spans[3 * i - 3] if i else 0) or spans[3 * i + 1] > rows or bit not in (1, 2, 4):
            raise IndexError(f"span {i} is from {spans[3 * i]} to {spans[3 * i + 1]}, with bit {bit}")
    for i in range(0, styled.shape[0], 2):
        if not (0 <= styled[i] < rows and 0 <= styled[i + 1] < hides.shape[0]):
            raise IndexError(f"row {styled[i]} has value {styled[i + 1]}")
    marks = np.zeros(rows, dtype=np.uint8)
    mark: views.NewBytes = marks.data
    counts = np.zeros(8, dtype=np.intp)
    total: views.NewInts = counts.data
    # Up to which row each bit is marked.
    until: views.NewInts = np.zeros(5, dtype=np.intp).data
    hidden_until: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(count):
            bit = spans[3 * i + 2]
            for row in range(max(spans[3 * i], until[bit]), spans[3 * i + 1]):
                mark[row] |= bit
            until[bit] = max(until[bit], spans[3 * i + 1])
        for i in range(0, styled.shape[0], 2):
            if hides[styled[i + 1]] and styled[i] >= hidden_until:
                hidden_until = end[styled[i]]
                for row in range(styled[i], hidden_until):
                    mark[row] |= 4
        for row in range(rows):
            total[mark[row]] += chars[row]
    return marks, counts


@views.checked
def remaining_rows(
    marks: views.Bytes,
    bits: cython.Py_ssize_t,
    offset: views.Ints,
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    depth: views.Ints,
    attr_start: views.Ints,
    attr_stop: views.Ints,
    chars: views.Ints,
    words: views.Ints,
    classes: views.Bytes,
) -> tuple[
    npt.NDArray[np.uint16], npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.uint8], npt.NDArray[np.intp]
]:
    """The columns of a page without the rows that have one of some bits: whole subtrees, never the first row.

    Returns the tags; the rows that remain, their parents, ends, depths, starts and stops of attributes, characters and
    words, as one array; their offsets; the classes of their characters; and where the parts of the text that remain
    start and stop, in turn.
    """
    rows: cython.Py_ssize_t = marks.shape[0]
    views.align(offset)
    views.align(tag)
    views.align(depth)
    views.align(end)
    views.align(parent)
    views.align(attr_start)
    views.align(attr_stop)
    views.align(chars)
    views.align(words)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("tag", tag.shape[0], rows)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("depth", depth.shape[0], rows)
    feature_steps.check_length("attr_start", attr_start.shape[0], rows)
    feature_steps.check_length("attr_stop", attr_stop.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("words", words.shape[0], rows)
    _check_offsets(offset)
    feature_steps.check_length("classes", classes.shape[0], offset[rows])
    feature_steps.check_ends(end)
    feature_steps.check_parents(parent)
    number: views.NewInts = np.empty(rows + 1, dtype=np.intp).data
    row: cython.Py_ssize_t
    here: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    for row in range(rows):
        number[row] = count
        count += row == 0 or not marks[row] & bits
    number[rows] = count
    tags = np.empty(count, dtype=np.uint16)
    new_tag: views.NewTags = tags.data
    columns = np.empty((8, count), dtype=np.intp)
    column: views.NewInts = columns.reshape(-1).data
    offsets = np.zeros(count + 1, dtype=np.intp)
    new_offset: views.NewInts = offsets.data
    with cython.nogil:
        for row in range(rows):
            here = number[row]
            if here == number[row + 1]:
                continue
            new_tag[here] = tag[row]
            column[here] = row
            column[count + here] = number[parent[row]] if row > 0 else -1
            column[2 * count + here] = number[end[row]]
            column[3 * count + here] = depth[row]
            column[4 * count + here] = attr_start[row]
            column[5 * count + here] = attr_stop[row]
            column[6 * count + here] = chars[row]
            column[7 * count + here] = words[row]
            new_offset[here + 1] = new_offset[here] + (offset[row + 1] - offset[row])
    parts = np.empty(rows + 1, dtype=np.intp)
    part: views.NewInts = parts.data
    part[0] = offset[0]
    count = 1
    for row in range(1, rows + 1):
        if row == rows or (number[row] == number[row + 1]) != (number[row - 1] == number[row]):
            part[count] = offset[row]
            count += 1
    found = np.empty(new_offset[offsets.shape[0] - 1], dtype=np.uint8)
    new_class: views.NewBytes = found.data
    here = 0
    for row in range(0, count - 1, 2):
        views.copy_bytes(new_class, here, classes, part[row], part[row + 1])
        here += part[row + 1] - part[row]
    return tags, columns, offsets, found, parts[:count]


@views.checked
def nearest(parent: views.Ints, mask: views.Bytes) -> npt.NDArray[np.intp]:
    """The nearest of a row and its ancestors that is in a mask; 0 if there is none.

    >>> nearest(np.array([-1, 0, 1]), np.array([False, True, False])).tolist()
    [0, 1, 1]
    """
    rows: cython.Py_ssize_t = mask.shape[0]
    views.align(parent)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_parents(parent)
    found = np.empty(rows, dtype=np.intp)
    at: views.NewInts = found.data
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows):
            at[row] = row if mask[row] or row == 0 else at[parent[row]]
    return found


@cython.cfunc
def _check_sums(column: views.Ints) -> cython.bint:
    """Check that no sum or difference of sums of these numbers is too large: their magnitudes are added up."""
    row: cython.Py_ssize_t
    total: cython.Py_ssize_t = 0
    for row in range(column.shape[0]):
        if column[row] > _LARGEST - total or column[row] < total - _LARGEST:
            raise OverflowError(f"sums with {column[row]} (row {row}) are too large")
        total += column[row] if column[row] > 0 else -column[row]
    return True


def _sum_subtrees(
    end: views.Ints,
    column: views.Ints | views.Floats,
    before: views.NewInts | views.NewFloats,
    total: views.NewInts | views.NewFloats,
) -> None:
    """The sums over subtrees; ``before`` gets the sums of what is before each row, and has one item more."""
    row: cython.Py_ssize_t
    before[0] = 0
    for row in range(end.shape[0]):
        before[row + 1] = before[row] + column[row]
    for row in range(end.shape[0]):
        total[row] = before[end[row]] - before[row]


@views.checked
def subtree_sum_ints(end: views.Ints, column: views.Ints) -> npt.NDArray[np.intp]:
    """The sum of a column of numbers over each row's subtree, the row itself included.

    >>> subtree_sum_ints(np.array([3, 2, 3]), np.array([1, 10, 100])).tolist()
    [111, 10, 100]
    """
    rows: cython.Py_ssize_t = end.shape[0]
    views.align(end)
    views.align(column)
    feature_steps.check_length("column", column.shape[0], rows)
    feature_steps.check_ends(end)
    _check_sums(column)
    sums = np.empty(rows, dtype=np.intp)
    total: views.NewInts = sums.data
    before: views.NewInts = np.empty(rows + 1, dtype=np.intp).data
    with cython.nogil:
        _sum_subtrees(end, column, before, total)
    return sums


@views.checked
def subtree_sum_floats(end: views.Ints, column: views.Floats) -> npt.NDArray[np.float64]:
    """As :func:`subtree_sum_ints`, for a column of floats.

    >>> subtree_sum_floats(np.array([3, 2, 3]), np.array([0.5, 1.0, 2.0])).tolist()
    [3.5, 1.0, 2.0]
    """
    rows: cython.Py_ssize_t = end.shape[0]
    views.align(end)
    views.align(column)
    feature_steps.check_length("column", column.shape[0], rows)
    feature_steps.check_ends(end)
    sums = np.empty(rows, dtype=np.float64)
    total: views.NewFloats = sums.data
    before: views.NewFloats = np.empty(rows + 1, dtype=np.float64).data
    with cython.nogil:
        _sum_subtrees(end, column, before, total)
    return sums


@views.checked
def subtree_argmax(parent: views.Ints, is_element: views.Bytes, values: views.Floats) -> npt.NDArray[np.intp]:
    """The element with the largest value in each element's subtree, itself included; the first of equal ones.

    >>> subtree_argmax(np.array([-1, 0, 0]), np.array([True, True, True]), np.array([1.0, 3.0, 3.0])).tolist()
    [1, 1, 2]
    """
    rows: cython.Py_ssize_t = parent.shape[0]
    views.align(parent)
    views.align(values)
    feature_steps.check_length("is_element", is_element.shape[0], rows)
    feature_steps.check_length("values", values.shape[0], rows)
    feature_steps.check_parents(parent)
    found = np.arange(rows, dtype=np.intp)
    best: views.NewInts = found.data
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    here: cython.double
    there: cython.double
    with cython.nogil:
        for row in range(rows - 1, 0, -1):
            if not is_element[row]:
                continue
            up = parent[row]
            here = values[best[row]]
            there = values[best[up]]
            # Rows are visited from last to first: of equal values, the one found later is earlier in the document.
            if here > there or (here == there and best[up] != up):
                best[up] = best[row]
    return found


@views.checked
def group(keys: views.Hashes) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """A number for each key, the same for equal keys, in the order of the first ones; how many keys have each number.

    >>> numbers, sizes = group(np.array([7, 5, 7], dtype=np.uint64))
    >>> numbers.tolist(), sizes.tolist()
    ([0, 1, 0], [2, 1])
    """
    count: cython.Py_ssize_t = keys.shape[0]
    views.align(keys)
    slots: cython.Py_ssize_t = 16
    while slots < 2 * count:
        slots *= 2
    numbers = np.empty(count, dtype=np.intp)
    sizes = np.zeros(count, dtype=np.intp)
    number: views.NewInts = numbers.data
    size: views.NewInts = sizes.data
    # A table of the keys seen so far: in each slot, 1 more than the place of the first key of its group.
    first: views.NewInts = np.zeros(slots, dtype=np.intp).data
    i: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    groups: cython.Py_ssize_t = 0
    key: cython.ulonglong
    with cython.nogil:
        for i in range(count):
            key = feature_steps.mixed(keys[i])
            slot = key & (slots - 1)
            while first[slot] and keys[first[slot] - 1] != keys[i]:
                slot = (slot + 1) & (slots - 1)
            if first[slot] == 0:
                first[slot] = i + 1
                number[i] = groups
                groups += 1
            else:
                number[i] = number[first[slot] - 1]
            size[number[i]] += 1
    return numbers, sizes[:groups]


@views.checked
def numbers_in_groups(keys: views.Hashes, single: cython.Py_ssize_t) -> npt.NDArray[np.intp]:
    """The position of each row among the rows with the same key, from 1; ``single``, 0 or 1, if there is no other row.

    >>> numbers_in_groups(np.array([7, 5, 7], dtype=np.uint64), 0).tolist()
    [1, 0, 2]
    """
    views.align(keys)
    if single < 0 or single > 1:
        raise ValueError(f"single must be 0 or 1, not {single}")
    rows: cython.Py_ssize_t = keys.shape[0]
    slots: cython.Py_ssize_t = 64
    while slots < 2 * rows:
        slots *= 2
    numbers = np.empty(rows, dtype=np.intp)
    number: views.NewInts = numbers.data
    # In each slot, 1 more than the last row with a key.
    last: views.NewInts = np.zeros(slots, dtype=np.intp).data
    row: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    before: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows):
            slot = feature_steps.mixed(keys[row]) & (slots - 1)
            while last[slot] and keys[last[slot] - 1] != keys[row]:
                slot = (slot + 1) & (slots - 1)
            before = last[slot] - 1
            last[slot] = row + 1
            if before < 0:
                number[row] = single
                continue
            if number[before] == single:
                number[before] = 1
            number[row] = number[before] + 1
    return numbers


@views.checked
def row_paths(
    parent: views.Ints,
    tag: views.Tags,
    position: views.Ints,
    mask: views.Bytes,
    tests: tuple[str, ...],
    most: cython.Py_ssize_t,
) -> tuple[list[str], cython.Py_ssize_t]:
    """The XPaths of the rows in a mask, whose ancestors are in it, too, by row; and the first row that was not reached.

    ``tests``: the node test of each tag; ``position``: of each row, 0 if there is none to write. It stops after
    ``most`` characters. Row 0 is BODY; what is not in the mask or was not reached is "".

    >>> parent, tag, position = np.array([-1, 0, 0]), np.array([1, 2, 2], dtype=np.uint16), np.array([0, 1, 2])
    >>> row_paths(parent, tag, position, np.ones(3, dtype=np.bool_), ("text()", "body", "p"), 100)
    (['/html/body', '/html/body/p[1]', '/html/body/p[2]'], 3)
    """
    views.align(parent)
    views.align(tag)
    views.align(position)
    rows: cython.Py_ssize_t = parent.shape[0]
    feature_steps.check_length("tag", tag.shape[0], rows)
    feature_steps.check_length("position", position.shape[0], rows)
    feature_steps.check_length("mask", mask.shape[0], rows)
    feature_steps.check_parents(parent)
    paths: list[str] = [""] * rows
    chars: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    holder: str
    test: str
    path: str
    if rows:
        paths[0] = "/html/body"
    for row in range(1, rows):
        if not mask[row]:
            continue
        if chars > most:
            return paths, row
        if tag[row] >= len(tests):
            raise IndexError(f"row {row} has tag {tag[row]}")
        holder = paths[parent[row]]
        test = tests[tag[row]]
        path = f"{holder}/{test}[{position[row]}]" if position[row] else f"{holder}/{test}"
        paths[row] = path
        chars += len(path)
    return paths, rows
