"""Measures of text that are meaningful in every script: characters, words, classes of characters.

The functions work on one long text: the class of each character is looked up once, and sums over the classes give the
measures of all leaves at once. Functions that read every character exist twice, in numpy or Python and compiled
(``_loops.c``); the compiled one is used if it was built.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page.arrays import Bools, Classes, Hashes, Ints

SPACE, LETTER, UPPER, DIGIT, IDEOGRAPH, DENSE, MARK, STOP, COMMA, OTHER = range(10)
"""The classes of characters. SPACE: ``str.isspace``. LETTER and UPPER: letters of scripts that have spaces between
words (UPPER if the script has case). IDEOGRAPH: counted as one word (Han, kana). DENSE: a letter of a script without
spaces between words (Thai, Lao, Tibetan, Burmese, Khmer). MARK: combining, part of the character before it. STOP: ends
a sentence. COMMA: separates parts of a sentence. OTHER: other punctuation and symbols."""

CLASSES = 10
_CODE_POINTS = 0x110000

_IDEOGRAPHS = (
    (0x3005, 0x30FF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
)
_DENSE = ((0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1980, 0x19FF), (0xA9E0, 0xAA7F))
_STOPS = ".!?…。！？．｡؟۔։।॥።፧፨᙮᠃᠉⁇⁈⁉‼⸮"
_COMMAS = ",;:،؛、，；：፣፤፥᠂᠈·"

# Letters and marks per word in Thai prose; Khmer, Lao and Burmese are similar. An estimate, used only to make the
# length of such text comparable with that of other scripts.
_DENSE_WORD = 5


_OF_CATEGORY = {"Lu": UPPER, "Lt": UPPER, "Nd": DIGIT} | dict.fromkeys(["Mn", "Mc", "Me"], MARK)
_OF_CATEGORY |= dict.fromkeys(["Ll", "Lm", "Lo", "Nl", "No"], LETTER)


@cache
def _table() -> Classes:
    """The class of every code point; above U+FFFF there are letters, emoji and rare ideographs."""
    chars = [chr(code) for code in range(1 << 16)]
    table = np.full(_CODE_POINTS, LETTER, dtype=np.uint8)
    table[: 1 << 16] = [_OF_CATEGORY.get(unicodedata.category(char), OTHER) for char in chars]
    table[0x1F000:0x20000] = OTHER
    table[0x20000:] = IDEOGRAPH
    for ranges, kind in ((_IDEOGRAPHS, IDEOGRAPH), (_DENSE, DENSE)):
        for low, high in ranges:
            letters = table[low : high + 1]
            letters[letters == LETTER] = kind
    for members, kind in ((filter(str.isspace, chars), SPACE), (_STOPS, STOP), (_COMMAS, COMMA)):
        table[[ord(char) for char in members]] = kind
    return table


def codes(text: str) -> npt.NDArray[np.uint32]:
    """The code point of every character.

    >>> codes("a茶").tolist()
    [97, 33590]
    """
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def sign_table(signs: str) -> Bools:
    """A table over all code points: True for the given signs.

    >>> sign_table("|")[ord("|")]
    np.True_
    """
    table = np.zeros(_CODE_POINTS, dtype=np.bool_)
    table[[ord(sign) for sign in signs]] = True
    return table


def classes(text: str) -> Classes:
    """The class of every character.

    >>> classes("Hi, 世界").tolist() == [UPPER, LETTER, COMMA, SPACE, IDEOGRAPH, IDEOGRAPH]
    True
    """
    return look_up(text, _table())


def numpy_look_up(text: str, table: Classes) -> Classes:
    """The entry in a table over all code points for every character."""
    found: Classes = table[codes(text)]
    return found


def numpy_sign_counts(text: str, table: Bools, bounds: Ints) -> Ints:
    """The number of characters between consecutive bounds that are True in a table over all code points."""
    return sums_between(table[codes(text)], bounds)


def numpy_tally(kinds: Classes, bounds: Ints, columns: int) -> Ints:
    """The number of characters of each class between consecutive bounds: one row per piece, one column per class."""
    pieces = len(bounds) - 1
    cells = np.repeat(np.arange(0, pieces * columns, columns), np.diff(bounds)) + kinds[bounds[0] : bounds[-1]]
    return np.bincount(cells, minlength=pieces * columns).reshape(pieces, columns)


def python_hashes(text: str, bounds: Ints) -> Hashes:
    """A number for the text between consecutive bounds, the same for equal text; white space around it is ignored."""
    pieces = [text[start:stop].strip() for start, stop in pairwise(bounds.tolist())]
    return np.fromiter(map(hash, pieces), np.int64, len(pieces)).view(np.uint64)


def sums_between(values: npt.NDArray[np.generic], bounds: Ints) -> Ints:
    """The sum of ``values`` between consecutive bounds.

    >>> sums_between(np.array([1, 2, 3, 4]), np.array([0, 1, 1, 4])).tolist()
    [1, 0, 9]
    """
    prefix = np.zeros(len(values) + 1, dtype=np.intp)
    np.cumsum(values, out=prefix[1:])
    return np.diff(prefix[bounds])


def _starts(inside: Bools, bounds: Ints) -> Bools:
    """Where a run of ``inside`` starts; a run ends at a bound."""
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    at = bounds[:-1][bounds[:-1] < len(inside)]
    begins[at] = inside[at]
    return begins


def _at(bounds: Ints, length: int) -> Bools:
    """A mask over characters: those directly after a bound."""
    mask = np.zeros(length, dtype=np.bool_)
    mask[bounds[bounds < length]] = True
    return mask


def numpy_collapsed_lengths(kinds: Classes, bounds: Ints) -> Ints:
    """The length of each piece of text, with white space collapsed to single spaces and stripped.

    >>> collapsed_lengths(classes("  a  b cd   "), np.array([0, 8, 12])).tolist()
    [5, 1]
    """
    solid = kinds != SPACE
    runs = sums_between(_starts(solid, bounds), bounds)
    return sums_between(solid, bounds) + np.maximum(runs - 1, 0)


def numpy_word_counts(kinds: Classes, bounds: Ints) -> Ints:
    """The number of words in each piece of text.

    Words are separated by spaces. In scripts without spaces between words, each ideograph counts as one word, and so
    do five letters of a dense script.

    >>> text = "It's 3 words" + "世界 Hi世" + "สวัสดีครับ"
    >>> word_counts(classes(text), np.array([0, 12, 18, 28])).tolist()
    [3, 4, 2]
    """
    if not ((kinds == IDEOGRAPH) | (kinds == DENSE)).any():
        return sums_between(_starts(kinds != SPACE, bounds), bounds)
    marked = _marks_as_base(kinds, bounds)
    unspaced = (marked == IDEOGRAPH) | (marked == DENSE)
    spaced = (marked != SPACE) & ~unspaced
    begins = _starts(spaced, bounds)
    # Signs after an ideograph are not a word: a full stop there ends a sentence.
    run = np.cumsum(begins)
    signs_only = np.ones(run[-1] + 1, dtype=np.bool_)
    signs_only[run[(marked == LETTER) | (marked == UPPER) | (marked == DIGIT)]] = False
    after_unspaced = np.append(False, unspaced[:-1]) & ~_at(bounds, len(kinds))
    begins &= ~(after_unspaced & signs_only[run])
    dense = sums_between(marked == DENSE, bounds)
    return sums_between(begins, bounds) + sums_between(kinds == IDEOGRAPH, bounds) + -(-dense // _DENSE_WORD)


def _marks_as_base(kinds: Classes, bounds: Ints) -> Classes:
    """The classes, where a combining mark has the class of the character before it."""
    is_base = (kinds != MARK) | np.append(True, kinds[:-1] == SPACE) | _at(bounds, len(kinds))
    return kinds[np.maximum.accumulate(np.where(is_base, np.arange(len(kinds)), 0))]


def encodable(text: str) -> str:
    """Text without lone surrogates, which no encoder accepts; pairs of surrogates become characters.

    >>> encodable("a\\ud800b"), encodable("\\ud83c\\udf75")
    ('a\ufffdb', '\U0001f375')
    """
    if text.isascii():
        return text
    try:
        text.encode("utf-16-le")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def collapse(text: str) -> str:
    """Collapse white space to single spaces and strip it.

    >>> collapse("  a \\n b ")
    'a b'
    """
    return " ".join(text.split())


def compiled_look_up(text: str, table: Classes) -> Classes:
    """As :func:`numpy_look_up`, in compiled code."""
    found = np.empty(len(text), dtype=np.uint8)
    _loops.look_up(text, table, found)
    return found


def compiled_sign_counts(text: str, table: Bools, bounds: Ints) -> Ints:
    """As :func:`numpy_sign_counts`, in compiled code."""
    counts = np.empty(len(bounds) - 1, dtype=np.intp)
    _loops.sign_counts(text, table, bounds, counts)
    return counts


def compiled_tally(kinds: Classes, bounds: Ints, columns: int) -> Ints:
    """As :func:`numpy_tally`, in compiled code."""
    counts = np.empty((len(bounds) - 1, columns), dtype=np.intp)
    _loops.tally(kinds, bounds, counts)
    return counts


def compiled_hashes(text: str, bounds: Ints) -> Hashes:
    """As :func:`python_hashes`, in compiled code."""
    found = np.empty(len(bounds) - 1, dtype=np.uint64)
    _loops.hashes(text, bounds, found)
    return found


def compiled_collapsed_lengths(kinds: Classes, bounds: Ints) -> Ints:
    """As :func:`numpy_collapsed_lengths`, in compiled code."""
    lengths = np.empty(len(bounds) - 1, dtype=np.intp)
    _loops.collapsed_lengths(kinds, bounds, lengths)
    return lengths


def compiled_word_counts(kinds: Classes, bounds: Ints) -> Ints:
    """As :func:`numpy_word_counts`, in compiled code."""
    words = np.empty(len(bounds) - 1, dtype=np.intp)
    _loops.word_counts(kinds, bounds, words)
    return words


try:
    from dehusk.page import _loops
except ImportError:
    look_up, sign_counts, tally, hashes = numpy_look_up, numpy_sign_counts, numpy_tally, python_hashes
    collapsed_lengths, word_counts = numpy_collapsed_lengths, numpy_word_counts
else:
    look_up, sign_counts, tally, hashes = compiled_look_up, compiled_sign_counts, compiled_tally, compiled_hashes
    collapsed_lengths, word_counts = compiled_collapsed_lengths, compiled_word_counts
