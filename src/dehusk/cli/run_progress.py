"""How a run goes: a line for people, or events for programs."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from dehusk.cli.progress import clock
from dehusk.cli.terminal import print_message, write_standard_output
from dehusk.scale.shard_run import ShardFailure

if TYPE_CHECKING:
    from dehusk.scale.shard_report import ShardReport
    from dehusk.scale.shard_run import ShardProgress

FAILURES = ("timeout", "crash", "memory", "undecodable", "too_large")
_SECONDS_BETWEEN_LINES, _SECONDS_BETWEEN_DRAWINGS = 30.0, 0.5


class RunProgress:
    """Counts records as they have their outcomes, and shows the pace.

    ``shards``: how many there are to do. ``workers``: for the pace per core. ``events``: write JSON to standard output.

    >>> progress = RunProgress(shards=4, workers=2, events=False, quiet=False)
    >>> progress.counts["ok"] += 10
    >>> print(progress.line(seconds=5.0))
    0 of 4 shards, 10 documents, 2.0/s (1.0/s per core), 0.0 MB/s
    """

    def __init__(self, *, shards: int, workers: int, events: bool, quiet: bool) -> None:
        self.shards, self.workers, self.events, self.quiet = shards, workers, events, quiet
        self.counts: Counter[str] = Counter()
        self.bytes = self.done = 0
        self._share = 0.0
        self._started = self._shown = time.monotonic()
        self._on_terminal = sys.stderr.isatty() and not events and not quiet

    def record(self, progress: ShardProgress) -> None:
        """Count a record."""
        self.counts[progress.kind] += 1
        self.bytes += progress.bytes
        self._share = progress.share
        now = time.monotonic()
        if now - self._shown >= (_SECONDS_BETWEEN_DRAWINGS if self._on_terminal else _SECONDS_BETWEEN_LINES):
            self._shown = now
            self._show(now - self._started)

    def shard(self, done: ShardReport | ShardFailure, *, counted: bool) -> None:
        """Tell that a shard is done; ``counted``: whether its records were."""
        self.done += 1
        self._share = 0.0
        if isinstance(done, ShardFailure):
            self.event("failed", {"input": done.input, "reason": done.reason})
            self._clear()
            print_message(f"{done.input}: {done.reason}")
            return
        if not counted:
            self.counts.update(done.counts)
            self.bytes += done.document_bytes
        self.event("shard", asdict(done))
        if not counted and not self.events and not self.quiet:
            self._show(time.monotonic() - self._started)

    def event(self, name: str, values: Mapping[str, object]) -> None:
        """Write an event, if that was asked for."""
        if self.events:
            write_standard_output(json.dumps({"event": name, **values}, ensure_ascii=False).encode() + b"\n")

    def line(self, seconds: float) -> str:
        """The state for people."""
        state = self._state(seconds)
        parts = [
            f"{self.done:,} of {self.shards:,} shards",
            f"{state['documents']:,} documents",
            f"{state['per_second']:.1f}/s ({state['per_core']:.1f}/s per core)",
            f"{state['megabytes_per_second']:.1f} MB/s",
        ]
        parts += [f"{self.counts[kind]:,} {kind}" for kind in FAILURES if self.counts[kind]]
        if state["seconds_left"] is not None:
            parts.append(f"{clock(state['seconds_left'])} left")
        return ", ".join(parts)

    def _state(self, seconds: float) -> dict[str, float | int | None]:
        documents = self.counts.total() - self.counts["skipped"]
        pace, share = documents / max(seconds, 1e-9), (self.done + self._share) / max(self.shards, 1)
        return {
            "documents": documents,
            "per_second": round(pace, 2),
            "per_core": round(pace / self.workers, 2),
            "megabytes_per_second": round(self.bytes / 1e6 / max(seconds, 1e-9), 2),
            "seconds_left": round(seconds / share * (1 - share), 1) if share > 0 else None,
        }

    def _show(self, seconds: float) -> None:
        if self.events:
            counts: dict[str, object] = dict(self.counts)
            self.event("progress", {"shards": self.done, "of": self.shards, **self._state(seconds), "counts": counts})
        elif self._on_terminal:
            sys.stderr.write(f"\r\x1b[2K{self.line(seconds)}")
            sys.stderr.flush()
        elif not self.quiet:
            print_message(self.line(seconds))

    def _clear(self) -> None:
        if self._on_terminal:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()

    def close(self) -> None:
        """Remove the line."""
        self._clear()
