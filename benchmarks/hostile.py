"""Pages that were made to cost much: CPU time, peak memory, and the size of the output.

    python benchmarks/hostile.py
    python benchmarks/hostile.py --sizes 100000 --only "long lines" "deep tables"
    python benchmarks/hostile.py --all-text

Each page is extracted in its own process and written in every format: with 1 MB and with 20 MB, unless other sizes are
given. No page is cut because time is up, so that memory and output do not depend on the load of the machine. For each
size the table has the CPU time, the peak memory above that of the process before it read the page, and the length of
the longest output relative to the page; the status is that of the largest page. With ``--all-text`` everything is kept,
not what the default method keeps. ``growth.py --hostile`` measures how the time grows with the size. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

from hostile_pages import GENERATORS, PROSE, AllText

import dehusk

SIZES = (1_000_000, 20_000_000)
LIMITS = dehusk.Limits(seconds=3600)


class Measured(NamedTuple):
    """What one page took."""

    length: int
    seconds: float
    kilobytes: int
    output: int
    writer: str
    status: str


def measure(name: str, size: int, method: dehusk.Method | str) -> Measured:
    """Extract one page and write it in every format, in this process."""
    html = GENERATORS[name](size)
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # forgets the peak of making the page
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    extraction, sizes = _write_all(html, method)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    writer = max(sizes, key=sizes.__getitem__)
    return Measured(len(html), seconds, peak - before, sizes[writer], writer, extraction.status)


def _write_all(html: str, method: dehusk.Method | str) -> tuple[dehusk.Extraction, dict[str, int]]:
    extraction = dehusk.extract(html, method=method, url="http://a.example/", limits=LIMITS)
    return extraction, {name: len(extraction.to(name)) for name in dehusk.list_writers()}


def measure_apart(name: str, size: int, method: dehusk.Method | str) -> Measured | None:
    """As :func:`measure`, in a copy of this process; None if it died or took more than an hour."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(3600)
        os.write(write_end, json.dumps(measure(name, size, method)).encode())
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as answers:
        answer = answers.read()
    os.waitpid(child, 0)
    return Measured(*json.loads(answer)) if answer else None


def row_of(found: Measured) -> str:
    """The cells of one size."""
    output = f"{found.output / found.length:.1f} times ({found.writer})"
    return f"{found.seconds:.1f} | {found.kilobytes // 1000} | {output}"


def main() -> int:
    """Measure, and print a table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="CHARACTERS")
    parser.add_argument("--only", nargs="+", choices=GENERATORS, default=list(GENERATORS), metavar="NAME")
    parser.add_argument("--all-text", action="store_true", help="keep all text, not what the default method keeps")
    options = parser.parse_args()
    method = AllText() if options.all_text else "grain"
    _write_all(PROSE, method)  # loads what is loaded once
    columns = [f"{size / 1e6:g} MB: seconds | memory, MB | longest output" for size in options.sizes]
    sys.stdout.write(f"| page | {' | '.join(columns)} | status |\n|---|{'---:|---:|---|' * len(columns)}---|\n")
    for name in options.only:
        cells, status = [], "no answer"
        for size in options.sizes:
            found = measure_apart(name, size, method)
            cells.append(" | | " if found is None else row_of(found))
            status = "no answer" if found is None else found.status
        sys.stdout.write(f"| {name} | {' | '.join(cells)} | {status} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
