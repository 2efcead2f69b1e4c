"""Haystack: a converter of pages, in place of ``HTMLToDocument``.

>>> from haystack.dataclasses import ByteStream
>>> page = ByteStream(b"<title>Tea</title><p>Steep it for three minutes.")
>>> DehuskConverter().run([page])["documents"][0].content
'Steep it for three minutes.\\n'
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dehusk.errors import MissingExtra, SourceError
from dehusk.extractor import Extractor
from dehusk.integrations.document_facts import LOGGER, content_of, page_facts, url_in

try:
    from haystack import Document, component
    from haystack.components.converters.utils import normalize_metadata
    from haystack.dataclasses import ByteStream
except ImportError:
    raise MissingExtra("haystack-ai", "haystack") from None


@component
class DehuskConverter:
    """Converts pages, from files, URLs or byte streams, to documents of their content.

    ``format``: as in ``dehusk.list_writers()``. ``options``: arguments of :class:`dehusk.Extractor`. A page without
    content gives no document, as with ``HTMLToDocument``; a warning of the logger ``dehusk.integrations`` says why.
    """

    def __init__(self, format: str = "markdown", options: dict[str, Any] | None = None) -> None:  # noqa: A002
        self.format, self.options = format, options or {}
        self._extractor = Extractor(**self.options)

    @component.output_types(documents=list[Document])
    def run(
        self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | list[dict[str, Any]] | None = None
    ) -> dict[str, list[Document]]:
        """The documents of the pages; ``meta`` is added to all of them, or is one dictionary per page."""
        documents = []
        for source, given in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            stream = source.meta if isinstance(source, ByteStream) else {}
            url = url_in(stream.get("url"))
            try:
                page = source.data if isinstance(source, ByteStream) else self._extractor.read(source)
            except SourceError as error:
                LOGGER.warning("%s", error)
                continue
            extraction = self._extractor.extract(page, url=url)
            if content := content_of(extraction, self.format, stream.get("file_path") or url or source):
                documents.append(Document(content=content, meta=page_facts(extraction) | stream | given))
        return {"documents": documents}
