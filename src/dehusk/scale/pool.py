"""A function over many items: in order, with bounded look-ahead, and no item ends it."""

from __future__ import annotations

import os
import pickle
import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from operator import index
from queue import LifoQueue
from typing import TYPE_CHECKING, Any, Self, TypeVar

from dehusk.errors import ArgumentError
from dehusk.scale.worker import Lost, Worker, attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# A page that takes as long as seven others does not keep its neighbours waiting; memory stays that of a few pages.
_AHEAD_PER_JOB = 8


def process_count(jobs: int) -> int:
    """How many processes a number of jobs stands for: 0 is one a core.

    >>> process_count(3), process_count(0) >= 1
    (3, True)
    """
    try:
        wrong = index(jobs) < 0
    except TypeError:
        wrong = True
    if wrong:
        raise ArgumentError(f"jobs must be at least 1 (or 0: one a core), not {jobs!r}")
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def ordered_map(
    function: Callable[[Item], Answer], items: Iterable[Item], jobs: int = 1
) -> Generator[tuple[Item, Answer | Lost], None, None]:
    """Each item with the function's answer, in order, or with :class:`Lost` if there is none.

    One job works in this process; more work in as many processes, one item at a time each, so that one that dies
    loses only its item. Items are taken as answers are asked for, a few ahead; what taking them raises comes after
    the answers of those before.

    >>> [answer for _, answer in ordered_map(len, ["tea", 7, "milk"], jobs=2)]
    [3, Lost(reason="TypeError: object of type 'int' has no len()"), 4]
    """
    if jobs == 1:
        for item in items:
            yield item, attempt(function, item)
        return
    with _Pool(function, jobs) as pool:
        waiting: deque[tuple[Item, Future[Answer | Lost]]] = deque()
        broken: list[Exception] = []
        for item in _until_broken(items, broken):
            waiting.append((item, pool.submit(item)))
            while waiting and (len(waiting) >= _AHEAD_PER_JOB * jobs or waiting[0][1].done()):
                first, answer = waiting.popleft()
                yield first, answer.result()
        while waiting:
            first, answer = waiting.popleft()
            yield first, answer.result()
        if broken:
            raise broken[0]


def _until_broken(items: Iterable[Item], broken: list[Exception]) -> Iterator[Item]:
    try:
        yield from items
    except Exception as error:  # noqa: BLE001 - raised again, in its turn
        broken.append(error)


class _Pool:
    """A thread a process, which sends it items and waits for its answers."""

    def __init__(self, function: Callable[[Any], Any], jobs: int) -> None:
        try:
            pickled = pickle.dumps(function)
        except Exception as error:
            raise ArgumentError(f"cannot be sent to worker processes: {error} (use one job)") from error
        self._workers = [Worker(pickled) for _ in range(jobs)]
        # The last one that was busy comes first: a few items do not start all processes.
        self._idle: LifoQueue[Worker] = LifoQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(jobs, "dehusk")

    def submit(self, item: object) -> Future[Any]:
        return self._threads.submit(self._ask, item)

    def _ask(self, item: object) -> object:
        worker = self._idle.get()
        try:
            return worker.ask(item)
        finally:
            self._idle.put(worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.close()
        self._threads.shutdown()
