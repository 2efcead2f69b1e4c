"""Pages that were made to cost much: peak memory, growth of time with size, and the size of the output.

    python benchmarks/hostile.py
    python benchmarks/hostile.py --only "long lines" "deep tables"

Each page is extracted in its own process and written in every format: with 64 kB, 1 MB and 20 MB. The table has, for
1 MB, the CPU time, the exponent of its growth from 64 kB (1 is linear; left out below 0.2 seconds), the peak memory
above that of a small page, and the length of the longest output relative to the page; then the CPU time, memory and
status for 20 MB.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from typing import NamedTuple

from hostile_pages import GENERATORS, PROSE

import dehusk

SIZES = (64_000, 1_000_000, 20_000_000)


class Measured(NamedTuple):
    """What one page took."""

    length: int
    seconds: float
    kilobytes: int
    output: int
    writer: str
    status: str


def measure(name: str, size: int) -> Measured:
    """Extract one page and write it in every format, in this process."""
    html = GENERATORS[name](size)
    _write_all(PROSE)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    extraction, sizes = _write_all(html)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    writer = max(sizes, key=sizes.__getitem__)
    return Measured(len(html), seconds, peak - before, sizes[writer], writer, extraction.status)


def _write_all(html: str) -> tuple[dehusk.Extraction, dict[str, int]]:
    extraction = dehusk.extract(html, url="http://a.example/")
    return extraction, {name: len(extraction.to(name)) for name in dehusk.list_writers()}


def measure_apart(name: str, size: int) -> Measured | None:
    """As :func:`measure`, in a new process; None if the process died or took more than ten minutes."""
    command = [sys.executable, __file__, "--measure", name, str(size)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)  # noqa: S603 - this file
    except subprocess.SubprocessError:
        return None
    return Measured(*json.loads(run.stdout))


def main() -> int:
    """Measure, and print a table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=GENERATORS, default=list(GENERATORS), metavar="NAME")
    parser.add_argument("--measure", nargs=2, metavar=("NAME", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        sys.stdout.write(json.dumps(measure(options.measure[0], int(options.measure[1]))))
        return 0
    sys.stdout.write("| page | seconds | exponent | memory, MB | longest output | seconds | memory, MB | status |\n")
    sys.stdout.write("|---|---:|---:|---:|---|---:|---:|---|\n")
    for name in options.only:
        small, middle, large = (measure_apart(name, size) for size in SIZES)
        if small is None or middle is None or large is None:
            sys.stdout.write(f"| {name} | | | | | | | no answer |\n")
            continue
        power = math.log(middle.seconds / small.seconds) / math.log(middle.length / small.length)
        exponent = f"{power:.2f}" if middle.seconds >= 0.2 else ""
        sys.stdout.write(
            f"| {name} | {middle.seconds:.1f} | {exponent} | {middle.kilobytes // 1000} "
            f"| {middle.output / middle.length:.1f} times ({middle.writer}) "
            f"| {large.seconds:.1f} | {large.kilobytes // 1000} | {large.status} |\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
