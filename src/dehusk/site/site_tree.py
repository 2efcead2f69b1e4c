"""The page as a tree of nodes that can be compared with those of other pages.

A node is an element or a text leaf that is not blank: white space between tags differs from page to page and means
nothing. Labels and subtrees become numbers that are equal on all pages of a site (:class:`SiteNumbers`).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools


def child_rows(page: Page) -> list[list[int]]:
    """The child nodes of every row, in document order.

    >>> from dehusk import parse
    >>> child_rows(parse("<p>One <b>two</b></p> <p>Three"))
    [[1, 6], [2, 3], [], [4], [], [], [7], []]
    """
    children: list[list[int]] = [[] for _ in range(len(page))]
    nodes = np.flatnonzero(page.is_element | (page.chars > 0))[1:]
    for row, parent in zip(nodes.tolist(), page.parent[nodes].tolist(), strict=True):
        children[parent].append(row)
    return children


def leaf_texts(page: Page) -> dict[int, str]:
    """The text of every leaf, blank ones included, white space collapsed; by row.

    >>> from dehusk import parse
    >>> leaf_texts(parse("<p>One  cup<br>of tea"))
    {2: 'One cup', 4: 'of tea'}
    """
    rows = np.flatnonzero(page.is_text)
    bounds = zip(rows.tolist(), page.offset[rows].tolist(), page.offset[rows + 1].tolist(), strict=True)
    return {row: collapse(page.text[start:stop]) for row, start, stop in bounds}


def element_label(page: Page, row: int) -> tuple[Hashable, ...]:
    """What makes two elements equal: the tag and the attributes, in any order.

    >>> from dehusk import parse
    >>> element_label(parse('<p lang=en class="b a">x'), 1)
    ('p', ('class', 'b a'), ('lang', 'en'))
    """
    return (page.tag_name(row), *sorted((name, value or "") for name, value in page.attrs[row]))


@dataclass
class SiteNumbers:
    """Equal numbers for equal things on all pages of a site.

    >>> numbers = SiteNumbers()
    >>> numbers.of("p"), numbers.of("div"), numbers.of("p")
    (0, 1, 0)
    """

    known: dict[Hashable, int] = field(default_factory=dict)

    def of(self, thing: Hashable) -> int:
        """The number of a thing."""
        return self.known.setdefault(thing, len(self.known))


@dataclass(frozen=True, eq=False)
class SiteTree:
    """A page's nodes with a number for each label and for each whole subtree.

    Two nodes with the same ``shape`` have identical subtrees: labels, text and order. BODY's label is its tag alone:
    its class often names the page.

    >>> from dehusk import parse
    >>> tree = SiteTree.of(parse("<p>a</p><div><p>a</p></div>"), SiteNumbers())
    >>> tree.shape[1] == tree.shape[4], tree.shape[1] == tree.shape[3]
    (True, False)
    """

    page: Page
    children: list[list[int]]
    label: list[int]
    shape: list[int]
    size: list[int]
    """The nodes of each subtree, its root included."""

    @classmethod
    def of(cls, page: Page, numbers: SiteNumbers, keep: Bools | None = None) -> SiteTree:
        """Number the nodes of a page, or of the part of it that ``keep`` marks: rows whose parents are marked too."""
        children = child_rows(page)
        if keep is not None:
            children = [[child for child in rows if keep[child]] for rows in children]
        texts = leaf_texts(page)
        label = [numbers.of("body")]
        for row in range(1, len(page)):
            text = texts.get(row)
            label.append(numbers.of(element_label(page, row) if text is None else text))
        shape, size = [-1] * len(page), [1] * len(page)
        for row in range(len(page) - 1, -1, -1):
            below = children[row]
            shape[row] = numbers.of((label[row], *[shape[child] for child in below]))
            size[row] += sum(size[child] for child in below)
        return cls(page, children, label, shape, size)
