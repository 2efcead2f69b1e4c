"""The default: a network that sees all blocks of a page; those are kept that make the page's expected F1 largest.

A block is described by the features of ``feature_table.py``; the network of ``page_network.py`` gives the odds that it
is content, and says what type of page it is; ``decision.py`` turns the odds of all blocks into a decision.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from dehusk._core.block_columns import selected_rows
from dehusk.methods.base import Selection, require_choice, require_flag, require_number
from dehusk.methods.learned.copy_evidence import change_by_copy
from dehusk.methods.learned.decision import DecisionInputs, DecisionRule, decide_page
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.model_file import Model, read_model, shipped_model
from dehusk.methods.learned.page_style import styled_scores
from dehusk.methods.learned.page_type import TYPES, UNKNOWN, likely_type, type_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dehusk.page import Page
    from dehusk.page.arrays import Floats

__all__ = ["Grain", "Model", "read_model", "shipped_model"]


class Grain:
    """The learned default.

    ``favor``: ``"precision"`` keeps the article only, ``"recall"`` all that may be content; it moves the cut along the
    scores and nothing else. A number from 0.1 to 10 is the beta of the F-beta that is maximised: below 1 precision
    counts more, above 1 recall. ``headline``: True keeps the page's headline, False drops it; without it the model
    decides. ``model``: a file made by ``dehusk train``; without it the one that comes with dehusk.

    >>> from dehusk import parse
    >>> page = parse("<nav><a href=/>Home</a></nav><article><h1>Tea</h1><p>Steep it for three minutes, then drink it.")
    >>> [page.leaf_text(row) for row in np.flatnonzero(Grain(headline=True).select(page).keep)]
    ['Tea', 'Steep it for three minutes, then drink it.']
    >>> [page.leaf_text(row) for row in np.flatnonzero(Grain(headline=False).select(page).keep)]
    ['Steep it for three minutes, then drink it.']
    """

    name: ClassVar[str] = "grain"
    description: ClassVar[str] = "learned: a network over all blocks of the page, kept by expected F1"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self, *, favor: str | float | None = None, headline: bool | None = None, model: str | Path | None = None
    ) -> None:
        self.favor = _checked_favor(favor)
        self.headline = None if headline is None else require_flag("headline", headline)
        self.model = shipped_model() if model is None else read_model(model)

    def select(self, page: Page, adjust: Callable[[Page, Floats], Floats] | None = None) -> Selection:
        """Decide what is content. ``adjust`` changes the logits of the page's blocks before the decision."""
        features = BlockFeatures.of(page)
        blocks, model, rule = features.blocks, self.model, self.model.rule
        if not len(blocks):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        inputs = DecisionInputs.of(features)
        wanted = model.style_with(self.headline)
        scores, style = styled_scores(model.network, features.matrix, inputs, wanted, rule)
        logits = scores.logits if adjust is None else adjust(page, scores.logits)
        by_copy = change_by_copy(features)
        changed = logits if by_copy is None else logits + by_copy
        likely = type_probabilities(scores.type_logits)
        decision = decide_page(changed, inputs, rule, self.favor, self.headline)
        page_f1 = model.page_f1(decision.expected_f1, likely)
        few_words = inputs.word_sums[0] < rule.few_words
        keep, score = selected_rows(blocks.columns, decision.keep, changed, *model.calibration)
        return Selection(
            keep,
            score,
            np.empty(0, dtype=np.intp),
            # More digits would say nothing, and the last ones depend on how a product of matrices was summed.
            confidence=round(page_f1 * min(1.0, decision.kept_words / rule.few_words), 4),
            page_type=UNKNOWN if few_words else likely_type(likely, rule.min_type_probability),
            type_probabilities=MappingProxyType(dict(zip(TYPES, likely, strict=True))),
            why=MappingProxyType(
                {
                    "way": "scores" if by_copy is None else "copy",
                    "by_copy": changed - logits,
                    "style": style,
                    "logits": logits,
                    "penalty": decision.penalty,
                    "joined": decision.joined,
                    "expected_f1": decision.expected_f1,
                    "doubt": _doubt(inputs, decision.kept_words, rule),
                }
            ),
            fills_gaps=self.favor != "precision",
        )


def _checked_favor(favor: str | float | None) -> str | float | None:
    if isinstance(favor, int | float) and not isinstance(favor, bool):
        return require_number("favor", favor, 0.1, 10)
    return None if favor is None else require_choice("favor", cast("str", favor), ("precision", "recall"))


def _doubt(inputs: DecisionInputs, kept_words: float, rule: DecisionRule) -> str:
    """The most likely reason why a page is hard."""
    if kept_words < rule.few_words:
        return "the page has little text"
    words, linked, in_comments = inputs.word_sums
    if linked > rule.many_links * words:
        return "the page looks like a list of links"
    if in_comments > rule.many_comments * words:
        return "most of the page is comments"
    return "several parts of the page could be its content"
