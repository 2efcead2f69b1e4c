from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.errors import SourceError
from dehusk.scale.input_files import InputFile
from dehusk.scale.warc_records import read_warc_records
from warc_files import COMPRESSIONS, url_of, warc_record, write_warc

if TYPE_CHECKING:
    from dehusk.scale.shard_records import Record

MIME = ("text/html", "application/xhtml+xml")
NOISE = os.urandom(300_000)


def read(path: Path, max_bytes: int = 1_000_000) -> list[Record]:
    with InputFile(str(path)) as file:
        return list(read_warc_records(file, max_bytes=max_bytes, mime=MIME))


def read_bytes(tmp_path: Path, suffix: str, data: bytes) -> list[Record]:
    path = tmp_path / f"damaged.warc{suffix}"
    path.write_bytes(data)
    return read(path)


def documents(records: list[Record]) -> list[str | None]:
    return [record.url for record in records if record.kind is None]


def kinds(records: list[Record]) -> list[str]:
    return [record.kind or "document" for record in records]


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_whole_files_of_every_compression(tmp_path: Path, suffix: str) -> None:
    path = write_warc(tmp_path / f"tea.warc{suffix}", [warc_record(number) for number in range(5)])
    records = read(path)
    assert documents(records) == [url_of(number) for number in range(5)]
    assert records[1].record_id == "<urn:uuid:00000000-0000-0000-0000-000000000001>"
    assert records[1].date == "2026-01-01T00:00:00Z"
    assert records[1].http_status == 200
    assert [record.offset for record in records] == sorted({record.offset for record in records})


def test_what_is_no_document_is_skipped_with_its_type(tmp_path: Path) -> None:
    records = [
        warc_record(0, b"software: tea", kind="warcinfo"),
        warc_record(1, b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        warc_record(2, b"\x89PNG", mime="image/png"),
        warc_record(3, status="404 Not Found"),
        warc_record(4, status="301 Moved"),
        warc_record(5, mime="TEXT/HTML; charset=utf-8"),
        warc_record(6, b"x" * 2000),
    ]
    found = read(write_warc(tmp_path / "tea.warc.gz", records), max_bytes=1000)
    assert [(record.kind, record.reason) for record in found] == [
        ("skipped", "warcinfo record"),
        ("skipped", "request record"),
        ("skipped", "content type image/png"),
        ("skipped", "HTTP status 404"),
        ("skipped", "HTTP status 301"),
        (None, ""),
        ("too_large", "2,000 bytes"),
    ]


def test_files_of_extracted_text_are_refused(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "tea.warc.gz", [warc_record(0, b"Tea", kind="conversion")])
    with pytest.raises(SourceError, match="this is a WET file"):
        read(path)


@pytest.mark.parametrize("suffix", COMPRESSIONS)
@pytest.mark.parametrize("length", [10, 300, 5000])
def test_a_wrong_length_costs_one_record(tmp_path: Path, suffix: str, length: int) -> None:
    records = [warc_record(0), warc_record(1, length=length), warc_record(2), warc_record(3)]
    found = read(write_warc(tmp_path / f"tea.warc{suffix}", records))
    assert documents(found) == [url_of(0), url_of(2), url_of(3)]
    assert kinds(found) == ["document", "undecodable", "document", "document"]


@pytest.mark.parametrize("suffix", COMPRESSIONS)
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("body", [b"<p>" + bytes(range(256)) * 40, NOISE], ids=["small", "large"])
@pytest.mark.parametrize("mime", ["text/html", "image/png"])
def test_a_truncated_record_costs_one_record(tmp_path: Path, suffix: str, share: float, body: bytes, mime: str) -> None:
    compress = COMPRESSIONS[suffix]
    broken = compress(warc_record(1, body, mime=mime))
    data = compress(warc_record(0)) + broken[: int(len(broken) * share)] + compress(warc_record(2))
    found = read_bytes(tmp_path, suffix, data)
    assert documents(found) == [url_of(0), url_of(2)]
    assert kinds(found) == ["document", "undecodable", "document"]


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_a_file_that_ends_too_early(tmp_path: Path, suffix: str) -> None:
    broken = COMPRESSIONS[suffix](warc_record(1, NOISE))
    found = read_bytes(tmp_path, suffix, COMPRESSIONS[suffix](warc_record(0)) + broken[:-1000])
    assert kinds(found) == ["document", "undecodable"]


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_garbage_between_records_is_noted(tmp_path: Path, suffix: str) -> None:
    compress = COMPRESSIONS[suffix]
    for garbage in (b"tea " * 50, compress(b"not a record")):
        found = read_bytes(tmp_path, suffix, compress(warc_record(0)) + garbage + compress(warc_record(1)))
        assert kinds(found) == ["document", "undecodable", "document"]
        found = read_bytes(tmp_path, suffix, garbage + compress(warc_record(1)))
        assert documents(found) == [url_of(1)]
        assert "undecodable" in kinds(found)


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_damage_does_not_make_reading_quadratic(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each damage a little is read again, not the rest of the file."""
    compress, parts = COMPRESSIONS[suffix], []
    for number in range(100):
        # Small before damaged ones: its end is near.
        data = compress(warc_record(number, NOISE[: 1000 if number % 20 == 4 else 100_000]))
        parts.append(data[: len(data) // 2] if number % 20 == 5 else data)
    path = tmp_path / f"tea.warc{suffix}"
    path.write_bytes(b"".join(parts))
    count, read_some = 0, InputFile.readinto

    def counted(file: InputFile, buffer: bytearray) -> int:
        nonlocal count
        size = read_some(file, buffer)
        count += size
        return size

    monkeypatch.setattr(InputFile, "readinto", counted)
    assert len(documents(read(path))) == 95
    # Five damages, for each of which at most two chunks of 1 MB are searched, and the one before it is read again.
    assert count < path.stat().st_size + 5 * 3_000_000


def test_headers_that_are_no_http(tmp_path: Path) -> None:
    broken = warc_record(1).replace(b"HTTP/1.1 200 OK", b"not HTTP at all")
    found = read(write_warc(tmp_path / "tea.warc.gz", [warc_record(0), broken, warc_record(2)]))
    assert kinds(found) == ["document", "undecodable", "document"]


def test_a_crawler_that_stopped_early_is_noted(tmp_path: Path) -> None:
    cut = warc_record(0).replace(b"WARC-Date", b"WARC-Truncated: length\r\nWARC-Date")
    (record,) = read(write_warc(tmp_path / "tea.warc", [cut]))
    assert record.missing == "the rest of the page: the crawler stopped (length)"


@settings(max_examples=60, deadline=None)
@given(
    damages=st.dictionaries(st.integers(0, 5), st.integers(1, 10_000), max_size=3),
    suffix=st.sampled_from([".gz", ".zst", ".lz4"]),
)
def test_records_without_damage_are_always_read(
    tmp_path_factory: pytest.TempPathFactory, damages: dict[int, int], suffix: str
) -> None:
    """Records of which a part at a random place is cut out cost at most themselves."""
    parts = []
    for number in range(6):
        data = COMPRESSIONS[suffix](warc_record(number, NOISE[number * 1000 : (number + 3) * 1000]))
        if number in damages:
            start = damages[number] % len(data)
            data = data[:start] + data[start + 50 :]
        parts.append(data)
    path = tmp_path_factory.mktemp("warc") / f"tea.warc{suffix}"
    path.write_bytes(b"".join(parts))
    found = documents(read(path))
    whole = [url_of(number) for number in range(6) if number not in damages]
    assert [url for url in found if url in whole] == whole
