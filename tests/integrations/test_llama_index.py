"""A reader of files and URLs, and a step of an ingestion pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llama_index.core import SimpleDirectoryReader
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import Document

import dehusk
from dehusk.integrations.llama_index import DehuskNodeTransform, DehuskReader
from page_server import NEWS, NEWS_FILE, page_server

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_reader_reads_files_and_urls(caplog: pytest.LogCaptureFixture) -> None:
    with page_server() as address:
        made = DehuskReader(format="text").load_data([f"{address}/news", f"{address}/empty"], extra_info={"crawl": 3})
    assert [each.text for each in made] == [dehusk.extract(NEWS).text]
    assert made[0].metadata["source"] == made[0].metadata["url"] == f"{address}/news"
    assert made[0].metadata["crawl"] == 3
    assert f"{address}/empty: no content (empty: the page has no text)" in caplog.messages
    (made,) = DehuskReader().load_data(NEWS_FILE)
    assert made.text == dehusk.extract(NEWS).markdown


def test_a_directory(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text("<title>Tea</title><p>Steep it for three minutes.", "utf-8")
    (tmp_path / "note.txt").write_text("<p>not a page", "utf-8")
    read = SimpleDirectoryReader(str(tmp_path), file_extractor={".html": DehuskReader(format="text")}).load_data()
    texts = {each.metadata["file_name"]: each.text for each in read}
    assert texts == {"tea.html": "Steep it for three minutes.", "note.txt": "<p>not a page"}


def test_a_pipeline() -> None:
    step = DehuskNodeTransform(format="text", options={"favor": "precision"})
    pages = [
        Document(text=NEWS, metadata={"source": "https://example.org/n", "crawl": 3}),
        Document(text="<title>0</title>"),
    ]
    (made,) = IngestionPipeline(transformations=[step]).run(documents=pages)
    expected = dehusk.extract(NEWS, url="https://example.org/n", favor="precision")
    assert made.get_content() == expected.text
    assert made.metadata["crawl"] == 3
    assert made.metadata["title"] == expected.title


def test_a_step_can_be_stored() -> None:
    step = DehuskNodeTransform(format="text", options={"method": "bte"})
    assert DehuskNodeTransform.from_dict(step.to_dict()) == step
