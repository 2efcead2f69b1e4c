"""A WARC file like those of a crawl, for the benchmarks of ``dehusk run``, made of our own pages and of the corpus.

Of ten records, seven are pages; the others are images, redirects, errors, requests, pages in other encodings,
compressed bodies, and now and then a damaged record. The same numbers give the same file.
"""

# ruff: noqa: T201 - for commands

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.scale import RunSettings
from dehusk.scale.record_document import read_document

if TYPE_CHECKING:
    from dehusk.scale.shard_records import Record

SETTINGS = RunSettings()
ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"


def corpus_pages(corpus: Path, most: int) -> list[bytes]:
    """Pages of the corpus's collections in turn, and our own; says so if there is no corpus."""
    pages = [path.read_bytes() for path in sorted((ROOT / "tests" / "pages").glob("*/page.html"))]
    readers = [_pages_of(path) for path in sorted(corpus.glob("*.jsonl.gz"))]
    if not readers:
        print(
            f"no corpus in {corpus}: our own {len(pages)} pages are repeated, which are smaller than those of the web"
        )
    while readers and len(pages) < most:
        for reader in list(readers):
            if (page := next(reader, None)) is None:
                readers.remove(reader)
            else:
                pages.append(page)
    return pages[:most]


def _pages_of(path: Path) -> Iterator[bytes]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if html := json.loads(line).get("html"):
                yield html.encode(errors="replace")


def record(number: int, body: bytes, *, mime: str = "text/html", status: str = "200 OK", more: str = "") -> bytes:
    """One response."""
    payload = f"HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{more}\r\n".encode() + body
    about = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://site{number % 500}.example/{number}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload)}\r\n\r\n"
    )
    return about.encode() + payload + b"\r\n\r\n"


def request(number: int) -> bytes:
    """One request."""
    return record(number, b"").replace(b"WARC-Type: response", b"WARC-Type: request")


def write_crawl(path: Path, records: int, corpus: Path = CORPUS, *, seed: int = 1, damage: bool = True) -> Path:
    """Write the file."""
    chance, pages = random.Random(seed), cycle(corpus_pages(corpus, records))  # noqa: S311
    with path.open("wb") as file:
        for number in range(records):
            file.write(_member(number, chance, pages, damage=damage))
    return path


def _member(number: int, chance: random.Random, pages: Iterator[bytes], *, damage: bool) -> bytes:
    def packed(data: bytes) -> bytes:
        return gzip.compress(data, 6, mtime=0)

    match number % 10:
        case 3:
            return packed(record(number, chance.randbytes(20_000), mime="image/png"))
        case 6:
            others = [record(number, b"", status="301 Moved", more="Location: /\r\n"), request(number)]
            return packed(chance.choice([*others, record(number, b"<p>Not found", status="404 Not Found")]))
        case 9:
            page = next(pages)
            if damage and number % 500 == 9:
                data = packed(record(number, page))
                return data[: len(data) // 2]
            text = page.decode(errors="replace").encode("windows-1252", "xmlcharrefreplace")
            plain = record(number, text, mime="text/html; charset=windows-1252")
            body = gzip.compress(page, 6, mtime=0)
            return packed(chance.choice([plain, record(number, body, more="Content-Encoding: gzip\r\n")]))
    return packed(record(number, next(pages)))


def trafilatura_text(record: Record) -> str | None:
    """What trafilatura extracts."""
    import trafilatura

    source = read_document(record, SETTINGS.limits.bytes)
    if isinstance(source, tuple):
        return None
    text: str | None = trafilatura.extract(source.html, with_metadata=True, url=source.url)
    return text


def written_files(out: Path) -> dict[str, bytes]:
    """The data and the ledgers of a run."""
    paths = [path for part in ("data", "ledger") for path in (out / part).iterdir()]
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}
