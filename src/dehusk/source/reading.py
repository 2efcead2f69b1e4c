"""Reading one page: a file, standard input or an ``http(s)`` URL."""

from __future__ import annotations

import os

from dehusk.errors import ArgumentError
from dehusk.limits import Limits, check_limits
from dehusk.source.fetching import Fetching
from dehusk.source.local_files import STANDARD_INPUT, read_file, read_standard_input
from dehusk.source.source import Source, is_url


def read(
    name: str | os.PathLike[str],
    limits: Limits | None = None,
    *,
    fetching: Fetching | None = None,
    encoding: str | None = None,
    public_only: bool = False,
) -> Source:
    """Read ``name``: ``-`` for standard input, an ``http(s)`` URL, or a path.

    ``fetching``: how a URL is requested. ``encoding``: as in :meth:`Source.of`. ``public_only``: for a service that
    reads pages for others: only URLs, only from hosts all of whose addresses are public, only on ports 80 and 443
    (unless ``fetching.ports`` names others), through no proxy; the same for every redirect.
    Raises :class:`~dehusk.errors.SourceError` that names the input, the cause and what to try.

    >>> read("no-such-page.html")
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such-page.html: no such file (check the path; ...)
    >>> read("http://169.254.169.254/latest/", public_only=True)
    Traceback (most recent call last):
    dehusk.errors.SourceError: http://169.254.169.254/latest/: no public host of this name was found (check ...)
    """
    limits = check_limits(limits)
    if not isinstance(name, str | os.PathLike):
        raise ArgumentError(f"read takes a path, a URL or '-', not {type(name).__name__}")
    if not isinstance(fetching, Fetching | None):
        raise ArgumentError(f"fetching must be a Fetching, such as dehusk.Fetching(retries=2), not {fetching!r}")
    name = os.fspath(name)
    if fetching is not None and not is_url(name):
        raise ArgumentError(f"fetching is for URLs, and {name} is none")
    if public_only and not is_url(name):
        raise ArgumentError(f"public_only=True reads http and https URLs only, not {name}")
    if public_only and fetching is not None and fetching.proxy is not None:
        raise ArgumentError("public_only=True and a proxy exclude each other: the proxy would choose the address")
    if name == STANDARD_INPUT:
        # One byte more than the limit tells that there is more.
        source = Source(read_standard_input(limits.bytes + 1), max_bytes=limits.bytes)
    elif is_url(name):
        # Loads what speaks HTTP and TLS, which most uses of dehusk do without.
        from dehusk.source.fetch import fetch

        response = fetch(name, limits, fetching, public_only=public_only)
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
