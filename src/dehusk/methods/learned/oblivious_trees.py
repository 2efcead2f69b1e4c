"""Boosted oblivious trees, evaluated with numpy.

All nodes of one level of an oblivious tree ask the same question, so a tree of depth 6 is six comparisons and a table
of 64 values. The answers of all trees for all blocks are a few operations on one matrix of bits: a hundred times
faster than walking ordinary trees in numpy. Where dehusk was installed with a compiler, ``_kernels.c`` does the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

try:
    from dehusk.methods.learned._kernels import scores as add_trees
except ImportError:
    COMPILED = False
else:
    COMPILED = True

if TYPE_CHECKING:
    from dehusk.page.arrays import Floats

# Every answer of every tree is held at once, some 15 KB per block; a huge page is evaluated in parts.
_BLOCKS_AT_ONCE = 4096


@dataclass(frozen=True, eq=False)
class Trees:
    """An ensemble: a feature and a border for each level of each tree, a value for each of its leaves.

    A block goes to the leaf whose number has bit ``k`` set where its feature of level ``k`` exceeds the border.

    >>> trees = Trees(
    ...     feature=np.array([[0, 1]]),
    ...     border=np.array([[0.5, 10.0]], dtype=np.float32),
    ...     value=np.array([[1, 2, 3, 4]], dtype=np.float32),
    ...     bias=0.0,
    ... )
    >>> trees.scores(np.array([[0, 1, 0, 1], [0, 0, 20, 20]], dtype=np.float32)).tolist()
    [1.0, 2.0, 3.0, 4.0]
    """

    feature: npt.NDArray[np.integer]
    border: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]
    bias: float

    def scores(self, columns: npt.NDArray[np.float32]) -> Floats:
        """The sum over all trees for each block; ``columns`` has one row per feature, one column per block."""
        return self.scores_compiled(columns) if COMPILED else self.scores_numpy(columns)

    def scores_compiled(self, columns: npt.NDArray[np.float32]) -> Floats:
        """As ``scores``, by compiled code."""
        sums = np.full(columns.shape[1], self.bias)
        feature = np.ascontiguousarray(self.feature, dtype=np.int32)
        border, value = np.ascontiguousarray(self.border), np.ascontiguousarray(self.value)
        (features, blocks), (trees, depth) = columns.shape, feature.shape
        add_trees(np.ascontiguousarray(columns), features, blocks, feature, border, value, trees, depth, sums)
        return sums

    def scores_numpy(self, columns: npt.NDArray[np.float32]) -> Floats:
        """As ``scores``, by numpy."""
        parts = range(0, columns.shape[1], _BLOCKS_AT_ONCE)
        return np.concatenate([self._scores(columns[:, at : at + _BLOCKS_AT_ONCE]) for at in parts])

    def _scores(self, columns: npt.NDArray[np.float32]) -> Floats:
        trees, depth = self.feature.shape
        bits = (columns[self.feature.ravel()] > self.border.ravel()[:, None]).view(np.uint8)
        bits = bits.reshape(trees, depth, -1)
        leaf = bits[:, 0].astype(np.uint16)
        for level in range(1, depth):
            leaf |= bits[:, level].astype(np.uint16) << level
        start = np.arange(trees, dtype=np.intp)[:, None] * self.value.shape[1]
        scores: Floats = self.value.ravel()[start + leaf].sum(axis=0, dtype=np.float64) + self.bias
        return scores
