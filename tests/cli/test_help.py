"""Every option of every command is explained: in its help, and in docs/cli.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dehusk.cli import COMMANDS, main

MANUAL = Path(__file__).parents[2] / "docs/cli.md"
BENCH = ("run", "show", "report", "speed", "sites", "structure", "retrieval", "papers")
# An option as argparse lists it, and its explanation, beside it or below.
ENTRY = re.compile(r"^  (-\S[^\n]*?)(?:  +|\n {10,})(\S.*?)(?=\n  \S|\n\n|\Z)", re.MULTILINE | re.DOTALL)
ALL = [(), *((name,) for name in COMMANDS), *(("bench", name) for name in BENCH)]


def shown_help(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("COLUMNS", "120")
    with pytest.raises(SystemExit) as caught:
        main([*command, "--help"])
    assert caught.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_every_option_is_explained(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown_help(command, monkeypatch, capsys)
    entries = dict(ENTRY.findall(text))
    listed = [line for line in text.splitlines() if line.startswith("  -")]
    assert len(entries) == len(listed) >= 1
    for option, explanation in entries.items():
        words = re.sub(r"\(?default: [^)]*\)?", "", explanation).split()
        assert len(words) >= 2, f"{option}: {explanation}"


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_every_option_is_in_the_manual(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sections = dict(
        re.findall(r"^##+ `([^`]+)`\n(.*?)(?=^##+ `|\Z)", MANUAL.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
    section = sections[" ".join(("dehusk", *command))]
    text = shown_help(command, monkeypatch, capsys)
    options = {name for entry, _ in ENTRY.findall(text) for name in re.findall(r"--[\w-]+", entry)} - {"--help"}
    assert {option for option in options if option not in section} == set()


def test_the_first_help_names_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown_help((), monkeypatch, capsys)
    assert all(name in text for name in COMMANDS)
