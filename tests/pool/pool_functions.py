"""Functions for worker processes that do what their item says, for tests of the pool."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

from dehusk.pool import stage

_leak: list[bytes] = []


class Unpicklable:
    """What cannot be sent to another process."""

    def __reduce__(self) -> str:
        raise ValueError("stays here")


def act(item: object) -> object:
    """Do what the item says; otherwise give it back."""
    match item:
        case "raise":
            raise ValueError("as asked")
        case "hang":
            time.sleep(600)
        case "stuck":
            # A native call that neither ends nor lets another thread run.
            re.match("(a+)+$", "a" * 60 + "b")
        case "exit":
            os._exit(3)
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "no memory":
            raise MemoryError
        case "allocate":
            _leak.append(b"x" * 3_000_000_000)
        case "unpicklable":
            return Unpicklable()
    return item


def leak(item: object) -> tuple[object, int]:
    """The item and the process, which keeps 80 MB forever."""
    _leak.append(b"x" * 80_000_000)
    return item, os.getpid()


def with_process(item: object) -> tuple[object, int]:
    """The item and the process that answered."""
    return item, os.getpid()


def write_process(path: Path) -> None:
    """Write the number of the process to a file, then get stuck."""
    path.write_text(str(os.getpid()))
    act("stuck")


def die_at_first(item: tuple[Path, int]) -> int:
    """Die the first so many times; how often this was called is the length of the file."""
    path, times = item
    with path.open("ab") as file:
        file.write(b"x")
    if path.stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return path.stat().st_size


def wait_for(path: Path | None) -> Path | None:
    """Wait until a file exists."""
    while path and not path.exists():
        time.sleep(0.01)
    return path


def load(item: str) -> str:
    """Load something for longer than an item may take, then work."""
    with stage("loading", seconds=60):
        time.sleep(1)
        if item == "dies loading":
            os._exit(4)
    if item == "dies working":
        os._exit(4)
    return item
