"""Vogels, Ganea & Eickhoff (2018): Web2Text. Convolutional networks over the page's text leaves, and Viterbi.

The leaves of the collapsed tree are the blocks. One network gives the probabilities of boilerplate and content for each
block, another gives the probabilities of the four pairs of labels for each pair of neighbouring blocks. The result is
the most likely sequence of labels.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.base import Selection, require_number
from dehusk.methods.web2text.decoding import viterbi
from dehusk.methods.web2text.mode_features import measure
from dehusk.methods.web2text.weights_file import Weights, read_weights, shipped_names, shipped_weights

if TYPE_CHECKING:
    from dehusk.page import Page

__all__ = ["Web2Text", "Weights", "read_weights", "shipped_weights"]


class Web2Text:
    """Web2Text.

    ``weights``: the name of weights that are shipped with dehusk, or a file made by ``dehusk train web2text``.
    ``lambda_``: the weight of the pairwise potentials relative to the unary ones.

    >>> from dehusk import parse
    >>> prose = "<p>The tea is ready, and it was steeped for three minutes, as it should be.</p>"
    >>> page = parse("<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Tea</h1>" + prose * 3)
    >>> selection = Web2Text().select(page)
    >>> selection.why["unary"].shape, selection.why["pairwise"].shape
    ((6,), (5, 4))
    """

    name: ClassVar[str] = "web2text"
    description: ClassVar[str] = "convolutional networks over text leaves, and Viterbi (Vogels et al. 2018)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, weights: str | Path = "all", lambda_: float = 1.0) -> None:
        self.weights = _weights(weights)
        self.lambda_ = require_number("lambda_", lambda_, 0)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        cdom, values = measure(page, self.weights.words, self.weights.mode)
        if not len(cdom.leaves):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        blocks, edges = values.matrices(self.weights.scale)
        unary = self.weights.unary.log_probabilities(blocks).astype(np.float64)
        pairwise = self.weights.pairwise.log_probabilities(edges).astype(np.float64)
        labels, rows = viterbi(unary, pairwise, self.lambda_), cdom.leaf_rows
        keep, score = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page))
        keep[rows], score[rows] = labels, np.minimum(np.exp(unary[:, 1]), 1)
        why = {"leaves": rows, "unary": score[rows], "pairwise": np.exp(pairwise), "labels": labels}
        return Selection.of_leaves(page, keep, score=score, why=why)


def _weights(weights: str | Path) -> Weights:
    if weights in shipped_names():
        return shipped_weights(str(weights))
    if not Path(weights).exists():
        raise ModelError(f"{weights}: no such file; weights shipped with dehusk: {', '.join(shipped_names())}")
    return read_weights(weights)
