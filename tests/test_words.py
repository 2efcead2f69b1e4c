"""Plain technical English: phrases that do not belong in names, docstrings, messages and documentation.

The rule and its examples are in CONTRIBUTING.md.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FILES = (
    "src/**/*.py",
    "src/**/*.pyi",
    "src/**/*.[ch]",
    "src/**/*.js",
    "src/**/*.css",
    "benchmarks/*.py",
    "examples/**/*.py",
    "tests/**/*.py",
)
DOCUMENTS = ("docs/**/*.md", "examples/**/*.md", "*.md", "tests/drawn/README.md")

EXAMPLES = ("CONTRIBUTING.md", "tests/test_words.py")
"""Files that quote the phrases."""
NOUN = """
block|core|collection|document|element|extractor|feature|file|format|language|leaf|line|method|node|page|paper|row|shard
|site|source|tag
""".replace("\n", "")


class Rule(NamedTuple):
    """A phrase to avoid, what to write instead, and one example of each."""

    pattern: str
    instead: str
    bad: str
    good: str


RULES = (
    Rule(rf"\b(a|an|one) [a-z]+ (a|an) ({NOUN})\b", "one X per Y", "a line a block", "one line per block"),
    Rule(
        rf"\b(ms|milliseconds|microseconds|seconds|words|MB|KB) an? (minute|{NOUN})\b",
        "X per Y",
        "5 ms a page",
        "5 ms per page",
    ),
    Rule(r"\bfilms?\b|\bsounds\b", "video, audio", "films and sounds", "video and audio"),
    Rule(r"\banew\b", "again", "train it anew", "train it again"),
    Rule(r"\bastray\b", "in the wrong place", "text gone astray", "text in the wrong place"),
    Rule(r"\bparted\b", "separated, divided", "text parted by BR", "text separated by BR"),
    Rule(r"\blikeliest\b", "most likely", "the likeliest labels", "the most likely labels"),
    Rule(r"\b(hold|holds|held|holding) back\b", "drop, keep", "links are held back", "links are dropped"),
    Rule(r"\btwins?\b", "the other version, the same function in ...", "its twin in C", "the same function in C"),
    Rule(r"(?<![,<`]) aside[;.](?!\w)", "except, without", "comments aside.", "without comments."),
    Rule(r"\bin the making\b", "incomplete", "a line in the making", "an incomplete line"),
    Rule(r"\bfor ever\b", "forever, without limit", "it hangs for ever", "it hangs forever"),
    Rule(r"\bnobody (can|could|knows|would)\b", "say what is unknown", "nobody can tell", "it is unknown"),
    Rule(r"\b(a hair|the dust of)\b", "slightly, rounding errors", "a hair more", "slightly more"),
)


def text_files() -> list[Path]:
    found = [path for pattern in (*FILES, *DOCUMENTS) for path in ROOT.glob(pattern)]
    names = {path: path.relative_to(ROOT).as_posix() for path in found}
    return sorted(path for path, name in names.items() if not name.startswith(EXAMPLES))


def found_in(pattern: str, text: str) -> list[tuple[int, str]]:
    """The lines of a text in which a phrase begins; it may continue on the next line, or be part of a name."""
    flat = re.sub(r"\n[ \t#*]*", lambda match: "\n" + " " * (len(match[0]) - 1), text)
    flat = re.sub(r"(?<=\w)_(?=\w)", " ", flat)
    spaced = re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)
    return [(flat.count("\n", 0, match.start()) + 1, " ".join(match[0].split())) for match in spaced.finditer(flat)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.bad)
def test_phrases_to_avoid(rule: Rule) -> None:
    assert found_in(rule.pattern, rule.bad)
    assert not found_in(rule.pattern, rule.good)
    offenders = [
        f"{path.relative_to(ROOT)}:{line}: {phrase!r}; write: {rule.instead}"
        for path in text_files()
        for line, phrase in found_in(rule.pattern, path.read_text("utf-8"))
    ]
    assert not offenders, "\n".join(offenders)


def test_a_phrase_is_found_across_lines_and_in_names() -> None:
    assert found_in(RULES[0].pattern, "# text\n    # as a line\n    # a block.") == [(2, "a line a block")]
    assert found_in(RULES[0].pattern, "\ndef write_a_line_a_block(): ...") == [(2, "a line a block")]


def test_module_names_are_unique() -> None:
    names = Counter(path.stem for path in ROOT.glob("src/**/*.py"))
    assert {name for name, count in names.items() if count > 1} == {"__init__"}


def test_class_names_are_unique() -> None:
    texts = [path.read_text("utf-8") for path in ROOT.glob("src/**/*.py")]
    names = Counter(name for text in texts for name in re.findall(r"^class ([A-Z]\w+)", text, re.MULTILINE))
    assert not {name for name, count in names.items() if count > 1}
