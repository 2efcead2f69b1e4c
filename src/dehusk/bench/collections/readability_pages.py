"""Readability's test pages: folders of ``source.html``, ``expected.html`` and ``expected-metadata.json``.

Defined by github.com/mozilla/readability, test/test-pages. The gold is the text of ``expected.html``; the
metadata gives ``title``, ``byline``, ``publishedTime`` and ``lang``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import turbohtml

from dehusk.bench.collections.files import each_page, gold_of, read_html, read_json, read_text
from dehusk.bench.collections.marked_text import marked_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage


def matches(path: Path) -> bool:
    """Whether a folder contains test cases.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return next(path.glob("*/source.html"), None) is not None


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the test cases.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    return each_page(path.glob("*/source.html"), _row)


def _row(page: Path) -> dict[str, object]:
    case = page.parent
    expected, metadata = gold_of(page, case / "expected.html"), case / "expected-metadata.json"
    known = read_json(metadata) if metadata.is_file() else {}
    return {
        "id": case.name,
        "dataset": "readability",
        "html": read_html(page),
        "gold": marked_text(turbohtml.parse(read_text(expected)), lambda _: True),
        "lang": known.get("lang"),
        "title": known.get("title"),
        "author": known.get("byline"),
        "date": known.get("publishedTime"),
    }
