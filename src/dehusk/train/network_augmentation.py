"""Harder pages: made of a labelled page and of two others, so that the network learns what does not belong to it.

Three of each page with gold text:

* a second article below the first one (on articles), as on sites where one scrolls from story to story;
* between and below the paragraphs, some pieces of other pages that are not content: teasers, offers, menus, comments;
* the content cut short, so that what is around it is longer than it is.

Some lose parts that are not content, some their class names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np

from dehusk.methods.learned.feature_table import BlockFeatures
from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.page import parse
from dehusk.train.labels import Columns
from dehusk.train.page_surgery import LabelledRows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.page.arrays import Bools
    from dehusk.train.labels import Example

    Chance = np.random.Generator

_MAX_FOREIGN_HTML = 400_000
_FOREIGN = 2
_ARTICLES = frozenset(["", "article"])
_MAX_PIECES = 4
_MAX_PARAGRAPHS = 6


class LabelledDocument(NamedTuple):
    """A document and the labels of its blocks."""

    html: str
    label: Bools

    def rows(self) -> LabelledRows:
        """The parsed page with its labels."""
        return LabelledRows.of(Blocks.of(parse(self.html)), self.label)


class HarderTask(NamedTuple):
    """A page of which harder ones are to be made, and the pages that lend their parts."""

    dataset: str
    id: str
    is_article: bool
    document: LabelledDocument
    foreign: tuple[LabelledDocument, ...]


def harder_tasks(
    pages: Sequence[LabelledPage], examples: Sequence[Example], group_of: Callable[[str], int], seed: int
) -> list[HarderTask]:
    """One task per training page with gold text; pages lend parts to pages whose collections are in their group."""
    html = {(page.dataset, page.id): page.html for page in pages}
    usable = [each for each in examples if each.split != "test" and each.label.any() and len(each.gold)]
    documents = {
        (each.collection, each.id): LabelledDocument(html[each.collection, each.id], each.label) for each in usable
    }
    lenders: dict[int, list[LabelledDocument]] = {}
    for (collection, _), document in documents.items():
        if len(document.html) <= _MAX_FOREIGN_HTML:
            lenders.setdefault(group_of(collection), []).append(document)
    chance = np.random.default_rng(seed)
    tasks = []
    for each in usable:
        document = documents[each.collection, each.id]
        others = [other for other in lenders.get(group_of(each.collection), []) if other is not document]
        if others:
            foreign = tuple(others[int(chance.integers(len(others)))] for _ in range(_FOREIGN))
            tasks.append(HarderTask(each.collection, each.id, each.type in _ARTICLES, document, foreign))
    return tasks


def harder_pages(task: HarderTask) -> tuple[Columns, ...]:
    """The harder pages of a task; the same task gives the same pages."""
    chance = np.random.default_rng(crc32(f"{task.dataset}/{task.id}".encode()))
    page = task.document.rows()
    foreign = [document.rows() for document in task.foreign]
    made = [
        with_second_article(page, foreign[0], chance) if task.is_article else with_pieces(page, foreign, chance),
        with_pieces(page, foreign, chance),
        cut_short(page, foreign, chance),
    ]
    return tuple(columns for rows in made if (columns := _columns(rows, chance)) is not None)


def with_second_article(page: LabelledRows, foreign: LabelledRows, chance: Chance) -> LabelledRows:
    """The other page's article below the page's own; it is not content."""
    if chance.random() < 0.3:
        page = without_some_parts(page, chance)
    root = foreign.container()
    if root == 0:
        children = np.flatnonzero(foreign.page.parent == 0)
        holds = foreign.page.subtree_sum(foreign.content)[children] > 0
        root = int(children[holds][0])
    return page.inserted(*page.below_content(), foreign, root)


def with_pieces(page: LabelledRows, foreign: Sequence[LabelledRows], chance: Chance) -> LabelledRows:
    """Some parts of other pages between the paragraphs or below them."""
    if chance.random() < 0.5:
        page = without_some_parts(page, chance)
    for number in range(int(chance.integers(1, _MAX_PIECES + 1))):
        page = _with_piece(page, foreign[number % len(foreign)], chance)
    return page


def cut_short(page: LabelledRows, foreign: Sequence[LabelledRows], chance: Chance) -> LabelledRows:
    """Without the paragraphs after the first few."""
    places = [row for row in page.children_of_container().tolist() if page.content[row : page.page.end[row]].any()]
    if len(places) > 2:
        left = int(chance.integers(1, min(len(places) - 1, _MAX_PARAGRAPHS) + 1))
        page = page.dropped(np.array(places[left:]))
    if chance.random() < 0.5:
        page = without_some_parts(page, chance)
    if chance.random() < 0.3:
        page = _with_piece(page, foreign[-1], chance)
    return page


def without_some_parts(page: LabelledRows, chance: Chance) -> LabelledRows:
    """Without some of the parts that are not content; on some pages without most of them."""
    rows = page.without_content()
    return page.dropped(rows[chance.random(len(rows)) < 0.8 * chance.random()])


def _with_piece(page: LabelledRows, foreign: LabelledRows, chance: Chance) -> LabelledRows:
    pieces = foreign.without_content()
    if not len(pieces):
        return page
    piece = int(chance.choice(pieces))
    children = page.children_of_container()
    if not len(children) or chance.random() < 0.3:
        return page.inserted(*page.below_content(), foreign, piece)
    return page.inserted(int(chance.choice(children)), page.container(), foreign, piece)


def _columns(rows: LabelledRows, chance: Chance) -> Columns | None:
    if chance.random() < 0.2:
        rows = rows.without_class_names()
    features = BlockFeatures.of(rows.page)
    label = rows.content[features.blocks.first]
    if not label.any():
        return None
    words = np.maximum(features.blocks.words, 1.0)
    return Columns(features.matrix, words, label, np.sqrt(words))
