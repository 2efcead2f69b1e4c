"""TECO: one folder per website, with one page, at any depth, whose elements have labels as classes.

Alarte and Silva's suite (mist.dsic.upv.es/teco, arXiv 1409.6182): the labels are ``TECO_mainContent``,
``TECO_notTemplate`` (also followed by a number) and ``TECO_mainMenu``; the folder also contains other pages of the
site. The labels are removed from the source of the page, so that no method can use them. A labelled element is content
with everything below it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import turbohtml

from dehusk.bench.collections.files import each_page, read_html
from dehusk.bench.collections.marked_text import marked_paths, marked_text
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_MAIN = "TECO_mainContent"
_LABEL = re.compile(r"TECO_(?:mainContent|mainMenu|notTemplate\d*)")
_CLASS = re.compile(r"""(\s+class\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)


def matches(path: Path) -> bool:
    """Whether a folder contains a labelled page.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return next(_labelled(path), None) is not None


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the labelled pages, with the paths of the gold nodes and their text.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    return each_page(_labelled(path), lambda page: _row(page, path))


def _labelled(path: Path) -> Iterator[Path]:
    label = _MAIN.encode()
    return (file for file in path.rglob("*.htm*") if file.is_file() and label in file.read_bytes())


def _row(page: Path, root: Path) -> dict[str, object]:
    source = read_html(page)
    parsed = parse(source, hidden="keep")
    labelled = [row for row in range(len(parsed)) if _MAIN in (parsed.attr(row, "class") or "").split()]
    return {
        "id": page.relative_to(root).as_posix(),
        "dataset": "teco",
        "html": without_labels(source),
        "gold": marked_text(turbohtml.parse(source), _mark),
        "gold_nodes": marked_paths(parsed, dict.fromkeys(labelled, True)),
    }


def _mark(element: turbohtml.Element) -> bool | None:
    return True if element.has_class(_MAIN) else None


def without_labels(source: str) -> str:
    """Remove TECO's classes, and nothing else, from the source of a page.

    >>> without_labels('<p class="lead TECO_mainContent TECO_notTemplate2"><b class="TECO_mainContent">')
    '<p class="lead"><b>'
    """

    def cut(attribute: re.Match[str]) -> str:
        name, value = attribute.groups()
        quote = value[0] if value[0] in "\"'" else ""
        words = value.strip(quote).split()
        kept = [word for word in words if not _LABEL.fullmatch(word)]
        if len(kept) == len(words):
            return attribute[0]
        return f"{name}{quote}{' '.join(kept)}{quote}" if kept else ""

    return _CLASS.sub(cut, source)
