"""Labelled pages made harder: parts of another page inserted, parts without content dropped, class names removed.

All changes are made on the columns of a Page, so the features of the new page are computed as those of any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.attributes import AttributeColumn

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_CLASS_ATTRIBUTES = frozenset(["class", "id", "role", "itemprop"])
_MAX_PIECE_WORDS = 120
_MIN_PIECE_WORDS = 3
_CONTENT_SHARE = 0.95


@dataclass(frozen=True, eq=False)
class LabelledRows:
    """A page with labels at its rows, which stay with the rows when others are inserted or dropped."""

    page: Page
    content: Bools
    """Leaves that are content."""

    @classmethod
    def of(cls, blocks: Blocks, label: Bools) -> LabelledRows:
        """From the labels of blocks."""
        return cls(blocks.page, blocks.to_rows(label))

    def container(self) -> int:
        """The deepest element that holds nearly all words of content; 0 (BODY) if there is none."""
        words = self.page.subtree_sum(self.page.words * self.content)
        holds = self.page.is_element & (words >= _CONTENT_SHARE * words[0]) & (words > 0)
        return int(np.flatnonzero(holds)[-1]) if holds.any() else 0

    def children_of_container(self) -> Ints:
        """The elements directly in the container; none if it is BODY."""
        container = self.container()
        rows: Ints = np.flatnonzero((self.page.parent == container) & self.page.is_element)
        return rows if container else rows[:0]

    def below_content(self) -> tuple[int, int]:
        """Where to insert what comes after the container: the row before which, and its parent."""
        container = self.container()
        if not container:
            return len(self.page), 0
        return int(self.page.end[container]), int(self.page.parent[container])

    def without_content(self) -> Ints:
        """The outermost elements that have text but no content, between 3 and 120 words: teasers, offers, menus."""
        page = self.page
        words, content = page.subtree_sum(page.words), page.subtree_sum(self.content)
        fits = page.is_element & (content == 0) & (words >= _MIN_PIECE_WORDS) & (words <= _MAX_PIECE_WORDS)
        fits &= tags.BLOCK[page.tag]
        fits[1:] &= ~fits[page.parent[1:]]
        rows: Ints = np.flatnonzero(fits)
        return rows

    def dropped(self, rows: Ints) -> LabelledRows:
        """Without the elements at some rows."""
        if not len(rows):
            return self
        mask = np.zeros(len(self.page), dtype=np.bool_)
        for row in rows.tolist():
            mask[row : self.page.end[row]] = True
        return LabelledRows(replace(self.page.without(mask), origin=None, origin_rows=None), self.content[~mask])

    def without_class_names(self) -> LabelledRows:
        """Without the attributes that hold class words."""
        return LabelledRows(replace(self.page, attrs=_without_names(self.page.attrs, _CLASS_ATTRIBUTES)), self.content)

    def inserted(self, row: int, parent: int, foreign: LabelledRows, root: int) -> LabelledRows:
        """With an element of another page before a row, as a child of ``parent``; what is inserted is not content."""
        page, other = self.page, foreign.page
        start, stop = root, int(other.end[root])
        count = stop - start
        above = np.zeros(len(page), dtype=np.bool_)
        ancestor = parent
        while ancestor >= 0:
            above[ancestor] = True
            ancestor = int(page.parent[ancestor])
        above[row:] = True
        tag = np.where(other.tag < len(tags.NAMES), other.tag, tags.NUMBERS["div"])[start:stop].astype(page.tag.dtype)
        new_parent = other.parent[start:stop] - start + row
        new_parent[0] = parent
        text_start, text_stop = int(other.offset[start]), int(other.offset[stop])
        at = int(page.offset[row])
        joined = replace(
            page,
            text=page.text[:at] + other.text[text_start:text_stop] + page.text[at:],
            offset=np.concatenate(
                [
                    page.offset[:row],
                    other.offset[start:stop] - text_start + at,
                    page.offset[row:] + (text_stop - text_start),
                ]
            ),
            tag=np.insert(page.tag, row, tag),
            parent=np.insert(page.parent + count * (page.parent >= row), row, new_parent),
            end=np.insert(page.end + count * above, row, other.end[start:stop] - start + row),
            depth=np.insert(page.depth, row, other.depth[start:stop] - other.depth[start] + page.depth[parent] + 1),
            attrs=_inserted(page.attrs, row, other.attrs[start:stop]),
            origin=None,
            origin_rows=None,
        )
        return LabelledRows(joined, np.insert(self.content, row, np.zeros(count, dtype=np.bool_)))


def _without_names(attrs: AttributeColumn, names: frozenset[str]) -> AttributeColumn:
    """Without the attributes that have one of the names."""
    stays = np.ones(len(attrs.source), dtype=np.bool_)
    for _, name, _, _, value_stop in attrs.places(names).tolist():
        stays[name - 1 : value_stop + 1] = False  # from the space before the name to the quote after the value
    new_place = np.concatenate([[0], np.cumsum(stays)])
    source = np.frombuffer(attrs.source, dtype=np.uint8)[stays].tobytes()
    return AttributeColumn(source, new_place[attrs.start], new_place[attrs.stop])


def _inserted(attrs: AttributeColumn, row: int, foreign: AttributeColumn) -> AttributeColumn:
    """With the attributes of another page's rows before a row."""
    behind = len(attrs.source)
    return AttributeColumn(
        attrs.source + foreign.source,
        np.insert(attrs.start, row, foreign.start + behind),
        np.insert(attrs.stop, row, foreign.stop + behind),
    )
