"""The results of the experiments: scores of extractors on the sampled pages, by group of pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import isnan
from statistics import fmean
from typing import TYPE_CHECKING

from dehusk.bench.signed_rank import signed_rank_p
from dehusk.bench.standings import METRICS
from dehusk.bench.store import Result, Run, RunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dehusk.bench.collections import LabelledPage
    from dehusk.bench.papers.page_sample import PageSample

Needs = Callable[["LabelledPage"], bool]
"""Whether an experiment can use a page."""


def has_gold(page: LabelledPage) -> bool:
    """Whether the main content is labelled as text.

    >>> from dehusk.bench.collections import LabelledPage
    >>> has_gold(LabelledPage(id="1", dataset="tea", html="<p>Tea", gold="Tea"))
    True
    """
    return bool(page.gold)


def has_nodes(page: LabelledPage) -> bool:
    """Whether the nodes of the main content are labelled.

    >>> from dehusk.bench.collections import LabelledPage
    >>> has_nodes(LabelledPage(id="1", dataset="tea", html="<p>Tea", gold="Tea"))
    False
    """
    return bool(page.gold_nodes)


def can_be_drawn(page: LabelledPage) -> bool:
    """Whether the nodes of the main content are labelled, and the page has a file with its style sheets.

    >>> from dehusk.bench.collections import LabelledPage
    >>> can_be_drawn(LabelledPage(id="1", dataset="tea", html="<p>Tea", gold="Tea"))
    False
    """
    return bool(page.gold_nodes and page.path)


NEEDS: Mapping[Needs, str] = {
    has_gold: "a gold text",
    has_nodes: "labelled nodes (TECO, drawn)",
    can_be_drawn: "labelled nodes and a file with its style sheets (drawn)",
}
"""What the pages of an experiment must have, in words."""


def source_of(result: Result) -> tuple[str, ...]:
    """The source of a page: its collection, or one of the sites of CETD's collection.

    >>> source_of(Result(extractor="arias", dataset="cetd", id="BBC/1"))
    ('BBC',)
    """
    if result.dataset == "cetd" and "/" in result.id:
        return (result.id.partition("/")[0],)
    return (result.dataset,)


def language_of(result: Result) -> tuple[str, ...]:
    """The language of a page, whether it is English, and all pages together: the columns of the GCE paper.

    >>> language_of(Result(extractor="arias", dataset="drawn", id="1", lang="ko"))
    ('ko', 'other than en', 'all')
    """
    lang = result.lang.partition("-")[0] or "unknown"
    return (lang, "all") if lang == "en" else (lang, "other than en", "all")


def all_pages(_result: Result) -> tuple[str, ...]:
    """One group.

    >>> all_pages(Result(extractor="arias", dataset="tea", id="1"))
    ('all',)
    """
    return ("all",)


def _seconds_per_megabyte(results: Sequence[Result]) -> float:
    return sum(result.seconds for result in results) / max(sum(result.bytes for result in results) / 1e6, 1e-9)


_OF_TIMES: Mapping[str, Callable[[Sequence[Result]], float]] = {
    "seconds": lambda results: fmean(result.seconds for result in results),
    "seconds_per_megabyte": _seconds_per_megabyte,
}


class PaperResults:
    """The results of a run on the pages of a sample.

    >>> import pathlib, tempfile
    >>> from dehusk.bench.papers.page_sample import PageSample
    >>> from dehusk.bench.store import RunWriter
    >>> row = '{"id": "1", "dataset": "tea", "html": "<p>Tea", "gold": "Tea"}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "tea.jsonl")
    ...     _ = path.write_text(row)
    ...     with RunWriter(folder) as writer:
    ...         writer.add(Result(extractor="arias", dataset="tea", id="1", f1=0.5), "Tea")
    ...     measured = PaperResults(Run(folder), PageSample([path]))
    ...     measured.scores("arias", "f1", has_gold, source_of), measured.scores("bte", "f1", has_gold, source_of)
    ({'tea': 0.5}, {})
    """

    def __init__(self, run: Run, sample: PageSample, sites: Run | None = None) -> None:
        self.run, self.sample, self.sites = run, sample, sites
        self._results: dict[str, list[Result]] = {}

    @cached_property
    def usable(self) -> dict[str, set[tuple[str, str]]]:
        """The keys of the sampled pages that have what an experiment needs, by the words for it."""
        found: dict[str, set[tuple[str, str]]] = {words: set() for words in NEEDS.values()}
        for page in self.sample.pages():
            for needs, words in NEEDS.items():
                if needs(page):
                    found[words].add((page.dataset, page.id))
        return found

    def pages(self, needs: Needs) -> Iterator[LabelledPage]:
        """The sampled pages that have what an experiment needs."""
        return (page for page in self.sample.pages() if needs(page))

    def results(self, extractor: str, needs: Needs) -> list[Result]:
        """The results of an extractor on the sampled pages; empty if it was not measured."""
        if extractor not in self._results:
            try:
                rows = self.run.results(extractor)
            except RunError:
                rows = []
            self._results[extractor] = [row for row in rows if row.key in self.sample.keys]
        return [row for row in self._results[extractor] if row.key in self.usable[NEEDS[needs]]]

    def scores(
        self, extractor: str, metric: str, needs: Needs, groups: Callable[[Result], tuple[str, ...]]
    ) -> dict[str, float]:
        """The score of each group of pages; groups without the labels of the metric are left out."""
        grouped: dict[str, list[Result]] = {}
        for result in self.results(extractor, needs):
            for group in groups(result):
                grouped.setdefault(group, []).append(result)
        scores = {group: self._score(metric, rows) for group, rows in grouped.items()}
        return {group: score for group, score in scores.items() if not isnan(score)}

    def score(self, extractor: str, metric: str, needs: Needs) -> float | None:
        """The score over all pages; None if the extractor was not measured."""
        return self.scores(extractor, metric, needs, all_pages).get("all")

    def mean(self, extractor: str, metric: str, needs: Needs) -> float | None:
        """The mean over sources; None if the extractor was not measured."""
        scores = self.scores(extractor, metric, needs, source_of)
        return fmean(scores.values()) if scores else None

    @cached_property
    def datasets(self) -> list[str]:
        """The names of the collections."""
        return sorted({key.dataset for key in self.sample.keys})

    def of_dataset(self, dataset: str) -> PaperResults:
        """The results on the pages of one collection alone, or all if it was not given."""
        if dataset not in self.datasets:
            return self
        return PaperResults(self.run, self.sample.of_dataset(dataset), self.sites)

    def signed_rank_p(self, extractor: str, other: str, metric: str, needs: Needs) -> float | None:
        """The p of the Wilcoxon signed-rank test on the pages of both; None if one of them was not measured."""
        of_one, of_other = (
            {result.key: self._score(metric, [result]) for result in self.results(name, needs)}
            for name in (extractor, other)
        )
        common = sorted(of_one.keys() & of_other.keys())
        return signed_rank_p([of_one[key] for key in common], [of_other[key] for key in common]) if common else None

    def of_sites(self, name: str, metrics: Mapping[str, str]) -> dict[str, float]:
        """The scores of a site method, or of a method beside it, on all pages of the sites that were measured."""
        if self.sites is None or name not in self.sites.extractors:
            return {}
        results = [result for result in self.sites.results(name) if result.node_f1 is not None]
        return {key: self._score(metric, results) for key, metric in metrics.items()} if results else {}

    def text(self, result: Result) -> str:
        """The extracted text."""
        return self.run.text(result)

    def _score(self, metric: str, results: Sequence[Result]) -> float:
        return _OF_TIMES[metric](results) if metric in _OF_TIMES else METRICS[metric].of(results)
