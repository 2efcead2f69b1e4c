"""Text statistics: counts for each block, and their sums for every node of the collapsed tree."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from dehusk.methods.web2text.stop_words import STOP_WORDS
from dehusk.page.text_measures import (
    COMMA,
    DENSE,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    MARK,
    STOP,
    UPPER,
    classes,
    codes,
    collapse,
    sums_between,
)

if TYPE_CHECKING:
    from dehusk.methods.web2text.cdom import CDom
    from dehusk.page.arrays import Bools, Floats, Ints

Words = Literal["english", "any"]
"""What counts as a word: ``english`` as in the authors' code, with stop words; ``any`` script, without a word list."""

# The match starts at the @ sign: a pattern that starts before it takes quadratic time on long runs of letters.
_EMAIL = re.compile(r"(?<=[\w.+-])@[\w-]+\.\w")
_URL = re.compile(r"https?://|\bwww\.\w", re.IGNORECASE)
_BITS_OF_A_LETTER = 5
_LONGEST_STOP_WORD = max(map(len, STOP_WORDS))
_LINE_FEED = 10
_QUESTION_MARKS = [ord(char) for char in "?？؟"]
_DASHES = [ord(char) for char in "-_/\\"]
_PERIODS = [ord(char) for char in ".。"]
_FIRST_IDEOGRAPHIC = 0x3000
_LETTERS_OF_A_DENSE_WORD = 5


class Statistics(NamedTuple):
    """Statistics of blocks or nodes, one array per statistic; flags are 0 or 1."""

    chars: Floats
    words: Floats
    word_chars: Floats
    sentences: Floats
    punctuation: Floats
    dashes: Floats
    periods: Floats
    digits: Floats
    stop_words: Floats
    capitals: Floats
    """Words whose first letter is a capital."""
    link_chars: Floats
    copyright: Floats
    email: Floats
    url: Floats
    year: Floats
    ends_punctuation: Floats
    ends_question: Floats

    def of_nodes(self, first: Ints, stop: Ints) -> Statistics:
        """The statistics of runs of blocks: sums of counts, maxima of flags, the ending of the last block."""
        sums = np.zeros((len(self), len(self.chars) + 1))
        np.cumsum(np.array(self), axis=1, out=sums[:, 1:])
        counts = sums[:, stop] - sums[:, first]
        counts[_FLAGS:] = np.minimum(counts[_FLAGS:], 1)
        counts[_ENDINGS:] = np.array(self[_ENDINGS:])[:, stop - 1]
        return Statistics(*counts)


_FLAGS = Statistics._fields.index("copyright")
_ENDINGS = Statistics._fields.index("ends_punctuation")


def texts_of(cdom: CDom) -> list[str]:
    """The texts of the blocks, with white space collapsed."""
    page, rows = cdom.page, cdom.leaf_rows
    spans = zip(page.offset[rows].tolist(), page.offset[rows + 1].tolist(), strict=True)
    return [collapse(page.text[start:stop]) for start, stop in spans]


def statistics(texts: list[str], in_link: Bools, words: Words) -> Statistics:
    """Compute the statistics of all blocks at once on one string, in which a line feed follows each text.

    >>> found = statistics(["Wait. The tea is hot!", "Home 2024"], np.array([False, True]), "english")
    >>> found.sentences.tolist(), found.words.tolist(), found.stop_words.tolist(), found.capitals.tolist()
    ([2.0, 1.0], [5.0, 2.0], [1.0, 0.0], [2.0, 1.0])
    >>> found.link_chars.tolist(), found.year.tolist(), found.ends_punctuation.tolist()
    ([0.0, 9.0], [0.0, 1.0], [1.0, 0.0])
    """
    text = "\n".join([*texts, ""])
    bounds = np.cumsum([0, *(len(each) + 1 for each in texts)])
    read = (_read_english if words == "english" else _read_any)(text, bounds)
    chars, last = np.diff(bounds) - 1.0, bounds[1:] - 2

    def count(mask: Bools) -> Floats:
        return sums_between(mask, bounds).astype(np.float64)

    def holds(places: list[int]) -> Floats:
        flag = np.zeros(len(texts))
        flag[np.searchsorted(bounds, places, side="right") - 1] = 1
        return flag

    starts, ends = _runs(read.digit)
    return Statistics(
        chars=chars,
        words=read.words,
        word_chars=count(read.word),
        sentences=count(read.sentence_end) + 1,
        punctuation=count(read.punctuation),
        dashes=count(np.isin(read.points, _DASHES)),
        periods=count(np.isin(read.points, _PERIODS)),
        digits=count(read.digit),
        stop_words=count(read.stop_word),
        capitals=count(read.capital_word),
        link_chars=chars * in_link,
        copyright=holds([match.start() for match in re.finditer("©", text)]),
        email=holds([match.start() for match in _EMAIL.finditer(text)]),
        url=holds([match.start() for match in _URL.finditer(text)]),
        year=holds(starts[ends - starts == 4].tolist()),
        ends_punctuation=read.punctuation[last].astype(np.float64),
        ends_question=np.isin(read.points[last], _QUESTION_MARKS).astype(np.float64),
    )


class _Reading(NamedTuple):
    """Properties of each character of the joined string, and ``words`` per block."""

    points: Ints
    """The code points."""
    word: Bools
    digit: Bools
    punctuation: Bools
    sentence_end: Bools
    """The end of a sentence that is not the last of its block."""
    stop_word: Bools
    """The first character of a stop word."""
    capital_word: Bools
    words: Floats


def _read_english(text: str, bounds: Ints) -> _Reading:
    """Words are runs of A to Z, digits and underscores; a sentence ends if a space and a capital follow."""
    points = codes(text).astype(np.intp)
    word, digit, punctuation, ends, capital = _ascii()[:, np.minimum(points, 127)]
    starts, stops = _runs(word)
    ends[:-2] &= (points[1:-1] == 32) & capital[2:]
    ends[-2:] = False
    words = sums_between(_mask(starts, len(points)), bounds).astype(np.float64)
    stop_word = _mask(starts[_is_stop_word(points, starts, stops)], len(points))
    return _Reading(points, word, digit, punctuation, ends, stop_word, capital & _mask(starts, len(points)), words)


def _read_any(text: str, bounds: Ints) -> _Reading:
    """Words are runs of letters of any script; in scripts without spaces, ideographs and groups of five letters."""
    points, kinds = codes(text).astype(np.intp), classes(text)
    spaced = np.isin(kinds, (LETTER, UPPER, DIGIT, MARK))
    unspaced = np.isin(kinds, (IDEOGRAPH, DENSE))
    punctuation = np.isin(kinds, (STOP, COMMA))
    starts, _ = _runs(spaced)
    begins = _mask(starts, len(points))
    dense = sums_between(kinds == DENSE, bounds)
    words = sums_between(begins | (kinds == IDEOGRAPH), bounds) + -(-dense // _LETTERS_OF_A_DENSE_WORD)
    after = np.append(points[1:], _LINE_FEED)
    ends = (kinds == STOP) & ((after == 32) | ((points >= _FIRST_IDEOGRAPHIC) & (after != _LINE_FEED)))
    none = np.zeros(len(points), dtype=np.bool_)
    capital = begins & (kinds == UPPER)
    return _Reading(
        points, spaced | unspaced, kinds == DIGIT, punctuation, ends, none, capital, words.astype(np.float64)
    )


@cache
def _ascii() -> Bools:
    """For every ASCII character: part of a word, digit, punctuation, end of a sentence, capital."""
    chars = [chr(code) for code in range(127)] + ["\x7f"]
    return np.array(
        [
            [char.isalnum() or char == "_" for char in chars],
            [char.isdigit() for char in chars],
            [char in ".,?;:!" for char in chars],
            [char in ".?!;" for char in chars],
            [char.isupper() for char in chars],
        ]
    )


def _mask(places: Ints, length: int) -> Bools:
    mask = np.zeros(length, dtype=np.bool_)
    mask[places] = True
    return mask


def _runs(inside: Bools) -> tuple[Ints, Ints]:
    """The starts and the ends of the runs; the last character is a line feed, which is in no run."""
    change = np.flatnonzero(np.diff(inside, prepend=False, append=False))
    return change[::2], change[1::2]


def _is_stop_word(points: Ints, starts: Ints, stops: Ints) -> Bools:
    """Whether each word is in the list; the letters of a word are packed into one integer."""
    length = stops - starts
    short = np.flatnonzero(length <= _LONGEST_STOP_WORD)
    packed, letters = np.zeros(len(short), dtype=np.int64), np.ones(len(short), dtype=np.bool_)
    for place in range(_LONGEST_STOP_WORD):
        within = place < length[short]
        letter = points[np.where(within, starts[short] + place, 0)] - ord("a") + 1
        letters &= ~within | ((letter >= 1) & (letter <= 26))
        packed |= np.where(within & letters, letter, 0) << (_BITS_OF_A_LETTER * place)
    found = np.zeros(len(starts), dtype=np.bool_)
    found[short] = letters & np.isin(packed, _packed_stop_words())
    return found


@cache
def _packed_stop_words() -> Ints:
    def packed(word: str) -> int:
        return sum((ord(letter) - ord("a") + 1) << (_BITS_OF_A_LETTER * place) for place, letter in enumerate(word))

    return np.array(sorted(map(packed, STOP_WORDS)), dtype=np.int64)
