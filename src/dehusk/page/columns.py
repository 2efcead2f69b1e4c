"""Loops over the columns of a page: sums of subtrees, what lies in what, groups of equal keys.

Each is there twice, in numpy and compiled (``_columns.c``); the compiled one is used where it could be built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from dehusk.page.text import Bools, Floats, Hashes, Ints


def numpy_subtree_sum(end: Ints, column: Ints | Bools | Floats) -> Ints | Floats:
    """The sum of a column over each row's subtree, the row itself included."""
    prefix: Any = np.zeros(len(end) + 1, dtype="f8" if column.dtype.kind == "f" else np.intp)
    np.cumsum(column, out=prefix[1:])
    sums: Ints | Floats = prefix[end] - prefix[:-1]
    return sums


def numpy_inside(end: Ints, mask: Bools) -> Bools:
    """Rows that are in a mask or below a row in it."""
    rows = np.flatnonzero(mask)
    change = -np.bincount(end[rows], minlength=len(mask) + 1)
    change[rows] += 1
    return np.cumsum(change[:-1]) > 0


def numpy_nearest(parent: Ints, mask: Bools) -> Ints:
    """The nearest row of a mask that a row is, or lies in; 0 where there is none."""
    found = np.arange(len(mask))
    search = np.flatnonzero(~mask)
    while len(search):
        found[search] = np.maximum(parent[found[search]], 0)
        search = search[~mask[found[search]] & (found[search] > 0)]
    return found


def numpy_group(keys: Hashes) -> tuple[Ints, Ints]:
    """A number for each key, equal for equal keys, and how many keys have each number."""
    _, numbers, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    return numbers, sizes


def compiled_subtree_sum(end: Ints, column: Ints | Bools | Floats) -> Ints | Floats:
    """As :func:`numpy_subtree_sum`, by compiled code."""
    values: Any = np.ascontiguousarray(column)
    if values.dtype.kind == "f":
        of_floats = np.empty(len(end))
        _columns.subtree_sum_floats(end, values.astype(np.float64, copy=False), of_floats)
        return of_floats
    sums = np.empty(len(end), dtype=np.intp)
    if values.dtype == np.bool_:
        _columns.subtree_sum_bools(end, values, sums)
    else:
        _columns.subtree_sum_ints(end, values.astype(np.intp, copy=False), sums)
    return sums


def compiled_inside(end: Ints, mask: Bools) -> Bools:
    """As :func:`numpy_inside`, by compiled code."""
    found = np.empty(len(mask), dtype=np.bool_)
    _columns.inside(end, np.ascontiguousarray(mask), found)
    return found


def compiled_nearest(parent: Ints, mask: Bools) -> Ints:
    """As :func:`numpy_nearest`, by compiled code."""
    found = np.empty(len(mask), dtype=np.intp)
    _columns.nearest(parent, np.ascontiguousarray(mask), found)
    return found


def compiled_group(keys: Hashes) -> tuple[Ints, Ints]:
    """As :func:`numpy_group`, by compiled code."""
    numbers, sizes = np.empty(len(keys), dtype=np.intp), np.empty(len(keys), dtype=np.intp)
    return numbers, sizes[: _columns.group(keys, numbers, sizes)]


try:
    from dehusk.page import _columns
except ImportError:
    subtree_sum, inside, nearest, group = numpy_subtree_sum, numpy_inside, numpy_nearest, numpy_group
else:
    subtree_sum, inside, nearest, group = compiled_subtree_sum, compiled_inside, compiled_nearest, compiled_group
