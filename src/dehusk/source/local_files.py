"""Bytes of a file or of standard input, up to a limit."""

from __future__ import annotations

import sys
from pathlib import Path

from dehusk.errors import SourceError

STANDARD_INPUT = "-"
"""The name of standard input, and of what has no name."""


def read_file(name: str, size: int) -> bytes:
    """Read at most ``size`` bytes of a file.

    Raises :class:`~dehusk.errors.SourceError` that names the file, the cause and what to try.

    >>> read_file("no-such-page.html", 1000)
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such-page.html: no such file (check the path; ...)
    """
    try:
        with Path(name).open("rb") as file:
            return file.read(size)
    except FileNotFoundError:
        remedy = "check the path; a web address starts with http:// or https://"
        raise SourceError(name, "no such file", remedy) from None
    except IsADirectoryError:
        raise SourceError(name, "is a directory", "name the files in it") from None
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise SourceError(name, cause, "check that the file can be read") from error


def read_standard_input(size: int) -> bytes:
    """Read at most ``size`` bytes of standard input.

    Raises :class:`~dehusk.errors.SourceError` if it cannot be read.
    """
    # None if it was closed by whoever started the process.
    if sys.stdin is None:
        raise SourceError(STANDARD_INPUT, "standard input is closed", "give it a page, or name a file")
    try:
        return sys.stdin.buffer.read(size)
    except OSError as error:
        cause = f"standard input: {error.strerror or error}"
        raise SourceError(STANDARD_INPUT, cause, "check that it can be read") from error
