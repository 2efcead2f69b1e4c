from __future__ import annotations

import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.errors import ArgumentError, DehuskError
from dehusk.pool import Failure, job_count, map_items
from dehusk.pool.watchdog import Watchdog
from dehusk.pool.worker_process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

HERE = Path(__file__).parent
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
RAISED = Failure("error", "ValueError: as asked")
EXITED = Failure("crash", "the worker process died: exit code 3")


@pytest.fixture(autouse=True)
def functions() -> Iterator[ModuleType]:
    """The functions, in a module that worker processes can import."""
    sys.path.insert(0, str(HERE))
    yield __import__("pool_functions")
    sys.path.remove(str(HERE))


def test_an_item_that_takes_too_long_costs_only_itself(functions: ModuleType) -> None:
    items = [1, "stuck", 2, "hang", 3, 4]
    late = Failure("timeout", "took more than 2 seconds")
    assert list(map_items(functions.act, items, jobs=2, seconds=2)) == [
        (1, 1), ("stuck", late), (2, 2), ("hang", late), (3, 3), (4, 4),
    ]  # fmt: skip


def test_a_process_that_dies_costs_only_its_item(functions: ModuleType) -> None:
    items = [1, "exit", 2, "segfault", "raise", 3]
    segfault = Failure("crash", "the worker process died: SIGSEGV")
    found = list(map_items(functions.act, items, jobs=2))
    assert [item for item, _ in found] == items
    assert [answer for _, answer in found] == [1, EXITED, 2, segfault, RAISED, 3]


def test_what_cannot_be_pickled_is_a_failure(functions: ModuleType) -> None:
    items = [1, functions.Unpicklable(), "unpicklable", lambda: None, 2]
    answers = [answer for _, answer in map_items(functions.act, items, jobs=2)]
    assert (answers[0], answers[4]) == (1, 2)
    failures = [answer for answer in answers[1:4] if isinstance(answer, Failure)]
    assert [failure.kind for failure in failures] == ["error"] * 3
    assert failures[0].reason == "cannot be sent to a worker process: ValueError: stays here"
    assert failures[1].reason == "ValueError: stays here"
    with pytest.raises(ArgumentError, match="cannot be sent to worker processes"):
        map_items(lambda item: item, [1], jobs=2)


@linux_only
def test_memory_is_bounded(functions: ModuleType) -> None:
    items = [1, "allocate", "no memory", 2]
    answers = [answer for _, answer in map_items(functions.act, items, memory=500_000_000)]
    too_much = Failure("memory", "used more than 500 MB of memory")
    assert answers == [1, too_much, Failure("memory", "MemoryError"), 2]


@linux_only
def test_a_worker_that_grows_is_replaced_before_an_item_pays_for_it(functions: ModuleType) -> None:
    outcomes = list(map_items(functions.leak, range(12), memory=800_000_000))
    answers = [answer for _, answer in outcomes if not isinstance(answer, Failure)]
    assert [item for item, _ in answers] == list(range(12))
    assert len({process for _, process in answers}) > 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_items_are_taken_a_few_ahead(functions: ModuleType, jobs: int) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for number in count():
            taken += 1
            yield number

    found = map_items(functions.act, endless(), jobs=jobs)
    assert [answer for _, answer in islice(found, 40)] == list(range(40))
    assert taken <= 40 + 16
    found.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_iterable_comes_after_the_answers_before(functions: ModuleType, jobs: int) -> None:
    def breaks() -> Iterator[int]:
        yield from range(3)
        raise OSError("the disk is gone")

    found = map_items(functions.act, breaks(), jobs=jobs)
    assert [next(found) for _ in range(3)] == [(0, 0), (1, 1), (2, 2)]
    with pytest.raises(OSError, match="the disk is gone"):
        next(found)


def test_unordered_answers_come_as_they_are_ready(functions: ModuleType, tmp_path: Path) -> None:
    """The first item is answered after all others were: in order this would wait forever."""
    path = tmp_path / "go"
    found = map_items(functions.wait_for, [path, *[None] * 40], jobs=2, ordered=False)
    assert [next(found) for _ in range(40)] == [(None, None)] * 40
    path.touch()
    assert list(found) == [(path, path)]


@settings(max_examples=8)
@given(
    items=st.lists(st.sampled_from(["raise", "exit", "unpicklable", "no memory", 1, None, "tea"]), max_size=20),
    ordered=st.booleans(),
)
def test_every_item_has_exactly_one_outcome(items: list[object], ordered: bool) -> None:
    act: Callable[[object], object] = __import__("pool_functions").act
    failures = {
        "raise": RAISED,
        "exit": EXITED,
        "unpicklable": Failure("error", "ValueError: stays here"),
        "no memory": Failure("memory", "MemoryError"),
    }
    expected = [(item, failures.get(str(item), item)) for item in items]
    found = list(map_items(act, items, jobs=2, ordered=ordered))
    if not ordered:
        found, expected = sorted(found, key=repr), sorted(expected, key=repr)
    assert found == expected


@linux_only
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_workers_killed_at_random_lose_at_most_their_item(functions: ModuleType, seed: int) -> None:
    chance, killed = random.Random(seed), 0
    found: list[object] = []
    for item, answer in map_items(functions.with_process, range(400), jobs=2):
        found.append(item)
        if isinstance(answer, Failure):
            assert answer == Failure("crash", "the worker process died: SIGKILL")
        else:
            assert answer[0] == item
        if chance.random() < 0.02:
            with suppress(ProcessLookupError, FileNotFoundError, IndexError):
                os.kill(chance.choice(_workers()), signal.SIGKILL)
                killed += 1
    assert found == list(range(400))
    assert killed


@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
@pytest.mark.parametrize("ordered", [True, False])
def test_an_item_whose_worker_died_is_tried_again_in_a_new_process(
    functions: ModuleType, tmp_path: Path, ordered: bool
) -> None:
    deaths = [0, 1, 0, 2, 5, 0]
    items = [(tmp_path / str(number), times) for number, times in enumerate(deaths)]
    cleaned: list[tuple[Path, int]] = []
    found = list(map_items(
        functions.die_at_first, items, jobs=2, ordered=ordered, retry_crashed=2, clean_up=cleaned.append
    ))  # fmt: skip
    died = Failure("crash", "the worker process died: SIGKILL; tried 3 times")
    assert dict(found) == dict(zip(items, [1, 2, 1, 3, died, 1], strict=True))
    assert len(found) == len(items)
    if ordered:
        assert [item for item, _ in found] == items
    assert sorted(cleaned) == sorted([items[1], *[items[3]] * 2, *[items[4]] * 3])


def test_only_what_died_is_tried_again(functions: ModuleType) -> None:
    """An item that raises is not cleaned up after; one that is late is, and is not tried again."""
    cleaned: list[object] = []
    items = ["raise", "hang", "exit", 1]
    found = map_items(functions.act, items, seconds=1, retry_crashed=1, clean_up=cleaned.append)
    again = EXITED._replace(reason="the worker process died: exit code 3; tried 2 times")
    assert [answer for _, answer in found] == [RAISED, Failure("timeout", "took more than 1 seconds"), again, 1]
    assert cleaned == ["hang", "exit", "exit"]


@linux_only
def test_a_worker_that_died_idle_is_not_held_against_the_next_item(functions: ModuleType) -> None:
    watchdog = Watchdog()
    worker = WorkerProcess(pickle.dumps(functions.with_process), watchdog)
    first = worker.ask("tea")
    assert isinstance(first, tuple)
    os.kill(first[1], signal.SIGKILL)
    os.waitid(os.P_PID, first[1], os.WEXITED | os.WNOWAIT)
    second = worker.ask("milk")
    worker.close()
    watchdog.close()
    assert isinstance(second, tuple)
    assert second[0] == "milk"
    assert second[1] != first[1]


def test_a_stage_has_its_own_deadline_and_is_named(functions: ModuleType) -> None:
    items = ["tea", "dies loading", "dies working"]
    died = Failure("crash", "the worker process died: exit code 4")
    assert [answer for _, answer in map_items(functions.load, items, seconds=0.5)] == [
        "tea",
        died._replace(stage="loading"),
        died,
    ]
    assert [answer for _, answer in map_items(functions.load, ["tea"])] == ["tea"]


@linux_only
def test_closing_early_ends_the_processes(functions: ModuleType) -> None:
    found = map_items(functions.act, [1, "stuck", "hang", 2], jobs=2)
    assert next(found) == (1, 1)
    assert len(_workers()) == 2
    found.close()
    assert _workers() == []


def _workers() -> list[int]:
    """The worker processes that any thread of this process has started and not reaped."""
    tasks = Path("/proc/self/task").iterdir()
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    return [int(child) for child in children if b"worker_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@linux_only
def test_a_killed_parent_leaves_not_even_a_stuck_process_behind(tmp_path: Path) -> None:
    seen = tmp_path / "pid"
    code = (
        "import pathlib, sys\nfrom dehusk.pool import map_items\nfrom pool_functions import write_process\n"
        "list(map_items(write_process, [pathlib.Path(sys.argv[1])], seconds=2))\n"
    )
    command = [sys.executable, "-c", code, str(seen)]
    parent = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(HERE)})  # noqa: S603
    while not (seen.exists() and seen.read_text()):
        time.sleep(0.01)
    parent.kill()
    parent.wait()
    stat = Path(f"/proc/{seen.read_text()}/stat")
    while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)


def test_a_prompt_can_use_it_and_leave_without_closing(tmp_path: Path) -> None:
    """Code without a file, as in a notebook; the item that hangs does not keep the interpreter from ending."""
    code = (
        "from dehusk.pool import map_items\nfrom pool_functions import act\n"
        "found = map_items(act, [1, 'hang', 2], jobs=2)\nprint(next(found))\n"
    )
    env = os.environ | {"PYTHONPATH": str(HERE)}
    done = subprocess.run(
        [sys.executable, "-"], input=code, capture_output=True, text=True, env=env, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "(1, 1)\n", "")


@pytest.mark.parametrize(
    "wrong",
    [{"jobs": -1}, {"jobs": "2"}, {"seconds": 0}, {"seconds": "1"}, {"memory": -1}, {"retry_crashed": -1}],
    ids=str,
)
def test_wrong_arguments_raise_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"{next(iter(wrong))} must be"):
        map_items(len, [], **wrong)


@pytest.mark.parametrize("bounds", [{"jobs": 2}, {"seconds": 1}, {"memory": 10**9}], ids=str)
def test_this_process_cannot_be_bounded(bounds: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match="in_process"):
        map_items(len, [], in_process=True, **bounds)


@pytest.mark.parametrize(("options", "here"), [({}, True), ({"in_process": False}, False), ({"seconds": 60}, False)])
def test_where_one_job_works(functions: ModuleType, options: dict[str, Any], here: bool) -> None:
    ((_, answer),) = map_items(functions.with_process, ["tea"], **options)
    assert isinstance(answer, tuple)
    assert (answer[1] == os.getpid()) is here


@linux_only
def test_jobs_count_the_cores_that_this_process_may_use() -> None:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        assert job_count(0) == 1
    finally:
        os.sched_setaffinity(0, cores)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is of another name")
def test_a_process_that_does_not_start_costs_one_item_if_another_one_did(monkeypatch: pytest.MonkeyPatch) -> None:
    has_started = threading.Event()
    watchdog = Watchdog()
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    worker = WorkerProcess(pickle.dumps(len), watchdog, has_started=has_started)
    try:
        with pytest.raises(DehuskError, match="a worker process did not start"):
            worker.ask("tea")
        has_started.set()
        answer = worker.ask("tea")
    finally:
        worker.close()
        watchdog.close()
    assert isinstance(answer, Failure)
    assert answer.reason == "the worker process died: exit code 1"
