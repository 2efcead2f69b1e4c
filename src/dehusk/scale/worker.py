"""A process that calls one function on item after item, and the other end of its pipes.

The process reads the function, then items, and writes answers: pickles with their length before them.
It is a plain child process and not :mod:`multiprocessing`, whose processes import the caller's
script once more: a script would need ``if __name__ == "__main__"``, and a notebook or a prompt has no script.
"""

from __future__ import annotations

import _thread
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from dehusk.errors import ArgumentError, DehuskError

if TYPE_CHECKING:
    from collections.abc import Callable

    Item = TypeVar("Item")
    Answer = TypeVar("Answer")

_SECONDS_TO_END = 1.0
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Environment of a process that is to use one core: libraries must not start threads of their own."""


class Lost(NamedTuple):
    """What comes instead of an answer, and why."""

    reason: str


def attempt(function: Callable[[Item], Answer], item: Item) -> Answer | Lost:
    """The answer, or how the function broke.

    >>> attempt(int, "7"), attempt(int, "seven").reason
    (7, "ValueError: invalid literal for int() with base 10: 'seven'")
    """
    try:
        return function(item)
    except Exception as error:  # noqa: BLE001 - one page must not end a crawl
        return Lost(f"{type(error).__name__}: {error}")


class Worker:
    """One worker process, started when it is needed and again after it died. Threads may share it in turn.

    >>> worker = Worker(pickle.dumps(len))
    >>> worker.ask("tea")
    3
    >>> worker.close()
    """

    def __init__(self, function: bytes) -> None:
        self._function = function
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = self._proven = False

    def ask(self, item: object) -> object:
        """The function's answer, or :class:`Lost` if it broke or the process died."""
        try:
            request = pickle.dumps(item)
        except Exception as error:  # noqa: BLE001 - whatever an object's own pickling raises
            return Lost(f"cannot be sent to a worker process: {type(error).__name__}: {error}")
        try:
            process = self._process or self._start()
            _send(process.stdin, request)
            answer = _receive(process.stdout)
        except (EOFError, OSError):
            return Lost(f"the worker process died: {self._end()}")
        return attempt(pickle.loads, answer)

    def _start(self) -> subprocess.Popen[bytes]:
        env = ONE_THREAD | os.environ
        env["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109 - a plain name
        command = [sys.executable, "-P", "-c", "from dehusk.scale.worker import main; main()"]
        with self._lock:
            if self._closed:
                raise EOFError
            # A session of its own: Ctrl-C reaches only us, and we end it.
            self._process = process = subprocess.Popen(  # noqa: S603 - ourselves
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, start_new_session=True
            )
        try:
            _send(process.stdin, self._function)
            problem = _receive(process.stdout).decode()
        except (EOFError, OSError):
            # Once a process has worked, a later one that does not start is a matter of the page and the moment.
            if self._proven or self._closed:
                raise
            raise DehuskError(f"a worker process did not start: {self._end()}") from None
        if problem:
            self._end()
            raise ArgumentError(
                f"a worker process cannot load what it is to run: {problem} "
                "(a method must be in a module that can be imported; or use one job)"
            )
        self._proven = True
        return process

    def _end(self) -> str:
        """Reap the process, and say how it ended."""
        process, self._process = self._process, None
        if process is None:
            return "stopped"
        # Reaped first: a pipe that another thread reads from cannot be closed before it has ended.
        code = _reaped(process)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("IO[bytes]", pipe).close()
        return ending(code)

    def stop(self) -> None:
        """Tell the process to end, from any thread; a thread that waits for its answer gets Lost."""
        with self._lock:
            self._closed = True
            if self._process:
                self._process.terminate()

    def close(self) -> None:
        """End the process for good."""
        self.stop()
        self._end()


def _reaped(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def ending(code: int) -> str:
    """How a process ended, from its return code.

    >>> ending(3), ending(-9)
    ('exit code 3', 'SIGKILL')
    """
    try:
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _send(stream: IO[bytes] | None, data: bytes) -> None:
    stream = cast("IO[bytes]", stream)
    stream.write(len(data).to_bytes(8))
    stream.write(data)
    stream.flush()


def _receive(stream: IO[bytes] | None) -> bytes:
    stream = cast("IO[bytes]", stream)
    size = stream.read(8)
    data = stream.read(int.from_bytes(size)) if len(size) == 8 else b""
    if len(size) < 8 or len(data) < int.from_bytes(size):
        raise EOFError
    return data


def main() -> None:
    """Serve until standard input ends, then end the process.

    >>> main.__module__
    'dehusk.scale.worker'
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    # The pipes are ours: a method that reads finds nothing, what it prints goes to standard error.
    items, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive_all, args=(items, requests), daemon=True).start()
    try:
        function = _loaded(requests.get(), answers)
        while True:
            _send(answers, _answer(function, requests.get()))
    except (EOFError, BrokenPipeError):
        pass
    finally:
        sys.stdout.flush()
        os._exit(0)


def _receive_all(items: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Pass requests on; when the other end is gone, end this process even if a page keeps it busy."""
    with suppress(EOFError):
        while True:
            requests.put(_receive(items))
    _thread.interrupt_main(signal.SIGTERM)
    time.sleep(_SECONDS_TO_END)
    os._exit(0)


def _loaded(data: bytes, answers: IO[bytes]) -> Callable[[Any], object]:
    try:
        function: Callable[[Any], object] = pickle.loads(data)  # noqa: S301 - from ourselves
    except Exception as error:
        _send(answers, f"{type(error).__name__}: {error}".encode(errors="replace"))
        raise EOFError from error
    _send(answers, b"")
    return function


def _answer(function: Callable[[Any], object], request: bytes) -> bytes:
    def call(request: bytes) -> bytes:
        return pickle.dumps(function(pickle.loads(request)))  # noqa: S301 - from ourselves

    answer = attempt(call, request)
    return pickle.dumps(answer) if isinstance(answer, Lost) else answer
