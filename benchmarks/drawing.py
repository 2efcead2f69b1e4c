"""The time a running browser needs to draw labelled pages, and the growth of its memory.

    python benchmarks/drawing.py CORPUS [PAGES]

CORPUS is a folder of labelled pages (JSON Lines). PAGES of them (100) are drawn one after another, without scripts and
network. Memory is the proportional set size of all processes of the browser (shared memory is counted once), after
every tenth page; CPU time is that of the browser and of dehusk.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

from dehusk import DrawError
from dehusk.bench.collections import LabelledPage, jsonl, read
from dehusk.layout.browser import Browser
from dehusk.source import Source

_TICKS = os.sysconf("SC_CLK_TCK")


def labelled(corpus: Path) -> Iterator[LabelledPage]:
    """All pages of all collections."""
    return (page for file in jsonl.files(corpus) for page in read(file) if isinstance(page, LabelledPage))


def processes(group: int | None) -> Iterator[tuple[Path, list[str]]]:
    """The processes of a group, each with the fields of its ``stat`` from the third onwards."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = process.joinpath("stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            yield process, fields


def megabytes(group: int | None) -> float:
    """The memory of a process group."""
    total = 0
    for process, _ in processes(group):
        try:
            lines = process.joinpath("smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def cpu_seconds(group: int | None) -> float:
    """The CPU time of the processes of a group, including processes that have ended."""
    return sum(sum(map(int, fields[11:15])) for _, fields in processes(group)) / _TICKS


def main(corpus: str, count: str = "100") -> None:
    """Draw the pages and print the measurements."""
    pages = int(count)
    step = max(sum(1 for _ in labelled(Path(corpus))) // pages, 1)
    wall: list[float] = []
    memory: list[float] = []
    failures: Counter[str] = Counter()
    cpu: dict[int | None, float] = {}
    reading = 0.0
    with Browser() as browser:
        for place, page in enumerate(labelled(Path(corpus))):
            if place % step or len(wall) == pages:
                continue
            data = f"\ufeff{page.html}".encode("utf-8", "replace")
            before, own_before = time.perf_counter(), time.process_time()
            try:
                browser.draw(Source.of(data, url=page.url or None))
            except DrawError as error:
                failures[str(error)] += 1
            wall.append(1000 * (time.perf_counter() - before))
            reading += time.process_time() - own_before
            cpu[browser.pid] = cpu_seconds(browser.pid)
            if len(wall) % 10 == 0:
                memory.append(megabytes(browser.pid))
    wall.sort()
    print(f"{len(wall)} pages, wall time in ms: median {median(wall):.0f}, mean {mean(wall):.0f},", end=" ")
    print(f"95th percentile {wall[len(wall) * 95 // 100]:.0f}; failed: {dict(failures) or 'none'}")
    browsers = 1000 * sum(cpu.values()) / len(wall)
    print(f"CPU time in ms per page: browser {browsers:.0f}, dehusk {1000 * reading / len(wall):.0f}")
    quarters = [memory[len(memory) * part // 4 : len(memory) * (part + 1) // 4] for part in range(4)]
    most = ", ".join(f"{max(quarter):.0f}" for quarter in quarters if quarter)
    print(f"maximal memory of the browser in MB, in each quarter of the run: {most}")


if __name__ == "__main__":
    main(*sys.argv[1:])
