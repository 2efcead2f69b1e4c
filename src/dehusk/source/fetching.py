"""Fetching: how a page is requested."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from dehusk.errors import ArgumentError

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~\w-]+", re.ASCII)
_NOT_IN_A_VALUE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]")
_PROXY = re.compile(r"https?://[^/\s]+/?", re.IGNORECASE)
_OWN = frozenset(["host", "content-length", "transfer-encoding", "accept-encoding", "connection"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """How a page is requested from a server.

    ``headers``: sent with every request, instead of a header of ours with the same name. ``cookies``: values by name.
    ``Cookie`` and ``Authorization`` are not sent to another host that the page redirects to; cookies that are set by a
    redirect are sent as the server asks. ``proxy``: the URL of an HTTP proxy; without it the
    variables ``http_proxy``, ``https_proxy``, ``all_proxy`` and ``no_proxy`` apply. ``retries``: how often to try again
    if there is no connection, or the server answers that it is busy; ``Limits.seconds`` bounds all attempts together.
    ``ports``: the only ports that requests may go to (default: any).

    >>> Fetching(user_agent="tea-bot/1.0", headers={"Accept-Language": "fr"}).retries
    0
    >>> Fetching(headers={"Accept\\n": "x"})
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: 'Accept\\n': 'x' cannot be an HTTP header
    """

    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    user_agent: str = "dehusk"
    cookies: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    proxy: str | None = None
    retries: int = 0
    ports: Collection[int] | None = None

    def __post_init__(self) -> None:
        for kind, given in (("headers", self.headers), ("cookies", self.cookies)):
            if not isinstance(given, Mapping):
                raise ArgumentError(f"{kind} must map names to values, not {given!r}")
            object.__setattr__(self, kind, MappingProxyType(dict(given)))
        for name, value in {"User-Agent": self.user_agent, **self.headers}.items():
            if not _is_header(name, value):
                raise ArgumentError(f"{name!r}: {value!r} cannot be an HTTP header")
            if name.lower() in _OWN:
                raise ArgumentError(f"the header {name!r} cannot be changed")
        for name, value in self.cookies.items():
            if not _is_header(name, value) or ";" in value:
                raise ArgumentError(f"{name!r}: {value!r} cannot be a cookie")
        if self.proxy is not None and not _PROXY.fullmatch(str(self.proxy)):
            raise ArgumentError(f"proxy must be a URL such as http://127.0.0.1:3128, not {self.proxy!r}")
        if type(self.retries) is not int or self.retries < 0:
            raise ArgumentError(f"retries must be a whole number from 0, not {self.retries!r}")
        if self.ports is not None:
            object.__setattr__(self, "ports", _checked_ports(self.ports))

    def __reduce__(self) -> tuple[object, ...]:
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return _make, ({**given, "headers": dict(self.headers), "cookies": dict(self.cookies)},)


def _make(given: dict[str, Any]) -> Fetching:
    return Fetching(**given)


def _checked_ports(ports: Collection[int]) -> frozenset[int]:
    try:
        found = frozenset(ports)
    except TypeError:
        found = frozenset()
    if not found or not all(type(port) is int and 0 < port < 65536 for port in found):
        raise ArgumentError(f"ports must be numbers such as (80, 443), not {ports!r}")
    return found


def _is_header(name: object, value: object) -> bool:
    return (
        isinstance(name, str)
        and isinstance(value, str)
        and bool(_TOKEN.fullmatch(name))
        and not _NOT_IN_A_VALUE.search(value)
    )
