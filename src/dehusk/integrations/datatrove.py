"""datatrove: an extractor step for pipelines over crawls.

>>> from datatrove.data import Document
>>> page = Document("<title>Tea</title><p>Steep it for three minutes.", "1", metadata={"url": "https://example.org/"})
>>> document, = DehuskExtractor(timeout=30).run([page])
>>> document.text, document.metadata["dehusk"]["title"]
('Steep it for three minutes.', 'Tea')
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from dehusk.errors import MissingExtra
from dehusk.extractor import Extractor

try:
    from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
    from datatrove.utils.typeshelper import StatHints
except ImportError:
    raise MissingExtra("datatrove", "datatrove") from None

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from datatrove.data import Document
    from datatrove.pipeline.writers.disk_base import DiskWriter


class DehuskExtractor(BaseExtractor):
    """Replaces the HTML of documents by their content, in a process with a deadline.

    ``metadata["url"]`` is the address of a page. ``metadata["dehusk"]`` gets ``status``, ``reason``, ``title``,
    ``language``, ``page_type`` and ``confidence``. A page without content goes to the ``exclusion_writer`` with its
    HTML, or is dropped without one; the statistics count all pages by status. ``format``: as in
    ``dehusk.list_writers()``. ``options``: arguments of :class:`dehusk.Extractor`.
    """

    name = "dehusk"

    def __init__(
        self,
        timeout: float = 10,
        *,
        format: str = "text",  # noqa: A002 - as Extraction.to calls it
        exclusion_writer: DiskWriter | None = None,
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(timeout)
        self.format, self.exclusion_writer, self._extractor = format, exclusion_writer, Extractor(**options)

    def extract(self, text: str) -> str:
        """The content of a page; what other parts of datatrove call."""
        return self._extractor.extract(text).to(self.format)

    def extract_page(self, html: str, url: str | None) -> tuple[str, dict[str, Any]]:
        """The content of a page, and what is known about it."""
        extraction = self._extractor.extract(html, url=url)
        facts = {name: getattr(extraction, name) for name in ("status", "reason", "page_type", "confidence")}
        facts |= {"title": extraction.title or "", "language": extraction.metadata.language or ""}
        return (extraction.to(self.format) if extraction.text else ""), facts

    def run(self, data: Iterable[Document], rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ARG002
        """The documents with content."""
        with (
            self.exclusion_writer or nullcontext() as excluded,
            ExtractorSandbox(timeout=self.timeout, warmup_text=("", None)) as sandbox,
        ):
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    text, document.metadata["dehusk"] = self._in_sandbox(sandbox, document)
                self.stat_update(f"status_{document.metadata['dehusk']['status']}")
                if text:
                    document.text = text
                    self.stat_update(StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    self.stat_update(StatHints.dropped)
                    if excluded is not None:
                        excluded.write(document, rank)

    def _in_sandbox(self, sandbox: ExtractorSandbox, document: Document) -> tuple[str, dict[str, Any]]:
        try:
            return sandbox.process_document((document.text, document.metadata.get("url")), self.extract_page)
        except TimeoutError:
            reason = f"took more than {self.timeout:g} seconds"
        except EOFError:
            reason = "its process died"
        unknown = {"page_type": "unknown", "confidence": None, "title": "", "language": ""}
        return "", {"status": "failed", "reason": reason, **unknown}
