"""Microdata: things whose properties are marked in the page itself."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from dehusk.content.metadata.jsonld import own
from dehusk.content.metadata.rows import shown_text

if TYPE_CHECKING:
    from dehusk.content.metadata.jsonld import Thing
    from dehusk.content.metadata.rows import Marked
    from dehusk.page import Page

_ADDRESSES = {
    "a": "href",
    "link": "href",
    "area": "href",
    "img": "src",
    "video": "src",
    "audio": "src",
    "object": "data",
}
_LONGEST = 1000
"""Longer text is a body, not a fact."""
_MOST = 2000


def things(page: Page, rows: Marked) -> list[Thing]:
    """The things of a page in order, and last what is marked outside of any (or in the scope of HTML itself).

    >>> from dehusk import parse
    >>> from dehusk.content.metadata.rows import marked
    >>> page = parse('<div itemscope itemtype="https://schema.org/Article"><b itemprop=headline>Tea</b>'
    ...     '<i itemprop=author itemscope><u itemprop=name>Ann</u></i></div>'
    ...     '<time itemprop=datePublished datetime=2020>')
    >>> things(page, marked(page))
    [{'@type': 'Article', 'headline': ['Tea'], 'author': [{'@type': '', 'name': ['Ann']}]},
     {'datePublished': ['2020']}]
    """
    if not rows.itemprop:
        return []
    loose: Thing = {}
    by_scope: dict[int, Thing] = {row: {"@type": _type(page, row)} for row in _scopes(page)}
    inner = set()
    for row, names in rows.itemprop[:_MOST]:
        holder = _holder(page, row, by_scope)
        value: Any = by_scope.get(row)
        if value is None:
            value = _value(page, row)
        else:
            inner.add(row)
        if value:
            for name in names.split():
                (loose if holder is None else by_scope[holder]).setdefault(name.rpartition("/")[2], []).append(value)
    return own([*(thing for row, thing in by_scope.items() if row not in inner), loose])


def _scopes(page: Page) -> list[int]:
    every = (row for row, attrs in enumerate(page.attrs) for name, _ in attrs if name == "itemscope")
    return list(islice(every, _MOST))


def _type(page: Page, row: int) -> str:
    return (page.attr(row, "itemtype") or "").strip().rstrip("/").rpartition("/")[2]


def _holder(page: Page, row: int, scopes: dict[int, Thing]) -> int | None:
    """The nearest scope around a row."""
    row = int(page.parent[row])
    while row >= 0:
        if row in scopes:
            return row
        row = int(page.parent[row])
    return None


def _value(page: Page, row: int) -> str:
    tag = page.tag_name(row)
    for name in ("content", "datetime", _ADDRESSES.get(tag, "")):
        value = page.attr(row, name) if name else None
        # The name of a linked author is the link's text.
        if value and not (name == "href" and tag == "a" and page.leaf_text(row)):
            return value
    start, stop = page.offset[row], page.offset[page.end[row]]
    return shown_text(page, row) if stop - start <= _LONGEST else ""
