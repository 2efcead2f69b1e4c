"""Reading one page: a file, standard input or an ``http(s)`` URL."""

from __future__ import annotations

import os
import sys

from dehusk.errors import ArgumentError
from dehusk.limits import Limits, check_limits
from dehusk.source.fetching import Fetching
from dehusk.source.local_files import read_file
from dehusk.source.source import STANDARD_INPUT, Source, is_url


def read(
    name: str | os.PathLike[str],
    limits: Limits | None = None,
    *,
    fetching: Fetching | None = None,
    encoding: str | None = None,
) -> Source:
    """Read ``name``: ``-`` for standard input, an ``http(s)`` URL, or a path.

    ``fetching``: how a URL is requested. ``encoding``: as in :meth:`Source.of`.
    Raises :class:`~dehusk.errors.SourceError` that names the input, the cause and what to try.

    >>> read("no-such-page.html")
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such-page.html: no such file (check the path; ...)
    """
    limits = check_limits(limits)
    if not isinstance(name, str | os.PathLike):
        raise ArgumentError(f"read takes a path, a URL or '-', not {type(name).__name__}")
    if not isinstance(fetching, Fetching | None):
        raise ArgumentError(f"fetching must be a Fetching, such as dehusk.Fetching(retries=2), not {fetching!r}")
    name = os.fspath(name)
    if fetching is not None and not is_url(name):
        raise ArgumentError(f"fetching is for URLs, and {name} is none")
    if name == STANDARD_INPUT:
        # One byte more than the limit tells that there is more.
        source = Source(sys.stdin.buffer.read(limits.bytes + 1), max_bytes=limits.bytes)
    elif is_url(name):
        # Loads what speaks HTTP and TLS, which most uses of dehusk do without.
        from dehusk.source.fetch import fetch

        response = fetch(name, limits, fetching)
        source = Source(
            response.data,
            response.url,
            response.headers,
            name,
            limits.bytes,
            response.missing,
            http_status=response.status,
        )
    else:
        source = Source(read_file(name, limits.bytes + 1), name=name, max_bytes=limits.bytes)
    return Source.of(source, encoding=encoding)
