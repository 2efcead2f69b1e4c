"""Word LCS: precision and recall of the longest common subsequence of words (CETD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.bench.metrics.lcs import lcs_score
from dehusk.bench.metrics.tokens import tokenize

if TYPE_CHECKING:
    from dehusk.bench.metrics.precision_recall import PRF


def word_lcs(predicted: str, gold: str) -> PRF:
    """P = LCS/|predicted|, R = LCS/|gold| on words.

    >>> word_lcs("Menu The cat sat.", "The cat sat on the mat.")
    PRF(precision=0.75, recall=0.5)
    """
    return lcs_score(tokenize(predicted), tokenize(gold))
