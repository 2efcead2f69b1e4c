"""Columns of features and how they are standardised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page.arrays import Floats, Ints

Mode = Literal["released", "paper", "author"]
"""Which features: those of the authors' code (``released``: exact division, fitted constants; ``author``: integer
division, the constants of the code) or those of the paper (``paper``: its Table 1 and tree features)."""
Matrix = npt.NDArray[np.float32]


class Column(NamedTuple):
    """A feature: its name, and the authors' mean and deviation if it is standardised."""

    name: str
    mean: float = 0.0
    deviation: float = 0.0
    missing: float = 0.0
    """The value used if there is none, for example for a mean over no words."""


Columns = tuple[Column, ...]


class MeasuredPage(Protocol):
    """The measured values of a page before standardisation."""

    @property
    def leaf(self) -> Floats:
        """One row per block; NaN if a value does not exist."""

    @property
    def node(self) -> Floats:
        """One row per node of the collapsed tree."""

    @property
    def parents(self) -> Ints:
        """The parents of the blocks; -1 if there is none."""

    def matrices(self, scale: FeatureScale) -> tuple[Matrix, Matrix]:
        """The rows of the network for blocks and of the network for pairs of neighbouring blocks."""


@dataclass(frozen=True, eq=False)
class FeatureScale:
    """Means and deviations of the features that are standardised; 0 and 1 for the others."""

    leaf: Floats
    """Two rows, means and deviations, of the features of a block's own text."""
    node: Floats
    """Two rows of the features of an ancestor."""

    @classmethod
    def of_authors(cls, leaf: Columns, node: Columns) -> FeatureScale:
        """The constants in the authors' code."""
        return cls(*(np.array([_constants(column) for column in columns]).T for columns in (leaf, node)))

    @classmethod
    def fitted(cls, leaf: Columns, node: Columns, pages: Sequence[MeasuredPage]) -> FeatureScale:
        """The constants computed from the blocks of some pages and from the parents of these blocks."""
        leaves = np.concatenate([page.leaf for page in pages])
        nodes = np.concatenate([page.node[page.parents[page.parents >= 0]] for page in pages])
        return cls(_fit(leaf, leaves), _fit(node, nodes))


def _constants(column: Column) -> tuple[float, float]:
    return (column.mean, column.deviation) if column.deviation else (0.0, 1.0)


def _fit(columns: Columns, values: Floats) -> Floats:
    known = np.isfinite(values)
    count = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, values, 0).sum(axis=0) / count
    deviation = np.sqrt((np.where(known, values - mean, 0) ** 2).sum(axis=0) / count)
    plain = np.array([not column.deviation for column in columns])
    return np.array([np.where(plain, 0, mean), np.where(plain | (deviation < 1e-6), 1, deviation)])


def standardised(columns: Columns, values: Floats, scale: Floats) -> Floats:
    """The values with mean 0 and deviation 1, or the value for a missing one."""
    missing = np.array([column.missing for column in columns])
    with np.errstate(invalid="ignore"):
        return np.where(np.isnan(values), missing, (values - scale[0]) / scale[1])


def with_zeros(nodes: Floats) -> Floats:
    """The rows of nodes and a row of zeros at the end, which index -1 (no such ancestor) refers to."""
    return np.append(nodes, np.zeros((1, nodes.shape[1])), axis=0)
