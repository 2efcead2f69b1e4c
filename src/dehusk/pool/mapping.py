"""``map_items``: in order or not, with bounded look-ahead; no item ends it."""

from __future__ import annotations

from concurrent.futures import Future
from itertools import takewhile
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from dehusk.errors import ArgumentError
from dehusk.pool.failure import Failure, call
from dehusk.pool.worker_pool import WorkerPool, check_bounds, job_count

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# An item that takes as long as seven others does not keep its neighbours waiting; memory stays that of a few items.
_AHEAD_PER_JOB = 8


def map_items(
    function: Callable[[Item], Answer],
    items: Iterable[Item],
    *,
    jobs: int = 1,
    seconds: float | None = None,
    memory: int | None = None,
    ordered: bool = True,
    in_process: bool | None = None,
    retry_crashed: int = 0,
    clean_up: Callable[[Item], object] | None = None,
) -> Generator[tuple[Item, Answer | Failure], None, None]:
    """Each item with the function's answer, or with a :class:`Failure`: exactly one outcome per item.

    ``jobs``: how many worker processes, 0 for one per core. Each works on one item at a time, so one that dies loses
    only that item, and another takes its place. ``seconds``: what an item may take. Then its worker is killed, whatever
    it is doing; the start of a worker is not counted. ``memory``: how many bytes of memory a worker may have (its
    resident set, without processes that it starts; Linux only). ``ordered=False`` gives what is ready first.

    ``in_process``: by default one job works in this process, unless ``seconds`` or ``memory`` is given: only another
    process can be bounded. ``False`` works in worker processes even then, ``True`` refuses to.

    ``retry_crashed``: how often an item is tried again, each time in a new process, if its worker died (was killed by
    somebody else or crashed). One that passed ``seconds`` or ``memory`` is not tried again. ``clean_up``: called in
    this process, in another thread, with an item whose worker died or was killed, before the item is tried again or has
    its Failure: it removes what an incomplete call may have left. Both do nothing where one job works in this process.

    Items are taken as answers are asked for, a few ahead; what taking them raises comes after the answers of those
    before. In worker processes the function, the items and the answers are pickled. Close the generator to end early.

    >>> [answer for _, answer in map_items(len, ["tea", 7, "milk"], jobs=2)]
    [3, Failure(kind='error', reason="TypeError: object of type 'int' has no len()", stage=''), 4]
    >>> import time
    >>> [answer.reason for _, answer in map_items(time.sleep, [600], seconds=0.5)]
    ['took more than 0.5 seconds']
    """
    jobs = job_count(jobs)
    check_bounds(seconds, memory, retry_crashed)
    bounded = jobs > 1 or seconds is not None or memory is not None
    if in_process and bounded:
        raise ArgumentError("in_process=True is for one job without seconds and memory: they need a worker process")
    if not bounded and in_process is not False:
        return ((item, call(function, item)) for item in items)
    pool = WorkerPool(
        function, jobs=jobs, seconds=seconds, memory=memory, retry_crashed=retry_crashed, clean_up=clean_up
    )
    return _map_in_workers(pool, items, ordered=ordered)


def _map_in_workers(
    pool: WorkerPool, items: Iterable[Item], *, ordered: bool
) -> Generator[tuple[Item, Any], None, None]:
    problems: list[Exception] = []
    ahead = _AHEAD_PER_JOB * pool.jobs
    with pool:
        answers = _Answers(ordered=ordered)
        for item in _until_error(items, problems):
            answers.expect(item, pool.submit(item))
            yield from answers.ready(at_most=ahead - 1)
        yield from answers.ready(at_most=0)
    if problems:
        raise problems[0]


def _until_error(items: Iterable[Item], problems: list[Exception]) -> Iterator[Item]:
    try:
        yield from items
    except Exception as error:  # noqa: BLE001 - raised again, in its turn
        problems.append(error)


class _Answers:
    """The answers that are still to be yielded, in the order of the items."""

    def __init__(self, *, ordered: bool) -> None:
        self._ordered = ordered
        self._open: dict[Future[Any], Any] = {}
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()

    def expect(self, item: object, future: Future[Any]) -> None:
        """Add an item that was submitted."""
        self._open[future] = item
        future.add_done_callback(self._finished.put)

    def ready(self, at_most: int) -> Iterator[tuple[Any, Any]]:
        """What is ready; waits while more than ``at_most`` items have no answer that was yielded."""
        while self._open:
            try:
                finished = self._finished.get(block=len(self._open) > at_most)
            except Empty:
                return
            for future in self._now(finished):
                yield self._open.pop(future), future.result()

    def _now(self, finished: Future[Any]) -> list[Future[Any]]:
        """The answers that may be yielded now that one more is finished."""
        return list(takewhile(Future.done, self._open)) if self._ordered else [finished]
