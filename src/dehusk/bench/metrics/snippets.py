"""Snippets: sentences that must be, and sentences that must not be, in the extracted text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.bench.metrics.counts import ConfusionCounts

if TYPE_CHECKING:
    from collections.abc import Collection


def snippet_counts(predicted: str, must: Collection[str], mustnot: Collection[str]) -> ConfusionCounts:
    """Count the snippets that are found; a run of white space is one space.

    >>> snippet_counts("The cat\\nsat. Log in", must=["cat sat", "mat"], mustnot=["Log in", "Share"])
    ConfusionCounts(tp=1, fp=1, fn=1, tn=1)
    """
    text = _flat(predicted)
    tp = sum(_flat(snippet) in text for snippet in must)
    fp = sum(_flat(snippet) in text for snippet in mustnot)
    return ConfusionCounts(tp, fp, fn=len(must) - tp, tn=len(mustnot) - fp)


def _flat(text: str) -> str:
    return " ".join(text.split())
