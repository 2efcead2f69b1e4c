"""The class of readability-lxml: ``from dehusk.compat.readability import Document``.

>>> document = Document("<title>Tea | Leaf</title><h1>Tea</h1><p>Steep it for three minutes.")
>>> document.title(), document.short_title()
('Tea | Leaf', 'Tea')
>>> document.summary(html_partial=True)
'<div><h1>Tea</h1>\\n<p>Steep it for three minutes.</p>\\n</div>'
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dehusk.compat.ignored_options import warn_ignored
from dehusk.extractor import Extractor
from dehusk.methods import Selection

if TYPE_CHECKING:
    from dehusk.extraction import Extraction
    from dehusk.page import Page

_NO_TITLE = "[no-title]"
_LEARNED = "the default method is learned; give favor= to dehusk.Extractor to keep more or less"
_IGNORED = {
    "positive_keywords": (None, _LEARNED),
    "negative_keywords": (None, _LEARNED),
    "min_text_length": (25, _LEARNED),
    "retry_length": (250, _LEARNED),
    "xpath": (False, "extraction.blocks has the XPath of every block"),
    "handle_failures": ("discard", "no document raises"),
}
"""Option -> its default, and what to do instead."""


class ReadableDocument:
    """A page, and what is to be read on it. Arguments as of readability-lxml; docs/switching.md lists them."""

    def __init__(self, input: str | bytes, url: str | None = None, **options: Any) -> None:  # noqa: A002, ANN401
        for name, value in options.items():
            if name not in _IGNORED:
                raise TypeError(f"unexpected option {name!r}; the options: url, {', '.join(_IGNORED)}")
            default, instead = _IGNORED[name]
            if value != default:
                warn_ignored(f"{name}={value!r}", instead)
        self.input, self.url = input, url

    @cached_property
    def _extraction(self) -> Extraction:
        return Extractor().extract(self.input, url=self.url)

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The content as clean HTML: a document, or with ``html_partial`` one DIV."""
        if keep_all_images:
            warn_ignored("keep_all_images=True", "images whose place is in the content are kept")
        part = f"<div>{self._extraction.html}</div>"
        return part if html_partial else f"<html><body>{part}</body></html>"

    def title(self) -> str:
        """The text of the TITLE element."""
        titles = (item.text for item in self._extraction.page.head if item.tag == "title")
        return " ".join(next(titles, "").split()) or _NO_TITLE

    def short_title(self) -> str:
        """The title without the name of the site."""
        return self._extraction.title or _NO_TITLE

    def author(self) -> str:
        """The authors."""
        return ", ".join(self._extraction.metadata.authors) or "[no-author]"

    def content(self) -> str:
        """The whole page as clean HTML."""
        return f"<body>{Extractor(method=_WholePage()).extract(self.input, url=self.url).html}</body>"


Document = ReadableDocument


class _WholePage:
    """Keeps all text."""

    name: ClassVar[str] = "whole-page"
    description: ClassVar[str] = "all text of the page"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        keep = np.zeros(len(page), dtype=np.bool_)
        keep[page.leaves] = True
        return Selection.of_leaves(page, keep)
