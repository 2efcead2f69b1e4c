from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import dehusk
from dehusk import ArgumentError, Limits, Source, UnknownMethod, extract, extract_many

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
PAGES = sorted((HERE.parent / "pages").glob("*/page.html"))
JOBS = pytest.mark.parametrize("jobs", [1, 2])


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(HERE)


def scripted(seen: Path | None = None) -> dehusk.Method:
    method: dehusk.Method = __import__("scripted_method").ScriptedMethod(seen)
    return method


def paragraphs(numbers: Iterator[int] | range) -> Iterator[str]:
    return (f"<p>Page {number}</p>" for number in numbers)


@JOBS
def test_the_same_as_one_by_one(jobs: int) -> None:
    for path, extraction in zip(PAGES, extract_many(PAGES, jobs=jobs), strict=True):
        alone = extract(path.read_bytes())
        assert (extraction.text, extraction.html, extraction.title) == (alone.text, alone.html, alone.title)
        assert (extraction.status, extraction.reason, extraction.source) == (alone.status, alone.reason, alone.source)
        assert extraction.blocks == alone.blocks


@JOBS
def test_an_endless_iterable_is_taken_a_few_ahead(jobs: int) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for page in paragraphs(count()):
            taken += 1
            yield page

    found = extract_many(endless(), jobs=jobs)
    assert [extraction.text for extraction in islice(found, 60)] == [f"Page {number}" for number in range(60)]
    assert taken <= 60 + 16


@JOBS
def test_pages_come_as_text_bytes_files_and_sources(jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_bytes("<p>Thé".encode("utf-16"))
    latin = Source(
        "x",
        "<a href=/y>Thé</a>".encode("latin-1"),
        "https://t.example/",
        {"content-type": "text/html; charset=latin-1"},
    )
    found = list(extract_many(["<p>Thé", b"<p>Th\xc3\xa9", path, latin], jobs=jobs, method="arias"))
    assert [extraction.text for extraction in found] == ["Thé"] * 4
    assert [extraction.url for extraction in found] == [None, None, None, "https://t.example/"]
    assert 'href="https://t.example/y"' in found[3].html


@JOBS
def test_a_bad_page_does_not_end_it(jobs: int, tmp_path: Path) -> None:
    pages: list[object] = ["<p>One", None, tmp_path, tmp_path / "no.html", b"%PDF-1.7", 7, "<p>RAISE", "<p>Two"]
    found = list(extract_many(pages, jobs=jobs, method=scripted()))  # type: ignore[arg-type]
    assert [extraction.status for extraction in found] == ["ok", *["unreadable"] * 5, "failed", "ok"]
    assert found[1].reason == "extract takes text or bytes, not NoneType"
    assert found[3].reason.startswith(f"{tmp_path / 'no.html'}: no such file")
    assert found[6].reason == "scripted broke on this page: ValueError: as asked"
    assert all(extraction.method == "scripted" for extraction in found)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_process_that_dies_loses_only_its_page() -> None:
    pages: list[str | Source] = ["<p>One", "<p>EXIT", "<p>Two"]
    pages += [Source("x", b"<p>KILL", "https://t.example/"), *paragraphs(range(20))]
    found = list(extract_many(pages, jobs=2, method=scripted()))
    assert [extraction.status for extraction in found] == ["ok", "failed", "ok", "failed", *["ok"] * 20]
    assert found[1].reason == "the worker process died: exit code 3"
    assert (found[3].reason, found[3].url) == ("the worker process died: SIGKILL", "https://t.example/")
    assert [extraction.text for extraction in found[4:]] == [f"Page {number}" for number in range(20)]
    assert os.getpid() not in {extraction.selection.why.get("pid") for extraction in found}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_method_that_sleeps_for_ever_costs_one_page() -> None:
    pages: list[str | Source] = ["<p>One", Source("x", b"<p>HANG", "https://t.example/"), *paragraphs(range(20))]
    found = list(extract_many(pages, jobs=2, method=scripted(), limits=Limits(seconds=3)))
    assert [extraction.status for extraction in found] == ["ok", "failed", *["ok"] * 20]
    assert (found[1].reason, found[1].url) == ("took more than 3 seconds", "https://t.example/")
    assert [extraction.text for extraction in found[2:]] == [f"Page {number}" for number in range(20)]


@JOBS
def test_what_the_iterable_raises_comes_after_the_pages_before(jobs: int) -> None:
    def breaks() -> Iterator[str]:
        yield from paragraphs(range(3))
        raise OSError("the disk is gone")

    found = extract_many(breaks(), jobs=jobs)
    assert [next(found).text for _ in range(3)] == ["Page 0", "Page 1", "Page 2"]
    with pytest.raises(OSError, match="the disk is gone"):
        next(found)


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_leaving_early_ends_the_processes(tmp_path: Path) -> None:
    seen = tmp_path / "pid"
    found = extract_many(["<p>One", "<p>HANG", "<p>Two"], jobs=2, method=scripted(seen))
    assert next(found).text == "One"
    pid = _pid(seen)
    found.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_parent_leaves_no_process_behind(tmp_path: Path) -> None:
    script, seen = tmp_path / "script.py", tmp_path / "pid"
    script.write_text(
        "import dehusk, scripted_method, pathlib, sys\n"
        "method = scripted_method.ScriptedMethod(pathlib.Path(sys.argv[1]))\n"
        "list(dehusk.extract_many(['<p>HANG'], jobs=2, method=method))\n"
    )
    parent = subprocess.Popen([sys.executable, script, seen], env=os.environ | {"PYTHONPATH": str(HERE)})  # noqa: S603
    pid = _pid(seen)
    parent.kill()
    parent.wait()
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        time.sleep(0.01)


def _pid(seen: Path) -> int:
    while not (seen.exists() and seen.read_text()):
        time.sleep(0.01)
    return int(seen.read_text())


def test_no_pages() -> None:
    assert list(extract_many([], jobs=2)) == []


def test_wrong_arguments_raise_before_the_first_page() -> None:
    with pytest.raises(UnknownMethod):
        extract_many(["<p>One"], method="foo")
    with pytest.raises(ArgumentError, match="favor"):
        extract_many(["<p>One"], favor="speed")
    with pytest.raises(ArgumentError, match="jobs must be at least 1"):
        extract_many(["<p>One"], jobs=-1)
    with pytest.raises(ArgumentError, match="jobs must be at least 1"):
        extract_many(["<p>One"], jobs="2")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="takes an iterable of pages, not str"):
        extract_many("<p>One")
    with pytest.raises(ArgumentError, match="takes an iterable of pages, not NoneType"):
        extract_many(None)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="limit 'bytes'"):
        extract_many(["<p>One"], limits=Limits(bytes=0))


def test_a_script_needs_no_guard_and_says_what_a_process_cannot_load(tmp_path: Path) -> None:
    """A method of the script itself is in no module that another process can import."""
    script = tmp_path / "script.py"
    script.write_text(
        "import dehusk\n"
        "from dehusk.methods.arias import Arias\n"
        "class Mine(Arias): name = 'mine'\n"
        "print([found.text for found in dehusk.extract_many(['<p>Tea', '<p>Milk'], jobs=2)])\n"
        "try: list(dehusk.extract_many(['<p>Tea'], jobs=2, method=Mine()))\n"
        "except dehusk.ArgumentError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)  # noqa: S603
    first, second = done.stdout.splitlines()
    assert first == "['Tea', 'Milk']"
    assert second.startswith(
        "a worker process cannot load what it is to run: AttributeError: Can't get attribute 'Mine'"
    )
    assert done.stderr == ""


def test_what_does_not_pickle_is_said() -> None:
    method = scripted()
    method.grip = lambda: None  # type: ignore[attr-defined]
    with pytest.raises(ArgumentError, match="cannot be sent to worker processes"):
        list(extract_many(["<p>Tea"], jobs=2, method=method))


@pytest.mark.parametrize("method", list(dehusk.methods()))
def test_an_extraction_pickles(method: str) -> None:
    extraction = extract(PAGES[0].read_bytes(), method=method)
    again = pickle.loads(pickle.dumps(extraction))  # noqa: S301
    assert (again.text, again.html, again.blocks) == (extraction.text, extraction.html, extraction.blocks)
    assert list(again.selection.why) == list(extraction.selection.why)
    np.testing.assert_array_equal(again.selection.score, extraction.selection.score)
    with pytest.raises(TypeError):
        again.selection.why["new"] = 1
