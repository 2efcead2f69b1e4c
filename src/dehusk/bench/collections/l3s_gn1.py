"""L3S-GN1: ``original/UUID.html``, ``annotated/UUID.html`` and ``url-mapping.txt``.

The README of the archive (L3S-GN1-20100130203947-00001, Kohlschütter 2010) defines the annotation: SPAN tags
of class ``x-nc-sel1`` headline, ``x-nc-sel2`` full text, ``x-nc-sel3`` supplemental, ``x-nc-sel0`` not
content, ``x-nc-sel4`` related content, ``x-nc-sel5`` comments. The first three are the gold, as for
BoilerNet (github.com/mrjleo/boilernet, net/misc/prepare_dataset.py); of nested spans the innermost counts.
A line of the mapping is ``<urn:uuid:UUID> URL``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import turbohtml

from dehusk.bench.collections.files import each_page, gold_of, read_html, read_text
from dehusk.bench.collections.marked_text import marked_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_CLASS = re.compile(r"(?:^|\s)x-nc-sel([0-5])(?:\s|$)")
_CONTENT = frozenset("123")
_URL = re.compile(r"<urn:uuid:([^>]+)>\s*(\S+)")


def matches(path: Path) -> bool:
    """Whether a folder contains ``original`` and ``annotated``.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return (path / "original").is_dir() and (path / "annotated").is_dir()


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the original pages, with the annotated text as gold.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    mapping = path / "url-mapping.txt"
    urls = dict(_URL.findall(read_text(mapping))) if mapping.is_file() else {}
    return each_page((path / "original").glob("*.html"), lambda page: _row(page, path / "annotated", urls))


def _row(page: Path, annotated: Path, urls: dict[str, str]) -> dict[str, object]:
    gold = gold_of(page, annotated / page.name)
    return {
        "id": page.stem,
        "dataset": "l3s-gn1",
        "html": read_html(page),
        "gold": marked_text(turbohtml.parse(read_html(gold)), _mark),
        "lang": "en",
        "type": "article",
        "url": urls.get(page.stem, ""),
    }


def _mark(element: turbohtml.Element) -> bool | None:
    found = _CLASS.search(element.attr("class") or "")
    return found[1] in _CONTENT if found else None
