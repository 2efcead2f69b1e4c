"""The report of a run: one self-contained HTML file that loads nothing from elsewhere.

Needs the ``bench`` extra (rapidfuzz).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.bench.report.charts import histogram, scatter, score_shares
from dehusk.bench.report.data import Report, load
from dehusk.bench.report.how_made import made_section
from dehusk.bench.report.report_tables import groups, ranking
from dehusk.bench.report.worst import MOST, worst_pages
from dehusk.bench.run_history import noted_commands
from dehusk.pictures.markup import Markup, element, join
from dehusk.pictures.picture_html import html_document
from dehusk.pictures.svg import asset
from dehusk.pictures.write import write_file

if TYPE_CHECKING:
    from dehusk.bench.report.data import ExtractorReport

__all__ = ["report_html", "write_report"]


def write_report(run_dir: Path, out: Path) -> None:
    """Write the report of a run directory to an HTML file.

    It contains excerpts of the pages and of their gold; publish it only if these may be published.

    >>> write_report(Path("no-such-run"), Path("report.html"))
    Traceback (most recent call last):
    dehusk.bench.store.RunError: no-such-run: not a run directory; ...
    """
    write_file(out, report_html(load(run_dir)))


def report_html(report: Report) -> str:
    """Make the report as a self-contained HTML document.

    >>> import tempfile
    >>> from dehusk.bench.store import Result, RunWriter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RunWriter(folder) as writer:
    ...         writer.add(Result(extractor="arias", dataset="mine", id="1", f1=0.5), "The text.")
    ...     html = report_html(load(Path(folder)))
    >>> html.count("<table"), "http" in html.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    (2, False)
    """
    extractors = report.extractors
    title = f"Benchmark {report.run.directory.resolve().name}"
    by = [
        groups(extractors, "collection", "collection"),
        groups(extractors, "lang", "language"),
        groups(extractors, "type", "page type"),
    ]
    return html_document(
        title,
        _header(report, title),
        _section(
            "Ranking",
            _RANKING,
            element("div", ranking(extractors), class_="wide"),
        ),
        _section("Accuracy against speed", _SCATTER, element("div", scatter(extractors), class_="wide")),
        _section("Groups of pages", _GROUPS, *by) if any(by) else None,
        _section("Distribution of page scores", _HISTOGRAMS, _histograms(extractors)),
        made_section(report),
        _section("Worst pages", f"The {MOST} pages with the lowest F1 of each extractor.", worst_pages(report)),
        style=asset("report.css", __name__),
        script=asset("report.js", __name__),
    )


_RANKING = (
    "F1 is the word LCS F1, averaged over the pages of each collection and then over collections, with its 95% "
    "bootstrap interval. Click a column header to sort."
)
_GROUPS = "Mean F1 and number of pages of each group; the best value of each column is in bold."
_SCATTER = (
    "Higher is better, further left is faster. The green line is the Pareto front: no other extractor is both "
    "faster and more accurate. Times include other load on the machine."
)
_HISTOGRAMS = "Share of pages by F1; the dashed line is the median. All histograms have the same scale."


def _header(report: Report, title: str) -> Markup:
    collections = {result.dataset for each in report.extractors for result in each.scored}
    dates = sorted({each.date for each in noted_commands(report.run.directory)})
    measured = f", measured {' to '.join(dict.fromkeys([dates[0], dates[-1]]))}" if dates else ""
    facts = (
        f"{len(report.extractors)} extractors, {report.pages:,} pages with gold text of {len(collections)} "
        f"collection{'s' * (len(collections) != 1)} ({', '.join(sorted(collections))}){measured}."
    )
    uneven = len({len(extractor.scored) for extractor in report.extractors}) > 1
    return element(
        "header",
        element("h1", title),
        element("p", facts, class_="soft"),
        element(
            "p",
            element("span", class_="kind ours"),
            "methods of dehusk \u2003",
            element("span", class_="kind peer"),
            "peers",
            class_="soft",
        ),
        element("p", "Not every extractor was run on every page: see the column “pages”.", class_="failed")
        if uneven
        else None,
        element("p", f"No scored page yet: {', '.join(report.unscored)}.", class_="failed")
        if report.unscored
        else None,
    )


def _section(title: str, lead: str, *body: str | None) -> Markup:
    return element("section", element("h2", title), element("p", lead, class_="soft"), *body)


def _histograms(extractors: list[ExtractorReport]) -> Markup:
    highest = max(share for extractor in extractors for share in score_shares(extractor))
    return element("div", join(*(histogram(each, highest) for each in extractors)), class_="small-multiples")
