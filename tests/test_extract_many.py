"""extract_many: one outcome per input, the same whatever the number of processes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from dataclasses import fields
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dehusk
from dehusk import ArgumentError, Limits, NotRequested, Outcome, Source, UnknownMethod, extract, extract_many, parse
from scripted_method import ScriptedMethod

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.extractor import ManyInput

HERE = Path(__file__).parent
PAGES = sorted((HERE / "pages").glob("*/page.html"))
JOBS = pytest.mark.parametrize("jobs", [1, 2])


def paragraphs(numbers: Iterator[int] | range) -> Iterator[str]:
    return (f"<p>Page {number}</p>" for number in numbers)


@JOBS
def test_the_same_as_one_by_one(jobs: int) -> None:
    names = ("markdown", "html")
    for path, outcome in zip(PAGES, extract_many(PAGES, jobs=jobs, formats=names, full=True), strict=True):
        alone = extract(path.read_bytes())
        for name in ("text", "title", "metadata", "status", "reason", "method", "confidence", "page_type", "url"):
            assert getattr(outcome, name) == getattr(alone, name), name
        assert outcome.timings.keys() == alone.timings.keys()
        assert outcome.formats == {"markdown": alone.markdown, "html": alone.html}
        assert outcome.extraction.source == alone.source
        assert outcome.extraction.blocks == alone.blocks


def test_an_outcome_does_not_depend_on_the_number_of_processes() -> None:
    pages: list[str | Path | bytes] = ["<p>Tea", Path("no-such-page.html"), b"%PDF-1.7", "<p>RAISE"]
    one, two = (list(extract_many(pages, jobs=jobs, method=ScriptedMethod(), formats=("html",))) for jobs in (1, 2))
    for first, second in zip(one, two, strict=True):
        for field in fields(Outcome):
            if field.name != "timings":
                assert getattr(first, field.name) == getattr(second, field.name), field.name


@JOBS
def test_an_endless_iterable_is_taken_a_few_ahead(jobs: int) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for page in paragraphs(count()):
            taken += 1
            yield page

    found = extract_many(endless(), jobs=jobs)
    assert [outcome.text for outcome in islice(found, 60)] == [f"Page {number}" for number in range(60)]
    assert taken <= 60 + 16


@JOBS
def test_every_kind_of_page(jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_bytes("<p>Thé".encode("utf-16"))
    latin = "<p>Th<a href=/y>é</a>".encode("latin-1")
    source = Source.of(latin, url="https://s.example/", headers={"content-type": "text/html; charset=latin1"})
    page = parse("<p>Thé", url="https://p.example/")
    pages: list[ManyInput] = ["<p>Thé", b"<p>Th\xc3\xa9", path, source, page]
    pairs: list[ManyInput] = [
        ("<p>Thé", "https://t.example/"),
        (path, "https://f.example/"),
        (source, "https://x.example/"),
    ]
    found = list(extract_many([*pages, *pairs, (page, None)], jobs=jobs, formats=("html",)))
    assert [outcome.text for outcome in found] == ["Thé"] * 9
    hosts = [None, None, None, "s", "p", "t", "f", "x", "p"]
    assert [outcome.url for outcome in found] == [host and f"https://{host}.example/" for host in hosts]
    assert 'href="https://s.example/y"' in found[3].formats["html"]
    assert 'href="https://x.example/y"' in found[7].formats["html"]


@JOBS
def test_a_key_comes_back_with_the_outcome(jobs: int, tmp_path: Path) -> None:
    assert [outcome.key for outcome in extract_many(["<p>Tea", "<p>Milk"], jobs=jobs)] == [0, 1]
    files = [tmp_path / "tea.html", tmp_path / "missing.html"]
    files[0].write_text("<p>Tea")
    named = extract_many(files, jobs=jobs, key=lambda path: path.name)
    assert [(outcome.key, outcome.status) for outcome in named] == [("tea.html", "ok"), ("missing.html", "unreadable")]
    rows: list[tuple[str, str | None, int, object]] = [
        ("<p>Tea", "https://t.example/", 7, lambda: "not pickled"),
        ("<p>Milk", None, 8, None),
    ]
    found = extract_many(rows, jobs=jobs, key=lambda row: row[2])
    assert [(outcome.key, outcome.text, outcome.url) for outcome in found] == [
        (7, "Tea", "https://t.example/"),
        (8, "Milk", None),
    ]
    # A key stays in this process, so it may be anything.
    keys = iter([lambda: "tea", lambda: "milk"])
    found = extract_many(["<p>Tea", "<p>Milk"], jobs=jobs, key=lambda _: next(keys))
    assert [outcome.key() for outcome in found] == ["tea", "milk"]  # type: ignore[operator]


@JOBS
def test_what_was_not_requested_says_how_to_request_it(jobs: int) -> None:
    (outcome,) = extract_many(["<p>Tea"], jobs=jobs, formats=("markdown",))
    assert outcome.formats["markdown"] == "Tea\n"
    with pytest.raises(NotRequested, match=r"'html' was not requested: extract_many\(..., formats=\('html',\)\)"):
        outcome.formats["html"]
    with pytest.raises(NotRequested, match=r"extraction was not requested: extract_many\(..., full=True\)"):
        outcome.extraction  # noqa: B018
    with pytest.raises(NotRequested, match=r"formats=\('html',\)\) gives outcome.formats\['html'\]"):
        outcome.html  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(NotRequested, match=r"full=True\) gives outcome.extraction.blocks"):
        outcome.blocks  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="an Outcome has no attribute 'txet'"):
        outcome.txet  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(outcome, "html")


def test_an_outcome_is_much_lighter_than_an_extraction() -> None:
    page = PAGES[0].read_bytes() * 3
    (light,) = extract_many([page])
    (full,) = extract_many([page], full=True)
    assert len(pickle.dumps(light)) * 5 < len(pickle.dumps(full))


@JOBS
def test_a_bad_page_does_not_end_it(jobs: int, tmp_path: Path) -> None:
    pages: list[object] = ["<p>One", None, tmp_path, tmp_path / "no.html", b"%PDF-1.7", ("<p>Tea",), "<p>RAISE"]
    found = list(extract_many([*pages, ("<p>A", 5), "<p>Two"], jobs=jobs, method=ScriptedMethod()))  # type: ignore[type-var]
    assert [outcome.status for outcome in found] == ["ok", *["unreadable"] * 5, "failed", "unreadable", "ok"]
    assert found[1].reason == "a page is text, bytes, a Path or a Source, not NoneType"
    assert found[3].reason.startswith(f"{tmp_path / 'no.html'}: no such file")
    assert found[5].reason == "a page is text, bytes, a Path or a Source, not tuple"
    assert found[6].reason == "scripted broke on this page: ValueError: as asked"
    assert found[7].reason == "url must be text such as 'https://example.org/', not 5"
    assert all(outcome.method == "scripted" for outcome in found)


@JOBS
def test_limits_apply_to_a_page_that_is_made_already_and_other_arguments_do_not(jobs: int) -> None:
    found = extract_many([parse("<p>Tea")], jobs=jobs, limits=Limits(seconds=20))
    assert [outcome.text for outcome in found] == ["Tea"]
    (outcome,) = extract_many([parse("<p>Tea")], jobs=jobs, hidden="keep")
    assert (outcome.status, outcome.reason.split(":")[0]) == (
        "unreadable", "hidden cannot apply to a Page, which is made already",
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_process_that_dies_loses_only_its_page() -> None:
    pages: list[str | Source | tuple[str, str]] = ["<p>One", ("<p>EXIT", "https://p.example/"), "<p>Two"]
    pages += [Source.of("<p>KILL", url="https://t.example/"), *paragraphs(range(20))]
    found = list(extract_many(pages, jobs=2, method=ScriptedMethod(), full=True))
    assert [outcome.status for outcome in found] == ["ok", "failed", "ok", "failed", *["ok"] * 20]
    assert [outcome.key for outcome in found] == list(range(24))
    assert (found[1].reason, found[1].url) == (
        "the worker process died: exit code 3; tried 2 times",
        "https://p.example/",
    )
    assert (found[3].reason, found[3].url) == ("the worker process died: SIGKILL; tried 2 times", "https://t.example/")
    assert [outcome.text for outcome in found[4:]] == [f"Page {number}" for number in range(20)]
    assert os.getpid() not in {outcome.extraction.selection.why.get("pid") for outcome in found}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_method_that_sleeps_forever_costs_one_page() -> None:
    pages: list[ManyInput] = ["<p>One", ("<p>HANG", "https://t.example/"), *paragraphs(range(20))]
    found = list(extract_many(pages, jobs=2, method=ScriptedMethod(), limits=Limits(seconds=3), formats=("markdown",)))
    assert [outcome.status for outcome in found] == ["ok", "failed", *["ok"] * 20]
    assert (found[1].reason, found[1].url, found[1].key) == ("took more than 3 seconds", "https://t.example/", 1)
    assert (found[1].text, found[1].title, found[1].formats) == ("", None, {"markdown": ""})
    assert [outcome.text for outcome in found[2:]] == [f"Page {number}" for number in range(20)]


@JOBS
def test_a_method_that_does_not_end_is_stopped_and_all_text_is_kept(jobs: int) -> None:
    pages = ["<p>One", "<p>LOOP<p>Tea", "<p>Two"]
    found = list(extract_many(pages, jobs=jobs, method=ScriptedMethod(), limits=Limits(seconds=6)))
    assert [outcome.status for outcome in found] == ["ok", "truncated", "ok"]
    assert [outcome.text for outcome in found] == ["One", "LOOP\nTea", "Two"]
    assert found[1].reason == "scripted did not end within 4.5 seconds, all text is kept"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux only")
@JOBS
def test_a_page_that_takes_too_much_memory_is_lost_alone(jobs: int) -> None:
    pages = ["<p>One", "<p>GROW", "<p>Two"]
    found = list(extract_many(pages, jobs=jobs, method=ScriptedMethod(), memory=600_000_000))
    assert [outcome.status for outcome in found] == ["ok", "failed", "ok"]
    assert "memory" in found[1].reason


def test_outcomes_may_come_as_soon_as_they_are_there(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    found = extract_many(["<p>WAIT", "<p>One", "<p>Two"], jobs=2, method=ScriptedMethod(gate), ordered=False)
    first = [next(found).key for _ in range(2)]
    gate.write_text("open")
    assert (first, next(found).key) == ([1, 2], 0)


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
    found = extract_many(["<p>One", "<p>HANG", "<p>Two"], jobs=2, method=ScriptedMethod(seen))
    assert next(found).text == "One"
    pid = _pid(seen)
    found.close()
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
    wrong: tuple[Any, ...] = ("<p>One", b"<p>One", Source.of("<p>One"), Path("one.html"), parse("<p>One"), None, 5)
    for pages in wrong:
        with pytest.raises(ArgumentError, match=f"an iterable of pages, such as a list, not .*{type(pages).__name__}"):
            extract_many(pages)
    with pytest.raises(
        ArgumentError, match="unknown format 'docx'; known: html, isolate, json, markdown, posts, reader, text, xml"
    ):
        extract_many(["<p>One"], formats=("html", "docx"))
    for formats in ("html", 5, None):
        with pytest.raises(ArgumentError, match=r"formats must be a tuple of names, such as \('markdown'"):
            extract_many(["<p>One"], formats=formats)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="key must be a function of one input, not 'name'"):
        extract_many(["<p>One"], key="name")  # type: ignore[arg-type]


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
    assert second.startswith("a worker process cannot load what it is to run: AttributeError: ")
    assert "attribute 'Mine'" in second  # "Can't get" it, or there is none: versions of Python differ
    assert done.stderr == ""


def test_what_does_not_pickle_is_said() -> None:
    method = ScriptedMethod()
    method.grip = lambda: None  # type: ignore[attr-defined]
    with pytest.raises(ArgumentError, match="cannot be sent to worker processes"):
        list(extract_many(["<p>Tea"], jobs=2, method=method))


@pytest.mark.parametrize("method", list(dehusk.list_methods()))
def test_an_extraction_pickles(method: str) -> None:
    extraction = extract(PAGES[0].read_bytes(), method=method)
    again = pickle.loads(pickle.dumps(extraction))  # noqa: S301
    assert (again.text, again.html, again.blocks) == (extraction.text, extraction.html, extraction.blocks)
    assert list(again.selection.why) == list(extraction.selection.why)
    np.testing.assert_array_equal(again.selection.score, extraction.selection.score)
    with pytest.raises(TypeError):
        again.selection.why["new"] = 1


@pytest.mark.parametrize("name", ["ordered", "full"])
@pytest.mark.parametrize("value", ["no", 1, None])
def test_flags_are_true_or_false(name: str, value: object) -> None:
    with pytest.raises(ArgumentError, match=f"{name} must be True or False, not {value!r}"):
        extract_many(["<p>Tea"], **{name: value})  # type: ignore[arg-type]
