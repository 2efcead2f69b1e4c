"""Scrapinghub's article-extraction benchmark: ``ground-truth.json`` and ``html/ID.html.gz``.

Defined by the README of github.com/scrapinghub/article-extraction-benchmark: the JSON maps an id to
``articleBody`` and, optionally, ``url``; the pages are UTF-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.bench.collections.files import each_page, read_html, read_json
from dehusk.bench.collections.page_schema import BadPage
from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import LabelledPage

_TRUTH = "ground-truth.json"


def matches(path: Path) -> bool:
    """Whether a folder contains ``ground-truth.json`` and ``html``.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return (path / _TRUTH).is_file() and (path / "html").is_dir()


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages that the ground truth lists.

    >>> from pathlib import Path
    >>> [str(page) for page in pages(Path("/nowhere"))]
    ["/nowhere/ground-truth.json: [Errno 2] No such file or directory: '/nowhere/ground-truth.json'"]
    """
    try:
        truth = read_json(path / _TRUTH)
    except CollectionError as error:
        yield BadPage(str(error))
        return
    except (OSError, ValueError) as error:
        yield BadPage(f"{path / _TRUTH}: {error}")
        return
    files = (path / "html" / f"{name}.html.gz" for name in truth)
    yield from each_page(files, lambda page: _row(page, truth))


def _row(page: Path, truth: dict[str, Any]) -> dict[str, object]:
    name = page.name.removesuffix(".html.gz")
    item = truth[name] if isinstance(truth[name], dict) else {}
    return {
        "id": name,
        "dataset": "scrapinghub",
        "html": read_html(page),
        "gold": item.get("articleBody"),
        "type": "article",
        "url": item.get("url"),
    }
