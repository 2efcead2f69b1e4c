"""Sums over the subtree of each row of a page, which several methods share."""

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
def subtree_counts(tag: views.Tags, end: views.Ints, chars: views.Ints, links: views.Bytes) -> npt.NDArray[np.float64]:
    """Characters, elements, characters in links and link tags below each row, one row each; a leaf counts itself.

    ``links``: which tags are links, one entry per tag number. An element that contains nothing but links counts as a
    link tag, too.
    """
    views.align(tag)
    views.align(end)
    views.align(chars)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("end", end.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("links", links.shape[0], _TAGS)
    row: cython.Py_ssize_t
    feature_steps.check_ends_after(end)
    counts = np.empty((4, rows))
    count: views.NewFloats = counts.reshape(-1).data
    # Sums over all rows before: characters, elements, characters in links, innermost elements outside links, link tags.
    before: views.NewInts = np.zeros(5 * (rows + 1), dtype=np.intp).data
    in_link: views.NewBytes = np.empty(rows, dtype=np.uint8).data
    step: cython.Py_ssize_t = rows + 1
    until: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t
    is_element: cython.bint
    is_link: cython.bint
    with cython.nogil:
        for row in range(rows):
            is_element = tag[row] != 0
            if links[tag[row]] and end[row] > until:
                until = end[row]
            in_link[row] = row < until
            before[row + 1] = before[row] + chars[row]
            before[step + row + 1] = before[step + row] + is_element
            before[2 * step + row + 1] = before[2 * step + row] + (chars[row] if in_link[row] else 0)
        for row in range(rows):
            # Elements below it.
            last = end[row]
            is_link = tag[row] == 0 or in_link[row] or before[step + last] - before[step + row] > 1
            before[3 * step + row + 1] = before[3 * step + row] + (not is_link)
        for row in range(rows):
            last = end[row]
            is_element = tag[row] != 0
            count[row] = before[last] - before[row]
            count[rows + row] = before[step + last] - before[step + row] - is_element
            count[2 * rows + row] = before[2 * step + last] - before[2 * step + row]
            is_link = is_element and in_link[row]
            if is_element and not is_link and count[rows + row] > 0:
                # All that is below it is a link or again such an element: no innermost element is outside links.
                is_link = count[row] == count[2 * rows + row] and before[3 * step + last] == before[3 * step + row]
            before[4 * step + row + 1] = before[4 * step + row] + is_link
        for row in range(rows):
            last = end[row]
            count[3 * rows + row] = (
                before[4 * step + last] - before[4 * step + row] - (before[4 * step + row + 1] - before[4 * step + row])
            )
    return counts
