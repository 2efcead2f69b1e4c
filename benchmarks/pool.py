"""What worker processes gain and cost: ``python benchmarks/pool.py CORPUS [PAGES]``.

Pages go through ``extract_many`` with the default method: in this process, then in two worker processes, whose start is
part of the time. Printed are pages per second by the clock, and processor time per
page: that of the workers, and that of this process, which sends pages and receives answers. The clock means
little while other programs use the cores; the last line is what the processor times allow on two free cores.
"""

# ruff: noqa: T201 - a command of its own

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path

from dehusk import extract, extract_many
from dehusk.bench.collections import LabelledPage, read

SEED = 1


def cpu_seconds(who: int) -> float:
    """Processor time used so far by this process, or by its children that have ended."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def run(pages: list[tuple[bytes, str]], jobs: int) -> tuple[float, float, float]:
    """Seconds by the clock, of this process, and of the workers."""
    before = time.perf_counter(), cpu_seconds(resource.RUSAGE_SELF), cpu_seconds(resource.RUSAGE_CHILDREN)
    failures = sum(outcome.status == "failed" for outcome in extract_many(pages, jobs=jobs))
    after = time.perf_counter(), cpu_seconds(resource.RUSAGE_SELF), cpu_seconds(resource.RUSAGE_CHILDREN)
    if failures:
        print(f"{failures} pages failed")
    clock, parent, workers = (end - start for start, end in zip(before, after, strict=True))
    return clock, parent, workers


def main(corpus: str, count: int) -> None:
    """Print a table."""
    files = sorted(Path(corpus).glob("*.jsonl*"))
    if not files:
        sys.exit(f"{corpus}: no collections (*.jsonl, *.jsonl.gz) here")
    labelled = [page for file in files for page in read(file) if isinstance(page, LabelledPage)]
    chosen = random.Random(SEED).sample(labelled, min(count, len(labelled)))  # noqa: S311
    pages = [(page.html.encode("utf-8", "replace"), page.url) for page in chosen]
    del labelled, chosen
    _ = extract(pages[0][0]).metadata
    print(f"{len(pages)} pages of {sum(len(html) for html, _ in pages) / len(pages) / 1000:.0f} KB")
    print("jobs  pages/s  ms of this process per page  ms of workers per page")
    times = {jobs: run(pages, jobs) for jobs in (1, 2)}
    for jobs, (clock, parent, workers) in times.items():
        print(f"{jobs:4}{len(pages) / clock:9.1f}{parent / len(pages) * 1000:29.2f}{workers / len(pages) * 1000:24.2f}")
    alone, (_, parent, workers) = times[1], times[2]
    print(f"jobs=2 against jobs=1 by the clock: {alone[0] / times[2][0]:.2f}")
    print(f"by processor time: {alone[1] / ((parent + workers) / 2):.2f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
