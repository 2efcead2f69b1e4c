"""All features of the learned method in one table, and the matrix of their values for a page.

A block is described by some two hundred numbers, none of them about a language or a site: what it is, where it is in
the tree, the class words around it, headline, dates and records. Its neighbours and the rest of the page are not among
them, because the network sees all blocks of the page. To add a feature, declare it in its group and compute it in the
function of ``dehusk._core`` that writes the group; a model that was trained on another table is refused.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.feature_matrix import write_features
from dehusk.methods.learned.article_features import COPIES, TITLE_TREE, found_in
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.methods.learned.page_features import DECLARED
from dehusk.methods.learned.page_head import DECLARED_TYPES, HeadFacts, read_head, title_block
from dehusk.methods.learned.position_features import POSITION, TITLE
from dehusk.methods.learned.record_features import DATES, LAST_HEADING, RECORDS, REPLY_FORM, SURROUNDINGS
from dehusk.methods.learned.tag_groups import CLASS_PLACES
from dehusk.methods.learned.text_features import TEXT
from dehusk.methods.learned.tree_features import (
    ANCESTOR,
    HELD_SHARES,
    IN_CLASSES,
    IN_TAG_PLACES,
    IN_TAGS,
    NEAR_CLASSES,
    NEAR_TAG_PLACES,
    NEAR_TAGS,
    REGIONS,
)
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.methods.learned.array_ops import Floats32
    from dehusk.methods.learned.feature_group import FeatureGroup
    from dehusk.page import Page

_ARTICLE = tags.NUMBERS["article"]
_MIN_BODY = 200
"""Characters of a copy of the article that is looked at."""


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
    head: HeadFacts
    title: int
    """The block of the page's headline; -1 if there is none."""
    matrix: Floats32
    """One row per feature of the table, one column per block; in memory one block after the other."""

    @classmethod
    def of(cls, page: Page) -> BlockFeatures:
        """Gather the blocks of a page and compute their features."""
        blocks, head = Blocks.of(page), read_head(page)
        title = title_block(blocks, head.titles)
        has_body = len(head.body) >= _MIN_BODY
        of_page = [-1.0 if has_body else 0.0, *[name in head.declared for name in DECLARED_TYPES]]
        rows = np.empty((len(blocks), len(TABLE.names)), dtype=np.float32)
        write_features(
            *(blocks.columns, title, _ARTICLE, IN_TAG_PLACES, NEAR_TAG_PLACES, CLASS_PLACES, HELD_SHARES),
            *(np.array(of_page, dtype=np.float32), rows.reshape(-1)),
        )
        if has_body:
            rows[found_in(blocks, head.body), TABLE.place["in_article_body"]] = 1.0
        if head.description:
            rows[found_in(blocks, head.description), TABLE.place["in_description"]] = 1.0
        return cls(blocks, head, title, rows.T)

    def __getitem__(self, name: str) -> Floats32:
        row: Floats32 = self.matrix[TABLE.place[name]]
        return row
