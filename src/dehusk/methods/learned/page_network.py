"""The network of the default: it scores all blocks of a page together, in time linear in their number.

For a page of n blocks, with ``relu(x) = max(x, 0)`` and the weights by their names in the model file:

1. ``X`` (n, features): the features of each block, scaled; ``v`` (n): the share of the page's words in each block;
   ``s``: the style of the text that is wanted (:data:`STYLES`).
2. ``h = relu(X @ input.weight + s @ style.weight + input.bias)``, then ``h = relu(h @ block.weight + block.bias)``.
3. Four layers ``k`` with dilation d = 1, 2, 4, 8, each of which adds to the state ``h`` of every block what is around
   it and what the page is like:

   * around: ``c[i]`` is the sum of ``k.around[t] * h[i + (t - 2) * d]`` over t = 0 to 4; zero outside the page;
   * attention: ``a``, the softmax over blocks of ``h @ k.query``;
   * page: ``g = [mean of h, v @ h, maximum of h, a.T @ h] @ k.page.weight``;
   * ``h = h + relu((c + g) @ k.wide.weight + k.wide.bias) @ k.narrow.weight + k.narrow.bias``.

4. ``logits = h @ output.weight + output.bias``; the logits of page types are
   ``[mean of h, v @ h, maximum of h] @ page_type.weight + page_type.bias``.

Products with a matrix most of whose factors are 0 are loops of ``dehusk._core.network_steps``. The product with
``k.wide.weight`` is made of products so small that no BLAS library divides them among threads: the number of threads
changes no bit of the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.network_steps import add_layer, block_logits, embed, input_sums, mix_around, page_vector
from dehusk.methods.learned.page_type import TYPES

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.quantile_scale import QuantileScale
    from dehusk.page.arrays import Bools, Floats

STYLES = ("headline", "comments", "broad")
"""What gold texts disagree about: 1 if it is part of the text that is wanted, -1 if it is not, 0 if unknown."""
DILATIONS = (1, 2, 4, 8)
TAPS = 5
QUERIES = 4
_SUMMARIES = 3
"""The mean of the blocks' states, the mean by words, the maximum."""
_TILE = 32
"""Rows of the largest product."""
_MAX_PRODUCT = 1 << 18
"""Multiplications of a product that OpenBLAS leaves to one thread."""
_PART = 4096
"""Blocks whose widest states are in memory at once."""
_REACH = TAPS // 2 * max(DILATIONS)
"""Rows of zeros around the states of a page: what is outside it."""
_NO_QUERIES: Floats32 = np.empty(0, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class PageScores:
    """What the network says about a page."""

    logits: Floats
    """How likely each block is to be content."""
    type_logits: Floats
    """How likely each page type is."""


@dataclass(frozen=True, eq=False)
class PageNetwork:
    """The weights, and what is computed with them.

    >>> from dehusk.methods.learned import shipped_model
    >>> from dehusk.methods.learned.feature_table import TABLE
    >>> network = shipped_model().network
    >>> matrix, words = np.zeros((len(TABLE.names), 3), dtype=np.float32), np.array([5.0, 1.0, 9.0])
    >>> network.run(matrix, words, np.zeros(len(STYLES))).logits.shape
    (3,)
    """

    scale: QuantileScale
    weights: Mapping[str, Floats32]
    """By the names in the module's docstring; those of dense layers have the shape (inputs, outputs)."""

    @classmethod
    def rounded(cls, scale: QuantileScale, weights: Mapping[str, Floats32]) -> PageNetwork:
        """A network with the weights that a model file can hold: numbers of 16 bits."""
        return cls(scale, {name: weight.astype(np.float16).astype(np.float32) for name, weight in weights.items()})

    def run(self, matrix: Floats32, words: Floats, style: Floats) -> PageScores:
        """Score the blocks of a page: one row of ``matrix`` per feature, one column per block."""
        return self.run_sums(self.input_sums(matrix), words, style)

    def input_sums(self, matrix: Floats32) -> Floats32:
        """``X @ input.weight``: the part of the scores of a page that does not depend on the style."""
        return input_sums(np.ascontiguousarray(matrix.T).reshape(-1), *self.scale.lines, self._input)

    def run_sums(self, sums: Floats32, words: Floats, style: Floats) -> PageScores:
        """Score the blocks of a page by its :meth:`input_sums`."""
        return self._run(sums, words, style, None)

    def own_gradients(self, matrix: Floats32, words: Floats, style: Floats) -> tuple[Floats32, Floats32]:
        """How much each scaled feature of a block moves its own logit, and the scaled features: (n, features) each.

        The other blocks, and what they say about the page, are taken as they are.
        """
        masks: list[Bools] = []
        self._run(self.input_sums(matrix), words, style, masks)
        first, second, *layers = masks
        weights = self.weights
        gradient = np.broadcast_to(weights["output.weight"], second.shape)
        for number, mask in reversed(list(enumerate(layers))):
            wide = (gradient @ weights[f"{number}.narrow.weight"].T) * mask
            here = wide @ weights[f"{number}.wide.weight"].T
            gradient = gradient + here * weights[f"{number}.around"][TAPS // 2]
        gradient = ((gradient * second) @ weights["block.weight"].T) * first
        return gradient @ weights["input.weight"].T, self.scale.scaled(matrix)

    @cached_property
    def _input(self) -> Floats32:
        return self.weights["input.weight"].reshape(-1)

    @cached_property
    def _block(self) -> tuple[Floats32, Floats32]:
        return self.weights["block.weight"].reshape(-1), self.weights["block.bias"]

    @cached_property
    def _page_type(self) -> Floats32:
        return self.weights["page_type.weight"].reshape(-1)

    @cached_property
    def _layers(self) -> tuple[_Layer, ...]:
        return tuple(_Layer.of(self.weights, number) for number in range(len(DILATIONS)))

    def _run(self, sums: Floats32, words: Floats, style: Floats, masks: list[Bools] | None) -> PageScores:
        """``masks``: a list to which each stage adds where its relu was above 0."""
        weights, (count, _), size = self.weights, sums.shape, self._block[1].size
        bias = weights["input.bias"] + style.astype(np.float32) @ weights["style.weight"]
        padded = np.zeros((count + 2 * _REACH, size), dtype=np.float32)
        states = padded.reshape(-1)
        embed(sums.reshape(-1), bias, *self._block, _REACH, states)
        if masks is not None:
            masks += [sums + bias > 0, padded[_REACH : _REACH + count] > 0]
        shares = np.asarray(words / words.sum(), dtype=np.float32)
        wide = _WideStates(count, size, self._layers[0].wide.shape[1])
        for layer in self._layers:
            layer.run(states, shares, wide, masks)
        logits = block_logits(states, _REACH, count, weights["output.weight"], weights["output.bias"])
        types = np.empty(len(TYPES), dtype=np.float32)
        page_vector(states, _REACH, shares, _NO_QUERIES, self._page_type, types)
        types += weights["page_type.bias"]
        return PageScores(logits, types.astype(np.float64))


class _WideStates:
    """Memory for the product of some blocks with a wide matrix, in one piece and as tiles."""

    def __init__(self, count: int, size: int, wide: int) -> None:
        tile = _tile_rows(size * wide)
        self.parts = [(start, min(_PART, count - start)) for start in range(0, count, _PART)]
        rows = -(-min(_PART, count) // tile) * tile
        mixed = np.zeros((rows, size), dtype=np.float32)
        product = np.empty((rows, wide), dtype=np.float32)
        self.mixed, self.mixed_tiles = mixed.reshape(-1), mixed.reshape(-1, tile, size)
        self.product, self.product_tiles = product.reshape(-1), product.reshape(-1, tile, wide)
        self.rows = product


class _Layer(NamedTuple):
    """The weights of a layer, in the form in which they are used."""

    dilation: int
    around: Floats32
    query: Floats32
    page: Floats32
    wide: Floats32
    added: tuple[Floats32, Floats32, Floats32]

    @classmethod
    def of(cls, weights: Mapping[str, Floats32], number: int) -> _Layer:
        around, page, narrow = (
            weights[f"{number}.{name}"].reshape(-1) for name in ("around", "page.weight", "narrow.weight")
        )
        query = np.ascontiguousarray(weights[f"{number}.query"].T).reshape(-1)
        added = weights[f"{number}.wide.bias"], narrow, weights[f"{number}.narrow.bias"]
        return cls(DILATIONS[number], around, query, page, weights[f"{number}.wide.weight"], added)

    def run(self, states: Floats32, shares: Floats32, wide: _WideStates, masks: list[Bools] | None) -> None:
        """Step 3 for one layer, in place."""
        page = np.empty(self.wide.shape[0], dtype=np.float32)
        page_vector(states, _REACH, shares, self.query, self.page, page)
        # What a part adds must not be seen by the next one.
        before = states if len(wide.parts) == 1 else states.copy()
        above = []
        for start, rows in wide.parts:
            mix_around(before, self.around, page, self.dilation, _REACH + start, rows, wide.mixed)
            np.matmul(wide.mixed_tiles, self.wide, out=wide.product_tiles)
            add_layer(wide.product, *self.added, _REACH + start, rows, states)
            if masks is not None:
                above.append(wide.rows[:rows] > 0)
        if masks is not None:
            masks.append(np.concatenate(above))


def _tile_rows(multiplications: int) -> int:
    """How many rows a product has, at so many multiplications per row, if it has at most :data:`_MAX_PRODUCT`."""
    rows = _TILE
    while rows > 1 and rows * multiplications > _MAX_PRODUCT:
        rows //= 2
    return rows


def weight_shapes(first: int, size: int, wide: int, features: int, types: int) -> dict[str, tuple[int, ...]]:
    """The name and shape of every weight of a network with so many numbers per block in each of its stages.

    >>> weight_shapes(128, 64, 128, 213, 9)["page_type.weight"]
    (192, 9)
    """
    shapes: dict[str, tuple[int, ...]] = {
        "input.weight": (features, first),
        "input.bias": (first,),
        "style.weight": (len(STYLES), first),
        "block.weight": (first, size),
        "block.bias": (size,),
    }
    for number in range(len(DILATIONS)):
        shapes |= {
            f"{number}.around": (TAPS, size),
            f"{number}.query": (size, QUERIES),
            f"{number}.page.weight": ((_SUMMARIES + QUERIES) * size, size),
            f"{number}.wide.weight": (size, wide),
            f"{number}.wide.bias": (wide,),
            f"{number}.narrow.weight": (wide, size),
            f"{number}.narrow.bias": (size,),
        }
    return shapes | {
        "output.weight": (size,),
        "output.bias": (1,),
        "page_type.weight": (_SUMMARIES * size, types),
        "page_type.bias": (types,),
    }
