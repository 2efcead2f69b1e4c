"""``map_items``: in order or not, with bounded look-ahead; no item ends it."""

from __future__ import annotations

import atexit
import os
import pickle
import sys
import threading
import time
from itertools import takewhile
from math import inf
from operator import index
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self, TypeVar

from dehusk.errors import ArgumentError
from dehusk.pool.failure import Failure, call
from dehusk.pool.watchdog import Watchdog
from dehusk.pool.worker_process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# An item that takes as long as seven others does not keep its neighbours waiting; memory stays that of a few items.
_AHEAD_PER_JOB = 8
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


def map_items(
    function: Callable[[Item], Answer],
    items: Iterable[Item],
    *,
    jobs: int = 1,
    seconds: float | None = None,
    memory: int | None = None,
    ordered: bool = True,
    in_process: bool | None = None,
) -> Generator[tuple[Item, Answer | Failure], None, None]:
    """Each item with the function's answer, or with a :class:`Failure`: exactly one outcome per item.

    ``jobs``: how many worker processes, 0 for one per core. Each works on one item at a time, so one that dies loses
    only that item, and another takes its place. ``seconds``: what an item may take. Then its worker is killed, whatever
    it is doing; the start of a worker is not counted. ``memory``: how many bytes of memory a worker may have (its
    resident set, without processes that it starts; Linux only). ``ordered=False`` gives what is ready first.

    ``in_process``: by default one job works in this process, unless ``seconds`` or ``memory`` is given: only another
    process can be bounded. ``False`` works in worker processes even then, ``True`` refuses to.

    Items are taken as answers are asked for, a few ahead; what taking them raises comes after the answers of those
    before. In worker processes the function, the items and the answers are pickled. Close the generator to end early.

    >>> [answer for _, answer in map_items(len, ["tea", 7, "milk"], jobs=2)]
    [3, Failure(kind='error', reason="TypeError: object of type 'int' has no len()", stage=''), 4]
    >>> import time
    >>> [answer.reason for _, answer in map_items(time.sleep, [600], seconds=0.5)]
    ['took more than 0.5 seconds']
    """
    jobs = job_count(jobs)
    _check_bound("seconds", seconds)
    _check_bound("memory", memory)
    if memory is not None and sys.platform != "linux":
        raise ArgumentError(f"memory can be bounded on Linux only, not on {sys.platform}")
    bounded = jobs > 1 or seconds is not None or memory is not None
    if in_process and bounded:
        raise ArgumentError("in_process=True is for one job without seconds and memory: they need a worker process")
    if not bounded and in_process is not False:
        return ((item, call(function, item)) for item in items)
    try:
        pickled = pickle.dumps(function, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise ArgumentError(f"cannot be sent to worker processes: {error} (use one job)") from error
    pool = _Pool(pickled, jobs, inf if seconds is None else seconds, inf if memory is None else memory, ordered=ordered)
    return _map_in_workers(pool, items)


def _check_bound(name: str, value: object) -> None:
    if value is not None and not (isinstance(value, int | float) and value > 0):
        raise ArgumentError(f"{name} must be a number above zero, not {value!r}")


def _map_in_workers(pool: _Pool, items: Iterable[Item]) -> Generator[tuple[Item, Any], None, None]:
    problems: list[Exception] = []
    with pool:
        for item in _until_error(items, problems):
            pool.submit(item)
            yield from pool.outcomes(at_most=pool.ahead - 1)
        yield from pool.outcomes(at_most=0)
    if problems:
        raise problems[0]


def _until_error(items: Iterable[Item], problems: list[Exception]) -> Iterator[Item]:
    try:
        yield from items
    except Exception as error:  # noqa: BLE001 - raised again, in its turn
        problems.append(error)


class _Task:
    """An item on its way: what to yield for it or, if the pool itself failed, what to raise."""

    __slots__ = ("done", "error", "item", "outcome")

    def __init__(self, item: object) -> None:
        self.item, self.done = item, False
        self.outcome: object = None
        self.error: BaseException | None = None

    def run(self, worker: WorkerProcess) -> None:
        try:
            self.outcome = worker.ask(self.item)
        except BaseException as error:  # noqa: BLE001 - raised where the outcome is asked for
            self.error = error


class _Pool:
    """Worker processes with a thread each, which sends it items and waits for its answers."""

    def __init__(self, function: bytes, jobs: int, seconds: float, memory: float, *, ordered: bool) -> None:
        self.ahead = _AHEAD_PER_JOB * jobs
        self._function, self._jobs, self._seconds, self._memory = function, jobs, seconds, memory
        self._ordered = ordered
        self._has_started = threading.Event()
        self._open: dict[_Task, None] = {}
        """Tasks whose outcome was not yielded yet, in the order of the items."""
        self._waiting: SimpleQueue[_Task | None] = SimpleQueue()
        self._finished: SimpleQueue[_Task] = SimpleQueue()
        self._workers: dict[WorkerProcess, threading.Thread] = {}

    def submit(self, item: object) -> None:
        """Hand an item to the workers; each of the first items starts one."""
        if len(self._workers) < self._jobs:
            bounds = self._seconds, self._memory
            worker = WorkerProcess(self._function, self._watchdog, *bounds, self._has_started)
            # A daemon: an interpreter that exits does not wait for an item.
            thread = threading.Thread(target=self._serve, args=(worker,), name="dehusk-pool", daemon=True)
            self._workers[worker] = thread
            thread.start()
        task = _Task(item)
        self._open[task] = None
        self._waiting.put(task)

    def _serve(self, worker: WorkerProcess) -> None:
        while task := self._waiting.get():
            task.run(worker)
            self._finished.put(task)

    def outcomes(self, at_most: int) -> Iterator[tuple[Any, Any]]:
        """What is ready; waits while more than ``at_most`` items have no outcome that was yielded."""
        while self._open:
            try:
                task = self._finished.get(block=len(self._open) > at_most)
            except Empty:
                return
            task.done = True
            for ready in self._ready(task):
                del self._open[ready]
                if ready.error:
                    raise ready.error
                yield ready.item, ready.outcome

    def _ready(self, finished: _Task) -> list[_Task]:
        """The tasks that may be yielded now that one more is finished."""
        return list(takewhile(lambda task: task.done, self._open)) if self._ordered else [finished]

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
