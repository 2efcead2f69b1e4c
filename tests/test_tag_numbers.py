"""Nothing depends on which number a tag has: the list of tag names can grow and change its order."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from dehusk.page import tags

HERE = Path(__file__).parent
PAGES = sorted(map(str, HERE.glob("pages/*/page.html")))
WRITERS = {"markdown", "html", "xml"}
DEFAULT = {"text", "grain"}


class Outputs(NamedTuple):
    """What ``shuffled_tags.py`` prints."""

    numbers: dict[str, int]
    results: dict[str, dict[str, object]]


def run(seed: str) -> Outputs:
    command = [sys.executable, str(HERE / "shuffled_tags.py"), seed, *PAGES]
    done = subprocess.run(command, check=True, capture_output=True, timeout=300)  # noqa: S603 - our own
    return Outputs(**json.loads(done.stdout))


@pytest.fixture(scope="module")
def as_they_are() -> Outputs:
    return run("-")


@pytest.fixture(scope="module")
def shuffled() -> Outputs:
    return run("1")


def test_the_numbers_are_shuffled(as_they_are: Outputs, shuffled: Outputs) -> None:
    ours, other = as_they_are.numbers, shuffled.numbers
    assert ours == tags.NUMBERS
    assert ours.keys() == other.keys()
    assert sum(ours[name] != other[name] for name in ours) > len(ours) / 2
    assert [other[name] for name in tags.HEADING_NAMES] != sorted(other[name] for name in tags.HEADING_NAMES)


# To remove once the default and the tree builder take the level of a heading from tags.HEADING_LEVEL.
@pytest.mark.parametrize("what", ["methods", "default", "writers"])
def test_output_does_not_depend_on_tag_numbers(what: str, as_they_are: Outputs, shuffled: Outputs) -> None:
    for page, expected in as_they_are.results.items():
        names = {"default": DEFAULT, "writers": WRITERS}.get(what, expected.keys() - DEFAULT - WRITERS)
        found = shuffled.results[page]
        assert [name for name in sorted(names) if found[name] != expected[name]] == [], page


def test_heading_levels() -> None:
    levels = {name: int(tags.HEADING_LEVEL[number]) for name, number in tags.NUMBERS.items()}
    assert {name: level for name, level in levels.items() if level} == {
        "h1": 1,
        "h2": 2,
        "h3": 3,
        "h4": 4,
        "h5": 5,
        "h6": 6,
    }
