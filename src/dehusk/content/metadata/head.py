"""The items of the head by name: META, LINK, TITLE, JSON-LD."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk._core.head_values import tidy
from dehusk.content.metadata.meta_tags import NAMES
from dehusk.page.head_items import HeadItems

if TYPE_CHECKING:
    from dehusk.page import Page

__all__ = ["PageHead", "tidy"]

_RELATIONS = ("canonical", "image_src", "license")


class PageHead:
    """The items of a page's head by name.

    >>> from dehusk import parse
    >>> head = PageHead(parse("<title>Tea</title><meta name=DC.Title content=Green><link rel='canonical' href=/tea>"))
    >>> head.titles, head.metas["dc.title"], head.links["canonical"]
    (['Tea'], ['Green'], ['/tea'])
    """

    titles: list[str]
    scripts: list[str]
    links: dict[str, list[str]]
    """Relation -> addresses, for the relations that metadata are read from."""
    metas: dict[str, list[str]]
    """Name in lower case, with ``.`` for ``:`` -> values, for the names that metadata are read from."""

    def __init__(self, page: Page) -> None:
        self.titles, self.scripts, self.links, self.metas = HeadItems.of(page.head).values(_RELATIONS, NAMES)

    def add(self, name: str, content: str) -> None:
        """Add a value of a META element; a colon in its name is the same as a dot."""
        self.metas.setdefault(name.replace(":", "."), []).append(content)
