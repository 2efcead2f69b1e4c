"""RBM-TD: templates by restricted bottom-up mapping (Vieira et al. 2009).

A bottom-up mapping pairs nodes whose children are paired too (Valiente 2001); restricted to identical nodes it pairs
identical subtrees, wherever they stand. Larger subtrees come first: nodes are taken level by level. The template is
what has a counterpart on every page of a sample. All of it is linear in the number of nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods import Selection
from dehusk.methods.base import require_number
from dehusk.site.site_tree import SiteNumbers, SiteTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page import Page
    from dehusk.page.arrays import Bools


class RbmTd:
    """Template is what the first ``sample`` pages have in common, by identical subtrees.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [pages[0].leaf_text(row) for row in np.flatnonzero(RbmTd().select_site(pages)[0].keep)]
    ['One.']
    """

    name: ClassVar[str] = "rbm-td"
    description: ClassVar[str] = "template by restricted bottom-up tree mapping (Vieira et al. 2009)"

    def __init__(self, *, sample: int = 3) -> None:
        self.sample = int(require_number("sample", sample, 2))

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Keep the leaves that are not mapped to the template; all of them if there is only one page."""
        numbers = SiteNumbers()
        trees = [SiteTree.of(page, numbers) for page in pages]
        if len(trees) < 2:
            return [Selection.of_leaves(page, page.chars > 0) for page in pages]
        template = np.ones(len(trees[0].page), dtype=np.bool_)
        for tree in trees[1 : self.sample]:
            template = bottom_up_mapping(trees[0], tree, template)[0]
        found = [bottom_up_mapping(trees[0], tree, template)[1] for tree in trees]
        return [Selection.of_leaves(tree.page, ~mapped) for tree, mapped in zip(trees, found, strict=True)]


def bottom_up_mapping(a: SiteTree, b: SiteTree, part: Bools) -> tuple[Bools, Bools]:
    """The rows of each tree that are mapped to a row of the other; of the first tree only a part takes part.

    >>> from dehusk import parse
    >>> numbers = SiteNumbers()
    >>> a, b = (SiteTree.of(parse(html), numbers) for html in ("<p>Tea<p>Tea<p>Milk", "<div><p>Tea</div>"))
    >>> [mapped.tolist() for mapped in bottom_up_mapping(a, b, np.ones(7, dtype=bool))]
    [[False, True, True, False, False, False, False], [False, False, True, True]]
    """
    in_a, in_b = np.zeros(len(a.page), dtype=np.bool_), np.zeros(len(b.page), dtype=np.bool_)
    waiting: dict[int, list[int]] = {}
    for row in _levels(b)[::-1]:
        waiting.setdefault(b.shape[row], []).append(row)
    whole = a.page.subtree_sum(~part) == 0
    for row in _levels(a):
        if in_a[row] or not whole[row]:
            continue
        others = waiting.get(a.shape[row], [])
        while others and in_b[others[-1]]:
            others.pop()
        if others:
            other = others.pop()
            in_a[row : a.page.end[row]] = True
            in_b[other : b.page.end[other]] = True
    return in_a, in_b


def _levels(tree: SiteTree) -> list[int]:
    """The nodes of a tree level by level, blank leaves left out."""
    page = tree.page
    nodes = np.flatnonzero(page.is_element | (page.chars > 0))
    order: list[int] = nodes[np.argsort(page.depth[nodes], kind="stable")].tolist()
    return order
