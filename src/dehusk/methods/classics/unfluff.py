"""Unfluff (Geitgey 2014), a port of Goose: paragraphs scored by their function words. Confidence M.

Elements whose names indicate boilerplate are dropped. Every paragraph with several function words and few links adds
their number to its parent, and half of it to its grandparent. The element with the best score is the content, without
its children that have no paragraphs or low scores.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.classics.function_words import function_words
from dehusk.page import tags
from dehusk.page.attributes import named
from dehusk.page.formulas import formula_of

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

# This method's own definition. The meaning is that of the lists in Goose; names of single sites are left out.
_DROPPED = re.compile(
    r"^side$|breadcrumb|byline|caption|comb[ox]x|comment|contact|date|facebook|foot|google|^inset$|links|menucontainer"
    r"|meta$|navbar|pagetools|popup|^print$|replies|retweet|runaround|shar(?:e|ing)-?tools|shoutbox|social|sponsor"
    r"|subscribe|tags|timestamp|tools|twitter|utility-bar|vcard|welcome_form"
)
_NAMES = frozenset(["class", "id", "name"])
_UNNAMED = tags.tag_table("body article")

_PARAGRAPH = tags.tag_table("p pre td")
_P = tags.tag_table("p")
_CONVERTED = tags.tag_table("div span")
# A DIV or SPAN without any of these in it is a paragraph.
_STRUCTURE = tags.tag_table("a blockquote dl div img ol p pre table ul")
_CELL = tags.tag_table("td")
# Their text stays in the paragraph that they are in, however short it is.
_UNWRAPPED = tags.tag_table("a b br code em i span strong sup u")
_KEPT_CHILDREN = tags.tag_table("a p")

_MIN_WORDS, _BOOSTING_WORDS, _BOOSTING_STEPS, _BOOST = 2, 5, 3, 50.0
_MANY_PARAGRAPHS, _LAST_PART, _MAX_PENALTY, _AFTER_PENALTY = 15, 0.25, 40.0, 5.0
_MIN_PARAGRAPH_CHARS = 25


class Unfluff:
    """The element whose paragraphs have the most function words.

    ``child``: the share of the best score that a child needs to be kept. ``sibling``: the share of the mean number of
    function words that a paragraph before the content needs to be kept.

    >>> from dehusk import parse
    >>> prose = "<p>The tea is on the table, and it is as hot as it was before.</p>"
    >>> page = parse("<ul><li>Home</ul><div>" + prose * 2 + "<ul><li>Green</ul></div><div>" + prose + "</div>")
    >>> Unfluff().select(page).keep.nonzero()[0].tolist()
    [6, 8]
    """

    name: ClassVar[str] = "unfluff"
    description: ClassVar[str] = "paragraphs scored by function words, as in Unfluff and Goose (2014; confidence M)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, child: float = 0.08, sibling: float = 0.3) -> None:
        self.child = require_number("child", child, 0)
        self.sibling = require_number("sibling", sibling, 0)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        dropped = page.inside(_named_as_boilerplate(page))
        measured = _Paragraphs(page, dropped)
        score, order = measured.scores()
        if not order:
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_), why={"score": score})
        # The first of equal scores in the order in which they were given; Python's max returns the first.
        top = max(order, key=lambda row: max(0, int(score[row])))
        keep = page.inside(_mask(page, [top]))
        keep &= ~page.inside(self._dropped_children(page, measured, score, top) | measured.short(score))
        keep |= self._paragraphs_before(page, measured, top)
        why = {"score": score, "dropped": dropped}
        return Selection.of_leaves(page, keep & ~dropped, roots=np.array([top], dtype=np.intp), why=why)

    def _dropped_children(self, page: Page, measured: _Paragraphs, score: Floats, top: int) -> Bools:
        """Children of the content with many links, without paragraphs, or with a low score."""
        children = np.flatnonzero((page.parent == top) & page.is_element)
        children = children[~(_KEPT_CHILDREN[page.tag] | measured.converted)[children]]
        long = measured.is_p & (measured.chars >= _MIN_PARAGRAPH_CHARS)
        paragraphs = page.subtree_sum(long) - long
        cell = _CELL[page.tag[children]]
        empty = (paragraphs[children] == 0) & ~cell
        low = (np.trunc(score[children]) < self.child * int(score[top])) & ~cell
        return _mask(page, children[measured.many_links[children] | empty | low].tolist())

    def _paragraphs_before(self, page: Page, measured: _Paragraphs, top: int) -> Bools:
        """Paragraphs in the siblings before the content: direct ones, and deeper ones with enough function words."""
        inside = np.flatnonzero(measured.is_p)
        inside = inside[(inside > top) & (inside < page.end[top]) & measured.good[inside]]
        baseline = measured.words[inside].mean() if len(inside) else np.inf
        rows = np.flatnonzero(measured.is_p & (np.arange(len(page)) < top))
        before = (page.parent == page.parent[top]) & (np.arange(len(page)) < top)
        within = page.inside(before)[rows]
        enough = (measured.words[rows] > self.sibling * baseline) & ~measured.many_links[rows]
        return page.inside(_mask(page, rows[(page.parent[rows] == page.parent[top]) | (within & enough)].tolist()))


class _Paragraphs:
    """The paragraphs of a page: P, PRE and TD, plain DIV and SPAN, and text that is directly in another DIV."""

    def __init__(self, page: Page, dropped: Bools) -> None:
        self.page = page
        chars = np.where(dropped, 0, page.chars)
        words = np.where(dropped, 0, page.words)
        links = tags.LINK[page.tag] & ~dropped
        self.chars = page.subtree_sum(chars)
        self.words = page.subtree_sum(np.where(dropped, 0, function_words(page)))
        """Function words."""
        link_words = page.subtree_sum(words * page.in_link) / np.maximum(page.subtree_sum(words), 1)
        self.many_links = link_words * (page.subtree_sum(links) - links) >= 1
        self.good = (self.words > _MIN_WORDS) & ~self.many_links & ~dropped
        structure = _STRUCTURE[page.tag]
        plain = _CONVERTED[page.tag] & (page.subtree_sum(structure) == structure)
        inner = page.inside(_PARAGRAPH[page.tag] | (plain & tags.BLOCK[page.tag])) & ~tags.BLOCK[page.tag]
        self.converted: Bools = plain & ~inner
        """DIV and SPAN elements that are paragraphs."""
        direct = (page.chars > 0) & _CONVERTED[page.tag[np.maximum(page.parent, 0)]] & (page.parent > 0)
        direct &= ~page.inside(_PARAGRAPH[page.tag] | self.converted)
        self.is_p: Bools = (_P[page.tag] | self.converted | direct) & ~dropped
        self.rows: Ints = np.flatnonzero((_PARAGRAPH[page.tag] | self.is_p) & self.good)
        """The paragraphs that have a score."""

    def scores(self) -> tuple[Floats, list[int]]:
        """The score of each element, and the elements that have one in the order in which they were given."""
        score, order, boosts = np.zeros(len(self.page)), dict[int, None](), 0
        count = len(self.rows)
        last, has_text_before = _LAST_PART * count, self._has_text_before()
        for place, row in enumerate(self.rows.tolist()):
            boost = 0.0
            if has_text_before[row]:
                boosts += 1
                boost = _BOOST / boosts
            if count > _MANY_PARAGRAPHS and count - place <= last:
                boost = -((last - (count - place)) ** 2)
                boost = _AFTER_PENALTY if -boost > _MAX_PENALTY else boost
            gain = np.floor(self.words[row] + boost)
            above = int(self.page.parent[row])
            for part in (gain, gain / 2):
                if above < 0:
                    break
                score[above] = np.trunc(score[above]) + part
                order[above] = None
                above = int(self.page.parent[above])
        return score, list(order)

    def _has_text_before(self) -> list[bool]:
        """Whether one of the three paragraphs before a paragraph, among its siblings, has many function words."""
        page, found = self.page, [False] * len(self.page)
        recent: dict[int, list[bool]] = {}
        for row in np.flatnonzero(self.is_p | np.isin(np.arange(len(page)), self.rows)).tolist():
            last = recent.setdefault(int(page.parent[row]), [])
            found[row] = any(last[-_BOOSTING_STEPS:])
            if self.is_p[row]:
                last.append(bool(self.words[row] > _BOOSTING_WORDS))
        return found

    def short(self, score: Floats) -> Bools:
        """Elements with too few function words, or with a score that is not positive."""
        page = self.page
        unwrapped = _UNWRAPPED[page.tag] | (formula_of(page) > 0)
        few = page.is_element & ~unwrapped & (self.words <= _MIN_WORDS)
        bad: Bools = few | ((score < 0) & page.is_element)
        return bad


def _mask(page: Page, rows: list[int]) -> Bools:
    mask = np.zeros(len(page), dtype=np.bool_)
    mask[rows] = True
    return mask


def _named_as_boilerplate(page: Page) -> Bools:
    """Elements whose class, id or name indicates boilerplate; not BODY and ARTICLE."""
    known: dict[str, bool] = {}
    found = []
    for row, _, value in named(page.attrs, _NAMES):
        if value not in known:
            known[value] = bool(_DROPPED.search(value.lower()))
        if known[value]:
            found.append(row)
    return _mask(page, found) & ~_UNNAMED[page.tag]
