"""Connections of clients that send no request, or do not read the answer, are closed.

uvicorn bounds how long a connection may be idle after an answer, and the service how long the body of a request may
take. Between them, a client could send one byte of a header now and then, or never read what it asked for.
"""

from __future__ import annotations

import asyncio
import socket
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

_LEAST_READ = 10_000
"""Bytes of an answer that a client must read in the time it has."""
_SEND_BUFFER = 1 << 17
"""Bytes that the system holds for a client: with more, it would take long to see whether the client reads."""


class SlowClientProtocol(H11Protocol):
    """HTTP with a clock for each connection, which runs while no request is being answered.

    When ``seconds`` have passed, the connection is closed, unless its client has read a part of the last answer.

    >>> protocol_with_deadline(5.0).seconds
    5.0
    """

    seconds: ClassVar[float] = 15.0
    _clock: asyncio.TimerHandle | None = None
    _unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Start the clock of a new connection."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Stop the clock if the head of a request is complete."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Start the clock again."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock of a connection that has ended."""
        super().connection_lost(exc)
        self._stop()

    def _watch(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._stop()
        elif self._clock is None:
            self._unsent = self.transport.get_write_buffer_size()
            self._clock = self.loop.call_later(self.seconds, self._end_if_stalled)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _end_if_stalled(self) -> None:
        self._clock = None
        unsent = self.transport.get_write_buffer_size()
        if unsent and self._unsent - unsent >= _LEAST_READ:
            self._watch()
        else:
            self.transport.abort()


def protocol_with_deadline(seconds: float) -> type[SlowClientProtocol]:
    """The protocol with another time.

    >>> protocol_with_deadline(2.0).__name__
    'SlowClientProtocol'
    """
    return type(SlowClientProtocol.__name__, (SlowClientProtocol,), {"seconds": seconds})
