"""The item pipeline and the spider middleware, in a real crawl of a server on 127.0.0.1."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from scrapy import Field, Item
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

import dehusk
from dehusk.integrations.scrapy import ContentMiddleware, ContentPipeline
from page_server import NEWS, page_server

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SPIDER = """
import scrapy

class PageSpider(scrapy.Spider):
    name = "pages"
    custom_settings = {settings}

    async def start(self):
        for path in ("/news", "/latin", "/pdf"):
            yield scrapy.Request(self.address + path)

    {callback}
"""
PIPELINE = {"ITEM_PIPELINES": {"dehusk.integrations.scrapy.ContentPipeline": 300}, "DEHUSK_FIELDS": "text,title,url"}
MIDDLEWARE = {"SPIDER_MIDDLEWARES": {"dehusk.integrations.scrapy.ContentMiddleware": 100}}


def crawl(folder: Path, settings: Mapping[str, object], callback: str) -> dict[str, dict[str, object]]:
    """The items of a crawl, by the last part of their URL."""
    (folder / "spider.py").write_text(SPIDER.format(settings=settings, callback=callback), "utf-8")
    with page_server() as address:
        command = [
            sys.executable,
            "-m",
            "scrapy",
            "runspider",
            "spider.py",
            "-a",
            f"address={address}",
            "-O",
            "out.json",
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert "ERROR" not in done.stderr
    assert "Deprecat" not in done.stderr
    items = json.loads((folder / "out.json").read_text("utf-8"))
    return {str(item["url"]).rpartition("/")[2]: item for item in items}


def test_items_that_hold_html(tmp_path: Path) -> None:
    callback = 'def parse(self, response): yield {"url": response.url, "html": response.body.decode("latin-1")}'
    found = crawl(tmp_path, PIPELINE, callback)
    assert set(found) == {"news", "latin", "pdf"}
    assert found["latin"]["text"] == "Le café est prêt, et le thé aussi."
    assert set(found["latin"]) == {"url", "html", "text", "title"}


@pytest.mark.parametrize("start", ["def", "async def"])
def test_items_without_html(tmp_path: Path, start: str) -> None:
    found = crawl(
        tmp_path, MIDDLEWARE, f'{start} parse(self, response): yield {{"url": response.url, "title": "mine"}}'
    )
    assert found["news"]["text"] == dehusk.extract(NEWS).text
    assert found["latin"]["text"] == "Le café est prêt, et le thé aussi."
    assert found["latin"]["title"] == "mine"
    assert (found["pdf"]["status"], found["pdf"]["reason"]) == ("unreadable", "this is a PDF document, not HTML")


class Page(Item):  # type: ignore[misc]
    html = Field()
    text = Field()


def test_settings_and_declared_items() -> None:
    crawler = get_crawler(settings_dict={"DEHUSK_FIELDS": ["text"], "DEHUSK_OPTIONS": {"method": "bte"}})
    pipeline = ContentPipeline.from_crawler(crawler)
    assert pipeline.extractor.method.name == "bte"
    assert pipeline.process_item(Page(html=b"<p>Tea"))["text"] == "Tea"
    assert pipeline.process_item({"name": "no page"}) == {"name": "no page"}


def test_a_response_is_extracted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    middleware = ContentMiddleware()
    calls = []
    extract = middleware.extractor.extract

    def counted(page: bytes, **options: Any) -> dehusk.Extraction:  # noqa: ANN401
        calls.append(page)
        return extract(page, **options)

    monkeypatch.setattr(middleware.extractor, "extract", counted)
    response = HtmlResponse("https://example.org/", body=b"<p>Tea")
    assert [item["text"] for item in middleware.process_spider_output(response, [{}, {}])] == ["Tea", "Tea"]
    assert list(middleware.process_spider_output(Response("https://example.org/a.png"), [{}])) == [{}]
    assert len(calls) == 1
