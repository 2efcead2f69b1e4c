"""What the page's head says: its titles, what type of page it declares, and copies of its text."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from dehusk._core.title_places import heading_blocks
from dehusk.page.head_items import Words, likely_items

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page import Page

_MIN_LETTERS = 4
_LETTERS = re.compile(r"[^\W_]+")  # str.isalnum
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_LOWER_CASE = bytes(range(256)).lower()
_MAX_JSON_LD = 20_000
_MAX_BODY = 60_000
_MAX_DESCRIPTION = 2000
_BODY = re.compile(r'"articleBody"\s*:\s*("(?:[^"\\]|\\.)*")')
_DESCRIPTIONS = frozenset(["description", "og:description", "twitter:description"])
_WANTED: dict[str, Words] = {"title": b"", "meta": (b"og:title", b"og:type", b"description"), "script": b""}
_MAX_TITLES, _MAX_HEADINGS, _MAX_LETTERS = 8, 500, 1000

DECLARED_TYPES: dict[str, tuple[str, ...]] = {
    "article": ("article", "newsarticle", "blogposting", "reportage"),
    "product": ("product",),
    "forum": ("discussionforumposting", "qapage"),
    "website": ("website",),
}
"""Type of page -> the words of OpenGraph and schema.org for it."""


class HeadFacts(NamedTuple):
    """What the page's head says."""

    titles: list[str]
    """The letters and digits of its titles; short ones are left out."""
    declared: frozenset[str]
    """What OpenGraph's type and JSON-LD call the page: names of :data:`DECLARED_TYPES`."""
    body: str
    """The article's text as JSON-LD gives it, without white space; "" if it does not."""
    description: str
    """The page's descriptions, without white space."""


def read_head(page: Page) -> HeadFacts:
    """Read the head of a page.

    >>> from dehusk import parse
    >>> read_head(parse('<title>Green tea</title><meta property="og:type" content="article"><p>Tea'))
    HeadFacts(titles=['greentea'], declared=frozenset({'article'}), body='', description='')
    >>> read_head(parse('<script type="application/ld+json">{"articleBody": "Steep\\u0020it."}</script>')).body
    'Steepit.'
    """
    titles: list[str] = []
    declarations: list[str] = []
    descriptions: list[str] = []
    body: str | None = None
    for item in likely_items(page.head, _WANTED):
        if item.tag == "title":
            titles.append(item.text)
        elif item.tag == "script":
            declarations.append(item.text[:_MAX_JSON_LD])
            body = _article_body(item.text) if body is None else body
        else:
            attributes = dict(item.attrs)
            content = attributes.get("content") or ""
            if ("property", "og:title") in item.attrs:
                titles.append(content)
            if attributes.get("property") == "og:type":
                declarations.append(f'"{content}"')
            if (attributes.get("property") or attributes.get("name")) in _DESCRIPTIONS:
                descriptions.append("".join(content[:_MAX_DESCRIPTION].split()))
    letters = [_letters(title[:_MAX_LETTERS]) for title in titles[:_MAX_TITLES]]
    return HeadFacts(
        [title for title in letters if len(title) >= _MIN_LETTERS],
        _declared_types(" ".join(declarations).lower()),
        body or "",
        " ".join(descriptions),
    )


def _declared_types(declared: str) -> frozenset[str]:
    if not declared:
        return frozenset()
    return frozenset(name for name, words in DECLARED_TYPES.items() if any(f'"{word}"' in declared for word in words))


def _article_body(script: str) -> str | None:
    if '"articleBody"' in script and (match := _BODY.search(script)):
        with suppress(ValueError):
            return "".join(json.loads(match[1], strict=False).split())[:_MAX_BODY]
    return None


def title_block(blocks: Blocks, titles: list[str]) -> int:
    """The heading that repeats one of the document's titles, else the first H1, else -1.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.learned_blocks import Blocks
    >>> title_block(Blocks.of(parse("<h1>Shop</h1><h2>Green tea</h2>")), ["greenteashop"])
    1
    """
    text, headings = blocks.page.text, heading_blocks(blocks.columns, blocks.page.offset)
    places: dict[int, tuple[int, int, int]] = {}
    for block, _, holder, start, stop in headings:
        places.setdefault(holder, (block, start, stop))
    best, best_length = -1, _MIN_LETTERS - 1
    for holder in sorted(places)[:_MAX_HEADINGS] if titles else ():
        block, start, stop = places[holder]
        if stop - start <= best_length:
            continue
        heading = _letters(text[start : min(stop, start + _MAX_LETTERS)])
        if len(heading) > best_length:
            for title in titles:
                if heading in title or title in heading:
                    best, best_length = block, len(heading)
                    break
    if best < 0:
        best = next((block for block, level, *_ in headings if level == 1), -1)
    return best


def _letters(text: str) -> str:
    """The letters and digits of a text, in lower case.

    >>> _letters("Green tea, 1st"), _letters("Grüner Tee, 1.")
    ('greentea1st', 'grünertee1')
    """
    if text.isascii():
        return text.encode().translate(_LOWER_CASE, _ASCII_SIGNS).decode()
    return "".join(_LETTERS.findall(text.lower()))
