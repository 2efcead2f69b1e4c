"""Word LCS: precision and recall of the longest common subsequence of words (CETD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.bench.metrics.lcs import lcs_length
from dehusk.bench.metrics.prf import prf
from dehusk.bench.metrics.tokens import tokenize

if TYPE_CHECKING:
    from dehusk.bench.metrics.prf import PRF


def word_lcs(predicted: str, gold: str) -> PRF:
    """P = LCS/|predicted|, R = LCS/|gold| on words.

    >>> word_lcs("Menu The cat sat.", "The cat sat on the mat.")
    PRF(precision=0.75, recall=0.5)
    """
    a, b = tokenize(predicted), tokenize(gold)
    return prf(lcs_length(a, b), len(a), len(b))
