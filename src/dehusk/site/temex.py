"""TemEx: top-down mapping of DOM trees (Alarte, Insa, Silva & Tamarit 2015).

The tree of a page is mapped to the trees of a few pages that it is linked with: two nodes are mapped if they are equal
and their parents are mapped. What is mapped in several of them is the template, the rest is content.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.errors import ArgumentError
from dehusk.methods import Selection
from dehusk.methods.base import require_number
from dehusk.page.text_measures import collapse
from dehusk.site.linked_pages import LinkedPages
from dehusk.site.site_tree import child_rows, leaf_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

CLASS_WEIGHT, POSITION_WEIGHT, CHILDREN_WEIGHT = 0.1, 0.4, 0.5
_ROUNDING = 1e-9


class TemEx:
    """Mapped in two of three linked pages: template.

    ``pages``: how many other pages a page is compared with. ``votes``: in how many of them a node must be mapped to be
    template; all of them if there are fewer. ``threshold``: how similar two elements without a common id must be.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [pages[0].leaf_text(row) for row in np.flatnonzero(TemEx().select_site(pages)[0].keep)]
    ['One.']
    """

    name: ClassVar[str] = "temex"
    description: ClassVar[str] = "top-down mapping of the trees of linked pages (Alarte, Insa, Silva & Tamarit 2015)"

    def __init__(self, *, pages: int = 3, votes: int = 2, threshold: float = 0.9) -> None:
        self.pages, self.votes = int(require_number("pages", pages, 1)), int(require_number("votes", votes, 1))
        if self.votes > self.pages:
            raise ArgumentError(f"votes must be at most pages ({self.pages}), not {votes}")
        # Below .9 elements of different classes would be alike anywhere, which no page needs and which takes longer.
        self.threshold = require_number("threshold", threshold, 0.9, 1)

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Keep the leaves that are not template."""
        selections = []
        for page, (mapped, others) in zip(pages, self.mapped_in(pages), strict=True):
            score = np.where(page.chars > 0, 1 - mapped / max(others, 1), 0.0)
            selections.append(Selection.of_leaves(page, ~self.is_template(mapped, others), score=score))
        return selections

    def mapped_in(self, pages: Sequence[Page]) -> Iterator[tuple[Ints, int]]:
        """For each page, in how many other pages each of its rows is mapped, and how many it was compared with."""
        linked = LinkedPages(pages)
        trees = [ComparedTree.of(page) for page in pages]
        for number, tree in enumerate(trees):
            others = linked.nearest(number, self.pages)
            mapped = np.zeros(len(tree.tag), dtype=np.intp)
            for other in others:
                mapped += top_down_mapping(tree, trees[other], self.threshold)
            yield mapped, len(others)

    def is_template(self, mapped: Ints, others: int) -> Bools:
        """The rows that are mapped in enough of the other pages; none if there are no others."""
        return (mapped >= min(self.votes, others)) & (others > 0)


@dataclass(frozen=True, eq=False)
class ComparedTree:
    """What nodes are compared by; lists run over rows."""

    children: list[list[int]]
    tag: list[str]
    text: list[str]
    """A leaf's text; the id of an element, "" if it has none."""
    class_name: list[str]

    @classmethod
    def of(cls, page: Page) -> ComparedTree:
        """Read the columns of a page."""
        texts = leaf_texts(page)
        text = [texts[row] if row in texts else page.attr(row, "id") or "" for row in range(len(page))]
        names = [collapse(page.attr(row, "class") or "") for row in range(len(page))]
        tag_names = page.tag_names
        return cls(child_rows(page), [tag_names[tag] for tag in page.tag.tolist()], text, names)


def top_down_mapping(a: ComparedTree, b: ComparedTree, threshold: float = 0.9) -> Bools:
    """The rows of ``a`` that are mapped to a row of ``b``; BODY always is.

    >>> from dehusk import parse
    >>> a, b = (ComparedTree.of(parse(html)) for html in ("<p>Tea<p>Milk", "<p>Tea<p>Sugar"))
    >>> top_down_mapping(a, b).tolist()
    [True, True, True, True, False]
    """
    mapped = np.zeros(len(a.tag), dtype=np.bool_)
    pairs = [(0, 0)]
    while pairs:
        row, other = pairs.pop()
        mapped[row] = True
        if a.children[row] and b.children[other]:
            pairs.extend(_Siblings(a, b, b.children[other], threshold).pair(a.children[row]))
    return mapped


class _Siblings:
    """The children of a node, to be paired one by one with those of another node.

    Greedy, in document order: each child takes the most similar one that is left, the first of equally similar ones. An
    equal text, or an equal id, comes before all others.
    """

    def __init__(self, a: ComparedTree, b: ComparedTree, rows: list[int], threshold: float) -> None:
        self.a, self.b, self.rows, self.threshold = a, b, rows, threshold
        self.free = [True] * len(rows)
        self.named: dict[tuple[str, str], list[int]] = {}
        self.alike: dict[tuple[str, str], dict[int, _Places]] = {}
        by_count: dict[tuple[str, str, int], list[int]] = {}
        for place, row in enumerate(rows):
            if b.text[row]:
                self.named.setdefault((b.tag[row], b.text[row]), []).append(place)
            if b.tag[row] != "#text":
                by_count.setdefault((b.tag[row], b.class_name[row], len(b.children[row])), []).append(place)
        for places in self.named.values():
            places.reverse()
        for (tag, class_name, count), places in by_count.items():
            self.alike.setdefault((tag, class_name), {})[count] = _Places(places)

    def pair(self, rows: list[int]) -> Iterator[tuple[int, int]]:
        """Each of these children with the child that it takes, if any."""
        longer = max(len(rows), len(self.rows))
        for place, row in enumerate(rows):
            taken = self._same_name(row)
            if taken < 0 and self.a.tag[row] != "#text":
                taken = self._most_similar(row, place, longer)
            if taken >= 0:
                self.free[taken] = False
                yield row, self.rows[taken]

    def _same_name(self, row: int) -> int:
        places = self.named.get((self.a.tag[row], self.a.text[row]), [])
        while places and not self.free[places[-1]]:
            places.pop()
        return places[-1] if places else -1

    def _most_similar(self, row: int, place: int, longer: int) -> int:
        """The place of the most similar element left; -1 if none reaches the threshold."""
        best, taken = self.threshold - 2 * _ROUNDING, -1
        for candidate, similarity in self._candidates(row, place, longer):
            equal = abs(similarity - best) <= _ROUNDING
            if similarity > best + _ROUNDING or (equal and candidate < taken):
                best, taken = similarity, candidate
        return taken

    def _candidates(self, row: int, place: int, longer: int) -> Iterator[tuple[int, float]]:
        a, b = self.a, self.b
        tag, class_name, count = a.tag[row], a.class_name[row], len(a.children[row])
        # Of another class: only at the same place, with as many children, can they be similar enough.
        if place < len(self.rows) and self.free[place]:
            other = self.rows[place]
            if b.tag[other] == tag and b.class_name[other] != class_name and len(b.children[other]) == count:
                yield place, POSITION_WEIGHT + CHILDREN_WEIGHT
        for other_count, places in self.alike.get((tag, class_name), {}).items():
            children = _ratio(count, other_count)
            if CLASS_WEIGHT + POSITION_WEIGHT + CHILDREN_WEIGHT * children < self.threshold - _ROUNDING:
                continue
            for candidate in places.around(place, self.free):
                position = 1 - abs(place - candidate) / longer
                yield candidate, CLASS_WEIGHT + POSITION_WEIGHT * position + CHILDREN_WEIGHT * children


def _ratio(count: int, other: int) -> float:
    """The smaller number of children over the larger.

    >>> _ratio(3, 4), _ratio(0, 0)
    (0.75, 1.0)
    """
    return min(count, other) / max(count, other) if count or other else 1.0


class _Places:
    """Places in ascending order of which the free ones nearest to any place are found in almost constant time."""

    def __init__(self, places: list[int]) -> None:
        self.places = places
        self.before = list(range(-1, len(places)))
        """Where to look for a free place at or before the n-th: itself, or further down; 0 stands for none."""
        self.before[0] = 0
        self.after = list(range(len(places) + 1))

    def around(self, place: int, free: list[bool]) -> Iterator[int]:
        """The last free place up to a place, and the first one after it."""
        at = bisect_left(self.places, place + 1)
        low = self._find_before(at, free)
        if low:
            yield self.places[low - 1]
        high = self._find_after(at, free)
        if high < len(self.places):
            yield self.places[high]

    def _find_before(self, at: int, free: list[bool]) -> int:
        """How many places there are up to the last free one among the first ``at``."""
        start = at
        while at and not free[self.places[at - 1]]:
            at = self.before[at]
        while start > at and not free[self.places[start - 1]]:
            self.before[start], start = at, self.before[start]
        return at

    def _find_after(self, at: int, free: list[bool]) -> int:
        start = at
        while at < len(self.places) and not free[self.places[at]]:
            at = max(self.after[at], at + 1)
        while start < at:
            self.after[start], start = at, max(self.after[start], start + 1)
        return at
