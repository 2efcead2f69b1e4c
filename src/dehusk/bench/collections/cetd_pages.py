"""CETD: one folder per source (BBC, nytimes, wiki, ...), with ``original/*.htm`` and ``gold/*.txt``.

The format of the authors' archive (ofey.me/projects/cetd), as in
github.com/chatnoir-eu/web-content-extraction-benchmark. The gold is plain text.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from dehusk.bench.collections.files import each_page, gold_of, in_order, read_html, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import BadPage, LabelledPage


def matches(path: Path) -> bool:
    """Whether a folder is a source or contains sources.

    >>> from pathlib import Path
    >>> matches(Path("/nowhere"))
    False
    """
    return bool(_sources(path))


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read the pages of one source, or of all sources in the folder.

    >>> from pathlib import Path
    >>> list(pages(Path("/nowhere")))
    []
    """
    files = chain.from_iterable((source / "original").glob("*.htm*") for source in _sources(path))
    return each_page(files, _row)


def _sources(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return [
        folder
        for folder in [path, *in_order(path.iterdir())]
        if (folder / "original").is_dir() and (folder / "gold").is_dir()
    ]


def _row(page: Path) -> dict[str, object]:
    source = page.parent.parent
    gold = gold_of(page, source / "gold" / f"{page.stem}.txt")
    return {
        "id": f"{source.name}/{page.stem}",
        "dataset": "cetd",
        "html": read_html(page),
        "gold": read_text(gold).strip(),
    }
