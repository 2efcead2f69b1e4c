"""What the adapters share: what they say about a page, and what happens to a page without content."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from dehusk.source import is_url

if TYPE_CHECKING:
    from dehusk.extraction import Extraction

LOGGER = logging.getLogger("dehusk.integrations")

_OF_EXTRACTION = ("url", "title", "page_type", "confidence", "status", "reason")
_OF_METADATA = ("published", "modified", "site_name", "language", "description", "image")


def page_facts(extraction: Extraction) -> dict[str, str | float]:
    """What is known about a page as flat, plain values, without those that are unknown.

    >>> import dehusk
    >>> facts = page_facts(dehusk.extract("<title>Tea</title><p>By Ann Green<p>Steep it for three minutes."))
    >>> facts["title"], facts["authors"], facts["status"]
    ('Tea', 'Ann Green', 'ok')
    """
    metadata = extraction.metadata
    facts = {name: getattr(metadata, name) for name in _OF_METADATA}
    facts |= {name: getattr(extraction, name) for name in _OF_EXTRACTION}
    facts["authors"] = "; ".join(metadata.authors)
    return {name: value for name, value in facts.items() if value not in (None, "")}


def content_of(extraction: Extraction, format: str, name: object) -> str:  # noqa: A002 - as Extraction.to calls it
    """The content in a format; empty, with a warning that says why, if the page has none.

    >>> import dehusk
    >>> content_of(dehusk.extract("<h1>Tea</h1><p>Steep it."), "markdown", "tea.html")
    '# Tea\\n\\nSteep it.\\n'
    """
    if extraction.status in ("ok", "truncated") and extraction.text:
        return extraction.to(format)
    LOGGER.warning("%s: no content (%s: %s)", name, extraction.status, extraction.reason)
    return ""


def url_in(value: object) -> str | None:
    """The value if it is an ``http(s)`` URL, else None.

    >>> url_in("https://example.org/"), url_in("pages/tea.html")
    ('https://example.org/', None)
    """
    return value if isinstance(value, str) and is_url(value) else None
