"""A pool whose workers are killed at random: every page must have exactly one outcome, in order. Linux only.

    python benchmarks/pool_kills.py --runs 20

From the first outcome on, a thread sends SIGKILL to a worker process chosen by chance, again and again. A page that
was being extracted then is tried once more; if that worker is killed too, it is ``failed``, with the signal in its
reason. Each other page must have its own text. Every second run has ``ordered=False``, where only the order may differ.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

import dehusk

MOST_KILLS = 12
"""In one run; starting a worker again takes longer than extracting many pages."""
SENTENCE = "It rained all night, and in the morning the river stood a hand below the bridge. "


def workers() -> list[int]:
    """The worker processes of this process."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            found += [int(child) for child in (task / "children").read_text().split()]
    return [pid for pid in found if b"dehusk.pool" in command_line(pid)]


def command_line(pid: int) -> bytes:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def kill_at_random(chance: random.Random, started: threading.Event, done: threading.Event, kills: list[int]) -> None:
    """From the first outcome on, kill a worker, wait a moment, and so on."""
    started.wait()
    while len(kills) < MOST_KILLS and not done.wait(chance.uniform(0.05, 0.8)):
        if found := workers():
            pid = chance.choice(found)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                kills.append(pid)


def run(seed: int, pages: int, jobs: int) -> tuple[int, int, list[str]]:
    """Kills, pages that failed, and what was wrong."""
    chance = random.Random(seed)  # noqa: S311 - must be reproducible, not secret
    numbers = range(pages)
    documents = (f"<h1>Page {number}</h1><p>Number {number}. {SENTENCE * chance.randrange(3000)}" for number in numbers)
    started, done, kills = threading.Event(), threading.Event(), list[int]()
    killer = threading.Thread(target=kill_at_random, args=(random.Random(seed), started, done, kills))  # noqa: S311
    killer.start()
    ordered = seed % 2 == 0
    outcomes = []
    try:
        for outcome in dehusk.extract_many(documents, jobs=jobs, ordered=ordered):
            outcomes.append(outcome)
            started.set()
    finally:
        started.set()
        done.set()
        killer.join()
    wrong = []
    keys = [outcome.key for outcome in outcomes]
    if (keys if ordered else sorted(keys, key=str)) != (list(numbers) if ordered else sorted(numbers, key=str)):
        wrong.append(
            f"run {seed}: {len(set(numbers) - set(keys))} lost, {len(keys) - len(set(keys))} doubled, or order"
        )
    failed = [outcome for outcome in outcomes if outcome.status == "failed"]
    wrong += [f"run {seed}: {each.key}: {each.reason}" for each in failed if "SIGKILL" not in each.reason]
    others = [outcome for outcome in outcomes if outcome.status != "failed"]
    wrong += [f"run {seed}: text of {each.key}" for each in others if f"Number {each.key}." not in each.text]
    if 2 * len(failed) > len(kills):
        wrong.append(f"run {seed}: {len(failed)} failed, {len(kills)} kills")
    return len(kills), len(failed), wrong


def main() -> int:
    """Print a line for each run, and what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--pages", type=int, default=200, help="in each run")
    parser.add_argument("--jobs", type=int, default=3)
    options = parser.parse_args()
    problems: list[str] = []
    total_kills = total_failed = 0
    for seed in range(options.runs):
        kills, failed, wrong = run(seed, options.pages, options.jobs)
        total_kills, total_failed, problems = total_kills + kills, total_failed + failed, problems + wrong
        sys.stdout.write(f"run {seed}: {options.pages} pages, {kills} kills, {failed} failed, {len(wrong)} wrong\n")
        sys.stdout.flush()
    sys.stdout.write(f"{options.runs} runs: {total_kills} kills, {total_failed} pages failed, {len(problems)} wrong\n")
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
