"""The Wilcoxon signed-rank test of paired scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


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
