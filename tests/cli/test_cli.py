from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import dehusk
from dehusk.cli import main

STORY = "It rained all night and the river rose. " * 3
MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "News", "Weather", "Sport", "Contact"))
HTML = f"<title>Rain</title><nav><ul>{MENU}</ul></nav><div><p>{STORY}</p><p>{STORY}</p></div>"

COMMAND = [sys.executable, "-m", "dehusk"]


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(HTML, encoding="utf-8")
    return str(path)


@pytest.fixture
def missing(tmp_path: Path) -> str:
    return str(tmp_path / "missing.html")


def run(*arguments: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a user would."""
    command = [*COMMAND, *arguments]
    return subprocess.run(command, input=data, capture_output=True, check=False, env=os.environ | environment)  # noqa: S603


def test_content_goes_to_standard_output(page: str) -> None:
    done = run(page)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"{STORY.strip()}\n{STORY.strip()}\n"


def test_standard_input_is_a_dash() -> None:
    done = run("-", data=HTML.encode("utf-16"))
    assert done.returncode == 0
    assert done.stdout.decode().startswith("It rained")


def test_output_is_utf_8_whatever_the_terminal_says(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>昨天夜里下了一场大雨", encoding="utf-8")
    done = run(str(path), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout.decode().strip()) == (0, "昨天夜里下了一场大雨")


def test_a_reader_that_leaves_early_is_no_error(page: str) -> None:
    command = f"{' '.join(map(shlex.quote, COMMAND))} {shlex.quote(page)} | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)  # noqa: S602
    assert (done.stdout, done.stderr) == (b"I", b"")


def test_a_missing_file_is_named_and_the_rest_goes_on(
    page: str, missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([missing, page]) == 1
    out, err = capsys.readouterr()
    assert out.strip().startswith("It rained")
    assert err == (
        f"dehusk: {missing}: no such file (check the path; a web address starts with http:// or https://)\n"
        "dehusk: 2 pages: 1 not read, 1 ok\n"
    )


def test_several_files_are_separated_by_an_empty_line(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([page, page]) == 0
    one = f"{STORY.strip()}\n{STORY.strip()}\n"
    assert capsys.readouterr().out == f"{one}\n{one}"


def test_json_is_one_line_per_page(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--format", "json", page, page]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["title"] for line in lines] == ["Rain", "Rain"]
    assert {json.loads(line)["page"] for line in lines} == {page}


def test_html_links_become_absolute(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p><a href=/tea>Tea</a>")
    assert main(["-f", "html", "--url", "https://example.org/x", "-m", "arias", str(path)]) == 0
    assert capsys.readouterr().out == '<p><a href="https://example.org/tea">Tea</a></p>\n'


def test_output_can_go_to_a_file(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.txt"
    assert main(["-o", str(target), page]) == 0
    assert target.read_text(encoding="utf-8").startswith("It rained")
    assert capsys.readouterr() == ("", "")


def test_an_output_file_that_cannot_be_written(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    target = tmp_path / "file" / "out.txt"
    assert main(["-o", str(target), page]) == 1
    assert (
        capsys.readouterr().err == f"dehusk: {page}: {target}: a part of its path is a file (choose another output)\n"
    )


def test_an_unknown_method_lists_the_known(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--method", "cetd", page]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("dehusk: unknown method 'cetd'; known: ")
    assert all(name in err for name in dehusk.list_methods())


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--format", "docx", "x"],
        ["--no-such-option", "x"],
        ["--max-bytes", "many", "x"],
        ["--window", "wide", "x"],
        ["methods", "x"],
        ["snapshot", "--draw", "x", "-o", "x.mhtml"],
        ["--metadata", "--format", "html", "x"],
        ["compare", "--disputed", "-o", "x.html", "x"],
    ],
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: dehusk")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--max-bytes", "0"], "limit 'bytes' must be above zero, not 0"),
        (["--max-seconds", "-1"], "limit 'seconds' must be above zero, not -1.0"),
        (["--max-memory", "0"], "memory must be a number above zero, not 0"),
        (["--jobs", "-1"], "jobs must be at least 1 (or 0: one per core), not -1"),
        (["--wrap", "-1"], "--wrap must be at least 0, not -1"),
        (["-m", "arias:c1=7"], "c1 must be between 0 and 1, not 7"),
        (["-m", ""], "unknown method ''; known: "),
        (["-m", "arias", "--favor", "recall"], "method 'arias' has no parameter favor; its parameters: c1, c2"),
        (["--model", "no-such.npz"], "no-such.npz: cannot be read as a model: "),
        (["--url", "notaurl"], "--url must be an http(s) URL such as https://example.org/page, not 'notaurl'"),
    ],
)
def test_wrong_values(arguments: list[str], message: str, page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, page]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dehusk: {message}")


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "curl -s URL | dehusk -" in out
    assert "Exit code" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("dehusk ")


def test_methods_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["methods"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(dehusk.list_methods())
    assert [line.split()[0] for line in lines if line.endswith(" (default)")] == [dehusk.DEFAULT_METHOD]


def test_what_is_no_html_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert main(["--quiet", str(path)]) == 1
    assert capsys.readouterr().err == f"dehusk: {path}: unreadable: this is a PNG image, not HTML\n"


def test_an_empty_page_is_a_note_not_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"")
    assert main([str(path)]) == 0
    assert capsys.readouterr().err == f"dehusk: {path}: empty: the page has no text\n"
    assert main(["-q", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_cut_page_is_noted(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--max-bytes", "400", "--method", "arias", page]) == 0
    assert capsys.readouterr().err == f"dehusk: {page}: truncated: cut: the page after 400 bytes\n"


def test_hidden_text_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text(f"<p hidden>Secret</p><p>{STORY}</p>")
    assert main(["--hidden", "keep", "-m", "cectd-ds", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Secret")


def test_an_input_is_never_overwritten(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(page).read_bytes()
    assert main(["-o", page, page]) == 2
    assert "is also a page to read" in capsys.readouterr().err
    assert main(["-o", page + ".txt", "--method", "arias", "--favor", "recall", page]) == 2
    assert Path(page).read_bytes() == before
    assert not Path(page + ".txt").exists()
