"""A worker process as its owner sees it: asked item after item, restarted after it died or grew too large.

It is a plain child process and not :mod:`multiprocessing`, whose processes import the caller's script once more: a
script would need ``if __name__ == "__main__"``, and a notebook or a prompt has no script.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from math import inf

from dehusk.errors import ArgumentError, DehuskError
from dehusk.pool.child import ChildProcess
from dehusk.pool.failure import Failure, call
from dehusk.pool.frames import receive_frame, send_frame
from dehusk.pool.watchdog import Watch, Watchdog, resident_bytes
from dehusk.pool.worker_main import Stage

_SECONDS_TO_START = 120.0
_ATTEMPTS = 3
# A worker uses one core: libraries must not start threads of their own.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
# By itself glibc takes ever larger blocks from its heap, which it cannot give back: after 5,000 pages a worker had
# 127 MB instead of 77 MB, for the same processor time.
_MEMORY_GIVEN_BACK = {"MALLOC_MMAP_THRESHOLD_": str(4 << 20), "MALLOC_TRIM_THRESHOLD_": str(16 << 20)}


class WorkerProcess:
    """One worker process, started when it is needed and again after it ended.

    ``seconds``: what an item may take. ``memory``: bytes at which the watchdog kills the process. One that has half of
    them after an item is replaced, so that what earlier items left behind is not counted against the next one.
    ``has_started``: set once a process of the pool has started.

    >>> watchdog = Watchdog()
    >>> worker = WorkerProcess(pickle.dumps(len), watchdog)
    >>> worker.ask("tea")
    3
    >>> worker.close()
    >>> watchdog.close()
    """

    def __init__(
        self,
        function: bytes,
        watchdog: Watchdog,
        seconds: float = inf,
        memory: float = inf,
        has_started: threading.Event | None = None,
    ) -> None:
        self._function, self._watchdog, self._seconds, self._memory = function, watchdog, seconds, memory
        self._has_started = has_started or threading.Event()
        self._child: ChildProcess | None = None
        self._lock = threading.Lock()
        self._closed = False

    def ask(self, item: object) -> object:
        """The function's answer, or a :class:`Failure`."""
        try:
            request = pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001 - whatever an object's own pickling raises
            return Failure("error", f"cannot be sent to a worker process: {type(error).__name__}: {error}")
        for _ in range(_ATTEMPTS):
            child = self._child or self._start()
            if isinstance(child, Failure):
                return child
            sent, answer = self._exchange(child, request)
            if sent:
                break
        if self._memory < inf and self._child and resident_bytes(self._child.pid) > self._memory / 2:
            self._child.terminate()
            self._end()
        return answer

    def _exchange(self, child: ChildProcess, request: bytes) -> tuple[bool, object]:
        """Whether the whole request was sent, and what came back.

        A process that does not take the request died before: it has not called the function, another one may.
        """
        answer: object = None
        stage, sent, answered = "", False, False
        with self._watchdog.watching(child, self._seconds) as watch:
            try:
                send_frame(child.input, request)
                sent = True
                while isinstance(answer := call(pickle.loads, receive_frame(child.output)), Stage):
                    stage = answer.name
                    self._watchdog.restart(watch, self._seconds if answer.seconds is None else answer.seconds)
                answered = True
            except (EOFError, OSError):
                pass
        if answered and not watch.failure:
            return True, answer
        failure = self._failure(watch)
        return sent or watch.failure is not None, answer if answered else failure._replace(stage=stage)

    def _start(self) -> ChildProcess | Failure:
        """A new process that has loaded the function.

        Once one has started, another one that does not start is a failure of its item: memory may be short just now.
        """
        failure = Failure("crash", "the pool was closed")
        for _ in range(_ATTEMPTS):
            started = self._start_once()
            if not isinstance(started, Failure):
                self._has_started.set()
                return started
            failure = started
            if self._closed or failure.kind != "crash":
                break
        if self._has_started.is_set() or self._closed:
            return failure
        raise DehuskError(f"a worker process did not start: {failure.reason}")

    def _start_once(self) -> ChildProcess | Failure:
        env = _MEMORY_GIVEN_BACK | os.environ | _ONE_THREAD
        env["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109 - a plain name
        seconds = None if self._seconds == inf else float(self._seconds)
        program = f"from dehusk.pool.worker_main import main; main({seconds})"
        with self._lock:
            if self._closed:
                return Failure("crash", "the pool was closed")
            self._child = child = ChildProcess([sys.executable, "-P", "-c", program], env=env, own_group=True)
        problem: str | None = None
        with self._watchdog.watching(child, _SECONDS_TO_START) as watch:
            try:
                send_frame(child.input, self._function)
                problem = receive_frame(child.output).decode()
            except (EOFError, OSError):
                pass
        if problem == "" and not watch.failure:
            return child
        failure = self._failure(watch)
        if problem:
            raise ArgumentError(
                f"a worker process cannot load what it is to run: {problem} "
                "(a method must be in a module that can be imported; or use one job)"
            )
        return failure

    def _failure(self, watch: Watch) -> Failure:
        """Why the process that was watched ended."""
        how = self._end()
        return watch.failure or Failure("crash", f"the worker process died: {how}")

    def _end(self) -> str:
        """Reap the process: how it ended."""
        with self._lock:
            child, self._child = self._child, None
        return child.end() if child else "stopped"

    def stop(self) -> None:
        """Ask the process to end, from any thread; one that waits for its answer gets a Failure."""
        with self._lock:
            self._closed = True
            if self._child:
                self._child.terminate()

    def kill(self) -> None:
        """Kill the process, from any thread."""
        with self._lock:
            if self._child:
                self._child.kill()

    def close(self) -> None:
        """End the process for good; no other thread may be using it."""
        self.stop()
        self._end()
