"""The Collapsed DOM (section 3.1): elements without text are dropped, an element with one child is merged with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

# As in the authors' code, except NOSCRIPT: a Page contains it only if it has most of the page's text.
_DROPPED = tags.tag_table("br hr iframe img input meta select textarea title video")


@dataclass(frozen=True, eq=False)
class CDom:
    """The collapsed tree as arrays over its nodes in pre-order; node 0 is the root.

    A node represents a chain of rows of the page, each the only child with text of the row before. The last row of the
    chain is a text leaf or has several children with text.

    >>> from dehusk import parse
    >>> page = parse("<h1>Tea</h1><p>One <i>good</i> cup</p>")
    >>> cdom = CDom.of(page)
    >>> [" ".join(page.tag_name(row) for row in cdom.rows[cdom.owner == node]) for node in cdom.leaves]
    ['h1 #text', '#text', 'i #text', '#text']
    >>> cdom.distances().tolist()
    [3, 2, 2]
    """

    page: Page
    rows: Ints
    """The rows that remain: leaves that are not blank, and their ancestors."""
    owner: Ints
    """The node that each remaining row belongs to."""
    parent: Ints
    """The parent node; the root's is -1."""
    depth: Ints
    top: Ints
    """The first row of the node's chain."""
    leaves: Ints
    """The nodes that are text leaves: the blocks, in order."""
    first: Ints
    """The number of the node's first block."""
    stop: Ints
    """The number after that of the node's last block."""

    @classmethod
    def of(cls, page: Page) -> CDom:
        """Collapse a page."""
        leaf = (page.chars > 0) & ~page.inside(_DROPPED[page.tag])
        alive = page.above(leaf)
        rows = np.flatnonzero(alive)
        number = np.cumsum(alive) - 1
        up = number[page.parent[rows[1:]]]
        children = np.bincount(up, minlength=len(rows))
        ends_chain = children != 1
        # In pre-order a row's only child is the next row, so a chain is a run of rows that ends with such a row.
        owner = np.cumsum(ends_chain) - ends_chain
        begins = np.append(True, ends_chain[:-1])[: len(rows)]
        parent = np.append(-1, owner[up])[begins[: len(rows)]] if len(rows) else np.empty(0, dtype=np.intp)
        bottom = rows[ends_chain]
        before = np.append(0, np.cumsum(leaf))
        # A node is in the subtree of another if its last row is.
        end = np.searchsorted(bottom, page.end[bottom])
        closed = np.bincount(end, minlength=len(end) + 1)[:-1]
        return cls(
            page=page,
            rows=rows,
            owner=owner,
            parent=parent,
            depth=np.arange(len(end)) - np.cumsum(closed),
            top=rows[begins],
            leaves=np.flatnonzero(leaf[bottom]),
            first=before[bottom],
            stop=before[page.end[bottom]],
        )

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def leaf_rows(self) -> Ints:
        """The rows of the blocks."""
        rows: Ints = self.rows[np.searchsorted(self.owner, self.leaves, side="right") - 1]
        return rows

    def common_ancestors(self) -> Ints:
        """The lowest common ancestor of each pair of neighbouring blocks.

        It is the parent of the node after the first block, because that node begins another branch.
        """
        return self.parent[self.leaves[:-1] + 1]

    def distances(self) -> Ints:
        """The number of steps through the tree from each block to the next; 2 for siblings."""
        depth = self.depth[self.leaves]
        return depth[:-1] + depth[1:] - 2 * self.depth[self.common_ancestors()]

    def has_tag(self, names: str) -> Bools:
        """Whether a node's chain has each of some tags; one row per node, one column per tag."""
        # ``names`` may contain a tag twice.
        numbers, columns = np.unique([tags.NUMBERS[name] for name in names.split()], return_inverse=True)
        place = np.full(1 << 16, -1, dtype=np.intp)
        place[numbers] = np.arange(len(numbers))
        of_row = place[self.page.tag[self.rows]]
        found = np.zeros((len(self), len(numbers)), dtype=np.bool_)
        listed = of_row >= 0
        found[self.owner[listed], of_row[listed]] = True
        return found[:, columns]

    def ancestors(self, steps: int) -> Ints:
        """The ancestor of each block so many steps up; -1 if there is none."""
        found = self.leaves
        for _ in range(steps):
            found = np.append(self.parent, -1)[found]
        return found

    def class_paths(self) -> Ints:
        """A number for each block; two blocks have the same number if the classes on their paths are the same."""
        return self._paths(tags_count=False)

    def tag_paths(self) -> Ints:
        """A number for each block; two blocks have the same number if tags and classes on their paths are the same."""
        return self._paths(tags_count=True)

    def _paths(self, *, tags_count: bool) -> Ints:
        page, numbers = self.page, dict[tuple[int, int, str], int]()
        path = dict[int, int]({-1: 0})
        parents, names = page.parent[self.rows].tolist(), page.tag[self.rows].tolist()
        for row, up, tag in zip(self.rows.tolist(), parents, names, strict=True):
            name = page.attr(row, "class") or ""
            step = (path[up], tag if tags_count else 0, name)
            path[row] = numbers.setdefault(step, len(numbers) + 1) if tags_count or name else path[up]
        return np.array([path[row] for row in self.leaf_rows.tolist()], dtype=np.intp)
