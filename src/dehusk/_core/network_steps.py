"""The network of the learned method (``dehusk.methods.learned.page_network``), in steps.

States are matrices of 32-bit numbers in one piece, one row per block. What is 0 after a relu is left out of products:
four fifths of the numbers are, and in the last layers nearly all.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, vectors, views

if TYPE_CHECKING:
    import numpy.typing as npt

_TAPS = cython.declare(cython.Py_ssize_t, 5)
"""Rows that a layer mixes."""
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
    block: cython.Py_ssize_t
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    value: cython.float
    with cython.nogil:
        for block in range(matrix.shape[0] // features):
            row = block * features
            for i in range(features):
                value = matrix[row + i]
                value = max(value, lines[i])
                value = min(value, lines[features + i])
                scaled[row + i] = value * lines[2 * features + i] + lines[3 * features + i]
            for i in range(bent.shape[0]):
                at = row + bent[i]
                scaled[at] = _on_line(matrix[at], i * corners, corners, borders, levels, slopes)


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
    corners: cython.Py_ssize_t,
    borders: views.Floats32,
    levels: views.Floats32,
    slopes: views.Floats32,
) -> cython.float:
    """The scaled value by a line whose first corner is given."""
    value = max(value, borders[corner])
    step: cython.Py_ssize_t = corners >> 1
    while step:
        corner += step * (borders[corner + step] <= value)
        step >>= 1
    return levels[corner] + (value - borders[corner]) * slopes[corner]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _positive(
    values: views.NewFloats32,
    at: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    places: views.NewInts,
    found: views.NewFloats32,
) -> cython.Py_ssize_t:
    """Write the places and values of positive numbers; return how many there are."""
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    value: cython.float
    largest: cython.float
    while i < size:
        # Few are positive, and often none of four.
        if i % 4 == 0 and i + 4 <= size:
            value = max(values[at + i], values[at + i + 1])
            largest = max(values[at + i + 2], values[at + i + 3])
            if not max(value, largest) > 0:
                i += 4
                continue
        value = values[at + i]
        places[count] = i
        found[count] = value
        count += value > 0
        i += 1
    return count


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
    product = np.zeros((blocks, size), dtype=np.float32)
    sums: views.NewFloats32 = product.reshape(-1).data
    before: views.NewFloats32 = np.zeros(features, dtype=np.float32).data
    changes: views.NewFloats32 = np.zeros(features + 1, dtype=np.float32).data
    changed: views.NewInts = np.zeros(features + 1, dtype=np.intp).data
    line_of: views.NewInts = np.full(features, -1, dtype=np.intp).data
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t
    value: cython.float
    for i in range(bent.shape[0]):
        line_of[bent[i]] = i * corners
    with cython.nogil:
        for block in range(blocks):
            row = block * features
            count = 0
            if block % _BLOCKS_FROM_START:
                for i in range(features):
                    changed[count] = i
                    count += matrix[row + i] != matrix[row - features + i]
                for i in range(size):
                    sums[block * size + i] = sums[(block - 1) * size + i]
            else:
                for i in range(features):
                    changed[i] = i
                    before[i] = 0
                count = features
            for at in range(count):
                i = changed[at]
                value = matrix[row + i]
                if line_of[i] < 0:
                    value = max(value, lines[i])
                    value = min(value, lines[features + i])
                    value = value * lines[2 * features + i] + lines[3 * features + i]
                else:
                    value = _on_line(value, line_of[i], corners, borders, levels, slopes)
                changes[at] = value - before[i]
                before[i] = value
            vectors.add_rows(sums, block * size, size, weight, 0, changed, changes, 0, count)
    return product


@views.checked
def embed(
    sums: views.Floats32,
    bias: views.Floats32,
    weight: views.Floats32,
    second_bias: views.Floats32,
    start: cython.Py_ssize_t,
    states: views.NewFloats32,
) -> None:
    """Write the states of blocks, from row ``start`` on: two dense layers, of which ``sums`` is the first product."""
    views.align(sums)
    views.align(bias)
    views.align(weight)
    views.align(second_bias)
    views.align_new(states)
    inputs: cython.Py_ssize_t = bias.shape[0]
    size: cython.Py_ssize_t = second_bias.shape[0]
    feature_steps.check_length("weight", weight.shape[0], inputs * size)
    if inputs < 1 or size < 1 or sums.shape[0] % inputs:
        raise ValueError(f"{sums.shape[0]} sums are not rows of {inputs}")
    rows: cython.Py_ssize_t = sums.shape[0] // inputs
    if start < 0 or start > states.shape[0] or states.shape[0] < (start + rows) * size:
        raise ValueError(f"there are no {rows} rows of {size} from row {start}")
    first: views.NewFloats32 = np.empty(inputs, dtype=np.float32).data
    factors: views.NewFloats32 = np.empty(inputs + 1, dtype=np.float32).data
    places: views.NewInts = np.empty(inputs + 1, dtype=np.intp).data
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t
    value: cython.float
    with cython.nogil:
        for row in range(rows):
            at = (start + row) * size
            for i in range(inputs):
                first[i] = sums[row * inputs + i] + bias[i]
            for i in range(size):
                states[at + i] = second_bias[i]
            count = _positive(first, 0, inputs, places, factors)
            vectors.add_rows(states, at, size, weight, 0, places, factors, 0, count)
            for i in range(at, at + size):
                value = states[i]
                states[i] = max(0, value)


@views.checked
def mix_around(
    states: views.Floats32,
    taps: views.Floats32,
    page: views.Floats32,
    dilation: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    mixed: views.NewFloats32,
) -> None:
    """Write, for each of so many rows from ``start``, the sum of ``page`` and of five rows, each times its taps.

    The row itself has the taps in the middle; those before and after it are ``dilation`` rows apart.
    """
    views.align(states)
    views.align(taps)
    views.align(page)
    views.align_new(mixed)
    size: cython.Py_ssize_t = page.shape[0]
    items: cython.Py_ssize_t = states.shape[0]
    reach: cython.Py_ssize_t = _TAPS // 2 * dilation
    feature_steps.check_length("taps", taps.shape[0], _TAPS * size)
    if size < 1 or dilation < 1 or dilation > items or rows < 0 or rows > items or start < reach or start > items:
        raise ValueError(f"{rows} rows, {dilation} apart, from row {start}")
    if items < (start + rows + reach) * size or mixed.shape[0] < rows * size:
        raise ValueError(f"there are no {rows} rows of {size} from row {start}, with {reach} behind them")
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows):
            vectors.mix_rows(mixed, row * size, page, size, states, (start + row) * size, dilation * size, taps)


@views.checked
def add_layer(
    wide: views.NewFloats32,
    bias: views.Floats32,
    weight: views.Floats32,
    narrow_bias: views.Floats32,
    start: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    states: views.NewFloats32,
) -> None:
    """Add to so many rows of ``states`` from ``start`` on: ``relu(wide + bias) @ weight + narrow_bias``.

    ``wide`` has the bias added to it.
    """
    views.align_new(wide)
    views.align(bias)
    views.align(weight)
    views.align(narrow_bias)
    views.align_new(states)
    inputs: cython.Py_ssize_t = bias.shape[0]
    size: cython.Py_ssize_t = narrow_bias.shape[0]
    items: cython.Py_ssize_t = states.shape[0]
    feature_steps.check_length("weight", weight.shape[0], inputs * size)
    if inputs < 1 or size < 1 or rows < 0 or rows > wide.shape[0] or wide.shape[0] < rows * inputs:
        raise ValueError(f"{wide.shape[0]} numbers are not {rows} rows of {inputs}")
    if start < 0 or start > items or items < (start + rows) * size:
        raise ValueError(f"there are no {rows} rows of {size} from row {start}")
    factors: views.NewFloats32 = np.empty(inputs + 1, dtype=np.float32).data
    places: views.NewInts = np.empty(inputs + 1, dtype=np.intp).data
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows):
            at = (start + row) * size
            for i in range(inputs):
                wide[row * inputs + i] += bias[i]
            for i in range(size):
                states[at + i] += narrow_bias[i]
            count = _positive(wide, row * inputs, inputs, places, factors)
            vectors.add_rows(states, at, size, weight, 0, places, factors, 0, count)


@views.checked
def page_vector(
    states: views.Floats32,
    start: cython.Py_ssize_t,
    shares: views.Floats32,
    queries: views.Floats32,
    weight: views.Floats32,
    vector: views.NewFloats32,
) -> None:
    """Write the product of what a page is like and a matrix.

    What a page is like: the mean of the rows of ``states`` from ``start``, the mean by ``shares``, the maximum, and
    for each of the ``queries`` the mean by the softmax of the products of the query and the rows.
    """
    views.align(states)
    views.align(shares)
    views.align(queries)
    views.align(weight)
    views.align_new(vector)
    outputs: cython.Py_ssize_t = vector.shape[0]
    rows: cython.Py_ssize_t = shares.shape[0]
    inputs: cython.Py_ssize_t = weight.shape[0] // outputs if outputs else 0
    size: cython.Py_ssize_t = (inputs - queries.shape[0]) // 3
    if size < 1 or inputs * outputs != weight.shape[0] or queries.shape[0] % size:
        raise ValueError(f"a matrix of {weight.shape[0]} items, {outputs} columns, for {queries.shape[0]} numbers")
    if inputs != 3 * size + queries.shape[0]:
        raise ValueError(f"a matrix of {weight.shape[0]} items, {outputs} columns, for rows of {size}")
    if rows < 1 or start < 0 or start > states.shape[0] or states.shape[0] < (start + rows) * size:
        raise ValueError(f"there are no {rows} rows of {size} from row {start}")
    count: cython.Py_ssize_t = queries.shape[0] // size
    # The mean by shares, the means by queries, the mean.
    pools: views.NewFloats32 = np.empty((count + 2) * rows, dtype=np.float32).data
    sums: views.NewFloats32 = np.zeros((count + 2) * size, dtype=np.float32).data
    like: views.NewFloats32 = np.empty(inputs, dtype=np.float32).data
    places: views.NewInts = np.arange(max(rows, inputs)).data
    row: cython.Py_ssize_t
    query: cython.Py_ssize_t
    i: cython.Py_ssize_t
    value: cython.float
    with cython.nogil:
        for row in range(rows):
            pools[row] = shares[row]
            pools[(count + 1) * rows + row] = 1 / cython.cast(cython.float, rows)
            for query in range(count):
                pools[(query + 1) * rows + row] = vectors.dot(queries, query * size, states, (start + row) * size, size)
        for query in range(count):
            _soften(pools, (query + 1) * rows, rows)
        for query in range(count + 2):
            vectors.add_rows(sums, query * size, size, states, start * size, places, pools, query * rows, rows)
        for i in range(size):
            like[i] = sums[(count + 1) * size + i]
            like[size + i] = sums[i]
            like[2 * size + i] = states[start * size + i]
        for row in range(start + 1, start + rows):
            for i in range(size):
                value = states[row * size + i]
                like[2 * size + i] = max(like[2 * size + i], value)
        for i in range(count * size):
            like[3 * size + i] = sums[size + i]
        for i in range(outputs):
            vector[i] = 0
        vectors.add_rows(vector, 0, outputs, weight, 0, places, like, 0, inputs)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _soften(scores: views.NewFloats32, at: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
    """Replace so many numbers by their softmax."""
    i: cython.Py_ssize_t
    highest: cython.float = scores[at]
    value: cython.float
    total: cython.double = 0
    for i in range(at, at + count):
        value = scores[i]
        highest = max(highest, value)
    for i in range(at, at + count):
        value = math.exp(scores[i] - highest)
        scores[i] = value
        total += value
    for i in range(at, at + count):
        scores[i] /= total


@views.checked
def block_logits(
    states: views.Floats32,
    start: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    weight: views.Floats32,
    bias: views.Floats32,
) -> npt.NDArray[np.float64]:
    """The product of each of so many rows from ``start`` and a vector, plus a bias."""
    views.align(states)
    views.align(weight)
    views.align(bias)
    size: cython.Py_ssize_t = weight.shape[0]
    feature_steps.check_length("bias", bias.shape[0], 1)
    items: cython.Py_ssize_t = states.shape[0]
    if size < 1 or rows < 0 or rows > items or start < 0 or start > items or items < (start + rows) * size:
        raise ValueError(f"there are no {rows} rows of {size} from row {start}")
    logits = np.empty(rows)
    logit: views.NewFloats = logits.data
    row: cython.Py_ssize_t
    value: cython.float
    with cython.nogil:
        for row in range(rows):
            value = vectors.dot(weight, 0, states, (start + row) * size, size) + bias[0]
            logit[row] = value
    return logits
