"""A record: what a page says about one thing, with named fields."""

from __future__ import annotations

from typing import Any, NamedTuple

FieldValue = str | list[str]


class PageRecord(NamedTuple):
    """One record of a page.

    >>> PageRecord("entry", {"title": "Tea"}).to_dict()
    {'kind': 'entry', 'fields': {'title': 'Tea'}, 'path': None}
    """

    kind: str
    """``entry`` of a listing, or the type of schema.org in lower case: ``recipe``, ``product``, ``event``, …"""
    fields: dict[str, FieldValue]
    """Field -> its value; only what the page states."""
    path: str | None = None
    """The XPath of its element; None if schema.org describes it."""

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return self._asdict()
