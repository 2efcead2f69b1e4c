"""Peers: other extractors in common use, under the names used in our tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dehusk.bench.peers import node, python
from dehusk.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Mapping

ExtractFunction = Callable[[str, str, str], str | None]
"""A function of a page's HTML, language and URL (the last two may be empty) that returns its content as plain text."""

_RESILIPARSE = {"resiliparse": "Resiliparse"}
_TRAFILATURA = {"trafilatura": "trafilatura"}
_BOILERPY = {"boilerpy3": "boilerpy3"}


@dataclass(frozen=True)
class Peer:
    """Another extractor: the function that makes it, and the packages it needs.

    >>> Peer(lambda: lambda html, lang, url: html.upper()).version()
    ''
    """

    make: Callable[[], ExtractFunction]
    modules: Mapping[str, str] = field(default_factory=dict)
    """The distributions it needs, by module; the first one is the peer itself."""
    package: str = ""
    """The npm package, if it runs in Node."""

    def require(self) -> None:
        """Raise ImportError, saying what to install, if something is missing."""
        for module, distribution in self.modules.items():
            if find_spec(module) is None:
                raise MissingExtra(distribution, "bench")
        if self.package:
            node.require(self.package)

    def version(self) -> str:
        """Name and version of the package; empty if it has none."""
        if self.package:
            return node.version(self.package)
        for distribution in self.modules.values():
            try:
                return f"{distribution} {version(distribution)}"
            except PackageNotFoundError:
                break
        return ""


def _node(package: str) -> Peer:
    return Peer(lambda: node.NodePeer(package), _RESILIPARSE, package)


PEERS: Mapping[str, Peer] = {
    "turbohtml": Peer(lambda: python.turbohtml, {"turbohtml": "turbohtml"}),
    "trafilatura": Peer(lambda: python.trafilatura(), _TRAFILATURA),
    "trafilatura_fast": Peer(lambda: python.trafilatura(fast=True), _TRAFILATURA),
    "trafilatura_precision": Peer(lambda: python.trafilatura(favor_precision=True), _TRAFILATURA),
    "trafilatura_recall": Peer(lambda: python.trafilatura(favor_recall=True), _TRAFILATURA),
    "readability": Peer(
        lambda: python.readability,
        {"readability": "readability-lxml", "lxml_html_clean": "lxml_html_clean"} | _RESILIPARSE,
    ),
    "resiliparse": Peer(lambda: python.resiliparse, _RESILIPARSE),
    "justext": Peer(lambda: python.justext, {"justext": "jusText", "lxml_html_clean": "lxml_html_clean"}),
    "boilerpipe_article": Peer(lambda: python.boilerpipe("ArticleExtractor"), _BOILERPY),
    "boilerpipe_default": Peer(lambda: python.boilerpipe("DefaultExtractor"), _BOILERPY),
    "newspaper4k": Peer(lambda: python.newspaper, {"newspaper": "newspaper4k"}),
    "goose3": Peer(lambda: python.goose, {"goose3": "goose3"}),
    "inscriptis": Peer(lambda: python.inscriptis, {"inscriptis": "inscriptis"}),
    "all_text": Peer(lambda: python.all_text, _RESILIPARSE),
    "readability_js": _node("@mozilla/readability"),
    "defuddle": _node("defuddle"),
}
"""Peers by name. ``all_text`` and ``inscriptis`` keep all text: the lower bound of precision."""

__all__ = ["PEERS", "ExtractFunction", "Peer"]
