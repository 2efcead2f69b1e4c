"""A scorer in the style of Readability (Arc90 2009, Mozilla since). Confidence H for the rule.

Elements whose class or id indicates boilerplate are dropped. Each paragraph has a score from its commas and its length,
which is added to the scores of its ancestors. The ancestor with the best score, reduced by its link density, is the
content, together with similar siblings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.classics.lqf import link_quota
from dehusk.page import tags
from dehusk.page.attributes import named
from dehusk.page.text_measures import STOP, sign_counts, sign_table, sums_between

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

# This method's own definition, by parts of names and not by the words of dehusk.page.class_words: Readability's
# "unlikelyCandidates" and "okMaybeItsACandidate" (Arc90's and Mozilla's together), with a few more for what pages have
# now (advert, cookie, navigation, newsletter, promo, share, subscribe, toolbar, widget).
_UNLIKELY = re.compile(
    r"ad-break|advert|agegate|banner|breadcrumb|combx|comment|community|cookie|disqus|extra|foot|gdpr|header"
    r"|legends|menu|nav-|navbar|navigation|newsletter|pager|pagination|popup|promo|related|remark|replies|rss"
    r"|share|shoutbox|sidebar|skyscraper|social|sponsor|subscribe|supplemental|toolbar|widget"
)
_MAYBE = re.compile(r"and|article|body|column|content|main|shadow")
_UNLIKELY_BIT, _MAYBE_BIT = 1, 2
_NEVER_DROPPED = tags.tag_table("body a main article")

PARAGRAPH = tags.tag_table("p pre td blockquote section h2 h3 h4 h5 h6")
"""Elements that are paragraphs; a DIV without block-level elements in it is one too."""
_DIV = tags.tag_table("div")
_P = tags.tag_table("p")

_ATTRIBUTES = frozenset(["class", "id"])
_PARTS = np.array([1.0, 2.0, 6.0, 9.0, 12.0])[:, None]
_COMMAS = sign_table(",،、，")


def unlikely(page: Page) -> Bools:
    """Elements whose class or id indicates boilerplate.

    >>> from dehusk import parse
    >>> unlikely(parse('<div class="sidebar"></div><div class="main-sidebar"></div>')).tolist()
    [False, True, False]
    """
    bits = bytearray(len(page))
    bits_of_value: dict[str, int] = {}
    for row, _, value in named(page.attrs, _ATTRIBUTES):
        if value not in bits_of_value:
            bits_of_value[value] = _name_bits(value)
        bits[row] |= bits_of_value[value]
    is_unlikely: Bools = np.frombuffer(bits, dtype=np.uint8) == _UNLIKELY_BIT
    return is_unlikely & ~_NEVER_DROPPED[page.tag]


def _name_bits(names: str) -> int:
    names = names.lower()
    return (_UNLIKELY_BIT if _UNLIKELY.search(names) else 0) | (_MAYBE_BIT if _MAYBE.search(names) else 0)


def commas(page: Page) -> Ints:
    """The number of commas, of any script, in each leaf.

    >>> from dehusk import parse
    >>> commas(parse("<p>a, b; c\\uff0cd")).tolist()
    [0, 0, 2]
    """
    return sign_counts(page.text, _COMMAS, page.offset)


def scores(page: Page, drop: Bools, min_chars: float = 25) -> Floats:
    """The score of every element: the sum over the paragraphs below it, times (1 - link density).

    A paragraph adds 1 + comma-separated parts + min(length / 100, 3) to its parent, half of that to its grandparent,
    and 1 / (3 k) of that to its ancestor at level k above the parent.

    >>> from dehusk import parse
    >>> page = parse("<div><p>" + "ten chars," * 10 + "</div>")
    >>> scores(page, np.zeros(len(page), dtype=bool)).tolist()
    [6.5, 13.0, 0.0, 0.0]
    """
    kept_chars = np.where(drop, 0, page.chars)
    chars = page.subtree_sum(kept_chars)
    block, kept = tags.BLOCK[page.tag], ~drop
    blocks_below = page.subtree_sum(block & kept) - block
    paragraph = PARAGRAPH[page.tag] | (_DIV[page.tag] & (blocks_below == 0))
    rows = np.flatnonzero(paragraph & (chars >= min_chars) & kept)
    parts = page.subtree_sum(np.where(drop, 0, commas(page)))[rows] + 1
    own = 1 + parts + np.minimum(chars[rows] // 100, 3)
    # Rows are numbered from 1 here; index 0 collects what would go beyond BODY.
    parent = np.append(0, page.parent + 1)
    above = np.empty((len(_PARTS), len(rows)), dtype=np.intp)
    above[0] = parent[rows + 1]
    for level in range(1, len(_PARTS)):
        above[level] = parent[above[level - 1]]
    score = np.bincount(above.ravel(), weights=(own / _PARTS).ravel(), minlength=len(page) + 1)[1:]
    links = page.subtree_sum(kept_chars * page.in_link) / np.maximum(chars, 1)
    result: Floats = score * (1 - links)
    return result


class Readability:
    """The element with the best score, and similar siblings.

    ``min_chars``: shorter paragraphs have no score. ``sibling``: the share of the best score that a sibling needs;
    paragraphs with few links are kept without it.

    >>> from dehusk import parse
    >>> prose = "<p>Tea, milk, and what else there is to say about the two of them.</p>"
    >>> page = parse("<div class=menu>" + prose * 5 + "</div><div>" + prose * 2 + "</div>")
    >>> Readability().select(page).roots.tolist()
    [12]
    """

    name: ClassVar[str] = "readability-style"
    description: ClassVar[str] = "paragraph scores added to ancestors, as in Readability (2009; confidence H)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, min_chars: float = 25, sibling: float = 0.2) -> None:
        self.min_chars = require_number("min_chars", min_chars, 0)
        self.sibling = require_number("sibling", sibling, 0)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        drop = page.inside(unlikely(page))
        score = scores(page, drop, self.min_chars)
        if not score.any():
            # All text is in elements with names that indicate boilerplate, so the names are ignored.
            drop = np.zeros(len(page), dtype=np.bool_)
            score = scores(page, drop, self.min_chars)
        best = int(np.argmax(score))
        if score[best] <= 0:
            return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_), why={"score": score})
        roots = self._with_siblings(page, best, score, drop)
        mask = np.zeros(len(page), dtype=np.bool_)
        mask[roots] = True
        holder = np.maximum(page.parent[page.block_holder], 0)
        of_leaf = np.where((page.chars > 0) & ~drop, score[holder] / score[best], 0.0)
        why = {"score": score, "dropped": drop}
        return Selection.of_leaves(page, page.inside(mask) & ~drop, score=of_leaf, roots=roots, why=why)

    def _with_siblings(self, page: Page, best: int, score: Floats, drop: Bools) -> Ints:
        """The best element, and those siblings that have a good score too or are paragraphs of running text."""
        if best == 0:
            return np.zeros(1, dtype=np.intp)
        siblings = np.flatnonzero((page.parent == page.parent[best]) & page.is_element & ~drop)
        threshold = max(10.0, self.sibling * score[best])
        name = page.attr(best, "class")
        same = np.array([bool(name) and page.attr(int(row), "class") == name for row in siblings])
        bonus = self.sibling * score[best] * same
        chars = page.subtree_sum(page.chars)[siblings]
        links = link_quota(page)[siblings]
        ends = page.subtree_sum(sums_between(page.char_classes == STOP, page.offset))[siblings]
        prose = ((chars > 80) & (links < 0.25)) | ((chars > 0) & (chars <= 80) & (links == 0) & (ends > 0))
        good = (score[siblings] + bonus >= threshold) | (_P[page.tag[siblings]] & prose)
        roots: Ints = siblings[good | (siblings == best)]
        return roots
