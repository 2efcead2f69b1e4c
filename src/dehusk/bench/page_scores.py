"""How one extraction scores against the labels of its page: the one place where a run's scores are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.bench.block_scores import block_scores
from dehusk.bench.label_scores import label_scores
from dehusk.bench.metrics import (
    bag_of_words,
    character_lcs,
    cleaneval_score,
    longest_common_sequence,
    longest_common_string,
    shingle_counts,
    snippet_counts,
    word_lcs,
)
from dehusk.bench.node_scores import node_scores

if TYPE_CHECKING:
    from dehusk.bench.collections import LabelledPage
    from dehusk.extraction import Extraction


def page_scores(
    page: LabelledPage, text: str, extraction: Extraction | None = None, *, gives_nodes: bool = False
) -> dict[str, Any]:
    """The scores of a :class:`~dehusk.bench.store.Result`, by field, as far as the page has labels for them.

    ``extraction``: of an extractor that can tell which nodes it keeps (``gives_nodes``); None if it failed.

    >>> from dehusk.bench.collections import LabelledPage
    >>> page = LabelledPage(id="1", dataset="mine", html="<p>Log in<p>The cat sat down", gold="The cat sat down",
    ...     must=("cat sat",), mustnot=("Log in",))
    >>> scores = page_scores(page, "Log in The cat sat down")
    >>> scores["snippets"], scores["recall"], scores["labels"]
    ((1, 1, 0, 0), 1.0, (1, 1, 0, 0))
    """
    found = snippet_counts(text, page.must, page.mustnot)
    scores: dict[str, Any] = {"snippets": (found.tp, found.fp, found.fn, found.tn)}
    if page.gold:
        scores |= _text_scores(text, page.gold) | label_scores(page.html, text, page.gold)
    if page.gold_nodes:
        scores |= block_scores(text if extraction is None else extraction, page.html, page.gold_nodes)
        if gives_nodes:
            scores |= node_scores(extraction, page.gold_nodes)
    return scores


def _text_scores(text: str, gold: str) -> dict[str, Any]:
    words, bag, shingles = word_lcs(text, gold), bag_of_words(text, gold), shingle_counts(text, gold)
    chars = character_lcs(text, gold)
    sequence, string = longest_common_sequence(text, gold), longest_common_string(text, gold)
    return {
        "precision": words.precision,
        "recall": words.recall,
        "f1": words.f1,
        "cleaneval": cleaneval_score(text, gold).score,
        "bag_precision": bag.precision,
        "bag_recall": bag.recall,
        "bag_f1": bag.f1,
        "shingles": (shingles.tp, shingles.fp, shingles.fn),
        "char_precision": chars.precision,
        "char_recall": chars.recall,
        "char_f1": chars.f1,
        "char_f05": chars.f05,
        "sequence_precision": sequence.precision,
        "sequence_recall": sequence.recall,
        "sequence_f1": sequence.f1,
        "string_precision": string.precision,
        "string_recall": string.recall,
        "string_f1": string.f1,
    }
