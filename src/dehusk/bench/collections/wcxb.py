"""WCXB: ``dev`` and ``test``, each with ``html/ID.html.gz`` and ``ground-truth/ID.json``.

Defined by github.com/Murrough-Foley/web-content-extraction-benchmark (arXiv 2605.21097), schema version 2.0:
``url``, ``_internal.page_type.primary`` and, under ``ground_truth``, ``main_content``, ``title``, ``author``,
``publish_date``, ``with`` and ``without``.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from dehusk.bench.collections.files import each_page, read_html, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage

_SPLITS = {"dev": "train", "test": "test"}


def matches(path: Path) -> bool:
    """Whether a folder contains ``dev/ground-truth`` or ``test/ground-truth``.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return any((path / part / "ground-truth").is_dir() for part in _SPLITS)


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages of both parts; ``dev`` is the training split.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    truths = chain.from_iterable((path / part / "ground-truth").glob("*.json") for part in _SPLITS)
    return each_page(truths, _row)


def _row(truth: Path) -> dict[str, object]:
    part = truth.parent.parent
    row = read_json(truth)
    gold = _section(row, "ground_truth")
    return {
        "id": truth.stem,
        "dataset": "wcxb",
        "html": read_html(part / "html" / f"{truth.stem}.html.gz"),
        "gold": gold.get("main_content"),
        "split": _SPLITS[part.name],
        "type": _section(_section(row, "_internal"), "page_type").get("primary"),
        "url": row.get("url"),
        "title": gold.get("title"),
        "author": gold.get("author"),
        "date": gold.get("publish_date"),
        "must": gold.get("with"),
        "mustnot": gold.get("without"),
    }


def _section(row: dict[str, Any], name: str) -> dict[str, Any]:
    value = row.get(name)
    return value if isinstance(value, dict) else {}
