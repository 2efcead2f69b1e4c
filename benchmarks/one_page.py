"""One page of ours in a new process: the first extraction, the next ones, and memory; compiled and uncompiled.

    python benchmarks/one_page.py

CPU time and resident memory. The uncompiled copy of the package is built in a temporary folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = """
import resource, sys, time
def used():
    found = resource.getrusage(resource.RUSAGE_SELF)
    return found.ru_utime + found.ru_stime, found.ru_maxrss / 1000
before = used()
from pathlib import Path
import dehusk
from dehusk._core import COMPILED
html = Path(sys.argv[1]).read_text("utf-8")
dehusk.extract(html).text
first = used()
times = []
for _ in range(20):
    started = time.process_time()
    dehusk.extract(html).text
    times.append(time.process_time() - started)
print(f"{'compiled' if COMPILED else 'uncompiled'}: first extraction, import included, {first[0] - before[0]:.2f} s, "
      f"{first[1] - before[1]:.0f} MB; the next ones {min(times) * 1000:.1f} ms each")
"""


def measure(package: Path) -> None:
    """Print what a process with this copy of the package takes."""
    page = ROOT / "tests/pages/news-en/page.html"
    environment = os.environ | {"PYTHONPATH": str(package)}
    subprocess.run([sys.executable, "-c", PROGRAM, str(page)], check=True, env=environment)  # noqa: S603 - our own


def main() -> None:
    """Measure both forms."""
    measure(ROOT / "src")
    with tempfile.TemporaryDirectory() as folder:
        build = ["build", "--force", "--build-base", f"{folder}/objects", "--build-lib", f"{folder}/package"]
        command = [sys.executable, "setup.py", "--quiet", *build]
        environment = os.environ | {"DEHUSK_UNCOMPILED": "1"}
        subprocess.run(command, check=True, env=environment, cwd=ROOT, capture_output=True)  # noqa: S603 - our own
        measure(Path(folder) / "package")


if __name__ == "__main__":
    main()
