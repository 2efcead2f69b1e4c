"""Passes over the rows of a page that find what has to be looked at when its kept leaves are written."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

MIXED, PART, DROPPED = 1, 2, 4
"""What an element is looked at for: kept and dropped text in it; kept text of its parent before and after it, and only
dropped text in it; only dropped text in it."""
_MIXED = cython.declare(cython.int, MIXED)
_PART = cython.declare(cython.int, PART)
_DROPPED = cython.declare(cython.int, DROPPED)
HEADING, HEADING_PART, LISTING = 1, 2, 4
"""What an element is for :func:`decorated_rows`."""
_HEADING = cython.declare(cython.int, HEADING)
_HEADING_PART = cython.declare(cython.int, HEADING_PART)
_LISTING = cython.declare(cython.int, LISTING)
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_SPACE = cython.declare(cython.int, 0)


@cython.cfunc
def _check_tree(parent: views.Ints, end: views.Ints) -> cython.bint:
    """Check that each row but the first has a parent before it, and ends after it and within the page."""
    row: cython.Py_ssize_t
    rows: cython.Py_ssize_t = end.shape[0]
    for row in range(rows):
        if end[row] <= row or end[row] > rows:
            raise IndexError(f"row {row} ends at {end[row]}")
        if row > 0 and (parent[row] < 0 or parent[row] >= row):
            raise IndexError(f"row {row} has parent {parent[row]}")
    return True


@views.checked
def partly_kept(
    tag: views.Tags, parent: views.Ints, end: views.Ints, chars: views.Ints, keep: views.Bytes, roles: views.Bytes
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The elements of the kinds ``MIXED``, ``PART`` and ``DROPPED``, and sums over the subtree of each row.

    ``roles``: per tag number, which of these a tag is looked at for. The sums, one row each: the characters of kept
    leaves, the characters of all leaves.
    """
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(chars)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    _check_tree(parent, end)
    sums = np.empty((2, rows), dtype=np.intp)
    total: views.NewInts = sums.reshape(-1).data
    # The kept and all characters before each row, and the first kept row that is not before it.
    before: views.NewInts = np.zeros(3 * (rows + 1), dtype=np.intp).data
    step: cython.Py_ssize_t = rows + 1
    found = np.empty(3 * rows, dtype=np.intp)
    place: views.NewInts = found.data
    mixed: cython.Py_ssize_t = 0
    parts: cython.Py_ssize_t = 0
    dropped: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    last: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    latest: cython.Py_ssize_t = -1
    role: cython.int
    with cython.nogil:
        before[2 * step + rows] = rows
        for row in range(rows - 1, -1, -1):
            before[2 * step + row] = row if keep[row] else before[2 * step + row + 1]
        for row in range(rows):
            before[row + 1] = before[row] + (chars[row] if keep[row] else 0)
            before[step + row + 1] = before[step + row] + chars[row]
        for row in range(rows):
            last = end[row]
            kept = before[last] - before[row]
            total[row] = kept
            total[rows + row] = before[step + last] - before[step + row]
            role = roles[tag[row]]
            if role & _MIXED and total[rows + row] > kept and before[2 * step + row] < last:
                place[mixed] = row
                mixed += 1
            if role & _PART and row > 0 and kept == 0 and total[rows + row] > 0:
                up = parent[row]
                # The kept text before it and after it is text of its parent.
                if total[up] > 0 and latest > up and before[2 * step + last] < end[up]:
                    place[rows + parts] = row
                    parts += 1
            if role & _DROPPED and kept == 0 and total[rows + row] > 0:
                place[2 * rows + dropped] = row
                dropped += 1
            if keep[row]:
                latest = row
    return found[:mixed], found[rows : rows + parts], found[2 * rows : 2 * rows + dropped], sums


@views.checked
def kept_kinds(
    tag: views.Tags, end: views.Ints, keep: views.Bytes, kinds: views.Bytes
) -> tuple[npt.NDArray[np.bool_], int, int]:
    """The rows with kept text in their subtree; the kinds of these rows, and the kinds of all rows, as bits.

    ``kinds``: the bits of each tag number.
    """
    views.align(tag)
    views.align(end)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("kinds", kinds.shape[0], _TAGS)
    found = np.empty(rows, dtype=np.bool_)
    has_kept: views.NewBytes = found.data
    row: cython.Py_ssize_t
    following: cython.Py_ssize_t = rows
    of_kept: cython.int = 0
    of_all: cython.int = 0
    with cython.nogil:
        for row in range(rows - 1, -1, -1):
            if keep[row]:
                following = row
            has_kept[row] = following < end[row] and following < rows
            of_all |= kinds[tag[row]]
            if has_kept[row]:
                of_kept |= kinds[tag[row]]
    return found, of_kept, of_all


@views.checked
def decorated_rows(
    tag: views.Tags,
    end: views.Ints,
    offset: views.Ints,
    keep: views.Bytes,
    roles: views.Bytes,
    longest: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The short parts of headings, and the listings: the rows with kept text that may have or be decorations.

    ``roles``: per tag number, which of ``HEADING``, ``HEADING_PART`` and ``LISTING`` it is.
    """
    views.align(tag)
    views.align(end)
    views.align(offset)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    row: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0
    parts: cython.Py_ssize_t = 0
    listings: cython.Py_ssize_t = 0
    role: cython.int
    for row in range(rows):
        if end[row] < 0 or end[row] > rows:
            raise IndexError(f"row {row} ends at {end[row]}")
    found = np.empty(2 * rows, dtype=np.intp)
    place: views.NewInts = found.data
    following: views.NewInts = np.empty(rows + 1, dtype=np.intp).data
    with cython.nogil:
        following[rows] = rows
        for row in range(rows - 1, -1, -1):
            following[row] = row if keep[row] else following[row + 1]
        for row in range(rows):
            role = roles[tag[row]]
            if role == 0 or following[row] >= end[row]:
                continue
            if role & _HEADING and end[row] > until:
                until = end[row]
            if role & _HEADING_PART and row < until and offset[end[row]] - offset[row] <= longest:
                place[parts] = row
                parts += 1
            if role & _LISTING:
                place[rows + listings] = row
                listings += 1
    return found[:parts], found[rows : rows + listings]


@views.checked
def kept_spans(keep: views.Bytes, chars: views.Ints, block: views.Ints) -> npt.NDArray[np.intp]:
    """The first row and the row after the last one of each run of kept leaves of one block: two rows of numbers.

    >>> keep, chars = np.array([False, True, False, True, True]), np.array([0, 3, 0, 2, 4])
    >>> kept_spans(keep, chars, np.array([1, 1, 1, 1, 2])).tolist()
    [[1, 4], [4, 5]]
    """
    views.align(chars)
    views.align(block)
    rows: cython.Py_ssize_t = keep.shape[0]
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("block", block.shape[0], rows)
    found = np.empty((2, rows), dtype=np.intp)
    place: views.NewInts = found.reshape(-1).data
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    # The block of the kept leaf before, if no dropped one is between.
    current: cython.Py_ssize_t = 0
    is_open: cython.bint = False
    with cython.nogil:
        for row in range(rows):
            if chars[row] == 0:
                continue
            if keep[row]:
                if not is_open or block[row] != current:
                    place[count] = row
                    count += 1
                    current = block[row]
                place[rows + count - 1] = row + 1
            is_open = keep[row] != 0
    return found[:, :count]


@views.checked
def touching_leaves(
    keep: views.Bytes,
    chars: views.Ints,
    block: views.Ints,
    offset: views.Ints,
    preformatted: views.Bytes,
    kinds: views.Bytes,
) -> npt.NDArray[np.intp]:
    """Pairs of consecutive kept leaves of one block between which there is no white space, outside preformatted text.

    ``kinds``: the class of each character of the text.
    """
    views.align(chars)
    views.align(block)
    views.align(offset)
    rows: cython.Py_ssize_t = keep.shape[0]
    size: cython.Py_ssize_t = kinds.shape[0]
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("block", block.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("preformatted", preformatted.shape[0], rows)
    found = np.empty((rows, 2), dtype=np.intp)
    pair: views.NewInts = found.reshape(-1).data
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        for row in range(rows):
            if not keep[row] or chars[row] == 0:
                continue
            at = offset[row]
            if (
                last >= 0
                and 0 < at < size
                and offset[last + 1] == at
                and block[last] == block[row]
                and not preformatted[row]
                and kinds[at] != _SPACE
                and kinds[at - 1] != _SPACE
            ):
                pair[2 * count] = last
                pair[2 * count + 1] = row
                count += 1
            last = row
    return found[:count]
