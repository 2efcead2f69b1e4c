"""Sums of products of numbers: compiled, loops that use the processor's vectors (``vectors.pxd``); else numpy's.

The arguments are memory (``dehusk._core.views``), of which the caller knows that it is large enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dehusk._core import views


def add_rows(
    out: views.NewFloats32,
    at: int,
    size: int,
    matrix: views.Floats32,
    start: int,
    rows: views.NewInts,
    factors: views.NewFloats32,
    first: int,
    count: int,
) -> None:
    """Add rows of a matrix, which begins at ``start``, to the numbers from ``at`` on: each times a factor.

    There are so many ``rows``; their factors are those from ``first`` on.

    >>> out, matrix = np.zeros(2, dtype=np.float32), np.arange(6, dtype=np.float32)
    >>> add_rows(out.data, 0, 2, matrix.data, 0, np.array([2, 0]).data, np.array([1, 10], dtype=np.float32).data, 0, 2)
    >>> out.tolist()
    [4.0, 15.0]
    """
    wanted = start + np.asarray(rows)[:count, None] * size + np.arange(size)
    np.asarray(out)[at : at + size] += np.asarray(factors)[first : first + count] @ np.asarray(matrix)[wanted]


def mix_rows(
    out: views.NewFloats32,
    at: int,
    page: views.Floats32,
    size: int,
    states: views.Floats32,
    start: int,
    step: int,
    taps: views.Floats32,
) -> None:
    """Write, from ``at`` on, the sum of ``page`` and of five rows of ``states``, each multiplied by its taps.

    The row in the middle begins at ``start``, the others are ``step`` numbers apart.

    >>> out, ones = np.zeros(1, dtype=np.float32), np.ones(5, dtype=np.float32)
    >>> mix_rows(out.data, 0, ones[:1].data, 1, ones.data, 2, 1, ones.data)
    >>> out.tolist()
    [6.0]
    """
    rows = (np.asarray(states)[first : first + size] for first in range(start - 2 * step, start + 2 * step + 1, step))
    mixed = sum(row * tap for row, tap in zip(rows, np.asarray(taps).reshape(5, size), strict=True))
    np.asarray(out)[at : at + size] = page + mixed


def dot(first: views.Floats32, at: int, second: views.Floats32, start: int, size: int) -> float:
    """The sum of the products of so many numbers from ``at`` and from ``start`` on.

    >>> dot(np.array([0, 1, 2], dtype=np.float32).data, 1, np.array([3, 4], dtype=np.float32).data, 0, 2)
    11.0
    """
    return float(np.asarray(first)[at : at + size] @ np.asarray(second)[start : start + size])
