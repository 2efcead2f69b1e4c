"""Many pages, converted in worker processes and written to files or to one stream, with progress."""

from __future__ import annotations

import errno
import sys
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from dehusk.cli.fetching_options import Reading
from dehusk.cli.progress import Progress
from dehusk.cli.summary import DISK_FULL, DROPPED, FAILURES, Summary
from dehusk.cli.terminal import print_message
from dehusk.errors import OutputError, SourceError
from dehusk.pool import Failure, map_items
from dehusk.whole_file import remove_parts, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from pathlib import Path

    from dehusk.limits import Limits
    from dehusk.source import Source

    Answers = Generator[tuple["PageTask", "Written | Failure"], None, None]


# Errors that the next file would have too.
_FOR_ALL_FILES = frozenset([errno.ENOSPC, errno.EDQUOT, errno.EROFS])


class Written(NamedTuple):
    """A page as it is written, and the status and reason of its extraction."""

    data: bytes
    status: str
    reason: str
    flags: tuple[str, ...] = ()
    """Why the page is not worth keeping, if that was asked for."""


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
    reading: Reading = field(default_factory=Reading)

    def read(self, name: str) -> Source:
        """Read a page."""
        return self.reading.read(name, self.limits)

    def __call__(self, task: PageTask) -> Written:
        """Read the page, convert it, and write it if the task names a file."""
        try:
            written = self.write(task.source or self.read(task.name))
        except SourceError as error:
            return Written(b"", "not read", f"{error.cause} ({error.remedy})")
        if task.file is None:
            return written
        if written.status not in FAILURES | {DROPPED}:
            try:
                write_whole(task.file, written.data)
            except OutputError as error:
                return Written(b"", DISK_FULL if error.number in _FOR_ALL_FILES else "not written", str(error))
        return written._replace(data=b"")


class Batch(NamedTuple):
    """Pages, and where they go: one file per page, or one after the other to the function ``put``."""

    names: list[str]
    files: list[Path] | None
    put: Callable[[bytes], object] | None
    between: bytes = b"\n"
    """Separates two pages that are put."""
    quiet: bool = False
    notes: bool = True
    """Whether to print what is worth knowing about a page that did not fail."""

    def run(self, convert: Convert, summary: Summary, *, jobs: int, memory: int | None) -> None:
        """Convert all pages, or those before the disk is full; messages go to standard error."""
        total = summary.counts.total() + len(self.names)
        # One page at a time in this process cannot be stopped from outside.
        seconds = convert.limits.seconds if jobs > 1 or memory is not None else None
        jobs = max(1, min(jobs, len(self.names)))
        tasks = self._tasks(convert)
        answers: Answers = map_items(
            convert, tasks, jobs=jobs, seconds=seconds, memory=memory, retry_crashed=1, clean_up=_remove_parts
        )
        started = False
        with closing(answers), self._progress(total) as progress:
            for task, answer in answers:
                done = Written(b"", "failed", answer.reason) if isinstance(answer, Failure) else answer
                summary.add(task.name, done.status, done.reason, done.flags)
                if line := self._line(task.name, done):
                    if progress:
                        progress.clear()
                    print_message(line)
                if done.status == DISK_FULL:
                    return
                if self.put and done.status not in {"not read", DROPPED}:
                    self.put(self.between * started + done.data)
                    started = True
                if progress:
                    progress(summary.counts.total(), total)

    def _tasks(self, convert: Convert) -> Iterator[PageTask]:
        files: Iterable[Path | None] = self.files or [None] * len(self.names)
        for name, file in zip(self.names, files, strict=True):
            # Only this process has the standard input.
            yield PageTask(name, convert.read(name) if name == "-" else None, file)

    def _progress(self, total: int) -> Progress | nullcontext[None]:
        """A progress bar, if standard error is a terminal and no content is printed to the same terminal."""
        shown = sys.stderr.isatty() and not (self.files is None and sys.stdout.isatty())
        return Progress("extracting") if shown and total > 1 and not self.quiet else nullcontext()

    def _line(self, name: str, done: Written) -> str:
        """The message about a page: always for a failure, for a note only if asked for."""
        if done.status in {"not read", "not written", DISK_FULL}:
            return f"{name}: {done.reason}"
        if done.status in FAILURES or (done.reason and (self.notes or done.flags) and not self.quiet):
            return f"{name}: {done.status}: {done.reason}"
        return ""


def _remove_parts(task: PageTask) -> None:
    """The worker may have been killed while it wrote the file."""
    if task.file is not None:
        remove_parts(task.file)
