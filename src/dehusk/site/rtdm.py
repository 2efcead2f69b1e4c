"""RTDM-TD: templates by restricted top-down mapping (Vieira et al. 2006, on the mapping of Reis et al. 2004).

A mapping pairs nodes of two trees in order, parents before children. It is *restricted*: below two nodes that differ
nothing is mapped. The mapping of least cost (deletion, insertion and replacement cost 1 each) is that with the most
identical pairs, a replaced pair counting half. The template is what stays mapped, to an identical node, on every page
of a sample.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods import Selection
from dehusk.methods.base import require_number
from dehusk.site.site_tree import SiteNumbers, SiteTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.page import Page
    from dehusk.page.arrays import Bools

IDENTICAL, REPLACED = 2, 1
"""What a pair of nodes saves of the cost of deleting the one and inserting the other."""


class RtdmTd:
    """Template is what the first ``sample`` pages have in common, by restricted top-down mapping.

    ``work``: how many pairs of siblings are compared for two trees; beyond that, of two lists of siblings only
    identical subtrees are paired. Time grows with the product of the numbers of siblings, up to this limit.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [pages[0].leaf_text(row) for row in np.flatnonzero(RtdmTd().select_site(pages)[0].keep)]
    ['One.']
    """

    name: ClassVar[str] = "rtdm-td"
    description: ClassVar[str] = "template by restricted top-down tree mapping (Vieira et al. 2006)"

    def __init__(self, *, sample: int = 3, work: int = 1_000_000) -> None:
        self.sample, self.work = int(require_number("sample", sample, 2)), int(require_number("work", work, 0))

    def select_site(self, pages: Sequence[Page]) -> list[Selection]:
        """Keep the leaves that are not mapped to the template; all of them if there is only one page."""
        numbers = SiteNumbers()
        trees = [SiteTree.of(page, numbers) for page in pages]
        if len(trees) < 2:
            return [Selection.of_leaves(page, page.chars > 0) for page in pages]
        template = trees[0]
        for tree in trees[1 : self.sample]:
            mapped = self._identical(template, tree)[0]
            template = SiteTree.of(template.page, numbers, mapped)
        return [Selection.of_leaves(tree.page, ~self._identical(template, tree)[1]) for tree in trees]

    def _identical(self, a: SiteTree, b: SiteTree) -> tuple[Bools, Bools]:
        """The rows of each tree that are mapped to an identical row of the other."""
        in_a, in_b = np.zeros(len(a.page), dtype=np.bool_), np.zeros(len(b.page), dtype=np.bool_)
        for row, other in Mapping(a, b, self.work).pairs():
            in_a[row] = in_b[other] = True
        return in_a, in_b


class Mapping:
    """The restricted top-down mapping of two trees that saves most.

    >>> from dehusk import parse
    >>> numbers = SiteNumbers()
    >>> a, b = (SiteTree.of(parse(html), numbers) for html in ("<p>Tea<p>Milk", "<p>Tea<hr><p>Sugar"))
    >>> sorted(Mapping(a, b).pairs())
    [(0, 0), (1, 1), (2, 2), (3, 4)]
    """

    def __init__(self, a: SiteTree, b: SiteTree, work: int = 1_000_000) -> None:
        self.a, self.b, self.work = a, b, work
        self._saved: dict[tuple[int, int], int] = {}
        """What mapping two subtrees saves, by their shapes."""
        self._coarse: set[tuple[int, int]] = set()
        """The shapes of which only identical children are paired."""
        self._measure(0, 0)

    @property
    def saving(self) -> int:
        """How much less the mapping costs than deleting one tree and inserting the other."""
        return self._saving(0, 0)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs of identical nodes."""
        waiting = [(0, 0)]
        while waiting:
            row, other = waiting.pop()
            yield row, other
            waiting.extend(pair for pair in self._align(row, other)[1] if self._same_label(*pair))

    def _measure(self, row: int, other: int) -> None:
        """Find what mapping two subtrees saves; what lies below is measured first, without recursion."""
        waiting = [(row, other)]
        while waiting:
            row, other = waiting[-1]
            if not self._is_known(row, other):
                unknown = self._unknown_below(row, other)
                if unknown:
                    waiting.extend(unknown)
                    continue
                self._saved[self._shapes(row, other)] = IDENTICAL + self._align(row, other)[0]
            waiting.pop()

    def _unknown_below(self, row: int, other: int) -> list[tuple[int, int]]:
        """The pairs of children to be measured first; none, if to compare them all is too much work."""
        rows, others = self._differing(row, other)[1:]
        if len(rows) * len(others) > self.work:
            self._coarse.add(self._shapes(row, other))
            return []
        unknown = [(c, d) for c in rows for d in others if not self._is_known(c, d)]
        if not unknown:
            self.work -= len(rows) * len(others)
        return unknown

    def _align(self, row: int, other: int) -> tuple[int, list[tuple[int, int]]]:
        """The pairs of children that save most, and how much that is."""
        pairs, rows, others = self._differing(row, other)
        if self._shapes(row, other) in self._coarse:
            pairs += self._identical_in_order(rows, others)
        else:
            pairs += self._best_in_order(rows, others)
        return sum(self._saving(*pair) for pair in pairs), pairs

    def _differing(self, row: int, other: int) -> tuple[list[tuple[int, int]], list[int], list[int]]:
        """The identical children at both ends, paired (some best mapping does so), and the children between them."""
        rows, others = self.a.children[row], self.b.children[other]
        shape, other_shape = self.a.shape, self.b.shape
        shorter = min(len(rows), len(others))
        first = last = 0
        while first < shorter and shape[rows[first]] == other_shape[others[first]]:
            first += 1
        while last < shorter - first and shape[rows[-1 - last]] == other_shape[others[-1 - last]]:
            last += 1
        end, other_end = len(rows) - last, len(others) - last
        pairs = [*zip(rows[:first], others[:first], strict=True), *zip(rows[end:], others[other_end:], strict=True)]
        return pairs, rows[first:end], others[first:other_end]

    def _best_in_order(self, rows: list[int], others: list[int]) -> Iterator[tuple[int, int]]:
        width = len(others)
        best = [[0] * (width + 1) for _ in range(len(rows) + 1)]
        for i in range(len(rows) - 1, -1, -1):
            line, below = best[i], best[i + 1]
            for j in range(width - 1, -1, -1):
                line[j] = max(below[j], line[j + 1], below[j + 1] + self._saving(rows[i], others[j]))
        i = j = 0
        while i < len(rows) and j < width:
            if best[i][j] == best[i + 1][j + 1] + self._saving(rows[i], others[j]):
                yield rows[i], others[j]
                i, j = i + 1, j + 1
            elif best[i][j] == best[i + 1][j]:
                i += 1
            else:
                j += 1

    def _identical_in_order(self, rows: list[int], others: list[int]) -> Iterator[tuple[int, int]]:
        """Each child with the first identical one after those that are paired already."""
        places: dict[int, list[int]] = {}
        for place, other in enumerate(others):
            places.setdefault(self.b.shape[other], []).append(place)
        after = 0
        for row in rows:
            same = places.get(self.a.shape[row], [])
            place = bisect_left(same, after)
            if place < len(same):
                yield row, others[same[place]]
                after = same[place] + 1

    def _saving(self, row: int, other: int) -> int:
        if not self._same_label(row, other):
            return REPLACED
        shapes = self._shapes(row, other)
        return IDENTICAL * self.a.size[row] if shapes[0] == shapes[1] else self._saved[shapes]

    def _is_known(self, row: int, other: int) -> bool:
        shapes = self._shapes(row, other)
        return shapes[0] == shapes[1] or not self._same_label(row, other) or shapes in self._saved

    def _same_label(self, row: int, other: int) -> bool:
        return self.a.label[row] == self.b.label[other]

    def _shapes(self, row: int, other: int) -> tuple[int, int]:
        return self.a.shape[row], self.b.shape[other]
