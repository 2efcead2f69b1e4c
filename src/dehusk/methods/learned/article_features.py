"""Evidence of which article a page is about: the headline, and the copies of its text in the page's head."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from dehusk._core.block_places import title_tree_features
from dehusk._core.block_text import begin_in
from dehusk.methods.learned.feature_group import FeatureColumns, FeatureGroup
from dehusk.methods.learned.measures import sign_classes
from dehusk.page import tags
from dehusk.page.head_items import likely_items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.methods.learned.measures import Measures
    from dehusk.page import Page

# ---- relative to the headline in the tree --------------------------------------------------------


def _title_tree(measures: Measures, columns: FeatureColumns) -> None:
    title_tree_features(measures.columns, measures.title, tags.NUMBERS["article"], *columns)


_TITLE_TREE = {
    "title.levels_up": "Levels from the headline up to the nearest element that also holds the block; -1 without one.",
    "title.levels_down": "Levels from this element down to the block's element, at most 20; -1 without a headline.",
    "title.common_chars_share": "Share of the page's characters in this element; -1 without a headline.",
    "title.same_article": "1 if the block is in the headline's ARTICLE, 0 if in another one, -1 if either is in none.",
}
TITLE_TREE = FeatureGroup("title_tree", _TITLE_TREE, _title_tree)

# ---- text that is elsewhere, too -----------------------------------------------------------------

_KEY = 30
_MIN_KEY = 10
_KEY_SOURCE = 80
_MAX_KEYS = 3000
"""Blocks that are looked up; on a longer page the rest is unknown."""
_MAX_BODY = 60_000
_MIN_BODY = 200
_MAX_DESCRIPTION = 2000
_BODY = re.compile(r'"articleBody"\s*:\s*("(?:[^"\\]|\\.)*")')
_DESCRIPTIONS = frozenset(["description", "og:description", "twitter:description"])


def _copies(measures: Measures, columns: FeatureColumns) -> None:
    blocks, rows = measures.blocks, columns.rows
    body, description = article_body(blocks.page), " ".join(_descriptions(blocks.page))
    known = len(body) >= _MIN_BODY
    rows[:, 0] = measures.seen_before
    rows[:, 1] = -1.0 if known else 0.0
    rows[:, 2] = 0.0
    if known:
        rows[found_in(blocks, body), 1] = 1.0
    if description:
        rows[found_in(blocks, description), 2] = 1.0


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
        for block in begin_in(text, sign_classes(), bounds, _MIN_KEY, searched)
        if len(key := _key(text[bounds[block] : bounds[block + 1]])) >= _MIN_KEY and key in searched
    ]


def _key(text: str) -> str:
    """The first characters of a block's text without white space."""
    return "".join(text[:_KEY_SOURCE].split())[:_KEY]


def article_body(page: Page) -> str:
    """The article's text as JSON-LD gives it, without white space; "" if it does not.

    >>> from dehusk import parse
    >>> article_body(parse('<script type="application/ld+json">{"articleBody": "Steep\\\\u0020it."}</script>'))
    'Steepit.'
    """
    for item in likely_items(page.head, {"script": b""}):
        if '"articleBody"' in item.text and (match := _BODY.search(item.text)):
            try:
                return "".join(json.loads(match[1], strict=False).split())[:_MAX_BODY]
            except ValueError:
                continue
    return ""


def _descriptions(page: Page) -> Iterator[str]:
    for item in likely_items(page.head, {"meta": b"description"}):
        attributes = dict(item.attrs)
        if (attributes.get("property") or attributes.get("name")) in _DESCRIPTIONS:
            yield "".join((attributes.get("content") or "")[:_MAX_DESCRIPTION].split())


COPIES = FeatureGroup(
    "copies",
    {
        "seen_before": "1 if an earlier block has the same text.",
        "in_article_body": "1 if the block begins with text of JSON-LD's articleBody, -1 if not, 0 without one.",
        "in_description": "1 if the beginning of the block is part of the page's description.",
    },
    _copies,
)
