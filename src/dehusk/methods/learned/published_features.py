"""Features from published methods: what each of them says about a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.arias import densest_region
from dehusk.methods.cetd import Counts, composite_density
from dehusk.methods.classics.boilerpipe import num_words_rule
from dehusk.methods.classics.bte import best_span
from dehusk.methods.classics.readability import scores
from dehusk.methods.learned.feature_group import FeatureGroup, Values
from dehusk.methods.learned.tree_features import element_name

if TYPE_CHECKING:
    from dehusk.methods.learned.measures import Measures
    from dehusk.page.arrays import Bools, Floats, Ints

_LEVELS = range(3)
_ARIAS_C1, _ARIAS_C2 = 0.333, 4


def _densities(measures: Measures) -> Values:
    blocks = measures.blocks
    # BODY comes first, as the formula asks.
    rows = np.append(0, blocks.ancestors[: len(_LEVELS)])
    density = np.log1p(composite_density(Counts.of(blocks.page).at(rows)))
    against_body: Floats = density[1:] - density[0]
    return against_body.reshape(len(_LEVELS), -1)


def _selections(measures: Measures) -> Values:
    blocks, text = measures.blocks, measures.text
    number = np.arange(len(blocks))
    tags_before = np.cumsum(blocks.page.is_element)[blocks.first] * 2
    return {
        "arias": _between(number, *densest_region(blocks.chars.astype(np.intp), _ARIAS_C1, _ARIAS_C2)),
        "bte": _between(number, *best_span(blocks.words.astype(np.intp), tags_before)[:2]),
        "boilerpipe": num_words_rule(text.words, text.link_share),
    }


def _between(number: Ints, first: int, last: int) -> Bools:
    return (first <= number) & (number <= last)


def _readability(measures: Measures) -> Values:
    blocks, tree, page = measures.blocks, measures.tree, measures.blocks.page
    score = scores(page, np.zeros(len(page), dtype=np.bool_))
    best = int(np.argmax(score))
    score /= max(score[best], 1e-9)
    of_ancestors = score[blocks.ancestors]
    return {
        "readability.inside": (blocks.first >= best) & (blocks.first < page.end[best]),
        "readability.depth_below": blocks.depth - page.depth[best],
        "readability.chars_share": tree.chars[best] / max(tree.chars[0], 1),
        "readability.highest": np.where(blocks.ancestors > 0, of_ancestors, 0.0).max(axis=0),
        **{f"readability.up{level}": of_ancestors[level] for level in _LEVELS},
    }


DENSITIES = FeatureGroup(
    "cetd",
    {
        f"cetd.up{level}": f"CETD's composite text density of {element_name(level)} against that of the page (log)."
        for level in _LEVELS
    },
    _densities,
)
SELECTIONS = FeatureGroup(
    "published",
    {
        "arias": "1 if the block is in the densest region by Arias et al.",
        "bte": "1 if the block is in the span that BTE keeps.",
        "boilerpipe": "1 if boilerpipe's rule of word numbers keeps the block.",
    },
    _selections,
)
READABILITY = FeatureGroup(
    "readability",
    {
        "readability.inside": "1 if the block is in the element with Readability's highest score.",
        "readability.depth_below": "Depth of the block's element less that of the element with the highest score.",
        "readability.chars_share": "Share of the page's characters in the element with Readability's highest score.",
        "readability.highest": "Highest Readability score among the five elements around the block, BODY left out.",
        **{f"readability.up{level}": f"Readability's score of {element_name(level)}." for level in _LEVELS},
    },
    _readability,
)
