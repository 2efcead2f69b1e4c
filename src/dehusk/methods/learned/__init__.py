"""The default: boosted trees over the page's blocks; those are kept that make the page's expected F1 largest.

A block is described by the features of ``feature_table.py``; an ensemble of oblivious trees gives the odds that it is
content; ``decision.py`` turns the odds of all blocks into a decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_choice
from dehusk.methods.learned.decision import DecisionInputs, DecisionRule, decide_page
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.model_file import Model, read_model, shipped_model
from dehusk.methods.learned.page_type import UNKNOWN, describe_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dehusk.page import Page
    from dehusk.page.arrays import Floats

__all__ = ["Grain", "Model", "read_model", "shipped_model"]


class Grain:
    """The learned default.

    ``favor``: ``"precision"`` keeps the article only, ``"recall"`` all that may be content; it moves the cut along the
    scores and nothing else. ``model``: a file made by ``dehusk train``; without it the one that comes with dehusk.

    >>> from dehusk import parse
    >>> page = parse("<nav><a href=/>Home</a></nav><article><h1>Tea</h1><p>Steep it for three minutes, then drink it.")
    >>> [page.leaf_text(row) for row in np.flatnonzero(Grain().select(page).keep)]
    ['Tea', 'Steep it for three minutes, then drink it.']
    """

    name: ClassVar[str] = "grain"
    description: ClassVar[str] = "learned: boosted trees over blocks, kept by expected F1"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, favor: str | None = None, model: str | Path | None = None) -> None:
        self.favor = favor and require_choice("favor", favor, ("precision", "recall"))
        self.model = shipped_model() if model is None else read_model(model)

    def select(self, page: Page, adjust: Callable[[Page, Floats], Floats] | None = None) -> Selection:
        """Decide what is content. ``adjust`` changes the logits of the page's blocks before the decision."""
        features = BlockFeatures.of(page)
        blocks, model, rule = features.blocks, self.model, self.model.rule
        if not len(blocks):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        logits, inputs = model.logits(features.matrix), DecisionInputs.of(features)
        if adjust is not None:
            logits = adjust(page, logits)
        decision = decide_page(logits, inputs, rule, self.favor)
        kept_words = float(inputs.words[decision.keep].sum())
        few_words = inputs.words.sum() < rule.few_words
        described = describe_page(features, inputs.words)
        return Selection.of_leaves(
            page,
            blocks.to_rows(decision.keep.astype(np.float64)) > 0,
            score=blocks.to_rows(model.probability(logits)),
            confidence=model.page_f1(decision.expected_f1) * min(1.0, kept_words / rule.few_words),
            page_type=UNKNOWN if few_words else model.page_types.of(described, rule.min_type_probability),
            why={
                "logits": logits,
                "penalty": decision.penalty,
                "joined": decision.joined,
                "expected_f1": decision.expected_f1,
                "doubt": _doubt(features, kept_words, rule),
            },
        )


def _doubt(features: BlockFeatures, kept_words: float, rule: DecisionRule) -> str:
    """The most likely reason why a page is hard."""
    if kept_words < rule.few_words:
        return "the page has little text"
    if features["page.link_share"][0] > rule.many_links:
        return "the page looks like a list of links"
    if features["page.class_comment"][0] > rule.many_comments:
        return "most of the page is comments"
    return "several parts of the page could be its content"
