"""Fetching a page by HTTP, with limits on time, size and redirects."""

from __future__ import annotations

import http.client
import io
import re
import socket
import ssl
import threading
import urllib.request
from collections import defaultdict
from contextlib import suppress
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection

from dehusk.errors import SourceError
from dehusk.source.content_encoding import CutShortError, DamagedError, decompress
from dehusk.source.fetching import Fetching
from dehusk.source.public_address import NotPublicError, connect_public
from dehusk.source.source import is_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.limits import Limits

_MAX_REDIRECTS = 5
_CHUNK = 64 * 1024
_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, br",
}
_PUBLIC_PORTS = frozenset([80, 443])
_SECRET = frozenset(["authorization", "cookie"])
_BUSY = frozenset([429, 502, 503, 504])
_FIRST_PAUSE = 0.5
_CHECK_ADDRESS = "check the address and the connection"
_PROXY_FORM = "use --proxy http://HOST:PORT"
_TRY_AGAIN = "try again, or save the page in a browser"
_NOT_SENT = "the rest of the page, which the server did not send"


class Response(NamedTuple):
    """The body of a response, the URL after redirects, headers, what is missing of the body, and the status."""

    data: bytes
    url: str
    headers: dict[str, str]
    missing: str
    status: int


def fetch(name: str, limits: Limits, fetching: Fetching | None = None, *, public_only: bool = False) -> Response:
    """Fetch a URL, as ``fetching`` says.

    ``public_only``: from public addresses only, on ports 80 and 443 unless ``fetching.ports`` says otherwise, through
    no proxy, and with cookies only for the host that set them. Each redirect is judged like the first request.

    The body may be one byte longer than ``limits.bytes``; compressed bodies expand only that far.

    ``limits.seconds`` bounds the whole exchange: then the connection is closed, whatever the server sends. A body that
    the server cut short is returned, and ``missing`` says so. Raises :class:`~dehusk.errors.SourceError` that names
    the URL, the cause and what to try.

    >>> from dehusk.limits import Limits
    >>> fetch("http://127.0.0.1:1/", Limits())
    Traceback (most recent call last):
    dehusk.errors.SourceError: http://127.0.0.1:1/: connection refused (check the address and the connection)
    """
    exchange = _Exchange(name, limits, fetching or Fetching(), public_only=public_only)
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


def _status_error(name: str, status: int) -> SourceError:
    return SourceError(name, f"HTTP status {status}", "open it in a browser and save the page")


def _origin(url: str) -> tuple[str, str | None, int | None]:
    """The scheme, host and port of an address; raises ValueError if it is not valid."""
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.hostname, parts.port


def _without_credentials(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class _BusyError(Exception):
    """The server asks to come back later."""

    def __init__(self, status: int, retry_after: str) -> None:
        super().__init__(status)
        self.status = status
        self.seconds = int(retry_after) if re.fullmatch(r"\d{1,5}", retry_after) else None


class _ClosedError(Exception):
    """The exchange was closed."""


class _Exchange(threading.Thread):
    """Requests and responses up to the final one, in a thread, so that :meth:`close` can end them at any point.

    A timeout of a socket is not a deadline: it starts again with every byte, and does not apply to finding the
    address of a host.
    """

    def __init__(self, name: str, limits: Limits, fetching: Fetching, *, public_only: bool) -> None:
        super().__init__(name="dehusk-fetch", daemon=True)
        self.url, self.limits, self.fetching, self.public_only = name, limits, fetching, public_only
        self._ports = fetching.ports or (_PUBLIC_PORTS if public_only else None)
        self.response: Response | None = None
        self.error: Exception | None = None
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._closing = threading.Event()

    def watch(self, connection: socket.socket) -> None:
        """Remember a connection, to close it. A duplicate, because TLS takes over the socket that it is given."""
        with self._lock:
            self.check()
            self._sockets.append(connection.dup())

    def check_port(self, port: int) -> None:
        """Raise if no connection to this port is allowed."""
        if self._ports is not None and port not in self._ports:
            allowed = ", ".join(map(str, sorted(self._ports)))
            raise SourceError(self.url, "its port, or that of a redirect, is not allowed", f"allowed: {allowed}")

    def check(self) -> None:
        """Raise if the exchange was closed."""
        if self._closing.is_set():
            raise _ClosedError

    def close(self) -> bool:
        """End all connections; whether the thread was already done."""
        with self._lock:
            done = self.response is not None or self.error is not None
            self._closing.set()
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
            if not self._closing.is_set():
                self.response, self.error = response, error

    def _fetch(self) -> Response:
        for attempt in range(self.fetching.retries):
            try:
                return self._follow()
            except _BusyError as busy:
                self._pause(busy.seconds, attempt)
            except (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ProtocolError):
                self._pause(None, attempt)
        try:
            return self._follow()
        except _BusyError as busy:
            raise _status_error(self.url, busy.status) from None

    def _pause(self, seconds: float | None, attempt: int) -> None:
        self._closing.wait(_FIRST_PAUSE * 2**attempt if seconds is None else seconds)
        self.check()

    def _follow(self) -> Response:
        """Follow redirects up to the page."""
        url = self.url
        jars: defaultdict[str | None, CookieJar] = defaultdict(CookieJar)
        for _ in range(_MAX_REDIRECTS + 1):
            jar = jars[urlsplit(url).hostname if self.public_only else None]
            request = urllib.request.Request(url)  # noqa: S310 - only for the cookies
            jar.add_cookie_header(request)
            headers = self._headers(url, request.get_header("Cookie"))
            with self._manager(url) as pool:
                pool.pool_classes_by_scheme = {"http": _HTTPPool, "https": _HTTPSPool}
                # A connection can be closed at the deadline when it is there, not before.
                timeout = urllib3.Timeout(connect=min(self.limits.seconds, threading.TIMEOUT_MAX))
                options: dict[str, Any] = {"preload_content": False, "redirect": False, "retries": False}
                with pool.request("GET", url, headers=headers, timeout=timeout, **options) as response:
                    jar.extract_cookies(response, request)  # type: ignore[arg-type]
                    if location := response.get_redirect_location():
                        url = self._redirected(url, location)
                        continue
                    if response.status in _BUSY:
                        raise _BusyError(response.status, response.headers.get("Retry-After", ""))
                    if response.status >= 400:
                        raise _status_error(self.url, response.status)
                    data, missing = self._body(response)
                    return Response(data, _without_credentials(url), dict(response.headers), missing, response.status)
        raise SourceError(self.url, f"more than {_MAX_REDIRECTS} redirects", "try the final address")

    def _redirected(self, url: str, location: str) -> str:
        """The address that a redirect leads to."""
        try:
            target = urljoin(url, location)
            _origin(target)
        except ValueError:
            raise SourceError(self.url, "redirects to what is not a valid address", _CHECK_ADDRESS) from None
        if not is_url(target):
            cause = f"redirects to {_without_credentials(target)}"
            raise SourceError(self.url, cause, "only http and https are followed")
        return target

    def _headers(self, url: str, cookie: str | None) -> urllib3.HTTPHeaderDict:
        """The headers of a request; what is secret only for the host that it was given for."""
        headers = urllib3.HTTPHeaderDict(_REQUEST_HEADERS)
        headers["User-Agent"] = self.fetching.user_agent
        same = _origin(url) == _origin(self.url)
        for name, value in self.fetching.headers.items():
            if same or name.lower() not in _SECRET:
                headers[name] = value
        cookies = [f"{name}={value}" for name, value in self.fetching.cookies.items()] if same else []
        if cookies or cookie:
            headers["Cookie"] = "; ".join([*cookies, *([cookie] if cookie else [])])
        return headers

    def _manager(self, url: str) -> urllib3.PoolManager:
        if self.public_only:
            return urllib3.PoolManager()
        parts = urlsplit(url)
        proxy = self.fetching.proxy
        if proxy is None and not urllib.request.proxy_bypass_environment(parts.hostname or ""):  # type: ignore[attr-defined]
            variables = urllib.request.getproxies_environment()
            proxy = variables.get(parts.scheme.lower()) or variables.get("all")
        if not proxy:
            return urllib3.PoolManager()
        proxy = proxy if "://" in proxy else f"http://{proxy}"
        try:
            _origin(proxy)
        except ValueError:
            raise SourceError(self.url, "the address of the proxy is not valid", _PROXY_FORM) from None
        if not is_url(proxy):
            cause = f"the proxy {_without_credentials(proxy)} is not an HTTP proxy"
            raise SourceError(self.url, cause, _PROXY_FORM)
        own = urlsplit(proxy)
        login = f"{unquote(own.username)}:{unquote(own.password or '')}" if own.username else None
        return urllib3.ProxyManager(
            _without_credentials(proxy), proxy_headers=urllib3.make_headers(proxy_basic_auth=login)
        )

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
            return b"".join(pieces), _NOT_SENT
        # Nobody asked for a part.
        missing = _NOT_SENT if response.status == http.client.PARTIAL_CONTENT else ""
        return b"".join(pieces)[: limit + 1], missing


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

    def _read_status(self) -> tuple[str, int, str]:
        """As http.client does; all informational answers are 100 Continue, the only one that it skips."""
        version, status, reason = super()._read_status()  # type: ignore[misc]
        return version, http.client.CONTINUE if 100 <= status < 200 else status, reason


class _WatchedConnection:
    """A connection that the exchange of this thread can close."""

    response_class: Any = _WatchedResponse

    port: int

    def _new_conn(self) -> socket.socket:
        exchange = _this_exchange()
        exchange.check_port(self.port)
        connection: socket.socket = self._public_conn() if exchange.public_only else super()._new_conn()  # type: ignore[misc]
        exchange.watch(connection)
        return connection

    def _public_conn(self) -> socket.socket:
        own = cast("HTTPConnection", self)
        try:
            return connect_public(own._dns_host, self.port, own.timeout, own.socket_options or ())
        except NotPublicError as error:
            raise SourceError(_this_exchange().url, str(error), _CHECK_ADDRESS) from None
        except TimeoutError as error:
            raise urllib3.exceptions.ConnectTimeoutError(own, "no connection in time") from error
        except OSError as error:
            raise urllib3.exceptions.NewConnectionError(own, "no connection") from error


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
    if isinstance(error, urllib3.exceptions.ProxyError):
        return f"the proxy cannot be used: {_in_words(error.original_error)[0]}", "check the address of the proxy"
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
