"""Alarte & Silva (2020): page-level main content extraction by four ratios and Euclidean distance.

Each element is a point in R^4: a word ratio, a hyperlink ratio, a children ratio and a position ratio. Most elements of
a page have similar values, so the content is far from their centre. The farthest points are candidates; the candidate
with the most words per tag wins, and groups of links are removed from it.

The paper reports O(n^2). Here every phase is linear in the size of the tree (the word ratio in the sum of the leaves'
depths); only the medoid of ``mode="author"`` costs more, about n^1.5, and its result is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk._core.subtree_counts import subtree_counts
from dehusk.methods.base import Selection, require_choice, require_number
from dehusk.page import tags
from dehusk.page.text_measures import SPACE, sums_between

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

# Criterion 2 of section 3.1: tags that are never rated. The list of the authors' code differs.
UNRATED = {
    "paper": tags.tag_table("a nav hr span em body header h1 h2 h3 h4 h5 br iframe"),
    "author": tags.tag_table("nav hr span em body header h1 h2 h3 h4 h5 iframe form img"),
}
# Post-processing: the text ratio and the number of links above which a group of links is removed.
_TR = {"paper": 1.5, "author": 2.0}
_HR = 7
# The authors' code looks for candidates and removes links only below this depth.
_SHALLOW = 2


def word_ratio(page: Page, *, any_ancestor: bool = False) -> Floats:
    """The sum of words / distance over the leaves below a node, without leaves in links (definition 3.1).

    The formula looks only at a leaf's parent; ``any_ancestor`` excludes text anywhere below a link.

    >>> from dehusk import parse
    >>> word_ratio(parse("<div>one two<p>three four</p></div>")).tolist()
    [1.6666666666666665, 3.0, 0.0, 2.0, 0.0]
    """
    in_link = page.in_link if any_ancestor else np.append(False, tags.LINK[page.tag[page.parent[1:]]])
    leaves = page.leaves[~in_link[page.leaves]]
    # Leaves with the same parent are moved upwards together.
    at = page.parent[leaves]
    words = np.bincount(at, weights=page.words[leaves], minlength=len(page))
    at = np.flatnonzero(words)
    words = words[at]
    ratio = np.zeros(len(page))
    distance = 1
    while len(at):
        ratio += np.bincount(at, weights=words / distance, minlength=len(page))
        at = page.parent[at]
        inside = at >= 0
        at, words = at[inside], words[inside]
        distance += 1
    return ratio


def hyperlink_ratio(page: Page) -> Floats:
    """1 if there is no link in the subtree, else 1 / links (definition 3.1).

    >>> from dehusk import parse
    >>> hyperlink_ratio(parse("<p>a<p><a>b</a><a>c</a>")).tolist()
    [0.5, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0]
    """
    return 1 / np.maximum(page.subtree_sum(tags.LINK[page.tag]), 1)


def children_ratio(page: Page, *, ignore_blank: bool = False) -> Floats:
    """1 if a node has more than two child nodes, blank text included, else 0 (definition 3.1).

    >>> from dehusk import parse
    >>> children_ratio(parse("<ul> <li>a</li> </ul>")).tolist()
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    """
    return np.where(child_nodes(page, ignore_blank=ignore_blank) > 2, 1.0, 0.0)


def position_ratio(page: Page) -> Floats:
    """1 in the upper half of the tree, else D / d - 1, where d is the distance from BODY (definition 3.1).

    Section 2 defines depth as the height of a subtree, which would give the top of the tree the lowest values; the
    explanation in the text and the authors' code mean the distance.

    >>> from dehusk import parse
    >>> position_ratio(parse("<div><div><div>a")).round(2).tolist()
    [1.0, 1.0, 0.5, 0.0, 0.0]
    """
    deepest = max_depth(page)
    below = np.divide(deepest, page.depth, out=np.ones(len(page)), where=page.depth > 0) - 1
    return np.where(page.depth <= deepest / 2, 1.0, np.maximum(below, 0.0))


def max_depth(page: Page) -> int:
    """The greatest depth of an element below BODY.

    >>> from dehusk import parse
    >>> max_depth(parse("<div><p>a"))
    2
    """
    return int(page.depth[page.is_element].max())


def child_nodes(page: Page, *, ignore_blank: bool = False) -> Floats:
    """The number of child nodes of every node.

    >>> from dehusk import parse
    >>> page = parse("<p> <b>a</b> </p>")
    >>> child_nodes(page)[1], child_nodes(page, ignore_blank=True)[1]
    (np.float64(3.0), np.float64(1.0))
    """
    counted = page.is_element | (page.chars > 0) if ignore_blank else np.ones(len(page), dtype=np.bool_)
    return page.child_sum(counted)


def standardise(ratios: Floats) -> Floats:
    """Subtract from each column its mean and divide by its deviation; 0 if the deviation is 0 (definition 3.2).

    >>> standardise(np.array([[1.0, 5.0], [3.0, 5.0]])).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    centred = ratios - ratios.mean(axis=0)
    deviation = ratios.std(axis=0)
    # Because of rounding, the deviation of a column of equal values may differ from 0.
    varies = deviation > 1e-12 * np.maximum(np.abs(ratios).max(axis=0), 1)
    standard: Floats = np.divide(centred, deviation, out=np.zeros_like(centred), where=varies)
    return standard


def medoid(points: Floats) -> int:
    """The point with the least total distance to all others; of equal points, the first.

    Points are tried in order of their distance from the mean. The triangle inequality gives lower bounds on the total
    distances of the other points (Newling & Fleuret 2017), so few points are tried; the authors' code tries all of
    them, O(n^2).

    >>> medoid(np.array([[0.0], [1.0], [2.0], [5.0], [9.0]]))
    2
    """
    order = np.argsort(((points - points.mean(axis=0)) ** 2).sum(axis=1), kind="stable")
    bound = np.zeros(len(points))
    best, least = 0, np.inf
    for point in order.tolist():
        if bound[point] >= least:
            continue
        distances = np.sqrt(((points - points[point]) ** 2).sum(axis=1))
        mean = float(distances.mean())
        np.maximum(bound, np.abs(mean - distances), out=bound)
        if mean < least:
            best, least = point, mean
    return int(np.flatnonzero((points == points[best]).all(axis=1))[0])


class Alarte:
    """Four ratios and Euclidean distance.

    ``mode``: ``paper``, or ``author`` for the choices of the authors' code. ``c``: the size of the c-SET.
    ``tr``, ``hr``: the text ratio and the number of links above which a group of links is removed (1.5 and 7; in the
    authors' code 2, and at least 7 links that are direct children). ``postprocess``: whether groups of links are
    removed. ``any_ancestor``: words anywhere below a link do not count, not only those directly in it.
    ``ignore_blank``: blank text does not count as a child.

    >>> from dehusk import parse
    >>> menu = "<div><ul><li><a>Home</a><li><a>World</a><li><a>Sport</a></ul></div>"
    >>> html = menu + "<div><div><h1>Tea</h1><p>" + "long text " * 20 + "<p>" + "more text " * 20
    >>> Alarte().select(parse(html)).roots.tolist()
    [13]
    """

    name: ClassVar[str] = "alarte"
    description: ClassVar[str] = "the element farthest from the average in four ratios (Alarte & Silva 2020)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self,
        *,
        mode: str = "paper",
        c: int = 3,
        tr: float | None = None,
        hr: float = _HR,
        postprocess: bool = True,
        any_ancestor: bool = False,
        ignore_blank: bool = False,
    ) -> None:
        self.mode = require_choice("mode", mode, ("paper", "author"))
        self.c = int(require_number("c", c, 1, 1000))
        self.tr = _TR[self.mode] if tr is None else require_number("tr", tr, 1)
        self.hr = require_number("hr", hr, 0)
        self.postprocess = postprocess
        self.any_ancestor = any_ancestor
        self.ignore_blank = ignore_blank

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        nothing = np.zeros(len(page), dtype=np.bool_)
        if not len(page.leaves):
            return Selection.of_leaves(page, nothing)
        children = np.flatnonzero((page.parent == 0) & page.is_element)
        wide = self._is_wide(page)
        if wide and self.mode == "paper":
            # Criterion 3: the union of BODY's children, text leaves included.
            return Selection.of_leaves(page, ~nothing, roots=children, why={"wide": True})
        rated = self._rated(page, wide=wide)
        if not len(rated):
            return Selection.of_leaves(page, nothing)
        ratios = self._ratios(page)[rated]
        points = standardise(ratios)
        c_set = rated[self._farthest(points, page.depth[rated])]
        chars, elements, chars_in_links, _ = subtree_counts(page.tag, page.end, page.chars, tags.LINK)
        reduced = _reduce(page, c_set, chars)
        weight = self._words_per_tag(page, reduced, elements)
        winners = _winners(page, reduced, weight)
        removed = self._link_groups(page, winners, chars, chars_in_links) if self.postprocess else nothing
        why = {
            "wide": wide,
            "rated": rated,
            "ratios": ratios,
            "points": points,
            "candidates": c_set,
            "reduced": reduced,
            "weight": weight,
            "winners": winners,
            "removed": removed,
        }
        return self._selection(page, winners, removed, why)

    @staticmethod
    def _selection(page: Page, winners: Ints, removed: Bools, why: dict[str, object]) -> Selection:
        mask = np.zeros(len(page), dtype=np.bool_)
        mask[winners] = True
        return Selection.of_leaves(page, page.inside(mask) & ~removed, roots=winners, why=why)

    # ---- phase 1: rated nodes and their ratios (section 3.1) --------------------------------------

    def _is_wide(self, page: Page) -> bool:
        """Criterion 3: the page is less deep than BODY has children.

        The paper counts only elements whose tags are listed in criterion 2, the authors' code counts all elements.
        """
        counted = UNRATED["paper"][page.tag] & page.is_element if self.mode == "paper" else page.is_element.copy()
        counted[0] = False
        rows = np.flatnonzero(counted)
        opened = np.zeros(len(page) + 1, dtype=np.intp)
        opened[rows] = 1
        np.subtract.at(opened, page.end[rows], 1)
        height, width = int(np.cumsum(opened).max()), int(counted[page.parent == 0].sum())
        return height < width if self.mode == "paper" else width >= height - 1

    def _rated(self, page: Page, *, wide: bool) -> Ints:
        """Criteria 1 and 2; the authors' code also stops at an unrated node and has a rule for wide pages."""
        unrated = UNRATED[self.mode][page.tag]
        rated = page.is_element & ~unrated & (page.end > np.arange(len(page)) + 1)
        if self.mode == "author":
            unrated[0] = False
            rated &= ~page.inside(unrated & page.is_element)
            if wide:
                chars = page.subtree_sum(sums_between(page.char_classes != SPACE, page.offset))
                rated &= chars * 2 > chars[0]
        return np.flatnonzero(rated)

    def _ratios(self, page: Page) -> Floats:
        """The four ratios of every row, one column per ratio."""
        return np.column_stack(
            (
                word_ratio(page, any_ancestor=self.any_ancestor),
                hyperlink_ratio(page),
                children_ratio(page, ignore_blank=self.ignore_blank),
                position_ratio(page),
            )
        )

    # ---- phase 2: the c-SET (section 3.3) ----------------------------------------------------------

    def _farthest(self, points: Floats, depth: Ints) -> Ints:
        """The candidates, as indices into ``points``.

        Paper: the c points farthest from the centroid, which after standardising is the origin. Author: the c points
        nearest to the point that is farthest from the medoid, of those deeper than 2 if there are any.
        """
        if self.mode == "paper":
            return np.argsort(-_norm(points), kind="stable")[: self.c]
        farthest = int(np.argmax(_norm(points - points[medoid(points)])))
        near = np.argsort(_norm(points - points[farthest]), kind="stable")
        deep = near[depth[near] > _SHALLOW]
        return (deep if len(deep) else near)[: self.c]

    # ---- phase 3: selection (section 3.4) ----------------------------------------------------------

    def _words_per_tag(self, page: Page, rows: Ints, elements: Floats) -> Floats:
        """Words / tags, the node's own tag included; the authors' code counts only link tags."""
        words = page.subtree_sum(page.words)[rows].astype(np.float64)
        tag_count = page.subtree_sum(tags.LINK[page.tag])[rows] if self.mode == "author" else elements[rows] + 1
        infinite = np.where(words > 0, np.inf, 0.0)
        return np.divide(words, tag_count, out=infinite, where=tag_count > 0)

    # ---- phase 4: post-processing (section 3.5) ----------------------------------------------------

    def _link_groups(self, page: Page, roots: Ints, chars: Floats, chars_in_links: Floats) -> Bools:
        """Rows in groups of links below the roots."""
        root = np.zeros(len(page), dtype=np.bool_)
        root[roots] = True
        below = page.inside(root)
        remove = (self._many_links(page, chars, chars_in_links) & ~root) | _all_links(page, below)
        return page.inside(remove & below)

    def _many_links(self, page: Page, chars: Floats, chars_in_links: Floats) -> Bools:
        """Rule 1: text / text outside links exceeds tr, and the number of links exceeds hr.

        An element without any text has no such ratio and is never removed by this rule.
        """
        linked = chars > self.tr * (chars - chars_in_links)
        link = tags.LINK[page.tag]
        if self.mode == "author":
            return linked & (page.child_sum(link) >= self.hr) & (page.depth > _SHALLOW)
        return linked & page.is_element & (page.subtree_sum(link) > self.hr)


def _reduce(page: Page, c_set: Ints, chars_below: Floats) -> Ints:
    """Remove the candidates that have an ancestor with the same text in the c-SET (algorithm 3).

    A node's text is part of its ancestor's text, so the two are the same if they have the same length.
    """
    chars, ends = chars_below[c_set], page.end[c_set]
    ancestor = (c_set[:, None] < c_set) & (c_set < ends[:, None])
    reduced: Ints = c_set[~(ancestor & (chars[:, None] == chars)).any(axis=0)]
    return reduced


def _winners(page: Page, rows: Ints, weight: Floats) -> Ints:
    """The best candidates and their siblings among the candidates (algorithm 4), in document order."""
    best = rows[weight == weight.max()] if weight.max() > 0 else rows[:0]
    return np.unique(rows[np.isin(page.parent[rows], page.parent[best])])


def _all_links(page: Page, below: Bools) -> Bools:
    """Rule 2: the children of a node if all have the same tag and the only child of each is a link without image.

    Text that is not blank is a child too, so a node with text of its own, such as a sentence with a link, has other
    children.
    """
    has_image = page.above(page.tag == tags.NUMBERS["img"])
    link = tags.LINK[page.tag] & ~has_image
    children = child_nodes(page, ignore_blank=True)
    one_link = (children == 1) & (page.child_sum(link) == 1) & page.is_element
    # All children have the same tag if their largest and smallest tag numbers are equal.
    rows = np.flatnonzero(page.is_element)[1:]
    low = np.full(len(page), 1 << 16)
    high = np.full(len(page), -1)
    np.minimum.at(low, page.parent[rows], page.tag[rows])
    np.maximum.at(high, page.parent[rows], page.tag[rows])
    group = below & (children > 0) & (page.child_sum(one_link) == children) & (low == high)
    remove = np.zeros(len(page), dtype=np.bool_)
    remove[rows] = group[page.parent[rows]]
    return remove


def _norm(vectors: Floats) -> Floats:
    norms: Floats = np.sqrt((vectors * vectors).sum(axis=1))
    return norms
