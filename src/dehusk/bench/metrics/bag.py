"""Bag of words: precision and recall of words as a multiset, order ignored."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dehusk.bench.metrics.precision_recall import prf
from dehusk.bench.metrics.tokens import tokenize

if TYPE_CHECKING:
    from dehusk.bench.metrics.precision_recall import PRF


def bag_of_words(predicted: str, gold: str) -> PRF:
    """Precision and recall of the words that both texts have, as multisets.

    >>> bag_of_words("sat cat the the", "the cat sat down")
    PRF(precision=0.75, recall=0.75)
    """
    a, b = Counter(tokenize(predicted)), Counter(tokenize(gold))
    return prf((a & b).total(), a.total(), b.total())
