"""Ctrl-C and SIGTERM stop a long command between two steps, also where Python ignores the exception."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType


class StopSignals:
    """While the block runs, SIGINT and SIGTERM raise KeyboardInterrupt, at once and at the next :meth:`check`.

    An exception that a signal raises inside a destructor or a callback of a library is printed and forgotten; the next
    check raises it again. In other threads than the main one signals stay as they are.

    >>> with StopSignals() as stop:
    ...     stop.check()
    """

    def __init__(self) -> None:
        self._asked = False
        self._before: dict[signal.Signals, object] = {}

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal came."""
        if self._asked:
            raise KeyboardInterrupt

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True
        raise KeyboardInterrupt

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = {each: signal.signal(each, self._stop) for each in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)  # type: ignore[arg-type]
