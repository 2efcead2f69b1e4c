"""Why a block was scored as it was: the features that moved its log-odds most.

The effect of a feature is its gradient times how far the block is from the page's mean block (gradient times input,
Shrikumar et al. 2016), the other blocks of the page taken as they are. Features of one group say much the same, so a
reason is a group: its effects are added up, and the feature with the largest share in it speaks for the group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.methods.learned.feature_table import TABLE

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.model_file import Model
    from dehusk.page.arrays import Floats


class Reason(NamedTuple):
    """One reason for the score of a block."""

    feature: str
    value: float
    usual: float
    """The median of the feature on the page."""
    effect: float
    """What the feature's group adds to the block's log-odds; negative if it speaks against the block."""

    @property
    def meaning(self) -> str:
        """What the feature measures.

        >>> Reason("link_share", 0.875, 0.0, -1.25).meaning
        "Share of the block's characters that are in links."
        """
        return TABLE.meanings[self.feature]

    def __str__(self) -> str:
        """The reason in words.

        >>> print(Reason("link_share", 0.875, 0.0, -1.25))
        against (-1.2): link_share 0.875, median of the page 0. Share of the block's characters that are in links.
        """
        side = "for" if self.effect > 0 else "against"
        values = f"{self.feature} {self.value:.4g}, median of the page {self.usual:.4g}"
        return f"{side} ({self.effect:+.1f}): {values}. {self.meaning}"


def feature_effects(model: Model, matrix: Floats32, words: Floats, style: Floats) -> Floats32:
    """What each feature adds to the log-odds of each block, against the page's mean block: one row per block."""
    gradients, scaled = model.network.own_gradients(matrix, words, style)
    effects: Floats32 = gradients * (scaled - scaled.mean(axis=0))
    return effects


def block_reasons(matrix: Floats32, effects: Floats32, count: int = 3) -> list[tuple[Reason, ...]]:
    """The strongest reasons of every block, strongest first.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned import shipped_model
    >>> from dehusk.methods.learned.feature_table import BlockFeatures
    >>> features, model = BlockFeatures.of(parse("<nav>Menu</nav><p>Steep it, then drink it.")), shipped_model()
    >>> effects = feature_effects(model, features.matrix, features.blocks.words, model.style_with(None))
    >>> [len(reasons) for reasons in block_reasons(features.matrix, effects)]
    [3, 3]
    """
    starts = np.array([start for start, _ in TABLE.spans])
    sums = np.add.reduceat(effects, starts, axis=1)
    usual = np.median(matrix, axis=1)
    found = []
    for block, of_groups in enumerate(sums):
        reasons = []
        for group in np.argsort(-np.abs(of_groups), kind="stable")[:count].tolist():
            start, stop = TABLE.spans[group]
            feature = start + int(np.argmax(effects[block, start:stop] * np.sign(of_groups[group])))
            value, effect = float(matrix[feature, block]), float(of_groups[group])
            reasons.append(Reason(TABLE.names[feature], value, float(usual[feature]), effect))
        found.append(tuple(reason for reason in reasons if reason.effect))
    return found
