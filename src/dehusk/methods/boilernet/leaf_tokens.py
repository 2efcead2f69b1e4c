"""What the network reads of a leaf: how often frequent words and frequent tags occur in it and around it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.page import Page
    from dehusk.page.arrays import Ints

    Matrix = npt.NDArray[np.float32]

# As in the authors' code, except NOSCRIPT: a Page contains it only if it has most of the page's text.
_IGNORED = tags.tag_table("iframe input button")
# Letters of scripts without spaces between words; each is a token.
_UNSPACED = r"\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
# A letter of such a script, a word, or one sign.
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+|[^\w\s]")
_LONGEST_WORD = 30


@dataclass(frozen=True)
class Vocabulary:
    """The words and the tags that are counted one by one; all others are counted together."""

    words: tuple[str, ...]
    tags: tuple[str, ...]

    @cached_property
    def word_numbers(self) -> dict[str, int]:
        """Word -> number, from 1; 0 is any other word."""
        return {word: number for number, word in enumerate(self.words, 1)}

    def __len__(self) -> int:
        """The number of features."""
        return len(self.words) + len(self.tags) + 2

    @classmethod
    def of_counts(cls, words: Counter[str], names: Counter[str], most_words: int, most_tags: int) -> Vocabulary:
        """The most frequent words and tags; ties are resolved by the alphabet.

        >>> Vocabulary.of_counts(Counter("abca"), Counter(["p", "p", "a"]), 2, 1)
        Vocabulary(words=('a', 'b'), tags=('p',))
        """

        def first(counts: Counter[str], most: int) -> tuple[str, ...]:
            return tuple(sorted(sorted(counts), key=lambda item: -counts[item])[:most])

        return cls(first(words, most_words), first(names, most_tags))


@dataclass(frozen=True, eq=False)
class LeafCounts:
    """The features of a page's leaves as a sparse matrix: ``count[k]`` is at row ``leaf[k]``, column ``feature[k]``."""

    leaf: Ints
    feature: Ints
    count: Matrix
    leaves: int

    def dense(self, features: int, start: int, stop: int) -> Matrix:
        """The rows of some leaves as a matrix."""
        matrix = np.zeros((stop - start, features), dtype=np.float32)
        low, high = np.searchsorted(self.leaf, (start, stop))
        matrix[self.leaf[low:high] - start, self.feature[low:high]] = self.count[low:high]
        return matrix


def read_leaves(page: Page) -> Ints:
    """The leaves that are classified.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea<button>Buy</button>")
    >>> [page.leaf_text(row) for row in read_leaves(page)]
    ['Tea']
    """
    return page.leaves[~page.inside(_IGNORED[page.tag])[page.leaves]]


def tokens(text: str) -> list[str]:
    """The tokens of a text, in lower case.

    >>> tokens("Green TEA, 3 cups. 茶を飲む")
    ['green', 'tea', ',', '3', 'cups', '.', '茶', 'を', '飲', 'む']
    """
    return [token[:_LONGEST_WORD] for token in _TOKEN.findall(text.lower())]


def leaf_tokens(page: Page, rows: Ints) -> list[Counter[str]]:
    """How often each token occurs in each leaf."""
    spans = zip(page.offset[rows].tolist(), page.offset[rows + 1].tolist(), strict=True)
    return [Counter(tokens(page.text[start:stop])) for start, stop in spans]


def tag_counts_on_paths(page: Page, rows: Ints) -> dict[str, Ints]:
    """For each tag, how many ancestors of each leaf have it."""
    inner = page.above(_mask(page, rows)) & page.is_element
    found = {}
    for number in np.unique(page.tag[inner]).tolist():
        found[page.tag_names[number]] = page.count_on_path(inner & (page.tag == number))[rows]
    return found


def _mask(page: Page, rows: Ints) -> npt.NDArray[np.bool_]:
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[rows] = True
    return mask


def count_features(page: Page, rows: Ints, vocabulary: Vocabulary) -> LeafCounts:
    """The features of some leaves: counts of words, then of the tags of their ancestors; each list begins with "other".

    >>> from dehusk import parse
    >>> page = parse("<div><p>tea tea cup</p></div>")
    >>> count_features(page, page.leaves, Vocabulary(("tea",), ("p",))).dense(4, 0, 1).tolist()
    [[1.0, 2.0, 2.0, 1.0]]
    """
    numbers, first_tag = vocabulary.word_numbers, len(vocabulary.words) + 1
    counts: Counter[tuple[int, int]] = Counter()
    for leaf, found in enumerate(leaf_tokens(page, rows)):
        for token, count in found.items():
            counts[leaf, numbers.get(token, 0)] += count
    known = {name: first_tag + number for number, name in enumerate(vocabulary.tags, 1)}
    for name, column in tag_counts_on_paths(page, rows).items():
        feature = known.get(name, first_tag)
        for leaf in np.flatnonzero(column).tolist():
            counts[leaf, feature] += int(column[leaf])
    cells = sorted(counts)
    values = np.array([counts[cell] for cell in cells], dtype=np.float32)
    leaf_of, feature_of = np.array(cells, dtype=np.intp).reshape(-1, 2).T
    return LeafCounts(leaf_of, feature_of, values, len(rows))
