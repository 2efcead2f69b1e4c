"""Columns over blocks: named, shifted, summed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page.text import Bools, Floats

Column = npt.NDArray[Any]
Matrix = npt.NDArray[np.float32]


class Columns:
    """Named columns that become a matrix.

    >>> columns = Columns()
    >>> columns.add("words", np.array([3, 40]))
    >>> columns.matrix(columns.names).tolist()
    [[3.0, 40.0]]
    """

    def __init__(self) -> None:
        self._values: dict[str, Column] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(self._values)

    def __getitem__(self, name: str) -> Column:
        return self._values[name]

    def add(self, name: str, values: Column) -> None:
        """Append a column."""
        self._values[name] = values

    def add_rows(self, prefixes: Sequence[str], name: str, rows: Column) -> None:
        """Append the rows of a matrix, each under its prefix and the name they share."""
        for prefix, values in zip(prefixes, rows, strict=True):
            self.add(prefix + name, values)

    def add_bits(self, prefix: str, names: Sequence[str], bits: npt.NDArray[np.int64]) -> None:
        """Append a column a bit, from the lowest; a bit without a name is left out."""
        table = np.unpackbits(bits.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little").T
        for place, name in enumerate(names):
            if name:
                self.add(f"{prefix}.{name}", table[place])

    def matrix(self, names: tuple[str, ...]) -> Matrix:
        """A row a name, a column a block."""
        matrix = np.empty((len(names), len(next(iter(self._values.values())))), dtype=np.float32)
        for row, name in enumerate(names):
            matrix[row] = self._values[name]
        return matrix


def share(part: Column, whole: Column | float) -> Floats:
    """A quotient of counts; the whole counts as 1 if it is less.

    >>> share(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, 0.0]
    """
    return np.asarray(part / np.maximum(whole, 1.0), dtype=np.float64)


def shift(column: Column, step: int) -> Floats:
    """The value of each block's neighbour so many steps on; -1 beyond the ends.

    >>> shift(np.array([5.0, 6.0, 7.0]), 1).tolist()
    [6.0, 7.0, -1.0]
    """
    shifted = np.full(len(column), -1.0)
    if step < 0:
        shifted[-step:] = column[:step]
    else:
        shifted[:-step] = column[step:]
    return shifted


def same_as(column: Column, step: int) -> Bools:
    """Whether each block's neighbour so many steps on has the same value.

    >>> same_as(np.array([5, 5, 7]), 1).tolist()
    [True, False, False]
    """
    same = np.zeros(len(column), dtype=np.bool_)
    if step < 0:
        same[-step:] = column[-step:] == column[:step]
    else:
        same[:-step] = column[:-step] == column[step:]
    return same
