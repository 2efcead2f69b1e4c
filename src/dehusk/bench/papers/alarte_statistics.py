"""The statistics of section 3.1 of Alarte & Silva (2020), which their four ratios rest on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.papers.findings import Cell, ComparisonTable
from dehusk.methods.alarte import Alarte, children_ratio
from dehusk.page import parse, tags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.page import Page
    from dehusk.page.arrays import Bools


@dataclass(frozen=True, kw_only=True)
class NodeStatistics:
    """Of one page with labelled nodes.

    ``words``: outside links, of main content and of the rest; ``nodes``: likewise. ``roots``: the outermost labelled
    elements; how many of them have more than two children, and how many are in the upper half of the tree.
    """

    words: tuple[int, int]
    nodes: tuple[int, int]
    links: tuple[int, int]
    roots: int
    wide_roots: int
    high_roots: int


@dataclass(frozen=True, kw_only=True)
class PageStatistics:
    """Of one page: whether criterion 3 holds, the share of its words that are content, and what its nodes say.

    >>> from dehusk.bench.collections import LabelledPage
    >>> found = page_statistics(LabelledPage(id="1", dataset="tea", html="<p>Tea<p>Milk", gold="Tea"))
    >>> found.criterion_3, found.content_share, found.nodes
    (False, 0.5, None)
    """

    dataset: str
    criterion_3: bool
    content_share: float
    nodes: NodeStatistics | None


def page_statistics(labelled: LabelledPage) -> PageStatistics:
    """Measure a page.

    >>> from dehusk.bench.collections import LabelledPage
    >>> html = "<ul><li><a>Home</a></ul><div><p>Steep the tea.<p>Not long.<p>Drink.</div>"
    >>> nodes = ("/html/body/div", *(f"/html/body/div/p[{n}]{end}" for n in (1, 2, 3) for end in ("", "/text()")))
    >>> page = LabelledPage(id="1", dataset="tea", html=html, gold="Steep the tea. Not long. Drink.", gold_nodes=nodes)
    >>> found = page_statistics(page).nodes
    >>> found.words, found.links, found.roots, found.wide_roots
    ((6, 0), (0, 1), 1, 1)
    """
    page = parse(labelled.html, hidden="keep")
    words = max(int(page.words.sum()), 1)
    share = min(len(labelled.gold.split()) / words, 1.0)
    wide = bool(Alarte().select(page).why.get("wide", False))
    nodes = _node_statistics(page, set(labelled.gold_nodes)) if labelled.gold_nodes else None
    return PageStatistics(dataset=labelled.dataset, criterion_3=wide, content_share=share, nodes=nodes)


def _node_statistics(page: Page, labelled: set[str]) -> NodeStatistics:
    gold = np.array([page.path(row) in labelled for row in range(len(page))], dtype=np.bool_)
    links = tags.LINK[page.tag] & page.is_element
    outside = page.words * ~page.inside(links)
    parents = page.parent.copy()
    parents[0] = 0
    roots = gold & page.is_element & ~gold[parents]
    roots[0] = False
    return NodeStatistics(
        words=_both(outside, gold),
        nodes=_both(np.ones(len(page), dtype=np.intp), gold),
        links=_both(links.astype(np.intp), gold),
        roots=int(roots.sum()),
        wide_roots=int((roots & (children_ratio(page) > 0)).sum()),
        high_roots=int((roots & (page.depth * 2 <= page.depth.max())).sum()),
    )


def _both(column: object, gold: Bools) -> tuple[int, int]:
    values = np.asarray(column)
    return int(values[gold].sum()), int(values[~gold].sum())


def statistics_table(pages: Sequence[PageStatistics]) -> ComparisonTable:
    """Our numbers beside the published ones.

    >>> list(statistics_table([]).rows)[0]
    'pages that meet criterion 3, %'
    """
    wide = [page for page in pages if page.criterion_3]
    nodes = [page.nodes for page in pages if page.nodes is not None]

    def pooled(column: str, place: int) -> int:
        return sum(getattr(each, column)[place] for each in nodes)

    roots = sum(each.roots for each in nodes)
    per_node = [_share(pooled("words", place), pooled("nodes", place)) for place in (0, 1)]
    rows = {
        "pages that meet criterion 3, %": Cell(_share(100 * len(wide), len(pages)), 16.92),
        "words of these pages that are content, %": Cell(
            _share(100 * sum(page.content_share for page in wide), len(wide)), 91.07
        ),
        "words outside links per content node": Cell(per_node[0], 2.91),
        "words outside links per other node": Cell(per_node[1], 0.68),
        "links outside the content, %": Cell(
            _share(100 * pooled("links", 1), pooled("links", 0) + pooled("links", 1)), 70.43
        ),
        "content roots with more than two children, %": Cell(
            _share(100 * sum(each.wide_roots for each in nodes), roots), 96.92
        ),
        "content roots in the upper half of the tree, %": Cell(
            _share(100 * sum(each.high_roots for each in nodes), roots), 87.69
        ),
    }
    caption = f"{len(pages)} pages, {len(nodes)} of them with labelled nodes. The paper has 65 pages of CleanEval for "
    caption += "criterion 3 (0 of 65 on TECO) and 65 of TECO for the rest."
    table_rows = {name: (cell,) for name, cell in rows.items()}
    return ComparisonTable(corner="statistic", columns=("value",), rows=table_rows, caption=caption, digits=2)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
