"""Drawn sites: a folder a page, with ``page.html``, the style sheets and pictures it needs, and ``labels.json``.

Ours (tests/drawn): pages that a browser can draw as their site does, labelled by element, as GCE was evaluated on.
``labels.json`` has ``lang``, ``type``, ``url``, ``title``, and CSS selectors: ``content`` for the elements that are
main content with all that is below them, ``not`` for what inside them is not. A selector must find something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import turbohtml

from dehusk.bench.collections.files import each_page, gold_of, read_html, read_json
from dehusk.bench.collections.marked_text import marked_text
from dehusk.errors import CollectionError
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dehusk.bench.collections.schema import BadPage, LabelledPage

_FIELDS = ("lang", "type", "url", "title")


def matches(path: Path) -> bool:
    """Whether a folder holds such folders.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return next(path.glob("*/labels.json"), None) is not None


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages, with the paths of the gold nodes, their text, and where the page lies for a browser.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    return each_page(path.glob("*/page.html"), _row)


def _row(page: Path) -> dict[str, object]:
    case = page.parent
    labels, source = read_json(gold_of(page, case / "labels.json")), read_html(page)
    tree = turbohtml.parse(source)
    marks = _marks(tree, labels, case / "labels.json")
    return {
        "id": case.name,
        "dataset": "drawn",
        "html": source,
        "gold": marked_text(tree, marks.get),
        "gold_nodes": _content_paths(source, {element.xpath_path(): mark for element, mark in marks.items()}),
        "path": str(page.absolute()),
        **{name: labels.get(name) for name in _FIELDS},
    }


def _marks(tree: turbohtml.Document, labels: Mapping[str, Any], where: Path) -> dict[turbohtml.Element, bool]:
    """The labelled elements: content or not."""
    marks: dict[turbohtml.Element, bool] = {}
    for name, mark in (("content", True), ("not", False)):
        for selector in labels.get(name, []):
            found = tree.select(selector)
            if not found:
                raise CollectionError(f"{where}: {name!r}: nothing is {selector!r}")
            marks |= dict.fromkeys(found, mark)
    return marks


def _content_paths(source: str, marks: Mapping[str, bool]) -> list[str]:
    """The paths of elements and non-blank leaves of the main content, as :meth:`Page.path` gives them."""
    page = parse(source, hidden="keep")
    paths = [page.path(row) for row in range(len(page))]
    marked = np.array([path in marks for path in paths], dtype=np.bool_)
    content = np.array([marks.get(path, False) for path in paths], dtype=np.bool_)[page.nearest(marked)]
    blank = page.is_text & (page.chars == 0)
    return [paths[row] for row in np.flatnonzero(content & ~blank).tolist()]
