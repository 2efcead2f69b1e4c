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
    kinds: views.Bytes,
    structural: views.Bytes,
    on_exit: cython.Py_ssize_t,
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The number of the string of each row, and the length of each string, with white space collapsed.

    A structural tag starts a new string; with ``on_exit`` its end does, too. Strings may be empty; the first always
    is. ``kinds``: the class of each character of the text.
    """
    views.align(tag)
    views.align(end)
    views.align(offset)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("offset", offset.shape[0], rows + 1)
    feature_steps.check_length("structural", structural.shape[0], _TAGS)
    row: cython.Py_ssize_t
    cuts: cython.Py_ssize_t = 0
    for row in range(rows):
        if end[row] < 0 or end[row] > rows:
            raise IndexError(f"row {row} ends at {end[row]}")
        if offset[row] < 0 or offset[row + 1] < offset[row] or offset[row + 1] > kinds.shape[0]:
            raise IndexError(f"the text of row {row} is from {offset[row]} to {offset[row + 1]}")
        cuts += 2 * (structural[tag[row]] != 0)
    strings = np.empty(rows, dtype=np.intp)
    string: views.NewInts = strings.data
    found = np.zeros(cuts + 1, dtype=np.intp)
    length: views.NewInts = found.data
    ended: views.NewInts = np.zeros(rows + 1, dtype=np.intp).data
    number: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
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
            for i in range(offset[row], offset[row + 1]):
                if kinds[i] == 0:
                    pending = started
                    continue
                length[number] += 1 + (started and pending)
                started = True
                pending = False
    return strings, found[: number + 1]
