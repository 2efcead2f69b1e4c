"""The Ray engine, with two nodes on 127.0.0.1 of which one is removed; in a process of its own, with a deadline."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install '.[ray]'")
@pytest.mark.skipif(sys.platform != "linux", reason="Ray clusters are supported on Linux only")
def test_a_node_that_is_lost_changes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", str(ROOT / "benchmarks" / "run_ray.py")]
    sizes = ["--shards", "4", "--records", "60", "--corpus", str(tmp_path / "none")]
    done = subprocess.run([*command, *sizes], capture_output=True, text=True, timeout=600, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 of 4 shards done" in done.stdout
    assert "node removed: True; the same bytes: True" in done.stdout
