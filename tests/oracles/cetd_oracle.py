"""Sun, Song & Liao (2011): definitions 1 to 3, the threshold, and algorithm 2."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from oracles.plain_tree import Node, tree_of

if TYPE_CHECKING:
    from dehusk import Page

LINKS = ("a", "button", "select")


class Cetd:
    """The counts and densities of one page; ``composite``: CTD instead of TD."""

    def __init__(self, page: Page, *, composite: bool, mode: str = "author") -> None:
        self.body = tree_of(page)
        self.composite, self.mode = composite, mode
        self.link_tags = cache(self._link_tags)
        self.density = cache(self._density)
        for node in reversed(self.body.below()):
            self.link_tags(node)  # children before parents, so that the recursion is never deep
        self.body_ratio = self.link_chars(self.body) / max(self.chars(self.body), 1)

    def chars(self, node: Node) -> int:
        return sum(len(leaf.text) for leaf in node.leaves())

    def link_chars(self, node: Node) -> int:
        return sum(len(leaf.text) for leaf in node.leaves() if leaf.has_ancestor(*LINKS))

    def _link_tags(self, node: Node) -> int:
        """LT, with the author's rule for an element that contains nothing but links."""
        if node.tag in LINKS or node.has_ancestor(*LINKS):
            return len(node.below())
        total = 0
        for child in node.elements:
            below, tags = self.link_tags(child), len(child.below())
            wholly = below == tags > 0 and self.link_chars(child) == self.chars(child)
            total += below + (child.tag in LINKS or wholly)
        return total

    def _density(self, node: Node) -> float:
        C, T = self.chars(node), len(node.below())  # noqa: N806 - the paper's symbols
        if not self.composite:
            return C / max(T, 1)
        LC, LT = self.link_chars(node), self.link_tags(node)  # noqa: N806
        NLC = C - LC  # noqa: N806
        if not C:
            return 0.0
        link_term = C * (LC if self.mode == "paper" else LC or 1) / (NLC or 1)
        base = math.log(link_term + self.body_ratio * C + math.e)
        argument = C / (LC or 1) * (T or 1) / (LT or 1)
        return C / (T or 1) * math.log(argument) / math.log(base)

    def density_sum(self, node: Node) -> float:
        """The author's DensitySum: a run of direct text is a leaf without links."""
        if not node.elements:
            return self.density(node)
        lengths = [len(child.text) for child in node.children if child.text]
        of_runs = [
            n * math.log(n) / math.log(math.log(self.body_ratio * n + math.e)) if self.composite else n for n in lengths
        ]
        return sum(map(self.density, node.elements)) + sum(of_runs)


def cetd_ds(page: Page, *, composite: bool, lambda_: float = 1.0) -> set[int]:
    """CETD-DS and CECTD-DS: the rows of the kept leaves."""
    found = Cetd(page, composite=composite)
    body = found.body
    if composite and not found.link_chars(body):
        return {leaf.row for leaf in body.leaves()}
    sums = {node: found.density_sum(node) for node in body.walk() if not node.is_text}
    content: set[Node] = set()
    skeleton: set[Node] = set()

    def best(node: Node) -> Node:
        within = [each for each in node.walk() if not each.is_text]
        return max(within, key=lambda each: (sums[each], -each.row))

    def mark(node: Node) -> None:
        content.update(node.walk())
        skeleton.update(node.ancestors())

    maximal = best(body)
    mark(maximal)
    threshold = lambda_ * min(found.density(node) for node in (maximal, *maximal.ancestors()))
    visiting = [body]
    while visiting:
        node = visiting.pop()
        if node not in content and found.density(node) >= threshold:
            here = best(node)
            if here not in content:
                mark(here)
            visiting += reversed(node.elements)
    return {leaf.row for leaf in body.leaves() if leaf in content or leaf.parent in skeleton}


def cectd_s(page: Page) -> set[int]:
    """CECTD-S with our weights 1, 2, 1: the rows of the kept leaves."""
    found = Cetd(page, composite=True)
    if not found.link_chars(found.body):
        return {leaf.row for leaf in found.body.leaves()}

    def smoothed(node: Node) -> float:
        siblings = node.parent.elements if node.parent else [node]
        at = siblings.index(node)
        near = siblings[max(at - 1, 0) : at + 2]
        weights = [2 if each is node else 1 for each in near]
        return sum(w * found.density(each) for w, each in zip(weights, near, strict=True)) / sum(weights)

    keeps = cache(lambda node: smoothed(node) >= found.density(found.body))
    return {leaf.row for leaf in found.body.leaves() if keeps(leaf.parent)}
