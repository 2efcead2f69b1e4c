"""NeMo Curator: an algorithm for ``CommonCrawlHTMLExtractor``.

>>> page = "<title>Tea</title><h1>Tea</h1><p>Steep it for three minutes."
>>> DehuskAlgorithm().extract_text(page, frozenset(), "ENGLISH")
['Tea', 'Steep it for three minutes.']
"""

from __future__ import annotations

from dehusk.errors import MissingExtra
from dehusk.extractor import Extractor

try:
    from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm
except ImportError:
    raise MissingExtra("nemo-curator", "nemo-curator") from None


class DehuskAlgorithm(HTMLExtractorAlgorithm):
    """The content of a page as paragraphs. Stop words are not needed, so all languages are treated alike."""

    def __init__(self, extractor: Extractor | None = None) -> None:
        self.extractor = extractor or Extractor()

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:  # noqa: ARG002
        """The blocks of the content; None if there is none."""
        return self.extractor.extract(html).text.splitlines() or None
