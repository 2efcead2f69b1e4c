"""Shingles: runs of four words, as in scrapinghub's article-extraction benchmark."""

from __future__ import annotations

from collections import Counter

from dehusk.bench.metrics.counts import ConfusionCounts
from dehusk.bench.metrics.tokens import tokenize

_SIZE = 4


def shingle_counts(predicted: str, gold: str) -> ConfusionCounts:
    """Shingles in both texts, only predicted and only in the gold, as shares, so that all pages have the same weight.

    A text of fewer than four words is one shingle. The F1 of a collection is that of the pooled counts of its pages.

    >>> shingle_counts("a b c d e", "a b c d f")
    ConfusionCounts(tp=0.3333333333333333, fp=0.3333333333333333, fn=0.3333333333333333, tn=0)
    """
    a, b = _shingles(tokenize(predicted)), _shingles(tokenize(gold))
    tp = (a & b).total()
    fp, fn = a.total() - tp, b.total() - tp
    total = tp + fp + fn or 1
    return ConfusionCounts(tp / total, fp / total, fn / total)


def _shingles(words: list[str]) -> Counter[tuple[str, ...]]:
    if not words:
        return Counter()
    return Counter(tuple(words[i : i + _SIZE]) for i in range(max(1, len(words) - _SIZE + 1)))
