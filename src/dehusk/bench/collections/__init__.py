"""Collections of labelled pages: JSON Lines, and the public collections in the formats in which they are published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dehusk.bench.collections import (
    cetd_pages,
    cleaneval,
    dragnet,
    drawn_pages,
    google_trends,
    jsonl,
    l3s_gn1,
    readability_pages,
    scrapinghub,
    teco,
    wcxb,
)
from dehusk.bench.collections.page_schema import BadPage, LabelledPage, labelled_page
from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["FORMATS", "BadPage", "CollectionFormat", "LabelledPage", "labelled_page", "read"]


class CollectionFormat(Protocol):
    """What a module that reads one format of collection provides.

    >>> FORMATS["jsonl"].matches(Path("pages.jsonl"))
    True
    """

    def matches(self, path: Path) -> bool:
        """Whether the files at a path are in this format."""

    def pages(self, path: Path) -> Iterator[LabelledPage | BadPage]:
        """Read the pages one by one."""


FORMATS: Mapping[str, CollectionFormat] = {
    "jsonl": jsonl,
    "cleaneval": cleaneval,
    "cetd": cetd_pages,
    "dragnet": dragnet,
    "l3s-gn1": l3s_gn1,
    "google-trends-2017": google_trends,
    "scrapinghub": scrapinghub,
    "wcxb": wcxb,
    "readability": readability_pages,
    "drawn": drawn_pages,
    "teco": teco,
}
"""Formats by name, in the order in which they are tried; TECO is last because it must look into every file."""


def read(path: str | Path, collection_format: str | None = None) -> Iterator[LabelledPage | BadPage]:
    """Read a collection lazily; without ``collection_format`` the format is detected from the files.

    A page that cannot be read is yielded as a :class:`BadPage` in its place. A path that does not exist, or that is in
    no known format, raises :class:`~dehusk.errors.CollectionError` immediately.

    >>> read("pages.csv", "csv")
    Traceback (most recent call last):
    dehusk.errors.CollectionError: unknown collection format 'csv'; known formats: jsonl, cleaneval, cetd, dragnet, ...
    """
    known = ", ".join(FORMATS)
    if collection_format is not None and collection_format not in FORMATS:
        raise CollectionError(f"unknown collection format {collection_format!r}; known formats: {known}")
    path = Path(path)
    if not path.exists():
        raise CollectionError(f"{path}: no such file or folder")
    if collection_format is not None:
        return FORMATS[collection_format].pages(path)
    for reader in FORMATS.values():
        if reader.matches(path):
            return reader.pages(path)
    raise CollectionError(f"{path}: not in a known collection format; known formats: {known}")
