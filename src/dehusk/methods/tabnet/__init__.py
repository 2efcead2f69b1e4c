"""TabNet on the elements of a drawn page (Jung, Han, Kim, Kim & Cha 2022, section 4.2; TabNet: Arik & Pfister 2021).

The page is a table with one row per element: tag, size, position, contents, and the distances from the centres of GCE.
A network for tables classifies the rows.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from dehusk.errors import ArgumentError
from dehusk.methods.base import Selection, require_choice, require_number
from dehusk.methods.tabnet.element_features import NAMES, FeatureSet, element_rows, element_table
from dehusk.methods.tabnet.tabnet_weights import TabNetWeights, read_tabnet, shipped_tabnet

if TYPE_CHECKING:
    from dehusk.page import Page

__all__ = ["TabNet"]


class TabNet:
    """TabNet with the features of the GCE paper.

    ``features``: ``both`` (with the distances from the centres) or ``basic``. ``threshold``: the probability above
    which an element is content. ``weights``: a file made by ``dehusk train tabnet``, which also determines the
    features; the shipped weights without it.

    It needs a page drawn by a browser; :func:`dehusk.extract` draws the page if necessary.

    >>> from dehusk import parse
    >>> TabNet().select(parse("<p>Tea"))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: tabnet needs a page with a layout: dehusk.draw(dehusk.read(NAME)) gives one
    """

    name: ClassVar[str] = "tabnet"
    description: ClassVar[str] = "TabNet on the elements of the drawn page (Jung et al. 2022; Arik & Pfister 2021)"
    needs: ClassVar[frozenset[str]] = frozenset({"layout"})

    def __init__(
        self, *, features: str = "both", threshold: float = 0.85, weights: str | Path | TabNetWeights | None = None
    ) -> None:
        require_choice("features", features, tuple(NAMES))
        self.threshold = require_number("threshold", threshold, 0, 1)
        if weights is None:
            self.weights = shipped_tabnet(cast("FeatureSet", features))
        else:
            self.weights = weights if isinstance(weights, TabNetWeights) else read_tabnet(weights)

    def select(self, page: Page) -> Selection:
        """Decide what is content: leaves whose parent is classified as content."""
        if page.layout is None:
            raise ArgumentError("tabnet needs a page with a layout: dehusk.draw(dehusk.read(NAME)) gives one")
        rows = element_rows(page)
        table = element_table(page, page.layout, self.weights.features)
        probability = np.zeros(len(page))
        probability[rows] = self.weights.network.probabilities(table)
        score = np.where(page.chars > 0, probability[np.maximum(page.parent, 0)], 0.0)
        why = {"probability": probability}
        return Selection.of_leaves(page, score > self.threshold, score=score, why=why)
