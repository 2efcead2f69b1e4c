"""The text scores of one extraction against the labels of its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.bench.metrics import bag_of_words, cleaneval_score, shingle_counts, snippet_counts, word_lcs

if TYPE_CHECKING:
    from collections.abc import Collection


def page_scores(text: str, gold: str, must: Collection[str], mustnot: Collection[str]) -> dict[str, Any]:
    """The scores of a :class:`~dehusk.bench.store.Result`, by field; without gold only snippets are scored.

    >>> page_scores("Log in The cat sat", "The cat sat down", ["cat sat"], ["Log in"])["snippets"]
    (1, 1, 0, 0)
    >>> sorted(page_scores("The cat sat", "", ["cat sat"], []))
    ['snippets']
    """
    found = snippet_counts(text, must, mustnot)
    scores: dict[str, Any] = {"snippets": (found.tp, found.fp, found.fn, found.tn)}
    if not gold:
        return scores
    words, bag, shingles = word_lcs(text, gold), bag_of_words(text, gold), shingle_counts(text, gold)
    return scores | {
        "precision": words.precision,
        "recall": words.recall,
        "f1": words.f1,
        "cleaneval": cleaneval_score(text, gold).score,
        "bag_precision": bag.precision,
        "bag_recall": bag.recall,
        "bag_f1": bag.f1,
        "shingles": (shingles.tp, shingles.fp, shingles.fn),
    }
