"""The pages with the lowest scores of each extractor, with a word diff of gold and extraction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.bench.report.diff import diff_markup, word_diff
from dehusk.pictures.markup import Markup, element, join

if TYPE_CHECKING:
    from dehusk.bench.report.data import ExtractorReport, Report
    from dehusk.bench.store import Result

MOST = 20


def worst_pages(report: Report, most: int = MOST) -> Markup:
    """One list of pages per extractor, of which one is visible; a page can be opened to show its diff.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from dehusk.bench.report.data import load
    >>> from dehusk.bench.store import Result, RunWriter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RunWriter(folder) as writer:
    ...         writer.add(Result(extractor="arias", dataset="mine", id="1", f1=0.5), "The text.")
    ...     worst_pages(load(Path(folder))).count("<details")
    1
    """
    names = [extractor.name for extractor in report.extractors]
    options = [element("option", name, value=place) for place, name in enumerate(names)]
    lists = [
        element("section", *_pages(report, extractor, most), class_="worst", data_extractor=place, hidden=place > 0)
        for place, extractor in enumerate(report.extractors)
    ]
    choice = element("label", "Extractor ", element("select", *options, id="worst-of"))
    return join(element("p", choice, _key()), *lists)


def _key() -> Markup:
    return element(
        "span",
        " Gold and extraction merged: ",
        element("ins", "missed", class_="missed"),
        " only in the gold, ",
        element("del", "extra", class_="extra"),
        " only in the extraction.",
        class_="soft small",
    )


def _pages(report: Report, extractor: ExtractorReport, most: int) -> list[Markup]:
    worst = sorted(extractor.scored, key=lambda result: (result.f1 or 0.0, result.key))[:most]
    return [_page(report, result) for result in worst]


def _page(report: Report, result: Result) -> Markup:
    facts = " · ".join(filter(None, (result.lang, result.type, f"{result.bytes / 1000:,.0f} kB")))
    summary = element(
        "summary",
        element("b", f"{result.f1:.3f}", class_="number"),
        element("span", str(result.key), class_="page"),
        element("span", facts, class_="soft"),
        element("span", f"P {result.precision or 0:.2f}  R {result.recall or 0:.2f}", class_="soft number"),
    )
    url = report.url(result)
    return element(
        "details",
        summary,
        element("p", url, class_="soft small url") if url else None,
        element("p", f"failed: {result.error}", class_="failed") if result.error else None,
        _diff(report, result),
    )


def _diff(report: Report, result: Result) -> Markup:
    gold, text = report.gold(result), report.text(result)
    if gold is None or text is None:
        missing = "gold text" if gold is None else "extracted text"
        return element("p", f"No comparison: the run does not have the {missing} of this page.", class_="soft small")
    return diff_markup(word_diff(gold, text))
