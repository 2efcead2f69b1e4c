"""The converter in a pipeline, which is stored as YAML and loaded again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haystack import Pipeline
from haystack.components.preprocessors import DocumentSplitter
from haystack.dataclasses import ByteStream

import dehusk
from dehusk.integrations.haystack import DehuskConverter
from page_server import NEWS, NEWS_FILE

if TYPE_CHECKING:
    import pytest


def test_a_stored_pipeline() -> None:
    pipeline = Pipeline()
    pipeline.add_component("convert", DehuskConverter(format="text", options={"favor": "precision"}))
    pipeline.add_component("split", DocumentSplitter(split_by="word", split_length=40))
    pipeline.connect("convert.documents", "split.documents")
    loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["dehusk.integrations.haystack"])
    assert loaded.get_component("convert").options == {"favor": "precision"}
    parts = loaded.run({"convert": {"sources": [NEWS_FILE], "meta": {"crawl": 3}}})["split"]["documents"]
    expected = dehusk.extract(NEWS, favor="precision")
    assert "".join(part.content for part in parts) == expected.text
    assert all(part.meta["title"] == expected.title and part.meta["crawl"] == 3 for part in parts)


def test_sources_and_failures(caplog: pytest.LogCaptureFixture) -> None:
    page = ByteStream(b"<p>Tea from <a href=/y>Yunnan</a>.", meta={"url": "https://example.org/", "n": 1})
    sources = [page, str(NEWS_FILE), "no-such-page.html", ByteStream(b"%PDF-1.7", meta={"file_path": "a.pdf"})]
    made = DehuskConverter().run(sources, meta=[{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}])["documents"]
    assert [document.meta["id"] for document in made] == [1, 2]
    assert made[0].content == "Tea from [Yunnan](https://example.org/y).\n"
    assert made[0].meta["n"] == 1
    assert made[1].content == dehusk.extract(NEWS).markdown
    assert any(message.startswith("no-such-page.html: no such file") for message in caplog.messages)
    assert "a.pdf: no content (unreadable: this is a PDF document, not HTML)" in caplog.messages
