from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from dehusk.errors import ArgumentError, SourceError
from dehusk.limits import Limits
from dehusk.scale import RunSettings, ShardReport, process_shard
from dehusk.scale.extract_record import ExtractRecord
from dehusk.scale.input_files import file_system
from dehusk.scale.output_folder import OutputFolder
from dehusk.scale.run_checks import run_status, verify_run
from dehusk.scale.shard_inputs import find_shards
from dehusk.scale.shard_records import Record
from dehusk.scale.shard_report import AccountingError
from dehusk.scale.shard_run import ShardFailure, process_shards
from warc_files import PAGES, crawl_records, url_of, warc_record, write_warc

FAST = RunSettings(method="arias", fields=("url", "text", "status"))
"""Without the model, whose loading takes longer than extracting the pages."""
HTML = "<title>Tea</title><p>Steep the tea for three minutes, then take the leaves out.</p>"


def rows_of(report: ShardReport, out: Path) -> list[dict[str, Any]]:
    if report.output.endswith(".parquet"):
        rows: list[dict[str, Any]] = pq.read_table(out / report.output).to_pylist()
        return rows
    return json_lines(out / report.output)


def json_lines(path: Path) -> list[dict[str, Any]]:
    data = zstandard.ZstdDecompressor().decompressobj().decompress(path.read_bytes())
    return [json.loads(line) for line in data.splitlines()]


def ledger_of(report: ShardReport, out: Path) -> list[dict[str, Any]]:
    return json_lines(out / report.ledger)


def files_of(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.parent.name != "manifest"
            and path.is_file()}  # fmt: skip


def test_every_record_is_a_row_or_in_the_ledger(tmp_path: Path) -> None:
    records = crawl_records(30)
    records[7] = records[7][: len(records[7]) // 2]
    path = write_warc(tmp_path / "tea.warc.gz", records)
    report = process_shard(str(path), tmp_path / "out", RunSettings(formats=("markdown",)), jobs=2)
    rows, ledger = rows_of(report, tmp_path / "out"), ledger_of(report, tmp_path / "out")
    assert report.read == len(records) == len(rows) + len(ledger)
    assert report.counts["ok"] == len(rows) >= 30
    assert sum(report.skipped.values()) == report.counts["skipped"]
    assert {line["kind"] for line in ledger} == {"skipped", "undecodable"}
    assert [row["offset"] for row in rows] == sorted(row["offset"] for row in rows)
    assert rows[0]["markdown"]
    assert rows[0]["metadata"]["title"]
    assert rows[0]["model"].startswith("grain-")
    latin = next(row for row in rows if "menthe" in row["text"])
    assert latin["text"].startswith("Thé à la menthe, préparé")
    assert list(verify_run(str(tmp_path / "out"))) == [] if OutputFolder(tmp_path / "out").noted() else True


def test_the_same_bytes_whatever_the_number_of_workers(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "tea.warc.zst", crawl_records(40))
    settings = RunSettings(method="arias", formats=("markdown",))
    reports = [process_shard(str(path), tmp_path / f"out{jobs}", settings, jobs=jobs) for jobs in (1, 3)]
    assert files_of(tmp_path / "out1") == files_of(tmp_path / "out3")
    assert reports[0].output_digest == reports[1].output_digest


def test_a_shard_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "tea.warc", [warc_record(0)])
    first = process_shard(str(path), tmp_path / "out", FAST)
    assert process_shard(str(path), tmp_path / "out", FAST) == first
    assert process_shard(str(path), tmp_path / "out", FAST, force=True).seconds != first.seconds
    with pytest.raises(ArgumentError, match="was done with other settings"):
        process_shard(str(path), tmp_path / "out", RunSettings(method="arias"))
    # The same content under a new date is the same input.
    path.write_bytes(path.read_bytes())
    assert process_shard(str(path), tmp_path / "out", FAST).output_digest == first.output_digest
    write_warc(path, [warc_record(1)])
    with pytest.raises(ArgumentError, match="has changed since it was done"):
        process_shard(str(path), tmp_path / "out", FAST)
    assert process_shard(str(path), tmp_path / "out", FAST, force=True).digest != first.digest


def test_a_shard_without_its_files_is_done_again(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "tea.warc", [warc_record(0)])
    report = process_shard(str(path), tmp_path / "out", FAST)
    (tmp_path / "out" / report.output).unlink()
    process_shard(str(path), tmp_path / "out", FAST)
    assert (tmp_path / "out" / report.output).exists()


def test_json_lines(tmp_path: Path) -> None:
    lines = [
        json.dumps({"page": HTML, "address": url_of(1), "key": 7}),
        "",
        "not json",
        "[1]",
        json.dumps({"page": None}),
        json.dumps({"page": 5}),
        json.dumps({"page": "x" * 300}),
        json.dumps({"page": "x" * 5000}),
        '{"page": "<p>Half a pair \\ud800 of surrogates, and some more text."}',
        json.dumps({"page": HTML}),
    ]
    data = "\n".join(lines).encode()
    settings = RunSettings(
        method="arias", html_column="page", url_column="address", id_column="key", output="jsonl",
        limits=Limits(bytes=200),
    )  # fmt: skip
    for name, packed in (
        ("a.jsonl", data),
        ("b.jsonl.gz", gzip.compress(data)),
        ("c.jsonl.zst", zstandard.compress(data)),
        ("d.jsonl.gz", gzip.compress(data)[:-30]),
    ):
        (tmp_path / name).write_bytes(packed)
        report = process_shard(str(tmp_path / name), tmp_path / "out", settings)
        rows, ledger = rows_of(report, tmp_path / "out"), ledger_of(report, tmp_path / "out")
        kinds = [line["kind"] for line in ledger]
        assert kinds[:6] == ["undecodable", "undecodable", "empty", "undecodable", "too_large", "too_large"]
        assert rows[0]["url"] == url_of(1)
        assert rows[0]["record_id"] == "7"
        if name.startswith("d"):
            assert "the rest of the file cannot be read" in ledger[-1]["reason"]
        else:
            assert len(rows) == 3
            assert "surrogates" in rows[1]["text"]
            assert report.read == 9


def test_parquet(tmp_path: Path) -> None:
    table = pa.table({"html": [HTML.encode(), None, HTML.encode()] * 50, "url": [url_of(n) for n in range(150)]})
    pq.write_table(table, tmp_path / "pages.parquet", row_group_size=40)
    report = process_shard(str(tmp_path / "pages.parquet"), tmp_path / "out", FAST)
    assert (report.read, report.counts["ok"], report.counts["empty"]) == (150, 100, 50)
    with pytest.raises(SourceError, match=r"no column 'content' \(--html-column\); it has html, url"):
        process_shard(str(tmp_path / "pages.parquet"), tmp_path / "out2", RunSettings(html_column="content"))
    data = bytearray((tmp_path / "pages.parquet").read_bytes())
    data[30:60] = bytes(30)
    (tmp_path / "damaged.parquet").write_bytes(data)
    report = process_shard(str(tmp_path / "damaged.parquet"), tmp_path / "out", FAST)
    assert report.read == 150
    assert report.counts["undecodable"] >= 40


def test_zip_tar_and_folders(tmp_path: Path) -> None:
    names = ["a.html", "b.htm", "c/d.xhtml", "e.png"]
    folder = tmp_path / "pages"
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(HTML)
    with (
        zipfile.ZipFile(tmp_path / "pages.zip", "w") as archive,
        tarfile.open(tmp_path / "pages.tar.gz", "w:gz") as tar,
    ):
        for name in names:
            archive.write(folder / name, name)
            tar.add(folder / name, name)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(folder, "pages")
    (tmp_path / "pages.tar.zst").write_bytes(zstandard.compress(packed.getvalue()))
    for shard in ("pages.zip", "pages.tar.gz", "pages.tar.zst", "pages"):
        report = process_shard(str(tmp_path / shard), tmp_path / "out", RunSettings(method="arias"))
        assert (report.read, report.counts["ok"], report.skipped) == (4, 3, {"file type .png": 1}), shard
        ids = [row["record_id"].removeprefix("pages/") for row in rows_of(report, tmp_path / "out")]
        assert ids == names[:3]
    data = (tmp_path / "pages.tar.gz").read_bytes()
    (tmp_path / "cut.tar.gz").write_bytes(data[:-60])
    assert process_shard(str(tmp_path / "cut.tar.gz"), tmp_path / "out", FAST).counts["undecodable"] == 1
    (tmp_path / "cut.zip").write_bytes((tmp_path / "pages.zip").read_bytes()[:-10])
    assert process_shard(str(tmp_path / "cut.zip"), tmp_path / "out", FAST).counts["undecodable"] == 1


@pytest.mark.parametrize("documents", [1, 2])
@pytest.mark.parametrize("header", [b"", b"X" * 200, b"X" * 512], ids=["missing", "cut", "damaged"])
def test_a_tar_file_without_its_next_header_is_not_whole(tmp_path: Path, documents: int, header: bytes) -> None:
    (tmp_path / "a.html").write_text(HTML)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name in ("a.html", "b.html")[:documents]:
            tar.add(tmp_path / "a.html", name)
        end = tar.offset
    (tmp_path / "cut.tar").write_bytes(packed.getvalue()[:end] + header)
    report = process_shard(str(tmp_path / "cut.tar"), tmp_path / "out", FAST)
    assert (report.counts["ok"], report.counts["undecodable"]) == (documents, 1)


def test_remote_files_and_patterns(tmp_path: Path) -> None:
    system, _ = file_system("memory://")
    for number in range(2):
        system.pipe(f"/crawl/{number}.warc", warc_record(number))
    system.pipe("/crawl/sub/pages.jsonl", json.dumps({"html": HTML}).encode())
    assert [shard.path for shard in find_shards(["memory://crawl/*.warc"])] == [
        "memory://crawl/0.warc",
        "memory://crawl/1.warc",
    ]
    shards = find_shards(["memory://crawl", "memory://crawl/1.warc"])
    assert [shard.kind for shard in shards] == ["warc", "warc", "json"]
    found = list(process_shards(shards, OutputFolder(tmp_path / "out"), FAST))
    assert [isinstance(each, ShardReport) and each.counts["ok"] for each in found] == [1, 1, 1]


def test_inputs_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("tea")
    for name, message in (
        ("crawl.warc.wet.gz", "this is a WET file"),
        ("crawl.warc.wat.gz", "this is a WAT file"),
        ("notes.txt", "this kind of file is not known"),
        ("no-such", "no such file"),
        ("*.warc.gz", "no file matches"),
        ("empty", "no pages and no containers"),
        ("page.html", "is a page: name its folder"),
    ):
        with pytest.raises((SourceError, ArgumentError), match=message):
            find_shards([str(tmp_path / name)])
    with pytest.raises(SourceError, match="no such file"):
        process_shard(str(tmp_path / "gone.warc"), tmp_path / "out", FAST)
    assert not list((tmp_path / "out").rglob("*.*"))


def test_one_input_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("a.warc", "b.warc", "c.warc")]
    for path in (paths[0], paths[2]):
        write_warc(Path(path), [warc_record(0)])
    write_warc(tmp_path / "b.warc", [warc_record(0, kind="conversion")])
    found = list(process_shards(find_shards(paths), OutputFolder(tmp_path / "out"), FAST))
    assert [isinstance(each, ShardFailure) for each in found] == [False, True, False]
    assert not list((tmp_path / "out").rglob("*.part"))


def test_filters(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "tea.warc.gz", [warc_record(n, page) for n, page in enumerate(PAGES)])
    german = process_shard(str(path), tmp_path / "de", RunSettings(method="arias", languages=("de",)))
    assert {row["language"][:2] for row in rows_of(german, tmp_path / "de")} == {"de"}
    assert german.counts["filtered"] + german.counts["ok"] == len(PAGES)
    sampled = process_shard(str(path), tmp_path / "sample", RunSettings(method="arias", sample=0.3))
    assert 0 < sampled.counts["ok"] < len(PAGES) / 2
    assert sampled.counts["filtered"] == len(PAGES) - sampled.counts["ok"]
    unknown = process_shard(str(path), tmp_path / "conf", RunSettings(method="arias", min_confidence=0.5))
    assert unknown.counts["filtered"] == len(PAGES)
    assert "confidence unknown" in {line["reason"] for line in ledger_of(unknown, tmp_path / "conf")}


def test_columns(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "tea.warc", [warc_record(0, HTML.encode())])
    settings = RunSettings(method="arias", fields=("url", "html", "source", "timings"), keep_html=True, timings=True)
    (row,) = rows_of(process_shard(str(path), tmp_path / "out", settings), tmp_path / "out")
    assert row["source"] == HTML
    assert row["html"].startswith("<p>Steep")
    assert row["timings"]["parse"] > 0
    with pytest.raises(ArgumentError, match="no column 'texts'; known: url"):
        process_shard(str(path), tmp_path / "out2", RunSettings(fields=("texts",)))


def test_bodies_that_are_not_what_their_headers_say(tmp_path: Path) -> None:
    page, packed = HTML.encode(), gzip.compress(HTML.encode())
    chunks = b"5\r\n" + page[:5] + b"\r\n%x\r\n" % len(page[5:]) + page[5:] + b"\r\n0\r\n\r\n"
    cases = {
        "Content-Encoding: gzip": [(packed, "ok"), (page, "ok"), (packed[:20], "undecodable"), (b"tea", "undecodable")],
        "Content-Encoding: br": [(page, "ok"), (b"tea", "undecodable")],
        "Transfer-Encoding: chunked": [(chunks, "ok"), (page, "ok"), (chunks[:40], "undecodable")],
        "Content-Encoding: gzip, gzip": [(gzip.compress(packed), "ok")],
    }
    records: list[bytes] = []
    expected = []
    for header, bodies in cases.items():
        for body, kind in bodies:
            records.append(warc_record(len(records), body, headers=header + "\r\n"))
            expected.append(kind)
    bomb = gzip.compress(bytes(50_000_000))
    records.append(warc_record(99, bomb, headers="Content-Encoding: gzip\r\n"))
    path = write_warc(tmp_path / "tea.warc", records)
    settings = RunSettings(method="arias", fields=("offset", "text"), limits=Limits(bytes=1_000_000))
    report = process_shard(str(path), tmp_path / "out", settings)
    found = {row["offset"]: "ok" for row in rows_of(report, tmp_path / "out")}
    found |= {line["offset"]: line["kind"] for line in ledger_of(report, tmp_path / "out")}
    assert [found[offset] for offset in sorted(found)] == [*expected, "too_large"]


def test_what_a_worker_returns_for_failures() -> None:
    extract = ExtractRecord(FAST)
    assert extract(Record(0, data=b"")).kind == "empty"
    assert extract(Record(0, data=b"GIF89a")).kind == "skipped"


def test_counts_that_differ_fail() -> None:
    report = ShardReport(input="a", name="a", settings="0f", read=2)
    report.add("ok", "")
    with pytest.raises(AccountingError, match="2 records were read"):
        report.check()


def test_verify_finds_what_was_changed(tmp_path: Path) -> None:
    paths = [str(write_warc(tmp_path / f"{name}.warc", [warc_record(0), warc_record(1, mime="a/b")])) for name in "abc"]
    folder, shards, out = OutputFolder(tmp_path / "out"), find_shards(paths), str(tmp_path / "out")
    folder.begin(shards, FAST, force=False)
    reports = [each for each in process_shards(shards[:2], folder, FAST) if isinstance(each, ShardReport)]
    assert list(verify_run(out)) == []
    assert run_status(out).missing == [paths[2]]
    with pytest.raises(ArgumentError, match="2 shards made with other settings"):
        folder.begin(shards, RunSettings(), force=False)
    with pytest.raises(ArgumentError, match="not all among the inputs"):
        folder.begin(shards[:1], RunSettings(), force=True)
    data = tmp_path / "out" / reports[0].output
    data.write_bytes(data.read_bytes() + b"x")
    (tmp_path / "out" / reports[1].ledger).unlink()
    Path(paths[0]).write_bytes(b"")
    problems = "\n".join(verify_run(out))
    assert f"{reports[0].output} was changed" in problems
    assert f"{reports[1].ledger} is missing" in problems
    assert "the input was changed" in problems
    assert "c.warc" not in problems
