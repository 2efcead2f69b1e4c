"""Precision, recall and F1, for one page and averaged over pages."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def harmonic_mean(precision: float, recall: float) -> float:
    """F1; 0 if both are 0.

    >>> harmonic_mean(0.5, 1.0)
    0.6666666666666666
    >>> harmonic_mean(0.0, 0.0)
    0.0
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(frozen=True)
class PRF:
    """Precision and recall of one page, their F1 and their F0.5.

    >>> PRF(0.5, 1.0).f1, PRF(0.75, 0.5).f05
    (0.6666666666666666, 0.6818181818181818)
    """

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return harmonic_mean(self.precision, self.recall)

    @property
    def f05(self) -> float:
        """F0.5 = 1.25PR/(0.25P+R): precision has twice the weight of recall; 0 if both are 0."""
        weighted = 0.25 * self.precision + self.recall
        return 1.25 * self.precision * self.recall / weighted if weighted else 0.0


def prf(matched: float, predicted: float, gold: float) -> PRF:
    """Precision and recall of ``matched`` units among those predicted and those in the gold.

    Precision is 0 if nothing was predicted; recall is 1 if the gold is empty.

    >>> prf(matched=3, predicted=4, gold=6)
    PRF(precision=0.75, recall=0.5)
    >>> prf(matched=0, predicted=0, gold=0)
    PRF(precision=0.0, recall=1.0)
    """
    return PRF(matched / predicted if predicted else 0.0, matched / gold if gold else 1.0)


@dataclass(frozen=True)
class Average:
    """Scores averaged over pages, with two kinds of F1.

    ``f1`` is the mean of the pages' F1, ``f1_of_means`` the harmonic mean of mean precision and mean recall, as
    published for CETD. All scores are NaN if there are no pages.

    >>> average([]).pages
    0
    """

    pages: int
    precision: float
    recall: float
    f1: float
    f1_of_means: float


def average(scores: Iterable[PRF]) -> Average:
    """Average scores over pages.

    >>> average([PRF(1.0, 0.5), PRF(0.5, 1.0)])
    Average(pages=2, precision=0.75, recall=0.75, f1=0.6666666666666666, f1_of_means=0.75)
    """
    pages = list(scores)
    if not pages:
        nan = float("nan")
        return Average(0, nan, nan, nan, nan)
    precision, recall = fmean(page.precision for page in pages), fmean(page.recall for page in pages)
    return Average(len(pages), precision, recall, fmean(page.f1 for page in pages), harmonic_mean(precision, recall))
