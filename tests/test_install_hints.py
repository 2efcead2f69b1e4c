"""The name is not on PyPI yet: every message and document says how to install from a checkout."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = (
    "*.md",
    "docs/**/*.md",
    "changes/*.md",
    ".github/**/*.y*ml",
    "src/**/*.py",
    "tests/**/*.py",
    "benchmarks/*.py",
    "examples/**/*.*",
)
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def texts() -> dict[str, str]:
    found = {path for pattern in FILES for path in ROOT.glob(pattern) if path.suffix in (".md", ".py", ".yml", ".yaml")}
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in found - {Path(__file__)}}


def test_nothing_is_installed_from_an_index() -> None:
    wrong = re.compile(r"pip install (-[\w=-]+ )*['\"]?dehusk\b")
    assert {name: match[0] for name, text in texts().items() if (match := wrong.search(text))} == {}


def test_every_extra_that_is_named_exists() -> None:
    named = {
        extra
        for name, text in texts().items()
        if not name.startswith("tests/")
        for found in re.findall(r"pip install '\.\[([\w,-]+)\]", text)
        for extra in found.split(",")
    }
    assert len(named) >= 5
    assert named <= EXTRAS.keys()
