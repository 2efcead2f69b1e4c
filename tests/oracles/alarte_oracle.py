"""Alarte & Silva (2020), sections 3.1 to 3.5, and the choices of the authors' add-on."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from oracles.plain_tree import Node, tree_of

if TYPE_CHECKING:
    from dehusk import Page

LISTED = {"a", "nav", "hr", "span", "em", "body", "script", "header", "h1", "h2", "h3", "h4", "h5", "br", "iframe"}
LISTED_BY_AUTHORS = (LISTED | {"form", "img", "style"}) - {"a", "br"}
Point = tuple[float, ...]


def alarte(page: Page, mode: str) -> set[int]:
    """The rows of the kept leaves."""
    body = tree_of(page)
    if not body.leaves():
        return set()
    wide = _is_wide(body, mode)
    if wide and mode == "paper":
        return {leaf.row for leaf in body.leaves()}
    rated = _rated(body, mode, wide=wide)
    if not rated:
        return set()
    deepest = max(map(_depth, body.below()))
    points = dict(zip(rated, _standardised([_ratios(node, deepest) for node in rated]), strict=True))
    candidates = _candidates(points, mode)
    texts = {node: [leaf.row for leaf in node.leaves()] for node in candidates}
    reduced = [n for n in candidates if not any(a in texts and texts[a] == texts[n] for a in n.ancestors())]
    weight = {node: _weight(node, mode) for node in reduced}
    best = [node for node in reduced if weight[node] == max(weight.values()) > 0]
    winners = [node for node in reduced if any(node.parent is one.parent for one in best)]
    removed = {below for root in winners for node in _link_groups(root, winners, mode) for below in node.walk()}
    return {leaf.row for root in winners for leaf in root.leaves() if leaf not in removed}


def _depth(node: Node) -> int:
    return sum(1 for _ in node.ancestors())


def _is_wide(body: Node, mode: str) -> bool:
    """Criterion 3; the paper counts the elements of listed tags, the authors all elements."""

    def counts(node: Node) -> bool:
        return node is not body and (mode == "author" or node.tag in LISTED)

    height = max((sum(map(counts, [node, *node.ancestors()])) for node in body.below()), default=0)
    width = sum(map(counts, body.elements))
    return height < width if mode == "paper" else width >= height - 1


def _rated(body: Node, mode: str, *, wide: bool) -> list[Node]:
    """Criteria 1 and 2."""
    if mode == "paper":
        return [node for node in body.below() if node.children and node.tag not in LISTED]

    def solid(node: Node) -> int:
        return sum(len("".join(leaf.raw.split())) for leaf in node.leaves())

    found, visiting = [], list(reversed(body.elements))
    while visiting:
        node = visiting.pop()
        if node.tag not in LISTED_BY_AUTHORS:
            if node.children and (not wide or 2 * solid(node) > solid(body)):
                found.append(node)
            visiting += reversed(node.elements)
    return found


def _ratios(node: Node, deepest: int) -> Point:
    """Definition 3.1: word, hyperlink, children and position ratio."""
    words = 0.0
    for leaf in node.leaves():
        if leaf.parent is not None and leaf.parent.tag != "a":
            words += leaf.words / (_depth(leaf) - _depth(node))
    links = sum(each.tag == "a" for each in node.walk())
    depth = _depth(node)
    position = 1.0 if depth <= deepest / 2 else deepest / depth - 1
    return (words, 1 / max(links, 1), float(len(node.children) > 2), position)


def _standardised(points: list[Point]) -> list[Point]:
    """Definition 3.2."""
    columns = []
    for column in zip(*points, strict=True):
        mean = math.fsum(column) / len(column)
        deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in column) / len(column))
        flat = deviation <= 1e-12 * max(1.0, *map(abs, column))
        columns.append([0.0 if flat else (value - mean) / deviation for value in column])
    return list(zip(*columns, strict=True))


def _candidates(points: dict[Node, Point], mode: str, c: int = 3) -> list[Node]:
    """The c-SET: the farthest from the origin; the authors: the nearest to the one farthest from the medoid."""
    if mode == "paper":
        return sorted(points, key=lambda node: -round(math.hypot(*points[node]), 9))[:c]
    count = Counter(points.values())  # many nodes are the same point
    total = {a: sum(times * math.dist(a, b) for b, times in count.items()) for a in count}
    middle = points[min(points, key=lambda node: round(total[points[node]], 9))]
    far = points[max(points, key=lambda node: round(math.dist(points[node], middle), 9))]
    near = sorted(points, key=lambda node: round(math.dist(points[node], far), 9))
    return ([node for node in near if _depth(node) > 2] or near)[:c]


def _weight(node: Node, mode: str) -> float:
    """Algorithm 4: words per tag; the authors count the tags of links alone."""
    words = sum(leaf.words for leaf in node.leaves())
    tags = sum(each.tag == "a" if mode == "author" else not each.is_text for each in node.walk())
    return words / tags if tags else math.inf * words if words else 0.0


def _link_groups(root: Node, winners: list[Node], mode: str) -> list[Node]:
    """Algorithm 5, by its prose: what is removed below a root."""
    removed = []
    for node in [root, *root.below()]:
        chars = sum(len(leaf.text) for leaf in node.leaves())
        outside = sum(len(leaf.text) for leaf in node.leaves() if not (leaf.has_ancestor("a")))
        links = [each for each in node.walk() if each.tag == "a"]
        if mode == "paper":
            group = chars > 1.5 * outside and len(links) > 7
        else:
            group = chars > 2 * outside and sum(e.tag == "a" for e in node.children) >= 7 and _depth(node) > 2
        if group and node not in winners:
            removed.append(node)
        children = [child for child in node.children if not child.is_text or child.text]
        if children and len({child.tag for child in children}) == 1 and all(map(_holds_one_link, children)):
            removed += children
    return removed


def _holds_one_link(node: Node) -> bool:
    children = [child for child in node.children if not child.is_text or child.text]
    return len(children) == 1 and children[0].tag == "a" and all(each.tag != "img" for each in children[0].walk())
