"""Dragnet: ``HTML/N.html`` and ``Corrected/N.html.corrected.txt``.

The format is defined by github.com/dragnet-org/dragnet (dragnet/data_processing.py). In the gold a line
``!@#$%^&*()  COMMENTS`` separates the content from the comments; the annotators mistyped its first half in many ways.
Only the content is used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.bench.collections.files import each_page, gold_of, read_html, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_COMMENTS = re.compile(r"^[!@# ]*\$%\^&\*[*() \t]*COMMENTS\s*$", re.MULTILINE)


def matches(path: Path) -> bool:
    """Whether a folder contains ``HTML`` and ``Corrected``.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return (path / "HTML").is_dir() and (path / "Corrected").is_dir()


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages and their gold without comments.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    return each_page((path / "HTML").glob("*.html"), lambda page: _row(page, path / "Corrected"))


def _row(page: Path, corrected: Path) -> dict[str, object]:
    gold = gold_of(page, corrected / f"{page.name}.corrected.txt")
    content = _COMMENTS.split(read_text(gold), maxsplit=1)[0]
    return {"id": page.stem, "dataset": "dragnet", "html": read_html(page), "gold": content.strip()}
