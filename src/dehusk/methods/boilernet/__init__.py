"""Leonhardt, Anand & Khosla (2020): Boilernet. A bidirectional LSTM over the page's text leaves.

A leaf is described by how often the most frequent words occur in it and the most frequent tags among its ancestors. The
network reads the leaves in order and gives each a probability.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.boilernet.boilernet_weights import read_boilernet, shipped_boilernet
from dehusk.methods.boilernet.leaf_tokens import count_features, read_leaves
from dehusk.page.formulas import formula_of

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints

__all__ = ["Boilernet"]


class Boilernet:
    """Boilernet.

    ``weights``: a file made by ``dehusk train boilernet``; the shipped weights without it. ``threshold``: the
    probability above which a leaf is content.

    >>> from dehusk import parse
    >>> prose = "<p>The tea is ready, and it was steeped for three minutes, as it should be.</p>"
    >>> page = parse("<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Tea</h1>" + prose * 3)
    >>> Boilernet().select(page).why["probability"].shape
    (6,)
    """

    name: ClassVar[str] = "boilernet"
    description: ClassVar[str] = "a bidirectional LSTM over text leaves (Leonhardt, Anand & Khosla 2020)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, weights: str | Path | None = None, threshold: float = 0.5) -> None:
        self.weights = shipped_boilernet() if weights is None else read_boilernet(weights)
        self.threshold = require_number("threshold", threshold, 0, 1)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        rows = read_leaves(page)
        counts = count_features(page, rows, self.weights.vocabulary)
        probability = _by_formula(formula_of(page)[rows], self.weights.network.probabilities(counts).astype(np.float64))
        keep, score = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page))
        keep[rows], score[rows] = probability > self.threshold, probability
        return Selection.of_leaves(page, keep, score=score, why={"leaves": rows, "probability": probability})


def _by_formula(formula: Ints, probability: Floats) -> Floats:
    """The probabilities, where all leaves of one formula have their mean: a part of a formula has no meaning."""
    if not formula.any():
        return probability
    mean = np.bincount(formula, weights=probability) / np.maximum(np.bincount(formula), 1)
    return np.where(formula > 0, np.minimum(mean[formula], 1.0), probability)
