"""The 128 features of a block and the 25 features of two neighbouring blocks, in the order of the authors' code.

A feature is a flag (-1 or +1 unless stated otherwise) or a number, clipped to a range and standardised. In mode
``author`` the constants are those of the authors' code, and divisions of integers truncate as they do there; in mode
``released`` division is exact and the constants are computed from the training pages.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.methods.web2text.cdom import CDom
from dehusk.methods.web2text.feature_columns import Column, FeatureScale, Matrix, Mode, standardised, with_zeros
from dehusk.methods.web2text.text_statistics import Statistics, Words, statistics, texts_of
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints


_WORD_LENGTH = Column("mean word length", 4.910001, 1.905709, -1.0)
_STOP_WORD = Column("has stop word")
_STOP_WORDS = Column("stop word ratio", 0.374, 0.1529)
_PUNCTUATION = Column("ln punctuation ratio", -3.338525, 0.6058926)
_DIGIT = Column("has digit", -0.5900983, 0.8073342)
_DIGITS = Column("digit ratio", 0.2655969, 0.3052819)
_SENTENCE = Column("ln chars per sentence", 3.109, 1.011)
_ENDINGS = (Column("ends in punctuation"), Column("ends in question mark"))
_CONTAINS = (Column("copyright"), Column("email"), Column("url"), Column("year"))
_CAPITALS = (
    Column("capital ratio", 0.4475758, 0.4129316),
    Column("capital ratio squared", 0.3708354, 0.4334037),
    Column("capital ratio cubed", 0.340843, 0.4404389),
)
LEAF = (
    Column("has word", 0.8255, 0.5643817),
    Column("ln words", 1.5086, 1.205),
    _WORD_LENGTH,
    _STOP_WORD,
    _STOP_WORDS,
    Column("ln chars", 3.392, 1.06445),
    Column("has punctuation"),
    Column("punctuation count", 0.06938, 0.4083676),
    _PUNCTUATION,
    _DIGIT,
    _DIGITS,
    _SENTENCE,
    Column("several sentences"),
    Column("position", 0.5198038, 0.2996195),
    Column("position squared", 0.3599672, 0.3157282),
    *_ENDINGS,
    *_CONTAINS,
    *_CAPITALS,
)
"""The 24 features of a block's own text."""
NODE = (
    Column("body share"),
    Column("link density", 0.5, 0.5),
    _WORD_LENGTH,
    _STOP_WORD,
    _STOP_WORDS,
    Column("ln chars", 6.0, 2.14),
    _PUNCTUATION,
    _DIGIT,
    _DIGITS,
    _SENTENCE,
    *_ENDINGS,
    *_CONTAINS,
    *_CAPITALS,
    Column("has input"),
)
"""The 20 features of a node with several blocks."""
DUPLICATES = ("has duplicate", "has ten duplicates", "share with the same classes")
# UL occurs twice in the authors' list.
PARENT_TAGS = "td div p tr table body ul span li blockquote b small a ol ul i form dl strong pre"
LEAF_TAGS = "a p td b li span i tr div strong em h3 h2 table h4 small sup h1 blockquote"
DISTANCES = (2, 3, 4)
_INPUT = tags.NUMBERS["input"]


def block_names() -> tuple[str, ...]:
    """The names of the 128 block features.

    >>> len(block_names()), block_names()[3], block_names()[27]
    (128, 'has word', 'parent: exists')
    """
    node = [column.name for column in NODE]
    return (
        *DUPLICATES,
        *(column.name for column in LEAF),
        *(f"parent: {name}" for name in ("exists", *node, *PARENT_TAGS.split())),
        *(f"grandparent: {name}" for name in ("exists", *node)),
        *(f"root: {name}" for name in node),
        *(f"tag: {name}" for name in LEAF_TAGS.split()),
    )


def edge_names() -> tuple[str, ...]:
    """The names of the 25 edge features.

    >>> len(edge_names()), edge_names()[:5]
    (25, ('distance 2', 'distance 3', 'distance 4', 'distance over 4', 'block break'))
    """
    distances = [f"distance {steps}" for steps in DISTANCES]
    return (*distances, "distance over 4", "block break", *(f"ancestor: {column.name}" for column in NODE))


@dataclass(frozen=True, eq=False)
class Values:
    """The measured values of a page before standardisation; NaN if a value does not exist."""

    duplicates: Floats
    leaf: Floats
    """One row per block, one column per feature of ``LEAF``."""
    node: Floats
    """One row per node of the collapsed tree, one column per feature of ``NODE``."""
    parents: Ints
    """The parents of the blocks; -1 if there is none."""
    grandparents: Ints
    common: Ints
    """The lowest common ancestors of neighbouring blocks."""
    parent_tags: Bools
    leaf_tags: Bools
    distances: Ints
    breaks: Bools

    def matrices(self, scale: FeatureScale) -> tuple[Matrix, Matrix]:
        """The block features, one row per block, and the edge features, one row per pair of neighbouring blocks."""
        leaf = standardised(LEAF, self.leaf, scale.leaf)
        node = with_zeros(standardised(NODE, self.node, scale.node))
        exists, parent_tags = self.parents[:, None] >= 0, _sign(self.parent_tags)
        blocks = [
            self.duplicates,
            leaf,
            exists,
            node[self.parents],
            np.where(exists, parent_tags[self.parents], 0),
            self.grandparents[:, None] >= 0,
            node[self.grandparents],
            np.broadcast_to(node[0], (len(leaf), len(NODE))),
            _sign(self.leaf_tags),
        ]
        steps = [self.distances == distance for distance in DISTANCES]
        far = self.distances > DISTANCES[-1]
        edges = [_sign(np.column_stack([*steps, far])), self.breaks[:, None], node[self.common]]
        return np.concatenate(blocks, axis=1, dtype=np.float32), np.concatenate(edges, axis=1, dtype=np.float32)


def measure_released(page: Page, words: Words, mode: Mode) -> tuple[CDom, Values]:
    """Collapse a page and measure its blocks and nodes as in the authors' code.

    >>> from dehusk import parse
    >>> cdom, values = measure_released(parse("<h1>Tea</h1><p>One <i>good</i> cup</p>"), "english", "author")
    >>> [matrix.shape for matrix in values.matrices(FeatureScale.of_authors(LEAF, NODE))]
    [(4, 128), (3, 25)]
    """
    cdom = CDom.of(page)
    texts, rows = texts_of(cdom), cdom.leaf_rows
    counts = statistics(texts, page.in_link[rows], words)
    nodes = counts.of_nodes(cdom.first, cdom.stop)
    block = page.block[rows]
    values = Values(
        duplicates=_duplicates(texts, cdom.class_paths(), mode),
        leaf=_leaf_values(counts, mode),
        node=_node_values(nodes, page.subtree_sum(page.tag == _INPUT)[cdom.top] > 0, mode),
        parents=cdom.ancestors(1),
        grandparents=cdom.ancestors(2),
        common=cdom.common_ancestors(),
        parent_tags=cdom.has_tag(PARENT_TAGS),
        leaf_tags=cdom.has_tag(LEAF_TAGS)[cdom.leaves],
        distances=cdom.distances(),
        breaks=block[1:] != block[:-1],
    )
    return cdom, values


def _sign(flags: Bools | Floats) -> Floats:
    return np.where(flags, 1.0, -1.0)


def _duplicates(texts: list[str], paths: Ints, mode: Mode) -> Floats:
    count = Counter(texts)
    same = np.array([count[text] for text in texts], dtype=np.intp)
    share = _divided(np.bincount(paths)[paths], len(paths), mode)
    return np.column_stack([_sign(same > 1), _sign(same > 10), share])


def _leaf_values(counts: Statistics, mode: Mode) -> Floats:
    total = max(counts.chars.sum(), 1.0)
    position = (np.cumsum(counts.chars) - counts.chars / 2) / total
    length, stop_word, stop_words, punctuation, digit, digits, sentence, capitals = _shared(counts, mode)
    return np.column_stack(
        [
            _sign(counts.words > 0),
            _ln(np.where(counts.words > 0, counts.words, np.nan), 0, 3.5),
            length,
            stop_word,
            stop_words,
            _ln(counts.chars, 2.5, 5.5),
            _sign(counts.punctuation > 0),
            np.clip(counts.punctuation, 0, 10),
            punctuation,
            digit,
            digits,
            sentence,
            _sign(counts.sentences > 1),
            position,
            position**2,
            *_flags(counts),
            *capitals,
        ]
    )


def _node_values(counts: Statistics, has_input: Bools, mode: Mode) -> Floats:
    length, stop_word, stop_words, punctuation, digit, digits, sentence, capitals = _shared(counts, mode)
    return np.column_stack(
        [
            _divided(counts.chars, counts.chars[:1], mode),
            counts.link_chars / counts.chars,
            length,
            stop_word,
            stop_words,
            _ln(counts.chars, 2.5, 10),
            punctuation,
            digit,
            digits,
            sentence,
            *_flags(counts),
            *capitals,
            _sign(has_input),
        ]
    )


class _Shared(NamedTuple):
    """The features that blocks and nodes have in common."""

    length: Floats
    stop_word: Floats
    stop_words: Floats
    punctuation: Floats
    digit: Floats
    digits: Floats
    sentence: Floats
    capitals: tuple[Floats, Floats, Floats]


def _shared(counts: Statistics, mode: Mode) -> _Shared:
    words = np.where(counts.words > 0, counts.words, np.nan)
    capital = np.minimum(counts.capitals / words, 1)
    return _Shared(
        np.clip(_divided(counts.word_chars, words, mode), 3, 15),
        _sign(counts.stop_words > 0),
        counts.stop_words / words,
        np.where(counts.punctuation > 0, _ln(counts.punctuation / counts.chars, -4, -2.5), np.nan),
        _sign(counts.digits > 0),
        counts.digits / counts.chars,
        _ln(_divided(counts.chars, counts.sentences, mode), 2, 5),
        (capital, capital**2, capital**3),
    )


def _flags(counts: Statistics) -> list[Floats]:
    found = (counts.ends_punctuation, counts.ends_question, counts.copyright, counts.email, counts.url, counts.year)
    return [_sign(flag > 0) for flag in found]


def _divided(part: Floats | Ints, whole: Floats | int, mode: Mode) -> Floats:
    quotient: Floats = part / np.maximum(whole, 1)
    return np.floor(quotient) if mode == "author" else quotient


def _ln(values: Floats, low: float, high: float) -> Floats:
    """The natural logarithm, clipped to a range; NaN stays."""
    return np.clip(np.log(np.maximum(values, 1e-9)), low, high)
