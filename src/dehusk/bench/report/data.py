"""The data of a report, read from a run; the only module of the report that reads the run directory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.standings import Standing, standings
from dehusk.bench.store import Result, Run, RunError

if TYPE_CHECKING:
    from dehusk.page.arrays import Floats

_BAD = 0.5


@dataclass(frozen=True)
class ExtractorReport:
    """An extractor's results, its standing, and the values that the report shows about it.

    >>> rows = [Result(extractor="arias", dataset="a", id="1", f1=0.5, version="dehusk 1.0")]
    >>> ExtractorReport(rows, standings({"arias": rows})[0]).ours
    True
    """

    results: list[Result]
    standing: Standing

    @property
    def name(self) -> str:
        """The extractor's name."""
        return self.standing.extractor

    @property
    def ours(self) -> bool:
        """Whether it is a method of dehusk rather than a peer."""
        return self.version.startswith("dehusk ")

    @property
    def version(self) -> str:
        """Package and version, if known."""
        return self.results[0].version

    @cached_property
    def scored(self) -> list[Result]:
        """The results on pages that have gold text."""
        return [result for result in self.results if result.f1 is not None]

    @cached_property
    def f1s(self) -> Floats:
        """The F1 of every scored page."""
        return np.array([result.f1 for result in self.scored], dtype=np.float64)

    @property
    def median(self) -> float:
        """The median F1 of the pages."""
        return float(np.median(self.f1s))

    @property
    def bad(self) -> float:
        """The share of pages with an F1 below one half."""
        return float((self.f1s < _BAD).mean())


@dataclass(frozen=True)
class Report:
    """The data of a report; the best extractor is first.

    >>> load(Path("no-such-run"))
    Traceback (most recent call last):
    dehusk.bench.store.RunError: no-such-run: not a run directory; ...
    """

    run: Run
    extractors: list[ExtractorReport]
    unscored: list[str]
    """Extractors that have no result on any page with gold text."""

    results: list[Result]
    """All results, also on pages without gold text."""

    @cached_property
    def pages(self) -> int:
        """The number of different scored pages."""
        return len({result.key for extractor in self.extractors for result in extractor.scored})

    def gold(self, result: Result) -> str | None:
        """The gold text of a page; None if the run does not have it."""
        page = self.run.pages.get(result.key)
        try:
            return self.run.gold(page) if page else None
        except RunError:
            return None

    def text(self, result: Result) -> str | None:
        """The text extracted from a page; None if the run does not have it."""
        try:
            return self.run.text(result)
        except RunError:
            return None

    def url(self, result: Result) -> str:
        """The URL of a page; empty if unknown."""
        page = self.run.pages.get(result.key)
        return page.url if page else ""


def load(directory: Path) -> Report:
    """Read a run.

    >>> import tempfile
    >>> from dehusk.bench.store import RunWriter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RunWriter(folder) as writer:
    ...         for name, f1 in (("arias", 0.5), ("cetd-ds", 0.75)):
    ...             writer.add(Result(extractor=name, dataset="mine", id="1", f1=f1), "The text.")
    ...     [extractor.name for extractor in load(Path(folder)).extractors]
    ['cetd-ds', 'arias']
    """
    run = Run(directory)
    results = {name: run.results(name) for name in run.extractors}
    found = [ExtractorReport(results[standing.extractor], standing) for standing in standings(results)]
    scored = [extractor for extractor in found if extractor.scored]
    if not scored:
        raise RunError(f"{directory}: no page with gold text has a result yet; 'dehusk bench run' makes some")
    unscored = [name for name in run.extractors if name not in {each.name for each in scored}]
    return Report(run, scored, unscored, [result for rows in results.values() for result in rows])
