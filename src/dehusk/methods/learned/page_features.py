"""Features of the page as a whole, the same for every block."""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.feature_group import FeatureGroup, Values
from dehusk.methods.learned.measures import CLASS_CATEGORIES, TAG_GROUPS
from dehusk.methods.learned.page_head import DECLARED_TYPES, declared_types

if TYPE_CHECKING:
    from dehusk.methods.learned.measures import Measures

_CLASSES = ("comment", "article", "content", "forum", "list", "related", "sidebar", "product")
_TAGS = ("p", "article", "main", "table", "list", "cell")
_CLASS_PLACES = [CLASS_CATEGORIES.index(name) for name in _CLASSES]
_TAG_PLACES = [tuple(TAG_GROUPS).index(name) for name in _TAGS]


def _page(measures: Measures) -> Values:
    blocks, text = measures.blocks, measures.text
    total, declared = text.total_words, declared_types(blocks.page)
    kinds = np.concatenate([measures.in_classes[_CLASS_PLACES], measures.in_tags[_TAG_PLACES]], dtype=np.float32)
    values = [
        log1p(total),
        log1p(len(blocks)),
        (text.words * text.link_share).sum() / total,
        text.running_words.sum() / total,
        log1p(text.unlinked_words.max()),
        text.unspaced.sum() / max(text.letters.sum(), 1),
        *(name in declared for name in DECLARED_TYPES),
        *(kinds @ (text.words / total)).tolist(),
    ]
    return np.array(values)[:, None]


PAGE = FeatureGroup(
    "page",
    {
        "page.words": "Words of the page, as log(1 + n).",
        "page.blocks": "Blocks of the page, as log(1 + n).",
        "page.link_share": "Share of the page's words that are in links.",
        "page.running_share": "Share of the page's words that are running text.",
        "page.longest": "Most words outside links in one block, as log(1 + n).",
        "page.unspaced_share": "Share of letters of scripts without spaces between words.",
    }
    | {f"page.is_{name}": f"1 if OpenGraph or JSON-LD call the page: {name}." for name in DECLARED_TYPES}
    | {f"page.class_{name}": f"Share of the page's words in blocks with class.{name}." for name in _CLASSES}
    | {f"page.in_{name}": f"Share of the page's words in blocks with in.{name}." for name in _TAGS},
    _page,
)
