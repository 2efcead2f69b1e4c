"""The settings of a service, checked once."""

from __future__ import annotations

import ipaddress
import sys
from dataclasses import dataclass, field

from dehusk.errors import ArgumentError
from dehusk.limits import Limits

_SHORTEST_TOKEN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """What a service may do, and how much.

    >>> ServiceSettings().is_local
    True
    >>> ServiceSettings(host="0.0.0.0")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: a service at 0.0.0.0 can be reached from other machines: it needs a token
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    """What requests must present, as a bearer token or as the password of HTTP basic authentication."""
    names: tuple[str, ...] = ()
    """Names by which the service is known, besides ``localhost`` and addresses: what the Host header may say."""
    allow_fetch: bool = False
    """Whether pages are fetched by URL, from public addresses."""
    ports: tuple[int, ...] = (80, 443)
    """The ports that pages are fetched from."""
    jobs: int = 0
    """Worker processes; 0: one per core."""
    limits: Limits = field(default_factory=lambda: Limits(bytes=10_000_000, seconds=20.0))
    """The most that a request can ask for."""
    memory: int | None = 2_000_000_000 if sys.platform == "linux" else None
    """Bytes of memory of a worker process."""
    queue: int = 32
    """Requests that are worked on or wait for a worker; more are refused."""
    wait_seconds: float = 15.0
    """How long a request waits for a worker, and how long its head and its body may take to arrive."""
    rate: float = 20.0
    burst: int = 60
    """Requests per second of one client, and how many may come at once."""
    batch: int = 100
    """The most pages of a batch."""
    drain_seconds: float = 20.0
    """How long requests may still take when the service ends."""

    def __post_init__(self) -> None:
        if self.token is not None and len(self.token) < _SHORTEST_TOKEN:
            raise ArgumentError(f"a token needs at least {_SHORTEST_TOKEN} characters")
        if self.token is None and not self.is_local:
            raise ArgumentError(f"a service at {self.host} can be reached from other machines: it needs a token")
        if not 0 <= self.port < 65536:
            raise ArgumentError(f"port must be between 0 and 65535, not {self.port}")
        if not self.ports or not all(0 < port < 65536 for port in self.ports):
            raise ArgumentError(f"ports must be between 1 and 65535, not {self.ports}")
        for name in ("queue", "wait_seconds", "rate", "burst", "batch", "drain_seconds"):
            if not getattr(self, name) > 0:
                raise ArgumentError(f"{name} must be above zero, not {getattr(self, name)!r}")

    @property
    def is_local(self) -> bool:
        """Whether only programs of this machine can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False
