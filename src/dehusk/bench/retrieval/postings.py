"""An inverted index over texts: which term is how often in which document."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.metrics import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dehusk.page.arrays import Floats, Ints


def terms(text: str) -> list[str]:
    """The terms of a text: words in lower case, a Han character or kana each by itself. No stop words, no stemming.

    >>> terms("Green Tea, 緑茶")
    ['green', 'tea', '緑', '茶']
    """
    return tokenize(text.casefold())


class Postings:
    """Documents as sorted columns of (term, document, count), and the other way round.

    >>> postings = Postings(["tea tea milk", "milk", ""])
    >>> postings.of("milk")[0].tolist(), postings.lengths.tolist()
    ([0, 1], [3.0, 1.0, 0.0])
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.numbers: dict[str, int] = {}
        counted = [Counter(terms(text)) for text in texts]
        for counts in counted:
            for term in counts:
                self.numbers.setdefault(term, len(self.numbers))
        self.document_terms = [np.array([self.numbers[term] for term in counts], dtype=np.intp) for counts in counted]
        self.document_counts = [np.array(list(counts.values()), dtype=np.float64) for counts in counted]
        self.lengths = np.array([float(counts.total()) for counts in counted])
        number = np.concatenate([np.zeros(0, dtype=np.intp), *self.document_terms])
        document = np.repeat(np.arange(len(texts)), [len(each) for each in self.document_terms])
        count = np.concatenate([np.zeros(0), *self.document_counts])
        order = np.argsort(number, kind="stable")
        self._documents, self._counts = document[order], count[order]
        self._bounds = np.searchsorted(number[order], np.arange(len(self.numbers) + 1))
        self.frequencies = np.bincount(number, weights=count, minlength=len(self.numbers))
        """How often each term occurs in all documents."""

    def __len__(self) -> int:
        return len(self.lengths)

    def of(self, term: str | int) -> tuple[Ints, Floats]:
        """The documents with a term, and how often each has it."""
        number = self.numbers.get(term, -1) if isinstance(term, str) else term
        if number < 0:
            return np.zeros(0, dtype=np.intp), np.zeros(0)
        part = slice(self._bounds[number], self._bounds[number + 1])
        return self._documents[part], self._counts[part]

    def known(self, query: Iterable[str]) -> dict[int, float]:
        """The terms of a query that some document has, with their share of these."""
        counts = Counter(self.numbers[term] for term in query if term in self.numbers)
        return {term: count / counts.total() for term, count in counts.items()}
