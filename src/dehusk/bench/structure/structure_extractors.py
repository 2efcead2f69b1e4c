"""Extractors that keep structure: each returns the content of a page as Markdown or HTML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from dehusk.bench.peers import PEERS
from dehusk.bench.peers.node import NodePeer
from dehusk.bench.peers.python import load_peer
from dehusk.errors import ArgumentError
from dehusk.extractor import extract

if TYPE_CHECKING:
    from collections.abc import Mapping

StructureFunction = Callable[[str, str], str]
"""A function of a page's HTML and URL."""


@dataclass(frozen=True)
class StructureExtractor:
    """An extractor, and what it writes."""

    make: Callable[[], StructureFunction]
    form: Literal["markdown", "html"]
    peer: str = ""
    """The peer that it is, whose packages it needs."""


def _trafilatura(form: str) -> StructureFunction:
    def run(html: str, url: str) -> str:
        options: dict[str, Any] = dict.fromkeys(("include_formatting", "include_links", "include_images"), True)
        extracted = load_peer("trafilatura").extract(
            html, url=url or None, output_format=form, include_comments=False, **options
        )
        return extracted or ""

    return run


def _readability(html: str, url: str) -> str:
    return str(load_peer("readability").Document(html, url=url or None).summary(html_partial=True))


def _resiliparse(html: str, url: str) -> str:  # noqa: ARG001 - the shape of an extractor
    convert: Any = load_peer("resiliparse.extract.html2text").extract_plain_text
    return str(convert(html, main_content=True, preserve_formatting="minimal_html", links=True, alt_texts=True))


def _node(package: str) -> Callable[[], StructureFunction]:
    return lambda: NodePeer(package).html


STRUCTURE_EXTRACTORS: Mapping[str, StructureExtractor] = {
    "dehusk": StructureExtractor(lambda: lambda html, url: extract(html, url=url or None).html, "html"),
    "dehusk_markdown": StructureExtractor(
        lambda: lambda html, url: extract(html, url=url or None).markdown, "markdown"
    ),
    "trafilatura": StructureExtractor(lambda: _trafilatura("markdown"), "markdown", "trafilatura"),
    "trafilatura_html": StructureExtractor(lambda: _trafilatura("html"), "html", "trafilatura"),
    "readability": StructureExtractor(lambda: _readability, "html", "readability"),
    "resiliparse": StructureExtractor(lambda: _resiliparse, "html", "resiliparse"),
    "readability_js": StructureExtractor(_node("@mozilla/readability"), "html", "readability_js"),
    "defuddle": StructureExtractor(_node("defuddle"), "html", "defuddle"),
}
"""Extractors by name. Those that return plain text only are not here: they have no structure to compare."""


def structure_extractor(name: str) -> StructureExtractor:
    """The extractor of a name; an error says what is known, or what to install.

    >>> structure_extractor("justext")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: 'justext' has no structure to compare; known: dehusk, dehusk_markdown, ...
    """
    if name not in STRUCTURE_EXTRACTORS:
        raise ArgumentError(f"{name!r} has no structure to compare; known: {', '.join(STRUCTURE_EXTRACTORS)}")
    found = STRUCTURE_EXTRACTORS[name]
    if found.peer:
        PEERS[found.peer].require()
    return found
