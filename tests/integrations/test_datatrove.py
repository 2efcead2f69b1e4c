"""A whole pipeline of datatrove: read, extract, write; and the pages that have no content."""

from __future__ import annotations

import gzip
import json
import os
import signal
import time
from typing import TYPE_CHECKING, Any

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

import dehusk
from dehusk.integrations.datatrove import DehuskExtractor
from page_server import NEWS

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def rows(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for path in sorted(folder.glob("*.gz")) for line in gzip.open(path, "rt", encoding="utf-8")
    ]


def test_a_pipeline(tmp_path: Path) -> None:
    pages = [
        {"id": "news", "text": NEWS, "url": "https://example.org/news"},
        {"id": "empty", "text": "<title>Nothing</title>", "url": "https://example.org/empty"},
        {"id": "script", "text": "<script>draw()</script>"},
        {"id": "tea", "text": "<p>Tea from <a href=/y>Yunnan</a>.", "url": "https://example.org/"},
    ]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages), "utf-8")
    excluded = JsonlWriter(str(tmp_path / "excluded"))
    steps = [
        JsonlReader(str(tmp_path / "in")),
        DehuskExtractor(timeout=60, format="markdown", exclusion_writer=excluded),
        JsonlWriter(str(tmp_path / "out")),
    ]
    stats = LocalPipelineExecutor(pipeline=steps, logging_dir=str(tmp_path / "logs")).run()
    kept = rows(tmp_path / "out")
    assert [row["id"] for row in kept] == ["news", "tea"]
    expected = dehusk.extract(NEWS, url="https://example.org/news")
    assert kept[0]["text"] == expected.markdown
    assert kept[0]["metadata"]["url"] == "https://example.org/news"
    assert kept[0]["metadata"]["dehusk"]["confidence"] == expected.confidence
    assert kept[1]["text"] == "Tea from [Yunnan](https://example.org/y).\n"
    left = rows(tmp_path / "excluded")
    assert [(row["id"], row["metadata"]["dehusk"]["status"]) for row in left] == [
        ("empty", "empty"),
        ("script", "empty"),
    ]
    assert left[0]["text"] == "<title>Nothing</title>"
    counts = {name: stat.total for name, stat in stats.stats[1].stats.items()}
    assert (counts["total"], counts["forwarded"], counts["dropped"]) == (4, 2, 2)
    assert (counts["status_ok"], counts["status_empty"]) == (2, 2)


class Breaking(DehuskExtractor):
    """Hangs on one page and dies on another."""

    def extract_page(self, html: str, url: str | None) -> tuple[str, dict[str, Any]]:
        if html == "hang":
            time.sleep(600)
        if html == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().extract_page(html, url)


def test_a_page_that_hangs_or_kills_its_process_is_one_failure(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    writer = JsonlWriter(str(tmp_path))
    pages = [Document(text, text) for text in ("<p>Tea", "hang", "<p>Milk", "die", "<p>Sugar")]
    kept = list(Breaking(timeout=15, exclusion_writer=writer).run(iter(pages)))
    assert [document.text for document in kept] == ["Tea", "Milk", "Sugar"]
    failed = {row["id"]: row["metadata"]["dehusk"] for row in rows(tmp_path)}
    assert failed["hang"]["reason"] == "took more than 15 seconds"
    assert failed["die"]["reason"] == "its process died"
    assert {facts["status"] for facts in failed.values()} == {"failed"}
    capfd.readouterr()


def test_without_a_writer_failures_are_dropped_and_counted() -> None:
    step = DehuskExtractor(timeout=60, method="bte")
    assert list(step.run(iter([Document("<title>Nothing</title>", "1")]))) == []
    assert step.stats["status_empty"].total == 1
    assert step.extract("<p>Tea") == "Tea"
