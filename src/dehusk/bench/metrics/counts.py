"""True and false positives and negatives, for one page and pooled over pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class ConfusionCounts:
    """True positives, false positives, false negatives and true negatives, and the scores computed from them.

    A score is 0 if there is no true positive (accuracy: no true positive or negative).

    >>> counts = ConfusionCounts(tp=6, fp=2, fn=4, tn=8)
    >>> counts.precision, counts.recall, counts.f1, counts.accuracy
    (0.75, 0.6, 0.6666666666666666, 0.7)
    >>> ConfusionCounts(tp=0, fp=0, fn=0).f1
    0.0
    """

    tp: float
    fp: float
    fn: float
    tn: float = 0

    @property
    def precision(self) -> float:
        """True positives / (true positives + false positives)."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    @property
    def recall(self) -> float:
        """True positives / (true positives + false negatives)."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    @property
    def accuracy(self) -> float:
        """The share of correct decisions."""
        right = self.tp + self.tn
        return right / (right + self.fp + self.fn) if right else 0.0


def pool(pages: Iterable[ConfusionCounts]) -> ConfusionCounts:
    """Sum the counts of pages; scores of the sum are micro-averages.

    >>> pool([ConfusionCounts(1, 0, 1), ConfusionCounts(2, 1, 0, 5)])
    ConfusionCounts(tp=3.0, fp=1.0, fn=1.0, tn=5.0)
    """
    tp = fp = fn = tn = 0.0
    for page in pages:
        tp, fp, fn, tn = tp + page.tp, fp + page.fp, fn + page.fn, tn + page.tn
    return ConfusionCounts(tp, fp, fn, tn)
