"""Bytes of a file, up to a limit."""

from __future__ import annotations

from pathlib import Path

from dehusk.errors import SourceError


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
