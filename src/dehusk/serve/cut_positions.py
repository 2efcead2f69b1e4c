"""The cut of the default at several positions between precision and recall, so that a browser can move it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.page_blocks import block_spans
from dehusk.methods.learned import Grain
from dehusk.methods.learned.decision import DecisionInputs, decide_page
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.reasons import block_reasons, feature_effects

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.methods import Method
    from dehusk.page.arrays import Ints

_STEPS = 8
_FARTHEST = 5.0
_MOST_REASONS = 5_000
"""Blocks whose reasons are written."""


class CutPosition(NamedTuple):
    """A position of the cut: the beta of F-beta, or None for the usual one, and 1 for each block that is kept."""

    favor: float | None
    kept: str


def betas(usual: float) -> list[float | None]:
    """Positions from precision to recall; the middle one, None, is the usual one.

    >>> betas(1.0)[0], betas(1.0)[8], betas(1.0)[16]
    (0.2, None, 5.0)
    """
    steps = [round(float(_FARTHEST ** (step / _STEPS)), 3) for step in range(1, _STEPS + 1)]
    lower = [round(usual / step, 3) for step in reversed(steps)]
    return [*lower, None, *(round(usual * step, 3) for step in steps)]


def cut_positions(extraction: Extraction, method: Method) -> list[CutPosition]:
    """What is kept at each position, by the blocks of the page; empty if the method has no such cut.

    >>> import dehusk
    >>> extraction = dehusk.extract("<p>" + "Steep the tea for three minutes. " * 9 + "<p>Menu")
    >>> cut_positions(extraction, Grain())[8].kept
    '10'
    """
    why, page = extraction.selection.why, extraction.page
    if not isinstance(method, Grain) or "logits" not in why:
        return []
    features = BlockFeatures.of(page)
    inputs, rule = DecisionInputs.of(features), method.model.rule
    found = []
    for beta in betas(rule.usual_beta):
        decision = decide_page(why["logits"], inputs, rule, beta, method.headline)
        rows = features.blocks.to_rows(decision.keep)
        found.append(CutPosition(beta, kept_blocks(extraction, rows)))
    return found


def kept_blocks(extraction: Extraction, keep: object) -> str:
    """1 for each block of the page more than half of which is kept, else 0.

    >>> import dehusk
    >>> extraction = dehusk.extract("<p>Tea<p>Milk", method="lqf")
    >>> kept_blocks(extraction, extraction.selection.keep)
    '11'
    """
    page, first = extraction.page, _first_leaves(extraction)
    if not len(first):
        return ""
    share = np.add.reduceat(np.asarray(keep) * page.chars, first) / np.add.reduceat(page.chars, first)
    return "".join("1" if each > 0.5 else "0" for each in share.tolist())


def _first_leaves(extraction: Extraction) -> Ints:
    page = extraction.page
    return block_spans(page, np.ones(len(page), dtype=np.bool_)).first


def reasons_of_blocks(extraction: Extraction, method: Method, count: int = 3) -> list[list[dict[str, object]]]:
    """The strongest reasons of each block's score, in words and numbers; empty if the method has none.

    >>> import dehusk
    >>> reasons_of_blocks(dehusk.extract("<p>Tea<p>Milk"), Grain())[0][0].keys()
    dict_keys(['feature', 'meaning', 'value', 'usual', 'effect'])
    """
    why = extraction.selection.why
    if not isinstance(method, Grain) or "style" not in why:
        return []
    features = BlockFeatures.of(extraction.page)
    words = np.maximum(features.blocks.words, 1.0)
    effects = feature_effects(method.model, features.matrix, words, why["style"])
    reasons = block_reasons(features.matrix, effects, count)
    leaves = np.searchsorted(extraction.page.leaves, _first_leaves(extraction)[:_MOST_REASONS])
    return [
        [
            {
                "feature": reason.feature,
                "meaning": reason.meaning,
                "value": round(reason.value, 4),
                "usual": round(reason.usual, 4),
                "effect": round(reason.effect, 2),
            }
            for reason in reasons[block]
        ]
        for block in features.blocks.of_leaf[leaves].tolist()
    ]


def rules_of_blocks(extraction: Extraction) -> list[str]:
    """Why a block is kept or dropped if its score alone does not say so; empty texts otherwise.

    >>> import dehusk
    >>> rules_of_blocks(dehusk.extract("<p>Tea<p>Milk"))
    ['', '']
    """
    why, page = extraction.selection.why, extraction.page
    first = _first_leaves(extraction)
    if "joined" not in why or not len(first):
        return [""] * len(first)
    blocks = BlockFeatures.of(page).blocks
    found = []
    for block in blocks.of_leaf[np.searchsorted(page.leaves, first)].tolist():
        if why["joined"][block]:
            found.append("Kept because the blocks around it are.")
        elif why["penalty"][block]:
            found.append("Lowered: comment, cookie notice, form option or repeated link.")
        else:
            found.append("")
    return found
