"""How good decisions on labelled pages are, by the word-level F1 of the workbench."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.bench.metrics import lcs_length, prf
from dehusk.methods.learned.decision import DecisionRule, decide_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dehusk.page.arrays import Bools, Floats
    from dehusk.train.labels import Example

    KnownF1 = dict[tuple[int, bytes], float]
    """The F1 of keeping some blocks of an example, by its identity."""

TRAINING_NOISE = 0.002
"""The macro F1 of two trainings that differ in their random numbers only differs by about this."""


class Measured(NamedTuple):
    """One page: the F1 of the decision, and the one that the model expected."""

    f1: float
    expected: float


def page_f1(each: Example, keep: Bools) -> float:
    """The word-level LCS F1 of keeping some blocks."""
    kept = [number for place in np.flatnonzero(keep) for number in each.tokens[place].tolist()]
    return prf(lcs_length(kept, each.gold.tolist()), len(kept), len(each.gold)).f1


def measure(
    scored: Iterable[tuple[Example, Floats]], rule: DecisionRule, known: KnownF1 | None = None
) -> dict[str, list[Measured]]:
    """Decide on each page as the method does, and measure; by collection.

    ``known``: the F1 of decisions that were measured before, for rules that decide most pages alike; others are added.
    """
    known = {} if known is None else known
    results: dict[str, list[Measured]] = {}
    for each, logits in scored:
        decision = decide_page(logits, each.inputs, rule)
        key = id(each), decision.keep.tobytes()
        if key not in known:
            known[key] = page_f1(each, decision.keep)
        measured = Measured(known[key], decision.expected_f1)
        results.setdefault(each.collection, []).append(measured)
    return results


def means(results: dict[str, list[Measured]]) -> dict[str, float]:
    """The mean F1 of each collection.

    >>> means({"tea": [Measured(0.5, 0.6), Measured(1.0, 0.9)]})
    {'tea': 0.75}
    """
    return {name: round(float(np.mean([page.f1 for page in pages])), 4) for name, pages in sorted(results.items())}


def macro(results: dict[str, list[Measured]]) -> float:
    """The mean over collections of the mean over pages."""
    return float(np.mean([np.mean([page.f1 for page in pages]) for pages in results.values()]))
