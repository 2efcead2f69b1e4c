"""``dehusk run`` on a WARC file of a crawl: one and two workers, reading alone, isolation, memory, and trafilatura.

    python benchmarks/run_scale.py --records 20000

Wall-clock times of a busy machine say little: processor seconds of this process and of its workers stand beside them.
The corpus is read from --corpus if it is there.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crawl_file import CORPUS, SETTINGS, trafilatura_text, write_crawl

from dehusk.pool import Failure, map_items
from dehusk.scale.extract_record import ExtractRecord
from dehusk.scale.output_folder import OutputFolder
from dehusk.scale.shard_inputs import ShardInput, open_shard
from dehusk.scale.shard_report import ShardReport
from dehusk.scale.shard_run import ShardProgress, process_shards

if TYPE_CHECKING:
    from dehusk.scale.shard_records import Record

FIRST = 2000
"""Documents after which the memory of workers is looked at first."""


class Times(NamedTuple):
    """Seconds on the clock, and processor seconds of this process and of its children."""

    clock: float
    own: float
    children: float

    @classmethod
    def now(cls) -> Times:
        """Since the machine or the process started."""
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return cls(time.perf_counter(), own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime)

    def since(self) -> Times:
        """From then until now."""
        now = Times.now()
        return Times(now.clock - self.clock, now.own - self.own, now.children - self.children)

    def __str__(self) -> str:
        return f"{self.clock:.1f} s, processor: {self.own:.1f} s this process, {self.children:.1f} s workers"


class Memory:
    """The resident memory of the workers, looked at now and then."""

    def __init__(self) -> None:
        self.documents, self.first, self.last = 0, 0, 0

    def watch(self, progress: ShardProgress) -> None:
        """Count documents; look every 100."""
        self.documents += progress.kind != "skipped"
        if self.documents % 100 == 0 and (sizes := worker_sizes()):
            self.last = max(sizes)
            if self.documents <= FIRST:
                self.first = self.last


def worker_sizes() -> list[int]:
    """The resident memory of the processes that this one started."""
    sizes = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            for child in (task / "children").read_text().split():
                pages = Path(f"/proc/{child}/statm").read_text().split()[1]
                sizes.append(int(pages) * os.sysconf("SC_PAGE_SIZE"))
    return sizes


def run(shard: ShardInput, out: Path, jobs: int, memory: Memory | None = None) -> tuple[ShardReport, Times]:
    """A whole run."""
    before = Times.now()
    watch = memory.watch if memory else None
    (report,) = process_shards([shard], OutputFolder(out), SETTINGS, jobs=jobs, watch=watch)
    assert isinstance(report, ShardReport), report  # noqa: S101
    return report, before.since()


def documents(shard: ShardInput) -> list[Record]:
    """The documents of a shard."""
    with open_shard(shard, SETTINGS) as opened:
        return [record for record in opened.records if record.kind is None]


def main() -> None:
    """Print one line per measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--compare", type=int, default=3000, help="records for one worker, isolation and trafilatura")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole = ShardInput("warc", str(write_crawl(Path(folder, "whole.warc.gz"), options.records, options.corpus)))
        small = ShardInput("warc", str(write_crawl(Path(folder, "small.warc.gz"), options.compare, options.corpus)))
        size = Path(whole.path).stat().st_size
        print(f"{options.records:,} records, {size / 1e6:,.0f} MB compressed")
        memory = Memory()
        report, times = run(whole, Path(folder, "whole"), 2, memory)
        pace = report.documents / times.clock
        print(f"whole, 2 workers: {times}; {pace:.1f} documents/s; {report.counts}", flush=True)
        print(f"{(times.own + times.children) / report.documents * 1000:.2f} ms of a processor per document")
        if memory.first:
            print(f"largest worker after {FIRST:,} documents {memory.first / 1e6:.0f} MB, after all "
                  f"{memory.last / 1e6:.0f} MB: {memory.last / memory.first:.3f}")  # fmt: skip
        before = Times.now()
        with open_shard(whole, SETTINGS) as opened:
            bodies = sum(len(record.data or b"") for record in opened.records)
        reading = before.since()
        share = reading.own / (times.own + times.children)
        print(f"reading alone: {reading}; {bodies / 1e6:,.0f} MB; {share:.1%} of the processor time", flush=True)
        compare(small, Path(folder))


def compare(small: ShardInput, folder: Path) -> None:
    """One worker and two, in this process, and trafilatura: the same documents, one after the other."""
    pages = documents(small)
    print(f"compared on {len(pages):,} documents:")
    found: dict[str, Times] = {}
    for jobs in (1, 2):
        _, found[f"{jobs} workers"] = run(small, folder / f"small{jobs}", jobs)
        print(f"{jobs} workers: {found[f'{jobs} workers']}", flush=True)
    extract = ExtractRecord(SETTINGS)
    before = Times.now()
    for page in pages:
        extract(page)
    found["in process"] = before.since()
    print(f"in this process: {found['in process']}", flush=True)
    before = Times.now()
    answers = map_items(trafilatura_text, pages, jobs=2, seconds=30.0)
    failed = sum(isinstance(answer, Failure) for _, answer in answers)
    found["trafilatura"] = before.since()
    print(f"trafilatura, 2 workers: {found['trafilatura']}; {failed} failed")
    one, two, alone, peer = (found[name] for name in ("1 workers", "2 workers", "in process", "trafilatura"))
    print(f"2 workers against 1, by the clock: {one.clock / two.clock:.2f} times")
    print(f"trafilatura against dehusk, processor time of workers: {peer.children / two.children:.2f} times")
    reading_and_writing = "reading, writing and sending between processes"
    print(f"workers against this process, processor time: {one.children / alone.own - 1:+.1%}")
    print(f"{reading_and_writing}: {one.own / (one.own + one.children):.1%} of the processor time")


if __name__ == "__main__":
    main()
