"""Bounds the memory that the parser needs for a document.

Two constructs make the parser's tree much larger than the document:

* Each start tag of HTML or BODY adds its attributes to the one element, and the parser copies all attributes each time.
* Formatting elements (B, FONT, ...) that are open at the end of a block are opened again in the next block. Several
  hundred of them can be open, so every block may cost several hundred elements.

Documents that do this more often than any real page are changed before they are parsed. Their text is kept.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from dehusk._core.markup_scan import FORMATTING_NAMES, ScannedMarkup

_MAX_ROOT_TAGS = 100
_MAX_REOPENED = 1_000_000
"""Elements that may be opened again; the parser needs about 130 bytes for each."""
_MAX_OPEN = 512
"""The parser's limit on open elements."""
_MAX_ALIKE = 3
"""How many formatting elements with equal names and attributes can be opened again in one block (HTML standard, "the
list of active formatting elements")."""

_FORMATTING = f"[bisu]|{'|'.join(FORMATTING_NAMES[4:])}"
_FORMATTING_START = re.compile(rf"<(?:{_FORMATTING})(?=[\s/>])", re.IGNORECASE | re.ASCII)
_FORMATTING_END = re.compile(rf"</(?:{_FORMATTING})(?=[\s/>])", re.IGNORECASE | re.ASCII)
_ROOT_START = re.compile(r"<(?:html|body)(?=[\s/>])", re.IGNORECASE | re.ASCII)
# The patterns below are for text in lower case, which they match several times as fast as with IGNORECASE.
_ATTRIBUTES_OR_NOT = re.compile(rf"<(?:{_FORMATTING})(?:(>)|(?=[\s/]))")
_VALUE = """(?>"[^"<>]*+"|'[^'<>]*+'|[^\\s"'<>=`]++)"""
# An element that ends where its end tag is, wherever it is: between its tags there is no other tag. A is among these to
# find the elements around it.
_SIMPLE_ELEMENT = re.compile(
    rf"<(?=[abcefinstu])({_FORMATTING}|a|span)(?>\s++[\w:~-]++(?>\s*+=\s*+{_VALUE})?+)*+\s*+>[^<]*+</\1\s*+>|<br\s*+/?>"
)
_NESTED_SIMPLE_ELEMENTS = 3


class ParserInput(NamedTuple):
    """What is parsed, and what was removed from it for the reader of the result: empty if it is the document."""

    html: str
    removed: str


def bound_parser_memory(markup: ScannedMarkup) -> ParserInput:
    """The document, or a document with the same text for which the parser needs memory in proportion to its size.

    >>> from dehusk._core.markup_scan import scan_markup
    >>> bound_parser_memory(scan_markup(b"<p><b>Tea"))
    ParserInput(html='<p><b>Tea', removed='')
    >>> bound_parser_memory(scan_markup(b"".join(b"<p><b id=%d>Tea" % n for n in range(9000)))).removed
    'formatting elements that are open in very many blocks (their text is kept)'
    """
    html = markup.html
    if markup.root_tags > _MAX_ROOT_TAGS and markup.tags * _MAX_OPEN > _MAX_REOPENED:
        html = _without_root_tags(html)
    if _reopens_too_many(markup):
        html = _FORMATTING_END.sub("</span", _FORMATTING_START.sub("<span", html))
        return ParserInput(html, "formatting elements that are open in very many blocks (their text is kept)")
    return ParserInput(html, "")


def _reopens_too_many(markup: ScannedMarkup) -> bool:
    if _reopened(markup.tags, markup.formatting_tags, markup.plain_formatting_tags) <= _MAX_REOPENED:
        return False
    return _reopened_in(_without_simple_elements(markup.html.lower())) > _MAX_REOPENED


def _without_root_tags(html: str) -> str:
    """Replace all start tags of HTML and BODY but the first ones by tags of HEAD, which the parser ignores there."""
    *_, last = islice(_ROOT_START.finditer(html), _MAX_ROOT_TAGS)
    return html[: last.end()] + _ROOT_START.sub("<head", html[last.end() :])


def _reopened(tags: int, formatting: int, plain: int) -> int:
    """An upper bound of how many elements the parser opens again; ``plain``: formatting tags without attributes."""
    alike = min(plain, _MAX_ALIKE * len(FORMATTING_NAMES))
    return tags * min(formatting - plain + alike, _MAX_OPEN)


def _reopened_in(lower: str) -> int:
    """The same for a document in lower case."""
    ends = _ATTRIBUTES_OR_NOT.findall(lower)
    return _reopened(lower.count("<"), len(ends), ends.count(">"))


def _without_simple_elements(lower: str) -> str:
    for _ in range(_NESTED_SIMPLE_ELEMENTS):
        # The space keeps what was before and after the element from becoming a tag.
        lower, found = _SIMPLE_ELEMENT.subn(" ", lower)
        if not found:
            break
    return lower
