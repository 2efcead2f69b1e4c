"""The report's tables: the ranking, and mean F1 by collection, language and page type."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.bench.standings import GROUPINGS, METRICS
from dehusk.pictures.markup import Markup, element, join, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.bench.report.data import ExtractorReport
    from dehusk.bench.store import Result

_MOST_GROUPS = 12
_FEWEST_PAGES = 5


class _Column(NamedTuple):
    """A column of the ranking: its header, the value to sort by, its number format, and its meaning."""

    head: str
    value: Callable[[ExtractorReport], float]
    form: str
    meaning: str


_COLUMNS = (
    _Column("all pages", lambda each: each.standing.overall, "{:.3f}", "mean F1 over all pages"),
    _Column(
        "precision",
        lambda each: each.standing.scores["precision"],
        "{:.3f}",
        "share of the extracted words that are in the gold",
    ),
    _Column(
        "recall",
        lambda each: each.standing.scores["recall"],
        "{:.3f}",
        "share of the gold words that were extracted",
    ),
    _Column("median F1", lambda each: each.median, "{:.3f}", "half of the pages have a higher F1"),
    _Column("bad pages", lambda each: each.bad, "{:.1%}", "pages with an F1 below 0.5"),
    _Column(
        "snippets",
        lambda each: each.standing.scores["snippets"],
        "{:.3f}",
        "F1 of sentences that must and must not be extracted",
    ),
    _Column("ms per page", lambda each: each.standing.milliseconds, "{:,.2f}", "mean time per page"),
    _Column("errors", lambda each: each.standing.errors, "{:,.0f}", "pages on which it failed or timed out"),
    _Column("pages", lambda each: len(each.scored), "{:,.0f}", "pages with gold text"),
)


def ranking(extractors: list[ExtractorReport]) -> Markup:
    """The table of all extractors, the best first; a click on a column header sorts it.

    >>> from dehusk.bench.report.data import ExtractorReport
    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="<arias>", dataset="a", id="1", f1=0.5)]
    >>> one = ExtractorReport(rows, *standings({"<arias>": rows}))
    >>> "&lt;arias&gt;" in ranking([one])
    True
    """
    columns = [column for column in _COLUMNS if any(np.isfinite(column.value(each)) for each in extractors)]
    heads = [
        _head("", "rank by F1", numeric=True),
        _head("extractor", "its name"),
        _head("F1", "mean over collections of the pages' word LCS F1, with its 95% interval", numeric=True),
        *(_head(column.head, column.meaning, numeric=True) for column in columns),
    ]
    low = min(0.9, math.floor(10 * min(each.standing.low for each in extractors)) / 10)
    rows = [_ranked(place, each, columns, low) for place, each in enumerate(extractors, 1)]
    return element("table", element("thead", element("tr", *heads)), element("tbody", *rows), class_="sortable ranking")


def _ranked(place: int, extractor: ExtractorReport, columns: list[_Column], low: float) -> Markup:
    cells = []
    for column in columns:
        value = column.value(extractor)
        text = column.form.format(value) if np.isfinite(value) else "–"
        cells.append(element("td", text, data_value=repr(float(np.nan_to_num(value))), class_="number"))
    return element(
        "tr",
        element("td", str(place), data_value=place, class_="number soft"),
        element("td", name_of(extractor), data_value=extractor.name),
        element("td", _interval(extractor, low), data_value=repr(extractor.standing.macro), class_="f1"),
        *cells,
    )


def name_of(extractor: ExtractorReport) -> Markup:
    """An extractor's name with a symbol: a circle for methods of dehusk, a diamond for peers.

    >>> from dehusk.bench.report.data import ExtractorReport
    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="trafilatura", dataset="a", id="1", f1=0.5)]
    >>> name_of(ExtractorReport(rows, *standings({"trafilatura": rows})))
    '<span class="kind peer" title="peer"></span><span class="name" title="">trafilatura</span>'
    """
    kind = "ours" if extractor.ours else "peer"
    return join(
        element("span", class_=f"kind {kind}", title=kind),
        element("span", extractor.name, class_="name", title=extractor.version),
    )


def _interval(extractor: ExtractorReport, low: float) -> Markup:
    """The score and its interval, on an axis that is the same in all rows."""
    standing = extractor.standing
    start, stop, middle = (100 * (end - low) / (1 - low) for end in (standing.low, standing.high, standing.macro))
    where = f"--start:{start:.2f}%;--stop:{stop:.2f}%;--middle:{middle:.2f}%"
    note = f"{standing.low:.3f} to {standing.high:.3f}"
    kind = "ours" if extractor.ours else "peer"
    whisker = element("span", class_=f"whisker {kind}", style=where, title=note)
    return element("div", element("b", f"{standing.macro:.3f}"), whisker)


def groups(extractors: list[ExtractorReport], by: str, name: str) -> Markup | None:
    """F1 of every extractor in every group of pages, as bars; None if there is only one group.

    All collections are shown; of languages and page types, the twelve with the most pages.

    >>> from dehusk.bench.report.data import ExtractorReport
    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="a", dataset=name, id=str(i), f1=0.5) for name in "xy" for i in range(5)]
    >>> groups([ExtractorReport(rows, *standings({"a": rows}))], "collection", "collection").count("<tr>")
    2
    """
    key = GROUPINGS[by]
    sizes = Counter({result.key: key(result) for each in extractors for result in each.scored}.values())
    known = [group for group, size in sizes.most_common() if group != "unknown" and size >= _FEWEST_PAGES]
    shown = sorted(sizes) if by == "collection" else known[:_MOST_GROUPS]
    if len(shown) < 2:
        return None
    means = [_means(extractor, key) for extractor in extractors]
    best = {group: max(row.get(group, 0.0) for row in means) for group in shown}
    heads = [
        _head("extractor", "its name"),
        *(_head(group, f"{sizes[group]:,} pages", numeric=True, below=f"{sizes[group]:,}") for group in shown),
    ]
    rows = [
        element(
            "tr",
            element("td", name_of(extractor), data_value=extractor.name),
            *(_cell(row.get(group), best[group], ours=extractor.ours) for group in shown),
        )
        for extractor, row in zip(extractors, means, strict=True)
    ]
    left_out = sum(sizes.values()) - sum(sizes[group] for group in shown)
    note = f"Left out: {left_out:,} pages of unknown or rare groups."
    head, body = element("thead", element("tr", *heads)), element("tbody", *rows)
    return join(
        element("h3", f"By {name}"),
        element("div", element("table", head, body, class_="sortable groups"), class_="wide"),
        element("p", note, class_="soft small") if left_out else None,
    )


def _means(extractor: ExtractorReport, key: Callable[[Result], str]) -> dict[str, float]:
    results: defaultdict[str, list[Result]] = defaultdict(list)
    for result in extractor.scored:
        results[key(result)].append(result)
    return {group: METRICS["f1"].of(rows) for group, rows in results.items()}


def _cell(value: float | None, best: float, *, ours: bool) -> Markup:
    if value is None:
        return element("td", "–", data_value="-1", class_="number soft")
    text = element("b", f"{value:.3f}") if value >= best else f"{value:.3f}"
    bar = element("span", text, class_=f"cell {'ours' if ours else 'peer'}", style=f"--share:{number(100 * value)}%")
    return element("td", bar, data_value=repr(value), class_="number")


def _head(name: str, meaning: str, *, numeric: bool = False, below: str | None = None) -> Markup:
    """A column header that sorts the table when clicked; numbers in descending order first."""
    return element(
        "th",
        element("button", name, element("small", below) if below else None, type="button", title=meaning),
        class_="number" if numeric else None,
        scope="col",
    )
