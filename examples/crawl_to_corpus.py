"""A corpus from a crawl: WARC in, JSON Lines out, filtered, near-duplicates removed.

python examples/crawl_to_corpus.py [CRAWL.warc.gz [CORPUS.jsonl]]

Needs the extra `scale`. Without a WARC file, one is made of the pages of tests/pages, two of them twice.
"""

import gzip
import json
import sys
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from dehusk.scale import RunSettings, process_shard

LANGUAGES = {"en", "fr", "de"}
MIN_CONFIDENCE = 0.5
MAX_BITS = 3  # fingerprints that differ in at most three bits are those of near-duplicates


def make_crawl(path: Path) -> None:
    """Write one WARC record per page."""
    pages = sorted(Path("tests/pages").glob("*/page.html"))
    with path.open("wb") as out:
        for number, page in enumerate([*pages, *pages[:2]]):
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.read_bytes()
            header = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{number}\r\n"
                f"WARC-Date: 2026-01-01T00:00:00Z\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
            )
            out.write(gzip.compress(header.encode() + answer + b"\r\n\r\n"))


def wanted(row: dict) -> bool:
    """Whether a document belongs to the corpus."""
    language = (row["language"] or "").partition("-")[0]
    return language in LANGUAGES and not row["quality"] and (row["confidence"] or 0) >= MIN_CONFIDENCE


def main() -> None:
    """Extract, filter, remove near-duplicates, write."""
    with tempfile.TemporaryDirectory() as folder:
        crawl = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "crawl.warc.gz"
        corpus = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "corpus.jsonl"
        if not crawl.exists():
            make_crawl(crawl)
        report = process_shard(str(crawl), f"{folder}/out", RunSettings(formats=("markdown",)))
        print(f"{report.counts['ok']} of {report.read} records are documents with content")

        fingerprints: list[int] = []
        with corpus.open("w", encoding="utf-8") as out:
            for data in Path(folder, "out/data").glob("*.parquet"):
                for row in filter(wanted, pq.read_table(data).to_pylist()):
                    fingerprint = int(row["fingerprint"], 16)
                    if all((fingerprint ^ other).bit_count() > MAX_BITS for other in fingerprints):
                        fingerprints.append(fingerprint)
                        fields = {name: row[name] for name in ("url", "title", "language", "markdown")}
                        out.write(json.dumps(fields, ensure_ascii=False) + "\n")
        print(f"{len(fingerprints)} documents in the corpus, {corpus.stat().st_size} bytes")


main()
