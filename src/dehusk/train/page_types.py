"""Fitting the classifier of page types: softmax regression on the pages whose type is known."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.page_type import TYPES, PageTypes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page.arrays import Floats
    from dehusk.train.labels import Example

# A collection of a thousand articles must not outweigh the others.
_MAX_PAGES_PER_TYPE = 100.0
_RIDGE = 10.0
_STEPS = 3000


def fit_page_types(examples: Sequence[Example]) -> PageTypes:
    """Fit to the examples that have a type; with fewer than two types every page is unknown."""
    typed = [each for each in examples if each.type]
    size = len(examples[0].described)
    if len({each.type for each in typed}) < 2:
        return PageTypes(np.zeros((len(TYPES), size + 1)))
    sizes = Counter((each.collection, each.type) for each in typed)
    weight = np.array([min(1.0, _MAX_PAGES_PER_TYPE / sizes[each.collection, each.type]) for each in typed])
    inputs = np.array([each.described for each in typed])
    center, spread = inputs.mean(axis=0), np.maximum(inputs.std(axis=0), 1e-6)
    wanted = np.array([[each.type == name for name in TYPES] for each in typed], dtype=np.float64)
    solution = _softmax_regression((inputs - center) / spread, wanted, weight)
    slopes = solution[:, :-1] / spread
    return PageTypes(np.column_stack([slopes, solution[:, -1] - slopes @ center]))


def _softmax_regression(inputs: Floats, wanted: Floats, weight: Floats) -> Floats:
    """Weights of each class, the bias last, by gradient descent with Nesterov's momentum."""
    inputs = np.column_stack([inputs, np.ones(len(inputs))])
    ridge = np.full(inputs.shape[1], _RIDGE)
    ridge[-1] = 0.0
    steepest = np.linalg.norm((inputs * weight[:, None]).T @ inputs, 2) / 2 + _RIDGE
    solution = ahead = np.zeros((wanted.shape[1], inputs.shape[1]))
    for step in range(_STEPS):
        odds = inputs @ ahead.T
        likely = np.exp(odds - odds.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        gradient = ((likely - wanted) * weight[:, None]).T @ inputs + ridge * ahead
        before, solution = solution, ahead - gradient / steepest
        ahead = solution + step / (step + 3) * (solution - before)
    return solution
