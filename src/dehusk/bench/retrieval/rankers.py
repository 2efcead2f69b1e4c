"""Rankings of documents for a query: BM25, query likelihood, and a relevance model on top of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from dehusk.bench.retrieval.postings import Postings, terms
from dehusk.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dehusk.page.arrays import Bools, Floats, Ints


class Ranker(Protocol):
    """Scores all documents for a query."""

    def __init__(self, postings: Postings) -> None: ...

    def rank(self, query: str, depth: int = 1000) -> Ints:
        """The documents that hold a term of the query, best first."""
        ...


class QueryLikelihood:
    """The likelihood of the query by a document's words, smoothed with a Dirichlet prior.

    score = sum of ln((tf + mu p(t|C)) / (|d| + mu)); mu 2500 is Indri's default.

    >>> QueryLikelihood(Postings(["green tea", "black tea and milk", "water"])).rank("tea").tolist()
    [0, 1]
    """

    mu = 2500.0

    def __init__(self, postings: Postings) -> None:
        self.postings = postings

    def rank(self, query: str, depth: int = 1000) -> Ints:
        """The documents that hold a term of the query, best first."""
        return _best(*self.scores(self.postings.known(terms(query))), depth)

    def scores(self, query: Mapping[int, float]) -> tuple[Floats, Bools]:
        """The log-likelihood of a weighted query by every document, and which documents hold a term of it."""
        postings = self.postings
        total = max(float(postings.frequencies.sum()), 1.0)
        scores, matched = np.zeros(len(postings)), np.zeros(len(postings), dtype=np.bool_)
        for term, weight in query.items():
            prior = self.mu * postings.frequencies[term] / total
            documents, counts = postings.of(term)
            scores += weight * np.log(prior / (postings.lengths + self.mu))
            scores[documents] += weight * np.log1p(counts / prior)
            matched[documents] = True
        return scores, matched


class RelevanceModel:
    """RM3: the query is expanded with the most likely terms of the documents that query likelihood ranks first.

    ``documents`` and ``terms``: how many; ``original``: the weight of the query itself.

    >>> postings = Postings(["green tea", "black coffee", "a green leaf", "water"])
    >>> QueryLikelihood(postings).rank("tea").tolist(), RelevanceModel(postings).rank("tea").tolist()
    ([0], [0, 2])
    """

    documents = 10
    terms = 50
    original = 0.5

    def __init__(self, postings: Postings) -> None:
        self.postings, self.likelihood = postings, QueryLikelihood(postings)

    def rank(self, query: str, depth: int = 1000) -> Ints:
        """The documents that hold a term of the expanded query, best first."""
        known = self.postings.known(terms(query))
        scores, matched = self.likelihood.scores(known)
        expanded = self.expand(known, scores, _best(scores, matched, self.documents))
        return _best(*self.likelihood.scores(expanded), depth)

    def expand(self, query: Mapping[int, float], scores: Floats, feedback: Ints) -> dict[int, float]:
        """The query with the most likely terms of the feedback documents: p(w|R) = sum of p(w|d) p(q|d)."""
        if not len(feedback):
            return dict(query)
        weights = np.exp(scores[feedback] - scores[feedback].max())
        model = np.zeros(len(self.postings.numbers))
        for document, weight in zip(feedback.tolist(), weights / weights.sum(), strict=True):
            counts = self.postings.document_counts[document]
            model[self.postings.document_terms[document]] += weight * counts / counts.sum()
        known = np.flatnonzero(model)
        best = known[np.argsort(-model[known], kind="stable")[: self.terms]]
        shares = model[best] / model[best].sum()
        expanded = {term: self.original * weight for term, weight in query.items()}
        for term, share in zip(best.tolist(), shares.tolist(), strict=True):
            expanded[term] = expanded.get(term, 0.0) + (1 - self.original) * share
        return expanded


class Bm25:
    """BM25 by the package bm25s (k1 1.5, b 0.75, as it comes).

    >>> Bm25(Postings(["green tea", "black tea and milk", "water"])).rank("tea").tolist()
    [0, 1]
    """

    def __init__(self, postings: Postings) -> None:
        try:
            import bm25s  # type: ignore[import-untyped]
        except ImportError:
            raise MissingExtra("bm25s", "bench") from None
        self.postings = postings
        self.engine = bm25s.BM25()
        names = list(postings.numbers)
        repeated = zip(postings.document_terms, postings.document_counts, strict=True)
        tokens = [[names[t] for t, n in zip(ts, ns, strict=True) for _ in range(int(n))] for ts, ns in repeated]
        if names:
            self.engine.index(tokens, show_progress=False)

    def rank(self, query: str, depth: int = 1000) -> Ints:
        """The documents that hold a term of the query, best first."""
        matched = np.zeros(len(self.postings), dtype=np.bool_)
        known = [term for term in terms(query) if term in self.postings.numbers]
        if not known:
            return np.zeros(0, dtype=np.intp)
        for term in known:
            matched[self.postings.of(term)[0]] = True
        return _best(self.engine.get_scores(known).astype(np.float64), matched, depth)


RANKERS: Mapping[str, Callable[[Postings], Ranker]] = {"bm25": Bm25, "ql": QueryLikelihood, "rm3": RelevanceModel}
"""Ranker by name."""


def _best(scores: Floats, matched: Bools, depth: int) -> Ints:
    """The matched documents by falling score, the first of equal ones first."""
    documents = np.flatnonzero(matched)
    order: Ints = documents[np.argsort(-scores[documents], kind="stable")[:depth]]
    return order
