"""A call that takes too long is stopped, and nothing else is."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

from dehusk.time_limit import TimeIsUp, call_within


def count_to(number: int) -> int:
    for place in range(number):
        if place == number - 1:
            return number
    return 0


def never_end() -> None:
    while True:
        time.sleep(0.001)


def test_errors_of_the_function_are_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        call_within(60, divmod, 1, 0)


def test_a_function_that_catches_errors_is_stopped() -> None:
    def catch_errors() -> None:
        while True:
            with suppress(Exception):
                never_end()

    with pytest.raises(TimeIsUp):
        call_within(0.01, catch_errors)


def test_nothing_is_raised_after_the_call() -> None:
    """Calls that end when their time is up."""
    chance = random.Random(1)
    ends = {"in time": 0, "late": 0}
    for _ in range(500):
        number = chance.randrange(1, 20_000)
        try:
            assert call_within(chance.random() / 1000, count_to, number) == number
            ends["in time"] += 1
        except TimeIsUp:
            ends["late"] += 1
        assert count_to(1000) == 1000
    assert sum(ends.values()) == 500


def test_threads_have_their_own_deadlines() -> None:
    ends: dict[int, str] = {}

    def run(number: int) -> None:
        try:
            if number % 2:
                call_within(0.05, never_end)
            else:
                ends[number] = str(call_within(60, count_to, 10_000))
        except TimeIsUp:
            ends[number] = "late"

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends == {number: "late" if number % 2 else "10000" for number in range(8)}


TRACED_AFTER_LATE_CALLS = """
import sys, time
from dehusk.time_limit import TimeIsUp, call_within

def never_end():
    while True:
        time.sleep(0.001)

for _ in range(3):
    try:
        call_within(0.01, never_end)
    except TimeIsUp:
        pass
for _ in range(300):
    try:
        call_within(0.0005, time.sleep, 0.0005)
    except TimeIsUp:
        pass
sys.settrace(lambda *_: None)
print((lambda: "traced")())
"""


def test_late_calls_leave_nothing_behind_in_the_interpreter() -> None:
    """A signal that is left behind slows every instruction down, and a traced program never ends."""
    command = [sys.executable, "-c", TRACED_AFTER_LATE_CALLS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)  # noqa: S603 - our own program
    assert done.stdout == "traced\n"
