"""The DOM nodes that a method retrieved, and their scores against labelled nodes (Alarte & Silva 2020).

Nodes are compared by their paths in the parsed document including hidden text, so that it does not matter whether the
method was given the hidden text. Blank leaves do not count as nodes, neither here nor in the gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.metrics import node_score, node_word_score

if TYPE_CHECKING:
    from collections.abc import Collection

    from dehusk.bench.metrics.prf import PRF
    from dehusk.content import Extraction
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.text import Bools


def node_scores(extraction: Extraction | None, gold: Collection[str]) -> dict[str, float]:
    """The node scores of a :class:`~dehusk.bench.store.Result`, by field; all 0 if there is no extraction.

    >>> import dehusk
    >>> found = dehusk.extract("<ul><li><a>Home</a></ul><p>Steep the tea well.", method="lqf")
    >>> scores = node_scores(found, ["/html/body/p", "/html/body/p/text()", "/html/body/p/img"])
    >>> scores["node_precision"], scores["node_word_f1"]
    (1.0, 1.0)
    """
    if extraction is None:
        return _fields("node", node_score(set(), set(gold))) | _fields("node_word", node_score(set(), set(gold)))
    page = extraction.page
    rows = np.flatnonzero(retrieved(page, extraction.selection)).tolist()
    found, labelled = {page.path(row) for row in rows}, set(gold)
    full = page if page.origin is None else page.origin
    words = {full.path(row): int(full.words[row]) for row in full.leaves.tolist()}
    return _fields("node", node_score(found, labelled)) | _fields("node_word", node_word_score(found, labelled, words))


def _fields(name: str, score: PRF) -> dict[str, float]:
    return {f"{name}_precision": score.precision, f"{name}_recall": score.recall, f"{name}_f1": score.f1}


def retrieved(page: Page, selection: Selection) -> Bools:
    """The rows that a method retrieved: the leaves that it kept, and the elements that belong to them.

    An element with text is retrieved if the method returned it or one of its ancestors and some of its text is kept
    (the rest was removed), or if all its text is kept and it is not above an element that the method returned. An
    element without text follows its nearest ancestor with text.

    >>> from dehusk import make_method, parse
    >>> page = parse("<p>Steep the <b>tea</b> well.<br><p><a>Home</a>")
    >>> [page.tag_name(row) for row in np.flatnonzero(retrieved(page, make_method("lqf").select(page)))]
    ['p', '#text', 'b', '#text', '#text', 'br']
    """
    text, kept = page.subtree_sum(page.chars > 0), page.subtree_sum(selection.keep)
    returned = np.zeros(len(page), dtype=np.bool_)
    returned[selection.roots] = True
    with_text = page.is_element & (text > 0)
    found: Bools = with_text & (kept > 0) & (page.inside(returned) | ((kept == text) & ~page.above(returned)))
    around: Bools = found[page.nearest(with_text)]
    return selection.keep | (page.is_element & around)
