"""Kill workers and whole runs at random moments: after restarts the output is that of a quiet run. Linux only.

    python benchmarks/run_kills.py --moments 50

Half of the moments kill a worker process, the others the run itself, which is then started again. At the end the run
is let through, and all files of ``data/`` and ``ledger/`` are compared byte by byte.
"""

# ruff: noqa: T201, S311, S603 - a command; chance must be reproducible; our own program

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from crawl_file import CORPUS, write_crawl, written_files


def start(inputs: list[Path], out: Path) -> subprocess.Popen[bytes]:
    """A run with two workers."""
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "dehusk",
        "run",
        *map(str, inputs),
        "-o",
        str(out),
        "-j",
        "2",
        "-q",
    ]
    return subprocess.Popen(command)


def workers(process: int) -> list[int]:
    """The worker processes of a run."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def disturb(inputs: list[Path], out: Path, moments: int, chance: random.Random, seconds: float) -> tuple[int, int]:
    """Run until the moments are used up; killed workers and killed runs. ``seconds``: the longest time between two."""
    killed_workers = killed_runs = 0
    process = start(inputs, out)
    while killed_workers + killed_runs < moments:
        time.sleep(chance.uniform(0.05, seconds))
        if process.poll() is not None:
            # It was done before the moments were: everything again.
            for entry in (out / "manifest").iterdir():
                entry.unlink()
            process = start(inputs, out)
        elif chance.random() < 0.5 and (found := workers(process.pid)):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(found), signal.SIGKILL)
                killed_workers += 1
        else:
            process.kill()
            process.wait()
            killed_runs += 1
            process = start(inputs, out)
    code = process.wait()
    if code:
        raise SystemExit(f"the last run ended with {code}")
    return killed_workers, killed_runs


def main() -> int:
    """Print what was killed and whether the files are equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--records", type=int, default=150, help="of each of four shards")
    parser.add_argument("--seconds", type=float, default=6.0, help="the longest time between two kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = [
            write_crawl(folder / f"{seed}.warc.gz", options.records, options.corpus, seed=seed) for seed in range(4)
        ]
        if code := start(inputs, folder / "quiet").wait():
            return code
        chance = random.Random(options.seed)
        killed = disturb(inputs, folder / "killed", options.moments, chance, options.seconds)
        quiet, disturbed = written_files(folder / "quiet"), written_files(folder / "killed")
        parts = list((folder / "killed").rglob("*.part"))
        verified = subprocess.run(
            [sys.executable, "-m", "dehusk", "run", "--verify", str(folder / "killed")], check=False
        )
        print(f"{killed[0]} workers and {killed[1]} runs killed; {len(quiet)} files, equal: {quiet == disturbed}; "
              f"temporary files left: {len(parts)}")  # fmt: skip
        return 0 if quiet == disturbed and not parts and not verified.returncode else 1


if __name__ == "__main__":
    raise SystemExit(main())
