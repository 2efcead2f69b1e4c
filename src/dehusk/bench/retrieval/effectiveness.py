"""How good rankings are: precision and recall at 10, average precision, nDCG; and whether two differ."""

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


def signed_rank_p(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p of the Wilcoxon signed-rank test that two paired samples do not differ.

    Pairs that do not differ are left out; equal differences share their ranks. Exact for up to 25 pairs without equal
    differences, else by the normal distribution with corrections for continuity and for ties.

    >>> round(signed_rank_p([125, 115, 130, 140, 140, 115, 140, 125, 140, 135],
    ...                     [110, 122, 125, 120, 140, 124, 123, 137, 135, 145]), 2)
    0.64
    >>> signed_rank_p([1, 2, 3, 4.5, 6], [0, 0, 0, 0, 0])
    0.0625
    """
    pairs = (round(a - b, 12) for a, b in zip(first, second, strict=True))
    differences = sorted(filter(None, pairs), key=abs)
    count = len(differences)
    if not count:
        return 1.0
    ranks, ties = _ranks([abs(difference) for difference in differences])
    positive = sum(rank for rank, difference in zip(ranks, differences, strict=True) if difference > 0)
    smaller = min(positive, count * (count + 1) / 2 - positive)
    if count <= 25 and not ties:
        return min(1.0, sum(_ways(count)[: int(smaller) + 1]) / 2.0 ** (count - 1))
    mean = count * (count + 1) / 4
    variance = count * (count + 1) * (2 * count + 1) / 24 - ties / 48
    z = max(mean - smaller - 0.5, 0.0) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))


def _ranks(sizes: list[float]) -> tuple[list[float], int]:
    """The ranks of sorted numbers, and the sum of t^3 - t over groups of t equal ones."""
    ranks: list[float] = []
    ties = start = 0
    while start < len(sizes):
        end = start
        while end < len(sizes) and sizes[end] == sizes[start]:
            end += 1
        ranks += [(start + 1 + end) / 2] * (end - start)
        ties += (end - start) ** 3 - (end - start)
        start = end
    return ranks, ties


def _ways(count: int) -> list[int]:
    """In how many ways signs of the ranks 1 to ``count`` give each sum of positive ranks."""
    ways = [1] + [0] * (count * (count + 1) // 2)
    for rank in range(1, count + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    return ways
