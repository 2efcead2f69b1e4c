"""Site methods read slowly, straight from their definitions: recursive, on nodes with children, no numbers shared."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk import Page


@dataclass(eq=False)
class Node:
    """An element, or a text leaf that is not blank."""

    row: int
    tag: str
    text: str = ""
    attrs: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    parent: Node | None = None

    def below(self) -> list[Node]:
        """The node and all below it, in document order."""
        return [self, *[node for child in self.children for node in child.below()]]


def tree_of(page: Page) -> Node:
    """The nodes of a page; BODY is the root."""
    nodes: dict[int, Node] = {}
    for row in range(len(page)):
        text = page.leaf_text(row) if page.is_text[row] else ""
        if page.is_text[row] and not text:
            continue
        attrs = {name: value or "" for name, value in page.attrs[row]}
        nodes[row] = Node(row, page.tag_name(row), text, attrs)
        if row:
            nodes[row].parent = nodes[int(page.parent[row])]
            nodes[int(page.parent[row])].children.append(nodes[row])
    return nodes[0]


# ---- TemEx -----------------------------------------------------------------------------------------------


def similarity(a: Node, b: Node) -> Fraction:
    """How similar two nodes are: 2 for an equal text or id, else by class, position and number of children."""
    if a.tag != b.tag:
        return Fraction(0)
    if a.tag == "#text":
        return Fraction(2 * (a.text == b.text))
    if a.attrs.get("id") and a.attrs.get("id") == b.attrs.get("id"):
        return Fraction(2)
    assert a.parent
    assert b.parent
    siblings = max(len(a.parent.children), len(b.parent.children))
    distance = abs(a.parent.children.index(a) - b.parent.children.index(b))
    counts = sorted([len(a.children), len(b.children)])
    ratio = Fraction(counts[0], counts[1]) if counts[1] else Fraction(1)
    same_class = a.attrs.get("class", "").split() == b.attrs.get("class", "").split()
    return Fraction(same_class, 10) + Fraction(4, 10) * (1 - Fraction(distance, siblings)) + ratio / 2


def mapped_top_down(a: Node, b: Node) -> set[int]:
    """The rows mapped below two nodes that are: each child takes the most similar one left, the first of equals."""
    rows, left = {a.row}, list(b.children)
    for child in a.children:
        best = max(left, key=lambda other: similarity(child, other), default=None)
        if best and similarity(child, best) >= Fraction(9, 10):
            left.remove(best)
            rows |= mapped_top_down(child, best)
    return rows


# ---- SST -------------------------------------------------------------------------------------------------

_DISPLAY = ("align", "bgcolor", "border", "class", "height", "style", "width")


def style_tree_importance(pages: list[Page], gamma: float = 0.9) -> list[dict[int, float]]:
    """The composite importance of the element node of each row, by page."""
    trees = [tree_of(page) for page in pages]
    found: list[dict[int, float]] = [{} for _ in pages]

    def look(node: Node) -> tuple[object, ...]:
        return node.tag, *[(name, node.attrs[name]) for name in _DISPLAY if name in node.attrs]

    def words(node: Node) -> Counter[str]:
        if node.tag != "#text":
            return Counter([node.attrs["src"]] if node.attrs.get("src") else [])
        cjk = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
        return Counter(re.findall(f"[{cjk}]|[^\\W_{cjk}]+", node.text.lower()))

    def h(counts: list[int], base: int) -> float:
        return -sum(n / sum(counts) * math.log(n / sum(counts), base) for n in counts if n)

    def importance(same: dict[int, Node]) -> float:
        """Of one element node: the nodes that were merged into it, by page."""
        value, m = 1.0, len(same)
        if any(node.children for node in same.values()):
            styles: dict[tuple[object, ...], dict[int, Node]] = {}
            for page, node in same.items():
                styles.setdefault(tuple(map(look, node.children)), {})[page] = node
            node_imp = h([len(group) for group in styles.values()], m) if m > 1 else 1.0
            below = 0.0
            for style, group in styles.items():
                parts = [importance({p: n.children[i] for p, n in group.items()}) for i in range(len(style))]
                below += len(group) / m * (sum(parts) / len(parts) if parts else 0.0)
            value = (1 - gamma ** len(styles)) * node_imp + gamma ** len(styles) * below
        elif m > 1:
            counted = [words(node) for node in same.values()]
            features = {feature for words_of in counted for feature in words_of}
            spread = [h([words_of[feature] for words_of in counted], m) for feature in features]
            value = 1 - sum(spread) / len(spread) if spread else 0.0
        for page, node in same.items():
            found[page][node.row] = value
        return value

    importance(dict(enumerate(trees)))
    return found


# ---- RTDM ------------------------------------------------------------------------------------------------


def label(node: Node) -> object:
    """What makes two nodes identical, without their children; BODY is identified by its tag."""
    return node.tag if node.parent is None else (node.tag, node.text, frozenset(node.attrs.items()))


def size(node: Node) -> int:
    """The nodes of a subtree."""
    return len(node.below())


def restricted_top_down_cost(a: Node, b: Node) -> int:
    """The least cost of turning one tree into the other, roots mapped; nothing is mapped below a replaced node."""

    @cache
    def tree(a: Node, b: Node) -> int:
        if label(a) != label(b):
            return size(a) + size(b) - 1
        return forest(tuple(a.children), tuple(b.children))

    @cache
    def forest(a: tuple[Node, ...], b: tuple[Node, ...]) -> int:
        if not a or not b:
            return sum(map(size, a + b))
        removed, added = size(a[0]) + forest(a[1:], b), size(b[0]) + forest(a, b[1:])
        return min(removed, added, tree(a[0], b[0]) + forest(a[1:], b[1:]))

    return tree(a, b)


# ---- RBM -------------------------------------------------------------------------------------------------


def identical(a: Node, b: Node) -> bool:
    """Whether two subtrees are the same."""
    same = label(a) == label(b) and len(a.children) == len(b.children)
    return same and all(map(identical, a.children, b.children))


def levels(root: Node) -> list[Node]:
    """The nodes of a tree level by level."""
    found, level = [], [root]
    while level:
        found += level
        level = [child for node in level for child in node.children]
    return found


def mapped_bottom_up(a: Node, b: Node, part: set[int]) -> tuple[set[int], set[int]]:
    """The rows of both trees that are in identical subtrees, larger ones first, each used once."""
    in_a: set[int] = set()
    in_b: set[int] = set()
    for node in levels(a):
        rows = {below.row for below in node.below()}
        if node.row in in_a or not rows <= part:
            continue
        other = next((other for other in levels(b) if other.row not in in_b and identical(node, other)), None)
        if other:
            in_a |= rows
            in_b |= {below.row for below in other.below()}
    return in_a, in_b


# ---- IWPTD -----------------------------------------------------------------------------------------------


def path(node: Node) -> str:
    """The tags that lead to a node."""
    return (path(node.parent) if node.parent else "") + "/" + node.tag


def kept_by_segments(pages: list[Page], frequency: float, block_share: float) -> list[set[int]]:
    """The leaves that are not template, page by page."""
    leaves = [[node for node in tree_of(page).below() if node.text] for page in pages]
    kept: list[set[int]] = []
    for page, nodes in zip(pages, leaves, strict=True):
        frequent = {}
        for node in nodes:
            same = [any(path(node) == path(n) and node.text == n.text for n in others) for others in leaves]
            frequent[node.row] = sum(same) >= max(2, frequency * len(pages))
        kept.append(set())
        for node in nodes:
            block = [frequent[n.row] for n in nodes if page.block[n.row] == page.block[node.row]]
            if not any(block) or sum(block) / len(block) < block_share:
                kept[-1].add(node.row)
    return kept
