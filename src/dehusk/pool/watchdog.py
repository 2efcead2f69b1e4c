"""Deadlines and memory bounds of child processes, enforced from outside.

Memory is the resident set, looked at every 50 ms, and not ``RLIMIT_AS``: a limit on address space counts what libraries
reserve and never use (threads' arenas, a browser's gigabytes), is inherited by what a worker starts, and makes compiled
code that does not check its allocations crash instead of saying that memory is short.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.pool.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.pool.child import ChildProcess

_SECONDS_BETWEEN_LOOKS = 0.05


class Watch:
    """One child process that is being watched; ``failure`` says why it was killed, if it was."""

    def __init__(self, child: ChildProcess, seconds: float) -> None:
        self.child = child
        self.failure: Failure | None = None
        self.start(seconds)

    def start(self, seconds: float) -> None:
        """Let the child have so many seconds from now on."""
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds

    def check(self, now: float, memory: float) -> None:
        """Kill the child if it is late or too large."""
        if now >= self.deadline:
            self.failure = Failure("timeout", f"took more than {self.seconds:g} seconds")
        elif memory < inf and resident_bytes(self.child.pid) > memory:
            self.failure = Failure("memory", f"used more than {memory / 1e6:,.0f} MB of memory")
        if self.failure:
            self.child.kill()


class Watchdog:
    """One thread that kills child processes which pass their deadline or the memory bound.

    >>> import sys
    >>> from dehusk.pool.child import ChildProcess
    >>> watchdog, child = Watchdog(), ChildProcess([sys.executable, "-c", "import time; time.sleep(600)"])
    >>> with watchdog.watching(child, seconds=0.1) as watch:
    ...     child.output.read()
    b''
    >>> watch.failure.reason, child.end()
    ('took more than 0.1 seconds', 'SIGKILL')
    >>> watchdog.close()
    """

    def __init__(self, memory: float = inf) -> None:
        self._memory = memory
        self._watches: set[Watch] = set()
        self._changed = threading.Condition()
        self._next_look = inf
        self._closed = False
        self._thread = threading.Thread(target=self._look, name="dehusk-watchdog", daemon=True)
        self._thread.start()

    @contextmanager
    def watching(self, child: ChildProcess, seconds: float) -> Iterator[Watch]:
        """Watch a child; it is never killed after the block has ended."""
        watch = Watch(child, seconds)
        with self._changed:
            self._watches.add(watch)
            self._look_by(watch)
        try:
            yield watch
        finally:
            with self._changed:
                self._watches.discard(watch)

    def restart(self, watch: Watch, seconds: float) -> None:
        """Let a watched child have so many seconds from now on."""
        with self._changed:
            watch.start(seconds)
            self._look_by(watch)

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _look_by(self, watch: Watch) -> None:
        # Deadlines mostly come later than those before: the thread sleeps on, and items cost no switch of threads.
        if self._next_deadline(watch) < self._next_look:
            self._changed.notify()

    def _next_deadline(self, watch: Watch) -> float:
        return watch.deadline if self._memory == inf else min(watch.deadline, time.monotonic() + _SECONDS_BETWEEN_LOOKS)

    def _look(self) -> None:
        with self._changed:
            while not self._closed:
                now = time.monotonic()
                for watch in self._watches:
                    if watch.failure is None:
                        watch.check(now, self._memory)
                alive = (self._next_deadline(watch) for watch in self._watches if watch.failure is None)
                self._next_look = min(alive, default=inf)
                wait = self._next_look - time.monotonic()
                self._changed.wait(max(wait, 0) if wait < threading.TIMEOUT_MAX else None)


def resident_bytes(pid: int) -> int:
    """The memory that a process really has, on Linux; 0 if the process is gone.

    >>> resident_bytes(os.getpid()) >= 0
    True
    """
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
