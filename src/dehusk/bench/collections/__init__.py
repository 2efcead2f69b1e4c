"""Collections of labelled pages: JSON Lines, and the public collections as people download them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dehusk.bench.collections import (
    cetd,
    cleaneval,
    dragnet,
    drawn,
    google_trends,
    jsonl,
    l3s_gn1,
    readability,
    scrapinghub,
    teco,
    wcxb,
)
from dehusk.bench.collections.schema import BadPage, LabelledPage, labelled_page
from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["LAYOUTS", "BadPage", "LabelledPage", "Layout", "labelled_page", "read"]


class Layout(Protocol):
    """What a module that reads one layout offers.

    >>> LAYOUTS["jsonl"].matches(Path("pages.jsonl"))
    True
    """

    def matches(self, path: Path) -> bool:
        """Whether the files at a path have this layout."""

    def pages(self, path: Path) -> Iterator[LabelledPage | BadPage]:
        """Read the pages one by one."""


LAYOUTS: Mapping[str, Layout] = {
    "jsonl": jsonl,
    "cleaneval": cleaneval,
    "cetd": cetd,
    "dragnet": dragnet,
    "l3s-gn1": l3s_gn1,
    "google-trends-2017": google_trends,
    "scrapinghub": scrapinghub,
    "wcxb": wcxb,
    "readability": readability,
    "drawn": drawn,
    "teco": teco,
}
"""Layout by name, in the order in which they are tried; TECO last, since it must look into every file."""


def read(path: str | Path, layout: str | None = None) -> Iterator[LabelledPage | BadPage]:
    """Read a collection lazily; without ``layout`` its files show which one it is.

    What cannot be read comes out as a :class:`BadPage` in its place. A path that is not there, or has no
    known layout, is a :class:`~dehusk.errors.CollectionError` at once.

    >>> read("pages.csv", layout="csv")
    Traceback (most recent call last):
    dehusk.errors.CollectionError: unknown layout 'csv'; known: jsonl, cleaneval, cetd, dragnet, l3s-gn1, ...
    """
    known = ", ".join(LAYOUTS)
    if layout is not None and layout not in LAYOUTS:
        raise CollectionError(f"unknown layout {layout!r}; known: {known}")
    path = Path(path)
    if not path.exists():
        raise CollectionError(f"{path}: no such file or folder")
    if layout is not None:
        return LAYOUTS[layout].pages(path)
    for reader in LAYOUTS.values():
        if reader.matches(path):
            return reader.pages(path)
    raise CollectionError(f"{path}: not a layout we know; known: {known}")
