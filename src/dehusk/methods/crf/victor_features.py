"""The features of a block: markup around it, its text, and its place in the document (Marek et al. 2007)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.loops import group
from dehusk.page.text_measures import (
    CLASSES,
    COMMA,
    DENSE,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    MARK,
    OTHER,
    SPACE,
    STOP,
    UPPER,
    collapse,
    hashes,
    sums_between,
    tally,
)

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_CONTAINERS = {
    "p": "p",
    "a": "a",
    "u": "u",
    "div": "div",
    "td": "td th",
    "header": "h1 h2 h3 h4 h5 h6",
    "bold": "b strong",
    "italic": "i em cite",
    "list": "ul ol dl menu dir",
    "form": "form select textarea button fieldset",
}
"""container.NAME: whether the block is inside an element of one of these tags."""
_SPLITS = {"p": "p", "br": "br", "hr": "hr", "img": "img"}
"""split.NAME: whether a tag of this kind is between the block and the one before."""
_PATTERNS = {
    "url": re.compile(r"https?:|www\.", re.IGNORECASE),
    "date": re.compile(r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b(?:19|20)\d\d\b"),
    "time": re.compile(r"\b\d{1,2}[:.]\d\d\b"),
    "copyright": re.compile("©"),
}
"""regexp.NAME: whether the block contains the pattern."""
_GROUPS = ("div", "td")
_ALPHA = (LETTER, UPPER, MARK, IDEOGRAPH, DENSE)
_LETTER_CLASS = np.isin(np.arange(256), _ALPHA)
_LONGEST_MATCHED = 2000
"""A pattern is searched in so many characters of a block."""

NAMES: tuple[str, ...] = (
    *(f"container.{name}" for name in _CONTAINERS),
    *(f"split.{name}" for name in _SPLITS),
    *("char.alpha-rel", "char.num-rel", "char.punct-rel", "char.white-rel", "char.other-rel"),
    *("token.alpha-abs", "token.num-abs", "token.mix-abs", "token.other-abs"),
    *("token.alpha-rel", "token.num-rel", "token.mix-rel", "token.other-rel"),
    *("sentence.count", "sentence.avg-length", "sentence-begin", "sentence-end"),
    *("first-duplicate", "duplicate-count"),
    *(f"regexp.{name}" for name in _PATTERNS),
    *("link.word-ratio", "position", "document.word-count", "document.sentence-count", "document.block-count"),
    *(f"{name}-group.word-ratio" for name in _GROUPS),
    *(f"document.max-{name}-group" for name in _GROUPS),
)
"""The features, in the order of the columns."""


@dataclass(frozen=True, eq=False)
class VictorBlocks:
    """The blocks of a page that have text."""

    page: Page
    first: Ints
    """The first leaf of each block."""
    last: Ints
    """The last leaf of each block."""

    @classmethod
    def of(cls, page: Page) -> VictorBlocks:
        """The text between two boundaries of block-level elements, or BR.

        >>> from dehusk import parse
        >>> page = parse("<p>One <b>cup</b><br>Tea")
        >>> VictorBlocks.of(page).texts()
        ['One cup', 'Tea']
        """
        block = page.block[page.leaves]
        starts = np.flatnonzero(np.diff(block, prepend=-1))
        ends = np.append(starts[1:], len(block))[: len(starts)] - 1
        return cls(page, page.leaves[starts], page.leaves[ends])

    def __len__(self) -> int:
        return len(self.first)

    @property
    def spans(self) -> tuple[Ints, Ints]:
        """Where the text of each block starts and ends."""
        return self.page.offset[self.first], self.page.offset[self.last + 1]

    def texts(self) -> list[str]:
        """The text of each block, white space collapsed."""
        starts, stops = self.spans
        pairs = zip(starts.tolist(), stops.tolist(), strict=True)
        return [collapse(self.page.text[start:stop]) for start, stop in pairs]

    def of_leaves(self, column: Bools | Floats) -> Floats:
        """A column over blocks as one over rows; 0 for rows that are not leaves of a block."""
        leaves = self.page.leaves
        values = np.zeros(len(self.page))
        values[leaves] = column[np.searchsorted(self.first, leaves, side="right") - 1]
        return values

    def sums(self, column: Ints | Bools) -> Ints:
        """The sum of a column of leaves over each block."""
        prefix = np.append(0, np.cumsum(column))
        found: Ints = prefix[self.last + 1] - prefix[self.first]
        return found


def measure_blocks(blocks: VictorBlocks) -> Floats:
    """The features of each block: one row per block, one column per name in :data:`NAMES`.

    >>> from dehusk import parse
    >>> found = measure_blocks(VictorBlocks.of(parse("<ul><li><a href=/>Home 2</a></ul><p>Tea is hot. Drink it.")))
    >>> names = ("container.list", "link.word-ratio", "sentence.count", "token.num-abs")
    >>> found[:, [NAMES.index(name) for name in names]].tolist()
    [[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 2.0, 0.0]]
    """
    columns = [*_markup(blocks), *_text(blocks), *_document(blocks)]
    return np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)


def _markup(blocks: VictorBlocks) -> list[Bools]:
    page = blocks.page
    inside = [page.count_on_path(tags.tag_table(names)[page.tag])[blocks.first] > 0 for names in _CONTAINERS.values()]
    after = np.append(-1, blocks.last[:-1])
    between = []
    for names in _SPLITS.values():
        prefix = np.append(0, np.cumsum(tags.tag_table(names)[page.tag]))
        between.append(prefix[blocks.first] > prefix[after + 1])
    return [*inside, *between]


def _text(blocks: VictorBlocks) -> list[Floats | Ints | Bools]:
    page, (starts, stops) = blocks.page, blocks.spans
    bounds = np.append(starts, stops[-1:])
    kinds = tally(page.char_classes, bounds, CLASSES)
    size = np.maximum(kinds.sum(axis=1), 1)
    groups = (_ALPHA, (DIGIT,), (STOP, COMMA), (SPACE,), (OTHER,))
    shares = [kinds[:, list(group_)].sum(axis=1) / size for group_ in groups]
    tokens = _token_counts(blocks, bounds)
    total = np.maximum(sum(tokens), 1)
    sentences = _sentence_counts(blocks, bounds)
    words = blocks.sums(page.words)
    return [
        *shares,
        *tokens,
        *(count / total for count in tokens),
        sentences,
        words / np.maximum(sentences, 1),
        *_edges(blocks),
        *_duplicates(blocks),
        *_matches(blocks),
    ]


def _token_counts(blocks: VictorBlocks, bounds: Ints) -> list[Ints]:
    """The number of tokens of letters, of digits, of both, and of neither."""
    kinds = blocks.page.char_classes[bounds[0] : bounds[-1]]
    solid = kinds != SPACE
    begins = solid.copy()
    begins[1:] &= ~solid[:-1]
    begins[bounds[:-1] - bounds[0]] = solid[bounds[:-1] - bounds[0]]
    at = np.flatnonzero(begins)
    ends = np.append(at, len(kinds))
    letters, digits = sums_between(_LETTER_CLASS[kinds], ends) > 0, sums_between(kinds == DIGIT, ends) > 0
    owner = np.searchsorted(bounds[:-1] - bounds[0], at, side="right") - 1
    kinds_of_token = (letters & ~digits, digits & ~letters, letters & digits, ~letters & ~digits)
    return [np.bincount(owner[each], minlength=len(blocks)) for each in kinds_of_token]


def _last_characters(blocks: VictorBlocks) -> Ints:
    """The position of each block's last character that is not a space."""
    solid = np.flatnonzero(blocks.page.char_classes != SPACE)
    found: Ints = solid[np.searchsorted(solid, blocks.spans[1]) - 1]
    return found


def _sentence_counts(blocks: VictorBlocks, bounds: Ints) -> Ints:
    """The number of stops before a space, a capital, an ideograph or the end; text after the last one is one more."""
    kinds, last = blocks.page.char_classes, _last_characters(blocks)
    following = np.append(kinds[1:], SPACE)
    following[last] = SPACE
    ends = (kinds == STOP) & np.isin(following, (SPACE, UPPER, IDEOGRAPH))
    found: Ints = sums_between(ends, bounds) + (kinds[last] != STOP)
    return found


def _edges(blocks: VictorBlocks) -> list[Bools]:
    """Whether a block begins like a sentence, and whether it ends like one."""
    kinds = blocks.page.char_classes
    solid = np.flatnonzero(kinds != SPACE)
    first = solid[np.searchsorted(solid, blocks.spans[0])]
    return [np.isin(kinds[first], (UPPER, IDEOGRAPH, DENSE)), kinds[_last_characters(blocks)] == STOP]


def _duplicates(blocks: VictorBlocks) -> list[Bools | Ints]:
    """Whether a block is the first of several with the same text, and how many others there are."""
    starts, stops = blocks.spans
    number, size = group(hashes(blocks.page.text, np.append(starts, stops[-1:])))
    earliest = np.full(len(size), len(blocks))
    np.minimum.at(earliest, number, np.arange(len(blocks)))
    others = size[number] - 1
    return [(earliest[number] == np.arange(len(blocks))) & (others > 0), others]


def _matches(blocks: VictorBlocks) -> list[Bools]:
    texts = [text[:_LONGEST_MATCHED] for text in blocks.texts()]
    return [np.array([pattern.search(text) is not None for text in texts]) for pattern in _PATTERNS.values()]


def _document(blocks: VictorBlocks) -> list[Floats | Ints | Bools]:
    page, count = blocks.page, len(blocks)
    words = blocks.sums(page.words)
    total = max(int(words.sum()), 1)
    starts, stops = blocks.spans
    sentences = int(_sentence_counts(blocks, np.append(starts, stops[-1:])).sum())
    of_subtree = page.subtree_sum(page.words)
    ratios, largest = [], []
    for name in _GROUPS:
        mask = tags.tag_table(name)[page.tag]
        nearest = page.nearest(mask)[blocks.first]
        inside = mask[nearest]
        ratio = np.where(inside, of_subtree[nearest] / total, 0.0)
        ratios.append(ratio)
        largest.append(inside & (ratio == ratio.max(initial=0.0)))
    return [
        blocks.sums(page.words * page.in_link) / np.maximum(words, 1),
        np.arange(count) / max(count - 1, 1),
        *(np.full(count, value) for value in (total, sentences, count)),
        *ratios,
        *largest,
    ]
