"""Text-block matching: visible, non-blank text leaves compared by identity (GCE 2022)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.bench.metrics.precision_recall import PRF

if TYPE_CHECKING:
    from collections.abc import Hashable
    from collections.abc import Set as AbstractSet


def text_block_score(predicted: AbstractSet[Hashable], gold: AbstractSet[Hashable]) -> PRF:
    """Match text blocks by identity; if either side is empty, every score is 0.

    >>> text_block_score({1, 2, 3, 4}, {2, 3, 4, 5, 6, 7})
    PRF(precision=0.75, recall=0.5)
    >>> text_block_score(set(), set())
    PRF(precision=0.0, recall=0.0)
    """
    if not predicted or not gold:
        return PRF(0.0, 0.0)
    matched = len(predicted & gold)
    return PRF(matched / len(predicted), matched / len(gold))
