"""The features of blocks, scaled, and their products with the first weights of the network.

``dehusk.methods.learned.quantile_scale`` says what the scale is.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, vectors, views

if TYPE_CHECKING:
    import numpy.typing as npt

_BLOCKS_FROM_START = cython.declare(cython.Py_ssize_t, 32)
"""Sums that are made from those of the block before, in a row: rounding errors add up."""


@views.checked
def scale_rows(
    matrix: views.Floats32,
    bent: views.Ints,
    lines: views.Floats32,
    borders: views.Floats32,
    levels: views.Floats32,
    slopes: views.Floats32,
    scaled: views.NewFloats32,
) -> None:
    """Scale the features of blocks, each by a broken line of its own, into the first rows of ``scaled``.

    ``lines``: the lowest and the highest value, the slope and the offset of each feature's straight line, one row each.
    ``bent``: the features that have a line with more corners; ``borders``, ``levels``, ``slopes``: for each of these a
    row with the value, the scaled value and the slope at its corners, a power of 2 in number, the last one repeated.
    """
    views.align(matrix)
    views.align_new(scaled)
    features: cython.Py_ssize_t = lines.shape[0] // 4
    corners: cython.Py_ssize_t = _check_scale(bent, lines, borders, levels, slopes)
    if features < 1 or matrix.shape[0] % features or scaled.shape[0] < matrix.shape[0]:
        raise ValueError(f"the matrix has {matrix.shape[0]} items, {features} for each block")
    line_of: views.NewInts = np.empty(features, dtype=np.intp).data
    corner: views.NewInts = np.empty(bent.shape[0], dtype=np.intp).data
    block: cython.Py_ssize_t
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    value: cython.float
    for i in range(features):
        line_of[i] = -1
    for i in range(bent.shape[0]):
        line_of[bent[i]] = i * corners
    with cython.nogil:
        for block in range(matrix.shape[0] // features):
            row = block * features
            for i in range(features):
                value = matrix[row + i]
                value = max(value, lines[i])
                value = min(value, lines[features + i])
                scaled[row + i] = value * lines[2 * features + i] + lines[3 * features + i]
            vectors.last_corners(borders, corners, line_of, matrix, row, bent, bent.shape[0], corner)
            for i in range(bent.shape[0]):
                at = row + bent[i]
                scaled[at] = _on_line(matrix[at], corner[i], borders, levels, slopes)


@cython.cfunc
@cython.exceptval(-1, check=False)
def _check_scale(
    bent: views.Ints,
    lines: views.Floats32,
    borders: views.Floats32,
    levels: views.Floats32,
    slopes: views.Floats32,
) -> cython.Py_ssize_t:
    """Raise unless these describe a scale; return how many corners a line has."""
    views.align(bent)
    views.align(lines)
    views.align(borders)
    views.align(levels)
    views.align(slopes)
    features: cython.Py_ssize_t = lines.shape[0] // 4
    count: cython.Py_ssize_t = bent.shape[0]
    feature_steps.check_length("lines", lines.shape[0], 4 * features)
    corners: cython.Py_ssize_t = 1
    while corners * count < borders.shape[0] and count:
        corners *= 2
    feature_steps.check_length("borders", borders.shape[0], corners * count)
    feature_steps.check_length("levels", levels.shape[0], corners * count)
    feature_steps.check_length("slopes", slopes.shape[0], corners * count)
    i: cython.Py_ssize_t
    for i in range(count):
        if bent[i] < 0 or bent[i] >= features:
            raise IndexError(f"there is no feature {bent[i]}")
    return corners


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _on_line(
    value: cython.float,
    corner: cython.Py_ssize_t,
    borders: views.Floats32,
    levels: views.Floats32,
    slopes: views.Floats32,
) -> cython.float:
    """The scaled value by a line, of which the last corner that is not above it is given, or the first one."""
    return levels[corner] + (max(value, borders[corner]) - borders[corner]) * slopes[corner]


@views.checked
def input_sums(
    matrix: views.Floats32,
    bent: views.Ints,
    lines: views.Floats32,
    borders: views.Floats32,
    levels: views.Floats32,
    slopes: views.Floats32,
    weight: views.Floats32,
) -> npt.NDArray[np.float32]:
    """The product of the scaled features of blocks and a matrix of weights: one row per block.

    The scale is that of :func:`scale_rows`. Most features of a block are those of the block before it, so only the
    products of the others are added to that block's sums; every 32nd block starts from 0.
    """
    views.align(matrix)
    views.align(weight)
    features: cython.Py_ssize_t = lines.shape[0] // 4
    corners: cython.Py_ssize_t = _check_scale(bent, lines, borders, levels, slopes)
    if features < 1 or matrix.shape[0] % features or weight.shape[0] % features or weight.shape[0] < features:
        raise ValueError(f"{matrix.shape[0]} features, {weight.shape[0]} weights, {features} for each block")
    size: cython.Py_ssize_t = weight.shape[0] // features
    blocks: cython.Py_ssize_t = matrix.shape[0] // features
    product = np.empty((blocks, size), dtype=np.float32)
    sums: views.NewFloats32 = product.reshape(-1).data
    numbers: views.NewFloats32 = np.zeros(2 * features + 1, dtype=np.float32).data
    before: views.NewFloats32 = numbers[:features]
    changes: views.NewFloats32 = numbers[features:]
    places: views.NewInts = np.empty(3 * features + 1, dtype=np.intp).data
    line_of: views.NewInts = places[:features]
    corner: views.NewInts = places[features : 2 * features]
    changed: views.NewInts = places[2 * features :]
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t
    value: cython.float
    for i in range(features):
        line_of[i] = -1
    for i in range(bent.shape[0]):
        line_of[bent[i]] = i * corners
    with cython.nogil:
        for block in range(blocks):
            row = block * features
            if block % _BLOCKS_FROM_START:
                count = vectors.different(matrix, row, row - features, features, changed)
                vectors.copy(sums, block * size, sums, (block - 1) * size, size)
            else:
                for i in range(features):
                    changed[i] = i
                    before[i] = 0
                for i in range(size):
                    sums[block * size + i] = 0
                count = features
            vectors.last_corners(borders, corners, line_of, matrix, row, changed, count, corner)
            for at in range(count):
                i = changed[at]
                value = matrix[row + i]
                if corner[at] < 0:
                    value = max(value, lines[i])
                    value = min(value, lines[features + i])
                    value = value * lines[2 * features + i] + lines[3 * features + i]
                else:
                    value = _on_line(value, corner[at], borders, levels, slopes)
                changes[at] = value - before[i]
                before[i] = value
            vectors.add_rows(sums, block * size, size, weight, 0, changed, changes, 0, count)
    return product
