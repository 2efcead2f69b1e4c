"""Which blocks of a page are content, from its gold text or its must and mustnot sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.metrics import tokenize
from dehusk.content.page_blocks import block_texts
from dehusk.errors import MissingExtra
from dehusk.methods.learned.decision import DecisionInputs
from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.page_type import known_type
from dehusk.page import parse
from dehusk.page.loops import group
from dehusk.train.site_split import address

try:
    from rapidfuzz.distance import LCSseq
except ImportError:
    raise MissingExtra("rapidfuzz", "train") from None

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page.arrays import Bools, Floats, Ints

_CONTENT_SHARE = 2 / 3
"""A block is content if this share of its tokens is found in the gold text (Vogels et al. 2018)."""
_SENTENCE_WEIGHT = 15.0
"""Weight of a block that is labelled by a sentence in it: about that of a block of 225 words."""
_MIN_SIBLING_WORDS = 5
_MAX_SIBLINGS = 200
_MIN_FOUND_SHARES = (0.35, 0.5)
"""Blocks with a smaller share of tokens found are not content: the rest is aligned again without them, so that words
which occur everywhere are not found in menus."""


@dataclass(frozen=True, eq=False)
class Columns:
    """The labelled blocks of a page; columns run over blocks."""

    columns: Floats32
    """One row per feature, one column per block."""
    words: Floats
    """At least 1."""
    label: Bools
    """Whether a block is content."""
    weight: Floats
    """0 where nothing is known about a block."""


@dataclass(frozen=True, eq=False)
class Example:
    """A labelled page as the trainer sees it; columns run over blocks."""

    id: str
    collection: str
    split: str
    site: str
    """The host of its address; if it has none, its collection and id."""
    type: str
    """The page's type, if it is known and one of ours; else ""."""
    blocks: Columns
    inputs: DecisionInputs
    """What the decision reads beside the scores."""
    tokens: tuple[Ints, ...]
    """Each block's tokens as numbers, for measuring; empty where there is no gold text."""
    gold: Ints
    """The gold text's tokens as numbers; empty if there is none."""
    harder: tuple[Columns, ...] = ()
    """Harder pages that were made of this one."""

    @property
    def columns(self) -> Floats32:
        """The features of its blocks."""
        return self.blocks.columns

    @property
    def label(self) -> Bools:
        """Whether a block is content."""
        return self.blocks.label

    @property
    def weight(self) -> Floats:
        """How much a block's label counts; 0 where nothing is known about it."""
        return self.blocks.weight


def example(page: LabelledPage) -> Example | None:
    """Label the blocks of a page; None if it has no text.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="tea", html="<p>Menu<p>Steep the tea well.", gold="Steep the tea well.")
    >>> example(page).label.tolist()
    [False, True]
    """
    features = BlockFeatures.of(parse(page.html))
    blocks = features.blocks
    if not len(blocks):
        return None
    texts = block_texts(blocks.page, blocks.first, blocks.last + 1)
    tokens, gold = _numbered([tokenize(text) for text in texts], tokenize(page.gold))
    if len(gold):
        size = np.array([len(each) for each in tokens])
        label = _by_nodes(blocks, frozenset(page.gold_nodes))
        if label is None:
            label = found(tokens, gold) >= _CONTENT_SHARE * np.maximum(size, 1)
        weight = np.sqrt(size)
    else:
        label, weight = _by_siblings(blocks, *_by_sentences(texts, page.must, page.mustnot))
    inputs = DecisionInputs.of(features)
    return Example(
        id=page.id,
        collection=page.dataset,
        split=page.split,
        site=address(page.url).host or f"{page.dataset}/{page.id}",
        type=known_type(page.type),
        blocks=Columns(features.matrix, inputs.words, label, weight),
        inputs=inputs,
        tokens=tokens,
        gold=gold,
    )


def _numbered(blocks: list[list[str]], gold: list[str]) -> tuple[tuple[Ints, ...], Ints]:
    numbers: dict[str, int] = {}

    def numbered(tokens: list[str]) -> Ints:
        return np.array([numbers.setdefault(token, len(numbers)) for token in tokens], dtype=np.intp)

    return tuple(map(numbered, blocks)), numbered(gold)


def found(tokens: tuple[Ints, ...], gold: Ints) -> Ints:
    """How many tokens of each block are part of a longest common subsequence with the gold text."""
    size = np.array([len(each) for each in tokens])
    owner = np.repeat(np.arange(len(tokens)), size)
    page = np.concatenate(tokens) if len(owner) else np.zeros(0, dtype=np.intp)
    may_be_content = np.ones(len(tokens), dtype=np.bool_)
    hits = np.zeros(len(tokens), dtype=np.intp)
    for least in (*_MIN_FOUND_SHARES, 0.0):
        place = np.flatnonzero(may_be_content[owner])
        edits = LCSseq.opcodes(page[place].tolist(), gold.tolist())
        matches = [place[edit.src_start : edit.src_end] for edit in edits if edit.tag == "equal"]
        hits = np.bincount(owner[np.concatenate([*matches, place[:0]])], minlength=len(tokens))
        may_be_content = hits >= least * size
    return hits


def _by_nodes(blocks: Blocks, nodes: frozenset[str]) -> Bools | None:
    """The blocks whose text leaves are among some nodes, as ``dehusk label`` saves them; None if no leaf is."""
    page = blocks.page
    leaves = page.leaves
    chosen = [path in nodes for path in page.paths(leaves.tolist())] if nodes else []
    if not any(chosen):
        return None
    chars = page.chars[leaves]
    before = np.zeros((len(leaves) + 1, 2), dtype=np.intp)
    np.cumsum(np.column_stack([chars, chars * chosen]), axis=0, out=before[1:])
    start, stop = leaves.searchsorted(blocks.first), leaves.searchsorted(blocks.last) + 1
    size, of_gold = (before[stop] - before[start]).T
    label: Bools = of_gold >= _CONTENT_SHARE * size
    return label


def _by_sentences(texts: list[str], must: tuple[str, ...], mustnot: tuple[str, ...]) -> tuple[Bools, Floats]:
    """Labels of the blocks that hold a given sentence, or are part of it."""
    label, weight = np.zeros(len(texts), dtype=np.bool_), np.zeros(len(texts))
    for sentences, is_content in ((mustnot, False), (must, True)):
        for sentence in (" ".join(each.split()) for each in sentences):
            places = [place for place, text in enumerate(texts) if sentence in text]
            if not places:
                places = [place for place, text in enumerate(texts) if len(text) > 25 and text in sentence]
            elif len(places) > 1:
                continue
            label[places], weight[places] = is_content, _SENTENCE_WEIGHT
    return label, weight


def _by_siblings(blocks: Blocks, label: Bools, weight: Floats) -> tuple[Bools, Floats]:
    """The labels, and those of the labelled blocks' siblings: a paragraph is content if the one beside it is.

    Only where all labelled siblings agree, and not for the shortest blocks. Siblings have the weight that they would
    have with a gold text.
    """
    key = (blocks.page.parent[blocks.holder].astype(np.uint64) << np.uint64(16)) + blocks.tag
    number, size = group(key)
    known = np.bincount(number, weights=weight > 0)
    content = np.bincount(number, weights=(weight > 0) & label)
    agreed = (known > 0) & ((content == 0) | (content == known)) & (size < _MAX_SIBLINGS)
    new = agreed[number] & (weight == 0) & (blocks.words >= _MIN_SIBLING_WORDS)
    return np.where(new, content[number] > 0, label), np.where(new, np.sqrt(blocks.words), weight)
