"""The page of ``dehusk bench papers``: one self-contained HTML file with the tables and charts."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from dehusk.bench.papers.paper_charts import draw_chart
from dehusk.pictures.markup import Markup, element, join
from dehusk.pictures.picture_html import html_document
from dehusk.pictures.svg import asset
from dehusk.pictures.write import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from dehusk.bench.papers.findings import Cell, ComparisonTable
    from dehusk.bench.papers.paper_run import Remade

_LEAD = (
    "Every table and figure of five papers that can be measured again on the given collections. Our number stands "
    "first; the published one is below it, in grey. Where the pages are not those of the paper, only the order of the "
    "systems can be compared."
)


def write_papers(remade: Iterable[Remade], out: Path) -> None:
    """Write the page to a file.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_papers([], pathlib.Path(folder, "papers.html"))
    ...     pathlib.Path(folder, "papers.html").read_text()[:15]
    '<!DOCTYPE html>'
    """
    write_file(out, papers_html(remade))


def papers_html(remade: Iterable[Remade]) -> str:
    """The page as HTML. It contains numbers and the names of pages, no text of pages.

    >>> "<h1>" in papers_html([])
    True
    """
    by_paper = [list(group) for _, group in groupby(remade, key=lambda each: each.paper.name)]
    return html_document(
        "The five papers, measured again",
        element("header", element("h1", "The five papers, measured again"), element("p", _LEAD, class_="soft")),
        element("nav", *map(_contents, by_paper), class_="papers"),
        *map(_paper, by_paper),
        style=asset("papers.css", "dehusk.bench.papers"),
    )


def _contents(experiments: list[Remade]) -> Markup:
    paper = experiments[0].paper
    links = [
        join(", " if place else None, element("a", each.experiment.name, href=f"#{_anchor(each)}"))
        for place, each in enumerate(each for each in experiments if each.finding.remade)
    ]
    return element("p", element("a", paper.citation, href=f"#{paper.name}"), element("br"), *links, class_="small")


def _paper(experiments: list[Remade]) -> Markup:
    paper = experiments[0].paper
    left = [
        element("li", f"{each.experiment.name}, {each.experiment.title}: {each.finding.missing}")
        for each in experiments
        if not each.finding.remade
    ]
    return element(
        "section",
        element("h2", paper.citation, id=paper.name),
        *(_experiment(each) for each in experiments if each.finding.remade),
        *([element("h3", "Not repeated"), element("ul", *left, class_="soft")] if left else []),
        class_="paper",
    )


def _experiment(remade: Remade) -> Markup:
    experiment, finding = remade.experiment, remade.finding
    return element(
        "section",
        element("h3", element("span", experiment.name, class_="name"), experiment.title, id=_anchor(remade)),
        element("p", finding.note, class_="soft small") if finding.note else None,
        element(
            "div",
            *(element("div", draw_chart(chart), class_="wide") for chart in finding.charts),
            *(element("div", _caption(table), _table(table), class_="wide") for table in finding.tables),
            class_="parts",
        ),
        element("p", f"Missing: {finding.missing}.", class_="missing small") if finding.missing else None,
        class_="experiment",
    )


def _anchor(remade: Remade) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{remade.paper.name} {remade.experiment.name}".lower()).strip("-")


def _caption(table: ComparisonTable) -> Markup | None:
    return element("p", table.caption, class_="soft small") if table.caption else None


def _table(table: ComparisonTable) -> Markup:
    head = element("tr", *(element("th", name, scope="col") for name in (table.corner, *table.columns)))
    known = [cell.ours for cells in table.rows.values() for cell in cells if cell.ours is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    rows = []
    for name, cells in table.rows.items():
        row, column = table.chosen or ("", "")
        whole = row == name and not column
        body = [
            _cell(cell, table, (low, high), chosen=row == name and column == table.columns[place])
            for place, cell in enumerate(cells)
        ]
        rows.append(element("tr", element("th", name, scope="row"), *body, class_="is-chosen" if whole else None))
    return element("table", element("thead", head), element("tbody", *rows), class_="numbers")


def _cell(cell: Cell, table: ComparisonTable, span: tuple[float, float], *, chosen: bool) -> Markup:
    shown = element("span", "–", class_="none") if cell.ours is None else join(f"{cell.ours:,.{table.digits}f}")
    published = None
    if cell.published is not None:
        published = element("span", f"{cell.published:,.{table.digits}f}", class_="published", title="published")
    kinds = [kind for kind, holds in (("heat", table.shaded and cell.ours is not None), ("is-chosen", chosen)) if holds]
    style = None
    if "heat" in kinds and cell.ours is not None:
        low, high = span
        style = f"--share:{(cell.ours - low) / (high - low) if high > low else 1:.3f}"
    title = "the setting of the paper" if chosen else None
    return element("td", shown, published, class_=" ".join(kinds) or None, style=style, title=title)
