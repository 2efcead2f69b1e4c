"""Runs a script of the tests in a network namespace, where public addresses can be this machine's own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def run_in_own_network(name: str) -> None:
    """Run a script, which must end with the line ``all correct``; skip the test where there are no namespaces."""
    unshare = shutil.which("unshare")
    prefix = [unshare or "unshare", "--map-root-user", "--net"]
    if unshare is None or not shutil.which("ip") or not _works([*prefix, "ip", "address", "show"]):
        pytest.skip("needs Linux, unshare, ip, and the right to make a network namespace")
    command = [*prefix, sys.executable, str(Path(__file__).parent / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603 - our own
    assert done.stdout.split("\n")[-2:] == ["all correct", ""], done.stdout + done.stderr


def _works(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603 - our own
