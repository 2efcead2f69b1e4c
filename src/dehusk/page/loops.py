"""Loops over the rows of a page: sums of subtrees, ancestors, groups of equal keys.

Each function exists twice, in numpy or Python and compiled (``_loops.c``); the compiled one is used if it was built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats, Hashes, Ints


def numpy_subtree_sum(end: Ints, column: Ints | Bools | Floats) -> Ints | Floats:
    """The sum of a column over each row's subtree, the row itself included.

    >>> subtree_sum(np.array([3, 2, 3]), np.array([1, 10, 100])).tolist()
    [111, 10, 100]
    """
    prefix: Any = np.zeros(len(end) + 1, dtype="f8" if column.dtype.kind == "f" else np.intp)
    np.cumsum(column, out=prefix[1:])
    sums: Ints | Floats = prefix[end] - prefix[:-1]
    return sums


def numpy_inside(end: Ints, mask: Bools) -> Bools:
    """The rows that are in a mask or have an ancestor in it.

    >>> inside(np.array([3, 3, 3]), np.array([False, True, False])).tolist()
    [False, True, True]
    """
    rows = np.flatnonzero(mask)
    change = -np.bincount(end[rows], minlength=len(mask) + 1)
    change[rows] += 1
    return np.cumsum(change[:-1]) > 0


def numpy_nearest(parent: Ints, mask: Bools) -> Ints:
    """The nearest of a row and its ancestors that is in a mask; 0 if there is none.

    >>> nearest(np.array([-1, 0, 1]), np.array([False, True, False])).tolist()
    [0, 1, 1]
    """
    found = np.arange(len(mask))
    search = np.flatnonzero(~mask)
    while len(search):
        found[search] = np.maximum(parent[found[search]], 0)
        search = search[~mask[found[search]] & (found[search] > 0)]
    return found


def python_subtree_argmax(parent: Ints, is_element: Bools, values: Floats) -> Ints:
    """The element with the largest value in each element's subtree, itself included; the first of equal ones.

    >>> subtree_argmax(np.array([-1, 0, 0]), np.array([True, True, True]), np.array([1.0, 3.0, 3.0])).tolist()
    [1, 1, 2]
    """
    best = list(range(len(parent)))
    value, above = values.tolist(), parent.tolist()
    for row in reversed(np.flatnonzero(is_element)[1:].tolist()):
        here, up = best[row], above[row]
        # Rows are visited from last to first: of equal values, the one found later is earlier in the document.
        if value[here] > value[best[up]] or (value[here] == value[best[up]] and best[up] != up):
            best[up] = here
    return np.array(best, dtype=np.intp)


def numpy_group(keys: Hashes) -> tuple[Ints, Ints]:
    """A number for each key, the same for equal keys, and how many keys have each number.

    >>> numbers, sizes = group(np.array([7, 5, 7], dtype=np.uint64))
    >>> sizes[numbers].tolist()
    [2, 1, 2]
    """
    _, numbers, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    return numbers, sizes


def compiled_subtree_sum(end: Ints, column: Ints | Bools | Floats) -> Ints | Floats:
    """As :func:`numpy_subtree_sum`, in compiled code."""
    values: Any = np.ascontiguousarray(column)
    if values.dtype.kind == "f":
        of_floats = np.empty(len(end))
        _loops.subtree_sum_floats(end, values.astype(np.float64, copy=False), of_floats)
        return of_floats
    sums = np.empty(len(end), dtype=np.intp)
    if values.dtype == np.bool_:
        _loops.subtree_sum_bools(end, values, sums)
    else:
        _loops.subtree_sum_ints(end, values.astype(np.intp, copy=False), sums)
    return sums


def compiled_inside(end: Ints, mask: Bools) -> Bools:
    """As :func:`numpy_inside`, in compiled code."""
    found = np.empty(len(mask), dtype=np.bool_)
    _loops.inside(end, np.ascontiguousarray(mask), found)
    return found


def compiled_nearest(parent: Ints, mask: Bools) -> Ints:
    """As :func:`numpy_nearest`, in compiled code."""
    found = np.empty(len(mask), dtype=np.intp)
    _loops.nearest(parent, np.ascontiguousarray(mask), found)
    return found


def compiled_subtree_argmax(parent: Ints, is_element: Bools, values: Floats) -> Ints:
    """As :func:`python_subtree_argmax`, in compiled code."""
    best = np.empty(len(parent), dtype=np.intp)
    _loops.subtree_argmax(parent, is_element, np.ascontiguousarray(values, dtype=np.float64), best)
    return best


def compiled_group(keys: Hashes) -> tuple[Ints, Ints]:
    """As :func:`numpy_group`, in compiled code."""
    numbers, sizes = np.empty(len(keys), dtype=np.intp), np.empty(len(keys), dtype=np.intp)
    return numbers, sizes[: _loops.group(keys, numbers, sizes)]


try:
    from dehusk.page import _loops
except ImportError:
    subtree_sum, inside, nearest, group = numpy_subtree_sum, numpy_inside, numpy_nearest, numpy_group
    subtree_argmax = python_subtree_argmax
else:
    subtree_sum, inside, nearest, group = compiled_subtree_sum, compiled_inside, compiled_nearest, compiled_group
    subtree_argmax = compiled_subtree_argmax
