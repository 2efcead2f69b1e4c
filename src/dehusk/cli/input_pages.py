"""From the names on the command line to pages: files, directories, patterns and URLs."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dehusk.errors import SourceError
from dehusk.source import is_url
from dehusk.source.local_files import read_file, read_standard_input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUFFIXES = (".htm", ".html", ".xhtml", ".mht", ".mhtml")
"""File name extensions of pages in a directory, in upper or lower case."""


class Input(NamedTuple):
    """A page to read. Its output is named by its path below ``base``, which is None if it is not a file."""

    name: str
    base: str | None = None


class Inputs(NamedTuple):
    """The pages that were found, and the names that stand for none."""

    pages: list[Input]
    problems: list[SourceError]
    one_page: bool
    """Whether one page was named, not by a directory or pattern: its output is one file."""


def find_pages(names: list[str], leave_out: str | None = None, *, listed: bool = False) -> Inputs:
    """The pages that names stand for, in the order of the names, without those below ``leave_out``.

    A name that exists stands for itself, even if it looks like a pattern; a directory stands for all pages below it.
    ``listed``: names from a file are several pages, however many there are.

    >>> find_pages(["https://example.org/", "-"]).pages
    [Input(name='https://example.org/', base=None), Input(name='-', base=None)]
    >>> print(find_pages(["no-such-page-*.html"]).problems[0])
    no-such-page-*.html: no file matches (check the pattern; ** matches any directories)
    """
    found = Inputs([], [], one_page=not listed and len(names) == 1 and not _is_several(names[0]))
    for name in names:
        if name == "-" or is_url(name):
            found.pages.append(Input(name))
        elif not name:
            found.problems.append(SourceError("''", "an empty name", "name a file, a directory or a URL"))
        elif os.path.isdir(name):  # noqa: PTH112 - Path forgets a leading ./
            _add_directory(found, name, name, leave_out)
        elif _is_several(name):
            _add_matches(found, name, leave_out)
        else:
            found.pages.append(Input(name, os.path.dirname(name)))  # noqa: PTH120
    return found


def listed_pages(name: str) -> list[str]:
    """The names of pages in a file, one per line; empty lines and lines that start with ``#`` are skipped.

    >>> listed_pages("no-such-list.txt")
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such-list.txt: no such file (check the path; ...)
    """
    data = read_standard_input(-1) if name == "-" else read_file(name, -1)
    lines = (line.strip() for line in os.fsdecode(data.removeprefix(b"\xef\xbb\xbf")).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _is_several(name: str) -> bool:
    if name == "-" or is_url(name):
        return False
    return os.path.isdir(name) or (glob.has_magic(name) and not os.path.lexists(name))  # noqa: PTH112


def _add_matches(found: Inputs, pattern: str, leave_out: str | None) -> None:
    base = _fixed_part(pattern)
    leave_out = _left_out(leave_out, base)
    matches = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - keeps names as they were typed
    before = len(found.pages) + len(found.problems)
    for match in matches:
        if not os.path.isdir(match):  # noqa: PTH112
            if _is_page(match) and not _is_below(match, leave_out):
                found.pages.append(Input(match, base))
        elif "**" not in pattern:
            # A pattern with ** has also matched the files in the directory.
            _add_directory(found, match, base, leave_out)
    if len(found.pages) + len(found.problems) == before:
        found.problems.append(SourceError(pattern, "no file matches", "check the pattern; ** matches any directories"))


def _fixed_part(pattern: str) -> str:
    """The directory that all matches are below."""
    base = os.path.dirname(pattern)  # noqa: PTH120
    while glob.has_magic(base):
        base = os.path.dirname(base)  # noqa: PTH120
    return base


def _add_directory(found: Inputs, directory: str, base: str, leave_out: str | None) -> None:
    before = len(found.pages) + len(found.problems)

    def report(error: OSError) -> None:
        cause = error.strerror or str(error)
        found.problems.append(SourceError(str(error.filename), cause, "check that it can be read"))

    found.pages.extend(Input(name, base) for name in _walk(directory, leave_out, report))
    if len(found.pages) + len(found.problems) == before:
        looked_for = f"looked for {', '.join('*' + suffix for suffix in SUFFIXES)} in it and below it"
        found.problems.append(SourceError(directory, "no pages in this directory", looked_for))


def _walk(directory: str, leave_out: str | None, report: Callable[[OSError], None]) -> Iterator[str]:
    leave_out = _left_out(leave_out, directory)
    for folder, folders, files in os.walk(directory, onerror=report):
        folders[:] = sorted(name for name in folders if not _is_below(os.path.join(folder, name), leave_out))  # noqa: PTH118
        for name in sorted(files):
            if name.lower().endswith(SUFFIXES) and _is_page(path := os.path.join(folder, name)):  # noqa: PTH118
                yield path


def _is_page(path: str) -> bool:
    """Whether it is a file, or a broken link, which is reported. Opening a pipe would wait for its writer."""
    return os.path.isfile(path) or not os.path.exists(path)  # noqa: PTH110, PTH113


def _left_out(leave_out: str | None, base: str) -> str | None:
    """What to leave out of a directory; nothing if the output goes to the directory itself, or above it."""
    return None if _is_below(base, leave_out) else leave_out


def _is_below(name: str, directory: str | None) -> bool:
    if directory is None:
        return False
    return Path(os.path.abspath(name)).is_relative_to(os.path.abspath(directory))  # noqa: PTH100 - links stay links
