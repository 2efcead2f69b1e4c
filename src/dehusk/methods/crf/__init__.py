"""Marek, Pecina & Spousta (2007): Victor. A conditional random field over the page's blocks. Confidence M.

Every block is described by the markup around it, its text and its place in the document. A linear chain gives the most
likely sequence of labels.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection
from dehusk.methods.crf.chain import read_crf, shipped_crf
from dehusk.methods.crf.victor_features import VictorBlocks, measure_blocks

if TYPE_CHECKING:
    from dehusk.page import Page

__all__ = ["Crf"]


class Crf:
    """A linear-chain conditional random field over blocks, as in Victor.

    ``weights``: a file made by ``dehusk train crf``; the shipped weights without it.

    >>> from dehusk import parse
    >>> prose = "<p>The tea is ready, and it was steeped for three minutes, as it should be.</p>"
    >>> page = parse("<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Tea</h1>" + prose * 3)
    >>> Crf().select(page).why["probability"].shape
    (6,)
    """

    name: ClassVar[str] = "crf"
    description: ClassVar[str] = (
        "a conditional random field over blocks, as in Victor (Marek et al. 2007; confidence M)"
    )
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, weights: str | Path | None = None) -> None:
        self.weights = shipped_crf() if weights is None else read_crf(weights)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        blocks = VictorBlocks.of(page)
        if not len(blocks):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        odds = self.weights.odds(measure_blocks(blocks))
        labels, probability = self.weights.labels(odds), self.weights.probabilities(odds)
        why = {"first": blocks.first, "odds": odds, "probability": probability, "labels": labels}
        keep = blocks.of_leaves(labels) > 0
        return Selection.of_leaves(page, keep, score=blocks.of_leaves(probability), why=why)
