"""k-means from given initial centres, so that the result is deterministic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dehusk.page.arrays import Floats, Ints

_ROUNDS = 100


def k_means(points: Floats, centres: Floats, *, pinned: int = 0) -> tuple[Ints, Floats]:
    """The cluster of each point and the centres of the clusters; the first ``pinned`` centres never move.

    A point at the same distance from two centres goes to the first; the centre of an empty cluster does not move.

    >>> points = np.array([[0.0], [1.0], [9.0], [11.0]])
    >>> cluster, centres = k_means(points, np.array([[0.0], [20.0]]), pinned=1)
    >>> cluster.tolist(), centres.ravel().tolist()
    ([0, 0, 1, 1], [0.0, 10.0])
    """
    centres = centres.astype(np.float64)
    squares = (points * points).sum(axis=1)
    cluster = np.full(len(points), -1)
    for _ in range(_ROUNDS):
        distances = squares[:, None] - 2 * points @ centres.T + (centres * centres).sum(axis=1)
        nearest = np.argmin(distances, axis=1)
        if np.array_equal(nearest, cluster):
            break
        cluster = nearest
        sizes = np.bincount(cluster, minlength=len(centres))
        for axis in range(points.shape[1]):
            sums = np.bincount(cluster, weights=points[:, axis], minlength=len(centres))
            moved = np.divide(sums, sizes, out=centres[:, axis].copy(), where=sizes > 0)
            centres[pinned:, axis] = moved[pinned:]
    return cluster, centres
