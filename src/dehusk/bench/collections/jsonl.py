"""JSON Lines: one page per line, plain or compressed with gzip, in one file or in a folder of files.

The fields are those of :class:`~dehusk.bench.collections.LabelledPage`; docs/labelled-pages.md describes them. The
default ``dataset`` is the name of the file without its extensions, the default ``id`` that name and the line number.
"""

from __future__ import annotations

import gzip
import json
import zlib
from typing import IO, TYPE_CHECKING, cast

from dehusk.bench.collections.files import in_order
from dehusk.bench.collections.page_schema import BadPage, labelled_page
from dehusk.errors import CollectionError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dehusk.bench.collections.page_schema import LabelledPage

_ENDINGS = (".jsonl", ".jsonl.gz")


def matches(path: Path) -> bool:
    """Whether a path is a JSON Lines file or a folder that contains some.

    >>> from pathlib import Path
    >>> matches(Path("pages.jsonl.gz"))
    True
    """
    return path.name.endswith(_ENDINGS) or bool(files(path))


def pages(path: Path) -> Iterator[LabelledPage | BadPage]:
    """Read line by line; a malformed line becomes a :class:`BadPage` with its number, and reading continues.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "two.jsonl")
    ...     _ = path.write_text('{oops\\n{"html": "<p>Hi", "gold": "Hi"}')
    ...     bad, good = pages(path)
    >>> str(bad).partition("two.jsonl")[2]
    ':1: not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'
    >>> good.dataset, good.id
    ('two', 'two:2')
    """
    for file in files(path) or [path]:
        yield from _file_pages(file)


def files(folder: Path) -> list[Path]:
    """The JSON Lines files in a folder, in natural order; empty if it is not a folder.

    >>> from pathlib import Path
    >>> files(Path("/nowhere"))
    []
    """
    if not folder.is_dir():
        return []
    return in_order(file for file in folder.iterdir() if file.name.endswith(_ENDINGS))


def _file_pages(file: Path) -> Iterator[LabelledPage | BadPage]:
    number, name = 0, file.name.removesuffix(".gz").removesuffix(".jsonl")
    opener = gzip.open if file.suffix == ".gz" else open
    try:
        with cast("IO[bytes]", opener(file, "rb")) as lines:
            for number, line in enumerate(lines, 1):
                default = {"id": f"{name}:{number}", "dataset": name}
                yield _line_page(line, default, f"{file}:{number}")
    except (OSError, EOFError, zlib.error) as error:
        yield BadPage(f"{file}:{number + 1}: {error}")


def _line_page(line: bytes, default: dict[str, str], where: str) -> LabelledPage | BadPage:
    if not line.strip():
        return BadPage(f"{where}: empty line")
    try:
        row = json.loads(line)
        if isinstance(row, dict):
            row |= {name: value for name, value in default.items() if row.get(name) is None}
        return labelled_page(row, where)
    except CollectionError as error:
        return BadPage(str(error))
    except (ValueError, RecursionError) as error:
        return BadPage(f"{where}: not JSON: {error}")
