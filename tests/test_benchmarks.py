"""The programs of benchmarks/ find what they import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "benchmarks"


def test_every_program_can_be_imported() -> None:
    names = sorted(path.stem for path in FOLDER.glob("*.py"))
    assert names
    command = [sys.executable, "-c", f"import {', '.join(names)}"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
