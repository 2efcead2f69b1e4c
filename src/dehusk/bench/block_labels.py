"""Which of a page's text leaves an extractor kept, told from its text alone (Vogels, Ganea & Eickhoff 2018).

The extracted text is aligned with the page's leaves just as the gold text is, so extractors of any kind are measured
by the same labels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dehusk.bench.alignment import content_labels
from dehusk.bench.metrics import block_label_counts
from dehusk.methods.web2text.cdom import CDom
from dehusk.methods.web2text.text import texts_of
from dehusk.page import parse

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools


def label_scores(html: str, text: str, gold: str) -> dict[str, tuple[float, float, float, float]]:
    """The block labels of a :class:`~dehusk.bench.store.Result`, counted: true and false positives and negatives.

    >>> label_scores("<p>Menu<p>Steep the tea well.<p>Drink it.", "Menu Steep the tea well.", "Steep the tea well.")
    {'labels': (1, 1, 0, 1)}
    """
    blocks, labels = _page(html, gold)
    counts = block_label_counts(content_labels(text, blocks), labels)
    return {"labels": (counts.tp, counts.fp, counts.fn, counts.tn)}


@lru_cache(maxsize=4)
def _page(html: str, gold: str) -> tuple[list[str], Bools]:
    """One page is measured for many extractors in a row."""
    blocks = texts_of(CDom.of(parse(html, hidden="keep")))
    return blocks, content_labels(gold, blocks)
