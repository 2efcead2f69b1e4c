"""Common substrings and subsequences of characters: without white space (Arias et al. 2009), and with it (GCE 2022)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dehusk.bench.metrics.lcs import lcs_score
from dehusk.bench.metrics.precision_recall import prf
from dehusk.page.text_measures import codes, collapse

if TYPE_CHECKING:
    from dehusk.bench.metrics.precision_recall import PRF

Names = npt.NDArray[np.int32]


def longest_common_string(predicted: str, gold: str) -> PRF:
    """Precision and recall of the longest common substring.

    >>> longest_common_string("Menu: one two", "one two three").recall
    0.5454545454545454
    """
    a, b = _without_space(predicted), _without_space(gold)
    return prf(common_string_length(a, b), len(a), len(b))


def longest_common_sequence(predicted: str, gold: str) -> PRF:
    """Precision and recall of the longest common subsequence of characters.

    >>> longest_common_sequence("a b d", "abcd")
    PRF(precision=1.0, recall=0.75)
    """
    return lcs_score(_without_space(predicted), _without_space(gold))


def character_lcs(predicted: str, gold: str) -> PRF:
    """Precision and recall of the longest common subsequence of characters; a run of white space is one space.

    >>> character_lcs("Tea  with\\nmilk ", "Tea with lemon").recall
    0.7142857142857143
    """
    return lcs_score(collapse(predicted), collapse(gold))


def common_string_length(a: str, b: str) -> int:
    """The length of the longest common substring, spaces included.

    Time n log^2 n and 4 n log n bytes, for n characters in both texts and the logarithm to base 2 of the result.

    >>> common_string_length("the dog jumps over the brown fox", "the fox jumps over the brown dog")
    22
    """
    if a in b or b in a:
        return min(len(a), len(b))
    found = _name(codes(a).astype(np.int64), codes(b).astype(np.int64))
    doubled: list[_Named] = []
    while found is not None:
        doubled.append(found)
        found = _extend(found, found, 1 << len(doubled) - 1)
    if not doubled:
        return 0
    longest, length = doubled[-1], 1 << len(doubled) - 1
    for power in reversed(range(len(doubled) - 1)):
        extended = _extend(longest, doubled[power], length)
        if extended is not None:
            longest, length = extended, length + (1 << power)
    return length


class _Named(NamedTuple):
    """A number for the substring of a given length at every position of both texts; equal strings have equal numbers.

    This is the naming of Karp, Miller and Rosenberg: the name of a long string is the name of the pair of its parts.
    The comparison is therefore exact, and doubling the length needs one sort.
    """

    a: Names
    b: Names
    names: int


def _name(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]) -> _Named | None:
    """Name the values of both sides; None if the sides have no value in common."""
    values, inverse = np.unique(np.concatenate((a, b)), return_inverse=True)
    names = inverse.astype(np.int32)
    in_a = np.zeros(len(values), dtype=np.bool_)
    in_a[names[: len(a)]] = True
    if not in_a[names[len(a) :]].any():
        return None
    return _Named(names[: len(a)], names[len(a) :], len(values))


def _extend(head: _Named, tail: _Named, length: int) -> _Named | None:
    """Name the strings that consist of a head of this length and the tail that follows it."""
    sides = ((head.a, tail.a[length:]), (head.b, tail.b[length:]))
    # A pair of names can need 64 bits; its own name needs 32 again.
    a, b = (first[: len(second)].astype(np.int64) * tail.names + second[: len(first)] for first, second in sides)
    return _name(a, b)


def _without_space(text: str) -> str:
    return "".join(text.split())
