"""WorkerPool: worker processes that take one item after the other, each answered by a Future."""

from __future__ import annotations

import atexit
import os
import pickle
import sys
import threading
import time
from concurrent.futures import Future
from math import inf
from operator import index
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex

from dehusk.errors import ArgumentError
from dehusk.pool.failure import Failure
from dehusk.pool.watchdog import Watchdog
from dehusk.pool.worker_process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable

_SECONDS_TO_END = 1.0


def job_count(jobs: int) -> int:
    """How many processes a number of jobs stands for: 0 is one for each core that this process may use.

    >>> job_count(3), job_count(0) >= 1
    (3, True)
    """
    try:
        wrong = index(jobs) < 0
    except TypeError:
        wrong = True
    if wrong:
        raise ArgumentError(f"jobs must be at least 1 (or 0: one per core), not {jobs!r}")
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def check_bounds(seconds: object, memory: object, retry_crashed: object = 0) -> None:
    """Raise if seconds or memory cannot bound a worker process, or retries are not a number.

    >>> check_bounds(0, None)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: seconds must be a number above zero, not 0
    """
    for name, value in (("seconds", seconds), ("memory", memory)):
        if value is not None and not (isinstance(value, int | float) and value > 0):
            raise ArgumentError(f"{name} must be a number above zero, not {value!r}")
    if memory is not None and sys.platform != "linux":
        raise ArgumentError(f"memory can be bounded on Linux only, not on {sys.platform}")
    if not isinstance(retry_crashed, SupportsIndex) or index(retry_crashed) < 0:
        raise ArgumentError(f"retry_crashed must be a whole number, 0 or more, not {retry_crashed!r}")


class _Attempts(NamedTuple):
    """How often an item is tried if its worker dies, and what is called each time."""

    most: int
    clean_up: Callable[[Any], object] | None

    def ask(self, worker: WorkerProcess, item: object) -> object:
        """The answer of the first worker that does not die; otherwise the failure of the last one."""
        for attempt in range(1, self.most + 1):
            answer = worker.ask(item)
            if not isinstance(answer, Failure) or answer.kind == "error":
                break
            if self.clean_up:
                self.clean_up(item)
            if answer.kind != "crash":
                break
            if attempt > 1:
                answer = answer._replace(reason=f"{answer.reason}; tried {attempt} times")
        return answer


class WorkerPool:
    """Worker processes that call one function with the items that are submitted.

    The arguments are those of :func:`~dehusk.pool.map_items`. A worker works on one item at a time, and is started when
    there is an item for it. Use it in a ``with`` statement, which ends all processes.

    >>> with WorkerPool(len, jobs=2) as pool:
    ...     futures = [pool.submit(item) for item in ("tea", 7)]
    ...     [future.result() for future in futures]
    [3, Failure(kind='error', reason="TypeError: object of type 'int' has no len()", stage='')]
    """

    def __init__(
        self,
        function: Callable[[Any], object],
        *,
        jobs: int = 1,
        seconds: float | None = None,
        memory: int | None = None,
        retry_crashed: int = 0,
        clean_up: Callable[[Any], object] | None = None,
    ) -> None:
        check_bounds(seconds, memory, retry_crashed)
        self.jobs = job_count(jobs)
        self._seconds, self._memory = inf if seconds is None else seconds, inf if memory is None else memory
        self._attempts = _Attempts(1 + retry_crashed, clean_up)
        try:
            self._function = pickle.dumps(function, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            raise ArgumentError(f"cannot be sent to worker processes: {error} (use one job)") from error
        self._has_started = threading.Event()
        self._waiting: SimpleQueue[tuple[object, Future[Any]] | None] = SimpleQueue()
        self._workers: dict[WorkerProcess, threading.Thread] = {}

    def submit(self, item: object) -> Future[Any]:
        """Hand an item to the workers; each of the first items starts one.

        The Future has the answer or a :class:`Failure`; it raises if the pool itself cannot work. Cancelling it takes
        the item back unless a worker has it already.
        """
        if len(self._workers) < self.jobs:
            bounds = self._seconds, self._memory
            worker = WorkerProcess(self._function, self._watchdog, *bounds, self._has_started)
            # A daemon: an interpreter that exits does not wait for an item.
            thread = threading.Thread(target=self._serve, args=(worker,), name="dehusk-pool", daemon=True)
            self._workers[worker] = thread
            thread.start()
        future: Future[Any] = Future()
        self._waiting.put((item, future))
        return future

    def _serve(self, worker: WorkerProcess) -> None:
        while task := self._waiting.get():
            item, future = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                answer = self._attempts.ask(worker, item)
            except BaseException as error:  # noqa: BLE001 - raised where the answer is asked for
                future.set_exception(error)
            else:
                future.set_result(answer)
            # Not while it waits for the next item.
            del item, future, task

    def __enter__(self) -> Self:
        self._watchdog = Watchdog(self._memory)
        # An interpreter that ends while the pool is open: threads must be gone before its objects are.
        atexit.register(self.close)
        return self

    def __exit__(self, *error: object) -> None:
        atexit.unregister(self.close)
        self.close()

    def close(self) -> None:
        """End all processes and threads."""
        for worker in self._workers:
            worker.stop()
            self._waiting.put(None)
        deadline = time.monotonic() + _SECONDS_TO_END
        for worker, thread in self._workers.items():
            thread.join(max(0, deadline - time.monotonic()))
            if thread.is_alive():
                worker.kill()
                thread.join()
            worker.close()
        self._watchdog.close()
