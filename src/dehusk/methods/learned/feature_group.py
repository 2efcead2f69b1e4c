"""A group of features: their names, what each means, and the function that computes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.measures import Measures


class FeatureColumns(NamedTuple):
    """Columns of the matrix of a page's features, one row per block: the last arguments of functions that write them.

    >>> import numpy as np
    >>> columns = FeatureColumns(np.zeros(6, dtype=np.float32), 3, 1)
    >>> columns.rows[:, :2].shape
    (2, 2)
    """

    matrix: Floats32
    """All features, one block after the other."""
    width: int
    """The number of features."""
    at: int
    """The first column."""

    @property
    def rows(self) -> Floats32:
        """One row per block, from the first column on."""
        rows: Floats32 = self.matrix.reshape(-1, self.width)[:, self.at :]
        return rows


@dataclass(frozen=True, eq=False)
class FeatureGroup:
    """Features that one function computes for all blocks of a page.

    >>> def write(_, columns):
    ...     columns.rows[:, :2] = 1.0, 2.0
    >>> FeatureGroup("demo", {"one": "Always 1.", "two": "Always 2."}, write).names
    ('one', 'two')
    """

    name: str
    meanings: Mapping[str, str]
    """Feature name -> what it means, in one sentence; in the order of the features."""
    write: Callable[[Measures, FeatureColumns], None]
    """Writes the features into as many columns as there are names, in their order."""
    version: str = "1"
    """Changes whenever the function gives other values for the same page: models trained before no longer fit."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the features, in order."""
        return tuple(self.meanings)
