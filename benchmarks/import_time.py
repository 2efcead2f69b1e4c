"""What ``import dehusk`` costs: ``python benchmarks/import_time.py [ROUNDS]``.

Each line is a fresh interpreter that runs some code. Rounds are interleaved, so that a slow moment of the machine hits
all lines alike. Printed is processor time, the smallest and the median, and its ratio to importing numpy
alone: the median of the ratios within rounds. Bytecode is compiled before the first round, and for all alike.
"""

# ruff: noqa: T201, S603 - a command of its own

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from statistics import median

CODE = {
    "python": "pass",
    "numpy": "import numpy",
    "dehusk": "import dehusk",
    "dehusk, first text": "import dehusk; dehusk.extract('<p>Tea').text",
    "dehusk, first Markdown": "import dehusk; dehusk.extract('<p>Tea').markdown",
    "trafilatura": "import trafilatura",
}


def milliseconds(code: str, environment: dict[str, str]) -> float:
    """Processor time of a fresh interpreter."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main(rounds: int) -> None:
    """Print a table."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for code in CODE.values():
            milliseconds(code, environment)
        runs = [{name: milliseconds(code, environment) for name, code in CODE.items()} for _ in range(rounds)]
    print(f"{'CPU ms':24}smallest  median  ratio")
    for name in CODE:
        times = [run[name] for run in runs]
        ratio = median(run[name] / run["numpy"] for run in runs)
        print(f"{name:24}{min(times):8.0f}{median(times):8.0f}{ratio:7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 21)
