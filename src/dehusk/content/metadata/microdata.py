"""Microdata: items of schema.org whose properties are marked in the page itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.content.metadata.jsonld import page_items
from dehusk.content.metadata.marked_rows import visible_text

if TYPE_CHECKING:
    from dehusk.content.metadata.jsonld import SchemaItem
    from dehusk.content.metadata.marked_rows import MarkedRows
    from dehusk.page import Page

_URL_ATTRIBUTE = {
    "a": "href",
    "link": "href",
    "area": "href",
    "img": "src",
    "video": "src",
    "audio": "src",
    "object": "data",
}
_MAX_CHARS = 1000
"""Longer text is the body of an article, not a property."""
_MAX_ITEMS = 2000
_MAX_ROWS_BETWEEN_AUTHORS = 40
"""Authors outside items that are further from the first are those of other pages."""


def microdata_items(page: Page, rows: MarkedRows) -> list[SchemaItem]:
    """The items of a page in order; the last has the properties that belong to no item.

    >>> from dehusk import parse
    >>> from dehusk.content.metadata.marked_rows import marked_rows
    >>> page = parse('<div itemscope itemtype="https://schema.org/Article"><b itemprop=headline>Tea</b>'
    ...     '<i itemprop=author itemscope><u itemprop=name>Ann</u></i></div>'
    ...     '<time itemprop=datePublished datetime=2020>')
    >>> microdata_items(page, marked_rows(page))
    [{'@type': 'Article', 'headline': ['Tea'], 'author': [{'@type': '', 'name': ['Ann']}]},
     {'datePublished': ['2020']}]
    """
    if not rows.itemprop:
        return []
    loose: SchemaItem = {}
    by_scope: dict[int, SchemaItem] = {row: {"@type": _type(page, row)} for row in rows.itemscope[:_MAX_ITEMS]}
    inner = set()
    first_author = next((row for row, names in rows.itemprop if "author" in names.split()), 0)
    for row, names in rows.itemprop[:_MAX_ITEMS]:
        holder = _holder(page, row, by_scope)
        if holder is None and row > first_author + _MAX_ROWS_BETWEEN_AUTHORS and "author" in names.split():
            continue
        value: Any = by_scope.get(row)
        if value is None:
            value = _value(page, row)
        else:
            inner.add(row)
        if value:
            for name in names.split():
                (loose if holder is None else by_scope[holder]).setdefault(name.rpartition("/")[2], []).append(value)
    return page_items([*(item for row, item in by_scope.items() if row not in inner), loose])


def _type(page: Page, row: int) -> str:
    return (page.attr(row, "itemtype") or "").strip().rstrip("/").rpartition("/")[2]


def _holder(page: Page, row: int, scopes: dict[int, SchemaItem]) -> int | None:
    """The nearest ancestor that is an item."""
    row = int(page.parent[row])
    while row >= 0:
        if row in scopes:
            return row
        row = int(page.parent[row])
    return None


def _value(page: Page, row: int) -> str:
    tag = page.tag_name(row)
    for name in ("content", "datetime", _URL_ATTRIBUTE.get(tag, "")):
        value = page.attr(row, name) if name else None
        # The name of a linked author is the text of the link.
        if value and not (name == "href" and tag == "a" and page.leaf_text(row)):
            return value
    start, stop = page.offset[row], page.offset[page.end[row]]
    return visible_text(page, row) if stop - start <= _MAX_CHARS else ""
