"""Columns over blocks, kept by name, and small operations on them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page.arrays import Bools, Floats, Ints

Column = npt.NDArray[Any]
Floats32 = npt.NDArray[np.float32]
_ROOM = 384
"""More than there are features."""
_FAR = 1 << 20


class Columns:
    """Named columns over blocks, kept as the rows of one matrix.

    >>> columns = Columns(2)
    >>> columns.add("words", np.array([3, 40]))
    >>> columns.add_rows(["in.p", "in.a"], np.array([[1, 0], [0, 1]]))
    >>> columns.matrix(["in.a", "words"]).tolist()
    [[0.0, 1.0], [3.0, 40.0]]
    """

    def __init__(self, blocks: int) -> None:
        self._matrix = np.empty((_ROOM, blocks), dtype=np.float32)
        self._place: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(self._place)

    def __getitem__(self, name: str) -> Floats32:
        column: Floats32 = self._matrix[self._place[name]]
        return column

    def add(self, name: str, values: Column | float) -> None:
        """Append a column."""
        place = self._place[name] = len(self._place)
        self._matrix[place] = values

    def add_rows(self, names: Sequence[str], rows: Column) -> None:
        """Append the rows of a matrix; one of a single column holds for every block."""
        start = len(self._place)
        self._place.update(_places(tuple(names), start))
        self._matrix[start : start + len(names)] = rows

    @property
    def all(self) -> Floats32:
        """All columns in order: a row a name, a column a block."""
        return self._matrix[: len(self._place)]

    def matrix(self, names: Sequence[str]) -> Floats32:
        """A row a name, a column a block."""
        chosen: Floats32 = self._matrix[[self._place[name] for name in names]]
        return chosen


@lru_cache(maxsize=256)
def _places(names: tuple[str, ...], start: int) -> dict[str, int]:
    return {name: start + place for place, name in enumerate(names)}


def bit_rows_numpy(bits: npt.NDArray[np.int64], places: Ints) -> npt.NDArray[np.uint8]:
    """A row a bit, counted from the lowest.

    >>> bit_rows_numpy(np.array([5, 2]), np.array([0, 1])).tolist()
    [[1, 0], [0, 1]]
    """
    table = np.unpackbits(bits.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return table.T[places]


def bit_rows_compiled(bits: npt.NDArray[np.int64], places: Ints) -> npt.NDArray[np.uint8]:
    """As :func:`bit_rows_numpy`, by compiled code."""
    rows = np.empty((len(places), len(bits)), dtype=np.uint8)
    write_bits(len(bits), len(places), bits, places, rows)
    return rows


try:
    from dehusk.methods.learned._kernels import bit_rows as write_bits
except ImportError:
    bit_rows = bit_rows_numpy
else:
    bit_rows = bit_rows_compiled


def share(part: Column, whole: Column | float) -> Floats:
    """A quotient of counts; the whole counts as 1 if it is less.

    >>> share(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, 0.0]
    """
    return np.asarray(part / np.maximum(whole, 1.0), dtype=np.float64)


def clip(column: Column, low: int, high: int) -> Column:
    """A column within bounds; a third of the time of ``np.clip``.

    >>> clip(np.array([-5, 0, 5]), -2, 2).tolist()
    [-2, 0, 2]
    """
    clipped: Column = np.minimum(np.maximum(column, low), high)
    return clipped


def last_of(mask: Bools) -> Ints:
    """The last place at or before each block that is in a mask; far away where there is none.

    >>> last_of(np.array([True, False, True, False])).tolist()
    [0, 0, 2, 2]
    """
    last: Ints = np.maximum.accumulate(np.where(mask, np.arange(len(mask)), -_FAR))
    return last


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
