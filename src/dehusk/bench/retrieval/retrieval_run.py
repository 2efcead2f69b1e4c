"""Queries on the texts of every extractor, ranked in every way, compared with a baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.bench.extractors import usable_extractors
from dehusk.bench.retrieval.effectiveness import effectiveness, mean_effectiveness
from dehusk.bench.retrieval.extracted_texts import GOLD, extracted_texts
from dehusk.bench.retrieval.postings import Postings
from dehusk.bench.retrieval.rankers import RANKERS
from dehusk.bench.retrieval.trec_files import relevant
from dehusk.bench.signed_rank import signed_rank_p
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from dehusk.bench.retrieval.documents import Document
    from dehusk.bench.retrieval.effectiveness import Effectiveness, MeanEffectiveness
    from dehusk.bench.retrieval.trec_files import Judgements, Queries


@dataclass(frozen=True, kw_only=True)
class RetrievalResult:
    """How well queries find documents in the texts of an extractor.

    ``p``: of the Wilcoxon signed-rank test of average precision against the baseline, 1 for the baseline itself.
    ``terms``: the mean length of a document.

    >>> from dehusk.bench.retrieval.effectiveness import mean_effectiveness
    >>> RetrievalResult(extractor="grain", ranker="ql", mean=mean_effectiveness([]), p=1.0, terms=250.0).ranker
    'ql'
    """

    extractor: str
    ranker: str
    mean: MeanEffectiveness
    p: float
    terms: float


def measure_retrieval(
    documents: Sequence[Document],
    queries: Queries,
    judged: Judgements,
    *,
    extractors: Sequence[str],
    rankers: Sequence[str],
    baseline: str,
    directory: Path,
    tell: Callable[[str], None] = lambda _: None,
) -> list[RetrievalResult]:
    """Rank the documents for every query that has a relevant one among them.

    >>> import pathlib, tempfile
    >>> from dehusk.bench.retrieval.documents import Document
    >>> html = "<a href=/>Tea and milk</a><p>A long text about {}."
    >>> pages = [Document(id=name, html=html.format(name)) for name in ("tea", "milk")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = measure_retrieval(pages, {"1": "milk"}, {"1": {"milk": 1}}, extractors=["lqf", "arias"],
    ...         rankers=["ql"], baseline="lqf", directory=pathlib.Path(folder))
    >>> [(result.extractor, result.mean.map) for result in found]
    [('lqf', 1.0), ('arias', 1.0)]
    """
    if unknown := [name for name in rankers if name not in RANKERS]:
        raise ArgumentError(f"unknown ranker {', '.join(unknown)}; known: {', '.join(RANKERS)}")
    if baseline not in extractors:
        raise ArgumentError(f"the baseline {baseline!r} is not among the extractors: {', '.join(extractors)}")
    usable_extractors((name for name in extractors if name != GOLD), tell=lambda _: None)  # unknown names stop here
    names = [document.id for document in documents]
    _answerable(queries, judged, set(names))
    texts = {extractor: extracted_texts(extractor, documents, directory, tell) for extractor in extractors}
    return measure_rankings(names, texts, queries, judged, rankers=rankers, baseline=baseline)


def measure_rankings(
    names: Sequence[str],
    texts: Mapping[str, Sequence[str]],
    queries: Queries,
    judged: Judgements,
    *,
    rankers: Sequence[str],
    baseline: str,
) -> list[RetrievalResult]:
    """Rank the texts of each extractor; ``names`` are those of the documents, in the order of their texts.

    >>> texts = {"raw": ["tea and milk", "milk"], "clean": ["tea", "milk"]}
    >>> found = measure_rankings(["a", "b"], texts, {"1": "tea"}, {"1": {"a": 1}}, rankers=["ql"], baseline="raw")
    >>> [(result.extractor, result.mean.map) for result in found]
    [('raw', 1.0), ('clean', 1.0)]
    """
    topics = _answerable(queries, judged, set(names))
    measured: dict[tuple[str, str], list[Effectiveness]] = {}
    lengths = {}
    for extractor, extracted in texts.items():
        postings = Postings(extracted)
        lengths[extractor] = float(postings.lengths.mean())
        for ranker in rankers:
            rank = RANKERS[ranker](postings).rank
            rankings = [[names[number] for number in rank(queries[topic]).tolist()] for topic in topics]
            found = zip(rankings, topics.values(), strict=True)
            measured[extractor, ranker] = [effectiveness(ranking, grades) for ranking, grades in found]
    return [
        RetrievalResult(
            extractor=extractor,
            ranker=ranker,
            mean=mean_effectiveness(found),
            p=signed_rank_p(_precisions(found), _precisions(measured[baseline, ranker])),
            terms=lengths[extractor],
        )
        for (extractor, ranker), found in measured.items()
    ]


def _precisions(found: Sequence[Effectiveness]) -> list[float]:
    return [each.average_precision for each in found]


def _answerable(queries: Queries, judged: Judgements, documents: set[str]) -> dict[str, Mapping[str, int]]:
    """The topics with a relevant document, and the grades of the documents that are there.

    Raises :class:`~dehusk.errors.ArgumentError` if there is none.
    """
    topics: dict[str, Mapping[str, int]] = {}
    for topic in queries:
        grades = {name: grade for name, grade in relevant(judged.get(topic, {})).items() if name in documents}
        if grades:
            topics[topic] = grades
    if not topics:
        raise ArgumentError("no query has a relevant document in this collection")
    return topics
