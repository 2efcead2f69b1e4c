"""The default: boosted trees over the page's blocks, decided by the F1 to be expected.

Each block is described by features of its text, its place in the tree and its neighbours; an ensemble of oblivious
trees gives the odds that it is content; the blocks kept are those that make the page's expected F1 largest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_choice
from dehusk.methods.learned.decide import Aside, decide, headings_between, hold_back, parts_between
from dehusk.methods.learned.features import features
from dehusk.methods.learned.model import Model, read_model, shipped_model
from dehusk.methods.learned.page_type import UNKNOWN, describe

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dehusk.methods.learned.columns import Columns
    from dehusk.page import Page
    from dehusk.page.text import Bools, Floats

__all__ = ["Grain", "Model", "read_model", "shipped_model"]

_BETA = {"precision": 0.5, None: 1.0, "recall": 2.0}
_FEW_WORDS = 50.0
_MANY_LINKS = 0.5
_MANY_COMMENTS = 0.5


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
        """Decide what is content. ``adjust`` changes the logits of the page's blocks first: what a site knows."""
        blocks, columns = features(page)
        if not len(blocks):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        model = self.model
        logits = model.trees_over_all.scores(columns.all)
        if adjust is not None:
            logits = adjust(page, logits)
        words = np.maximum(blocks.words, 1.0)
        decided = hold_back(logits, words, Aside.of(columns), model.rule)
        keep, expected = decide(decided, words, model.rule, _BETA[self.favor])
        keep |= headings_between(blocks, keep, logits)
        keep |= parts_between(blocks, columns, keep, logits)
        score = model.probability(logits)
        why = {"logits": logits, "expected_f1": expected, "doubt": _doubt(columns, words, keep)}
        rows = blocks.to_rows(keep.astype(np.float64)) > 0
        confidence = model.page_f1(expected) * min(1.0, float(words[keep].sum()) / _FEW_WORDS)
        kind = model.page_types.of(describe(columns, words)) if words.sum() >= _FEW_WORDS else UNKNOWN
        scores = blocks.to_rows(score)
        return Selection.of_leaves(page, rows, score=scores, confidence=confidence, page_type=kind, why=why)


def _doubt(columns: Columns, words: Floats, keep: Bools) -> str:
    """The likeliest reason why a page is hard."""
    if words[keep].sum() < _FEW_WORDS:
        return "the page has little text"
    if columns["page.link_share"][0] > _MANY_LINKS:
        return "the page looks like a list of links"
    if columns["page.cue_comment"][0] > _MANY_COMMENTS:
        return "most of the page is comments"
    return "several parts of the page could be its content"
