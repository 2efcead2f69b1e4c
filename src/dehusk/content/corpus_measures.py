"""What builders of corpora need of a text: a fingerprint for near-duplicates, sentences and words by script."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

_SHINGLE = 3
_BITS = 64
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_FINAL_STEPS = (
    (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)),
    (np.uint64(27), np.uint64(0x94D049BB133111EB)),
)
# Each ideograph and each kana is a word; scripts without spaces between words are counted by their letters' runs.
_IDEOGRAPHS = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = rf"[^\W_{_IDEOGRAPHS}]"
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？｡]+|[।॥։؟۔]+|\n")


@cache
def _word() -> re.Pattern[str]:
    """A word; vowel signs and accents, which Python's ``\\w`` does not include, belong to it."""
    marks = "".join(chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(rf"[{_IDEOGRAPHS}]|{_LETTER}(?:{_LETTER}|[{marks}])*")


class TextStatistics(NamedTuple):
    """The size of a text."""

    words: int
    sentences: int
    scripts: dict[str, int]
    """Words by script, the most frequent first: ``latin``, ``cyrillic``, ``cjk``, …; ``digit`` for numbers."""


def text_statistics(text: str) -> TextStatistics:
    """Count the words and sentences of a text.

    >>> text_statistics("Tea is hot. 茶は熱い。")
    TextStatistics(words=7, sentences=2, scripts={'latin': 3, 'cjk': 2, 'hiragana': 2})
    """
    words = _word().findall(text)
    scripts = Counter(_script(word[0]) for word in words)
    parts = (part for part in _SENTENCE_END.split(text) if _word().search(part))
    return TextStatistics(len(words), sum(1 for _ in parts), dict(scripts.most_common()))


@lru_cache(4096)
def _script(char: str) -> str:
    if char.isdigit():
        return "digit"
    name = unicodedata.name(char, "other").partition(" ")[0].lower()
    return name.partition("-")[0]


def fingerprint(text: str) -> int:
    """The simhash of a text: 64 bits, of which texts with most words in common share most.

    Charikar (2002), over the runs of three words in lower case: a bit of the result is set if it is set in the hashes
    of most of the different runs. Two texts are near-duplicates if their :func:`distance` is small; Manku et al. (2007)
    use 3. Words are hashed to 64 bits (BLAKE2b); the hash of a run is the polynomial of its words' hashes in 64 bits,
    with the factor and the final steps of splitmix64.

    >>> one = fingerprint("The tea is steeped for three minutes and then it is poured into small warm cups at once.")
    >>> fingerprint("") , distance(one, one)
    (0, 0)
    """
    words = _word().findall(text.lower())
    if not words:
        return 0
    hashes = {word: _word_hash(word) for word in set(words)}
    numbers = np.array([hashes[word] for word in words], dtype=np.uint64)
    length = min(_SHINGLE, len(words))
    runs = np.zeros(len(words) - length + 1, dtype=np.uint64)
    for place in range(length):
        runs = runs * _FACTOR + numbers[place : place + len(runs)]
    for shift, factor in _FINAL_STEPS:
        runs = (runs ^ (runs >> shift)) * factor
    different = np.unique(runs ^ (runs >> np.uint64(31)))
    bits = np.unpackbits(different.astype(">u8").view(np.uint8).reshape(-1, _BITS // 8), axis=1)
    majority = np.packbits(2 * bits.sum(axis=0, dtype=np.int64) > len(different))
    return int.from_bytes(majority.tobytes(), "big")


def _word_hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=_BITS // 8).digest(), "big")


def distance(one: int, other: int) -> int:
    """In how many bits two fingerprints differ.

    >>> distance(0b1100, 0b1010)
    2
    """
    return (one ^ other).bit_count()
