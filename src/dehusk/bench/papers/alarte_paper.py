"""Alarte & Silva (2020): tables 1 to 6, figure 2, and the statistics of section 3.1."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.bench.papers.alarte_ratios import ABLATIONS
from dehusk.bench.papers.alarte_statistics import page_statistics, statistics_table
from dehusk.bench.papers.cetd_paper import METRICS as CETD_METRICS
from dehusk.bench.papers.cetd_paper import SYSTEMS as CETD_SYSTEMS
from dehusk.bench.papers.cetd_paper import published as published_by_cetd
from dehusk.bench.papers.experiment import (
    GridSweep,
    NotRemade,
    Paper,
    ScoreTable,
    Sweep,
    nothing_measured,
    read_numbers,
)
from dehusk.bench.papers.findings import Cell, ComparisonTable, Finding, PointChart
from dehusk.bench.papers.paper_results import Needs, all_pages, has_gold, has_nodes
from dehusk.methods.alarte import Alarte
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dehusk.bench.papers.paper_results import PaperResults

_NODES = {"node R": "node_recall", "node P": "node_precision", "node F1": "nodes"}
_WORDS = {"word R": "node_word_recall", "word P": "node_word_precision", "word F1": "node_words"}
_SCORES = {**_NODES, **_WORDS}
_TIMED = {**_SCORES, "seconds": "seconds"}
_COLUMNS = "node_R node_P node_F1 word_R word_P word_F1"

_TABLE_1 = read_numbers(
    """
    1 85.14 73.24 69.93 88.40 82.21 79.75
    2 85.77 83.43 77.82 88.42 87.86 83.03
    3 83.16 91.94 82.95 87.95 94.69 87.65
    4 80.33 93.73 81.80 84.85 95.70 85.77
    5 78.65 90.93 78.37 82.13 92.43 82.10
    6 72.23 82.61 66.75 74.74 86.47 74.07
    7 66.68 81.17 59.31 69.62 84.54 68.40
    8 72.16 81.17 64.03 75.40 84.54 72.92
    """,
    _COLUMNS,
    0.01,
)
_TABLE_2 = read_numbers(
    """
    1.25 81.52 93.36 83.13 85.84 95.69 87.31
    1.5  82.99 93.38 83.96 87.12 95.69 88.02
    2    82.99 93.38 83.96 87.12 95.69 88.02
    3    82.99 93.38 83.96 87.12 95.69 88.02
    none 83.16 91.94 82.95 87.95 94.69 87.65
    """,
    _COLUMNS,
    0.01,
)
_TABLE_4 = """
    SST     65.10  47.42 51.66  72.64  59.92 61.26 18.75
    RTDM-TD 99.39  51.53 63.10  99.98  67.35 77.57  7.27
    IWPTD   70.29  61.86 61.94  79.28  64.33 68.78  3.64
    RBM-TD  100.00 52.45 65.10 100.00  67.84 77.84  5.87
    TemEx   90.62  81.28 83.05  94.39  88.82 90.18  4.87
    ConEx   83.91  88.07 80.93  86.13  90.57 83.06  8.47
    Alarte  84.87  91.47 84.54  88.93  95.23 90.32  0.47
"""
_SITE_METHODS = {
    "SST": "sst",
    "RTDM-TD": "rtdm-td",
    "IWPTD": "iwptd",
    "RBM-TD": "rbm-td",
    "TemEx": "temex",
    "ConEx": "conex",
    "Alarte": "alarte",
}
_TABLE_5 = """
    WLR      78.25 92.62 78.89 90.15 79.71 97.12 81.71 85.49
    CEHTD-DS 94.52 97.80 90.26 93.39 96.00 98.48 95.57 95.15
    Alarte   92.57 92.79 79.47 96.71 92.28 97.42 93.42 92.09
"""
_TABLE_6 = """
    BTE         79 79 89 83
    CRF         82 87 81 84
    Default-ext 80 89 75 81
    Article-ext 72 91 59 71
    Largest-ext 60 83 36 52
    Unfluff     71 90 57 70
    Web2Text    84 88 85 86
    Alarte      83 83 90 87
"""
_TR = (1.25, 1.5, 2.0, 3.0)
_HR = (1, 2, 3, 4, 5, 6, 7, 8)


def _threshold_name(tr: float, hr: float) -> str:
    return "alarte" if (tr, hr) == (1.5, 7) else f"alarte:tr={tr:g},hr={hr:g}"


@dataclass(frozen=True)
class LinkGroups:
    """Table 2: for each tr the best hr, and the scores without post-processing.

    >>> LinkGroups().name
    'table 2'
    """

    name: str = "table 2"
    title: str = "The thresholds tr and hr of the post-processing; for each tr the best hr"
    needs: Needs = has_nodes
    without: str = "alarte:c=3,postprocess=false"

    @property
    def extractors(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return (*(_threshold_name(tr, hr) for tr in _TR for hr in _HR), self.without)

    def find(self, measured: PaperResults) -> Finding:
        """One table; the row names the values of hr that are the best."""
        rows = {}
        for tr in _TR:
            by_hr = {hr: self._scores(measured, _threshold_name(tr, hr)) for hr in _HR}
            best = max((scores["node F1"] or 0.0) for scores in by_hr.values())
            equal = [hr for hr, scores in by_hr.items() if scores["node F1"] == best]
            if not equal:
                return Finding(missing=nothing_measured(self.needs))
            rows[f"{tr:g} ({', '.join(map(str, equal))})"] = self._cells(by_hr[equal[0]], f"{tr:g}")
        rows["no post-processing"] = self._cells(self._scores(measured, self.without), "none")
        table = ComparisonTable(corner="tr (best hr)", columns=tuple(_SCORES), rows=rows)
        return Finding(tables=[table], note="In the paper the best hr is 7 or 8 for every tr.")

    def _scores(self, measured: PaperResults, extractor: str) -> dict[str, float | None]:
        return {name: measured.score(extractor, metric, self.needs) for name, metric in _SCORES.items()}

    @staticmethod
    def _cells(scores: Mapping[str, float | None], row: str) -> tuple[Cell, ...]:
        return tuple(Cell(scores[name], _TABLE_2.get((row, name))) for name in _SCORES)


@dataclass(frozen=True)
class SiteTable:
    """Table 4: methods that see several pages of a site.

    >>> SiteTable().site_methods[0]
    'sst'
    """

    name: str = "table 4"
    title: str = "Methods that see several pages of a site"
    needs: Needs = has_nodes
    extractors: tuple[str, ...] = ()

    @property
    def site_methods(self) -> tuple[str, ...]:
        """What is measured on the pages of sites with labelled nodes."""
        return (*_SITE_METHODS.values(), "grain-site")

    def find(self, measured: PaperResults) -> Finding:
        """One table, of all pages of these sites, not only of the sample."""
        if measured.sites is None:
            return Finding(missing="no given collection has labelled nodes on several pages of a site (TECO)")
        printed = read_numbers(_TABLE_4, f"{_COLUMNS} seconds")
        rows = {}
        for system, name in {**_SITE_METHODS, "grain-site (ours)": "grain-site"}.items():
            scores = measured.of_sites(name, _TIMED)
            numbers = {key: printed.get((system, key)) for key in _TIMED}
            scaled = {key: value / 100 if value and key != "seconds" else value for key, value in numbers.items()}
            rows[system] = tuple(Cell(scores.get(key), scaled[key]) for key in _TIMED)
        table = ComparisonTable(corner="system", columns=tuple(_TIMED), rows=rows)
        return Finding(tables=[table], note="Seconds are those of other computers, and of JavaScript in a browser.")


@dataclass(frozen=True)
class RatedNodes:
    """Figure 2: the time over the number of rated nodes.

    >>> RatedNodes().name
    'figure 2'
    """

    name: str = "figure 2"
    title: str = "Time over the number of rated nodes"
    needs: Needs = has_gold
    extractors: tuple[str, ...] = ()

    def find(self, measured: PaperResults) -> Finding:
        """One point per page; the time is that of the method alone, on a parsed page."""
        points = []
        method = Alarte()
        for labelled in measured.pages(self.needs):
            page = parse(labelled.html)
            started = time.perf_counter()
            selection = method.select(page)
            seconds = time.perf_counter() - started
            if "rated" in selection.why:
                points.append((float(len(selection.why["rated"])), 1000 * seconds))
        chart = PointChart(title=self.title, x="rated nodes", y="ms", points=points)
        return Finding(
            charts=[chart] if points else [],
            note="The paper's program compares all pairs of nodes (quadratic); its times reach 8 s at 7,321 nodes.",
            missing="" if points else nothing_measured(self.needs),
        )


@dataclass(frozen=True)
class RatioStatistics:
    """Section 3.1: what the four ratios and criterion 3 rest on.

    >>> RatioStatistics().name
    'section 3.1'
    """

    name: str = "section 3.1"
    title: str = "Statistics behind the four ratios and criterion 3"
    needs: Needs = has_gold
    extractors: tuple[str, ...] = ()

    def find(self, measured: PaperResults) -> Finding:
        """One table."""
        return Finding(tables=[statistics_table([page_statistics(page) for page in measured.pages(self.needs)])])


@dataclass(frozen=True)
class PageTable:
    """Table 3: scores of each page, of which the average is compared.

    >>> PageTable().extractors
    ('alarte',)
    """

    name: str = "table 3"
    title: str = "Scores of retrieved nodes and words"
    needs: Needs = has_nodes
    extractors: tuple[str, ...] = ("alarte",)

    def find(self, measured: PaperResults) -> Finding:
        """One row per collection, and the average over all pages."""
        printed = {"node R": 0.8487, "node P": 0.9147, "node F1": 0.8454}
        printed |= {"word R": 0.8893, "word P": 0.9523, "word F1": 0.9032, "seconds": 0.75}
        groups = {
            key: measured.scores("alarte", metric, self.needs, lambda result: (result.dataset, *all_pages(result)))
            for key, metric in _TIMED.items()
        }
        names = sorted(groups["node F1"], key=lambda name: (name == "all", name))
        if not names:
            return Finding(missing=nothing_measured(self.needs))
        rows = {
            name: tuple(Cell(groups[key].get(name), printed[key] if name == "all" else None) for key in _TIMED)
            for name in names
        }
        table = ComparisonTable(corner="collection", columns=tuple(_TIMED), rows=rows)
        note = "The paper lists 50 pages of TECO; its average is compared with ours over all pages with labelled nodes."
        return Finding(tables=[table], note=note)


def _table_5() -> ScoreTable:
    sources = "CleanEval-Eng NYTimes Yahoo! Wikipedia BBC Ars_Technica Chaos mean"
    own = {
        (system, source, "F1"): number
        for (system, source), number in read_numbers(_TABLE_5, sources, 0.01).items()
    }  # fmt: skip
    return ScoreTable(
        name="table 5",
        title="F1 by the metric of CETD, by source",
        systems={**CETD_SYSTEMS, "WLR": "wlr", "Alarte": "alarte"},
        metrics={"F1": CETD_METRICS["F1"]},
        by="source",
        published={**published_by_cetd("F1"), **own},
        note="CEHTD-DS is not implemented: its formula for the weight of a leaf was not found.",
    )


def _table_6() -> ScoreTable:
    metrics = {
        "accuracy": "label_accuracy",
        "P": "label_precision",
        "R": "label_recall",
        "F1": "labels",
    }
    numbers = read_numbers(_TABLE_6, "accuracy P R F1", 0.01)
    return ScoreTable(
        name="table 6",
        title="Labels of text leaves, by the metric of Web2Text",
        systems={
            "BTE": "bte",
            "CRF": "crf",
            "Default-ext": "boilerpipe-default",
            "Article-ext": "boilerpipe-article",
            "Largest-ext": "boilerpipe-largest",
            "Unfluff": "unfluff",
            "Web2Text": "web2text:weights=cleaneval",
            "Alarte": "alarte",
        },
        metrics=metrics,
        published={(system, "all", metric): number for (system, metric), number in numbers.items()},
        prefer="cleaneval",
        note="Published: the official test pages of CleanEval.",
    )


ALARTE = Paper(
    name="alarte",
    citation="Alarte & Silva (2020): Page-level main content extraction from heterogeneous webpages",
    experiments=(
        NotRemade(name="figures 1, 3", title="Pages and their extracted content", reason="illustrations"),
        RatioStatistics(),
        ScoreTable(
            name="section 3.2",
            title="With fewer than four ratios",
            systems={
                "all four": "alarte",
                **{name.removeprefix("alarte-").replace("-", " "): name for name in ABLATIONS},
            },
            metrics=_SCORES,
            needs=has_nodes,
            note="The paper has no such table; it says that the four together distinguish the nodes.",
        ),
        Sweep(
            name="table 1",
            title="The number c of candidates",
            parameter="c",
            systems={c: f"alarte:c={c},postprocess=false" for c in range(1, 9)},
            metrics=_SCORES,
            chosen=3,
            published={(float(row), column): number for (row, column), number in _TABLE_1.items()},
            needs=has_nodes,
            by_source=False,
            in_chart=("node F1", "word F1"),
            note="Without post-processing. Published: 15 training pages of TECO.",
        ),
        LinkGroups(),
        GridSweep(
            name="table 2, all values",
            title="The thresholds tr and hr: F1 of retrieved nodes",
            parameters=("tr", "hr"),
            systems={(tr, hr): _threshold_name(tr, hr) for tr in _TR for hr in _HR},
            metric="nodes",
            chosen=(1.5, 7),
            needs=has_nodes,
            by_source=False,
        ),
        PageTable(),
        RatedNodes(),
        SiteTable(),
        _table_5(),
        _table_6(),
    ),
)
