"""The strings of a page's text between structural tags, and their lengths (Arias, Deschacht & Moens 2009)."""

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

_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)


@views.checked
def string_lengths(
    tag: views.Tags,
    end: views.Ints,
    offset: views.Ints,
    chars: views.Ints,
    kinds: views.Bytes,
    structural: views.Bytes,
    on_exit: cython.Py_ssize_t,
    merged: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The number of the string of each row, and the length of each string, with white space collapsed.

    A structural tag starts a new string; with ``on_exit`` its end does, too. Strings may be empty; the first always
    is. With ``merged`` empty strings are left out, and rows in them belong to the string before. ``chars``: the length
    of each leaf, white space collapsed; ``kinds``: the class of each character of the text.
    """
    views.align(tag)
    views.align(end)
    views.align(offset)
    views.align(chars)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("structural", structural.shape[0], _TAGS)
    row: cython.Py_ssize_t
    cuts: cython.Py_ssize_t = 0
    feature_steps.check_ends(end)
    for row in range(rows):
        if offset[row] < 0 or offset[row + 1] < offset[row] or offset[row + 1] > kinds.shape[0]:
            raise IndexError(f"the text of row {row} is from {offset[row]} to {offset[row + 1]}")
        if chars[row] < 0 or chars[row] > offset[row + 1] - offset[row]:
            raise IndexError(f"row {row} has {chars[row]} of {offset[row + 1] - offset[row]} characters")
        cuts += 2 * (structural[tag[row]] != 0)
    strings = np.empty(rows, dtype=np.intp)
    string: views.NewInts = strings.data
    found = np.zeros(cuts + 1, dtype=np.intp)
    length: views.NewInts = found.data
    ended: views.NewInts = np.zeros(rows + 1, dtype=np.intp).data
    number: cython.Py_ssize_t = 0
    # Whether the string has text, and whether white space follows it.
    started: cython.bint = False
    pending: cython.bint = False
    with cython.nogil:
        for row in range(rows):
            if structural[tag[row]]:
                number += 1
                started = False
                if on_exit:
                    ended[end[row]] += 1
            if ended[row]:
                number += ended[row]
                started = False
            string[row] = number
            if chars[row] > 0:
                length[number] += chars[row] + (started and (pending or kinds[offset[row]] == 0))
                started = True
                pending = kinds[offset[row + 1] - 1] == 0
            elif offset[row + 1] > offset[row]:
                pending = started
    if merged:
        number = _leave_out_empty(string, length, number)
    return strings, found[: number + 1]


@cython.cfunc
def _leave_out_empty(string: views.NewInts, length: views.NewInts, last: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Number the strings again without the empty ones; return the number of the last one, -1 if all are empty."""
    place: views.NewInts = np.empty(last + 1, dtype=np.intp).data
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(last + 1):
            if length[i] > 0:
                length[count] = length[i]
                count += 1
            place[i] = max(0, count - 1)
        for i in range(string.shape[0]):
            string[i] = place[string[i]]
    return count - 1


@views.checked
def densest_region(lengths: views.Ints, c1: cython.double, c2: cython.double) -> tuple[int, int]:
    """The first and the last string of the region that grows from the longest string.

    A string joins the region if it is longer than c1 times the longest and less than c2 away from a member. Going
    outwards from the longest string, the last one that joined is always the nearest, so one scan in each direction is
    enough.

    >>> densest_region(np.array([12, 8, 15, 40, 5, 120, 0, 300, 4, 2, 110, 3, 9, 7, 130, 6]), 0.333, 4)
    (5, 10)
    """
    views.align(lengths)
    count: cython.Py_ssize_t = lengths.shape[0]
    longest: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    if count < 1:
        raise ValueError("there is no string")
    for i in range(count):
        if lengths[i] > lengths[longest]:
            longest = i
    cutoff: cython.double = c1 * lengths[longest]
    first: cython.Py_ssize_t = longest
    last: cython.Py_ssize_t = longest
    if lengths[longest] > cutoff:
        for i in range(longest + 1, count):
            if i - last >= c2:
                break
            if lengths[i] > cutoff:
                last = i
        for i in range(longest - 1, -1, -1):
            if first - i >= c2:
                break
            if lengths[i] > cutoff:
                first = i
    return first, last


@views.checked
def rows_of_region(
    string: views.Ints, lengths: views.Ints, chars: views.Ints, first: cython.Py_ssize_t, last: cython.Py_ssize_t
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """The rows in strings of a region, and of each leaf the length of its string as a share of the longest one.

    >>> keep, share = rows_of_region(np.array([0, 1, 1]), np.array([2, 8]), np.array([2, 0, 8]), 1, 1)
    >>> keep.tolist(), share.tolist()
    ([False, True, True], [0.25, 0.0, 1.0])
    """
    views.align(string)
    views.align(lengths)
    views.align(chars)
    rows: cython.Py_ssize_t = string.shape[0]
    feature_steps.check_length("chars", chars.shape[0], rows)
    row: cython.Py_ssize_t
    longest: cython.Py_ssize_t = 1
    for row in range(lengths.shape[0]):
        longest = max(longest, lengths[row])
    for row in range(rows):
        if string[row] < 0 or string[row] >= lengths.shape[0]:
            raise IndexError(f"row {row} is in string {string[row]}")
    masks = np.empty(rows, dtype=np.bool_)
    is_kept: views.NewBytes = masks.data
    shares = np.zeros(rows, dtype=np.float64)
    share: views.NewFloats = shares.data
    with cython.nogil:
        for row in range(rows):
            is_kept[row] = first <= string[row] <= last
            if chars[row] > 0:
                share[row] = cython.cast(cython.double, lengths[string[row]]) / longest
    return masks, shares
