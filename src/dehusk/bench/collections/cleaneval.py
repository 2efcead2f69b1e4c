"""CleanEval 2007: a folder of original pages and a folder of cleaned texts.

The folders have several names: ``en_original`` and ``en_cleaned`` (development set of
cleaneval.sigwac.org.uk), ``input`` and ``gold_std`` (its final set), ``input`` and ``GoldStandard``
(github.com/ppke-nlpg/CleanPortalEval), ``orig`` and ``clean`` (github.com/dalab/web2text,
src/main/resources/cleaneval). A page ``N.html`` is wrapped in ``<text ... encoding="...">`` and ``</text>``;
its gold is ``N.txt`` or ``N-cleaned.txt``: a line ``URL: ...``, then text whose headings, paragraphs and list
items begin with ``<h>``, ``<p>`` and ``<l>`` (Baroni et al., LREC 2008).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.bench.collections.files import each_page, gold_of, read_text
from dehusk.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_FOLDERS = (
    ("en_original", "en_cleaned"),
    ("original", "cleaned"),
    ("orig", "clean"),
    ("input", "GoldStandard"),
    ("input", "gold_std"),
)
_WRAPPER = re.compile(rb"\A\s*<text\b[^>]*>\s*|\s*</text>\s*\Z", re.IGNORECASE)
_ENCODING = re.compile(rb"""\A\s*<text\b[^>]*\bencoding\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_URL = re.compile(r"\A\s*URL:[ \t]*(\S*)[^\n]*\n?", re.IGNORECASE)
_MARKER = re.compile(r"^[ \t]*</?[hpl]>[ \t]*|</?[hpl]>", re.IGNORECASE | re.MULTILINE)


def matches(path: Path) -> bool:
    """Whether a folder contains original and cleaned pages under one of the known names.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return _found(path) is not None


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages, without the wrapper, and their gold, without URL line and markers.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    found = _found(path)
    if found is None:
        return iter(())
    originals, cleaned = found
    return each_page(originals.glob("*.htm*"), lambda page: _row(page, cleaned))


def _found(path: Path) -> tuple[Path, Path] | None:
    for original, cleaned in _FOLDERS:
        if (path / original).is_dir() and (path / cleaned).is_dir():
            return path / original, path / cleaned
    return None


def _row(page: Path, cleaned: Path) -> dict[str, object]:
    text = read_text(gold_of(page, cleaned / f"{page.stem}.txt", cleaned / f"{page.stem}-cleaned.txt"))
    url = _URL.match(text)
    return {
        "id": page.stem,
        "dataset": "cleaneval",
        "html": unwrap(page.read_bytes()),
        "gold": _MARKER.sub("", _URL.sub("", text)).strip(),
        "url": url[1] if url else "",
    }


def unwrap(data: bytes) -> str:
    """Decode an original page with the encoding stated in its ``<text>`` wrapper, and remove the wrapper.

    >>> unwrap(b'<text id="1" encoding="latin-1">\\n<html>\\xe9</html>\\n</text>\\n')
    '<html>é</html>'
    """
    named = _ENCODING.match(data)
    headers = {"Content-Type": f"text/html; charset={named[1].decode('latin-1')}"} if named else None
    return decode(_WRAPPER.sub(b"", data), headers).text
