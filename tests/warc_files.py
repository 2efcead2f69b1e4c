"""WARC files for tests: records as bytes, whole or damaged."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import lz4.frame
import zstandard

COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".zst": zstandard.ZstdCompressor().compress,
    ".lz4": lz4.frame.compress,
}
PAGES = [path.read_bytes() for path in sorted((Path(__file__).parent / "pages").glob("*/page.html"))]


def url_of(number: int) -> str:
    return f"https://site{number % 3}.example/{number}"


def warc_record(
    number: int,
    body: bytes = b"<p>Steep the tea for three minutes, then take the leaves out.",
    *,
    mime: str = "text/html",
    status: str = "200 OK",
    headers: str = "",
    length: int | None = None,
    kind: str = "response",
    url: str | None = None,
) -> bytes:
    """One record; ``length``: what it claims instead of its real length."""
    payload = f"HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{headers}\r\n".encode() + body
    if kind != "response":
        payload = body
    about = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url or url_of(number)}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\n"
        f"Content-Length: {len(payload) if length is None else length}\r\n\r\n"
    )
    return about.encode() + payload + b"\r\n\r\n"


def write_warc(path: Path, records: list[bytes]) -> Path:
    """A WARC file, compressed as its name says, one record per member."""
    compress = COMPRESSIONS[path.suffix if path.suffix in COMPRESSIONS else ""]
    path.write_bytes(b"".join(compress(record) for record in records))
    return path


def crawl_records(count: int) -> list[bytes]:
    """Records like those of a crawl: pages, other types, redirects, errors, other encodings, requests."""
    records = []
    for number in range(count):
        page = PAGES[number % len(PAGES)]
        records.append(warc_record(number, page))
        match number % 10:
            case 1:
                records.append(warc_record(100_000 + number, b"\x89PNG\r\n\x1a\n", mime="image/png"))
            case 2:
                records.append(warc_record(200_000 + number, page, status="404 Not Found"))
            case 3:
                records.append(warc_record(300_000 + number, b"", status="301 Moved", headers="Location: /\r\n"))
            case 4:
                records.append(warc_record(400_000 + number, b"GET / HTTP/1.1\r\n\r\n", kind="request"))
            case 5:
                latin = "<p>Thé à la menthe, préparé très lentement dans une théière.".encode("latin-1")
                records.append(warc_record(500_000 + number, latin, mime="text/html; charset=iso-8859-1"))
            case 6:
                packed = gzip.compress(page, mtime=0)
                records.append(warc_record(600_000 + number, packed, headers="Content-Encoding: gzip\r\n"))
    return records
