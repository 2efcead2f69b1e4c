"""SST: the Site Style Tree (Yi, Liu & Li 2003).

All pages of a site are merged into one tree. An *element node* has a tag and display attributes; below it hang *style
nodes*, one for each sequence of children with which the element occurs, and below these the element nodes of that
sequence. What looks alike and says the same on many pages has little importance, and is noise.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods import Selection
from dehusk.methods.base import require_number
from dehusk.site.site_tree import SiteNumbers, child_rows, leaf_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dehusk.page import Page
    from dehusk.page.arrays import Ints

_DISPLAY = frozenset({"align", "bgcolor", "border", "class", "height", "style", "width"})
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
"""A word; where a script has no spaces between words, a character."""


class Sst:
    """Noise is what has less importance than a threshold.

    ``gamma``: how much less an element's own styles count the fewer there are (the paper's attenuating factor).
    ``t``: the importance below which a node is noise.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [pages[0].leaf_text(row) for row in np.flatnonzero(Sst().select_site(pages)[0].keep)]
    ['One.']
    """

    name: ClassVar[str] = "sst"
    description: ClassVar[str] = "the Site Style Tree: importance by entropy of styles and content (Yi, Liu & Li 2003)"

    def __init__(self, *, gamma: float = 0.9, t: float = 0.8) -> None:
        self.gamma, self.t = require_number("gamma", gamma, 0, 1), require_number("t", t, 0, 1)

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Keep the leaves that are not noise."""
        tree = StyleTree()
        elements = [tree.add(page) for page in pages]
        importance = np.array(tree.importance(self.gamma))
        selections = []
        for page, element in zip(pages, elements, strict=True):
            of_row = np.where(element >= 0, importance[element], 0.0)
            # An element is noise if it and all below it are less important than t: for a leaf, if it is itself.
            keep, score = of_row >= self.t, np.where(page.chars > 0, of_row, 0.0)
            selections.append(Selection.of_leaves(page, keep, score=score, why={"importance": of_row}))
        return selections


@dataclass
class ElementNode:
    """A node of the tree with its styles and, where it has no children, what it says on each page."""

    pages: int = 0
    styles: dict[int, StyleNode] = field(default_factory=dict)
    features: dict[str, list[int]] = field(default_factory=dict)
    """How often a word, or an image's address, occurs in the element: one count per page that has it."""


@dataclass
class StyleNode:
    """A sequence of child elements, and on how many pages its element has it."""

    elements: range
    pages: int = 0


class StyleTree:
    """The pages of a site as one tree.

    >>> from dehusk import parse
    >>> tree = StyleTree()
    >>> [tree.add(parse(html)).tolist() for html in ("<p>One</p>", "<p>Two</p>", "<p>One<br>Two</p>")]
    [[0, 1, 2], [0, 1, 2], [0, 1, 3, 4, 5]]
    """

    def __init__(self) -> None:
        self.elements = [ElementNode()]
        self._labels = SiteNumbers()

    def add(self, page: Page) -> Ints:
        """Merge a page into the tree; the number of each row's element node, -1 for blank leaves."""
        children, texts = child_rows(page), leaf_texts(page)
        element = [-1] * len(page)
        element[0] = 0
        label = [self._labels.of(_presentation(page, row)) for row in range(len(page))]
        for row, below in enumerate(children):
            if element[row] < 0:
                continue
            node = self.elements[element[row]]
            node.pages += 1
            style = self._style(node, tuple(label[child] for child in below))
            style.pages += 1
            for child, number in zip(below, style.elements, strict=True):
                element[child] = number
            if not below:
                for feature, count in Counter(_features(page, row, texts.get(row))).items():
                    node.features.setdefault(feature, []).append(count)
        return np.array(element, dtype=np.intp)

    def _style(self, node: ElementNode, labels: tuple[int, ...]) -> StyleNode:
        number = self._labels.of(("style", *labels))
        if number not in node.styles:
            first = len(self.elements)
            node.styles[number] = StyleNode(range(first, first + len(labels)))
            self.elements.extend(ElementNode() for _ in labels)
        return node.styles[number]

    def importance(self, gamma: float) -> list[float]:
        """The composite importance of every element node."""
        found = [0.0] * len(self.elements)
        for number in range(len(self.elements) - 1, -1, -1):
            node = self.elements[number]
            if any(style.elements for style in node.styles.values()):
                found[number] = _inner_importance(node, found, gamma)
            else:
                found[number] = _leaf_importance(node)
        return found


def _inner_importance(node: ElementNode, of_element: list[float], gamma: float) -> float:
    """(1 - gamma^l) NodeImp(E) + gamma^l times the mean importance of its l styles, weighted by their pages."""
    own = entropy((style.pages for style in node.styles.values()), node.pages) if node.pages > 1 else 1.0
    attenuation = gamma ** len(node.styles)
    below = sum(
        style.pages / node.pages * sum(of_element[child] for child in style.elements) / len(style.elements)
        for style in node.styles.values()
        if style.elements
    )
    return (1 - attenuation) * own + attenuation * below


def _leaf_importance(node: ElementNode) -> float:
    """1 minus the mean entropy of the features over pages; 1 on a single page, 0 where there is nothing."""
    if node.pages == 1:
        return 1.0
    if not node.features:
        return 0.0
    return 1 - sum(entropy(counts, node.pages) for counts in node.features.values()) / len(node.features)


def entropy(counts: Iterable[int], base: int) -> float:
    """The entropy of a distribution given by counts, to a base: 1 if spread evenly over as many as the base.

    >>> entropy([1, 1], 2), entropy([5], 2)
    (1.0, 0.0)
    """
    known = list(counts)
    total = sum(known)
    return abs(sum(count / total * math.log(count / total) for count in known) / math.log(base))


def _presentation(page: Page, row: int) -> tuple[str, ...]:
    """The tag, and the attributes that say what an element looks like."""
    display = sorted((name, value or "") for name, value in page.attrs[row] if name in _DISPLAY)
    return (page.tag_name(row), *[f"{name}={value}" for name, value in display])


def _features(page: Page, row: int, text: str | None) -> list[str]:
    """What a node without children says: its words, or the address of an image."""
    if text is None:
        return [source] if (source := page.attr(row, "src")) else []
    return _WORD.findall(text.lower())
