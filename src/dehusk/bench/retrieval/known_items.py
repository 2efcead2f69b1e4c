"""Known-item queries: what a person might type who looks for one page that they remember.

A page's title is a query, and so are a few words of one of its sentences. The page is the one right answer, together
with pages of the same gold text.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from dehusk.bench.retrieval.postings import terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dehusk.bench.retrieval.documents import Document
    from dehusk.bench.retrieval.trec_files import Judgements, Queries

_SENTENCE = re.compile(r"[^.!?。！？\n]+")
_SENTENCE_TERMS = (6, 40)
_QUERY_TERMS = 4


def known_item_queries(documents: Iterable[Document]) -> tuple[Queries, Judgements]:
    """Queries from titles and sentences of documents with gold text; the same for the same documents.

    >>> from dehusk.bench.retrieval.documents import Document
    >>> gold = "Steep green tea for three minutes, then take out the leaves."
    >>> queries, judged = known_item_queries([Document(id="a", html="", title="On green tea", gold=gold)])
    >>> queries["title a"], len(queries["sentence a"].split()), judged["title a"]
    ('On green tea', 4, {'a': 1})
    """
    queries: Queries = {}
    judged: Judgements = {}
    same: dict[str, dict[str, int]] = {}
    for document in documents:
        words = terms(document.gold)
        if not words:
            continue
        right = same.setdefault(" ".join(words), {})
        right[document.id] = 1
        for kind, query in (("title", document.title), ("sentence", _words_of_a_sentence(document))):
            if len(terms(query)) > 1:
                queries[f"{kind} {document.id}"], judged[f"{kind} {document.id}"] = query, right
    return queries, judged


def _words_of_a_sentence(document: Document) -> str:
    """Some different terms of a sentence of the gold text, by chance; "" if it has no sentence of ordinary length."""
    chance = random.Random(document.id)  # noqa: S311 - must repeat, not be secret
    least, most = _SENTENCE_TERMS
    sentences = [found for found in map(terms, _SENTENCE.findall(document.gold)) if least <= len(found) <= most]
    if not sentences:
        return ""
    different = list(dict.fromkeys(chance.choice(sentences)))
    return " ".join(chance.sample(different, min(_QUERY_TERMS, len(different))))
