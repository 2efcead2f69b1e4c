"""Measures of text that are meaningful in every script: characters, words, classes of characters.

The functions work on one long text: the class of each character is looked up once, and sums over the classes give the
measures of all leaves at once. Those that read every character are in ``dehusk._core.text_loops``.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.text_loops import collapsed_texts, hashes, leaf_measures, look_up, sign_counts, tally

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page.arrays import Bools, Classes, Ints

__all__ = [
    "CLASSES",
    "COMMA",
    "DENSE",
    "DIGIT",
    "IDEOGRAPH",
    "LETTER",
    "MARK",
    "OTHER",
    "SPACE",
    "STOP",
    "UPPER",
    "classes",
    "codes",
    "collapse",
    "collapsed_texts",
    "encodable",
    "hashes",
    "leaf_measures",
    "look_up",
    "sign_counts",
    "sign_table",
    "sums_between",
    "tally",
]

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

_OF_CATEGORY = {"Lu": UPPER, "Lt": UPPER, "Nd": DIGIT} | dict.fromkeys(["Mn", "Mc", "Me"], MARK)
_OF_CATEGORY |= dict.fromkeys(["Ll", "Lm", "Lo", "Nl", "No"], LETTER)


@cache
def class_table() -> Classes:
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
    return look_up(text, class_table())


def sums_between(values: npt.NDArray[np.generic], bounds: Ints) -> Ints:
    """The sum of ``values`` between consecutive bounds.

    >>> sums_between(np.array([1, 2, 3, 4]), np.array([0, 1, 1, 4])).tolist()
    [1, 0, 9]
    """
    prefix = np.zeros(len(values) + 1, dtype=np.intp)
    np.cumsum(values, out=prefix[1:])
    return np.diff(prefix[bounds])


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
