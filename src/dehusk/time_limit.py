"""Stops a function that takes too long, in the thread that called it.

One thread of the process waits for the next deadline and raises an exception in the thread whose time is up. Python
raises it between two instructions: a call of compiled code is not stopped, only what comes after it.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
Returned = TypeVar("Returned")
_LONGEST_WAIT = 1.0


class TimeIsUp(BaseException):
    """Raised in the function that took too long."""


def call_within(seconds: float, function: Callable[P, Returned], *args: P.args, **kwargs: P.kwargs) -> Returned:
    """What a function returns; raises :class:`TimeIsUp` in it if it takes longer.

    >>> call_within(60, len, "tea")
    3
    >>> def wait():
    ...     while True:
    ...         time.sleep(0.001)
    >>> call_within(0.01, wait)
    Traceback (most recent call last):
    dehusk.time_limit.TimeIsUp
    """
    clock = _clock
    call = clock.number()
    try:
        try:
            clock.start(call, time.monotonic() + seconds)
            return function(*args, **kwargs)
        finally:
            if clock.end(call) and not isinstance(sys.exception(), TimeIsUp):
                _wait_for_exception()
    except TimeIsUp:
        # It may have been raised in the lines above.
        clock.end(call)
        raise


def _wait_for_exception() -> None:
    """The exception is set but not raised yet. To take it back would slow the interpreter down permanently."""
    stop = time.monotonic() + _LONGEST_WAIT
    while time.monotonic() < stop:
        pass


class _Clock:
    """The calls with a deadline, and the thread that waits for it."""

    def __init__(self) -> None:
        # The exception is raised between two instructions of Python, so it must not be raised in the methods of these:
        # they are compiled.
        self._lock = threading.Lock()
        self._changed: SimpleQueue[None] = SimpleQueue()
        self._calls: dict[int, tuple[float, int]] = {}
        """Call -> deadline, thread; the deadline is infinite after the exception was raised."""
        self._numbers = itertools.count()
        self._wakes = math.inf
        self._thread: threading.Thread | None = None

    def number(self) -> int:
        """A number for a call; from now on there is a thread that waits."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="dehusk-time-limit", daemon=True)
                self._thread.start()
            return next(self._numbers)

    def start(self, call: int, deadline: float) -> None:
        """A call of this thread begins."""
        with self._lock:
            self._calls[call] = (deadline, threading.get_ident())
            if deadline < self._wakes:
                self._changed.put(None)

    def end(self, call: int) -> bool:
        """A call ended; whether the exception was set for it."""
        with self._lock:
            deadline, _ = self._calls.pop(call, (0.0, 0))
            return deadline == math.inf

    def _run(self) -> None:
        while True:
            now = time.monotonic()
            with self._lock:
                for call, (deadline, thread) in self._calls.items():
                    if deadline <= now:
                        self._calls[call] = (math.inf, thread)
                        _raise_in(thread, TimeIsUp)
                self._wakes = min((deadline for deadline, _ in self._calls.values()), default=math.inf)
            with suppress(Empty):
                self._changed.get(timeout=None if self._wakes == math.inf else max(self._wakes - now, 0))


def _raise_in(thread: int, error: type[BaseException]) -> None:
    # Loads a library that few programs need.
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _start_again() -> None:
    """A child process has none of the threads and calls of its parent."""
    global _clock
    _clock = _Clock()


_clock = _Clock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_again)
