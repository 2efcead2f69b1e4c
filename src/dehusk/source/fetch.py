"""Fetching a page by HTTP, with limits on time, size and redirects."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urljoin

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection

from dehusk.errors import SourceError
from dehusk.source.content_encoding import CutShortError, DamagedError, decompress
from dehusk.source.source import is_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.limits import Limits

_MAX_REDIRECTS = 5
_CHUNK = 64 * 1024
_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, br",
    "User-Agent": "dehusk",
}
_CHECK_ADDRESS = "check the address and the connection"
_TRY_AGAIN = "try again, or save the page in a browser"


class Response(NamedTuple):
    """The body of a response, the URL after redirects, the response headers, and what is missing of the body."""

    data: bytes
    url: str
    headers: dict[str, str]
    missing: str = ""


def fetch(name: str, limits: Limits) -> Response:
    """Fetch a URL. The body may be one byte longer than ``limits.bytes``; compressed bodies expand only that far.

    ``limits.seconds`` bounds the whole exchange: then the connection is closed, whatever the server sends. A body that
    the server cut short is returned, and ``missing`` says so. Raises :class:`~dehusk.errors.SourceError` that names
    the URL, the cause and what to try.

    >>> from dehusk.limits import Limits
    >>> fetch("http://127.0.0.1:1/", Limits())
    Traceback (most recent call last):
    dehusk.errors.SourceError: http://127.0.0.1:1/: connection refused (check the address and the connection)
    """
    exchange = _Exchange(name, limits)
    exchange.start()
    try:
        exchange.join(min(limits.seconds, threading.TIMEOUT_MAX))
    finally:
        # The deadline, or Ctrl-C.
        in_time = exchange.close()
    if not in_time:
        cause = f"no complete answer in {limits.seconds:g} seconds"
        raise SourceError(name, cause, "try again, or allow more seconds")
    if exchange.response is None:
        raise exchange.error or SourceError(name, "no answer", _CHECK_ADDRESS)
    return exchange.response


class _ClosedError(Exception):
    """The exchange was closed."""


class _Exchange(threading.Thread):
    """Requests and responses up to the final one, in a thread, so that :meth:`close` can end them at any point.

    A timeout of a socket is not a deadline: it starts again with every byte, and does not apply to finding the
    address of a host.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        super().__init__(name="dehusk-fetch", daemon=True)
        self.url, self.limits = name, limits
        self.response: Response | None = None
        self.error: Exception | None = None
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._closed = False

    def watch(self, connection: socket.socket) -> None:
        """Remember a connection, to close it. A duplicate, because TLS takes over the socket that it is given."""
        with self._lock:
            self.check()
            self._sockets.append(connection.dup())

    def check(self) -> None:
        """Raise if the exchange was closed."""
        if self._closed:
            raise _ClosedError

    def close(self) -> bool:
        """End all connections; whether the thread was already done."""
        with self._lock:
            done = self.response is not None or self.error is not None
            self._closed = True
            for connection in self._sockets:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()
            self._sockets.clear()
        return done

    def run(self) -> None:
        """Fetch, and keep the response or the error."""
        response, error = None, None
        try:
            response = self._fetch()
        except urllib3.exceptions.ConnectTimeoutError as caught:
            # A subclass for a connection that was refused or has another problem.
            if isinstance(caught, urllib3.exceptions.NewConnectionError):
                error = SourceError(self.url, *_in_words(caught))
        except Exception as caught:  # noqa: BLE001 - raised again by the thread that waits
            error = caught if isinstance(caught, SourceError) else SourceError(self.url, *_in_words(caught))
        with self._lock:
            if not self._closed:
                self.response, self.error = response, error

    def _fetch(self) -> Response:
        url = self.url
        # A connection can be closed at the deadline when it is there, not before.
        timeout = urllib3.Timeout(connect=min(self.limits.seconds, threading.TIMEOUT_MAX))
        with urllib3.PoolManager(headers=_REQUEST_HEADERS, retries=False, timeout=timeout) as pool:
            pool.pool_classes_by_scheme = {"http": _HTTPPool, "https": _HTTPSPool}
            for _ in range(_MAX_REDIRECTS + 1):
                with pool.request("GET", url, preload_content=False, redirect=False) as response:
                    if location := response.get_redirect_location():
                        url = urljoin(url, location)
                        if not is_url(url):
                            raise SourceError(self.url, f"redirects to {url}", "only http and https are followed")
                        continue
                    if response.status >= 400:
                        cause = f"HTTP status {response.status}"
                        raise SourceError(self.url, cause, "open it in a browser and save the page")
                    data, missing = self._body(response)
                    return Response(data, url, dict(response.headers), missing)
        raise SourceError(self.url, f"more than {_MAX_REDIRECTS} redirects", "try the final address")

    def _body(self, response: urllib3.BaseHTTPResponse) -> tuple[bytes, str]:
        """The body up to one byte more than the limit, and what is missing of it."""
        pieces: list[bytes] = []
        size, limit = 0, self.limits.bytes
        try:
            for piece in decompress(_chunks(response), response.headers.get("Content-Encoding", "")):
                self.check()
                pieces.append(piece)
                size += len(piece)
                if size > limit:
                    break
        except (CutShortError, urllib3.exceptions.ProtocolError):
            if not size:
                raise
            return b"".join(pieces), "the rest of the page, which the server did not send"
        return b"".join(pieces)[: limit + 1], ""


def _chunks(response: urllib3.BaseHTTPResponse) -> Iterator[bytes]:
    # read1 returns what has arrived so far.
    while chunk := response.read1(_CHUNK, decode_content=False):
        yield chunk


def _this_exchange() -> _Exchange:
    return cast("_Exchange", threading.current_thread())


class _WatchedReader(io.RawIOBase):
    """Reads a connection until the exchange is closed. What the system has received by then would come otherwise."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]
        _this_exchange().check()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _WatchedResponse(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *, method: str | None = None) -> None:
        super().__init__(sock, method=method)
        self.fp = io.BufferedReader(_WatchedReader(self.fp.detach()))


class _WatchedConnection:
    """A connection that the exchange of this thread can close."""

    response_class: Any = _WatchedResponse

    def _new_conn(self) -> socket.socket:
        connection: socket.socket = super()._new_conn()  # type: ignore[misc]
        _this_exchange().watch(connection)
        return connection


class _WatchedHTTPConnection(_WatchedConnection, HTTPConnection):
    pass


class _WatchedHTTPSConnection(_WatchedConnection, HTTPSConnection):
    pass


class _HTTPPool(urllib3.HTTPConnectionPool):
    ConnectionCls = _WatchedHTTPConnection


class _HTTPSPool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _WatchedHTTPSConnection


def _in_words(error: Exception) -> tuple[str, str]:
    """The cause of a failure, and what to try."""
    if isinstance(error, DamagedError):
        return f"the answer is damaged: {error}", _TRY_AGAIN
    if isinstance(error, CutShortError):
        return "the answer is empty", _TRY_AGAIN
    if isinstance(error, urllib3.exceptions.NameResolutionError):
        return "the host name was not found", _CHECK_ADDRESS
    if isinstance(error, urllib3.exceptions.LocationValueError):
        return "not a valid address", "an address is like https://example.org/page"
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"the certificate is not valid: {cause.verify_message}", "check the address, and the clock"
        if isinstance(cause, ssl.SSLError):
            return "no secure connection was possible", "check the address; try http:// if you trust the network"
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror[0].lower() + cause.strerror[1:], _CHECK_ADDRESS
    if isinstance(error, urllib3.exceptions.ProtocolError):
        return "the server closed the connection, or its answer is not HTTP", _TRY_AGAIN
    if isinstance(error, urllib3.exceptions.HTTPError):
        return "the exchange with the server failed", _CHECK_ADDRESS
    return "not a valid address", "an address is like https://example.org/page"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and the errors that it was raised for."""
    while error is not None:
        yield error
        yield from (each for each in error.args if isinstance(each, BaseException))
        error = error.__cause__
