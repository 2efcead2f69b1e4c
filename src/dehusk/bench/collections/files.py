"""Reading the files of a collection: pages, their gold, and iteration over both."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING, Any

from dehusk.bench.collections.page_schema import BadPage, labelled_page
from dehusk.errors import CollectionError
from dehusk.source import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import LabelledPage


def read_html(path: Path) -> str:
    """Read a page, decompressed if its name ends in ``.gz``, and decoded as by a browser.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "page.html")
    ...     _ = path.write_bytes("<meta charset=latin1>né".encode("latin-1"))
    ...     read_html(path)
    '<meta charset=latin1>né'
    """
    data = path.read_bytes()
    return decode(gzip.decompress(data) if path.suffix == ".gz" else data).text


def read_text(path: Path) -> str:
    """Read a gold file as UTF-8 if that is valid, else by byte order mark or detection.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "gold.txt")
    ...     _ = path.write_bytes("né".encode("utf-16"))
    ...     read_text(path)
    'né'
    """
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return decode(data).text


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON file that contains an object.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "truth.json")
    ...     _ = path.write_text('{"url": "http://a.example/"}')
    ...     read_json(path)
    {'url': 'http://a.example/'}
    """
    value = json.loads(read_text(path))
    if not isinstance(value, dict):
        raise CollectionError(f"{path}: not a JSON object")
    return value


def gold_of(page: Path, *candidates: Path) -> Path:
    """The first candidate for a page's gold file that exists.

    >>> from pathlib import Path
    >>> gold_of(Path("html/1.html"), Path("gold/1.txt"))
    Traceback (most recent call last):
    dehusk.errors.CollectionError: html/1.html: no gold: expected gold/1.txt
    """
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise CollectionError(f"{page}: no gold: expected {' or '.join(map(str, candidates))}")


def in_order(paths: Iterable[Path]) -> list[Path]:
    """Sort paths in natural order: 2 before 10.

    >>> from pathlib import Path
    >>> [path.name for path in in_order(map(Path, ["10.txt", "2.txt", "a.txt"]))]
    ['2.txt', '10.txt', 'a.txt']
    """

    def key(path: Path) -> list[tuple[bool, int, str]]:
        parts = re.findall(r"[0-9]+|[^0-9]+", str(path))
        return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]

    return sorted(paths, key=key)


def each_page(paths: Iterable[Path], row_of: Callable[[Path], dict[str, object]]) -> Iterator[LabelledPage | BadPage]:
    """Read and check one file after another; a bad file becomes a :class:`BadPage` and reading continues.

    >>> from pathlib import Path
    >>> def refuse(path):
    ...     raise OSError("permission denied")
    >>> [str(page) for page in each_page([Path("1.html")], refuse)]
    ['1.html: permission denied']
    """
    for path in in_order(paths):
        try:
            yield labelled_page(row_of(path), str(path))
        except CollectionError as error:
            yield BadPage(str(error))
        except (OSError, EOFError, ValueError) as error:
            yield BadPage(f"{path}: {error}")
