"""Fetching a page by HTTP, with limits on time, size and redirects."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

import urllib3

from dehusk.errors import SourceError
from dehusk.source.source import is_url

if TYPE_CHECKING:
    from dehusk.limits import Limits

_MAX_REDIRECTS = 5
_CHUNK = 64 * 1024
_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, br",
    "User-Agent": "dehusk",
}


class Response(NamedTuple):
    """The body of a response, the URL after redirects, and the response headers."""

    data: bytes
    url: str
    headers: dict[str, str]


def fetch(name: str, limits: Limits) -> Response:
    """Fetch a URL. The body may be one byte longer than ``limits.bytes``; compressed bodies expand only that far.

    Raises :class:`~dehusk.errors.SourceError` that names the URL, the cause and what to try.

    >>> from dehusk.limits import Limits
    >>> fetch("http://127.0.0.1:1/", Limits())
    Traceback (most recent call last):
    dehusk.errors.SourceError: http://127.0.0.1:1/: ...
    """
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
                    return Response(_body(response, limits.bytes, deadline), url, dict(response.headers))
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
    # read1 returns what has arrived so far, so a server that sends one byte per second meets the deadline too.
    while size <= limit and (chunk := response.read1(_CHUNK, decode_content=True)):
        if time.monotonic() > deadline:
            raise TimeoutError
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)[: limit + 1]
