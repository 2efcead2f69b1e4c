"""What happens to every request before it is answered: who asks, from where, how often; and to every answer."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import json
import logging
import secrets
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response

from dehusk.serve.problems import RequestProblem

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from dehusk.serve.admission import TokenBuckets
    from dehusk.serve.service_metrics import ServiceMetrics
    from dehusk.serve.service_settings import ServiceSettings

LOGGER = logging.getLogger("dehusk.serve")
API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
_OPEN = frozenset(["/healthz", "/readyz"])
"""What needs no token."""
_SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: then the forms of our own page would come from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_EXTENSIONS = ("chrome-extension://", "moz-extension://")


class RequestGuard:
    """An ASGI application around another one: checks requests, and adds headers, metrics and a log line to answers.

    The Host must be an address, ``localhost`` or a name that was given, and a request from a web page must be from a
    page of this service: otherwise any web page could use a service on the reader's own machine (DNS rebinding).
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: ServiceSettings,
        buckets: TokenBuckets,
        metrics: ServiceMetrics,
        paths: frozenset[str],
    ) -> None:
        self._app, self._settings, self._buckets, self._metrics = app, settings, buckets, metrics
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, send)
        scope.setdefault("state", {})["request_id"] = exchange.request_id
        try:
            self._check(scope, exchange.client)
            await self._app(scope, receive, exchange.send)
        except Exception as error:
            if not isinstance(error, RequestProblem):
                LOGGER.exception(json.dumps({"request_id": exchange.request_id, "error": type(error).__name__}))
            if not exchange.status:
                await problem_response(error, exchange.request_id)(scope, receive, exchange.send)
        self._metrics.request(exchange.path if exchange.path in self._paths else "other", *exchange.outcome)
        LOGGER.info(exchange.log_line())

    def _check(self, scope: Scope, client: str) -> None:
        headers, path = Headers(scope=scope), scope["path"]
        check_host(headers.get("host", ""), self._settings.names)
        check_origin(headers, path, scope["scheme"], extensions=self._settings.token is not None)
        if path not in _OPEN and self._settings.token is not None:
            check_token(headers.get("authorization", ""), self._settings.token)
        if path.startswith("/v1/") or path == "/read":
            self._buckets.take(client)


class _Exchange:
    """One request and its answer, as they are counted and logged."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.request_id = secrets.token_hex(8)
        self.client = str((scope.get("client") or ("unknown",))[0])
        self.path, self.method = scope["path"], scope["method"]
        self.status, self.bytes = 0, 0
        self.started = time.perf_counter()
        self._send = send

    async def send(self, message: Message) -> None:
        """Send a part of the answer, with the headers of every answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _SECURITY_HEADERS.items():
                headers[name] = value
            headers.setdefault("Content-Security-Policy", API_POLICY)
            headers.setdefault("Cache-Control", "no-store")
            headers["X-Request-Id"] = self.request_id
        self.bytes += len(message.get("body", b""))
        await self._send(message)

    @property
    def outcome(self) -> tuple[int, float]:
        """The status, and the seconds that it took."""
        return self.status, time.perf_counter() - self.started

    def log_line(self) -> str:
        """What is logged: nothing of the page, no address of one."""
        status, seconds = self.outcome
        entry: MutableMapping[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "request_id": self.request_id,
            "client": self.client,
            "method": self.method,
            "path": self.path[:200],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "bytes": self.bytes,
        }
        return json.dumps(entry)


def problem_response(error: Exception, request_id: str) -> Response:
    """The answer to a request that raised an exception.

    >>> problem_response(ValueError("secret"), "7f3a").body.decode()
    '{"type": "about:blank", "title": "Internal Server Error", "status": 500, "detail": "an error of the service; ...'
    """
    if not isinstance(error, RequestProblem):
        error = RequestProblem(500, "internal", "an error of the service; its log has this request id")
    body = json.dumps(error.body(request_id))
    return Response(body, error.status, error.headers, "application/problem+json")


def check_host(host: str, names: tuple[str, ...]) -> None:
    """Raise unless the Host header has an address, ``localhost`` or one of the names.

    >>> check_host("127.0.0.1:8000", ())
    >>> check_host("attacker.example", ())
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: this service is not known by this name: see --name
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = ""
    if name == "localhost" or name in {each.lower() for each in names} or _is_address(name):
        return
    raise RequestProblem(421, "host", "this service is not known by this name: see --name")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_origin(headers: Mapping[str, str], path: str, scheme: str, *, extensions: bool = False) -> None:
    """Raise if the request was made by a web page that is not of this service.

    A link to ``/`` or to the reader may come from anywhere. ``extensions``: whether requests of browser extensions are
    answered; for a service with a token, which they must have.

    >>> check_origin({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}, "/v1/extract", "http")
    >>> check_origin({"host": "127.0.0.1:8000", "origin": "null"}, "/v1/extract", "http")
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: requests of other web pages are not answered
    >>> check_origin({"host": "127.0.0.1", "origin": "moz-extension://tea"}, "/v1/extract", "http", extensions=True)
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if extensions and origin is not None and origin.startswith(_EXTENSIONS):
        return
    is_link = path in ("/", "/read") and headers.get("sec-fetch-dest") == "document"
    own = {f"{each}://{headers.get('host', '')}" for each in (scheme, "https")}
    if (origin is not None and origin not in own) or (site not in ("none", "same-origin") and not is_link):
        raise RequestProblem(403, "origin", "requests of other web pages are not answered")


def check_token(authorization: str, token: str) -> None:
    """Raise unless the header has the token: as a bearer token, or as the password of basic authentication.

    >>> check_token("Bearer steep-for-three-minutes", "steep-for-three-minutes")
    >>> check_token("", "steep-for-three-minutes")
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: give the token of this service: Authorization: Bearer TOKEN
    """
    kind, _, given = authorization.partition(" ")
    if kind.lower() == "basic":
        try:
            given = base64.b64decode(given, validate=True).decode().partition(":")[2]
        except (binascii.Error, ValueError):
            given = ""
    elif kind.lower() != "bearer":
        given = ""
    if not secrets.compare_digest(given.encode(), token.encode()):
        raise RequestProblem(401, "token", "give the token of this service: Authorization: Bearer TOKEN")
