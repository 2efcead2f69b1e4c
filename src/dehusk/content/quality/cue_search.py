"""Finding the phrases of ``cue_phrases.py`` in the lines of a page."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from dehusk._core.text_loops import number_table, word_counts, word_number
from dehusk.content.quality.cue_phrases import PHRASES

if TYPE_CHECKING:
    from dehusk.page.arrays import Hashes

_GAP = 40
_WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
# Apostrophes, the space that does not break, and letters that do not decompose into a letter and an accent.
_REPLACED = tuple(zip("’‘´`\u00a0łøđı", "'''' lodi", strict=True))
# Scripts without spaces between words, and Korean, whose particles follow the word.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def normalise(text: str) -> str:
    """Text as it is compared: without case and accents.

    >>> normalise("Página NO encontrada"), normalise("İnsan"), normalise("ページ")
    ('pagina no encontrada', 'insan', 'ページ')
    """
    if text.isascii():
        return text.lower()
    text = text.casefold()
    for char, plain_char in _REPLACED:
        text = text.replace(char, plain_char)
    plain = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", plain))


class CuePhrase(NamedTuple):
    """A phrase: the pieces between its gaps."""

    pieces: tuple[str, ...]
    weak: bool
    keys: tuple[int, ...]
    """The numbers of words (``word_number``) that each text with this phrase has; of scripts without spaces, that of
    a character."""
    stem: bool = False
    """Whether its last word may go on."""

    @property
    def written(self) -> str:
        """The phrase as in the table."""
        return "…".join(self.pieces)


class Cue(NamedTuple):
    """A phrase that was found in a line."""

    phrase: CuePhrase
    coverage: float
    """How much of the line it is, in (0, 1]."""

    @property
    def strength(self) -> float:
        """Its coverage; half of it if the phrase is weak."""
        return self.coverage / 2 if self.phrase.weak else self.coverage


@cache
def cue_phrases(name: str) -> tuple[CuePhrase, ...]:
    """The phrases of a list, of all languages.

    >>> keys = tuple(map(word_number, "page not found".split()))
    >>> CuePhrase(("page not found",), weak=False, keys=keys) in cue_phrases("soft_404")
    True
    """
    written = "|".join(PHRASES[name].values()).replace("\n", "|").split("|")
    found = []
    for phrase in sorted({each.strip() for each in written} - {""}):
        pieces = tuple(normalise(piece.strip()) for piece in phrase.strip("~*").split("…"))
        goes_on = phrase.endswith("*")
        keys = tuple(map(word_number, _whole_words(pieces[0], last=len(pieces) == 1 and not goes_on)))
        found.append(CuePhrase(pieces, phrase.startswith("~"), keys, goes_on))
    return tuple(found)


def _whole_words(piece: str, *, last: bool) -> list[str]:
    """The words of the first piece of a phrase that are whole words in a text; ``last``: whether its last word is one.

    >>> _whole_words("page not found", last=False), _whole_words("見つかりません", last=True)
    (['page', 'not'], ['見'])
    """
    if unspaced := _UNSPACED.search(piece):
        return [unspaced[0]]
    words: list[str] = _WORD.findall(piece)
    return words if last or not piece[-1:].isalpha() else words[: max(len(words) - 1, 1)]


@cache
def _phrases_by_key(name: str) -> dict[int | None, list[int]]:
    """The places of the phrases of a list by the first of their keys; None for those without one."""
    found: dict[int | None, list[int]] = {}
    for place, phrase in enumerate(cue_phrases(name)):
        found.setdefault(phrase.keys[0] if phrase.keys else None, []).append(place)
    return found


@cache
def _key_table(name: str) -> Hashes:
    """The keys of the phrases of a list in a table by hash."""
    return number_table(key for phrase in cue_phrases(name) for key in phrase.keys)


class CueLines:
    """Lines in which phrases are looked for.

    >>> lines = CueLines(["Oops! Page not found", "How to mend a page: not found in any book"])
    >>> {number: cue.phrase.written for number, cue in lines.find("soft_404").items()}
    {0: 'page not found', 1: 'not found'}
    """

    def __init__(self, lines: Sequence[str], whole: CueLines | None = None) -> None:
        """``whole``: the lines of which these are parts."""
        plain = [line.replace("\n", " ") for line in [*lines, ""]]
        # Most lines are in ASCII; the others are compared as one text.
        others = iter(normalise("\n".join([line for line in plain if not line.isascii()])).split("\n"))
        plain = [line.lower() if line.isascii() else next(others) for line in plain]
        self._text = "\n".join(plain)
        self._lengths = [len(line) for line in plain]
        self._starts = [0, *accumulate(length + 1 for length in self._lengths)]
        self._whole = whole
        self._keys: dict[str, frozenset[int | None]] = {}

    def keys(self, name: str) -> frozenset[int | None]:
        """The keys of phrases of a list that the lines, or those of which they are parts, have; and None."""
        if self._whole:
            return self._whole.keys(name)
        if name not in self._keys:
            self._keys[name] = frozenset((None, *word_counts(self._text, _key_table(name))[0]))
        return self._keys[name]

    def find(self, name: str) -> dict[int, Cue]:
        """The strongest phrase of a list in each line that has one."""
        found: dict[int, Cue] = {}
        for phrase, start in self._beginnings(name):
            line = self._line_at(start)
            stop = self._match(phrase, start, self._starts[line + 1] - 1)
            if stop:
                cue = Cue(phrase, (stop - start) / self._lengths[line])
                if line not in found or cue.strength > found[line].strength:
                    found[line] = cue
        return found

    def likely(self, name: str) -> list[int]:
        """The lines that may have a phrase of a list, in order: a sentence with a phrase is in them.

        >>> CueLines(["Tea. Page not found", "Not found: milk", "Milk"]).likely("soft_404")
        [0, 1]
        """
        return sorted({self._line_at(start) for _, start in self._beginnings(name)})

    def _beginnings(self, name: str) -> Iterator[tuple[CuePhrase, int]]:
        """The phrases of a list that the text may have, and where it has their first piece."""
        phrases, by_key, keys = cue_phrases(name), _phrases_by_key(name), self.keys(name)
        likely = sorted(place for key in by_key.keys() & keys for place in by_key[key])
        for phrase in [phrases[place] for place in likely if keys.issuperset(phrases[place].keys)]:
            start = self._text.find(phrase.pieces[0])
            while start >= 0:
                yield phrase, start
                start = self._text.find(phrase.pieces[0], start + 1)

    def _line_at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1

    def _match(self, phrase: CuePhrase, start: int, end: int) -> int:
        """Where the phrase ends if it starts here, in a line up to ``end``; 0 if it does not."""
        stop = start + len(phrase.pieces[0])
        for piece in phrase.pieces[1:]:
            place = self._text.find(piece, stop, min(end, stop + _GAP + len(piece)))
            if place < 0:
                return 0
            stop = place + len(piece)
        ends = phrase.stem or self._is_boundary(stop, stop - 1)
        return stop if ends and self._is_boundary(start, start) else 0

    def _is_boundary(self, place: int, edge: int) -> bool:
        """Whether a word starts or ends at a place; ``edge`` is the first or last character of the phrase."""
        if _UNSPACED.match(self._text[edge]) or not self._text[edge].isalnum():
            return True
        other = place - 1 if edge == place else place
        return not (0 <= other < len(self._text) and self._text[other].isalnum())
