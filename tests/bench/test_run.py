from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dehusk.bench.run import Settings, run
from dehusk.bench.store import Run, RunError, RunWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    Collection = Callable[..., Path]


def errors(directory: Path, extractor: str) -> dict[str, str]:
    return {result.id: result.error for result in Run(directory).results(extractor)}


@pytest.mark.usefixtures("functions")
def test_an_extractor_that_misbehaves_costs_one_page(collection: Collection, tmp_path: Path) -> None:
    asked = ["", "RAISE", "EXIT", "QUIT", "HANG", "SEGFAULT", "NONE", "NUMBER", ""]
    path = collection(*asked)
    outcome = run([path], ["naughty:misbehaves"], tmp_path / "run", Settings(jobs=2, seconds=4))
    assert outcome.measured == len(asked)
    assert not outcome.problems
    found = errors(tmp_path / "run", "naughty:misbehaves")
    assert [found[str(number)] for number in range(len(asked))] == [
        "",
        "ValueError: as asked",
        "the worker process died: exit code 3",
        "SystemExit: as asked",
        "took more than 4 seconds",
        "the worker process died: SIGSEGV",
        "",
        "TypeError: returned int, not text",
        "",
    ]
    scores = {result.id: result.f1 for result in Run(tmp_path / "run").results("naughty:misbehaves")}
    assert [scores[str(number)] for number in range(len(asked))] == [1, 0, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.usefixtures("functions")
def test_an_extractor_that_cannot_be_loaded_is_left_out(collection: Collection, tmp_path: Path) -> None:
    names = ["naughty:dies_at_once", "naughty:needs_a_package", "arias"]
    outcome = run([collection("Tea", "Milk")], names, tmp_path / "run", Settings(jobs=1))
    assert sorted(outcome.problems) == [
        "naughty:dies_at_once: could not be loaded, left out: the worker process died: exit code 4",
        "naughty:needs_a_package: could not be loaded, left out: No module named 'no_such_package'",
    ]
    assert outcome.measured == 2
    assert len(Run(tmp_path / "run").results("arias")) == 2


@pytest.mark.usefixtures("functions")
def test_text_that_no_encoder_takes_is_stored(collection: Collection, tmp_path: Path) -> None:
    run([collection("Tea")], ["naughty:surrogate"], tmp_path / "run", Settings(jobs=1))
    stored = Run(tmp_path / "run")
    (result,) = stored.results("naughty:surrogate")
    assert (result.error, stored.text(result)) == ("", "tea \ud800")


def test_results_texts_and_gold_are_stored(collection: Collection, tmp_path: Path) -> None:
    path = collection("Steep the tea.", lang="en", type="article", url="http://a.example/", must=["the tea"])
    run([path], ["arias"], tmp_path / "run", Settings(jobs=1))
    stored = Run(tmp_path / "run")
    (result,) = stored.results("arias")
    page = stored.pages[result.key]
    assert (result.lang, result.type, result.bytes, result.snippets) == ("en", "article", 21, (1, 0, 0, 0))
    assert result.version.startswith("dehusk ")
    assert (result.f1, result.cleaneval, result.bag_f1, result.shingles) == (1, 1, 1, (1, 0, 0))
    assert (stored.text(result), stored.gold(page), page.url) == (
        "Steep the tea.",
        "Steep the tea.",
        "http://a.example/",
    )


def test_a_second_run_repeats_nothing_and_adds_a_column(collection: Collection, tmp_path: Path) -> None:
    path, settings = collection("Tea", "Milk", "Sugar"), Settings(jobs=1)
    assert run([path], ["arias"], tmp_path / "run", settings).measured == 3
    again = run([path], ["arias", "cectd-ds@hidden=keep", "arias:c1=0.5"], tmp_path / "run", settings)
    assert (again.measured, again.kept) == (6, 3)
    assert Run(tmp_path / "run").extractors == ["arias", "arias:c1=0.5", "cectd-ds@hidden=keep"]
    redone = run([path], ["arias"], tmp_path / "run", Settings(jobs=1, redo=("arias",)))
    assert (redone.measured, redone.kept) == (3, 0)
    assert len(Run(tmp_path / "run").results("arias")) == 3


def _start(path: Path, out: Path, notes: Path) -> subprocess.Popen[bytes]:
    code = "import sys; from dehusk.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "bench", "run", str(path), "--with", "naughty:notes"]
    command += ["--out", str(out), "--jobs", "2"]
    env = os.environ | {"DEHUSK_TEST_NOTES": str(notes)}
    return subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)  # noqa: S603


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


@pytest.mark.usefixtures("functions")
def test_a_killed_run_resumes_without_loss_or_repetition(tmp_path: Path) -> None:
    pages, out, notes = 40, tmp_path / "run", tmp_path / "notes"
    path = tmp_path / "pages.jsonl"
    rows = [
        {
            "id": str(number),
            "dataset": "mine",
            "html": "<p>Tea",
            "gold": "tea",
            "url": f"http://a.example/{number}",
        }
        for number in range(pages)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    rows_file = out / "extractors" / "naughty%3Anotes.jsonl"
    first = _start(path, out, notes)
    while len(_lines(rows_file)) < 8:
        assert first.poll() is None, "the run ended before it could be killed"
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.wait()
    _wait_for_end({int(line.split()[0]) for line in _lines(notes)})
    stored = {result.id for result in Run(out).results("naughty:notes")}
    assert 8 <= len(stored) < pages
    # What a kill in the middle of a write leaves: half a row, and a text that no row knows.
    with rows_file.open("ab") as file:
        file.write(b'{"extractor": "naughty:notes", "data')
    with rows_file.with_suffix(".text.gz").open("ab") as file:
        file.write(b"\x1f\x8b\x08 half a text")

    notes.unlink()
    assert _start(path, out, notes).wait() == 0
    results = Run(out).results("naughty:notes")
    assert Counter(result.id for result in results) == Counter(str(number) for number in range(pages))
    assert all(Run(out).text(result) == f"text of http://a.example/{result.id}" for result in results)
    assert Counter(key.id for key in Run(out).pages) == Counter(str(number) for number in range(pages))
    extracted_again = {line.rsplit("/", 1)[1] for line in _lines(notes)}
    assert extracted_again == {str(number) for number in range(pages)} - stored


def _wait_for_end(processes: set[int]) -> None:
    """Workers whose run is gone end by themselves."""
    assert processes
    while processes:
        for process in list(processes):
            try:
                os.kill(process, 0)
                # An orphan that nobody has reaped yet has ended too.
                state = Path(f"/proc/{process}/stat")
                if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
                    processes.remove(process)
            except (ProcessLookupError, FileNotFoundError):
                processes.remove(process)
        time.sleep(0.01)


def test_two_runs_in_one_directory(collection: Collection, tmp_path: Path) -> None:
    with RunWriter(tmp_path / "run"), pytest.raises(RunError, match="another run is writing here"):
        run([collection("Tea")], ["arias"], tmp_path / "run", Settings(jobs=1))


def test_split_and_every_count_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    splits = ["test", "test", "train", "test", "test", "test", "test"]
    rows = [
        {"id": str(number), "dataset": "mine", "split": split, "html": "<p>Tea", "gold": "Tea"}
        for number, split in enumerate(splits)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run([path], ["arias"], tmp_path / "run", Settings(jobs=1, split="test", every=2))
    assert set(errors(tmp_path / "run", "arias")) == {"4", "0", "6"}
    none = run([path], ["arias"], tmp_path / "run", Settings(jobs=1, split="train", every=3))
    assert none.problems == [f"{path}: no page of split 'train' to measure"]


def test_every_counts_within_each_file_of_a_folder(collection: Collection, tmp_path: Path) -> None:
    collection("Tea", "Milk", "Sugar", dataset="a")
    collection("Tea", "Milk", dataset="b")
    run([tmp_path], ["arias"], tmp_path / "run", Settings(jobs=1, every=2))
    assert sorted(map(str, Run(tmp_path / "run").pages)) == ["a/0", "a/2", "b/0"]


def test_pages_of_one_name(collection: Collection, tmp_path: Path) -> None:
    path, settings = collection("Tea", "Milk", id="one"), Settings(jobs=1)
    first = run([path], ["arias"], tmp_path / "run", settings)
    assert first.problems == [f"{path}: page 'mine/one' is in {path} already; it is measured once"]
    path = collection("Coffee", id="one")
    changed = run([path], ["arias"], tmp_path / "run", settings)
    assert changed.measured == 0
    assert changed.problems == [
        f"{path}: page 'mine/one' is not what it was in {tmp_path / 'run'}; start another --out"
    ]


def test_a_damaged_row_is_named(collection: Collection, tmp_path: Path) -> None:
    run([collection("Tea", "Milk")], ["arias"], tmp_path / "run", Settings(jobs=1))
    rows = tmp_path / "run" / "extractors" / "arias.jsonl"
    rows.write_text("{}\n" + rows.read_text())
    with pytest.raises(RunError, match=r"arias\.jsonl:1: not a result"):
        Run(tmp_path / "run").results("arias")


def test_an_interrupt_ends_the_workers(collection: Collection, tmp_path: Path) -> None:
    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([collection("Tea", "Milk", "Sugar")], ["arias"], tmp_path / "run", Settings(jobs=1), advance=stop)
    assert len(Run(tmp_path / "run").results("arias")) == 1
