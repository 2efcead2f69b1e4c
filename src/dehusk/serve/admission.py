"""Who is let in: at most so many requests at once, and so many per second of one client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dehusk.serve.problems import RequestProblem

_MOST_CLIENTS = 10_000


class TokenBuckets:
    """One token bucket per client: it fills with ``rate`` tokens per second up to ``burst``; a request takes one.

    >>> buckets = TokenBuckets(rate=1.0, burst=1, clock=lambda: 0.0)
    >>> buckets.take("10.0.0.1")
    >>> buckets.take("10.0.0.1")
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: more than 1 requests per second
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        """Take a token, or raise a problem that says when there will be one."""
        now = self._clock()
        tokens, before = self._buckets.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - before) * self._rate)
        enough = tokens >= 1
        self._buckets[client] = (tokens - enough, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not enough:
            wait = (1 - tokens) / self._rate
            raise RequestProblem(
                429, "too_many_requests", f"more than {self._rate:g} requests per second", retry_after=wait
            )


class AdmissionQueue:
    """Counts the requests that are worked on or wait; refuses one too many.

    >>> queue = AdmissionQueue(1)
    >>> with queue.place():
    ...     with queue.place():
    ...         pass
    Traceback (most recent call last):
    dehusk.serve.problems.RequestProblem: 1 requests are being worked on: try again later
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.length = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place in the queue, or a problem."""
        if self.length >= self._most:
            detail = f"{self._most} requests are being worked on: try again later"
            raise RequestProblem(503, "queue_full", detail, retry_after=1)
        self.length += 1
        try:
            yield
        finally:
            self.length -= 1
