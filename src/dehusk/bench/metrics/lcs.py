"""The length of the longest common subsequence, which several metrics build on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.errors import MissingExtra

try:
    from rapidfuzz.distance import LCSseq
except ImportError as error:
    raise MissingExtra("rapidfuzz", "bench") from error

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


def lcs_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """The number of items in the longest common subsequence of two lists of words, or of two strings.

    >>> lcs_length(["a", "rose", "is", "a", "rose"], ["rose", "a", "rose"])
    3
    >>> lcs_length("the dog jumps over the brown fox", "the fox jumps over the brown dog")
    28
    """
    # Integers, not strings: rapidfuzz compares other items by hash alone.
    ids: dict[Hashable, int] = {}
    return LCSseq.similarity(
        [ids.setdefault(item, len(ids)) for item in a], [ids.setdefault(item, len(ids)) for item in b]
    )
