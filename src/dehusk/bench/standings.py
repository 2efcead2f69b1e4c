"""Summary statistics of results: averages over pages and over groups, intervals, and tests against a baseline.

A metric is a function of sums over pages, so it is resampled with one matrix product. Pages are drawn with replacement
within each group, the same pages for every extractor:

* the interval of an extractor is that of its macro average (percentiles 2.5 and 97.5 of the resamples);
* the tests against the baseline use the pages that both extractors have: a paired bootstrap of the difference of the
  macro averages, p = twice the smaller share of resamples on either side of zero; and the Wilcoxon signed-rank test of
  the pages' own scores, which does not depend on groups.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.signed_rank import signed_rank_p
from dehusk.bench.store import Result  # noqa: TC001 - the examples use it
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dehusk.bench.store import PageKey
    from dehusk.page.arrays import Floats

SIGNIFICANT = 0.05
GROUPINGS: Mapping[str, Callable[[Result], str]] = {
    "collection": lambda result: result.dataset,
    "lang": lambda result: result.lang or "unknown",
    "type": lambda result: result.type or "unknown",
}
"""How pages can be grouped."""


@dataclass(frozen=True)
class Metric:
    """A score of many pages, computed from sums over the pages.

    >>> METRICS["f1"].of([Result(extractor="arias", dataset="a", id=str(f1), f1=f1) for f1 in (0.5, 1.0)])
    0.75
    """

    width: int
    """The number of sums."""
    columns: Callable[[Result], tuple[float, ...] | None]
    """What a page adds to the sums; None if it has no such labels."""
    score: Callable[[Floats], Floats]
    """Computes the score from sums (in the last axis); NaN if no page was added."""
    description: str

    def of(self, results: Iterable[Result]) -> float:
        """The score of these pages; NaN if none has the labels."""
        rows = [row for row in map(self.columns, results) if row is not None]
        return float(self.score(np.array(rows, dtype=np.float64).sum(axis=0))) if rows else float("nan")


def _divide(a: Floats, b: Floats) -> Floats:
    """The quotient; NaN if both are zero."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(a / b, dtype=np.float64)


def _mean(field: str, description: str) -> Metric:
    def columns(result: Result) -> tuple[float, ...] | None:
        value = getattr(result, field)
        return None if value is None else (value, 1.0)

    return Metric(2, columns, lambda sums: _divide(sums[..., 0], sums[..., 1]), description)


def _precision_and_recall(result: Result) -> tuple[float, ...] | None:
    if result.precision is None or result.recall is None:
        return None
    return result.precision, result.recall, 1.0


def _f1_of_means(sums: Floats) -> Floats:
    both = sums[..., 0] + sums[..., 1]
    harmonic = _divide(2 * sums[..., 0] * sums[..., 1], np.where(both > 0, both, 1) * sums[..., 2])
    return np.asarray(harmonic, dtype=np.float64)


def _pooled_f1(sums: Floats) -> Floats:
    return _divide(2 * sums[..., 0], 2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def _of_labels(score: Callable[[Floats], Floats], description: str) -> Metric:
    return Metric(4, lambda result: result.labels, score, description)


METRICS: Mapping[str, Metric] = {
    "f1": _mean("f1", "word LCS F1, averaged over pages"),
    "precision": _mean("precision", "word LCS precision"),
    "recall": _mean("recall", "word LCS recall"),
    "f1_of_means": Metric(
        3, _precision_and_recall, _f1_of_means, "harmonic mean of mean word LCS precision and recall (CETD)"
    ),
    "cleaneval": _mean("cleaneval", "CleanEval score"),
    "bag": _mean("bag_f1", "bag of words F1"),
    "shingles": Metric(3, lambda result: result.shingles, _pooled_f1, "4-shingle F1, pooled"),
    "snippets": Metric(
        4,
        lambda result: result.snippets if any(result.snippets) else None,
        _pooled_f1,
        "snippet F1, pooled",
    ),
    "labels": _of_labels(_pooled_f1, "F1 of text leaves labelled as content, pooled (Web2Text)"),
    "label_accuracy": _of_labels(
        lambda sums: _divide(sums[..., 0] + sums[..., 3], sums.sum(axis=-1)), "share of text leaves labelled correctly"
    ),
    "label_precision": _of_labels(
        lambda sums: _divide(sums[..., 0], sums[..., 0] + sums[..., 1]), "precision of text leaves labelled as content"
    ),
    "label_recall": _of_labels(
        lambda sums: _divide(sums[..., 0], sums[..., 0] + sums[..., 2]), "recall of text leaves labelled as content"
    ),
    "nodes": _mean("node_f1", "F1 of retrieved DOM nodes, averaged over pages"),
    "node_precision": _mean("node_precision", "precision of retrieved DOM nodes"),
    "node_recall": _mean("node_recall", "recall of retrieved DOM nodes"),
    "node_words": _mean("node_word_f1", "F1 of retrieved words by DOM node, averaged over pages"),
    "node_word_precision": _mean("node_word_precision", "precision of retrieved words by DOM node"),
    "node_word_recall": _mean("node_word_recall", "recall of retrieved words by DOM node"),
    "blocks": _mean("block_f1", "F1 of text blocks, averaged over pages (GCE)"),
    "blocks_f05": _mean("block_f05", "F0.5 of text blocks, averaged over pages (GCE)"),
    "block_precision": _mean("block_precision", "precision of text blocks"),
    "block_recall": _mean("block_recall", "recall of text blocks"),
    "chars": _mean("char_f1", "character LCS F1, averaged over pages (GCE)"),
    "char_precision": _mean("char_precision", "character LCS precision"),
    "char_recall": _mean("char_recall", "character LCS recall"),
    "chars_f05": _mean("char_f05", "character LCS F0.5, averaged over pages (GCE)"),
    "lcsequence": _mean("sequence_f1", "F1 of the longest common subsequence of characters without spaces (Arias)"),
    "lcsequence_precision": _mean("sequence_precision", "precision of the longest common subsequence"),
    "lcsequence_recall": _mean("sequence_recall", "recall of the longest common subsequence"),
    "lcstring": _mean("string_f1", "F1 of the longest common substring of characters without spaces (Arias)"),
    "lcstring_precision": _mean("string_precision", "precision of the longest common substring"),
    "lcstring_recall": _mean("string_recall", "recall of the longest common substring"),
}
"""Metrics by name."""


@dataclass(frozen=True)
class BaselineComparison:
    """The difference between an extractor and the baseline on the pages that both have.

    ``p``: of the paired bootstrap; ``wilcoxon_p``: of the signed-rank test.

    >>> comparison = BaselineComparison(difference=0.02, low=0.01, high=0.03, p=0.001, wilcoxon_p=0.2)
    >>> comparison.significant
    True
    """

    difference: float
    low: float
    high: float
    p: float
    wilcoxon_p: float

    @property
    def significant(self) -> bool:
        """Whether p of the bootstrap is below 0.05."""
        return self.p < SIGNIFICANT


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The summary of one extractor's results: one row of the table.

    ``macro``: the mean of the groups' scores, with its interval from ``low`` to ``high``; ``overall``: the score over
    all pages; ``groups``: the score of each group, NaN if a group has no such labels; ``scores``: every metric over all
    pages.

    >>> one = [Result(extractor="arias", dataset="a", id="1", f1=0.5, precision=0.5, recall=0.5)]
    >>> [(standing.extractor, standing.macro) for standing in standings({"arias": one})]
    [('arias', 0.5)]
    """

    extractor: str
    pages: int
    errors: int
    macro: float
    low: float
    high: float
    overall: float
    groups: Mapping[str, float]
    scores: Mapping[str, float]
    milliseconds: float
    """Wall time per page."""
    cpu_milliseconds: float
    """CPU time per page."""
    megabytes_per_second: float
    """HTML per second of wall time."""
    comparison: BaselineComparison | None = field(default=None)
    """None for the baseline itself, or if there is no baseline."""


def standings(
    results: Mapping[str, Sequence[Result]],
    *,
    by: str = "collection",
    metric: str = "f1",
    baseline: str | None = None,
    resamples: int = 2000,
    seed: int = 0,
) -> list[Standing]:
    """Rank extractors by the macro average of a metric, best first.

    An extractor without results in some group comes after those that have all groups, because its average is not
    comparable.

    >>> pages = [Result(extractor="a", dataset="x", id=str(n), f1=f1) for n, f1 in enumerate((0.2, 0.4, 0.9))]
    >>> better = [Result(extractor="b", dataset="x", id=str(n), f1=f1) for n, f1 in enumerate((0.3, 0.5, 1.0))]
    >>> first, second = standings({"a": pages, "b": better}, baseline="a")
    >>> first.extractor, round(first.comparison.difference, 3), second.comparison
    ('b', 0.1, None)
    """
    for name, choice, known in (("by", by, GROUPINGS), ("metric", metric, METRICS)):
        if choice not in known:
            raise ArgumentError(f"{name} must be one of {', '.join(known)}, not {choice!r}")
    if baseline is not None and baseline not in results:
        raise ArgumentError(f"baseline {baseline!r} has no results; extractors with results: {', '.join(results)}")
    table = _Table(results, by, METRICS[metric], resamples, seed)
    found = [_standing(table, name, rows, baseline) for name, rows in results.items() if rows]
    return sorted(found, key=_rank)


def _rank(one: Standing) -> tuple[int, float, str]:
    groups = sum(not np.isnan(score) for score in one.groups.values())
    return -groups, -one.macro if groups else 0.0, one.extractor


class _Table:
    """What every page adds to the sums of every extractor, by group."""

    def __init__(
        self,
        results: Mapping[str, Sequence[Result]],
        by: str,
        metric: Metric,
        resamples: int,
        seed: int,
    ) -> None:
        self.metric = metric
        group_of = {row.key: GROUPINGS[by](row) for rows in results.values() for row in rows}
        self.groups = sorted(set(group_of.values()))
        self.place = _places(group_of, self.groups)
        sizes = [sum(group == name for group, _ in self.place.values()) for name in self.groups]
        random = np.random.default_rng(seed)
        self.draws = [random.multinomial(size, np.full(size, 1 / size), resamples).astype(np.float64) for size in sizes]
        self.added = {name: self._added(rows, sizes) for name, rows in results.items()}

    def _added(self, rows: Sequence[Result], sizes: list[int]) -> list[Floats]:
        """One matrix per group with one row per page; zeros if the extractor has no result or the page no labels."""
        sums = [np.zeros((size, self.metric.width)) for size in sizes]
        for row in rows:
            if (added := self.metric.columns(row)) is not None:
                group, place = self.place[row.key]
                sums[self.groups.index(group)][place] = added
        return sums

    def scores(self, added: list[Floats]) -> list[float]:
        """The score of each group."""
        return [float(self.metric.score(group.sum(axis=0))) for group in added]

    def resampled(self, added: list[Floats]) -> Floats:
        """The macro average of each resample."""
        groups = zip(self.draws, added, strict=True)
        return _mean_of_numbers(np.array([self.metric.score(draws @ group) for draws, group in groups]))

    def compare(self, name: str, baseline: str) -> BaselineComparison:
        """The paired bootstrap and the signed-rank test on the pages that both have."""
        ours, theirs = [], []
        for a, b in zip(self.added[name], self.added[baseline], strict=True):
            both = np.any(a, axis=1, keepdims=True) & np.any(b, axis=1, keepdims=True)
            ours.append(a * both)
            theirs.append(b * both)
        pages = np.array([self.metric.score(np.concatenate(each)) for each in (ours, theirs)])
        pages = pages[:, np.isfinite(pages).all(axis=0)]
        observed = _mean_of_numbers(np.array(self.scores(ours)) - np.array(self.scores(theirs)))
        drawn = self.resampled(ours) - self.resampled(theirs)
        drawn = drawn[np.isfinite(drawn)]
        tail = int(min((drawn <= 0).sum(), (drawn >= 0).sum()))
        p = min(1.0, 2 * (tail + 1) / (len(drawn) + 1)) if len(drawn) else float("nan")
        wilcoxon_p = signed_rank_p(*pages.tolist()) if pages.size else float("nan")
        return BaselineComparison(float(observed), *_interval(drawn), p, wilcoxon_p)


def _places(group_of: Mapping[PageKey, str], groups: list[str]) -> dict[PageKey, tuple[str, int]]:
    """Each page's group and its index within the group, by page name and so independent of the order of results."""
    count = dict.fromkeys(groups, 0)
    places = {}
    for key in sorted(group_of):
        group = group_of[key]
        places[key] = (group, count[group])
        count[group] += 1
    return places


def _mean_of_numbers(values: Floats) -> Floats:
    """The mean over the first axis without NaN; NaN if there is nothing else."""
    known = np.isfinite(values)
    return _divide(np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0))


def _interval(drawn: Floats) -> tuple[float, float]:
    """The middle 95 percent of the resamples."""
    drawn = drawn[np.isfinite(drawn)]
    low, high = np.percentile(drawn, (2.5, 97.5)) if len(drawn) else (np.nan, np.nan)
    return float(low), float(high)


def _standing(table: _Table, name: str, rows: Sequence[Result], baseline: str | None) -> Standing:
    added = table.added[name]
    scores = table.scores(added)
    low, high = _interval(table.resampled(added))
    seconds = sum(row.seconds for row in rows)
    return Standing(
        extractor=name,
        pages=len(rows),
        errors=sum(bool(row.error) for row in rows),
        macro=float(_mean_of_numbers(np.array(scores))),
        low=low,
        high=high,
        overall=table.metric.of(rows),
        groups=dict(zip(table.groups, scores, strict=True)),
        scores={metric: METRICS[metric].of(rows) for metric in METRICS},
        milliseconds=1000 * seconds / len(rows),
        cpu_milliseconds=1000 * fmean(row.cpu_seconds for row in rows),
        megabytes_per_second=sum(row.bytes for row in rows) / 1e6 / seconds if seconds else float("nan"),
        comparison=None if baseline in (None, name) else table.compare(name, str(baseline)),
    )
