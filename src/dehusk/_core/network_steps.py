"""The network of the learned method (``dehusk.methods.learned.page_network``), in one call for a page.

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
_TILE = cython.declare(cython.Py_ssize_t, 16)
"""Rows whose widest states are in memory at once."""
_PANEL = cython.declare(cython.Py_ssize_t, 16)
"""Columns of a layer's product that are computed together (``vectors.multiply``)."""
_MOST = cython.declare(cython.Py_ssize_t, 1 << 14)
"""Numbers per row in any stage, and rows between those that a layer mixes."""


@views.checked
def score_blocks(
    sums: views.Floats32,
    words: views.Floats,
    style: views.Floats,
    weights: views.Floats32,
    sizes: views.Ints,
    dilations: views.Ints,
    above: views.NewBytes,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The logits of blocks, and those of page types.

    ``sums``: the products of the scaled features and the first weights. ``weights``: all others, in the order in which
    they are used; those of a layer's wide product in panels (``vectors.multiply``). ``sizes``: numbers per row in the
    first, the second and the widest stage; queries; page types. ``above``: empty, or memory for which numbers of each
    stage are above 0, stage by stage.
    """
    views.align(sums)
    views.align(words)
    views.align(style)
    views.align(weights)
    views.align(sizes)
    views.align(dilations)
    feature_steps.check_length("sizes", sizes.shape[0], 5)
    i: cython.Py_ssize_t
    for i in range(5):
        if sizes[i] < (i != 3) or sizes[i] > _MOST:
            raise ValueError(f"a network of size {sizes[i]}")
    for i in range(dilations.shape[0]):
        if dilations[i] < 1 or dilations[i] > _MOST:
            raise ValueError(f"rows that are {dilations[i]} apart")
    if words.shape[0] < 1 or sizes[2] % _PANEL:
        raise ValueError(f"{words.shape[0]} blocks, a product of {sizes[2]} columns")
    run: NetworkRun = NetworkRun()
    run.sums, run.weights, run.above, run.rows = sums, weights, above, words.shape[0]
    run.first, run.size, run.wide, run.queries, run.types = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]
    run.reach = 0
    for i in range(dilations.shape[0]):
        run.reach = max(run.reach, _TAPS // 2 * dilations[i])
    _check_lengths(run, style.shape[0], dilations.shape[0])
    _make_room(run)
    scores = np.empty(run.rows + run.types, dtype=np.float64)
    score: views.NewFloats = scores.data
    at: cython.Py_ssize_t
    with cython.nogil:
        run.share_words(words)
        at = run.embed(style)
        for i in range(dilations.shape[0]):
            at = run.add_layer(at, dilations[i])
        run.score(at, score)
    return scores[: run.rows], scores[run.rows :]


@cython.cfunc
def _check_lengths(run: NetworkRun, styles: cython.Py_ssize_t, layers: cython.Py_ssize_t) -> cython.bint:
    """Check the arrays that a run is given against its sizes."""
    size: cython.Py_ssize_t = run.size
    summaries: cython.Py_ssize_t = (3 + run.queries) * size
    in_layer: cython.Py_ssize_t = (_TAPS + run.queries + summaries + 2 * run.wide + 1) * size + run.wide
    around: cython.Py_ssize_t = (1 + styles + size) * run.first + 2 * size + 1 + (3 * size + 1) * run.types
    feature_steps.check_length("weights", run.weights.shape[0], around + layers * in_layer)
    feature_steps.check_length("sums", run.sums.shape[0], run.rows * run.first)
    if run.above.shape[0]:
        wanted: cython.Py_ssize_t = run.rows * (run.first + size + layers * run.wide)
        feature_steps.check_length("above", run.above.shape[0], wanted)
    run.mark = 0 if run.above.shape[0] else -1
    return True


@cython.cfunc
def _make_room(run: NetworkRun) -> cython.bint:
    """Give a run the memory that it needs."""
    size: cython.Py_ssize_t = run.size
    rows: cython.Py_ssize_t = run.rows
    most: cython.Py_ssize_t = max(run.first, run.wide)
    summaries: cython.Py_ssize_t = (3 + run.queries) * size
    run.here, run.there = run.reach * size, (rows + 3 * run.reach) * size
    states: cython.Py_ssize_t = 2 * (rows + 2 * run.reach) * size
    product: cython.Py_ssize_t = states + _TILE * size
    found: cython.Py_ssize_t = product + max(run.first, _TILE * run.wide)
    pools: cython.Py_ssize_t = found + most
    summary: cython.Py_ssize_t = pools + (run.queries + 2) * rows
    page: cython.Py_ssize_t = summary + summaries + (run.queries + 2) * size
    numbers: views.NewFloats32 = np.zeros(page + max(run.first, size, run.types), dtype=np.float32).data
    run.states, run.mixed, run.product = numbers[:states], numbers[states:product], numbers[product:found]
    run.found, run.pools, run.summary = numbers[found:pools], numbers[pools:summary], numbers[summary:page]
    run.page = numbers[page:]
    places: views.NewInts = np.empty(most + max(rows, summaries), dtype=np.intp).data
    run.places, run.numbers = places[:most], places[most:]
    i: cython.Py_ssize_t
    for i in range(max(rows, summaries)):
        run.numbers[i] = i
    return True


@cython.cclass
class NetworkRun:
    """One run: what it is given, the states of all rows, and room for what is computed of some rows."""

    rows: cython.Py_ssize_t
    first: cython.Py_ssize_t
    size: cython.Py_ssize_t
    wide: cython.Py_ssize_t
    queries: cython.Py_ssize_t
    types: cython.Py_ssize_t
    reach: cython.Py_ssize_t
    """Rows of zeros before and after the states of a page: what is outside it."""
    sums: views.Floats32
    weights: views.Floats32
    above: views.NewBytes
    mark: cython.Py_ssize_t
    """Where ``above`` is written next; -1 if it is not wanted."""
    states: views.NewFloats32
    """The states before a layer, and those after it."""
    here: cython.Py_ssize_t
    there: cython.Py_ssize_t
    """Where the states are, and where the next ones are written."""
    mixed: views.NewFloats32
    product: views.NewFloats32
    found: views.NewFloats32
    places: views.NewInts
    """Positive numbers of a row of the product, and where they are."""
    numbers: views.NewInts
    """0, 1, 2, ..."""
    pools: views.NewFloats32
    """By what the rows are multiplied in the mean by words, in the mean of each query, and in the mean."""
    summary: views.NewFloats32
    page: views.NewFloats32

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def share_words(self, words: views.Floats) -> cython.void:
        """Write by what the mean over words, and the mean, multiply rows."""
        row: cython.Py_ssize_t
        total: cython.double = 0
        for row in range(self.rows):
            total += words[row]
        for row in range(self.rows):
            self.pools[row] = words[row] / total
            self.pools[(self.queries + 1) * self.rows + row] = 1 / cython.cast(cython.float, self.rows)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def embed(self, style: views.Floats) -> cython.Py_ssize_t:
        """Write the states of blocks: two dense layers, of which ``sums`` is the first product."""
        weights: views.Floats32 = self.weights
        first: cython.Py_ssize_t = self.first
        size: cython.Py_ssize_t = self.size
        bias: views.NewFloats32 = self.page
        row: cython.Py_ssize_t
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        count: cython.Py_ssize_t
        value: cython.float
        for i in range(first):
            bias[i] = weights[i]
        for row in range(style.shape[0]):
            value = style[row]
            for i in range(first):
                bias[i] += value * weights[(1 + row) * first + i]
        start: cython.Py_ssize_t = (1 + style.shape[0]) * first
        second_bias: cython.Py_ssize_t = start + first * size
        for row in range(self.rows):
            at = self.here + row * size
            vectors.add(self.product, 0, self.sums, row * first, bias, 0, first)
            vectors.copy(self.states, at, weights, second_bias, size)
            count = self.positive(0, first)
            vectors.add_rows(self.states, at, size, weights, start, self.places, self.found, 0, count)
        vectors.relu(self.states, self.here, self.rows * size)
        if self.mark >= 0:
            for i in range(self.here, self.here + self.rows * size):
                self.above[self.mark + i - self.here] = self.states[i] > 0
            self.mark += self.rows * size
        return second_bias + size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def positive(self, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Find the numbers above 0 among so many of the product; return how many there are."""
        i: cython.Py_ssize_t
        if self.mark >= 0:
            for i in range(size):
                self.above[self.mark + i] = self.product[at + i] > 0
            self.mark += size
        return vectors.positive(self.product, at, size, self.places, self.found)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def summarise(
        self, at: cython.Py_ssize_t, queries: cython.Py_ssize_t, outputs: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Write the product of what the page is like and a matrix; return where the weights after it are.

        What a page is like: the mean of its rows, the mean by words, the maximum, and for each query the mean by the
        softmax of the products of the query and the rows.
        """
        size: cython.Py_ssize_t = self.size
        rows: cython.Py_ssize_t = self.rows
        here: cython.Py_ssize_t = self.here
        summary: views.NewFloats32 = self.summary
        start: cython.Py_ssize_t = at + queries * size
        sums: cython.Py_ssize_t = (3 + self.queries) * size
        query: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for query in range(queries):
            vectors.dots(self.pools, (query + 1) * rows, self.weights, at + query * size, self.states, here, rows, size)
            _soften(self.pools, (query + 1) * rows, rows)
        for i in range(sums, sums + (self.queries + 2) * size):
            summary[i] = 0
        for query in range(self.queries + 2):
            if query <= queries or query > self.queries:
                vectors.add_rows(
                    summary, sums + query * size, size, self.states, here, self.numbers, self.pools, query * rows, rows
                )
        for i in range(size):
            summary[i] = summary[sums + (self.queries + 1) * size + i]
            summary[size + i] = summary[sums + i]
        vectors.highest(summary, 2 * size, self.states, here, rows, size)
        for i in range(queries * size):
            summary[3 * size + i] = summary[sums + size + i]
        for i in range(outputs):
            self.page[i] = 0
        count: cython.Py_ssize_t = (3 + queries) * size
        vectors.add_rows(self.page, 0, outputs, self.weights, start, self.numbers, summary, 0, count)
        return start + count * outputs

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_layer(self, at: cython.Py_ssize_t, dilation: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write the states after a layer; return where the weights after those of the layer are."""
        size: cython.Py_ssize_t = self.size
        wide: cython.Py_ssize_t = self.wide
        panels: cython.Py_ssize_t = self.summarise(at + _TAPS * size, self.queries, size)
        wide_bias: cython.Py_ssize_t = panels + size * wide
        narrow: cython.Py_ssize_t = wide_bias + wide
        narrow_bias: cython.Py_ssize_t = narrow + wide * size
        tile: cython.Py_ssize_t
        row: cython.Py_ssize_t
        rows: cython.Py_ssize_t
        before: cython.Py_ssize_t
        after: cython.Py_ssize_t
        count: cython.Py_ssize_t
        for tile in range((self.rows + _TILE - 1) // _TILE):
            rows = min(_TILE, self.rows - tile * _TILE)
            before = self.here + tile * _TILE * size
            after = self.there + tile * _TILE * size
            for row in range(rows):
                vectors.mix_rows(
                    self.mixed,
                    row * size,
                    self.page,
                    size,
                    self.states,
                    before + row * size,
                    dilation * size,
                    self.weights,
                    at,
                )
            vectors.multiply(self.product, self.mixed, rows, size, self.weights, panels, wide)
            for row in range(rows):
                vectors.add(self.states, after, self.states, before, self.weights, narrow_bias, size)
                count = self.positive(row * wide, wide)
                vectors.add_rows(self.states, after, size, self.weights, narrow, self.places, self.found, 0, count)
                before += size
                after += size
        self.here, self.there = self.there, self.here
        return narrow_bias + size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score(self, at: cython.Py_ssize_t, scores: views.NewFloats) -> cython.Py_ssize_t:
        """Write the logits of blocks and of page types; return where the weights end."""
        size: cython.Py_ssize_t = self.size
        bias: cython.Py_ssize_t = at + size
        row: cython.Py_ssize_t
        value: cython.float
        end: cython.Py_ssize_t = self.summarise(bias + 1, 0, self.types)
        for row in range(self.types):
            value = self.page[row] + self.weights[end + row]
            scores[self.rows + row] = value
        vectors.dots(self.pools, 0, self.weights, at, self.states, self.here, self.rows, size)
        for row in range(self.rows):
            value = self.pools[row] + self.weights[bias]
            scores[row] = value
        return end + self.types


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
