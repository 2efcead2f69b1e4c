"""Metadata: what is known about a page, each field with the source it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """What is known about a page. A field that no source gives is None or empty.

    >>> import dehusk
    >>> html = "<title>Tea | Leaf</title><meta property=og:site_name content=Leaf><p>By Ann Green<p>Steep it."
    >>> metadata = dehusk.extract(html).metadata
    >>> metadata.title, metadata.sources["title"]
    ('Tea', 'html5')
    >>> metadata.authors, metadata.sources["authors"]
    (('Ann Green',), 'visible')
    """

    title: str | None = None
    """The title without the site's name."""
    authors: tuple[str, ...] = ()
    """Names, without degrees and offices."""
    published: str | None = None
    """ISO 8601: a date, or a date and time, with its zone where the page states one."""
    modified: str | None = None
    """As ``published``."""
    site_name: str | None = None
    language: str | None = None
    """A language tag (``en-GB``): the declared one, unless the text is clearly in another language."""
    declared_language: str | None = None
    detected_language: str | None = None
    """A two-letter code; None where the text is too short or its language not clear."""
    description: str | None = None
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    image: str | None = None
    """The address of the lead image."""
    url: str | None = None
    """The canonical address."""
    licence: str | None = None
    """An address or a name."""
    page_type: str | None = None
    """What the page says it is: ``article``, ``forum``, ``product``, ``recipe``, ``video``, ``website``, …"""
    words: int = 0
    """Words of the content, counted as its script asks."""
    minutes: int = 0
    """The time it takes to read them."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Field -> where it came from: ``json-ld``, ``microdata``, ``opengraph``, ``dublin-core``, ``meta``, ``html5``,
    ``visible`` (a byline or a date in the text), ``url``, ``text`` (the content's own words)."""

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data, ready for JSON.

        >>> Metadata(title="Tea", authors=("Ann",), sources={"title": "html5"}).to_dict()["authors"]
        ['Ann']
        """
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return plain | {"sources": dict(self.sources)}
