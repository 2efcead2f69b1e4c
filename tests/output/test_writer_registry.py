"""Writers of other packages, found by entry points; and the checks of options."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import dehusk
from dehusk import ArgumentError, PluginError, extract
from dehusk.cli import main
from dehusk.output import writer_names, writers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

OURS = ["html", "isolate", "json", "markdown", "text", "xml"]
MODULE = '''
def write_words(extraction, *, separator=" ", upper=False):
    """The words of the content."""
    text = separator.join(extraction.text.split())
    return text.upper() if upper else text

def write_anything(extraction, **options):
    return repr(options)
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Installs a package with some writers."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(**entry_points: str) -> None:
        (tmp_path / "words_plugin.py").write_text(MODULE, encoding="utf-8")
        metadata = tmp_path / "words_plugin-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: words-plugin\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in entry_points.items()]
        (metadata / "entry_points.txt").write_text("[dehusk.writers]\n" + "".join(lines))
        vars(writers._WRITERS).pop("_others", None)

    yield write
    vars(writers._WRITERS).pop("_others", None)
    sys.modules.pop("words_plugin", None)


def test_a_writer_of_another_package_is_found(install: Callable[..., None]) -> None:
    install(words="words_plugin:write_words", anything="words_plugin:write_anything")
    extraction = extract("<p>Green<p>tea")
    assert writer_names() == sorted([*OURS, "words", "anything"])
    assert dehusk.list_writers()["words"] == "The words of the content."
    assert extraction.to("words") == "Green tea"
    assert extraction.to("words", separator="-", upper=True) == "GREEN-TEA"
    assert extraction.to("anything", whatever=1) == "{'whatever': 1}"
    with pytest.raises(ArgumentError, match="format 'words' has no option 'wrap'; its options: separator, upper"):
        extraction.to("words", wrap=80)


def test_the_command_line_writes_the_format_of_another_package(
    install: Callable[..., None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(words="words_plugin:write_words")
    (tmp_path / "page.html").write_text("<p>Green<p>tea")
    assert main(["--format", "words", str(tmp_path / "page.html")]) == 0
    assert capsys.readouterr().out == "Green tea\n"


def test_a_broken_writer_does_not_affect_the_others(install: Callable[..., None]) -> None:
    install(words="words_plugin:write_words", broken="no_such_module:write", wrong="words_plugin:no_such_function")
    with pytest.warns(UserWarning, match="could not be imported") as warned:
        found = dehusk.list_writers()
    assert sorted(found) == sorted([*OURS, "words"])
    assert sorted(str(warning.message).split("'")[1] for warning in warned) == ["broken", "wrong"]
    extraction = extract("<p>tea")
    assert extraction.to("words") == "tea"
    assert extraction.to("markdown") == "tea\n"
    with pytest.raises(
        PluginError, match="the writer 'broken' could not be imported from no_such_module:write: Module"
    ):
        extraction.to("broken")


def test_our_writers_cannot_be_replaced(install: Callable[..., None]) -> None:
    install(html="words_plugin:write_words")
    with pytest.warns(UserWarning, match="the writer 'html' of words_plugin:write_words is ignored"):
        assert writer_names() == OURS
    assert extract("<p>tea").to("html") == "<p>tea</p>\n"


def test_help_and_text_import_no_other_writer() -> None:
    program = (
        "import sys; from dehusk.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "import dehusk; assert dehusk.extract('<p>tea').text == 'tea'\n"
        "heavy = ['output.html_writer', 'output.markdown_writer', 'output.tei_writer', 'output.json_writer',"
        " 'content.tree_nodes', 'content.metadata.gather']\n"
        "sys.exit(str([name for name in heavy if f'dehusk.{name}' in sys.modules] or ''))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stderr.strip() == ""


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("docx", {}, "unknown format 'docx'; known: html, isolate, json, markdown, text, xml"),
        ("text", {"links": False}, "format 'text' has no option 'links'; its options: wrap"),
        ("html", {"wrap": 1, "x": 2}, "format 'html' has no option 'wrap', 'x'; its options: links, images, tables"),
        ("json", {"links": False}, "format 'json' has no option 'links'; its options: none"),
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
    if name != "isolate":
        assert getattr(extraction, name) == extraction.to(name)
