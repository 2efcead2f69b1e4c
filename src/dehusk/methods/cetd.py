"""Sun, Song & Liao (2011): content extraction via text density (CETD).

Content has much text and few tags, boilerplate little text and many tags: an element's number of characters per tag
separates them. There are three variants: plain density with DensitySum, composite density (which takes links into
account) with DensitySum, and composite density with smoothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk._core import density_steps
from dehusk._core.subtree_counts import subtree_counts
from dehusk.methods.base import Selection, require_choice, require_number
from dehusk.page import tags
from dehusk.page.loops import subtree_argmax

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints

LINKS = tags.tag_table("a button select")
"""The paper names the roles (hyperlinks and controls), the author's code these tags."""


@dataclass(frozen=True, eq=False)
class Counts:
    """Counts over the subtree of each element, the element itself excluded, named by the paper's symbols.

    For a text leaf they are the leaf's own counts.
    """

    C: Floats
    """characters"""
    T: Floats
    """tags"""
    LC: Floats
    """characters in links"""
    LT: Floats
    """link tags"""

    @classmethod
    def of(cls, page: Page) -> Counts:
        """Count over every subtree at once."""
        return cls(*subtree_counts(page.tag, page.end, page.chars, LINKS))

    def at(self, rows: Ints) -> Counts:
        """The counts of some rows; the first of them must be BODY."""
        return Counts(self.C[rows], self.T[rows], self.LC[rows], self.LT[rows])


def text_density(counts: Counts) -> Floats:
    """TD = C / T for every element (definition 1)."""
    density: Floats = counts.C / np.maximum(counts.T, 1)
    return density


def composite_density(counts: Counts, mode: str = "author") -> Floats:
    """CTD = (C/T) * ln(C/LC * T/LT) / ln(ln(C*LC/NLC + LCb/Cb*C + e)) for every element (definition 2).

    Zeros: the author's code replaces T, LC, LT and NLC = C - LC by 1 everywhere; the paper's text does so only in
    denominators (``mode="paper"``).
    """
    outer, inner = density_steps.composite_terms(counts.C, counts.T, counts.LC, counts.LT, mode == "author")
    return density_steps.composite_densities(counts.C, counts.T, np.log(outer), np.log(np.log(inner)))


def text_run_density(length: Floats, body_ratio: float) -> Floats:
    """The composite density of a run of plain text, as if it were an element without links."""
    if body_ratio == 0:
        return np.zeros_like(length)
    inner = np.log(np.log(body_ratio * length + np.e))
    return np.divide(length * np.log(np.maximum(length, 1)), inner, out=np.zeros_like(length), where=length > 0)


class _DensitySum(ABC):
    """The common part of CETD-DS and CECTD-DS: threshold and extraction by DensitySum."""

    needs: ClassVar[frozenset[str]] = frozenset()
    # A wrapper adds one tag to BODY, whose density is part of the threshold.
    wrapper_invariant: ClassVar[bool] = False

    def __init__(
        self,
        *,
        lambda_: float = 1.0,
        mode: str = "author",
        paper_sum: bool = False,
        drop_ancestor_text: bool = False,
    ) -> None:
        self.lambda_ = require_number("lambda_", lambda_, 0)
        self.mode = require_choice("mode", mode, ("author", "paper"))
        self.paper_sum = paper_sum
        self.drop_ancestor_text = drop_ancestor_text

    @abstractmethod
    def _density(self, counts: Counts) -> Floats: ...

    @abstractmethod
    def _run_density(self, length: Floats, body_ratio: float) -> Floats: ...

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        return self._select(page, Counts.of(page))

    def _select(self, page: Page, counts: Counts) -> Selection:
        density = np.where(page.is_element, self._density(counts), 0.0)
        density_sum = self._density_sum(page, counts, density)
        best = subtree_argmax(page.parent, page.is_element, density_sum)
        threshold = self.lambda_ * density[_path_to_body(page, int(best[0]))].min()
        content = density_steps.dense_content(
            *(page.parent, page.end, page.is_element, density, best, threshold, not self.drop_ancestor_text)
        )
        why = {"density": density, "density_sum": density_sum, "threshold": threshold}
        score, outermost = _score(page, density, threshold), content[1].nonzero()[0]
        return Selection.of_leaves(page, content[0], score=score, roots=outermost, why=why)

    def _density_sum(self, page: Page, counts: Counts, density: Floats) -> Floats:
        """DensitySum of every element. Direct text counts like a child, else text separated by BR would be lost."""
        leaves = page.leaves
        of_runs = self._run_density(counts.C[leaves], counts.LC[0] / max(counts.C[0], 1))
        return density_steps.density_sums(
            *(page.parent, page.is_element, density, counts.T, leaves, of_runs, not self.paper_sum)
        )


class CetdDs(_DensitySum):
    """Plain text density with DensitySum.

    ``lambda_``: factor on the threshold. ``paper_sum``: sum over child elements only, as printed in the paper.
    ``drop_ancestor_text``: drop text that is a direct child of an ancestor of the content.

    >>> from dehusk import parse
    >>> menu = "<ul><li><a>Home</a><li><a>World</a></ul>"
    >>> html = menu + "<div><p>" + "long text " * 20 + "<p>" + "more text " * 20
    >>> CetdDs().select(parse(html)).roots.tolist()
    [8]
    """

    name: ClassVar[str] = "cetd-ds"
    description: ClassVar[str] = "text density with DensitySum (Sun, Song & Liao 2011)"

    def _density(self, counts: Counts) -> Floats:
        return text_density(counts)

    def _run_density(self, length: Floats, body_ratio: float) -> Floats:  # noqa: ARG002
        return length


class CectdDs(_DensitySum):
    """Composite text density with DensitySum, the paper's headline system; parameters as :class:`CetdDs`.

    ``mode``: how zeros in the composite density are treated, as by the ``author`` or as in the ``paper``.

    >>> from dehusk import parse
    >>> menu = "<ul><li><a>Home</a><li><a>World</a></ul>"
    >>> html = menu + "<div><p>" + "long text " * 20 + "<p>" + "more text " * 20
    >>> CectdDs().select(parse(html)).roots.tolist()
    [8]
    """

    name: ClassVar[str] = "cectd-ds"
    description: ClassVar[str] = "composite text density with DensitySum (Sun, Song & Liao 2011)"

    def select(self, page: Page) -> Selection:
        """Decide what is content; a page without links is kept completely, as the paper says."""
        counts = Counts.of(page)
        if counts.LC[0] == 0:
            return Selection.of_rows(page, np.zeros(1, dtype=np.intp))
        return self._select(page, counts)

    def _density(self, counts: Counts) -> Floats:
        return composite_density(counts, self.mode)

    def _run_density(self, length: Floats, body_ratio: float) -> Floats:
        return text_run_density(length, body_ratio)


class CectdS:
    """Composite text density with smoothing over siblings.

    The paper gives neither weights nor code: ours are 1, 2, 1. ``lambda_``: factor on the threshold.
    ``mode`` as in :class:`CectdDs`.

    >>> from dehusk import parse
    >>> html = "<p><a>Home</a><p>" + "long text " * 20 + "<p>" + "more text " * 20
    >>> page = parse(html)
    >>> len(page.leaves[CectdS().select(page).keep[page.leaves]])
    2
    """

    name: ClassVar[str] = "cectd-s"
    description: ClassVar[str] = "composite text density, smoothed with our weights (Sun, Song & Liao 2011)"
    needs: ClassVar[frozenset[str]] = frozenset()
    # A wrapper adds one tag to BODY, whose density is the threshold.
    wrapper_invariant: ClassVar[bool] = False

    def __init__(self, *, lambda_: float = 1.0, mode: str = "author") -> None:
        self.lambda_ = require_number("lambda_", lambda_, 0)
        self.mode = require_choice("mode", mode, ("author", "paper"))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        counts = Counts.of(page)
        if counts.LC[0] == 0:
            return Selection.of_rows(page, np.zeros(1, dtype=np.intp))
        density = composite_density(counts, self.mode)
        threshold = self.lambda_ * density[0]
        smoothed = smooth(page, density)
        keep = smoothed[page.parent] >= threshold
        why = {"density": density, "smoothed": smoothed, "threshold": threshold}
        return Selection.of_leaves(page, keep, score=_score(page, smoothed, threshold), why=why)


def smooth(page: Page, density: Floats) -> Floats:
    """(d(previous) + 2 d + d(next)) / 4 over sibling elements, weights renormalised at the ends."""
    rows = np.flatnonzero(page.is_element)
    rows = rows[np.argsort(page.parent[rows], kind="stable")]
    d = density[rows]
    same = page.parent[rows][1:] == page.parent[rows][:-1]
    total, weight = 2 * d, np.full(len(rows), 2.0)
    total[1:] += d[:-1] * same
    total[:-1] += d[1:] * same
    weight[1:] += same
    weight[:-1] += same
    smoothed = np.zeros(len(page))
    smoothed[rows] = total / weight
    return smoothed


def _path_to_body(page: Page, row: int) -> list[int]:
    path = [row]
    while row > 0:
        row = int(page.parent[row])
        path.append(row)
    return path


def _score(page: Page, density: Floats, threshold: float) -> Floats:
    """A leaf's score: d / (d + threshold), where d is its parent's density."""
    return density_steps.parent_scores(page.parent, page.chars, density, threshold)
