"""True and false positives and negatives, for one page and pooled over pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Counts:
    """True positives, false positives, false negatives, true negatives, and the scores they give.

    A score is 0 where there is no true positive (accuracy: no true positive or negative).

    >>> counts = Counts(tp=6, fp=2, fn=4, tn=8)
    >>> counts.precision, counts.recall, counts.f1, counts.accuracy
    (0.75, 0.6, 0.6666666666666666, 0.7)
    >>> Counts(tp=0, fp=0, fn=0).f1
    0.0
    """

    tp: float
    fp: float
    fn: float
    tn: float = 0

    @property
    def precision(self) -> float:
        """The share of positives that are true."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    @property
    def recall(self) -> float:
        """The share of what should be positive that is."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    @property
    def accuracy(self) -> float:
        """The share of decisions that are right."""
        right = self.tp + self.tn
        return right / (right + self.fp + self.fn) if right else 0.0


def pool(pages: Iterable[Counts]) -> Counts:
    """Add up the counts of pages; scores of the sum are micro-averages.

    >>> pool([Counts(1, 0, 1), Counts(2, 1, 0, 5)])
    Counts(tp=3.0, fp=1.0, fn=1.0, tn=5.0)
    """
    tp = fp = fn = tn = 0.0
    for page in pages:
        tp, fp, fn, tn = tp + page.tp, fp + page.fp, fn + page.fn, tn + page.tn
    return Counts(tp, fp, fn, tn)
