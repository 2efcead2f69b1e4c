"""What the page's head says: its title, and what type of page it declares."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from dehusk.page import tags
from dehusk.page.head_items import likely_items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page import Page

_MIN_LETTERS = 4
_LETTERS = re.compile(r"[^\W_]+")  # str.isalnum
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_MAX_JSON_LD = 20_000
_MAX_TITLES, _MAX_HEADINGS, _MAX_LETTERS = 8, 500, 1000

DECLARED_TYPES: dict[str, tuple[str, ...]] = {
    "article": ("article", "newsarticle", "blogposting", "reportage"),
    "product": ("product",),
    "forum": ("discussionforumposting", "qapage"),
    "website": ("website",),
}
"""Type of page -> the words of OpenGraph and schema.org for it."""


def declared_types(page: Page) -> set[str]:
    """What OpenGraph's type and JSON-LD call the page.

    >>> from dehusk import parse
    >>> declared_types(parse('<meta property="og:type" content="article"><p>Tea'))
    {'article'}
    """
    declared = " ".join(_declarations(page)).lower()
    return {name for name, words in DECLARED_TYPES.items() if any(f'"{word}"' in declared for word in words)}


def _declarations(page: Page) -> Iterator[str]:
    for item in likely_items(page.head, {"script": b"", "meta": b"og:type"}):
        if item.tag == "script":
            yield item.text[:_MAX_JSON_LD]
        else:
            attributes = dict(item.attrs)
            if attributes.get("property") == "og:type":
                yield f'"{attributes.get("content")}"'


def title_block(blocks: Blocks) -> int:
    """The heading that repeats the document's title, else the first H1, else -1.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.learned_blocks import Blocks
    >>> title_block(Blocks.of(parse("<title>Green tea | Shop</title><h1>Shop</h1><h2>Green tea</h2>")))
    1
    """
    page = blocks.page
    found = islice(_titles(page), _MAX_TITLES)
    titles = [letters for title in found if len(letters := _letters(title[:_MAX_LETTERS])) >= _MIN_LETTERS]
    levels = tags.HEADING_LEVEL[blocks.tag]
    headings = levels.nonzero()[0]
    places: dict[int, int] = {}
    for holder, place in zip(blocks.holder[headings].tolist(), headings.tolist(), strict=True):
        places.setdefault(holder, place)
    best, best_length = -1, _MIN_LETTERS - 1
    holders = sorted(places)[:_MAX_HEADINGS] if titles else []
    starts, stops = page.offset[holders].tolist(), page.offset[page.end[holders]].tolist()
    for holder, start, stop in zip(holders, starts, stops, strict=True):
        if stop - start <= best_length:
            continue
        heading = _letters(page.text[start : min(stop, start + _MAX_LETTERS)])
        if len(heading) > best_length and any(heading in title or title in heading for title in titles):
            best, best_length = places[holder], len(heading)
    if best < 0:
        best = next((int(place) for place in headings if levels[place] == 1), -1)
    return best


def _titles(page: Page) -> Iterator[str]:
    for item in likely_items(page.head, {"title": b"", "meta": b"og:title"}):
        if item.tag == "title":
            yield item.text
        elif ("property", "og:title") in item.attrs:
            yield dict(item.attrs).get("content") or ""


def _letters(text: str) -> str:
    """The letters and digits of a text, in lower case.

    >>> _letters("Green tea, 1st"), _letters("Grüner Tee, 1.")
    ('greentea1st', 'grünertee1')
    """
    if text.isascii():
        return text.lower().encode().translate(None, _ASCII_SIGNS).decode()
    return "".join(_LETTERS.findall(text.lower()))
