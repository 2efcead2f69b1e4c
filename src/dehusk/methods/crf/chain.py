"""The linear chain: features in bins, their weights, and the probabilities of the labels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.archive import read_archive, require_array, write_archive
from dehusk.methods.crf.victor_features import NAMES
from dehusk.methods.web2text.decoding import viterbi

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats, Ints

KIND = "crf"
FORMAT = 1
"""Increased when older files can no longer be read."""
MOST_BINS = 8
"""The largest number of bins of one feature."""
OFFSETS = (-2, -1, 0, 1, 2)
"""A block is described by its own features and those of its neighbours at these distances."""


@dataclass(frozen=True, eq=False)
class Bins:
    """The borders between the bins of each feature; unused borders are infinite."""

    borders: Floats
    """(features, MOST_BINS - 1), ascending"""

    @classmethod
    def fitted(cls, values: Floats) -> Bins:
        """Bins with about the same number of blocks each; values that are equal are in one bin.

        >>> Bins.fitted(np.array([[0.0], [0.0], [1.0], [1.0]])).borders[0, :2].tolist()
        [0.5, inf]
        """
        borders = np.full((values.shape[1], MOST_BINS - 1), np.inf)
        for feature, column in enumerate(values.T):
            distinct = np.unique(column)
            middles = (distinct[1:] + distinct[:-1]) / 2
            if len(middles) >= MOST_BINS:
                wanted = np.quantile(column, np.arange(1, MOST_BINS) / MOST_BINS)
                places = np.minimum(np.searchsorted(distinct[:-1], wanted), len(middles) - 1)
                middles = middles[np.unique(places)]
            borders[feature, : len(middles)] = middles
        return cls(borders)

    def of(self, values: Floats) -> Ints:
        """The number of the bin of each value: one row per block, one column per feature."""
        found: Ints = (values[:, :, None] > self.borders).sum(axis=2)
        return found


def beside(bins: Ints, offset: int) -> Ints:
    """The bins of each block's neighbour at a distance; -1 where there is none.

    >>> beside(np.array([[3], [4]]), 1).tolist()
    [[4], [-1]]
    """
    moved = np.full_like(bins, -1)
    if abs(offset) < len(bins):
        moved[max(0, -offset) : len(bins) - max(0, offset)] = bins[max(0, offset) : len(bins) + min(0, offset)]
    return moved


@dataclass(frozen=True, eq=False)
class CrfWeights:
    """A trained chain. A weight is the log-odds that a bin gives for content instead of boilerplate."""

    bins: Bins
    state: Floats
    """(OFFSETS, features, MOST_BINS)"""
    transition: Floats
    """From boilerplate and content to boilerplate and content."""
    summary: dict[str, Any]

    def odds(self, values: Floats) -> Floats:
        """The log-odds of each block, without its neighbours' labels."""
        bins, odds = self.bins.of(values), np.zeros(len(values))
        features = np.arange(values.shape[1])
        for number, offset in enumerate(OFFSETS):
            near = beside(bins, offset)
            odds += np.where(near >= 0, self.state[number, features, near], 0.0).sum(axis=1)
        return odds

    def labels(self, odds: Floats) -> Bools:
        """The most likely sequence of labels; True means content."""
        unary = np.stack([np.zeros(len(odds)), odds], axis=1)
        return viterbi(unary, np.repeat(self.transition.reshape(1, 4), max(len(odds) - 1, 0), axis=0))

    def probabilities(self, odds: Floats) -> Floats:
        """The probability of each block to be content, by the forward and backward sums.

        Both are kept as log-odds, so the numbers do not grow with the page.
        """
        (from_00, from_01), (from_10, from_11) = self.transition.tolist()

        def message(value: float, *, backward: bool) -> float:
            to_zero = np.logaddexp(from_00, (from_01 if backward else from_10) + value)
            to_one = np.logaddexp(from_10 if backward else from_01, from_11 + value)
            return float(to_one - to_zero)

        own, size = odds.tolist(), len(odds)
        ahead, back = [0.0] * size, [0.0] * size
        for place in range(1, size):
            ahead[place] = message(ahead[place - 1] + own[place - 1], backward=False)
        for place in range(size - 2, -1, -1):
            back[place] = message(back[place + 1] + own[place + 1], backward=True)
        total = odds + np.array(ahead) + np.array(back)
        result: Floats = 0.5 * (np.tanh(0.5 * total) + 1)
        return result

    def save(self, path: str | Path) -> None:
        """Write the weights to a file; the same weights always give the same bytes."""
        about = {"kind": KIND, "format": FORMAT, "features": NAMES, "summary": self.summary}
        arrays = {"state": self.state.astype(np.float32), "transition": self.transition.astype(np.float32)}
        # Infinite borders are stored as the largest number.
        borders = np.minimum(self.bins.borders, np.finfo(np.float32).max).astype(np.float32)
        write_archive(path, about, {"borders": borders, **arrays})


def read_crf(path: str | Path) -> CrfWeights:
    """Read a weights file.

    Raises :class:`~dehusk.errors.ModelError` if the file is missing, truncated, modified or for other features.

    >>> read_crf("no-such-weights")
    Traceback (most recent call last):
    dehusk.errors.ModelError: no-such-weights: cannot be read as a model: ...
    """
    about, arrays = read_archive(path, KIND, FORMAT)
    if tuple(about.get("features", ())) != NAMES:
        raise ModelError(f"{path}: trained with other features; train the model again")

    def array(name: str, *shape: int) -> Floats:
        return require_array(path, arrays, name, shape).astype(np.float64)

    return CrfWeights(
        bins=Bins(array("borders", len(NAMES), MOST_BINS - 1)),
        state=array("state", len(OFFSETS), len(NAMES), MOST_BINS),
        transition=array("transition", 2, 2),
        summary=about.get("summary", {}),
    )


@cache
def shipped_crf() -> CrfWeights:
    """The weights that are shipped with dehusk.

    >>> shipped_crf().state.shape == (len(OFFSETS), len(NAMES), MOST_BINS)
    True
    """
    return read_crf(Path(str(files("dehusk.methods.crf"))) / "weights.npz")
