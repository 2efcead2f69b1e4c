"""Loops over the rows of a page: sums of subtrees, ancestors, groups of equal keys (``dehusk._core.row_loops``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core.row_loops import (
    above,
    block_numbers,
    group,
    inside,
    inside_tagged,
    marked_rows,
    nearest,
    numbers_in_groups,
    remaining_rows,
    row_paths,
    subtree_argmax,
    subtree_sum_floats,
    subtree_sum_ints,
    tagged,
)

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats, Ints

__all__ = [
    "above",
    "block_numbers",
    "group",
    "inside",
    "inside_tagged",
    "marked_rows",
    "nearest",
    "numbers_in_groups",
    "remaining_rows",
    "row_paths",
    "subtree_argmax",
    "subtree_sum",
    "tagged",
]


def subtree_sum(end: Ints, column: Ints | Bools | Floats) -> Ints | Floats:
    """The sum of a column over each row's subtree, the row itself included.

    >>> subtree_sum(np.array([3, 2, 3]), np.array([True, True, False])).tolist()
    [2, 1, 0]
    """
    values: Any = np.ascontiguousarray(column)
    if values.dtype.kind == "f":
        return subtree_sum_floats(end, values.astype(np.float64, copy=False))
    return subtree_sum_ints(end, values.astype(np.intp, copy=False))
