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

One call of ``dehusk._core.network_steps`` computes all but the first product. No BLAS library is used, so the number of
threads changes no bit of the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.feature_scale import input_sums
from dehusk._core.network_steps import score_blocks

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.quantile_scale import QuantileScale
    from dehusk.page.arrays import Bools, Floats, Ints

STYLES = ("headline", "comments", "broad")
"""What gold texts disagree about: 1 if it is part of the text that is wanted, -1 if it is not, 0 if unknown."""
DILATIONS = (1, 2, 4, 8)
TAPS = 5
QUERIES = 4
_SUMMARIES = 3
"""The mean of the blocks' states, the mean by words, the maximum."""
_PANEL = 16
"""Columns of a layer's wide product that are in memory together."""
_NOT_WANTED: Bools = np.empty(0, dtype=np.bool_)


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
        return PageScores(*score_blocks(sums.reshape(-1), words, style, *self._packed, _NOT_WANTED))

    def own_gradients(self, matrix: Floats32, words: Floats, style: Floats) -> tuple[Floats32, Floats32]:
        """How much each scaled feature of a block moves its own logit, and the scaled features: (n, features) each.

        The other blocks, and what they say about the page, are taken as they are.
        """
        first, second, *layers = self._above(matrix, words, style)
        weights = self.weights
        gradient = np.broadcast_to(weights["output.weight"], second.shape)
        for number, mask in reversed(list(enumerate(layers))):
            wide = (gradient @ weights[f"{number}.narrow.weight"].T) * mask
            here = wide @ weights[f"{number}.wide.weight"].T
            gradient = gradient + here * weights[f"{number}.around"][TAPS // 2]
        gradient = ((gradient * second) @ weights["block.weight"].T) * first
        return gradient @ weights["input.weight"].T, self.scale.scaled(matrix)

    def _above(self, matrix: Floats32, words: Floats, style: Floats) -> list[Bools]:
        """Where the relu of each stage is above 0: one row per block."""
        packed, sizes, dilations = self._packed
        first, size, padded = sizes[:3].tolist()
        widths = [first, size, *(padded for _ in dilations)]
        above = np.empty(len(words) * sum(widths), dtype=np.bool_)
        score_blocks(self.input_sums(matrix).reshape(-1), words, style, packed, sizes, dilations, above)
        stages = np.split(above, np.cumsum(widths[:-1]) * len(words))
        wide = self.weights["0.wide.bias"].size
        return [
            stage.reshape(len(words), width)[:, : wide if place > 1 else width]
            for place, (stage, width) in enumerate(zip(stages, widths, strict=True))
        ]

    @cached_property
    def _input(self) -> Floats32:
        return self.weights["input.weight"].reshape(-1)

    @cached_property
    def _packed(self) -> tuple[Floats32, Ints, Ints]:
        """What the core needs: all weights but the first, the sizes of the stages, and the dilations."""
        weights = self.weights
        names = ("input.bias", "style.weight", "block.weight", "block.bias")
        parts = [weights[name] for name in names]
        for number in range(len(DILATIONS)):
            parts += _packed_layer({name: weights[f"{number}.{name}"] for name in _LAYER})
        parts += [weights[name] for name in ("output.weight", "output.bias", "page_type.weight", "page_type.bias")]
        wide = -(-weights["0.wide.bias"].size // _PANEL) * _PANEL
        sizes = weights["input.bias"].size, weights["block.bias"].size, wide, QUERIES, weights["page_type.bias"].size
        packed = np.concatenate([np.asarray(part, dtype=np.float32).reshape(-1) for part in parts])
        return packed, np.array(sizes, dtype=np.intp), np.array(DILATIONS, dtype=np.intp)


_LAYER = ("around", "query", "page.weight", "wide.weight", "wide.bias", "narrow.weight", "narrow.bias")


def _packed_layer(weights: Mapping[str, Floats32]) -> list[Floats32]:
    """The weights of a layer in the order of the core; units that are always 0 fill the last panel of the product."""
    size, wide = weights["wide.weight"].shape
    added = -wide % _PANEL
    panels = np.pad(weights["wide.weight"], ((0, 0), (0, added))).reshape(size, -1, _PANEL).transpose(1, 0, 2)
    return [
        *(weights["around"], weights["query"].T, weights["page.weight"], panels),
        np.pad(weights["wide.bias"], (0, added)),
        np.pad(weights["narrow.weight"], ((0, added), (0, 0))),
        weights["narrow.bias"],
    ]


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
