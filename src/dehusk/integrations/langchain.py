"""LangChain: documents whose text is HTML become documents of their content; blobs of pages are parsed.

>>> from langchain_core.documents import Document
>>> pages = [Document("<title>Tea</title><p>Steep it for three minutes.", metadata={"source": "https://example.org/"})]
>>> DehuskTransformer().transform_documents(pages)[0].page_content
'Steep it for three minutes.\\n'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.errors import MissingExtra
from dehusk.extractor import Extractor
from dehusk.integrations.document_facts import content_of, page_facts, url_in

try:
    from langchain_core.document_loaders import BaseBlobParser
    from langchain_core.documents import BaseDocumentTransformer, Document
except ImportError:
    raise MissingExtra("langchain-core", "langchain") from None

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from langchain_core.documents.base import Blob


class DehuskTransformer(BaseDocumentTransformer):
    """Replaces the HTML of documents by their content, and adds title, authors, dates, confidence and so on.

    ``format``: as in ``dehusk.list_writers()``. The URL of a page is the ``source`` of its metadata. A page without
    content gives no document; a warning of the logger ``dehusk.integrations`` says why.
    """

    def __init__(self, *, format: str = "markdown", extractor: Extractor | None = None) -> None:  # noqa: A002
        self.format, self.extractor = format, extractor or Extractor()

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:  # noqa: ANN401, ARG002
        """One document per page with content, in the order of the pages."""
        made = []
        for page in documents:
            source = page.metadata.get("source")
            extraction = self.extractor.extract(page.page_content, url=url_in(source))
            if content := content_of(extraction, self.format, source or page.id):
                made.append(Document(content, id=page.id, metadata=page_facts(extraction) | page.metadata))
        return made


class DehuskBlobParser(BaseBlobParser):
    """Parses blobs of HTML or MHTML into documents of their content; arguments as of :class:`DehuskTransformer`."""

    def __init__(self, *, format: str = "markdown", extractor: Extractor | None = None) -> None:  # noqa: A002
        self.format, self.extractor = format, extractor or Extractor()

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """One document, or none if the page has no content."""
        page = blob.data if blob.data is not None else blob.as_bytes()
        extraction = self.extractor.extract(page, url=url_in(blob.source))
        if content := content_of(extraction, self.format, blob.source):
            source = {"source": blob.source} if blob.source else {}
            yield Document(content, metadata=page_facts(extraction) | source | blob.metadata)
