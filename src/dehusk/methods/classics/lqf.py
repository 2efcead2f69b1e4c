"""Mantratzis, Orgun & Cassidy (2005): the link quota filter (LQF). Confidence M, its threshold L.

Menus are blocks that consist mostly of links. Every block element whose share of link text is too large is removed; the
rest is content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats

BLOCKS = tags.tag_table("table tr td div ul ol li p")


def link_quota(page: Page) -> Floats:
    """The share of a subtree's characters that are in links; 0 if there is no text.

    >>> from dehusk import parse
    >>> link_quota(parse("<p>abc<a>d</a>")).tolist()
    [0.25, 0.25, 0.0, 1.0, 1.0]
    """
    chars = page.subtree_sum(page.chars)
    return page.subtree_sum(page.chars * page.in_link) / np.maximum(chars, 1)


class Lqf:
    """The page without blocks of links.

    ``q``: the largest share of link characters that a block may have; the literature uses .25, .5 and .75.

    >>> from dehusk import parse
    >>> page = parse("<ul><li><a>Home</a></ul><p>Text with one <a>link</a>.")
    >>> Lqf().select(page).keep.nonzero()[0].tolist()
    [6, 8, 9]
    """

    name: ClassVar[str] = "lqf"
    description: ClassVar[str] = "all but blocks of links (Mantratzis et al. 2005; confidence M, threshold L)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, q: float = 0.5) -> None:
        self.q = require_number("q", q, 0, 1)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        quota = link_quota(page)
        keep = (page.chars > 0) & ~page.inside(BLOCKS[page.tag] & (quota > self.q))
        score = np.where(keep, 1 - quota[page.block_holder], 0.0)
        return Selection.of_leaves(page, keep, score=score, why={"link_quota": quota})
