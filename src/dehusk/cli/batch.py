"""Many pages, converted in worker processes and written to files or to one stream, with progress."""

from __future__ import annotations

import io
import sys
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from dehusk.cli.output_files import write_whole
from dehusk.cli.progress import Progress
from dehusk.cli.summary import FAILURES, Summary
from dehusk.errors import SourceError
from dehusk.pool import Failure, map_items
from dehusk.source import Source, read

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from pathlib import Path

    from dehusk.limits import Limits

    Answers = Generator[tuple["PageTask", "Written | Failure"], None, None]


class Written(NamedTuple):
    """A page as it is written, and the status and reason of its extraction."""

    data: bytes
    status: str
    reason: str


class PageTask(NamedTuple):
    """A page for a worker: its name or, if it was read already, itself; and its output file, if it has one."""

    name: str
    source: Source | None
    file: Path | None


@dataclass(frozen=True, slots=True)
class Convert:
    """What a worker does with a task. Data that is written to a file is not sent back."""

    write: Callable[[Source], Written]
    limits: Limits

    def __call__(self, task: PageTask) -> Written:
        """Read the page, convert it, and write it if the task names a file."""
        try:
            written = self.write(task.source or read(task.name, self.limits))
        except SourceError as error:
            return Written(b"", "not read", f"{error.cause} ({error.remedy})")
        if task.file is None:
            return written
        if written.status not in FAILURES:
            try:
                write_whole(task.file, written.data)
            except OSError as error:
                return Written(b"", "not written", f"{task.file}: {error.strerror or error}")
        return written._replace(data=b"")


def write_standard_output(data: bytes) -> None:
    """Write bytes as they are, whatever the encoding of the terminal.

    >>> write_standard_output("Thé".encode())
    Thé
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode(errors="replace"))
    sys.stdout.flush()


class Batch(NamedTuple):
    """Pages, and where they go: one file per page, or one after the other to the function ``put``."""

    names: list[str]
    files: list[Path] | None
    put: Callable[[bytes], object] | None
    between: bytes = b"\n"
    """Separates two pages that are put."""
    quiet: bool = False

    def run(self, convert: Convert, summary: Summary, *, jobs: int, memory: int | None) -> None:
        """Convert all pages; messages go to standard error."""
        total = summary.counts.total() + len(self.names)
        jobs = max(1, min(jobs, len(self.names)))
        # One page at a time in this process cannot be stopped from outside.
        seconds = convert.limits.seconds if jobs > 1 or memory is not None else None
        tasks = self._tasks(convert.limits)
        answers: Answers = map_items(convert, tasks, jobs=jobs, seconds=seconds, memory=memory)
        started = False
        with closing(answers), self._progress(total) as progress:
            for task, answer in answers:
                done = Written(b"", "failed", answer.reason) if isinstance(answer, Failure) else answer
                summary.add(task.name, done.status, done.reason)
                if line := self._line(task.name, done):
                    if progress:
                        progress.clear()
                    print(f"dehusk: {line}", file=sys.stderr)
                if self.put and done.status != "not read":
                    self.put(self.between * started + done.data)
                    started = True
                if progress:
                    progress(summary.counts.total(), total)

    def _tasks(self, limits: Limits) -> Iterator[PageTask]:
        files: Iterable[Path | None] = self.files or [None] * len(self.names)
        for name, file in zip(self.names, files, strict=True):
            # Only this process has the standard input.
            yield PageTask(name, read(name, limits) if name == "-" else None, file)

    def _progress(self, total: int) -> Progress | nullcontext[None]:
        """A progress bar, if standard error is a terminal and no content is printed to the same terminal."""
        shown = sys.stderr.isatty() and not (self.files is None and sys.stdout.isatty())
        return Progress("extracting") if shown and total > 1 and not self.quiet else nullcontext()

    def _line(self, name: str, done: Written) -> str:
        """The message about a page: always for a failure, for a note only where there are few pages."""
        if done.status in {"not read", "not written"}:
            return f"{name}: {done.reason}"
        if done.status in FAILURES or (done.reason and not self.quiet and not self.files):
            return f"{name}: {done.status}: {done.reason}"
        return ""
