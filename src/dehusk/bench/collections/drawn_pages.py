"""Drawn sites: one folder per page, with ``page.html``, the style sheets and images it needs, and ``labels.json``.

The format of tests/drawn: pages with their style sheets, labelled by element, as in the evaluation of GCE.
``labels.json`` has ``lang``, ``type``, ``url``, ``title``, and CSS selectors: ``content`` for the elements that are
main content with everything below them, ``not`` for elements inside them that are not. Every selector must match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import turbohtml

from dehusk.bench.collections.files import each_page, gold_of, read_html, read_json
from dehusk.bench.collections.marked_text import marked_paths, marked_text
from dehusk.errors import CollectionError
from dehusk.page import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_FIELDS = ("lang", "type", "url", "title")


def matches(path: Path) -> bool:
    """Whether a folder contains folders with labels.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return next(path.glob("*/labels.json"), None) is not None


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages, with the paths of the gold nodes, their text, and the file for a browser.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    return each_page(path.glob("*/page.html"), _row)


def _row(page: Path) -> dict[str, object]:
    case = page.parent
    labels, source = read_json(gold_of(page, case / "labels.json")), read_html(page)
    tree, parsed = turbohtml.parse(source), parse(source, hidden="keep")
    marks = _marks(tree, labels, case / "labels.json")
    row_of = {parsed.path(row): row for row in range(len(parsed))}
    return {
        "id": case.name,
        "dataset": "drawn",
        "html": source,
        "gold": marked_text(tree, marks.get),
        "gold_nodes": marked_paths(parsed, {row_of[element.xpath_path()]: mark for element, mark in marks.items()}),
        "path": str(page.absolute()),
        **{name: labels.get(name) for name in _FIELDS},
    }


def _marks(tree: turbohtml.Document, labels: Mapping[str, Any], where: Path) -> dict[turbohtml.Element, bool]:
    """Whether each labelled element is content."""
    marks: dict[turbohtml.Element, bool] = {}
    for name, mark in (("content", True), ("not", False)):
        for selector in labels.get(name, []):
            found = tree.select(selector)
            if not found:
                raise CollectionError(f"{where}: {name!r}: no element matches {selector!r}")
            marks |= dict.fromkeys(found, mark)
    return marks
