"""Many pages through the command, as a user would run it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from dehusk.cli.batch import Batch, Convert
from dehusk.cli.summary import Summary
from dehusk.limits import Limits

COMMAND = [sys.executable, "-m", "dehusk"]
PNG = b"\x89PNG\r\n\x1a\n"


def run(*arguments: str | Path | bytes, cwd: Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, check=False, cwd=cwd)  # noqa: S603


def page(word: str) -> str:
    return f"<title>{word}</title><p>{word} is steeped for three minutes.</p>"


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(path.stem), encoding="utf-8")


def tree(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write(tmp_path / "folder", "index.html", "a/tea.htm", "a/b/MILK.HTML", "x.xhtml")
    (tmp_path / "folder/notes.txt").write_text("no page")
    return tmp_path / "folder"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_directory_is_mirrored(site: Path, tmp_path: Path, jobs: str) -> None:
    done = run("folder", "-o", "out", "--jobs", jobs, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"dehusk: 4 pages: 4 ok\n")
    assert tree(tmp_path / "out") == ["a/b/MILK.txt", "a/tea.txt", "index.txt", "x.txt"]
    assert (tmp_path / "out/a/tea.txt").read_text() == "tea is steeped for three minutes.\n"
    assert len(tree(site)) == 5


@pytest.mark.parametrize(("form", "end"), [("html", "html"), ("json", "json"), ("isolate", "html"), ("text", "txt")])
def test_files_are_named_for_their_format(site: Path, tmp_path: Path, form: str, end: str) -> None:
    assert run("folder/a", "-f", form, "-o", "out", cwd=site.parent).returncode == 0
    assert tree(tmp_path / "out") == [f"b/MILK.{end}", f"tea.{end}"]


def test_without_a_directory_pages_go_to_standard_output_in_order(site: Path, tmp_path: Path) -> None:
    one, two = (run("folder", "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "3"))
    assert one.stdout == two.stdout
    words = [line.split()[0] for line in one.stdout.decode().split("\n\n")]
    assert words == ["index", "x", "tea", "MILK"]
    assert site.exists()


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("folder/*.html", ["index.txt"]),
        ("folder/**/*.htm*", ["a/tea.txt", "index.txt"]),
        ("folder/?", ["a/b/MILK.txt", "a/tea.txt"]),
        ("folder/*", ["a/b/MILK.txt", "a/tea.txt", "index.txt", "notes.txt", "x.txt"]),
    ],
)
def test_patterns(site: Path, tmp_path: Path, pattern: str, found: list[str]) -> None:
    assert run(pattern, "-o", "out", cwd=site.parent).returncode == 0
    assert tree(tmp_path / "out") == found


def test_a_file_whose_name_looks_like_a_pattern_is_itself(tmp_path: Path) -> None:
    write(tmp_path, "[a].html", "a.html")
    assert run("[a].html", cwd=tmp_path).stdout.startswith(b"[a] is steeped")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes as files")
def test_what_is_no_file_is_not_waited_for(site: Path, tmp_path: Path) -> None:
    os.mkfifo(site / "pipe.html")
    assert run("folder", "folder/*.html", "-o", "out", cwd=tmp_path).returncode == 0
    assert "pipe.txt" not in tree(tmp_path / "out")


def test_several_directories_keep_their_names(tmp_path: Path) -> None:
    write(tmp_path, "one/index.html", "two/index.html", "two/deep/index.html", "three.html")
    assert run("one", "two", "-o", "out", cwd=tmp_path).returncode == 0
    assert tree(tmp_path / "out") == ["one/index.txt", "two/deep/index.txt", "two/index.txt"]
    assert run("one", "three.html", "one/index.html", "-o", "more", cwd=tmp_path).returncode == 0
    assert tree(tmp_path / "more") == ["one/index.txt", "three.txt"]


def test_names_that_would_clash_stay_apart(tmp_path: Path) -> None:
    write(tmp_path / "folder", "a.html", "a.htm", "A.xhtml", "a.htm.html", "b.html")
    assert run("folder", "-o", "out", cwd=tmp_path).returncode == 0
    assert tree(tmp_path / "out") == ["A.xhtml.txt", "a.htm-2.txt", "a.htm.txt", "a.html.txt", "b.txt"]
    texts = {name: (tmp_path / "out" / name).read_text().split()[0] for name in tree(tmp_path / "out")}
    assert texts["a.htm-2.txt"] == "a.htm"


def test_an_input_is_never_overwritten(site: Path, tmp_path: Path) -> None:
    before = {name: (site / name).read_bytes() for name in tree(site)}
    done = run("folder", "-f", "html", "-o", "folder", cwd=tmp_path)
    assert done.returncode == 2
    assert b"is also a page to read (choose another output directory)" in done.stderr
    (tmp_path / "link").symlink_to(site)
    assert run("folder", "-f", "html", "-o", "link", cwd=tmp_path).returncode == 2
    assert {name: (site / name).read_bytes() for name in tree(site)} == before


def test_output_below_the_input_is_no_input(tmp_path: Path) -> None:
    write(tmp_path, "a.html", "b/c.html")
    for _ in range(2):
        done = run(".", "-f", "html", "-o", "out", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"dehusk: 2 pages: 2 ok\n")
        assert run("**/*.html", "-f", "html", "-o", "out", cwd=tmp_path).returncode == 0
    assert tree(tmp_path) == ["a.html", "b/c.html", "out/a.html", "out/b/c.html"]
    assert run("b", "-o", ".", cwd=tmp_path).returncode == 0
    assert run("b/*.html", "-o", "b", cwd=tmp_path).returncode == 0
    assert tree(tmp_path)[2:5] == ["b/c.txt", "c.txt", "out/a.html"]


def test_one_page_can_go_to_a_directory(tmp_path: Path) -> None:
    write(tmp_path, "a.html")
    assert run("a.html", "-o", "new/", cwd=tmp_path).returncode == 0
    assert run("a.html", "-f", "json", "-o", "new", cwd=tmp_path).returncode == 0
    assert run("-", "-o", "new", cwd=tmp_path, data=b"<p>Tea").returncode == 0
    assert tree(tmp_path / "new") == ["a.json", "a.txt", "stdin.txt"]


def test_an_address_that_cannot_be_taken_apart(tmp_path: Path) -> None:
    done = run("http://[", "-o", "new/", cwd=tmp_path)
    assert done.returncode == run("http://[", cwd=tmp_path).returncode
    assert done.stderr == b"dehusk: http://[: not a valid address (an address is like https://example.org/page)\n"


def test_several_pages_do_not_go_to_what_looks_like_a_file(site: Path, tmp_path: Path) -> None:
    done = run("folder", "-o", "all.json", "-f", "json", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        b"dehusk: all.json: looks like a file (several pages go to a directory: -o all; for one file, use > all.json)\n"
    )
    (tmp_path / "file").write_text("mine")
    assert run("folder", "-o", "file", cwd=tmp_path).returncode == 2
    assert (tmp_path / "file").read_text() == "mine"
    assert site.exists()


def test_failures_are_told_and_summed_up(site: Path, tmp_path: Path) -> None:
    for number in range(5):
        (site / f"picture{number}.html").write_bytes(PNG)
    (site / "gone.html").symlink_to("nowhere")
    (site / "void.html").write_text("")
    done = run("folder", "-o", "out", "--jobs", "2", cwd=tmp_path)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 1
    assert lines[0].startswith("dehusk: folder/gone.html: no such file")
    assert lines[1] == "dehusk: folder/picture0.html: unreadable: this is a PNG image, not HTML"
    assert lines[6] == "dehusk: 11 pages: 5 unreadable, 4 ok, 1 not read, 1 empty"
    pictures = "folder/picture0.html, folder/picture1.html, folder/picture2.html"
    assert lines[7] == f"  5 x this is a PNG image, not HTML: {pictures}, ..."
    assert lines[8].startswith("  1 x no such file")
    assert "void.txt" in tree(tmp_path / "out")
    assert not any(name.startswith(("picture", "gone")) for name in tree(tmp_path / "out"))
    quiet = run("folder", "-o", "out", "-q", cwd=tmp_path)
    assert (quiet.returncode, quiet.stderr.decode().splitlines()) == (1, lines[:6])


_SLOW_WRITER = """
import time
from dehusk.cli.batch import Written

def write(source):
    if source.data == b"HANG":
        time.sleep(600)
    return Written(source.data, "ok", "")
"""


def test_a_page_that_takes_too_long_in_a_worker_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slow_writer.py").write_text(_SLOW_WRITER)
    monkeypatch.syspath_prepend(tmp_path)
    names = [str(tmp_path / name) for name in ("a.html", "b.html", "c.html")]
    for name, text in zip(names, ("tea", "HANG", "milk"), strict=True):
        Path(name).write_text(text)
    output: list[bytes] = []
    summary = Summary()
    convert = Convert(__import__("slow_writer").write, Limits(seconds=3))
    Batch(names, None, output.append).run(convert, summary, jobs=2, memory=None)
    assert summary.counts == {"ok": 2, "failed": 1}
    assert b"".join(output).split() == [b"tea", b"milk"]
    assert capsys.readouterr().err == f"dehusk: {names[1]}: failed: took more than 3 seconds\n"


def test_where_there_are_no_pages(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    done = run("bare", "-o", "out", cwd=tmp_path)
    looked = b"looked for *.htm, *.html, *.xhtml, *.mht, *.mhtml in it and below it"
    assert (done.returncode, done.stderr) == (1, b"dehusk: bare: no pages in this directory (" + looked + b")\n")
    assert run("", cwd=tmp_path).stderr.startswith(b"dehusk: '': an empty name (")
    done = run("bare/*.html", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"dehusk: bare/*.html: no file matches (")


def test_what_may_not_be_read(site: Path, tmp_path: Path) -> None:
    (site / "index.html").chmod(0)
    if os.access(site / "index.html", os.R_OK):
        pytest.skip("this user may read all")
    (site / "a").chmod(0)
    done = run("folder", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert b"folder/index.html: Permission denied" in done.stderr
    assert b"folder/a: Permission denied" in done.stderr
    assert tree(tmp_path / "out") == ["x.txt"]
    (site / "a").chmod(0o700)


def test_an_output_that_cannot_be_written_is_a_failure_of_its_page(site: Path, tmp_path: Path) -> None:
    write(tmp_path / "out", "a")
    done = run("folder", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert b"dehusk: folder/a/tea.htm: out/a/tea.txt: " in done.stderr
    assert tree(tmp_path / "out") == ["a", "index.txt", "x.txt"]
    assert site.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_names_that_are_no_text(tmp_path: Path, jobs: str) -> None:
    for name in (b"caf\xe9.html", b"tea.html"):
        Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text(page("Tea"))
    done = run(b"caf\xe9.html", "tea.html", "--metadata", "-j", jobs, cwd=tmp_path)
    assert done.returncode == 0
    assert [json.loads(line)["title"] for line in done.stdout.splitlines()] == ["Tea", "Tea"]
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_bytes(PNG)
    done = run(".", "-o", "out", "-j", jobs, cwd=tmp_path)
    assert done.returncode == 1
    assert b"caf\\udce9.html: unreadable" in done.stderr
    write(tmp_path, "x.html")
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_text(page("Tea"))
    assert run(".", "-o", "out", "-j", jobs, cwd=tmp_path).returncode == 0
    assert os.fsdecode(b"caf\xe9.txt") in tree(tmp_path / "out")


def test_what_has_a_file_can_be_skipped(site: Path, tmp_path: Path) -> None:
    assert run("folder/a", "-o", "out", cwd=tmp_path).returncode == 0
    (tmp_path / "out/tea.txt").write_text("mine")
    (tmp_path / "out/b/MILK.txt").unlink()
    done = run("folder/a", "-o", "out", "--skip-existing", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"dehusk: 2 pages: 1 skipped, 1 ok\n")
    assert (tmp_path / "out/tea.txt").read_text() == "mine"
    assert tree(tmp_path / "out") == ["b/MILK.txt", "tea.txt"]
    assert run("folder/index.html", "--skip-existing", cwd=tmp_path).returncode == 2
    assert site.exists()


def test_metadata_only(site: Path, tmp_path: Path) -> None:
    done = run("folder", "--metadata", "--url", "https://t.example/", cwd=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["page"] for row in rows] == [
        "folder/index.html",
        "folder/x.xhtml",
        "folder/a/tea.htm",
        "folder/a/b/MILK.HTML",
    ]
    assert rows[0]["title"] == "index"
    assert all(row["url"] == "https://t.example/" for row in rows)
    assert run("folder", "--metadata", "-o", "out", cwd=tmp_path).returncode == 0
    assert json.loads((tmp_path / "out/a/tea.json").read_text())["title"] == "tea"
    assert site.exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_input_among_files(tmp_path: Path, jobs: str) -> None:
    write(tmp_path, "a.html", "b.html")
    done = run("a.html", "-", "b.html", "-j", jobs, cwd=tmp_path, data=page("stdin").encode())
    assert [part.split()[0] for part in done.stdout.split(b"\n\n")] == [b"a", b"stdin", b"b"]


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    write(tmp_path / "folder", *(f"{number}.html" for number in range(200)))
    command = [*COMMAND, "folder", "-q", "-f", "json", "-j", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:  # noqa: S603
        assert process.stdout
        assert process.stderr
        assert process.stdout.read(1) == b"{"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_an_interrupt_stops_it_and_says_how_far_it_was(tmp_path: Path) -> None:
    write(tmp_path / "folder", *(f"{number}.html" for number in range(3000)))
    command = [*COMMAND, "folder", "-o", "out", "-j", "2"]
    # A shell that starts the tests in the background makes all that they start deaf to it.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(  # noqa: S603
        command, stderr=subprocess.PIPE, cwd=tmp_path, start_new_session=True, preexec_fn=heard
    ) as process:
        while not (tmp_path / "out/100.txt").exists():
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr
        said = process.stderr.read().decode()
    assert process.returncode == 130
    assert said.startswith("dehusk: stopped after ")
    assert "Traceback" not in said
    written = [path.name for path in (tmp_path / "out").iterdir()]
    assert len(written) < 3000
    assert all(name.endswith(".txt") for name in written)


def test_a_terminal_gets_a_bar(site: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen([*COMMAND, "folder", "-o", "out"], stderr=theirs, cwd=tmp_path) as process:  # noqa: S603
        os.close(theirs)
        said = b""
        try:
            while piece := os.read(ours, 1000):
                said += piece
        except OSError:  # how Linux tells the end
            pass
    os.close(ours)
    assert process.returncode == 0
    assert "extracting ██████████████████████████████ 4 of 4, 100%".encode() in said
    assert said.endswith(b"\r\x1b[2Kdehusk: 4 pages: 4 ok\r\n")
    assert site.exists()
