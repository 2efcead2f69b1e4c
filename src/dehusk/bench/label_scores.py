"""Labels of a page's text leaves, computed from the extracted text only (Vogels, Ganea & Eickhoff 2018).

The extracted text is aligned with the page's leaves in the same way as the gold text, so any extractor can be measured.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dehusk.bench.alignment import content_labels
from dehusk.bench.metrics import block_label_counts
from dehusk.methods.web2text.cdom import CDom
from dehusk.methods.web2text.text_statistics import texts_of
from dehusk.page import parse

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools


def label_scores(html: str, text: str, gold: str) -> dict[str, tuple[float, float, float, float]]:
    """The label counts of a :class:`~dehusk.bench.store.Result`: true and false positives, false and true negatives.

    >>> label_scores("<p>Menu<p>Steep the tea well.<p>Drink it.", "Menu Steep the tea well.", "Steep the tea well.")
    {'labels': (1, 1, 0, 1)}
    """
    blocks, labels = _page(html, gold)
    counts = block_label_counts(content_labels(text, blocks), labels)
    return {"labels": (counts.tp, counts.fp, counts.fn, counts.tn)}


@lru_cache(maxsize=4)
def _page(html: str, gold: str) -> tuple[list[str], Bools]:
    """The page's blocks and gold labels; cached, because a page is scored for several extractors one after another."""
    blocks = texts_of(CDom.of(parse(html, hidden="keep")))
    return blocks, content_labels(gold, blocks)
