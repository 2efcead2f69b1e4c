"""Vogels, Ganea & Eickhoff (2018): CDOM, Table 1 and tree features, the features of the released code, Viterbi.

English only, the constants of the released code, integer division where the released code has it (``author``).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.methods.web2text.stop_words import STOP_WORDS
from oracles.plain_tree import Node, tree_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dehusk import Page

DROPPED = {"br", "hr", "iframe", "img", "input", "meta", "select", "textarea", "title", "video"}


@dataclass(eq=False)
class Block:
    """A node of the collapsed tree: a chain of DOM nodes, and its children."""

    chain: list[Node]
    children: list[Block]
    parent: Block | None = None

    def leaves(self) -> list[Block]:
        return [leaf for child in self.children for leaf in child.leaves()] or [self]

    def up(self, steps: int) -> Block | None:
        node: Block | None = self
        for _ in range(steps):
            node = node.parent if node else None
        return node

    def tags(self) -> set[str]:
        return {node.tag for node in self.chain}


def collapsed(node: Node) -> Block | None:
    """Section 3.1: blank and skipped nodes vanish, a node with one child is merged with it."""
    if node.tag in DROPPED or (node.is_text and not node.text):
        return None
    children = [found for child in node.children if (found := collapsed(child))]
    if not node.is_text and not children:
        return None
    if len(children) == 1:
        children[0].chain.insert(0, node)
        return children[0]
    block = Block([node], children)
    for child in children:
        child.parent = block
    return block


class Counted:
    """The statistics of the text of some leaves; ``before``: characters of the page before them."""

    def __init__(self, leaves: Sequence[Block], before: int) -> None:
        texts = [leaf.chain[-1].text for leaf in leaves]
        words = [word for text in texts for word in re.findall(r"[A-Za-z0-9_]+", text)]
        joined = "\n".join(texts)
        self.start, self.chars = before, sum(map(len, texts))
        self.words, self.word_chars = len(words), sum(map(len, words))
        self.stop = sum(word in STOP_WORDS for word in words)
        self.capitals = sum("A" <= word[0] <= "Z" for word in words)
        self.sentences = sum(len(re.findall(r"[.?!;] (?=[A-Z])", text)) + 1 for text in texts)
        self.punctuation = sum(joined.count(char) for char in ".,?;:!")
        self.dashes = sum(joined.count(char) for char in "-_/\\")
        self.periods = joined.count(".") + joined.count("。")
        self.digits = sum(char in "0123456789" for char in joined)
        self.link = sum(len(leaf.chain[-1].text) for leaf in leaves if leaf.chain[-1].has_ancestor("a"))
        self.ends = texts[-1][-1] in ".,?;:!"
        self.asks = texts[-1][-1] in "?？؟"
        self.copyright = "©" in joined
        self.email = bool(re.search(r"[\w.+-]@[\w-]+\.\w", joined))
        self.url = bool(re.search(r"(?i)https?://|\bwww\.\w", joined))
        self.year = bool(re.search(r"(?<![0-9])[0-9]{4}(?![0-9])", joined))


def over(a: float, b: float) -> float:
    return a / b if b else 0.0


def table_1(node: Counted, page: Counted) -> list[float]:
    """Table 1 of the paper."""
    return [
        math.log(node.chars),
        over(node.words, page.words),
        node.sentences,
        node.punctuation / node.chars,
        node.dashes / node.chars,
        node.periods / node.chars,
        node.link / node.chars,
        node.ends,
        node.asks,
        over(node.capitals, node.words),
        over(node.stop, node.words),
        over(node.word_chars, node.words),
        node.start / page.chars,
        (node.start + node.chars) / page.chars,
    ]


def z(value: float, low: float, high: float, mean: float, deviation: float) -> float:
    return (min(max(value, low), high) - mean) / deviation


def sign(flag: object) -> float:
    return 1.0 if flag else -1.0


def shared(node: Counted) -> tuple[list[float], list[float], list[float], list[float]]:
    """The features that the released code has for leaves and for nodes, in four runs."""
    ratio = over(node.capitals, node.words)
    words = [
        z(node.word_chars // node.words, 3, 15, 4.910001, 1.905709) if node.words else -1.0,
        sign(node.stop),
        z(node.stop / node.words, 0, 1, 0.374, 0.1529) if node.words else 0.0,
    ]
    share = math.log(node.punctuation / node.chars) if node.punctuation else 0.0
    punctuation = [z(share, -4, -2.5, -3.338525, 0.6058926) if node.punctuation else 0.0]
    numbers = [
        (sign(node.digits) + 0.5900983) / 0.8073342,
        z(node.digits / node.chars, 0, 1, 0.2655969, 0.3052819),
        z(math.log(max(node.chars // node.sentences, 1e-9)), 2, 5, 3.109, 1.011),
    ]
    flags = [*map(sign, (node.ends, node.asks, node.copyright, node.email, node.url, node.year))]
    constants = ((0.4475758, 0.4129316), (0.3708354, 0.4334037), (0.340843, 0.4404389))
    for power, (mean, deviation) in enumerate(constants, 1):
        flags.append((ratio**power - mean) / deviation if node.words else 0.0)
    return words, punctuation, numbers, flags


def leaf_features(leaf: Counted, page: Counted) -> list[float]:
    words, punctuation, numbers, flags = shared(leaf)
    place = (leaf.start + leaf.chars / 2) / page.chars
    return [
        (sign(leaf.words) - 0.8255) / 0.5643817,
        z(math.log(leaf.words), 0, 3.5, 1.5086, 1.205) if leaf.words else 0.0,
        *words,
        z(math.log(leaf.chars), 2.5, 5.5, 3.392, 1.06445),
        sign(leaf.punctuation),
        z(leaf.punctuation, 0, 10, 0.06938, 0.4083676),
        *punctuation,
        *numbers,
        sign(leaf.sentences > 1),
        (place - 0.5198038) / 0.2996195,
        (place**2 - 0.3599672) / 0.3157282,
        *flags,
    ]


def node_features(node: Counted, page: Counted, *, has_input: bool) -> list[float]:
    words, punctuation, numbers, flags = shared(node)
    density = (node.link / node.chars - 0.5) / 0.5
    length = z(math.log(node.chars), 2.5, 10, 6, 2.14)
    return [node.chars // page.chars, density, *words, length, *punctuation, *numbers, *flags, sign(has_input)]


PARENT_TAGS = "td div p tr table body ul span li blockquote b small a ol ul i form dl strong pre"
LEAF_TAGS = "a p td b li span i tr div strong em h3 h2 table h4 small sup h1 blockquote"


class Web2TextPage:
    """A page as the slow reading sees it."""

    def __init__(self, page: Page) -> None:
        self.root = collapsed(tree_of(page))
        self.leaves = self.root.leaves() if self.root else []
        ends = [0]
        for leaf in self.leaves:
            ends.append(ends[-1] + len(leaf.chain[-1].text))
        self.before = dict(zip(map(id, self.leaves), ends, strict=False))
        self.known: dict[int, Counted] = {}
        self.features: dict[int, list[float]] = {}

    def counted(self, node: Block) -> Counted:
        if id(node) not in self.known:
            leaves = node.leaves()
            self.known[id(node)] = Counted(leaves, self.before[id(leaves[0])])
        return self.known[id(node)]

    def paper_rows(self) -> list[list[float]]:
        """The input of both networks in the paper: Table 1 three times, then the tree features."""
        rows = []
        for place, leaf in enumerate(self.leaves):
            row = self._of_ancestors(leaf, (0, 1, 2), lambda node: table_1(self.counted(node), self._page()), 14)
            following = self.leaves[place + 1] if place + 1 < len(self.leaves) else None
            rows.append([*row, *(self._same(leaf, following) if following else [0.0] * 6)])
        return rows

    def block_rows(self) -> list[list[float]]:
        """The 128 features of the released code."""
        texts, paths = [leaf.chain[-1].text for leaf in self.leaves], [*map(_classes, self.leaves)]
        rows = []
        for leaf, text, path in zip(self.leaves, texts, paths, strict=True):
            parent, grandparent = leaf.up(1), leaf.up(2)
            assert self.root
            rows.append(
                [
                    sign(texts.count(text) > 1),
                    sign(texts.count(text) > 10),
                    paths.count(path) // len(paths),
                    *leaf_features(self.counted(leaf), self._page()),
                    float(parent is not None),
                    *self._node(parent),
                    *([sign(tag in parent.tags()) for tag in PARENT_TAGS.split()] if parent else [0.0] * 20),
                    float(grandparent is not None),
                    *self._node(grandparent),
                    *self._node(self.root),
                    *[sign(tag in leaf.tags()) for tag in LEAF_TAGS.split()],
                ]
            )
        return rows

    def edge_rows(self, breaks: Iterable[bool]) -> list[list[float]]:
        """The 25 features of the released code; where blocks break is given."""
        rows = []
        for a, b, cut in zip(self.leaves[:-1], self.leaves[1:], breaks, strict=True):
            ours, theirs = _path_up(a), _path_up(b)
            common = next(node for node in ours if node in theirs)
            steps = ours.index(common) + theirs.index(common)
            far = [*(sign(steps == distance) for distance in (2, 3, 4)), sign(steps > 4)]
            rows.append([*far, float(cut), *self._node(common)])
        return rows

    def _page(self) -> Counted:
        assert self.root
        return self.counted(self.root)

    def _node(self, node: Block | None) -> list[float]:
        if node is None:
            return [0.0] * 20
        if id(node) not in self.features:
            has_input = any(below.tag == "input" for below in node.chain[0].walk())
            self.features[id(node)] = node_features(self.counted(node), self._page(), has_input=has_input)
        return self.features[id(node)]

    def _of_ancestors(
        self, leaf: Block, steps: Iterable[int], features: Callable[[Block], list[float]], size: int
    ) -> list[float]:
        found = [leaf.up(number) for number in steps]
        return [value for node in found for value in (features(node) if node else [0.0] * size)]

    def _same(self, a: Block, b: Block) -> list[float]:
        ancestors = [float(a.up(number) is not None and a.up(number) is b.up(number)) for number in (1, 2, 3)]
        ours, theirs = a.chain[-1].parent, b.chain[-1].parent
        assert ours
        assert theirs
        classes = ours.attributes.get("class", "") == theirs.attributes.get("class", "")
        return [*ancestors, float(ours.tag == theirs.tag), float(classes), float(_tags(a) == _tags(b))]


def _path_up(leaf: Block) -> list[Block]:
    found: list[Block] = []
    node: Block | None = leaf
    while node:
        found.append(node)
        node = node.parent
    return found


def _classes(leaf: Block) -> list[str]:
    return [name for node in leaf.chain[-1].ancestors() if (name := node.attributes.get("class"))]


def _tags(leaf: Block) -> list[tuple[str, str]]:
    return [(node.tag, node.attributes.get("class", "")) for node in leaf.chain[-1].ancestors()]


def best_labels(unary: Sequence[Sequence[float]], pairs: Sequence[Sequence[float]]) -> list[bool]:
    """Section 3.5: the labels with the largest sum of logarithms; for each block the best way to each label."""
    best = [(unary[0][label], [label]) for label in (0, 1)]
    for single, pair in zip(unary[1:], pairs, strict=True):
        ways = [[(best[a][0] + pair[2 * a + b] + single[b], [*best[a][1], b]) for a in (0, 1)] for b in (0, 1)]
        best = [max(way, key=lambda found: found[0]) for way in ways]
    return [bool(label) for label in max(best, key=lambda found: found[0])[1]]
