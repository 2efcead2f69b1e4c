"""Insa, Silva & Tamarit (2013): the words/leaves ratio (WLR). Confidence L.

Content has many words per leaf of the tree, menus have few. From each of the elements with the best ratio the method
climbs to the element that contains it, and keeps the container with the most text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints


def words_per_leaf(page: Page) -> Floats:
    """The words/leaves ratio of every element's subtree; blank leaves do not count. 0 for text leaves.

    >>> from dehusk import parse
    >>> words_per_leaf(parse("<p>one two three<br>four")).round(2).tolist()
    [1.33, 1.33, 0.0, 0.0, 0.0]
    """
    blank = page.is_text & (page.chars == 0)
    leaf = (page.end == np.arange(len(page)) + 1) & ~blank
    words, leaves = page.subtree_sum(page.words), page.subtree_sum(leaf)
    return np.where(page.is_element, words / np.maximum(leaves, 1), 0.0)


def container(page: Page, row: int, block_children: Ints) -> int:
    """The nearest ancestor that contains more than one block, or BODY."""
    row = int(page.parent[row])
    while row > 0 and block_children[row] < 2:
        row = int(page.parent[row])
    return max(row, 0)


class Wlr:
    """The container with the most text among the containers of the elements with the best ratio.

    ``n``: the number of elements with the best ratio whose containers are compared.

    >>> from dehusk import parse
    >>> page = parse("<ul><li>Home<li>News</ul><div><p>One long paragraph here.<p>And there another one.</div>")
    >>> page.tag_name(Wlr().select(page).roots[0])
    'div'
    """

    name: ClassVar[str] = "wlr"
    description: ClassVar[str] = "the words/leaves ratio (Insa, Silva & Tamarit 2013; confidence L)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, n: int = 5) -> None:
        self.n = int(require_number("n", n, 1))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        if not len(page.leaves):
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))
        ratio = words_per_leaf(page)
        # Only the elements that contain the text of a block, so that the wrappers of a paragraph are not candidates.
        holders = np.unique(page.block_holder[page.leaves])
        best = holders[np.argsort(-ratio[holders], kind="stable")[: self.n]]
        children = np.bincount(page.parent[holders[holders > 0]], minlength=len(page))
        found = sorted({container(page, int(row), children) for row in best})
        # BODY always has the most text, so it is the result only if there is no other container.
        found = found[1:] if len(found) > 1 and found[0] == 0 else found
        words = page.subtree_sum(page.words)
        root = found[int(np.argmax(words[found]))]
        why = {"ratio": ratio, "best": best, "containers": np.array(found)}
        return Selection.of_rows(page, np.array([root], dtype=np.intp), why=why)
