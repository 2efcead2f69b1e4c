"""Files and streams of the command line: full, closed, broken, or a terminal."""

from __future__ import annotations

import errno
import os
import pty
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dehusk import Limits
from dehusk.cli import main
from dehusk.cli.batch import Batch, Convert
from dehusk.cli.summary import Summary

STORY = "It rained all night and the river rose. " * 9
needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(f"<p>{STORY}</p>")
    return str(path)


def shell(command: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command in which "$@" is dehusk with arguments."""
    program = [sys.executable, "-m", "dehusk", *arguments]
    return subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", command, "sh", *program], capture_output=True, check=False, env=os.environ | environment
    )


@pytest.mark.parametrize("broken", [b"\x89PNG\r\n\x1a\n", None])
def test_a_page_that_fails_leaves_the_output_file_alone(tmp_path: Path, broken: bytes | None) -> None:
    page, output = tmp_path / "page.html", tmp_path / "out.txt"
    if broken is not None:
        page.write_bytes(broken)
    output.write_text("mine")
    assert main([str(page), "-o", str(output)]) == 1
    assert output.read_text() == "mine"


def test_a_full_disk_leaves_the_output_file_alone(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "out.txt"
    output.write_text("mine")
    monkeypatch.setattr(Path, "write_bytes", _full)
    assert main([page, "-o", str(output)]) == 1
    assert output.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.txt", "page.html"]


def _full(path: Path, data: bytes) -> int:
    with path.open("wb") as file:
        file.write(data[:10])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("command", [[], ["explain"], ["compare", "-m", "arias"]])
def test_the_directories_of_an_output_file_are_made(page: str, tmp_path: Path, command: list[str]) -> None:
    output = tmp_path / "new" / "er" / "out.html"
    assert main([*command, page, "-o", str(output)]) == 0
    assert output.stat().st_size


def test_an_output_file_keeps_its_link_and_its_mode(page: str, tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert main([page, "-o", str(link)]) == 0
    assert link.is_symlink()
    assert (target.stat().st_mode & 0o777, target.read_text().strip()) == (0o640, STORY.strip())


@needs_dev_full
def test_an_output_that_is_no_file_is_written_to(page: str) -> None:
    assert main([page, "-o", "/dev/null"]) == 0
    assert not Path("/dev/null").is_file()
    assert main([page, "-o", "/dev/full"]) == 1


@needs_dev_full
@pytest.mark.parametrize(
    "arguments", [["PAGE"], ["methods"], ["compare", "-m", "arias", "PAGE"], ["--help"], ["bench", "run", "--help"]]
)
@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
def test_standard_output_that_cannot_be_written(page: str, arguments: list[str], redirection: str) -> None:
    done = shell(f'"$@" {redirection}', *(page if name == "PAGE" else name for name in arguments))
    assert done.returncode == 1
    assert done.stderr.decode() in {
        "dehusk: standard output: No space left on device\n",
        "dehusk: standard output: it is closed\n",
    }


@pytest.mark.parametrize("arguments", [["-"], ["-i", "-"]])
def test_standard_input_that_is_closed(arguments: list[str]) -> None:
    done = shell('"$@" <&-', *arguments)
    assert done.returncode == 1
    assert done.stderr.decode() == "dehusk: -: standard input is closed (give it a page, or name a file)\n"


def test_standard_error_that_is_closed(page: str, tmp_path: Path) -> None:
    done = shell('"$@" 2>&-', page, str(tmp_path / "missing.html"))
    assert (done.returncode, done.stdout.decode().strip()) == (1, STORY.strip())


def test_standard_output_that_is_closed_does_not_matter_to_a_file(page: str, tmp_path: Path) -> None:
    assert shell('"$@" >&-', page, "-o", str(tmp_path / "out.txt")).returncode == 0


# As numpy does: the exception becomes another.
INTERRUPTED_IMPORT = """
import os, signal, time
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
except KeyboardInterrupt:
    raise ImportError("could not import") from None
"""


@pytest.mark.parametrize(
    "program",
    [["-c", "import sys, dehusk_command; sys.exit(dehusk_command.main())"], ["-m", "dehusk"], ["-mdehusk"]],
)
def test_an_interrupt_while_the_package_is_imported(tmp_path: Path, program: list[str]) -> None:
    (tmp_path / "numpy.py").write_text(INTERRUPTED_IMPORT)
    command = [sys.executable, *program, "page.html"]
    done = subprocess.run(  # noqa: S603
        command, capture_output=True, check=False, env=os.environ | {"PYTHONPATH": str(tmp_path)}
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_an_interrupt_of_another_program_that_imports_the_package_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)")
    (tmp_path / "reader.py").write_text("import dehusk")
    for program in (["-c", "import dehusk"], ["-m", "reader"]):
        done = subprocess.run(  # noqa: S603
            [sys.executable, *program], capture_output=True, check=False, env=os.environ | {"PYTHONPATH": str(tmp_path)}
        )
        assert b"KeyboardInterrupt" in done.stderr


def test_broken_plugins_are_one_warning_each(page: str, tmp_path: Path) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[dehusk.methods]\nbroken=no_such_module:Method\nodd=json:no_such_name\nplain=json:loads\n"
        "[dehusk.writers]\nbroken=no_such_module:write\n"
    )
    done = shell('"$@"', "methods", PYTHONPATH=str(tmp_path))
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 0
    assert b"arias" in done.stdout
    assert [line.split("'")[1] for line in lines] == ["broken", "odd", "plain"]
    assert all(line.startswith("dehusk: warning: the method ") for line in lines)
    assert shell('"$@"', page, PYTHONPATH=str(tmp_path)).stderr == b""
    done = shell('"$@"', "-f", "broken", page, PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(b"dehusk: the writer 'broken' could not be imported from no_such_module:write: ")


def test_a_full_disk_ends_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.html").write_text(f"<p>{STORY}</p>")
    monkeypatch.setattr(Path, "write_bytes", _full)
    assert main([str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        f"dehusk: {tmp_path}/a.html: {tmp_path}/out/a.txt: No space left on device (choose another output)",
        "dehusk: stopped after 1 of 4 pages: 1 page: 1 disk full",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--metadata", "--wrap", "80", "--no-links"], "--metadata has no content to write: it cannot be used with"),
        (["--url", "https://example.org/", "https://example.org/a"], "--url is for pages that have no address"),
    ],
)
def test_options_without_effect(
    arguments: list[str], message: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, page]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", [["missing.html"], ["explain", "missing.html", "-o", "a.svg"]])
def test_a_page_that_is_missing_has_the_same_exit_code_everywhere(command: list[str]) -> None:
    assert main(command) == 1


def on_a_terminal(*arguments: str) -> bytes:
    """What dehusk prints to a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-m", "dehusk", *arguments], stdout=theirs, stderr=theirs) as process:  # noqa: S603
        os.close(theirs)
        printed = b""
        try:
            while data := os.read(ours, 10_000):
                printed += data
        except OSError:  # Linux reports the end of a terminal as an error
            pass
        process.wait()
    os.close(ours)
    return printed


def test_control_characters_do_not_reach_a_terminal(tmp_path: Path) -> None:
    attack = "\x1b]0;title\x07\x9b2J\x1b[31m\x08\x7f"
    page = tmp_path / "page.html"
    page.write_text(f"<meta charset=utf-8><p>{STORY}{attack}</p>", encoding="utf-8")
    for arguments in ([], ["-f", "json"], ["-f", "html"]):
        printed = on_a_terminal(*arguments, str(page)).decode()
        assert "river" in printed
        assert not any(char in printed for char in "\x1b\x07\x9b\x08\x7f")
    assert attack.encode()[:9] in shell('"$@"', str(page)).stdout
    assert b"\x1b" not in on_a_terminal(f"{tmp_path}/\x1b[2Jmissing.html")
    compared = on_a_terminal("compare", "-m", "arias", str(page))
    assert b"\x1b]" not in compared
    assert b"\x07" not in compared


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux only")
@pytest.mark.parametrize(("writer", "files"), [("kill_while_writing", []), ("kill_once_while_writing", ["page.txt"])])
def test_a_worker_that_is_killed_while_it_writes_leaves_no_incomplete_file(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writer: str, files: list[str]
) -> None:
    (tmp_path / "killing_writers.py").write_text(KILLED_WHILE_WRITING)
    monkeypatch.syspath_prepend(tmp_path)
    killing_writers = import_module("killing_writers")
    file = tmp_path / "out" / "page.txt"
    batch = Batch([page], [file], None, quiet=True)
    summary = Summary()
    monkeypatch.chdir(tmp_path)
    batch.run(Convert(getattr(killing_writers, writer), Limits()), summary, jobs=1, memory=10**10)
    assert bool(summary.failed) is not bool(files)
    assert [path.name for path in file.parent.iterdir()] == files


KILLED_WHILE_WRITING = """
import os, signal
from pathlib import Path
from dehusk.cli.batch import Written

def kill_while_writing(source):
    Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    return Written(b"Tea", "ok", "")

def kill_once_while_writing(source):
    if not Path("killed").exists():
        Path("killed").touch()
        return kill_while_writing(source)
    return Written(b"Tea", "ok", "")
"""
