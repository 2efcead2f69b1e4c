"""How good rankings are: precision and recall at 10, average precision, nDCG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from dehusk.bench.metrics import harmonic_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CUTOFF = 10


class Effectiveness(NamedTuple):
    """Of one ranking."""

    precision: float
    """Of the first 10 documents."""
    recall: float
    """Of the first 10 documents."""
    average_precision: float
    ndcg: float
    """Over the whole ranking; a grade g gains 2^g - 1."""


def effectiveness(ranking: Sequence[str], judged: Mapping[str, int]) -> Effectiveness:
    """Measure a ranking against the grades of documents; what is not judged is not relevant.

    >>> effectiveness(["a", "b", "c"], {"a": 1, "c": 1, "d": 0})
    Effectiveness(precision=0.2, recall=1.0, average_precision=0.833..., ndcg=0.919...)
    """
    grades = [max(judged.get(document, 0), 0) for document in ranking]
    ideal = sorted((grade for grade in judged.values() if grade > 0), reverse=True)
    if not ideal:
        return Effectiveness(0.0, 0.0, 0.0, 0.0)
    found = 0
    precisions = []
    for place, grade in enumerate(grades, 1):
        if grade:
            found += 1
            precisions.append(found / place)
    first = sum(grade > 0 for grade in grades[:CUTOFF])
    return Effectiveness(first / CUTOFF, first / len(ideal), sum(precisions) / len(ideal), _gain(grades) / _gain(ideal))


def _gain(grades: Sequence[int]) -> float:
    """The discounted cumulative gain."""
    return math.fsum((2.0**grade - 1) / math.log2(place + 1) for place, grade in enumerate(grades, 1) if grade)


class MeanEffectiveness(NamedTuple):
    """Over all queries; F1 is of mean precision and mean recall, as published by Web2Text."""

    queries: int
    precision: float
    recall: float
    f1: float
    map: float
    ndcg: float


def mean_effectiveness(rankings: Sequence[Effectiveness]) -> MeanEffectiveness:
    """The means over queries; NaN if there are none.

    >>> mean_effectiveness([Effectiveness(0.1, 1.0, 1.0, 1.0), Effectiveness(0.0, 0.0, 0.0, 0.0)]).f1
    0.0909...
    """
    count = len(rankings)
    means = [sum(column) / count for column in zip(*rankings, strict=True)] if count else [math.nan] * 4
    precision, recall, average_precision, ndcg = means
    return MeanEffectiveness(count, precision, recall, harmonic_mean(precision, recall), average_precision, ndcg)
