"""Loops over the rows of a page: which media it has, and the text around their places."""

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
MEDIA, WITH_FALLBACK, NOSCRIPT = 1, 2, 4
"""Bits of the roles of tags."""
FIGURE, CAPTION, BLOCK = 1, 2, 4
"""Bits of the marks of rows: a FIGURE, a row of a caption that is not kept, a block-level element."""
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_LARGEST = cython.declare(cython.Py_ssize_t, sys.maxsize)
# The most rows (blank text, SOURCE) that an element around a single image may have.
_MAX_WRAPPER_ROWS = cython.declare(cython.Py_ssize_t, 20)


@views.checked
def media_rows(
    tag: views.Tags, parent: views.Ints, end: views.Ints, shown: views.Ints, roles: views.Bytes
) -> npt.NDArray[np.intp]:
    """The media that are shown or inside NOSCRIPT, and not inside others as their fallback: four numbers for each.

    They are its row, the number of shown rows before it, the place of its nearest ancestor that is shown among the
    shown rows, and whether it is in NOSCRIPT. ``shown`` are rows in ascending order; BODY is the first.

    >>> roles = np.zeros(1 << 16, dtype=np.uint8)
    >>> roles[7] = MEDIA
    >>> tags = np.array([5, 6, 7], dtype=np.uint16)
    >>> media_rows(tags, np.array([-1, 0, 1]), np.array([3, 3, 3]), np.array([0, 2]), roles).tolist()
    [2, 1, 0, 0]
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(shown)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    for row in range(rows):
        count += roles[tag[row]] & 1
    nearest_shown = np.empty(rows, dtype=np.intp)
    at: views.NewInts = nearest_shown.data
    found = np.empty(4 * count, dtype=np.intp)
    out: views.NewInts = found.data
    place: cython.Py_ssize_t = 0
    written: cython.Py_ssize_t = 0
    fallback_stop: cython.Py_ssize_t = 0
    noscript_stop: cython.Py_ssize_t = 0
    is_shown: cython.bint
    role: cython.int
    with cython.nogil:
        for row in range(rows):
            while place < shown.shape[0] and shown[place] < row:
                place += 1
            is_shown = place < shown.shape[0] and shown[place] == row
            at[row] = place if is_shown else at[parent[row]] if row else 0
            role = roles[tag[row]]
            if role & 4 and end[row] > noscript_stop:
                noscript_stop = end[row]
            if role & 1 and row >= fallback_stop and (is_shown or row < noscript_stop):
                out[written] = row
                out[written + 1] = place
                out[written + 2] = at[parent[row]] if row else 0
                out[written + 3] = row < noscript_stop
                written += 4
            if role & 2 and end[row] > fallback_stop:
                fallback_stop = end[row]
    return found[:written]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wraps(
    tag: views.Tags,
    end: views.Ints,
    chars: views.Ints,
    parent: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    source: cython.Py_ssize_t,
) -> cython.bint:
    """Whether an element contains nothing but a row, blank text and the sources of a PICTURE, and not many of them."""
    if end[parent] - parent - (end[row] - row) > _MAX_WRAPPER_ROWS:
        return False
    at: cython.Py_ssize_t = parent + 1
    while at < end[parent]:
        if at == row:
            at = end[row]
            continue
        if tag[at] != source and (tag[at] != 0 or chars[at] > 0):
            return False
        at += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_tagged(
    tag: views.Tags, row: cython.Py_ssize_t, stop: cython.Py_ssize_t, number: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The first row with a tag from a row to another; -1 if there is none."""
    while row < stop:
        if tag[row] == number:
            return row
        row += 1
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sibling_before(
    tag: views.Tags, parent: views.Ints, chars: views.Ints, row: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The element before a row in the same parent, with nothing but blank text between them; -1 if there is none."""
    up: cython.Py_ssize_t = parent[row]
    before: cython.Py_ssize_t = row - 1
    if before > up and tag[before] == 0 and chars[before] == 0 and parent[before] == up:
        before -= 1
    while before > up and parent[before] != up:
        before = parent[before]
    return before if before > up and tag[before] != 0 else -1


@views.checked
def noscript_images(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    rows: views.Ints,
    image: cython.Py_ssize_t,
    noscript: cython.Py_ssize_t,
    source: cython.Py_ssize_t,
) -> npt.NDArray[np.intp]:
    """For each of some images, the image in the NOSCRIPT next to it, or next to what contains only it; -1 if none.

    ``image``, ``noscript``, ``source``: the tag numbers. The element after an image comes first.

    >>> tag, parent = np.array([5, 9, 8, 9], dtype=np.uint16), np.array([-1, 0, 0, 2])
    >>> noscript_images(tag, parent, np.array([4, 2, 4, 4]), np.array([0, 0, 0, 0]), np.array([1, 3]), 9, 8, 7).tolist()
    [3, -1]
    """
    count: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(parent)
    views.align(end)
    views.align(chars)
    views.align(rows)
    feature_steps.check_length("parent", parent.shape[0], count)
    feature_steps.check_length("end", end.shape[0], count)
    feature_steps.check_length("chars", chars.shape[0], count)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    place: cython.Py_ssize_t
    for place in range(rows.shape[0]):
        if not 0 < rows[place] < count:
            raise IndexError(f"image {place} is row {rows[place]}")
    found = np.empty(rows.shape[0], dtype=np.intp)
    out: views.NewInts = found.data
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    beside: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    with cython.nogil:
        for place in range(rows.shape[0]):
            row = rows[place]
            inner = -1
            while row > 0:
                up = parent[row]
                beside = end[row]
                if beside < end[up] and tag[beside] == 0 and chars[beside] == 0:
                    beside += 1
                if beside < end[up] and tag[beside] == noscript:
                    inner = _first_tagged(tag, beside, end[beside], image)
                if inner < 0:
                    beside = _sibling_before(tag, parent, chars, row)
                    if beside > 0 and tag[beside] == noscript:
                        inner = _first_tagged(tag, beside, end[beside], image)
                if inner >= 0 or up <= 0 or not _wraps(tag, end, chars, up, row, source):
                    break
                row = up
            out[place] = inner
    return found


@cython.cfunc
def _sum_text(chars: views.Ints, keep: views.Bytes, marks: views.Bytes, sums: views.NewInts) -> cython.bint:
    """Before each row: the number of kept leaves, of kept characters and of free characters.

    Free characters are neither kept nor in a caption.
    """
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    total: cython.Py_ssize_t = 0
    sums[0] = sums[1] = sums[2] = 0
    for row in range(chars.shape[0]):
        if not 0 <= chars[row] <= _LARGEST - total:
            raise OverflowError(f"sums with {chars[row]} (row {row}) are too large")
        total += chars[row]
        for column in range(3):
            sums[3 * row + 3 + column] = sums[3 * row + column]
        if keep[row]:
            sums[3 * row + 3] += 1
            sums[3 * row + 4] += chars[row]
        elif not marks[row] & 2:
            sums[3 * row + 5] += chars[row]
    return True


@cython.cfunc
def _find_neighbours(chars: views.Ints, keep: views.Bytes, marks: views.Bytes, is_kept: views.NewBytes) -> cython.bint:
    """Whether the last leaf before each row is kept, then whether the first leaf from each row on is kept.

    Leaves in captions do not count. Before the first leaf and after the last counts as kept.
    """
    rows: cython.Py_ssize_t = chars.shape[0]
    row: cython.Py_ssize_t
    is_kept[0] = is_kept[2 * rows + 1] = True
    for row in range(rows):
        is_kept[row + 1] = keep[row] if chars[row] > 0 and not marks[row] & 2 else is_kept[row]
    for row in range(rows - 1, -1, -1):
        is_kept[rows + 1 + row] = keep[row] if chars[row] > 0 and not marks[row] & 2 else is_kept[rows + 2 + row]
    return True


@cython.cfunc
def _find_ancestors(
    parent: views.Ints, end: views.Ints, marks: views.Bytes, sums: views.NewInts, nearest: views.NewInts
) -> cython.bint:
    """Of each row: its figure, its block-level element, the nearest element with kept text, the largest without."""
    row: cython.Py_ssize_t
    above: cython.Py_ssize_t
    for row in range(parent.shape[0]):
        above = 4 * parent[row] if row else 0
        nearest[4 * row] = row if marks[row] & 1 or row == 0 else nearest[above]
        nearest[4 * row + 1] = row if marks[row] & 4 or row == 0 else nearest[above + 1]
        if sums[3 * end[row]] > sums[3 * row] or row == 0:
            nearest[4 * row + 2] = row
            nearest[4 * row + 3] = -1
        else:
            nearest[4 * row + 2] = nearest[above + 2]
            nearest[4 * row + 3] = row if nearest[above + 3] < 0 else nearest[above + 3]
    return True


@views.checked
def text_around(
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    keep: views.Bytes,
    marks: views.Bytes,
    before: views.Ints,
    parents: views.Ints,
) -> npt.NDArray[np.intp]:
    """What is around the places before some rows, in the elements ``parents``: five numbers for each place.

    They are whether its block-level ancestor has kept text; whether most text of the nearest ancestor with kept text is
    kept; the free characters (neither kept nor in a caption) in the largest element around it without kept text, 0 if
    there is none; whether the leaves before and after its figure or that element are kept; and the free characters
    between it and the nearest kept leaf if it is before the first or after the last, otherwise -1.

    >>> end, chars, keep = np.array([3, 2, 3]), np.array([0, 3, 4]), np.array([False, True, False])
    >>> place = np.array([3]), np.array([0])
    >>> text_around(np.array([-1, 0, 0]), end, chars, keep, np.zeros(3, dtype=np.uint8), *place).tolist()
    [1, 0, 0, 0, 4]
    """
    rows: cython.Py_ssize_t = chars.shape[0]
    count: cython.Py_ssize_t = before.shape[0]
    views.align(parent)
    views.align(end)
    views.align(chars)
    views.align(before)
    views.align(parents)
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("keep", keep.shape[0], rows)
    feature_steps.check_length("marks", marks.shape[0], rows)
    feature_steps.check_length("parents", parents.shape[0], count)
    feature_steps.check_parents(parent)
    feature_steps.check_ends_after(end)
    at: cython.Py_ssize_t
    for at in range(count):
        if not 0 <= before[at] <= rows or not 0 <= parents[at] < rows:
            raise IndexError(f"place {at} is before row {before[at]}, in row {parents[at]}")
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = rows - 1
    while first < rows and not keep[first]:
        first += 1
    while last > first and not keep[last]:
        last -= 1
    new_sums, new_nearest = np.empty(3 * rows + 3, dtype=np.intp), np.empty(4 * rows, dtype=np.intp)
    new_neighbours, found = np.empty(2 * rows + 2, dtype=np.uint8), np.empty(5 * count, dtype=np.intp)
    sums: views.NewInts = new_sums.data
    nearest: views.NewInts = new_nearest.data
    is_kept: views.NewBytes = new_neighbours.data
    out: views.NewInts = found.data
    _sum_text(chars, keep, marks, sums)
    _find_neighbours(chars, keep, marks, is_kept)
    _find_ancestors(parent, end, marks, sums, nearest)
    row: cython.Py_ssize_t
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    for at in range(count):
        row = nearest[4 * parents[at] + 1]
        out[5 * at] = sums[3 * end[row]] > sums[3 * row]
        row = nearest[4 * parents[at] + 2]
        stop = end[row]
        out[5 * at + 1] = row > 0 and sums[3 * stop + 1] - sums[3 * row + 1] > sums[3 * stop + 2] - sums[3 * row + 2]
        start = stop = before[at]
        row = nearest[4 * parents[at] + 3]
        out[5 * at + 2] = 0 if row < 0 else sums[3 * end[row] + 2] - sums[3 * row + 2]
        if nearest[4 * parents[at]] > 0:
            row = nearest[4 * parents[at]]
        if row >= 0:
            start = row
            stop = end[row]
        out[5 * at + 3] = is_kept[start] and is_kept[rows + 1 + stop]
        row = before[at]
        if first < row <= last:
            out[5 * at + 4] = -1
        elif row <= first:
            out[5 * at + 4] = sums[3 * first + 2] - sums[3 * row + 2]
        else:
            out[5 * at + 4] = sums[3 * row + 2] - sums[3 * last + 2]
    return found
