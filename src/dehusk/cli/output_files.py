"""The output files of many pages: in one directory, named like the pages."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dehusk.errors import ArgumentError
from dehusk.source import is_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.cli.input_pages import Input

# File name extensions of formats, where they differ from the format's name.
_SUFFIXES = {
    "text": ".txt",
    "markdown": ".md",
    "posts": ".md",
    "isolate": ".html",
    "reader": ".html",
    "metadata": ".json",
}
_UNSAFE = re.compile(r"[^\w.~=-]+")
_LONGEST_NAME = 100


def suffix(form: str) -> str:
    """The file name extension of a format.

    >>> suffix("text"), suffix("json")
    ('.txt', '.json')
    """
    return _SUFFIXES.get(form, f".{form}")


def output_files(pages: Sequence[Input], directory: Path, end: str) -> list[Path]:
    """An output file for each page.

    Paths are those of the pages below the nearest directory that contains them all. Pages that would share a file
    (``a.htm``, ``a.html``) keep their extension (``a.htm.txt``); if that is not enough, they are numbered.

    >>> from dehusk.cli.input_pages import Input
    >>> pages = [Input("site/a.html", "site"), Input("site/b/a.html", "site"), Input("https://e.org/x/?y=1")]
    >>> [path.as_posix() for path in output_files(pages, Path("out"), ".txt")]
    ['out/a.txt', 'out/b/a.txt', 'out/e.org/x/y=1.txt']
    """
    root = _root(pages)
    wholes = [_mirrored(page, root) for page in pages]
    shorts = [
        whole.with_suffix("") if page.base is not None else whole for page, whole in zip(pages, wholes, strict=True)
    ]
    shared = Counter(map(_key, shorts))
    taken: set[str] = set()
    found = []
    for whole, short in zip(wholes, shorts, strict=True):
        name = short if shared[_key(short)] == 1 else whole
        path, number = name.with_name(name.name + end), 1
        while _key(path) in taken:
            number += 1
            path = name.with_name(f"{name.name}-{number}{end}")
        taken.add(_key(path))
        found.append(directory / path)
    return found


def _key(path: PurePath) -> str:
    """Equal for names that are the same file where upper and lower case, or the form of accents, do not count."""
    return unicodedata.normalize("NFC", str(path)).casefold()


def _root(pages: Sequence[Input]) -> str:
    bases = {os.path.abspath(page.base) for page in pages if page.base is not None}  # noqa: PTH100
    with suppress(ValueError):  # none, or several drives
        return os.path.commonpath(bases)
    return ""


def _mirrored(page: Input, root: str) -> PurePath:
    if page.name == "-":
        return PurePath("stdin")
    if is_url(page.name):
        return _of_address(page.name)
    path = os.path.abspath(page.name)  # noqa: PTH100
    return PurePath(os.path.relpath(path, root)) if root else PurePath(*PurePath(path).parts[1:])


def _of_address(url: str) -> PurePath:
    """The host, and below it the path, in characters that every file system allows."""
    try:
        parts = urlsplit(url)
    except ValueError:  # cannot be read, which is told when it is tried
        return PurePath("address")
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    steps = [_UNSAFE.sub("-", step).strip("-.")[:_LONGEST_NAME] for step in (parts.netloc, *path.split("/"))]
    host, *rest = [step for step in steps if step] or ["address"]
    return PurePath(host, *(rest or ["index"]))


def check_output_files(pages: Sequence[Input], files: Sequence[Path]) -> None:
    """Raise if an output file is one of the pages.

    >>> from dehusk.cli.input_pages import Input
    >>> check_output_files([Input("a.html", "")], [Path("./a.html")])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: a.html: is also a page to read (choose another output directory)
    """
    inputs = {os.path.realpath(page.name) for page in pages if page.base is not None}
    for file in files:
        if os.path.realpath(file) in inputs:
            raise ArgumentError(f"{file}: is also a page to read (choose another output directory)")
