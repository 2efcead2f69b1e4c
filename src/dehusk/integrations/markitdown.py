"""MarkItDown: a plugin that converts HTML to the Markdown of its content, not of the whole page.

It is found by its entry point: ``markitdown --use-plugins page.html``, ``MarkItDown(enable_plugins=True)``.

>>> from io import BytesIO
>>> from markitdown import MarkItDown, StreamInfo
>>> converter = MarkItDown()
>>> register_converters(converter)
>>> page = BytesIO(b"<title>Tea</title><p>Steep it for <b>three</b> minutes.")
>>> converter.convert_stream(page, stream_info=StreamInfo(extension=".html")).markdown
'Steep it for **three** minutes.\\n'
"""

from __future__ import annotations

from typing import Any, BinaryIO

from dehusk.errors import MissingExtra
from dehusk.extractor import Extractor

try:
    from markitdown import DocumentConverter, DocumentConverterResult, MarkItDown, StreamInfo
except ImportError:
    raise MissingExtra("markitdown", "markitdown") from None

__plugin_interface_version__ = 1
_PRIORITY = 9.0
"""Before MarkItDown's converter for any HTML (10), after those for single sites and feeds (0)."""


def register_converters(markitdown: MarkItDown, **kwargs: Any) -> None:  # noqa: ANN401, ARG001
    """What MarkItDown calls when plugins are enabled."""
    markitdown.register_converter(DehuskHtmlConverter(), priority=_PRIORITY)


class DehuskHtmlConverter(DocumentConverter):
    """Converts HTML and MHTML. A page without content raises, and MarkItDown tries its own converters then."""

    def __init__(self) -> None:
        self._extractor = Extractor()

    def accepts(self, file_stream: BinaryIO, stream_info: StreamInfo, **kwargs: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether this is HTML or MHTML, by its type or the name of its file."""
        mimetype = (stream_info.mimetype or "").lower()
        extension = (stream_info.extension or "").lower()
        known = mimetype.startswith(("text/html", "application/xhtml", "multipart/related"))
        return known or extension in (".html", ".htm", ".xhtml", ".mhtml", ".mht")

    def convert(self, file_stream: BinaryIO, stream_info: StreamInfo, **kwargs: Any) -> DocumentConverterResult:  # noqa: ANN401, ARG002
        """The Markdown of the content, and the title."""
        extraction = self._extractor.extract(file_stream.read(), url=stream_info.url)
        if not extraction.text:
            raise ValueError(f"no content ({extraction.status}: {extraction.reason})")
        return DocumentConverterResult(markdown=extraction.markdown, title=extraction.title)
