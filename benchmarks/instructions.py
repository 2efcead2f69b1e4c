"""How many instructions an extraction of our own pages takes, counted by valgrind's callgrind.

    python benchmarks/instructions.py            # count, and compare with benchmarks/instructions.json
    python benchmarks/instructions.py --write    # count, and store the numbers

The count does not depend on other load of the machine, so a change of a few percent is a change of the program. It
does depend on the interpreter, the compiler and the versions of numpy and the parser, which are stored with it. Only
the second extraction of each page is counted.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from dehusk import Extractor
from dehusk._core import COMPILED

STORED = Path(__file__).with_name("instructions.json")
PAGES = Path("tests/pages")
METHODS = ("grain", "arias")
ALLOWED = 0.03
"""A difference that is not reported as a change."""
_TOTAL = re.compile(r"refs:\s+([\d,]+)")


def extract_pages(method: str) -> None:
    """What is counted: bytes to text, for all of our pages, after a first round that is not counted."""
    extractor = Extractor(method=method)
    documents = [file.read_bytes() for file in sorted(PAGES.glob("*/page.html"))]
    for is_counted in (False, True):
        if is_counted:
            _switch("on")
        for document in documents:
            extractor.extract(document).text  # noqa: B018 - a cached property
    # The end of the process is not part of it.
    _switch("off")


def _switch(counting: str) -> None:
    """Turn counting on or off."""
    subprocess.run(["callgrind_control", f"--instr={counting}", str(os.getpid())], capture_output=True, check=True)  # noqa: S603, S607


def count(method: str) -> int:
    """The instructions of the second round."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out"]
        command = [*tool, sys.executable, __file__, "--run", method]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    found = _TOTAL.search(run.stderr)
    if found is None:
        raise SystemExit(f"valgrind said nothing of instructions: {run.stderr[-500:]}")
    return int(found[1].replace(",", ""))


def measured() -> dict[str, object]:
    """Millions of instructions per round by method, and what they depend on."""
    counts = {}
    for method in METHODS:
        counts[method] = round(count(method) / 1e6, 2)
        print(
            f"{method:10} {counts[method]:9.2f} million instructions for {len(list(PAGES.glob('*/page.html')))} pages"
        )
    about = {name: version(name) for name in ("numpy", "Cython")}
    return {"python": sys.version.split()[0], **about, "million instructions": counts}


def main() -> int:
    """Count, and store or compare; return 1 if a method takes more instructions than stored."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"store the numbers in {STORED.name}")
    parser.add_argument("--run", metavar="METHOD", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        extract_pages(options.run)
        return 0
    if not COMPILED or shutil.which("valgrind") is None:
        raise SystemExit("this needs valgrind and the compiled core")
    found = measured()
    if options.write:
        STORED.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        return 0
    if not STORED.exists():
        raise SystemExit(f"there is no {STORED.name} to compare with: --write makes it")
    stored = json.loads(STORED.read_text("utf-8"))
    for name in ("python", "numpy", "Cython"):
        if stored[name] != found[name]:
            print(f"stored with {name} {stored[name]}, now {found[name]}: the numbers may differ for that reason")
    worse = 0
    counts = found["million instructions"]
    for method, before in stored["million instructions"].items():
        change = counts[method] / before - 1  # type: ignore[index]
        worse += change > ALLOWED
        print(f"{method:10} {change:+7.1%}" + ("  more than stored" if change > ALLOWED else ""))
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
