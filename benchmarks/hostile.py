"""Pages that were made to cost much: CPU time, peak memory, and the size of the output.

    python benchmarks/hostile.py
    python benchmarks/hostile.py --sizes 100000 --only "long lines" "deep tables"

Each page is extracted in its own process and written in every format: with 1 MB and with 20 MB, unless other sizes are
given. For each size the table has the CPU time, the peak memory above that of a small page, and the length of the
longest output relative to the page; the status is that of the largest page. ``growth.py --hostile`` measures how the
time grows with the size.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from typing import NamedTuple

from hostile_pages import GENERATORS, PROSE

import dehusk

SIZES = (1_000_000, 20_000_000)


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


def row_of(found: Measured) -> str:
    """The cells of one size."""
    output = f"{found.output / found.length:.1f} times ({found.writer})"
    return f"{found.seconds:.1f} | {found.kilobytes // 1000} | {output}"


def main() -> int:
    """Measure, and print a table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="CHARACTERS")
    parser.add_argument("--only", nargs="+", choices=GENERATORS, default=list(GENERATORS), metavar="NAME")
    parser.add_argument("--measure", nargs=2, metavar=("NAME", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        sys.stdout.write(json.dumps(measure(options.measure[0], int(options.measure[1]))))
        return 0
    columns = [f"{size / 1e6:g} MB: seconds | memory, MB | longest output" for size in options.sizes]
    sys.stdout.write(f"| page | {' | '.join(columns)} | status |\n|---|{'---:|---:|---|' * len(columns)}---|\n")
    for name in options.only:
        cells, status = [], "no answer"
        for size in options.sizes:
            found = measure_apart(name, size)
            cells.append(" | | " if found is None else row_of(found))
            status = "no answer" if found is None else found.status
        sys.stdout.write(f"| {name} | {' | '.join(cells)} | {status} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
