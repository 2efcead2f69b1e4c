from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from langchain_core.documents import Document
from langchain_core.documents.base import Blob

import dehusk
from dehusk.integrations.langchain import DehuskBlobParser, DehuskTransformer
from page_server import MENU, NEWS, NEWS_FILE

if TYPE_CHECKING:
    import pytest


def test_documents_keep_their_metadata_and_get_more() -> None:
    page = Document(NEWS, id="7", metadata={"source": "https://example.org/news", "crawl": 3})
    (made,) = DehuskTransformer().transform_documents([page])
    expected = dehusk.extract(NEWS, url="https://example.org/news")
    assert made.page_content == expected.markdown
    assert made.id == "7"
    assert made.metadata["crawl"] == 3
    assert made.metadata["source"] == made.metadata["url"] == "https://example.org/news"
    assert made.metadata["title"] == expected.title
    assert made.metadata["confidence"] == expected.confidence
    assert all(isinstance(value, str | int | float) for value in made.metadata.values())
    assert page.page_content == NEWS


def test_a_page_without_content_is_left_out_and_reported(caplog: pytest.LogCaptureFixture) -> None:
    pages = [Document("<title>Nothing</title>", metadata={"source": "https://example.org/"}), Document("<p>Tea")]
    with caplog.at_level(logging.WARNING, "dehusk.integrations"):
        made = DehuskTransformer(format="text").transform_documents(pages)
    assert [each.page_content for each in made] == ["Tea"]
    assert caplog.messages == ["https://example.org/: no content (empty: the page has no text)"]


def test_asynchronous() -> None:
    made = asyncio.run(DehuskTransformer(format="text").atransform_documents([Document("<p>Tea")]))
    assert [each.page_content for each in made] == ["Tea"]


def test_blobs() -> None:
    parser = DehuskBlobParser(format="text", extractor=dehusk.Extractor(favor="recall"))
    (made,) = parser.parse(Blob.from_path(NEWS_FILE))
    assert made.page_content == dehusk.extract(NEWS, favor="recall").text
    assert made.metadata["source"] == str(NEWS_FILE)
    page = f"<meta charset=latin-1>{MENU}<p>Le café est prêt, et le thé aussi.".encode("latin-1")
    (made,) = parser.lazy_parse(Blob.from_data(page, metadata={"crawl": 3}))
    assert "Le café est prêt" in made.page_content
    assert made.metadata["crawl"] == 3
    assert parser.parse(Blob.from_data(b"%PDF-1.7")) == []
