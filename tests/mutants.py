"""Mutation check: is every deliberate error of mutants.toml noticed by a test?

    make mutants                           all of them
    python tests/mutants.py hidden.py      those whose file, change or reason contains a word

Each mutant is one replaced text in a copy of the source; its tests are run on that copy. A mutant is killed if a test
fails. One that survives must say why that is right (``survives``); at least 90 % must be killed. A text that is not
found exactly once in its file is an error: adapt the list when the code changes.
"""

# ruff: noqa: T201 - a command
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".toml")
LEAST_KILLED = 0.9
SECONDS = 900


class Mutant(NamedTuple):
    """One deliberate error."""

    file: str
    """Below src/dehusk."""
    tests: tuple[str, ...]
    old: str
    new: str
    reason: str
    """What is wrong with it."""
    survives: str = ""
    """Why no test has to notice it."""

    def changed(self, source: Path) -> tuple[Path, str]:
        """The file in a copy of the source, and its text with the error in it."""
        path = source / "src" / "dehusk" / self.file
        text = path.read_text(encoding="utf-8")
        if (found := text.count(self.old)) != 1:
            sys.exit(f"{LIST.name}: {self.file}: found {found} times, not once: {self.old!r}. Adapt this mutant.")
        return path, text.replace(self.old, self.new)


def mutants(words: list[str]) -> list[Mutant]:
    """The mutants of the list that contain one of the words; all of them without words."""
    groups = tomllib.loads(LIST.read_text(encoding="utf-8"))["group"]
    every = [Mutant(group["file"], tuple(group["tests"]), **each) for group in groups for each in group["mutant"]]
    return [each for each in every if not words or any(word in "\n".join(map(str, each)) for word in words)]


def passes(tests: tuple[str, ...], mutant: Mutant | None = None) -> bool:
    """Whether tests pass on a copy of the source, with a mutant in it if one is given."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        for name in ("pyproject.toml", "conftest.py"):
            shutil.copy(ROOT / name, copy)
        if mutant:
            path, text = mutant.changed(copy)
            path.write_text(text, encoding="utf-8")
            # Compiled modules use one another, so that one that is not compiled needs all to be so.
            for compiled in path.parent.glob("*.so"):
                compiled.unlink()
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS)  # noqa: S603
        except subprocess.TimeoutExpired:
            return False
    if done.returncode not in (0, 1, 2):
        sys.exit(f"pytest failed to run {' '.join(tests)}:\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def main(words: list[str]) -> int:
    """Run the mutants; 1 if too many survive, or one of which that was not expected."""
    chosen = mutants(words)
    for mutant in chosen:
        mutant.changed(ROOT)
    tests = tuple(dict.fromkeys(test for mutant in chosen for test in mutant.tests))
    if not passes(tests):
        sys.exit("the tests fail without any mutant; run 'make test' first")
    killed, unexpected = 0, 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, survived in zip(chosen, pool.map(lambda each: passes(each.tests, each), chosen), strict=True):
            killed += not survived
            unexpected += survived and not mutant.survives
            verdict = "killed  " if not survived else "survived" if mutant.survives else "SURVIVED"
            print(f"{verdict}  {mutant.file}: {mutant.reason}", flush=True)
            if survived and mutant.survives:
                print(f"          expected: {mutant.survives}")
            if mutant.survives and not survived:
                print("          was expected to survive: remove 'survives' from the list")
    share = killed / max(len(chosen), 1)
    print(f"{killed} of {len(chosen)} mutants killed ({share:.0%}), {unexpected} survived unexpectedly")
    return int(unexpected > 0 or killed < LEAST_KILLED * len(chosen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
