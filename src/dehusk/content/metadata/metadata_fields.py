"""Metadata: what is known about a page, and the source of each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

FieldValues = dict[str, list[str]]
"""What one source says: field of Metadata -> the texts that it gives for the field, the best first."""


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
    """Names, without degrees and job titles."""
    published: str | None = None
    """ISO 8601: a date, or a date and time, with the time zone if the page states one."""
    modified: str | None = None
    """As ``published``."""
    site_name: str | None = None
    language: str | None = None
    """A language tag (``en-GB``): the declared one, unless the text is clearly in another language."""
    declared_language: str | None = None
    detected_language: str | None = None
    """A two-letter code; None if the text is too short or its language is not clear."""
    description: str | None = None
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    image: str | None = None
    """The URL of the lead image."""
    url: str | None = None
    """The canonical URL."""
    licence: str | None = None
    """A URL or a name."""
    page_type: str | None = None
    """What the page says it is: ``article``, ``forum``, ``product``, ``recipe``, ``video``, ``website``, …"""
    words: int = 0
    """The number of words of the content; how they are counted depends on the script."""
    minutes: int = 0
    """The reading time."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Field -> its source: ``json-ld``, ``microdata``, ``opengraph``, ``dublin-core``, ``meta``, ``html5``, ``visible``
    (a byline or date on the page), ``url`` (a date in the URL), ``address`` (the URL of the page), ``text`` (the words
    of the content), ``model`` (the method)."""

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data, ready for JSON.

        >>> Metadata(title="Tea", authors=("Ann",), sources={"title": "html5"}).to_dict()["authors"]
        ['Ann']
        """
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return plain | {"sources": dict(self.sources)}
