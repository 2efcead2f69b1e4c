"""ConEx: the best node that is left when the template is taken away (Alarte, Insa, Silva & Tamarit 2018)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods import Selection
from dehusk.methods.base import require_number
from dehusk.site.temex import TemEx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.page import Page
    from dehusk.page.arrays import Ints


class ConEx:
    """TemEx's template is taken away; of what is left the deepest node that holds most of the words is content.

    ``share``: the share of the words left that the node must hold; more than half, so that there is one way down.
    ``pages``, ``votes``, ``threshold``: as of TemEx.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home<li>{n}</ul><div><p>It is {n} now.<p>{n} it is.</div>") for n in "123"]
    >>> [pages[0].leaf_text(row) for row in np.flatnonzero(ConEx().select_site(pages)[0].keep)]
    ['It is 1 now.', '1 it is.']
    """

    name: ClassVar[str] = "conex"
    description: ClassVar[str] = "the best node outside the template of linked pages (Alarte et al. 2018)"

    def __init__(self, *, share: float = 0.5, pages: int = 3, votes: int = 2, threshold: float = 0.9) -> None:
        self.share = require_number("share", share, 0.5, 1)
        self.template = TemEx(pages=pages, votes=votes, threshold=threshold)

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Keep what is not template in the node that holds most of it."""
        selections = []
        for page, (mapped, others) in zip(pages, self.template.mapped_in(pages), strict=True):
            left = ~self.template.is_template(mapped, others)
            root = self._best_node(page, page.words * left)
            keep = np.zeros(len(page), dtype=np.bool_)
            keep[root : page.end[root]] = left[root : page.end[root]]
            roots = np.array([root] if (keep & (page.chars > 0)).any() else [], dtype=np.intp)
            selections.append(Selection.of_leaves(page, keep, roots=roots))
        return selections

    def _best_node(self, page: Page, left: Ints) -> int:
        """The deepest element that holds more than the share of the words left."""
        words = page.subtree_sum(left)
        holding = np.flatnonzero(page.is_element & (words > self.share * words[0]))
        return int(holding[-1]) if len(holding) else 0
