"""What the rules of quality look at: titles, headings, sentences, fields, addresses, and how much prose there is.

Facts are of the page as it is shown, not of what a method selected: they are the same for every method.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dehusk.content.metadata.jsonld import json_ld_items
from dehusk.content.page_blocks import block_texts, kept_spans
from dehusk.content.quality.cue_search import Cue, CueLines
from dehusk.content.quality.source_marks import searched_source
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page import tags
from dehusk.page.head_items import likely_items
from dehusk.page.text_measures import IDEOGRAPH, collapse

if TYPE_CHECKING:
    from dehusk.content.page_content import PageContent
    from dehusk.page.arrays import Bools, Ints

_PROSE_WORDS = 8
_LONG_BLOCK = 120
# A page must not cost more because it was made to: what is above these numbers does not count.
_LONG_LINE = 1000
_MANY_LINES = 1500
_MANY_CHARS = 60_000
_TITLE_SEPARATOR = re.compile(r"(?=[\s|｜»])(?:\s+[|–—·•:»-]+\s+|\s*[|｜»]\s*|\s+::\s+)")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
_OUTER = tags.tag_table("nav footer aside select option noscript")
_CONTROL = tags.tag_table("button a option label summary")
_INPUT = tags.NUMBERS["input"]
_MEDIA_OR_HEADING = tags.tag_table("img picture video h1 h2 h3 h4 h5 h6")
_FIRST_HEADING = tags.tag_table("h1")
_RECORD_PLACES = tags.tag_table("nav header footer aside menu form")


class CueLine(NamedTuple):
    """A title, heading, sentence or control; also a block of sentences that are not yet separated."""

    kind: str
    """``title``, ``heading``, ``sentence`` or ``control``."""
    text: str
    row: int
    """The row of its block-level element; -1 for the title."""

    def parts(self) -> list[CueLine]:
        """The sentences, or the line itself.

        >>> [part.text for part in CueLine("sentence", "Tea. Milk!", 1).parts()]
        ['Tea.', 'Milk!']
        """
        if self.kind != "sentence":
            return [self]
        return [CueLine(self.kind, part, self.row) for part in _SENTENCE.split(self.text) if part]


class PageFacts:
    """Facts about a page; each is found when it is first used."""

    def __init__(self, content: PageContent) -> None:
        self.page = content.page
        self.http_status = content.http_status
        self.url = content.url or ""
        self.requested_url = content.requested_url or self.url
        self._document = content.source
        self._found: dict[str, list[tuple[CueLine, Cue]]] = {}

    @lazy_attribute
    def source(self) -> str:
        """The source of the page, in lower case; "" if it has none of the marks."""
        return searched_source(self._document)

    @lazy_attribute
    def _spans(self) -> tuple[Ints, Ints]:
        return kept_spans(self.page, np.ones(len(self.page), dtype=np.bool_))

    @lazy_attribute
    def _counted_words(self) -> Ints:
        first, _ = self._spans
        return np.add.reduceat(self.page.words, first) if len(first) else first

    @lazy_attribute
    def block_words(self) -> Ints:
        """The number of words of each block; two ideographs count as one word."""
        words = self._counted_words
        if np.count_nonzero(self.page.char_classes == IDEOGRAPH) * 3 > len(self.page.text):
            words = words // 2
        return words

    @lazy_attribute
    def holders(self) -> Ints:
        """The block-level element of each block."""
        return self.page.block_holder[self._spans[0]]

    @lazy_attribute
    def prose(self) -> Bools:
        """Blocks of running text: several words, most of them not links, outside navigation and footers."""
        page = self.page
        first, _ = self._spans
        if not len(first):
            return np.zeros(0, dtype=np.bool_)
        linked = np.add.reduceat(np.where(page.in_link, page.words, 0), first)
        return (self.block_words >= _PROSE_WORDS) & (linked * 2 < self._counted_words) & ~self._outer

    @lazy_attribute
    def _outer(self) -> Bools:
        """Blocks in navigation, footers and the like."""
        return self.page.inside(_OUTER[self.page.tag])[self._spans[0]]

    @lazy_attribute
    def words(self) -> int:
        """The number of words of the page."""
        return int(self.block_words.sum())

    @lazy_attribute
    def prose_words(self) -> int:
        """The number of words of running text."""
        return int(self.block_words[self.prose].sum())

    @lazy_attribute
    def article_words(self) -> int:
        """The number of words of the longest run of text: blocks whose elements have the same parent."""
        if not self.prose.any():
            return 0
        parents = np.maximum(self.page.parent[self.holders[self.prose]], 0)
        return int(np.bincount(parents, weights=self.block_words[self.prose]).max())

    def words_below(self, row: int) -> int:
        """The number of words of running text in an element."""
        inside = (self.holders >= row) & (self.holders < self.page.end[row])
        return int(self.block_words[inside & self.prose].sum())

    def words_outside(self, row: int) -> int:
        """The number of words outside of an element, those of links too, without navigation and footers."""
        inside = (self.holders >= row) & (self.holders < self.page.end[row])
        return int(self.block_words[~inside & ~self._outer].sum())

    def words_in(self, rows: Iterable[int]) -> int:
        """The number of words of running text whose block-level elements are these."""
        return int(self.block_words[np.isin(self.holders, list(rows)) & self.prose].sum())

    @lazy_attribute
    def title(self) -> str:
        """The text of the TITLE element."""
        titles = likely_items(self.page.head, {"title": b""})
        return collapse(titles[0].text) if titles else ""

    @lazy_attribute
    def lines(self) -> list[CueLine]:
        """Titles, headings, short blocks of sentences, and controls."""
        page = self.page
        title = self.title[:_LONG_LINE]
        segments = [title, *_TITLE_SEPARATOR.split(title)] if title else []
        found = [CueLine("title", text, -1) for text in dict.fromkeys(filter(None, segments))]
        first, stop = self._spans
        short = np.flatnonzero((self.block_words <= _LONG_BLOCK) & (self.block_words > 0))[:_MANY_LINES]
        texts = block_texts(page, first[short], stop[short])
        controls = page.inside(_CONTROL[page.tag])[first[short]]
        level = tags.HEADING_LEVEL[page.tag[self.holders[short]]]
        left = _MANY_CHARS
        for text, row, control, heading in zip(
            texts, self.holders[short].tolist(), controls.tolist(), level.tolist(), strict=True
        ):
            if len(text) > min(_LONG_LINE, left):
                continue
            left -= len(text)
            found.append(CueLine("heading" if heading else "control" if control else "sentence", text, row))
        found += [CueLine("control", text, row) for text, row in self._input_values() if len(text) <= _LONG_LINE]
        return found

    def _input_values(self) -> list[tuple[str, int]]:
        kinds = {"submit", "button"}
        rows = [row for row in self.input_rows if (self.page.attr(row, "type") or "").lower() in kinds]
        return [(self.page.attr(row, "value") or "", row) for row in rows]

    @lazy_attribute
    def input_rows(self) -> list[int]:
        """The INPUT elements."""
        rows: list[int] = np.flatnonzero(self.page.tag == _INPUT)[:_MANY_LINES].tolist()
        return rows

    @lazy_attribute
    def password_fields(self) -> list[int]:
        """The INPUT elements of type password."""
        return [row for row in self.input_rows if (self.page.attr(row, "type") or "").lower() == "password"]

    @lazy_attribute
    def _cue_lines(self) -> CueLines:
        return CueLines([line.text for line in self.lines])

    def find(self, name: str) -> list[tuple[CueLine, Cue]]:
        """The lines with a phrase of a list, sentences one by one, in order."""
        if name not in self._found:
            # Few lines are likely to have a phrase: the others need not be separated.
            lines = self._cue_lines
            likely = [part for number in lines.likely(name) for part in self.lines[number].parts()]
            found = CueLines([line.text for line in likely], lines).find(name) if likely else {}
            self._found[name] = [(likely[number], found[number]) for number in sorted(found)]
        return self._found[name]

    @lazy_attribute
    def records(self) -> int:
        """The largest number of similar siblings with a link, and an image or heading."""
        page = self.page
        linked = page.above(tags.LINK[page.tag]) & page.above(_MEDIA_OR_HEADING[page.tag])
        beside = page.class_words.has("sidebar", "related", "widget")
        beside &= ~page.above(_FIRST_HEADING[page.tag])
        rows = np.flatnonzero(linked & ~page.inside(_RECORD_PLACES[page.tag] | beside))
        rows = rows[rows > 0]
        if not len(rows):
            return 0
        keys = page.parent[rows] * (1 << 16) + page.tag[rows]
        return int(np.unique(keys, return_counts=True)[1].max())

    @lazy_attribute
    def json_ld(self) -> list[dict[str, Any]]:
        """The items of JSON-LD that describe the page."""
        return json_ld_items(item.text for item in likely_items(self.page.head, {"script": b""}))

    def meta(self, name: str) -> str:
        """The content of a META element, in lower case."""
        for item in likely_items(self.page.head, {"meta": name.encode()}):
            attrs = dict(item.attrs)
            if name in (attrs.get("name"), attrs.get("property")):
                return (attrs.get("content") or "").strip().lower()
        return ""

    def where(self, row: int) -> str:
        """The place of a line, in words."""
        return "title" if row < 0 else self.page.path(row)
