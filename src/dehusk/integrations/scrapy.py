"""Scrapy: an item pipeline for items that hold HTML, and a spider middleware for items that do not.

>>> ContentPipeline().process_item({"html": "<p>Steep it for three minutes.", "url": "https://example.org/"})["text"]
'Steep it for three minutes.'
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Self

from dehusk.errors import MissingExtra
from dehusk.extractor import Extractor

try:
    from itemadapter import ItemAdapter
    from scrapy import Request
    from scrapy.http import TextResponse
except ImportError:
    raise MissingExtra("scrapy", "scrapy") from None

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from dehusk.extraction import Extraction

FIELDS = ("text", "title", "status", "reason", "confidence")
"""What is added to items by default; the setting ``DEHUSK_FIELDS`` names others: any field of ``Extraction``."""


class _Fields:
    """The settings ``DEHUSK_FIELDS``, and ``DEHUSK_OPTIONS`` (arguments of :class:`dehusk.Extractor`)."""

    def __init__(self, fields: Iterable[str] = FIELDS, options: dict[str, Any] | None = None) -> None:
        self.fields, self.extractor = tuple(fields), Extractor(**(options or {}))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """What Scrapy calls."""
        return cls(crawler.settings.getlist("DEHUSK_FIELDS") or FIELDS, crawler.settings.getdict("DEHUSK_OPTIONS"))

    def fill(self, item: Any, extraction: Extraction) -> Any:  # noqa: ANN401 - any type of item
        """The item with the fields that it does not have yet."""
        adapter = ItemAdapter(item)
        adapter.update({name: getattr(extraction, name) for name in self.fields if adapter.get(name) is None})
        return item


class ContentPipeline(_Fields):
    """Takes ``html`` (text or bytes) and, if there is one, ``url`` of an item, and adds the fields of its content."""

    def process_item(self, item: Any) -> Any:  # noqa: ANN401
        """The same item; one without ``html`` is left alone."""
        adapter = ItemAdapter(item)
        html = adapter.get("html")
        return item if html is None else self.fill(item, self.extractor.extract(html, url=adapter.get("url")))


class ContentMiddleware(_Fields):
    """Adds the fields of a response's content to every item that a spider makes of it."""

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """What the spider returned, with its items filled."""
        extract = cache(partial(self._extract, response))
        return (self._filled(response, each, extract) for each in result)

    async def process_spider_output_async(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for spiders with asynchronous callbacks."""
        extract = cache(partial(self._extract, response))
        async for each in result:
            yield self._filled(response, each, extract)

    def _filled(self, response: Response, each: Any, extract: Callable[[], Extraction]) -> Any:  # noqa: ANN401
        return (
            each if isinstance(each, Request) or not isinstance(response, TextResponse) else self.fill(each, extract())
        )

    def _extract(self, response: Response) -> Extraction:
        content_type = response.headers.get("Content-Type")
        headers = {"Content-Type": content_type.decode("latin-1")} if content_type else None
        return self.extractor.extract(response.body, url=response.url, headers=headers)
