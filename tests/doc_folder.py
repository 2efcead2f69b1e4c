"""The folder in which the commands of the documentation are run: the files that its pages name."""

from __future__ import annotations

import gzip
import json
import shutil
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import dehusk
from doc_pages import ROOT
from warc_files import crawl_records, write_warc

PAGES = ROOT / "tests/pages"
NEWS = (PAGES / "news-en/page.html").read_bytes()
GONE = b"<!doctype html><title>Page not found</title><h1>Page not found</h1>"


class ExampleHost(ThreadingHTTPServer):
    """Answers for https://example.org, and as a proxy: every address is our news page."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _PageHandler)
        self.url = f"http://127.0.0.1:{self.server_port}"


class _PageHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(NEWS)))
        self.end_headers()
        self.wfile.write(NEWS)

    def log_message(self, *_: object) -> None:
        """Nothing: the test reads standard error."""


def labelled_rows() -> list[dict[str, object]]:
    """Our pages, with the text that the default keeps as gold."""
    rows: list[dict[str, object]] = []
    for number, name in enumerate(("news-en", "blog-en", "recipe-fr", "forum-thread-en", "news-ja")):
        html = (PAGES / name / "page.html").read_text("utf-8")
        url = f"https://site{number % 2}.example/{name}"
        split = "train" if number % 2 else "test"
        gold = dehusk.extract(html).text
        rows.append({"id": name, "url": url, "html": html, "gold": gold, "split": split, "lang": name[-2:]})
    return rows


def make_folder(folder: Path, urls: str) -> None:
    """Make all files; ``urls`` is the address of an :class:`ExampleHost`."""
    for name in ("page", "a", "b", "old"):
        (folder / f"{name}.html").write_bytes(NEWS)
    shutil.copy(PAGES / "forum-thread-en/page.html", folder / "thread.html")
    (folder / "pages").mkdir()
    (folder / "pages/tidal-mill.html").write_bytes(NEWS)
    (folder / "pages/gone.html").write_bytes(GONE)
    (folder / "urls.txt").write_text(f"{urls}/story\n")
    (folder / "b").mkdir()
    shutil.copy(PAGES / "blog-en/page.html", folder / "b/c.html")
    shutil.copy(ROOT / "src/dehusk/methods/learned/model.npz", folder / "mine.npz")
    (folder / "tests").symlink_to(ROOT / "tests")
    rows = labelled_rows()
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    for name in ("pages.jsonl", "labels.jsonl"):
        (folder / name).write_text(lines)
    (folder / "pages.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    structure = [{**row, "reference_markdown": dehusk.extract(str(row["html"])).markdown} for row in rows]
    text = "".join(json.dumps(row) + "\n" for row in structure)
    (folder / "structure.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "crawl").mkdir()
    write_warc(folder / "crawl/one.warc.gz", crawl_records(6))
    shutil.copy(folder / "crawl/one.warc.gz", folder / "crawl.warc.gz")
    (folder / "warc.paths.gz").write_bytes(gzip.compress(b"crawl/one.warc.gz\n"))
    columns = {"content": [row["html"] for row in rows], "link": [row["url"] for row in rows]}
    pq.write_table(pa.table({**columns, "key": [row["id"] for row in rows]}), folder / "pages.parquet")
