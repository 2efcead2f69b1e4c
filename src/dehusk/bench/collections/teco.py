"""TECO: a folder a website, somewhere in it the one page whose elements carry labels as classes.

Alarte and Silva's suite (mist.dsic.upv.es/teco, arXiv 1409.6182): the labels are ``TECO_mainContent``,
``TECO_notTemplate`` (also with a number behind it) and ``TECO_mainMenu``; the other pages of the site lie
beside the labelled one, at any depth. Labels are cut out of the source before it becomes our page, so that no
method sees them and the tree stays as it was. A labelled element is content with all that is below it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import turbohtml

from dehusk.bench.collections.files import each_page, read_html
from dehusk.bench.collections.marked_text import marked_text
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.schema import BadPage, LabelledPage

_MAIN = "TECO_mainContent"
_LABEL = re.compile(r"TECO_(?:mainContent|mainMenu|notTemplate\d*)")
_CLASS = re.compile(r"""(\s+class\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)


def matches(path: Path) -> bool:
    """Whether a folder holds a labelled page.

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
    return {
        "id": page.relative_to(root).as_posix(),
        "dataset": "teco",
        "html": without_labels(source),
        "gold": marked_text(turbohtml.parse(source), _mark),
        "gold_nodes": _content_paths(source),
    }


def _mark(element: turbohtml.Element) -> bool | None:
    return True if element.has_class(_MAIN) else None


def without_labels(source: str) -> str:
    """Cut TECO's classes out of the source of a page, and nothing else.

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


def _content_paths(source: str) -> list[str]:
    """The paths of elements and non-blank leaves of the main content, as :meth:`Page.path` gives them."""
    page = parse(source, hidden="keep")
    classes = [(page.attr(row, "class") or "").split() for row in range(len(page))]
    labelled = np.array([_MAIN in names for names in classes], dtype=np.bool_)
    blank = page.is_text & (page.chars == 0)
    return [page.path(row) for row in np.flatnonzero(page.inside(labelled) & ~blank).tolist()]
