"""What a worker process runs: it reads a function, then items, and writes answers, as pickles in frames."""

from __future__ import annotations

import _thread
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

from dehusk.pool.failure import Failure, call
from dehusk.pool.frames import receive_frame, send_frame

_SECONDS_TO_END = 1.0


class Stage(NamedTuple):
    """What a worker tells its owner: what it does now, and how long that may take; no seconds: as long as an item."""

    name: str
    seconds: float | None


class _Link:
    """The way to the owner of this process; there is none in a process that is no worker."""

    def __init__(self, answers: IO[bytes], seconds: float | None) -> None:
        self._answers, self._seconds = answers, seconds

    def announce(self, stage: Stage) -> None:
        """Tell the owner about a stage."""
        self.set_alarm(self._seconds if stage.seconds is None else stage.seconds)
        send_frame(self._answers, pickle.dumps(stage))

    def answer(self, function: Callable[[Any], object], request: bytes) -> None:
        """Call the function and send its answer."""

        def found(request: bytes) -> bytes:
            return pickle.dumps(function(pickle.loads(request)), pickle.HIGHEST_PROTOCOL)  # noqa: S301 - from ourselves

        self.set_alarm(self._seconds)
        answer = call(found, request)
        self.set_alarm(None)
        send_frame(self._answers, pickle.dumps(answer) if isinstance(answer, Failure) else answer)

    @staticmethod
    def set_alarm(seconds: float | None) -> None:
        """End this process if an item takes far too long: its owner kills it earlier, unless the owner is gone."""
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0 if seconds is None else 2 * seconds + 1)


_link: _Link | None = None


@contextmanager
def stage(name: str, seconds: float) -> Iterator[None]:
    """Give a part of a function's work its own deadline, such as the loading of a model before the first item.

    The item's own seconds begin anew after it. A :class:`Failure` within it names it. In the caller's process, where
    there are no deadlines, it does nothing.

    >>> with stage("loading", seconds=120):
    ...     model = dict(tea=3)
    """
    if _link is None:
        yield
        return
    _link.announce(Stage(name, seconds))
    try:
        yield
    finally:
        _link.announce(Stage("", None))


def main(seconds: float | None) -> None:
    """Serve until standard input ends, then end the process. ``seconds``: what an item may take.

    >>> main.__module__
    'dehusk.pool.worker_main'
    """
    global _link
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    # The pipes are ours: a function that reads finds nothing, what it prints goes to standard error.
    items, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive_all, args=(items, requests), daemon=True).start()
    try:
        function = _load(requests.get(), answers)
        _link = _Link(answers, seconds)
        while True:
            _link.answer(function, requests.get())
    except (EOFError, BrokenPipeError):
        pass
    finally:
        sys.stdout.flush()
        os._exit(0)


def _receive_all(items: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Pass requests on; when the other end is gone, end this process even if an item keeps it busy."""
    with suppress(EOFError):
        while True:
            requests.put(receive_frame(items))
    _thread.interrupt_main(signal.SIGTERM)
    time.sleep(_SECONDS_TO_END)
    os._exit(0)


def _load(data: bytes, answers: IO[bytes]) -> Callable[[Any], object]:
    try:
        function: Callable[[Any], object] = pickle.loads(data)  # noqa: S301 - from ourselves
    except Exception as error:
        send_frame(answers, f"{type(error).__name__}: {error}".encode(errors="replace"))
        raise EOFError from error
    send_frame(answers, b"")
    return function
