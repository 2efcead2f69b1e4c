"""Arias, Deschacht & Moens (2009): tables 1 to 4, figures 2 and 3, and the choice of c1 and c2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.bench.papers.experiment import GridSweep, NotRemade, Paper, ScoreTable, nothing_measured, read_numbers
from dehusk.bench.papers.findings import BarChart, Cell, ComparisonTable, Finding
from dehusk.bench.papers.paper_results import Needs, has_gold
from dehusk.methods.arias import Arias
from dehusk.page import parse
from dehusk.pictures.markup import cut

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage
    from dehusk.bench.papers.paper_results import PaperResults

_DENSITY = "arias@hidden=keep"
_ACCB = "accb@hidden=keep"
_ALL_TEXT = "all_text"

_SCORES = read_numbers(
    """
    bbc        60.16 61.52 96.32 97.17 92.4
    chip        6.09 19.25 26.33 78.09 70.3
    economist  30.91 66.85 45.48 91.88 89.0
    espresso   69.04 77.32 82.10 89.25 87.5
    golem       8.28 50.92 15.78 92.17 95.9
    heise      46.57 61.47 72.28 96.82 91.6
    manual     11.72 40.72 20.64 53.94 41.9
    repubblica 14.77 71.95 21.57 90.74 96.8
    slashdot   10.96 11.61 29.93 53.85 17.7
    spiegel     8.86 55.86 13.39 86.84 86.1
    telepolis   5.25 83.14  5.83 89.15 90.8
    wiki       70.49 81.87 71.96 78.67 68.2
    yahoo      34.73 65.75 52.36 94.58 73.2
    zdf        14.39 67.50 25.13 82.93 92.9
    mean       28.02 58.27 41.36 84.00 78.16
    """,
    "baseline_string baseline_sequence density_string density_sequence ACCB_sequence",
    0.01,
)
_SECONDS = read_numbers(
    """
    bbc         1.0 0.361
    chip        8.0 0.314
    economist  15.0 0.294
    espresso   16.0 0.317
    golem       9.0 0.337
    heise      12.0 0.341
    manual     20.0 0.353
    repubblica 14.0 0.355
    slashdot   13.0 0.353
    spiegel    15.0 0.351
    telepolis  52.0 0.377
    wiki       28.0 0.377
    yahoo      13.0 0.315
    zdf         1.0 0.318
    mean       15.5 0.340
    """,
    "ACCB density",
)


@dataclass(frozen=True)
class PageCounts:
    """Table 1: the pages of each source and their languages.

    >>> PageCounts().name
    'table 1'
    """

    name: str = "table 1"
    title: str = "The collections: pages and languages"
    needs: Needs = has_gold
    extractors: tuple[str, ...] = ()

    def find(self, measured: PaperResults) -> Finding:
        """The number of pages by collection and language."""
        counts = Counter((page.dataset, page.lang or "unknown") for page in measured.pages(self.needs))
        langs = [lang for lang, _ in Counter({lang: 0 for _, lang in counts} | _by_language(counts)).most_common(8)]
        rows = {
            dataset: (
                Cell(sum(count for (name, _), count in counts.items() if name == dataset)),
                *(Cell(counts.get((dataset, lang))) for lang in langs),
            )
            for dataset in sorted({dataset for dataset, _ in counts})
        }
        table = ComparisonTable(corner="collection", columns=("pages", *langs), rows=rows, digits=0)
        published = (
            "The paper has 14 sources with 65 to 1,000 pages each, 9,601 in all, in English, German and Italian."
        )
        return Finding(tables=[table], note=published)


def _by_language(counts: Counter[tuple[str, str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, lang), count in counts.items():
        found[lang] += count
    return found


@dataclass(frozen=True, kw_only=True)
class DensityGraph:
    """Figures 2 and 3: the lengths of a page's strings, of a page that suits the method and of one that does not.

    >>> DensityGraph(name="figure 2", title="A page", best=True).extractors
    ('arias@hidden=keep',)
    """

    name: str
    title: str
    best: bool
    needs: Needs = has_gold
    extractors: tuple[str, ...] = (_DENSITY,)

    def find(self, measured: PaperResults) -> Finding:
        """One chart."""
        results = [result for result in measured.results(_DENSITY, self.needs) if result.f1 is not None]
        if not results:
            return Finding(missing=nothing_measured(self.needs))
        ranked = sorted(results, key=lambda result: (result.f1 or 0.0, result.bytes))
        wanted = ranked[-1 - len(ranked) // 10] if self.best else ranked[len(ranked) // 10]
        page = next(page for page in measured.pages(self.needs) if (page.dataset, page.id) == wanted.key)
        chart = _graph(page, f"{cut(page.dataset + ' ' + page.id, 60)}, word F1 {wanted.f1:.3f}")
        note = "The page at the 90th percentile of F1." if self.best else "The page at the 10th percentile of F1."
        return Finding(charts=[chart], note=note)


def _graph(labelled: LabelledPage, title: str) -> BarChart:
    why = Arias().select(parse(labelled.html, hidden="keep")).why
    first, last = why.get("region", (0, -1))
    lengths = [float(length) for length in why.get("lengths", ())]
    return BarChart(
        title=title,
        x="string",
        y="characters",
        values=lengths,
        marked=[first <= place <= last for place in range(len(lengths))],
        limit=why.get("cutoff"),
    )


def _published(column_of: dict[tuple[str, str], str]) -> dict[tuple[str, str, str], float]:
    return {
        (system, source, metric): number
        for (system, metric), column in column_of.items()
        for (source, name), number in _SCORES.items()
        if name == column
    }


ARIAS = Paper(
    name="arias",
    citation="Arias, Deschacht & Moens (2009): Language independent content extraction from web pages",
    experiments=(
        NotRemade(name="figure 1", title="A page with its main content marked", reason="an illustration"),
        PageCounts(),
        DensityGraph(name="figure 2", title="Density graph of a page that suits the method", best=True),
        ScoreTable(
            name="table 2",
            title="F1 by the longest common substring and subsequence of characters, without white space",
            systems={"baseline": _ALL_TEXT, "density": _DENSITY},
            metrics={"LCString": "lcstring", "LCSequence": "lcsequence"},
            by="source",
            rows="groups",
            published=_published(
                {
                    ("baseline", "LCString"): "baseline string",
                    ("baseline", "LCSequence"): "baseline sequence",
                    ("density", "LCString"): "density string",
                    ("density", "LCSequence"): "density sequence",
                }
            ),
            note="Baseline: all text of the page. The means of the baseline and of LCString are ours, over the rows.",
        ),
        DensityGraph(name="figure 3", title="Density graph of a page on which the method fails", best=False),
        ScoreTable(
            name="table 3",
            title="LCSequence F1 of the density method and of adapted content code blurring (ACCB)",
            systems={"baseline": _ALL_TEXT, "density": _DENSITY, "ACCB": _ACCB},
            metrics={"F1": "lcsequence"},
            by="source",
            published=_published(
                {
                    ("baseline", "F1"): "baseline sequence",
                    ("density", "F1"): "density sequence",
                    ("ACCB", "F1"): "ACCB sequence",
                }
            ),
            note="The numbers of ACCB in the paper are those of its authors, by a metric on words.",
        ),
        ScoreTable(
            name="table 4",
            title="Seconds per MB of HTML",
            systems={"ACCB": _ACCB, "density": _DENSITY},
            metrics={"s/MB": "seconds_per_megabyte"},
            by="source",
            published={(system, source, "s/MB"): number for (source, system), number in _SECONDS.items()},
            note="Other computers, so only the order of the systems can be compared.",
        ),
        GridSweep(
            name="section 4",
            title="The constants c1 and c2: LCSequence F1",
            parameters=("c1", "c2"),
            systems={
                (c1, c2): f"arias:c1={c1},c2={c2}@hidden=keep" if (c1, c2) != (0.333, 4) else _DENSITY
                for c1 in (0.1, 0.2, 0.333, 0.5, 0.7)
                for c2 in (1, 2, 3, 4, 6, 10)
            },
            metric="lcsequence",
            chosen=(0.333, 4),
            note="The paper says only that the values were chosen by hand on the pages that it reports.",
        ),
    ),
)
