"""Scores of an extraction by text blocks (GCE 2022, table 4).

A text block is a visible, non-blank text leaf. Methods of dehusk return the leaves that they keep. Peers return only
text, in which the leaves are searched, as the authors of GCE do for two of the systems they compare with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.metrics import text_block_score
from dehusk.extraction import Extraction
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def block_scores(found: Extraction | str, html: str, gold_nodes: Collection[str]) -> dict[str, float]:
    """The block scores of a :class:`~dehusk.bench.store.Result`, by field.

    Text that is hidden only by a style sheet counts as visible, because the page is not drawn.

    >>> html = "<ul><li>Home</ul><p>Steep the <b>tea</b> well.<p hidden>Boo"
    >>> gold = ["/html/body/p[1]/text()[1]", "/html/body/p[1]/b/text()", "/html/body/p[1]/text()[2]"]
    >>> scores = block_scores("Home\\nSteep the tea well.", html, gold)
    >>> scores["block_precision"], scores["block_recall"]
    (0.75, 1.0)
    """
    page = parse(html)
    rows = page.leaves[page.chars[page.leaves] > 0].tolist()
    visible = [page.path(row) for row in rows]
    if isinstance(found, Extraction):
        own = found.page
        kept = {own.path(row) for row in np.flatnonzero(found.selection.keep).tolist()} & set(visible)
    else:
        kept = {visible[place] for place in covering([page.leaf_text(row) for row in rows], found)}
    blocks = text_block_score(kept, set(gold_nodes) & set(visible))
    return {
        "block_precision": blocks.precision,
        "block_recall": blocks.recall,
        "block_f1": blocks.f1,
        "block_f05": blocks.f05,
    }


def covering(leaves: Sequence[str], text: str) -> list[int]:
    """The indices of the leaves that, in order and without overlap, cover most of a text; white space is ignored.

    Therefore a short leaf, such as "tea" in a menu, is not found within a paragraph that is a leaf itself.

    >>> covering(["tea", "Steep the tea.", "Share", "Pour."], "Steep the tea.\\n- Pour.")
    [1, 3]
    """
    text = "".join(text.split())
    # best[end]: the largest number of characters of text[:end] that the leaves so far cover; last[end]: the last match.
    best = np.zeros(len(text) + 1, dtype=np.int64)
    last = np.full(len(text) + 1, -1, dtype=np.int64)
    matches: list[tuple[int, int]] = []
    for place, leaf in enumerate("".join(leaf.split()) for leaf in leaves):
        starts = _occurrences(leaf, text)
        gains, before = (best[starts] + len(leaf)).tolist(), last[starts].tolist()
        for start, gain, previous in zip(starts, gains, before, strict=True):
            end = start + len(leaf)
            if gain > best[end]:
                until = end + int(np.searchsorted(best[end:], gain))
                best[end:until], last[end:until] = gain, len(matches)
                matches.append((place, previous))
    chain = []
    match = int(last[-1])
    while match >= 0:
        place, match = matches[match]
        chain.append(place)
    return chain[::-1]


def _occurrences(leaf: str, text: str) -> list[int]:
    starts = []
    start = text.find(leaf)
    while start >= 0:
        starts.append(start)
        start = text.find(leaf, start + 1)
    return starts
