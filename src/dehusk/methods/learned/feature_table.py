"""All features of the learned method in one table, and the matrix of their values for a page.

A block is described by some two hundred numbers, none of them about a language or a site: what it is, where it is in
the tree, the class words around it, headline, dates and records. Its neighbours and the rest of the page are not among
them, because the network sees all blocks of the page. To add a feature, declare it in its group and compute it there; a
model that was trained on another table is refused.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.article_features import COPIES, TITLE_TREE
from dehusk.methods.learned.feature_group import FeatureColumns, FeatureGroup
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.methods.learned.measures import Measures
from dehusk.methods.learned.page_features import DECLARED
from dehusk.methods.learned.position_features import POSITION, TITLE
from dehusk.methods.learned.record_features import DATES, LAST_HEADING, RECORDS, REPLY_FORM, SURROUNDINGS
from dehusk.methods.learned.text_features import TEXT
from dehusk.methods.learned.tree_features import ANCESTOR, IN_CLASSES, IN_TAGS, NEAR_CLASSES, NEAR_TAGS, REGIONS

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.page import Page


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Groups of features, in order; a feature's place in the table is its place in every matrix.

    >>> TABLE.names[:2], TABLE.place["words"]
    (('chars', 'words'), 1)
    >>> TABLE.meanings["heading.level"]
    'Level (1 to 6) of the last heading at or before the block; 0 if there is none.'
    """

    groups: tuple[FeatureGroup, ...]

    @cached_property
    def meanings(self) -> dict[str, str]:
        """Feature name -> what it means, in order."""
        return {name: meaning for group in self.groups for name, meaning in group.meanings.items()}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all features, in order."""
        return tuple(name for group in self.groups for name in group.names)

    @cached_property
    def place(self) -> dict[str, int]:
        """Feature name -> row of the matrix."""
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The first row of each group, and the row after its last."""
        stops = np.cumsum([len(group.names) for group in self.groups]).tolist()
        return tuple(zip([0, *stops[:-1]], stops, strict=True))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the names, their order and the declared versions: models keep that of their training."""
        declared = [[group.name, group.version, *group.names] for group in self.groups]
        return hashlib.sha256(json.dumps(declared).encode()).hexdigest()[:16]

    def compute(self, measures: Measures) -> Floats32:
        """The matrix of a page: one row per block, one column per feature."""
        width = len(self.names)
        matrix = np.empty(len(measures.blocks) * width, dtype=np.float32)
        for group, (start, _) in zip(self.groups, self.spans, strict=True):
            group.write(measures, FeatureColumns(matrix, width, start))
        return matrix.reshape(-1, width)


TABLE = FeatureTable(
    (
        *(TEXT, IN_TAGS, NEAR_TAGS, IN_CLASSES, NEAR_CLASSES, ANCESTOR, REGIONS),
        *(POSITION, TITLE, TITLE_TREE, COPIES, SURROUNDINGS, RECORDS, DATES, LAST_HEADING, REPLY_FORM, DECLARED),
    )
)
"""The features of the learned method."""


@dataclass(frozen=True, eq=False)
class BlockFeatures:
    """The blocks of a page and their features.

    >>> from dehusk import parse
    >>> features = BlockFeatures.of(parse("<h1>Tea</h1><p>Steep it."))
    >>> features["heading.level"].tolist(), features.matrix.shape == (len(TABLE.names), len(features.blocks))
    ([1.0, 1.0], True)
    """

    blocks: Blocks
    measures: Measures
    matrix: Floats32
    """One row per feature of the table, one column per block; in memory one block after the other."""

    @classmethod
    def of(cls, page: Page) -> BlockFeatures:
        """Gather the blocks of a page and compute their features."""
        blocks = Blocks.of(page)
        measures = Measures(blocks)
        return cls(blocks, measures, TABLE.compute(measures).T)

    def __getitem__(self, name: str) -> Floats32:
        row: Floats32 = self.matrix[TABLE.place[name]]
        return row
