"""Progress on standard error: a bar on a terminal, otherwise a line every half minute."""

from __future__ import annotations

import sys
import time
from typing import Self, TextIO

_BAR_WIDTH = 30
_REDRAW_SECONDS = 0.2
_LINE_SECONDS = 30.0


class Progress:
    """How much is done, and how long the rest will take at the pace so far. A context manager.

    >>> import io
    >>> stream = io.StringIO()
    >>> with Progress("bench", stream) as progress:
    ...     progress(4, 4)
    >>> print(stream.getvalue(), end="")
    bench: 4 of 4, 100%, ...
    """

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self.label, self.stream = label, stream or sys.stderr
        self.on_terminal = self.stream.isatty()
        self.started = self.shown = time.monotonic()
        self.first: tuple[float, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.on_terminal:
            self.clear()

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done, unless it was shown a moment ago."""
        now = time.monotonic()
        # The pace is measured from the first call; preparation comes before it.
        since, before = self.first = self.first or (now, done)
        pause = _REDRAW_SECONDS if self.on_terminal else _LINE_SECONDS
        if done < total and now - self.shown < pause:
            return
        self.shown = now
        state = f"{done} of {total}, {100 * done // max(total, 1)}%"
        if done >= total:
            state += f", took {clock(now - self.started)}"
        elif done > before:
            state += f", {clock((now - since) / (done - before) * (total - done))} left"
        if self.on_terminal:
            filled = _BAR_WIDTH * done // max(total, 1)
            bar = "█" * filled + "░" * (_BAR_WIDTH - filled)
            self.stream.write(f"\r\x1b[2K{self.label} {bar} {state}")
        else:
            self.stream.write(f"{self.label}: {state}\n")
        self.stream.flush()

    def clear(self) -> None:
        """Remove the bar, so that a message can be printed."""
        if self.on_terminal:
            self.stream.write("\r\x1b[2K")
            self.stream.flush()


def clock(seconds: float) -> str:
    """Seconds in a form for people.

    >>> clock(8.4), clock(75), clock(3 * 3600 + 120)
    ('8 s', '1:15 min', '3:02 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02d} h"
