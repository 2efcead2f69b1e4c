"""Jung, Han, Kim, Kim & Cha (2022), sections 3.1 to 3.3: grid, centering, expanding."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from oracles.plain_tree import Node, tree_of

if TYPE_CHECKING:
    from dehusk import Page

_RESULTS = """
    article blockquote details dialog div fieldset figure form main section table
"""
RESULTS = set(_RESULTS.split())
Box = tuple[float, float, float, float]


def gce(page: Page, mode: str = "paper") -> set[int]:
    """The rows of the kept leaves, with 7 x 8 cells, alpha 2, beta 0.5 and a width factor of 1.7."""
    return _Gce(page, mode).kept()


class _Gce:
    def __init__(self, page: Page, mode: str) -> None:
        layout = page.layout
        assert layout is not None
        self.body, self.mode = tree_of(page), mode
        (self.w0, self.h0), (self.w1, self.h1) = layout.window, layout.document
        self.cell = (self.w0 / 8, self.h0 / 7)
        self.box: dict[Node, Box] = {}
        self.widths = {node: float(layout.width[node.row]) for node in self.body.walk()}
        self.fixed = {node for node in self.body.walk() if layout.fixed[node.row]}
        for node in self.body.walk():
            if layout.visible[node.row] and node not in self.fixed:
                row = node.row
                self.box[node] = tuple(float(c[row]) for c in (layout.x, layout.y, layout.width, layout.height))  # type: ignore[assignment]
        self.text = [leaf for leaf in self.body.leaves() if self.area(leaf) > 0]
        containers = self.link_containers()
        dense = [node for node in (self.body, *self.body.below()) if self.link_density(node, containers) > 0.5]
        inside = {below for node in dense for below in node.walk()}
        self.high = [leaf for leaf in self.text if leaf in inside]
        self.low = [leaf for leaf in self.text if leaf not in inside] or self.text

    def area(self, node: Node) -> float:
        *_, width, height = self.box.get(node, (0, 0, 0, 0))
        return width * height

    def link_containers(self) -> dict[Node, float]:
        """The elements that have no text besides that of a link, and the areas that they count with."""
        found: dict[Node, float] = {}
        names = ("a", "button") if self.mode == "author" else ("a",)
        for link in self.body.below():
            if link.tag not in names or not any(self.area(node) > 0 for node in link.walk()):
                continue
            node, size = link, self.area(link)
            texts = [leaf.row for leaf in link.leaves()]
            if not texts:
                size = sum(self.area(each) for each in link.walk() if each.tag in ("img", "svg")) or size
            while texts and node.parent not in (None, self.body):
                if [leaf.row for leaf in node.parent.leaves()] != texts:
                    break
                node = node.parent
                size = max(size, self.area(node))
            found[node] = max(found.get(node, 0.0), size)
        return found

    def link_density(self, node: Node, containers: dict[Node, float]) -> float:
        """Equation 1."""
        below = [containers[each] for each in node.below() if each in containers]
        return math.fsum(below) / self.area(node) if below and self.area(node) > 0 else 0.0

    def text_density(self, node: Node) -> float:
        """Equation 2."""
        low = set(self.low)
        return math.fsum(self.area(leaf) for leaf in node.leaves() if leaf in low) / self.area(node)

    def centres(self) -> list[tuple[float, float]]:
        """C1, C2, C3 (sections 3.1 and 3.2)."""
        width, height = self.cell
        rows = math.ceil(round(min(2 * self.h0, max(self.h1, self.h0)) / height, 6))
        inner = [(row, column) for row in range(1, rows) for column in range(1, 7)]

        def overlaps(row: int, column: int) -> bool:
            left, top = column * width, row * height
            for leaf in self.high:
                x, y, w, h = self.box[leaf]
                if x < left + width and x + w > left and y < top + height and y + h > top:
                    return True
            return False

        kept = [cell for cell in inner if not overlaps(*cell)] or inner
        points = [((column + 0.5) * width, (row + 0.5) * height) for row, column in kept]
        points += [(self.w0 / 2, self.h0 / 2), (min(self.w0, self.w1) / 2, self.h1 / 2)]
        return [_mean(points[:-2]), _mean(points[:-1]), _mean(points)]

    def expand(self, seed: Node) -> list[Node | None]:
        """Algorithm 1: the first match of each rule above a leaf; None for BODY."""
        found: list[Node | None] = [None, None, None]
        for node in seed.ancestors():
            if node is self.body:
                break
            if node.tag not in RESULTS or not self.area(node):
                continue
            wider = next((each for each in node.ancestors() if each is self.body or self.area(each) > 0), self.body)
            values = " ".join(node.attributes.values()).lower()
            matches = (node.tag == "article", "article" in values or "content" in values, self.is_wider(wider, node))
            found = [old or (node if matched else None) for old, matched in zip(found, matches, strict=True)]
        return found

    def is_wider(self, parent: Node, node: Node) -> bool:
        outer, inner = self.widths[parent], self.widths[node]
        factor = outer > inner * 1.7
        return factor if self.mode == "paper" else inner > 2 * self.cell[0] and (factor or outer - inner > self.cell[0])

    def best(self, candidates: list[Node | None]) -> Node | None:
        """The densest candidate that is half as high as the window."""
        high = [node for node in candidates if node and self.box[node][3] >= self.h0 / 2]
        if not high:
            return candidates[0] if self.mode == "author" else None
        return max(high, key=lambda node: round(self.text_density(node), 9))

    def kept(self) -> set[int]:
        if not self.text:
            return set()
        seeds = [min(self.low, key=lambda leaf: round(_distance(self.box[leaf], c), 6)) for c in self.centres()]
        candidates = [self.expand(seed) for seed in seeds]
        order = [self.best(found) for found in reversed(candidates)]
        order += [node for found in reversed(candidates) for node in reversed(found)]
        result = next((node for node in order if node), None)
        return {leaf.row for leaf in result.leaves() if leaf not in self.fixed} if result else set()


def _mean(points: list[tuple[float, float]]) -> tuple[float, float]:
    x, y = zip(*points, strict=True)
    return math.fsum(x) / len(x), math.fsum(y) / len(y)


def _distance(box: Box, point: tuple[float, float]) -> float:
    """From a point to the nearest point of a box."""
    x, y, width, height = box
    return math.dist(point, (min(max(point[0], x), x + width), min(max(point[1], y), y + height)))
