"""What the page's head says: its title, and what kind of page it is."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.methods.learned.blocks import Blocks
    from dehusk.page import Page

_MIN_LETTERS = 4
_JSON_LD_READ = 20_000
_TITLES_READ, _HEADINGS_READ, _LETTERS_READ = 8, 500, 1000

_KINDS: dict[str, tuple[str, ...]] = {
    "article": ("article", "newsarticle", "blogposting", "reportage"),
    "product": ("product",),
    "forum": ("discussionforumposting", "qapage"),
    "site": ("website",),
}


def page_kinds(page: Page) -> set[str]:
    """What OpenGraph's type and JSON-LD call the page.

    >>> from dehusk import parse
    >>> page_kinds(parse('<meta property="og:type" content="article"><p>Tea'))
    {'article'}
    """
    said = " ".join(_said(page)).lower()
    return {kind for kind, words in _KINDS.items() if any(f'"{word}"' in said for word in words)}


def _said(page: Page) -> Iterator[str]:
    for item in page.head:
        if item.tag == "script":
            yield item.text[:_JSON_LD_READ]
        elif item.tag == "meta":
            named = dict(item.attrs)
            if named.get("property") == "og:type":
                yield f'"{named.get("content")}"'


def title_block(blocks: Blocks) -> int:
    """The heading that repeats the document's title, else the first H1, else -1.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.blocks import Blocks
    >>> title_block(Blocks.of(parse("<title>Green tea | Shop</title><h1>Shop</h1><h2>Green tea</h2>")))
    1
    """
    page = blocks.page
    found = islice(_titles(page), _TITLES_READ)
    titles = [letters for title in found if len(letters := _letters(title[:_LETTERS_READ])) >= _MIN_LETTERS]
    headings = np.flatnonzero(tags.HEADING[blocks.tag])
    places: dict[int, int] = {}
    for holder, place in zip(blocks.holder[headings].tolist(), headings.tolist(), strict=True):
        places.setdefault(holder, place)
    best, best_length = -1, _MIN_LETTERS - 1
    for holder in sorted(places)[:_HEADINGS_READ] if titles else ():
        heading = _letters(page.raw_text(holder)[:_LETTERS_READ])
        if len(heading) > best_length and any(heading in title or title in heading for title in titles):
            best, best_length = places[holder], len(heading)
    if best < 0:
        first = np.flatnonzero(blocks.tag == tags.NUMBERS["h1"])
        best = int(first[0]) if len(first) else -1
    return best


def _titles(page: Page) -> Iterator[str]:
    for item in page.head:
        if item.tag == "title":
            yield item.text
        elif item.tag == "meta" and ("property", "og:title") in item.attrs:
            yield dict(item.attrs).get("content") or ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
