"""A group of features: their names, what each means, and the function that computes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.measures import Measures

Values = Mapping[str, npt.NDArray[Any] | float] | npt.NDArray[Any]
"""What a group's function returns: the values of each feature by its name, or a matrix with one row per feature in the
declared order. A value, or a row of one column, that is the same for every block need not be repeated."""


@dataclass(frozen=True, eq=False)
class FeatureGroup:
    """Features that one function computes for all blocks of a page.

    >>> group = FeatureGroup("demo", {"one": "Always 1.", "two": "Always 2."}, lambda _: {"two": 2.0, "one": 1.0})
    >>> rows = np.empty((2, 3), dtype=np.float32)
    >>> group.write(None, rows)
    >>> rows.tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """

    name: str
    meanings: Mapping[str, str]
    """Feature name -> what it means, in one sentence; in the order of the features."""
    compute: Callable[[Measures], Values]
    version: str = "1"
    """Changes whenever the function gives other values for the same page: models trained before no longer fit."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the features, in order."""
        return tuple(self.meanings)

    def write(self, measures: Measures, rows: Floats32) -> None:
        """Compute the features into ``rows``, one row per feature; an error if it is not exactly those declared."""
        values = self.compute(measures)
        if len(values) != len(self.names):
            raise ValueError(f"feature group {self.name}: {len(values)} features computed, {len(self.names)} declared")
        if isinstance(values, np.ndarray):
            rows[:] = values
        else:
            for row, name in zip(rows, self.names, strict=True):
                row[:] = values[name]
