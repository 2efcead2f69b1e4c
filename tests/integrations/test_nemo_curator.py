"""The algorithm in NeMo Curator's own extractor for Common Crawl."""

from __future__ import annotations

from nemo_curator.stages.text.download.common_crawl.extract import CommonCrawlHTMLExtractor

import dehusk
from dehusk.integrations.nemo_curator import DehuskAlgorithm
from page_server import NEWS


def test_in_the_extractor_for_common_crawl() -> None:
    extractor = CommonCrawlHTMLExtractor(algorithm=DehuskAlgorithm())
    record = {"url": "https://example.org/", "warc_id": "1", "source_id": "a", "content": NEWS.encode()}
    found = extractor.extract(record)
    assert found is not None
    assert found["text"] == "\n\n".join(dehusk.extract(NEWS).text.splitlines())
    assert found["language"] == "ENGLISH"


def test_a_page_without_content() -> None:
    assert DehuskAlgorithm().extract_text("<title>Nothing</title>", frozenset(), "ENGLISH") is None
    recall = DehuskAlgorithm(dehusk.Extractor(favor="recall"))
    assert recall.extract_text("<p>Tea", frozenset(), "THAI") == ["Tea"]
