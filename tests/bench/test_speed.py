from __future__ import annotations

import json
import os
import platform
import sys
from pathlib import Path

import pytest

from dehusk.bench import speed
from dehusk.bench.collections import LabelledPage
from dehusk.bench.extractors import UnknownExtractor
from dehusk.errors import ArgumentError


@pytest.fixture(autouse=True)
def _same_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that is timed stays on one core; the one that runs the tests must not."""
    if sys.platform == "linux":
        monkeypatch.setattr(os, "sched_setaffinity", lambda _process, _cores: None)


def corpus(folder: Path) -> Path:
    pages = [
        {"id": str(number), "dataset": "a", "split": split, "html": "<p>Steep the tea.", "gold": "Tea"}
        for number, split in enumerate(["test", "train", "test", "test"])
    ]
    (folder / "a.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
    return folder


def test_the_sample_is_every_nth_page_of_the_test_split(tmp_path: Path) -> None:
    assert [page.id for page in speed.sample_pages(corpus(tmp_path), every=2)] == ["0", "3"]


def test_the_table_on_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(corpus(tmp_path)), "--with", "arias", "--baseline", "arias", "--seconds", "1"]
    assert speed.main(arguments) == 0
    out = capsys.readouterr().out
    what, _, table = out.partition("\n\n")
    assert "Time from the decoded HTML of a page to its text" in what
    assert "Not measured: reading, decoding, metadata" in what
    assert "1 pages (" in what
    assert f"Python {platform.python_version()}" in what
    assert "dehusk 0" in what
    subjects = {line.split("  ")[0] for line in table.splitlines()[1:]}
    assert subjects == {"turbohtml.parse", "dehusk.parse", "arias"}
    assert "times as fast as arias (min-max)" in out
    assert "1.00 (1.00-1.00)" in out


def test_an_unknown_name_stops_before_anything_is_timed(tmp_path: Path) -> None:
    with pytest.raises(UnknownExtractor, match="unknown extractor 'no-such'"):
        speed.main([str(tmp_path / "nowhere"), "--with", "arias,no-such"])


def test_without_a_corpus_the_pages_of_the_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "tests" / "pages" / "one" / "page.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>Steep the tea.")
    monkeypatch.chdir(tmp_path)
    assert speed.main(["nowhere", "--with", "arias", "--seconds", "1"]) == 0
    out, err = capsys.readouterr()
    assert "nowhere does not exist: timing the small pages of tests/pages instead" in err
    assert "baseline 'trafilatura' was not timed" in err
    assert "\n1 pages (tests), 0.0 MB; one process on one core; medians of " in out


def test_without_any_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentError, match="name a corpus, or run in the repository"):
        speed.main([])


def test_subjects_take_turns() -> None:
    calls: list[str] = []
    page = LabelledPage(id="1", dataset="a", html="", gold="")
    timings = speed.measure({name: lambda _, name=name: calls.append(name) for name in "abc"}, [page], seconds=0)  # type: ignore[misc]
    assert "".join(calls) == "abc" + "abc" + "bca" + "cab"
    assert [len(timing.wall) for timing in timings] == [3, 3, 3]
