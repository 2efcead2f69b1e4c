"""Several methods and peers on one page: what each keeps, block by block."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from dehusk.bench.peers import PEERS
from dehusk.extractor import Extractor
from dehusk.methods import list_methods
from dehusk.methods.registry import method_class
from dehusk.pictures.comparison import compare
from dehusk.serve.problems import RequestProblem

if TYPE_CHECKING:
    from dehusk.page import Page

DEFAULT_METHODS = ("grain", "readability-style", "boilerpipe-article", "cectd-ds", "arias")
_MOST_METHODS = 12
_SPACE = re.compile(r"\s+")


def peer_names() -> list[str]:
    """The peers that are installed; those that need Node are left out, because they start processes.

    >>> "readability_js" in peer_names()
    False
    """
    return [name for name, peer in PEERS.items() if not peer.package and all(map(find_spec, peer.modules))]


def check_compared(names: Sequence[str], *, is_drawn: bool) -> None:
    """Raise if these cannot be compared.

    >>> check_compared(["grain", "tea"], is_drawn=False)
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: unknown method or peer 'tea'; methods: accb, ...; peers: ...
    """
    known, peers = list_methods(), peer_names()
    if len(names) > _MOST_METHODS:
        raise RequestProblem(422, "methods", f"at most {_MOST_METHODS} methods are compared")
    for name in names:
        if name in peers:
            continue
        if name not in known:
            detail = f"unknown method or peer {name[:100]!r}; methods: {', '.join(known)}; peers: {', '.join(peers)}"
            raise RequestProblem(422, "methods", detail)
        if "layout" in method_class(name).needs and not is_drawn:
            raise RequestProblem(422, "methods", f"{name} needs a drawn page: give nodes and boxes in drawn")


def compare_page(page: Page, html: str | None, names: Sequence[str]) -> dict[str, Any]:
    """What each method and peer keeps; ``html``: for peers.

    >>> from dehusk import parse
    >>> html = "<p>Steep the tea for three minutes."
    >>> compared = compare_page(parse(html), html, ["grain", "lqf"])
    >>> [entry["name"] for entry in compared["methods"]], compared["blocks"][0]["kept"]
    (['grain', 'lqf'], [True, True])
    """
    names = names or DEFAULT_METHODS
    peers = [name for name in names if name in PEERS and name not in list_methods()]
    methods = [name for name in names if name not in peers]
    extractions, entries = [], []
    for name in methods:
        extractor = Extractor(method=name)
        started = time.perf_counter()
        extraction = extractor.extract(page)
        extractions.append(extraction)
        entries.append(_entry(name, "method", extraction.text, started, extraction.status, extraction.reason))
    # Blocks need a method; without one, those of the default that is not shown.
    compared = compare(extractions or [Extractor().extract(page)], methods or ["grain"])
    kept = [list(block.kept)[: len(methods)] for block in compared.blocks]
    for name in peers:
        # The first call imports what the peer needs: that is no time of this page.
        _peer_text(name, "<p>Tea")
        started = time.perf_counter()
        text, problem = _peer_text(name, html)
        entries.append(_entry(name, "peer", text, started, "failed" if problem else "ok", problem))
        flat = _SPACE.sub(" ", text)
        for row, block in zip(kept, compared.blocks, strict=True):
            row.append(_SPACE.sub(" ", block.text) in flat)
    blocks = [
        {"text": block.text, "tag": block.tag, "path": block.path, "kept": row}
        for block, row in zip(compared.blocks, kept, strict=True)
    ]
    return {"title": compared.title, "methods": entries, "blocks": blocks}


def _entry(name: str, kind: str, text: str, started: float, status: str, reason: str) -> dict[str, Any]:
    seconds = round(time.perf_counter() - started, 4)
    return {"name": name, "kind": kind, "status": status, "reason": reason, "seconds": seconds, "text": text}


def _peer_text(name: str, html: str | None) -> tuple[str, str]:
    """What a peer extracts, and its problem, if any."""
    if html is None:
        return "", "peers need a document, not a drawn page"
    try:
        return PEERS[name].make()(html, "", "") or "", ""
    except Exception as error:  # noqa: BLE001 - a peer that breaks is a result of the comparison
        return "", f"{type(error).__name__}: {error}"
