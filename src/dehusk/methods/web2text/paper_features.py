"""The features of the paper: Table 1 for a block, its parent and its grandparent, and the tree features of section 3.3.

Both networks receive the same rows, one per block: three times the 14 features of Table 1, and whether the block and
the next one have the same parent, grandparent, great-grandparent, tag, class and path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.web2text.cdom import CDom
from dehusk.methods.web2text.feature_columns import Column, FeatureScale, Matrix, standardised, with_zeros
from dehusk.methods.web2text.text_statistics import Statistics, Words, statistics, texts_of

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

TABLE_1 = (
    Column("logNCharacters", deviation=1.0),
    Column("rWords", deviation=1.0),
    Column("nSentences", deviation=1.0),
    Column("rPunctuation", deviation=1.0),
    Column("rDashes", deviation=1.0),
    Column("rPeriods", deviation=1.0),
    Column("rCharsInLink", deviation=1.0),
    Column("endsWithPunctuation"),
    Column("endsWithQuestionMark"),
    Column("rWordsWithCapital", deviation=1.0),
    Column("rStopwords", deviation=1.0),
    Column("avgWordLength", deviation=1.0),
    Column("startRel", deviation=1.0),
    Column("endRel", deviation=1.0),
)
"""The features of Table 1, in its order. The paper says nothing about standardisation: all but the flags are."""
TREE = (
    "same parent",
    "same grandparent",
    "same great-grandparent",
    "same tag",
    "same class",
    "same path",
)
"""Section 3.3, for a block and the next one; 0 or 1."""


def paper_names() -> tuple[str, ...]:
    """The names of the features of a row.

    >>> len(paper_names()), paper_names()[0], paper_names()[14], paper_names()[-1]
    (48, 'logNCharacters', 'parent: logNCharacters', 'same path')
    """
    names = [column.name for column in TABLE_1]
    return (*(f"{prefix}{name}" for prefix in ("", "parent: ", "grandparent: ") for name in names), *TREE)


@dataclass(frozen=True, eq=False)
class PaperValues:
    """The values of Table 1 for the blocks and nodes of a page, and its tree features."""

    leaf: Floats
    node: Floats
    parents: Ints
    grandparents: Ints
    tree: Bools
    """One row per block, one column per name of ``TREE``; the last block has no next one: False."""

    def matrices(self, scale: FeatureScale) -> tuple[Matrix, Matrix]:
        """The same rows for blocks and for pairs; the last block begins no pair."""
        node = with_zeros(standardised(TABLE_1, self.node, scale.node))
        leaf = standardised(TABLE_1, self.leaf, scale.leaf)
        columns = [leaf, node[self.parents], node[self.grandparents], self.tree]
        rows = np.concatenate(columns, axis=1, dtype=np.float32)
        return rows, rows[:-1]


def measure_paper(page: Page, words: Words) -> tuple[CDom, PaperValues]:
    """Collapse a page and measure its blocks and nodes as in the paper.

    >>> from dehusk import parse
    >>> cdom, values = measure_paper(parse("<h1>Tea</h1><p>One <i>good</i> cup</p>"), "english")
    >>> values.tree[:, 0].tolist()
    [False, True, True, False]
    """
    cdom = CDom.of(page)
    counts = statistics(texts_of(cdom), page.in_link[cdom.leaf_rows], words)
    blocks = np.arange(len(cdom.leaves))
    values = PaperValues(
        leaf=_table_1(counts, counts, blocks, blocks + 1),
        node=_table_1(counts.of_nodes(cdom.first, cdom.stop), counts, cdom.first, cdom.stop),
        parents=cdom.ancestors(1),
        grandparents=cdom.ancestors(2),
        tree=_tree(cdom),
    )
    return cdom, values


def _table_1(counts: Statistics, blocks: Statistics, first: Ints, stop: Ints) -> Floats:
    """Table 1 of runs of blocks, from ``first`` to before ``stop``, with the statistics ``counts``."""
    place = np.append(0, np.cumsum(blocks.chars)) / max(blocks.chars.sum(), 1)
    words = np.maximum(counts.words, 1)
    return np.column_stack(
        [
            np.log(counts.chars),
            counts.words / max(blocks.words.sum(), 1),
            counts.sentences,
            counts.punctuation / counts.chars,
            counts.dashes / counts.chars,
            counts.periods / counts.chars,
            counts.link_chars / counts.chars,
            counts.ends_punctuation,
            counts.ends_question,
            np.minimum(counts.capitals / words, 1),
            counts.stop_words / words,
            counts.word_chars / words,
            place[first],
            place[stop],
        ]
    )


def _tree(cdom: CDom) -> Bools:
    """Whether each block and the next one agree; an ancestor that does not exist is not the same."""
    page, up = cdom.page, cdom.page.parent[cdom.leaf_rows]
    kinds = [cdom.ancestors(steps) for steps in (1, 2, 3)]
    classes: dict[str, int] = {}
    names = [classes.setdefault(page.attr(row, "class") or "", len(classes)) for row in up.tolist()]
    kinds += [page.tag[up].astype(np.intp), np.array(names, dtype=np.intp), cdom.tag_paths()]
    same = np.zeros((len(up), len(kinds)), dtype=np.bool_)
    for column, kind in enumerate(kinds):
        same[:-1, column] = (kind[1:] == kind[:-1]) & (kind[1:] >= 0)
    return same
