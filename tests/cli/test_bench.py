from __future__ import annotations

import csv
import io
import json
import shlex
import shutil
from pathlib import Path

import pytest

from dehusk.bench.run_history import noted_commands
from dehusk.bench.store import Result, RunWriter
from dehusk.cli import main
from dehusk.cli.progress import Progress

ROW = {"id": "1", "dataset": "mine", "html": "<p>Steep the tea.", "gold": "Steep the tea."}


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A run of two extractors on three collections, one of them with snippets only."""
    with RunWriter(tmp_path / "run") as writer:
        for number in range(20):
            for name, f1 in (("arias", 0.5), ("cectd-ds", 0.75)):
                place = {"dataset": "ab"[number % 2], "id": str(number), "lang": "en", "type": "article"}
                scores = {"f1": f1 + number / 100, "precision": f1, "recall": f1, "shingles": (f1, 0.1, 0.1)}
                writer.add(Result(extractor=name, seconds=0.01, bytes=1000, **place, **scores), "text")  # type: ignore[arg-type]
        writer.add(Result(extractor="arias", dataset="s", id="s", snippets=(1, 1, 0, 0), error="late"), "")
    return tmp_path / "run"


def test_run_goes_on_past_everything_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pages.jsonl"
    no_gold = {**ROW, "id": "2", "gold": ""}
    path.write_text(f"{json.dumps(ROW)}\n\n{{oops\n{json.dumps(no_gold)}\n{json.dumps({**ROW, 'id': '3'})}\n")
    arguments = ["bench", "run", str(path), str(tmp_path / "nowhere"), "--out", str(tmp_path / "run")]
    assert main([*arguments, "--with", "arias", "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert f"dehusk: {path}:2: empty line\n" in err
    assert f"dehusk: {path}:3: not JSON: " in err
    assert f"dehusk: {path}:4: no gold: " in err
    assert f"dehusk: {tmp_path / 'nowhere'}: no such file or folder\n" in err
    assert f"{tmp_path / 'run'}: 2 measured, 0 kept, 4 problems\n" in err
    assert main(["bench", "show", str(tmp_path / "run")]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["arias", "1.000"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no-such", "unknown extractor 'no-such'; methods: "),
        ("arias:c9=1", "method 'arias' has no parameter c9"),
        ("web2text:weights=no-such.npz", "no-such.npz: no such file"),
        ("no_such_module:extract", "no_such_module:extract: ModuleNotFoundError"),
    ],
)
@pytest.mark.parametrize("command", ["run", "sites", "retrieval"])
def test_a_wrong_name_stops_before_any_work(
    command: str, name: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pages.jsonl"
    page = {**ROW, "title": "Tea", "url": "https://example.org/tea"}
    path.write_text("".join(json.dumps({**page, "id": str(number)}) + "\n" for number in range(2)))
    out = tmp_path / "out"
    baseline = ["--baseline", "all_text"] if command == "retrieval" else []
    assert main(["bench", command, str(path), "--out", str(out), *baseline, "--with", f"all_text,lqf,{name}"]) == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


def test_run_when_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps(ROW))
    arguments = ["bench", "run", str(path), "--out", str(tmp_path / "run"), "--with", "arias", "--jobs", "1"]
    assert main(arguments) == 0
    assert main(arguments) == 0
    assert capsys.readouterr().err.endswith(f"{tmp_path / 'run'}: 0 measured, 1 kept\n")
    assert [noted.command for noted in noted_commands(tmp_path / "run")] == [shlex.join(["dehusk", *arguments])]


def test_a_peer_that_is_not_installed_is_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps(ROW))
    monkeypatch.setattr("dehusk.bench.peers.find_spec", lambda module: None if module == "goose3" else True)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    arguments = ["bench", "run", str(path), "--out", str(tmp_path / "run"), "--with", "goose3,defuddle,arias"]
    assert main([*arguments, "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert "dehusk: this needs the package 'goose3'; from a checkout of dehusk: pip install '.[bench]'\n" in err
    assert "dehusk: this needs Node for 'defuddle': install it from https://nodejs.org\n" in err
    assert "1 measured, 0 kept, 2 problems" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--every", "0"], "every must be at least 1, not 0"),
        (["--jobs", "-1"], "jobs must be at least 1"),
        (["--seconds", "0"], "seconds must be above zero"),
        (["--with", ","], "--with names no extractor"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "run", "pages.jsonl", "--out", str(tmp_path / "run"), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_out_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps(ROW))
    assert main(["bench", "run", str(path), "--out", str(tmp_path / "file" / "run"), "--with", "arias"]) == 2
    assert "choose another directory" in capsys.readouterr().err


def test_show_as_a_table(directory: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["bench", "show", str(directory), "--baseline", "arias"]) == 0
    ranking, groups, legend, few = capsys.readouterr().out.split("\n\n")
    head, best, base = ranking.splitlines()
    assert head.split()[:2] == ["extractor", "macro"]
    assert best.split()[:2] == ["cectd-ds", "0.845"]
    assert "+0.250 p=0.001*" in best
    assert base.split()[:2] == ["arias", "0.595"]
    assert base.split()[-1] == "1"
    assert "p=" not in base
    assert [line.split() for line in groups.splitlines()] == [
        ["extractor", "a", "b", "s"],
        ["cectd-ds", "0.840", "0.850", "-"],
        ["arias", "0.590", "0.600", "-"],
    ]
    assert "bootstrap" in legend
    assert "vs arias" in legend
    assert few.strip() == "not on all 21 pages: cectd-ds (20)"


def test_show_fits_the_terminal(
    directory: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    main(["bench", "show", str(directory)])
    tables = capsys.readouterr().out.split("\n\n")[1:-2]
    assert [table.splitlines()[0].split() for table in tables] == [["extractor", "a", "b"], ["extractor", "s"]]


def test_show_by_metric_and_group(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "show", str(directory), "--by", "type", "--metric", "snippets", "--with", "arias"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].split()[:2] == ["arias", "0.667"]
    assert "article" in out
    assert "unknown" in out


def test_show_as_csv_and_json(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "show", str(directory), "--baseline", "arias", "--csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["extractor"] for row in rows] == ["cectd-ds", "arias"]
    assert float(rows[0]["groups.a"]) == pytest.approx(0.84)
    assert float(rows[0]["comparison.difference"]) == pytest.approx(0.25)
    assert rows[1]["comparison.p"] == rows[0]["groups.s"] == ""
    main(["bench", "show", str(directory), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["metric"] == "f1"
    assert found["standings"][0]["groups"]["s"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "site"], "by must be one of collection, lang, type"),
        (["--metric", "f2"], "metric must be one of f1, "),
        (["--baseline", "goose3"], "no results of 'goose3'; extractors with results: arias, cectd-ds"),
    ],
)
def test_show_with_wrong_choices(
    arguments: list[str], message: str, directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "show", str(directory), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_show_before_there_is_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with RunWriter(tmp_path / "run"):
        pass
    assert main(["bench", "show", str(tmp_path / "run")]) == 1
    assert "no results yet" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal_is_one_line() -> None:
    stream = Terminal()
    with Progress("bench", stream) as progress:
        progress(10, 10)
        assert stream.getvalue().count("\n") == 0
        assert "█" * 30 + " 10 of 10, 100%, took" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[2K")


def test_progress_elsewhere_is_seldom() -> None:
    stream = io.StringIO()
    with Progress("bench", stream) as progress:
        for done in range(1, 11):
            progress(done, 10)
    assert stream.getvalue().count("\n") == 1


def test_papers_prints_tables_and_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps(ROW | {"dataset": "cleaneval"}) + "\n")
    arguments = ["bench", "papers", str(path), "--papers", "cetd", "--out", str(tmp_path / "run"), "--jobs", "1"]
    assert main(arguments) == 0
    shown = capsys.readouterr()
    assert "CECTD-DS  1.000 (0.965)  1.000 (0.952)" in shown.out
    assert "papers: page: 1 of 1, 100%" in shown.err
    page = tmp_path / "run" / "papers.html"
    assert f"dehusk: the page with the charts: {page}" in shown.err
    assert "0.965" in page.read_text()


def test_papers_names_a_collection_that_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "papers", str(tmp_path / "TECO"), "--out", str(tmp_path / "run")]) == 2
    assert f"{tmp_path / 'TECO'}: no such file or folder" in capsys.readouterr().err
