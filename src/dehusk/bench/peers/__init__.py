"""Peers: the extractors that users pick today, under the names that our tables use."""

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

Extractor = Callable[[str, str, str], str | None]
"""From a page's HTML, language and address (either may be empty) to its main content as plain text."""

_RESILIPARSE = {"resiliparse": "Resiliparse"}
_TRAFILATURA = {"trafilatura": "trafilatura"}
_BOILERPY = {"boilerpy3": "boilerpy3"}


@dataclass(frozen=True)
class Peer:
    """Another extractor: how to make it, and what must be installed for it.

    >>> Peer(lambda: lambda html, lang, url: html.upper()).version()
    ''
    """

    make: Callable[[], Extractor]
    modules: Mapping[str, str] = field(default_factory=dict)
    """The packages it needs: distribution by module; the first one is the peer itself."""
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
        """Name and version of the package; empty where it has none."""
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
"""Peer by name. ``all_text`` keeps everything, as ``inscriptis`` does: the floor of precision."""

__all__ = ["PEERS", "Extractor", "Peer"]
