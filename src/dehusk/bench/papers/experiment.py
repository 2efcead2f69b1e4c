"""The kinds of experiments: a table of scores, a parameter that varies, a grid of two parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING, Literal, Protocol

from dehusk.bench.papers.findings import Cell, ComparisonTable, Finding, LineChart
from dehusk.bench.papers.paper_results import NEEDS, Needs, PaperResults, has_gold, language_of, source_of

if TYPE_CHECKING:
    from dehusk.bench.store import Result

MEAN = "mean"
"""The column of the mean over sources."""
_SPELLINGS = {"cleanevaleng": "cleaneval", "nytimes": "nyt", "wikipedia": "wiki", "arstechnica": "ars"}


class Experiment(Protocol):
    """A table or a figure of a paper.

    ``extractors``: those that must be measured on the pages that have what it ``needs``.
    """

    @property
    def name(self) -> str:
        """What the paper calls it, such as ``table 2``."""
        ...

    @property
    def title(self) -> str:
        """What it shows."""
        ...

    @property
    def needs(self) -> Needs:
        """Whether it can use a page."""
        ...

    @property
    def extractors(self) -> Sequence[str]:
        """The names of the extractors."""
        ...

    def find(self, measured: PaperResults) -> Finding:
        """The tables and charts, from the results."""
        ...


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper, and its tables and figures.

    >>> Paper(name="tea", citation="A. Leaf (2009)", experiments=()).name
    'tea'
    """

    name: str
    citation: str
    experiments: tuple[Experiment, ...]


@dataclass(frozen=True, kw_only=True)
class NotRemade:
    """A table or figure that cannot be repeated, and the reason.

    >>> NotRemade(name="figure 1", title="A page", reason="it is a photograph").find(None).missing
    'it is a photograph'
    """

    name: str
    title: str
    reason: str
    needs: Needs = has_gold
    extractors: tuple[str, ...] = ()

    def find(self, measured: PaperResults) -> Finding:  # noqa: ARG002 - nothing is measured
        """The reason."""
        return Finding(missing=self.reason)


def read_numbers(text: str, columns: str, scale: float = 1.0) -> dict[tuple[str, str], float]:
    """The numbers of a printed table by row and column; ``-`` stands for none, names have no spaces but ``_``.

    >>> read_numbers("BTE 92.22 -\\nFast_CCB 80 81", "cleaneval nyt", 0.01)
    {('BTE', 'cleaneval'): 0.9222, ('Fast CCB', 'cleaneval'): 0.8, ('Fast CCB', 'nyt'): 0.81}
    """
    found = {}
    for line in text.strip().splitlines():
        row, *numbers = line.split()
        for column, number in zip(columns.split(), numbers, strict=True):
            if number != "-":
                found[row.replace("_", " "), column.replace("_", " ")] = round(float(number) * scale, 6)
    return found


@dataclass(frozen=True, kw_only=True)
class ScoreTable:
    """Systems, metrics, and groups of pages: one number for each.

    ``systems``: extractors by the names of the paper. ``metrics``: their names by those of the paper. ``by``: how pages
    are grouped. ``rows``: what each row stands for. ``published``: by system, group and metric, in the names of the
    paper; the group is ``"all"`` without groups. ``prefer``: a collection, whose pages alone are used if it is given.
    ``baseline``: a system; the others are compared with it by the last metric.

    >>> ScoreTable(name="table 1", title="F1", systems={"BTE": "bte"}, metrics={"F1": "f1"}).extractors
    ('bte',)
    """

    name: str
    title: str
    systems: Mapping[str, str]
    metrics: Mapping[str, str]
    by: Literal["all", "source", "language"] = "all"
    rows: Literal["systems", "groups"] = "systems"
    published: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    prefer: str = ""
    baseline: str = ""
    needs: Needs = has_gold
    note: str = ""

    @property
    def extractors(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(self.systems.values())

    def find(self, measured: PaperResults) -> Finding:
        """One table."""
        measured = measured.of_dataset(self.prefer)
        scores = {
            (system, metric): self._scores(measured, extractor, name)
            for system, extractor in self.systems.items()
            for metric, name in self.metrics.items()
        }
        if not any(scores.values()):
            return Finding(missing=nothing_measured(self.needs))
        groups = self._groups(scores)
        absent = [system for system in self.systems if not any(scores[system, metric] for metric in self.metrics)]
        parts = [self.note, _elsewhere({group for _, group, _ in self.published}, groups)]
        if self.prefer:
            parts.append(f"Ours: {len(measured.sample.keys)} pages of {', '.join(measured.datasets)}.")
        if self.baseline:
            parts.append(
                f"p: Wilcoxon signed-rank test of the pages' {list(self.metrics)[-1]} against {self.baseline}."
            )
        return Finding(
            tables=[self._with_p(self._table(scores, groups), measured)],
            note=" ".join(part for part in parts if part),
            missing=f"not measured: {', '.join(absent)}" if absent else "",
        )

    def _with_p(self, table: ComparisonTable, measured: PaperResults) -> ComparisonTable:
        """The table with a column for the test against the baseline, if there is one."""
        if not self.baseline:
            return table
        *_, metric = self.metrics.values()
        rows = {}
        for system, cells in table.rows.items():
            p = measured.signed_rank_p(self.systems[system], self.systems[self.baseline], metric, self.needs)
            rows[system] = (*cells, Cell(None if system == self.baseline else p))
        return replace(table, columns=(*table.columns, "p"), rows=rows)

    def _scores(self, measured: PaperResults, extractor: str, metric: str) -> dict[str, float]:
        if self.by == "all":
            found = measured.score(extractor, metric, self.needs)
            return {} if found is None else {"all": found}
        groups: Callable[[Result], tuple[str, ...]] = source_of if self.by == "source" else language_of
        scores = measured.scores(extractor, metric, self.needs, groups)
        if self.by == "source" and scores:
            scores[MEAN] = fmean(scores.values())
        return scores

    def _groups(self, scores: Mapping[tuple[str, str], Mapping[str, float]]) -> list[str]:
        last = {MEAN: 1, "en": 2, "other than en": 3, "all": 4}
        found = dict.fromkeys(group for groups in scores.values() for group in groups)
        return sorted(found, key=lambda group: (last.get(group, 0), group))

    def _table(self, scores: Mapping[tuple[str, str], Mapping[str, float]], groups: list[str]) -> ComparisonTable:
        published = {(system, same_name(group), metric): number for (system, group, metric), number in
                     self.published.items()}  # fmt: skip

        def cell(system: str, group: str, metric: str) -> Cell:
            return Cell(scores[system, metric].get(group), published.get((system, same_name(group), metric)))

        digits = 3
        if self.rows == "systems":
            columns = [(group, metric) for group in groups for metric in self.metrics]
            names = tuple(_column(group if self.by != "all" else "", metric, len(self.metrics)) for group, metric in
                          columns)  # fmt: skip
            rows = {system: tuple(cell(system, *column) for column in columns) for system in self.systems}
            return ComparisonTable(corner="system", columns=names, rows=rows, digits=digits)
        pairs = [(system, metric) for system in self.systems for metric in self.metrics]
        names = tuple(_column(system if len(self.systems) > 1 else "", metric, len(self.metrics)) for system, metric in
                      pairs)  # fmt: skip
        by_group = {group: tuple(cell(system, group, metric) for system, metric in pairs) for group in groups}
        return ComparisonTable(corner=self.by, columns=names, rows=by_group, digits=digits)


def _column(first: str, metric: str, metrics: int) -> str:
    if not first:
        return metric
    return f"{first} {metric}" if metrics > 1 else first


def same_name(group: str) -> str:
    """A source's name as it is compared: the papers and the collections spell them differently.

    >>> same_name("CleanEval-Eng") == same_name("cleaneval"), same_name("Yahoo!")
    (True, 'yahoo')
    """
    if group in ("other than en", MEAN, "all"):
        return group
    plain = re.sub(r"[^a-z0-9]", "", group.lower())
    return _SPELLINGS.get(plain, plain)


def _elsewhere(published: set[str], groups: Sequence[str]) -> str:
    """Which groups of the paper are not among ours."""
    here = {same_name(group) for group in groups}
    missing = sorted(group for group in published if same_name(group) not in here)
    return f"Published too, but not among the given collections: {', '.join(missing)}." if missing else ""


def nothing_measured(needs: Needs) -> str:
    """Why an experiment has no result.

    >>> nothing_measured(has_gold)
    'no page of the given collections has a gold text, or no system could be run'
    """
    return f"no page of the given collections has {NEEDS[needs]}, or no system could be run"


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """Scores over the values of a parameter.

    ``systems``: extractors by value. ``chosen``: the value that the paper uses. ``published``: by value and metric.
    Scores are means over sources, as far as ``by_source`` says so, or over all pages.

    >>> Sweep(name="figure 5", title="lambda", parameter="lambda", systems={1.0: "cectd-ds"}, metrics={"F1": "f1"},
    ...     chosen=1.0).extractors
    ('cectd-ds',)
    """

    name: str
    title: str
    parameter: str
    systems: Mapping[float, str]
    metrics: Mapping[str, str]
    chosen: float
    published: Mapping[tuple[float, str], float] = field(default_factory=dict)
    needs: Needs = has_gold
    by_source: bool = True
    in_chart: tuple[str, ...] = ()
    note: str = ""

    @property
    def extractors(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(self.systems.values())

    def find(self, measured: PaperResults) -> Finding:
        """One table and one chart."""
        score = measured.mean if self.by_source else measured.score
        rows = {
            value: {metric: score(extractor, name, self.needs) for metric, name in self.metrics.items()}
            for value, extractor in self.systems.items()
        }
        if all(number is None for row in rows.values() for number in row.values()):
            return Finding(missing=nothing_measured(self.needs))
        table = ComparisonTable(
            corner=self.parameter,
            columns=tuple(self.metrics),
            rows={
                f"{value:g}": tuple(Cell(row[metric], self.published.get((value, metric))) for metric in self.metrics)
                for value, row in rows.items()
            },
            chosen=(f"{self.chosen:g}", ""),
        )
        shown = self.in_chart or tuple(self.metrics)
        chart = LineChart(
            title=self.title,
            x=self.parameter,
            y="score",
            lines={metric: [(value, number) for value, row in rows.items() if (number := row[metric]) is not None]
                   for metric in shown},
            published={metric: line for metric in shown if (line := self._published(metric))},
            chosen=self.chosen,
        )  # fmt: skip
        return Finding(tables=[table], charts=[chart], note=self.note)

    def _published(self, metric: str) -> list[tuple[float, float]]:
        return sorted((value, number) for (value, name), number in self.published.items() if name == metric)


@dataclass(frozen=True, kw_only=True)
class GridSweep:
    """A score over the values of two parameters.

    ``systems``: extractors by the values of both. ``chosen``: the values that the paper uses.

    >>> GridSweep(name="section 4", title="c1, c2", parameters=("c1", "c2"), systems={(0.333, 4): "arias"},
    ...     metric="f1", chosen=(0.333, 4)).extractors
    ('arias',)
    """

    name: str
    title: str
    parameters: tuple[str, str]
    systems: Mapping[tuple[float, float], str]
    metric: str
    chosen: tuple[float, float]
    needs: Needs = has_gold
    by_source: bool = True
    note: str = ""

    @property
    def extractors(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(self.systems.values())

    def find(self, measured: PaperResults) -> Finding:
        """One shaded table."""
        score = measured.mean if self.by_source else measured.score
        found = {values: score(extractor, self.metric, self.needs) for values, extractor in self.systems.items()}
        numbers = {values: number for values, number in found.items() if number is not None}
        if not numbers:
            return Finding(missing=nothing_measured(self.needs))
        rows, columns = (list(dict.fromkeys(values[place] for values in self.systems)) for place in (0, 1))
        best = max(numbers, key=lambda values: numbers[values])
        first, second = self.parameters
        at_chosen = numbers.get(self.chosen)
        table = ComparisonTable(
            corner=f"{first} \\ {second}",
            columns=tuple(f"{column:g}" for column in columns),
            rows={f"{row:g}": tuple(Cell(numbers.get((row, column))) for column in columns) for row in rows},
            shaded=True,
            chosen=(f"{self.chosen[0]:g}", f"{self.chosen[1]:g}"),
        )
        compared = f"; the paper's {first} {self.chosen[0]:g}, {second} {self.chosen[1]:g}: {at_chosen:.3f}"
        found_best = f"Best here: {first} {best[0]:g}, {second} {best[1]:g}: {numbers[best]:.3f}"
        note = " ".join(filter(None, (self.note, found_best + (compared if at_chosen is not None else "") + ".")))
        return Finding(tables=[table], note=note)
