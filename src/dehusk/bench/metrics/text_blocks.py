"""Text-block matching: visible, non-blank text leaves compared by identity (GCE 2022)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.bench.metrics.precision_recall import PRF

if TYPE_CHECKING:
    from collections.abc import Hashable
    from collections.abc import Set as AbstractSet


@dataclass(frozen=True)
class TextBlockScore(PRF):
    """Precision and recall of text blocks, with F1 and F0.5.

    >>> TextBlockScore(precision=0.75, recall=0.5).f05
    0.6818181818181818
    """

    @property
    def f05(self) -> float:
        """F0.5 = 1.25PR/(0.25P+R): precision has twice the weight of recall."""
        weighted = 0.25 * self.precision + self.recall
        return 1.25 * self.precision * self.recall / weighted if weighted else 0.0


def text_block_score(predicted: AbstractSet[Hashable], gold: AbstractSet[Hashable]) -> TextBlockScore:
    """Match text blocks by identity; if either side is empty, every score is 0.

    >>> text_block_score({1, 2, 3, 4}, {2, 3, 4, 5, 6, 7})
    TextBlockScore(precision=0.75, recall=0.5)
    >>> text_block_score(set(), set())
    TextBlockScore(precision=0.0, recall=0.0)
    """
    if not predicted or not gold:
        return TextBlockScore(0.0, 0.0)
    matched = len(predicted & gold)
    return TextBlockScore(matched / len(predicted), matched / len(gold))
