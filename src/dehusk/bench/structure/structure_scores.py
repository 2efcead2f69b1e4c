"""Precision, recall and F1 per kind of piece, inside the content that the reference keeps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from dehusk.bench.structure.structure_pieces import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dehusk.bench.structure.structure_pieces import StructureDocument, StructurePiece

_SIMILAR = 0.8
"""Texts of at least five words are the same piece if the F1 of their words is this high."""
_MIN_SIMILAR_WORDS = 5
_EXACT = frozenset({"link", "image", "math", "emphasis"})


class PieceScore(NamedTuple):
    """How many pieces of a kind are right."""

    matched: int = 0
    found: int = 0
    """Pieces of the extractor whose words the reference has."""
    expected: int = 0
    """Pieces of the reference."""

    @property
    def precision(self) -> float:
        """The share of the pieces found that are right."""
        return self.matched / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of the expected pieces that are found."""
        return self.matched / self.expected if self.expected else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both.

        >>> PieceScore(1, 2, 2).f1
        0.5
        """
        return 2 * self.matched / (self.found + self.expected) if self.found + self.expected else 0.0

    def plus(self, other: PieceScore) -> PieceScore:
        """The score of both together."""
        return PieceScore(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class StructureDifference(NamedTuple):
    """The pieces of a kind that are not in both documents."""

    missing: list[StructurePiece]
    """In the reference only."""
    extra: list[StructurePiece]
    """In the extraction only."""


def compare(
    found: StructureDocument, reference: StructureDocument
) -> dict[str, tuple[PieceScore, StructureDifference]]:
    """Compare the pieces of two documents, kind by kind.

    >>> from dehusk.bench.structure.structure_pieces import read_html
    >>> scores = compare(read_html("<h2>Tea</h2><p>Milk<h2>Ads</h2>"), read_html("<h2>Tea</h2><h2>Milk</h2>"))
    >>> scores["heading"][0]
    PieceScore(matched=1, found=1, expected=2)
    """
    inside = [piece for piece in found.pieces if _is_inside(piece, reference.words)]
    return {
        kind: _compare_kind(
            [piece for piece in inside if piece.kind == kind],
            [piece for piece in reference.pieces if piece.kind == kind],
        )
        for kind in KINDS
    }


def _is_inside(piece: StructurePiece, words: str) -> bool:
    """Whether the reference has the words of a piece, or of an image the words next to it."""
    if piece.kind == "image":
        return any(near and f" {near} " in words for near in piece.near)
    if piece.kind == "math":
        return True
    return f" {piece.words} " in words


def _compare_kind(
    found: list[StructurePiece], expected: list[StructurePiece]
) -> tuple[PieceScore, StructureDifference]:
    wanted = Counter(map(_key, expected))
    extra = []
    for piece in found:
        if wanted[_key(piece)] > 0:
            wanted[_key(piece)] -= 1
        else:
            extra.append(piece)
    missing = _take(expected, wanted)
    extra, missing = _match_similar(extra, missing)
    matched = len(expected) - len(missing)
    return PieceScore(matched, len(found), len(expected)), StructureDifference(missing, extra)


def _key(piece: StructurePiece) -> tuple[str, str]:
    # What a formula or a listing is, is in its target; an image has no words.
    return ("" if piece.kind in {"math", "code"} else piece.words), piece.target


def _take(pieces: list[StructurePiece], wanted: Counter[tuple[str, str]]) -> list[StructurePiece]:
    taken, left = [], wanted.copy()
    for piece in pieces:
        if left[_key(piece)] > 0:
            left[_key(piece)] -= 1
            taken.append(piece)
    return taken


def _match_similar(
    extra: list[StructurePiece], missing: list[StructurePiece]
) -> tuple[list[StructurePiece], list[StructurePiece]]:
    """The pieces that have no similar one on the other side."""
    left = list(missing)
    alone = []
    for piece in extra:
        similar = next((other for other in left if _are_similar(piece, other)), None)
        if similar is None:
            alone.append(piece)
        else:
            left.remove(similar)
    return alone, left


def _are_similar(one: StructurePiece, other: StructurePiece) -> bool:
    if one.kind in _EXACT or one.target != other.target:
        return False
    ours, theirs = Counter(one.words.split()), Counter(other.words.split())
    total = ours.total() + theirs.total()
    return total >= 2 * _MIN_SIMILAR_WORDS and 2 * (ours & theirs).total() >= _SIMILAR * total


def add_scores(scores: Iterable[dict[str, PieceScore]]) -> dict[str, PieceScore]:
    """The scores of several pages together.

    >>> add_scores([{"link": PieceScore(1, 1, 2)}, {"link": PieceScore(1, 1, 1)}])["link"].recall.__round__(2)
    0.67
    """
    total = dict.fromkeys(KINDS, PieceScore())
    for page in scores:
        for kind, score in page.items():
            total[kind] = total[kind].plus(score)
    return total
