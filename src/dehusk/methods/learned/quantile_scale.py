"""From the values of features to numbers between -1 and 1: each feature by a broken line of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.feature_scale import scale_rows

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.page.arrays import Ints


@dataclass(frozen=True, eq=False)
class QuantileScale:
    """The corners of each feature's broken line; beyond its ends a line is level.

    >>> scale = QuantileScale(np.array([[0, 1, 9]], dtype="f4"), np.array([[-1, 0, 1]], dtype="f4"))
    >>> scale.scaled(np.array([[-5, 0, 0.5, 5, 10]], dtype="f4"))[:, 0].tolist()
    [-1.0, -1.0, -0.5, 0.5, 1.0]
    """

    borders: Floats32
    """One row per feature: values, in rising order. The last one may be repeated."""
    levels: Floats32
    """One row per feature: what each value becomes."""

    @cached_property
    def lines(self) -> tuple[Ints, Floats32, Floats32, Floats32, Floats32]:
        """What the core needs: straight lines from end to end, and the corners of the other lines."""
        corners = 1 + (np.diff(self.borders, axis=1) > 0).sum(axis=1)
        low, high, start, stop = (*self.borders[:, [0, -1]].T, *self.levels[:, [0, -1]].T)
        slope = (stop - start) / np.where(high > low, high - low, 1)
        straight = np.array([low, high, slope, start - slope * low], dtype=np.float32)
        bent = np.flatnonzero(corners > 2)
        count = 1 << int(np.ceil(np.log2(self.borders.shape[1])))
        repeated = np.minimum(np.arange(count), self.borders.shape[1] - 1)
        borders, levels = self.borders[bent][:, repeated], self.levels[bent][:, repeated]
        slopes = np.zeros_like(borders)
        steps = np.diff(borders, axis=1)
        np.divide(np.diff(levels, axis=1), steps, out=slopes[:, :-1], where=steps > 0)
        return bent, straight.ravel(), borders.ravel(), levels.ravel(), slopes.ravel()

    def scaled(self, matrix: Floats32) -> Floats32:
        """The scaled values, one row per block; ``matrix`` has one row per feature, one column per block."""
        rows = np.ascontiguousarray(matrix.T)
        scaled = np.empty(rows.shape, dtype=np.float32)
        scale_rows(rows.reshape(-1), *self.lines, scaled.reshape(-1))
        return scaled
