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
    first: int,
) -> None:
    """Write, from ``at`` on, the sum of ``page`` and of five rows of ``states``, each multiplied by its taps.

    The row in the middle begins at ``start``, the others are ``step`` numbers apart; the taps begin at ``first``.

    >>> out, ones = np.zeros(1, dtype=np.float32), np.ones(5, dtype=np.float32)
    >>> mix_rows(out.data, 0, ones[:1].data, 1, ones.data, 2, 1, ones.data, 0)
    >>> out.tolist()
    [6.0]
    """
    rows = (np.asarray(states)[place : place + size] for place in range(start - 2 * step, start + 2 * step + 1, step))
    of_rows = np.asarray(taps)[first : first + 5 * size].reshape(5, size)
    mixed = sum(row * tap for row, tap in zip(rows, of_rows, strict=True))
    np.asarray(out)[at : at + size] = np.asarray(page)[:size] + mixed


def highest(out: views.NewFloats32, at: int, rows: views.NewFloats32, start: int, count: int, size: int) -> None:
    """Write, from ``at`` on, the highest number of each column of so many rows, which begin at ``start``.

    >>> out = np.zeros(2, dtype=np.float32)
    >>> highest(out.data, 0, np.array([1, 5, 3, 4], dtype=np.float32).data, 0, 2, 2)
    >>> out.tolist()
    [3.0, 5.0]
    """
    np.asarray(out)[at : at + size] = np.asarray(rows)[start : start + count * size].reshape(count, size).max(axis=0)


def multiply(
    out: views.NewFloats32,
    rows: views.NewFloats32,
    count: int,
    size: int,
    weights: views.Floats32,
    start: int,
    wide: int,
) -> None:
    """Write the product of so many rows and a matrix of so many columns, plus a bias.

    The matrix begins at ``start``, in panels of 16 columns, one after the other; the bias follows it. There must be
    room for a multiple of 4 rows.

    >>> out, ones = np.zeros(64, dtype=np.float32), np.ones(200, dtype=np.float32)
    >>> multiply(out.data, ones.data, 1, 3, ones.data, 0, 16)
    >>> out[:16].sum()
    np.float32(64.0)
    """
    panels = np.asarray(weights)[start : start + size * wide].reshape(-1, size, 16)
    matrix, bias = (
        panels.transpose(1, 0, 2).reshape(size, wide),
        weights[start + size * wide : start + (size + 1) * wide],
    )
    product = np.asarray(rows)[: count * size].reshape(count, size) @ matrix + np.asarray(bias)
    np.asarray(out)[: count * wide] = product.reshape(-1)


def positive(values: views.NewFloats32, at: int, size: int, places: views.NewInts, found: views.NewFloats32) -> int:
    """Write the places and values of those of so many numbers that are above 0; return how many there are.

    >>> places, found = np.zeros(3, dtype=np.intp), np.zeros(3, dtype=np.float32)
    >>> positive(np.array([0, 0, 4, -1], dtype=np.float32).data, 1, 3, places.data, found.data), places[0], found[0]
    (1, np.int64(1), np.float32(4.0))
    """
    given = np.asarray(values)[at : at + size]
    above = np.flatnonzero(given > 0)
    np.asarray(places)[: len(above)] = above
    np.asarray(found)[: len(above)] = given[above]
    return len(above)


def different(values: views.Floats32, at: int, other: int, size: int, places: views.NewInts) -> int:
    """Write where so many numbers from ``at`` differ from those from ``other`` on; return how many do.

    >>> places = np.zeros(2, dtype=np.intp)
    >>> different(np.array([1, 2, 1, 3], dtype=np.float32).data, 0, 2, 2, places.data), places[0]
    (1, np.int64(1))
    """
    given = np.asarray(values)
    found = np.flatnonzero(given[at : at + size] != given[other : other + size])
    np.asarray(places)[: len(found)] = found
    return len(found)


def last_corners(
    borders: views.Floats32,
    corners: int,
    lines: views.Ints,
    values: views.Floats32,
    at: int,
    places: views.Ints,
    count: int,
    found: views.NewInts,
) -> None:
    """Write, of the values at so many ``places`` from ``at`` on, the last corner of their lines that is not above them.

    A line has so many corners in ``borders``, a power of 2, in rising order: of the value at a place, from ``lines`` of
    the place on. The first corner stands for lower values. It is -1 if the value has no line.

    >>> places, found = np.array([2, 0, 1]), np.zeros(3, dtype=np.intp)
    >>> borders, values = np.array([9, 0, 5], dtype=np.float32), np.array([-1, 4, 7], dtype=np.float32)
    >>> last_corners(borders.data, 2, np.array([1, -1, 1]).data, values.data, 0, places.data, 3, found.data)
    >>> found.tolist()
    [2, 1, -1]
    """
    for i in range(count):
        corner = lines[places[i]]
        step = corners >> 1 if corner >= 0 else 0
        while step:
            if borders[corner + step] <= values[at + places[i]]:
                corner += step
            step >>= 1
        found[i] = corner


def dots(
    out: views.NewFloats32,
    at: int,
    row: views.Floats32,
    start: int,
    rows: views.NewFloats32,
    first: int,
    count: int,
    size: int,
) -> None:
    """Write, from ``at`` on, the sums of the products of a row and each of so many ``rows``, which begin at ``first``.

    >>> out, rows = np.zeros(2, dtype=np.float32), np.array([3, 4, 5, 6], dtype=np.float32)
    >>> dots(out.data, 0, np.array([0, 1, 2], dtype=np.float32).data, 1, rows.data, 0, 2, 2)
    >>> out.tolist()
    [11.0, 17.0]
    """
    matrix = np.asarray(rows)[first : first + count * size].reshape(count, size)
    np.asarray(out)[at : at + count] = matrix @ np.asarray(row)[start : start + size]


def add(
    out: views.NewFloats32,
    at: int,
    first: views.Floats32,
    start: int,
    second: views.Floats32,
    other: int,
    size: int,
) -> None:
    """Write, from ``at`` on, the sums of so many numbers from ``start`` and from ``other`` on.

    >>> out, one = np.zeros(2, dtype=np.float32), np.array([1, 2], dtype=np.float32)
    >>> add(out.data, 0, one.data, 0, one.data, 0, 2)
    >>> out.tolist()
    [2.0, 4.0]
    """
    np.asarray(out)[at : at + size] = np.asarray(first)[start : start + size] + np.asarray(second)[other : other + size]


def relu(out: views.NewFloats32, at: int, size: int) -> None:
    """Replace those of so many numbers that are below 0 by 0.

    >>> out = np.array([1, -2], dtype=np.float32)
    >>> relu(out.data, 0, 2)
    >>> out.tolist()
    [1.0, 0.0]
    """
    changed = np.asarray(out)[at : at + size]
    np.maximum(changed, 0, out=changed)


def copy(out: views.NewFloats32, at: int, row: views.Floats32, start: int, size: int) -> None:
    """Write, from ``at`` on, so many numbers from ``start`` on.

    >>> out = np.zeros(2, dtype=np.float32)
    >>> copy(out.data, 0, np.array([1, 2, 3], dtype=np.float32).data, 1, 2)
    >>> out.tolist()
    [2.0, 3.0]
    """
    np.asarray(out)[at : at + size] = np.asarray(row)[start : start + size]
