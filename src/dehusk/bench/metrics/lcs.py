"""The length of the longest common subsequence, which several metrics use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.bench.metrics.precision_recall import PRF, prf
from dehusk.errors import MissingExtra

try:
    from rapidfuzz.distance import LCSseq
except ImportError as error:
    raise MissingExtra("rapidfuzz", "bench") from error

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from rapidfuzz.distance import Opcodes


def lcs_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """The number of items in the longest common subsequence of two lists of words, or of two strings.

    >>> lcs_length(["a", "rose", "is", "a", "rose"], ["rose", "a", "rose"])
    3
    >>> lcs_length("the dog jumps over the brown fox", "the fox jumps over the brown dog")
    28
    """
    return LCSseq.similarity(*_as_integers(a, b))


def lcs_score(predicted: Sequence[Hashable], gold: Sequence[Hashable]) -> PRF:
    """P = LCS/|predicted|, R = LCS/|gold|.

    >>> lcs_score("abd", "abcd")
    PRF(precision=1.0, recall=0.75)
    """
    return prf(lcs_length(predicted, gold), len(predicted), len(gold))


def lcs_opcodes(a: Sequence[Hashable], b: Sequence[Hashable]) -> Opcodes:
    """The edit operations along the longest common subsequence, with the tags ``equal``, ``delete`` and ``insert``.

    >>> [(opcode.tag, opcode.src_start, opcode.src_end) for opcode in lcs_opcodes("tea", "tee")]
    [('equal', 0, 2), ('insert', 2, 2), ('delete', 2, 3)]
    """
    return LCSseq.opcodes(*_as_integers(a, b))


def _as_integers(a: Sequence[Hashable], b: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Equal items as equal integers, because rapidfuzz compares other objects only by their hash."""
    ids: dict[Hashable, int] = {}
    return [ids.setdefault(item, len(ids)) for item in a], [ids.setdefault(item, len(ids)) for item in b]
