"""Writers of other packages, found by entry points; and the checks of options."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from dehusk import ArgumentError, extract
from dehusk.output import writer_names

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Install = Callable[..., Callable[[str], str]]

OURS = ["html", "isolate", "json", "markdown", "posts", "reader", "text", "xml"]
MODULE = '''
def write_words(extraction, *, separator=" ", upper=False):
    """The words of the content."""
    text = separator.join(extraction.text.split())
    return text.upper() if upper else text

def write_anything(extraction, **options):
    return repr(options)
'''
PROGRAM = """
import warnings
import dehusk
from dehusk.output import writer_names
warnings.simplefilter("always")
extraction = dehusk.extract("<p>Green<p>tea")
"""


def run(program: str, path: Path | None = None) -> str:
    """Run a program in a process of its own; returns what it printed, warnings and errors included."""
    environment = {**os.environ, "PYTHONPATH": str(path or "")}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment
    )
    return done.stdout + done.stderr


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Installs a package with some writers; returns what runs a program that sees it."""

    def write(**entry_points: str) -> Callable[[str], str]:
        (tmp_path / "words_plugin.py").write_text(MODULE, encoding="utf-8")
        metadata = tmp_path / "words_plugin-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: words-plugin\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in entry_points.items()]
        (metadata / "entry_points.txt").write_text("[dehusk.writers]\n" + "".join(lines))
        return lambda program: run(PROGRAM + program, tmp_path)

    return write


def test_a_writer_of_another_package_is_found(install: Install) -> None:
    run_with = install(words="words_plugin:write_words", anything="words_plugin:write_anything")
    output = run_with(
        "print(*writer_names())\n"
        "print(dehusk.list_writers()['words'])\n"
        "print(extraction.to('words'), extraction.to('words', separator='-', upper=True))\n"
        "print(extraction.to('anything', whatever=1))\n"
        "try: extraction.to('words', wrap=80)\n"
        "except dehusk.ArgumentError as error: print(error)"
    )
    assert output.splitlines() == [
        " ".join(sorted([*OURS, "words", "anything"])),
        "The words of the content.",
        "Green tea GREEN-TEA",
        "{'whatever': 1}",
        "format 'words' has no option 'wrap'; its options: separator, upper",
    ]


def test_the_command_line_writes_the_format_of_another_package(install: Install, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Green<p>tea")
    run_with = install(words="words_plugin:write_words")
    arguments = ["--quiet", "--format", "words", str(tmp_path / "page.html")]
    assert run_with(f"from dehusk.cli import main; main({arguments!r})") == "Green tea\n"


def test_a_broken_writer_does_not_affect_the_others(install: Install) -> None:
    run_with = install(
        words="words_plugin:write_words", broken="no_such_module:write", wrong="words_plugin:no_such_function"
    )
    output = run_with(
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    print(*dehusk.list_writers())\n"
        "print(*sorted(str(warning.message) for warning in caught), sep='\\n')\n"
        "print(extraction.to('words'), extraction.to('text').split())\n"
        "try: extraction.to('broken')\n"
        "except dehusk.DehuskError as error: print(type(error).__name__)"
    )
    names, broken, wrong, written, error = output.splitlines()
    assert names.split() == sorted([*OURS, "words"])
    assert broken.startswith("the writer 'broken' could not be imported from no_such_module:write: ModuleNotFoundError")
    assert wrong.startswith("the writer 'wrong' could not be imported from words_plugin:no_such_function: Attribute")
    assert (written, error) == ("Green tea ['Green', 'tea']", "PluginError")


def test_our_writers_cannot_be_replaced(install: Install) -> None:
    output = install(html="words_plugin:write_words")("print(extraction.to('html').split(), *writer_names())")
    assert "the writer 'html' of words_plugin:write_words is ignored" in output
    assert f"['<p>Green</p>', '<p>tea</p>'] {' '.join(OURS)}" in output


def test_help_and_text_import_no_other_writer() -> None:
    output = run(
        "import sys; from dehusk.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "import dehusk; assert dehusk.extract('<p>tea').text == 'tea'\n"
        "slow = ['output.html_writer', 'output.markdown_writer', 'output.tei_writer', 'output.json_writer',"
        " 'content.tree_nodes', 'content.metadata.gather']\n"
        "print('loaded:', *[name for name in slow if f'dehusk.{name}' in sys.modules])"
    )
    assert output.endswith("\nloaded:\n")


def test_our_writers_are_listed() -> None:
    assert writer_names() == OURS


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("docx", {}, "unknown format 'docx'; known: html, isolate, json, markdown, posts, reader, text, xml"),
        (
            "text",
            {"links": False},
            "format 'text' has no option 'links'; its options: wrap, captions, notes, paragraphs, list_marks, cells",
        ),
        (
            "html",
            {"wrap": 1, "x": 2},
            "format 'html' has no option 'wrap', 'x'; its options: links, images, tables, document",
        ),
        ("json", {"links": False}, "format 'json' has no option 'links'; its options: fields"),
        ("json", {"fields": "url"}, "fields must be a list of names, such as ['url', 'text'], not 'url'"),
        ("text", {"cells": "x"}, "cells must be one of lines, tabs, pipes, not 'x'"),
        ("isolate", {"wrap": 1}, "format 'isolate' has no option 'wrap'; its options: none"),
        ("markdown", {"links": "no"}, "links must be True or False, not 'no'"),
        ("markdown", {"front_matter": 1}, "front_matter must be True or False, not 1"),
        ("markdown", {"wrap": -1}, "wrap must be an integer of at least 0, not -1"),
        ("text", {"wrap": "80"}, "wrap must be an integer of at least 0, not '80'"),
        ("xml", {"tables": None}, "tables must be True or False, not None"),
    ],
)
def test_wrong_options_raise(name: str, options: dict[str, object], message: str) -> None:
    extraction = extract("<p>Tea")
    with pytest.raises(ArgumentError) as raised:
        extraction.to(name, **options)
    assert str(raised.value) == message
    if name != "docx":
        with pytest.raises(ArgumentError) as raised:
            getattr(extraction, f"to_{name}")(**options)
        assert str(raised.value) == message


@pytest.mark.parametrize("name", OURS)
def test_the_methods_and_properties_give_the_same(name: str) -> None:
    extraction = extract("<title>T</title><h1>Green</h1><p>tea, <a href=/x>hot</a>")
    assert extraction.to(name) == getattr(extraction, f"to_{name}")()
    if name not in {"isolate", "posts", "reader"}:
        assert getattr(extraction, name) == extraction.to(name)
