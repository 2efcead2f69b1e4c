"""CleanEval score: the matched share of the alignment of two texts (CETD, equation 4)."""

from __future__ import annotations

from dataclasses import dataclass

from dehusk.bench.metrics.lcs import lcs_length
from dehusk.bench.metrics.tokens import tokenize


@dataclass(frozen=True)
class CleanEvalScore:
    """The number of words in the longest common subsequence and in the alignment.

    >>> CleanEvalScore(matched=3, aligned=6).score
    0.5
    """

    matched: int
    aligned: int

    @property
    def score(self) -> float:
        """LCS/(|a|+|b|-LCS) = 1 - insertions and deletions / alignment length; 1 for two empty texts."""
        return self.matched / self.aligned if self.aligned else 1.0


def cleaneval_score(predicted: str, gold: str) -> CleanEvalScore:
    """Align the words of two texts.

    >>> cleaneval_score("The cat sat", "The old cat sat on a mat")
    CleanEvalScore(matched=3, aligned=7)
    """
    a, b = tokenize(predicted), tokenize(gold)
    matched = lcs_length(a, b)
    return CleanEvalScore(matched, len(a) + len(b) - matched)
