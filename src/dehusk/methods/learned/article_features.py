"""Evidence of which article a page is about: the headline, and the copies of its text in the page's head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk._core.block_text import begin_in
from dehusk.methods.learned.feature_group import FeatureGroup

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks

# ---- relative to the headline in the tree --------------------------------------------------------


_TITLE_TREE = {
    "title.levels_up": "Levels from the headline up to the nearest element that also holds the block; -1 without one.",
    "title.levels_down": "Levels from this element down to the block's element, at most 20; -1 without a headline.",
    "title.common_chars_share": "Share of the page's characters in this element; -1 without a headline.",
    "title.same_article": "1 if the block is in the headline's ARTICLE, 0 if in another one, -1 if either is in none.",
}
TITLE_TREE = FeatureGroup("title_tree", _TITLE_TREE)

# ---- text that is elsewhere, too -----------------------------------------------------------------

_KEY = 30
_MIN_KEY = 10
_KEY_SOURCE = 80
_MAX_KEYS = 3000
"""Blocks that are looked up; on a longer page the rest is unknown."""


def found_in(blocks: Blocks, searched: str) -> list[int]:
    """The blocks that begin with a part of a text; white space is left out, also of the text.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.learned_blocks import Blocks
    >>> found_in(Blocks.of(parse("<p>Steep the tea well.<p>Tea")), "Teaandmilk.Steeptheteawell.Drinkit.")
    [0]
    """
    text, bounds = blocks.page.text, blocks.bounds[: _MAX_KEYS + 1]
    return [
        block
        for block in begin_in(text, blocks.page.char_classes, bounds, _MIN_KEY, searched)
        if len(key := _key(text, bounds.item(block), bounds.item(block + 1))) >= _MIN_KEY and key in searched
    ]


def _key(text: str, start: int, stop: int) -> str:
    """The first characters of a block's text without white space."""
    return "".join(text[start : min(stop, start + _KEY_SOURCE)].split())[:_KEY]


COPIES = FeatureGroup(
    "copies",
    {
        "seen_before": "1 if an earlier block has the same text.",
        "in_article_body": "1 if the block begins with text of JSON-LD's articleBody, -1 if not, 0 without one.",
        "in_description": "1 if the beginning of the block is part of the page's description.",
    },
)
