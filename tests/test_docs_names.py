"""The functions that docs/methods.md names exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parent.parent / "docs" / "methods.md").read_text(encoding="utf-8")
_, _, LISTS = TEXT.partition("## The papers, definition by definition")
NAMES = sorted(set(re.findall(r"`(dehusk(?:\.\w+)+)`", LISTS)))
STATES = ("faithful", "interpretation", "deviation", "not in the paper", "not used", "a method of its own", "`")


def resolve(name: str) -> object:
    """The module, or what the rest of the name means in it."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_the_lists_of_definitions_exists(name: str) -> None:
    assert resolve(name) is not None


def test_every_definition_says_whether_it_is_faithful() -> None:
    rows = [line.split("|")[1:-1] for line in LISTS.splitlines() if re.match(r"\| (?!in the paper)", line)]
    assert len(rows) > 60
    assert len(NAMES) > 40
    for row in rows:
        assert len(row) == 3, row
        assert row[-1].strip().startswith(STATES), row
