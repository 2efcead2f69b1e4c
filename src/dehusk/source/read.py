"""Reading one page: a file, standard input or an ``http(s)`` URL."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import urllib3

from dehusk.errors import SourceError
from dehusk.limits import Limits

_MAX_REDIRECTS = 5
_CHUNK = 64 * 1024
_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, br",
    "User-Agent": "dehusk",
}


class Source(NamedTuple):
    """A page as it was found: its bytes, and where they came from.

    ``data`` may be one byte longer than the limit: that byte tells that the page was cut.
    """

    name: str
    data: bytes
    url: str | None = None
    headers: dict[str, str] | None = None


def is_url(name: str) -> bool:
    """Whether a name is a web address rather than a path.

    >>> is_url("https://example.org/"), is_url("page.html")
    (True, False)
    """
    return name.lower().startswith(("http://", "https://"))


def read(name: str | Path, limits: Limits | None = None) -> Source:
    """Read ``name``: ``-`` for standard input, an ``http(s)`` URL, or a path.

    Raises :class:`~dehusk.errors.SourceError` naming the input, the cause and what to try.

    >>> read("no-such-page.html")
    Traceback (most recent call last):
    dehusk.errors.SourceError: no-such-page.html: no such file (check the path; ...)
    """
    limits = limits or Limits()
    name = str(name)
    if name == "-":
        return Source("-", sys.stdin.buffer.read(limits.bytes + 1))
    if is_url(name):
        return _fetch(name, limits)
    try:
        with Path(name).open("rb") as file:
            return Source(name, file.read(limits.bytes + 1))
    except FileNotFoundError:
        remedy = "check the path; a web address starts with http:// or https://"
        raise SourceError(name, "no such file", remedy) from None
    except IsADirectoryError:
        raise SourceError(name, "is a directory", "name the files in it") from None
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise SourceError(name, cause, "check that the file can be read") from error


def _fetch(name: str, limits: Limits) -> Source:
    """GET with limits on time, redirects and size; compressed bytes expand only up to the size limit."""
    deadline = time.monotonic() + limits.seconds
    url = name
    try:
        with urllib3.PoolManager(headers=_REQUEST_HEADERS, retries=False) as pool:
            for _ in range(_MAX_REDIRECTS + 1):
                timeout = urllib3.Timeout(total=max(deadline - time.monotonic(), 0.001))
                with pool.request("GET", url, preload_content=False, redirect=False, timeout=timeout) as response:
                    if location := response.get_redirect_location():
                        url = urljoin(url, location)
                        if not is_url(url):
                            raise SourceError(name, f"redirects to {url}", "only http and https are followed")
                        continue
                    if response.status >= 400:
                        cause = f"HTTP status {response.status}"
                        raise SourceError(name, cause, "open it in a browser and save the page")
                    return Source(name, _body(response, limits.bytes, deadline), url, dict(response.headers))
    except urllib3.exceptions.NewConnectionError as error:
        raise SourceError(name, str(error), "check the address and the connection") from error
    except (urllib3.exceptions.TimeoutError, TimeoutError) as error:
        cause = f"no complete answer in {limits.seconds:g} seconds"
        raise SourceError(name, cause, "try again, or allow more seconds") from error
    except urllib3.exceptions.DecodeError as error:
        raise SourceError(name, f"broken compression: {error}", "try again, or save the page") from error
    except (urllib3.exceptions.HTTPError, ValueError) as error:
        raise SourceError(name, str(error), "check the address and the connection") from error
    raise SourceError(name, f"more than {_MAX_REDIRECTS} redirects", "try the final address")


def _body(response: urllib3.BaseHTTPResponse, limit: int, deadline: float) -> bytes:
    chunks, size = [], 0
    # read1 gives what has come so far: a server that sends a byte a second meets the deadline too.
    while size <= limit and (chunk := response.read1(_CHUNK, decode_content=True)):
        if time.monotonic() > deadline:
            raise TimeoutError
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)[: limit + 1]
