"""The items of the head by name: META, LINK, TITLE, JSON-LD."""

from __future__ import annotations

from collections import defaultdict
from html import unescape
from typing import TYPE_CHECKING

from dehusk.page.head_items import likely_items
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Attributes, Page
    from dehusk.page.attributes import AttributeValues
    from dehusk.page.head_items import Words

_RELATIONS = ("canonical", "image_src", "license")
_READ: dict[str, Words] = {
    "title": b"",
    "script": b"",
    "meta": b"",
    "link": tuple(relation.encode() for relation in _RELATIONS),
}
_NAMING = frozenset({"property", "name", "itemprop", "http-equiv"})


def tidy(text: str) -> str:
    """White space collapsed, and character references that were escaped twice decoded.

    >>> tidy(" Tea &amp;amp;  milk ")
    'Tea &amp; milk'
    """
    return collapse(unescape(text) if "&" in text else text)


class PageHead:
    """The items of a page's head by name.

    >>> from dehusk import parse
    >>> head = PageHead(parse("<title>Tea</title><meta name=DC.Title content=Green><link rel='canonical' href=/tea>"))
    >>> head.titles, head.metas["dc.title"], head.links["canonical"]
    (['Tea'], ['Green'], ['/tea'])
    """

    def __init__(self, page: Page) -> None:
        self.titles: list[str] = []
        self.scripts: list[str] = []
        self.links: defaultdict[str, list[str]] = defaultdict(list)
        """Relation -> addresses, for the relations that metadata are read from."""
        self.metas: defaultdict[str, list[str]] = defaultdict(list)
        """Name in lower case, with ``.`` for ``:`` -> values."""
        for tag, attrs, text in likely_items(page.head, _READ):
            if tag == "meta":
                self._add_meta(attrs)
            elif tag == "script":
                self.scripts.append(text)
            elif tag == "title":
                self.titles.append(tidy(text))
            else:
                self._add_link(dict(attrs))

    def _add_link(self, attrs: AttributeValues) -> None:
        relations = (attrs.get("rel") or "").lower().split()
        for relation in _RELATIONS:
            if relation in relations:
                self.links[relation].append((attrs.get("href") or "").strip())

    def _add_meta(self, attrs: Attributes) -> None:
        content = instead = ""
        named = []
        for name, value in attrs:
            if not value:
                continue
            if name == "content":
                content = value
            elif name in _NAMING:
                named += value.lower().split()
            elif name == "value":
                # An error that templates make.
                instead = value
        if named and (content := tidy(content) or tidy(instead)):
            for each in named:
                self.add(each, content)

    def add(self, name: str, content: str) -> None:
        """Add a value of a META element; a colon in its name is the same as a dot."""
        self.metas[name.replace(":", ".")].append(content)
