"""HTML to Page: one pass over the tree that a conforming parser builds. Only this module knows which parser.

Not rows of the Page: comments, the doctype, scripts, styles, and the text of elements whose content is never
drawn. The head's title, meta, link, base and JSON-LD are kept aside in ``page.head``.
"""

from __future__ import annotations

import re
import time
from html import escape
from types import SimpleNamespace
from typing import TYPE_CHECKING, Literal, cast

import numpy as np
from turbohtml.saxparse import SaxHandler, sax_parse

from dehusk.errors import ArgumentError
from dehusk.limits import Limits
from dehusk.page import tags
from dehusk.page.hidden import SHADOW_ROOT, drop_hidden
from dehusk.page.text import encodable
from dehusk.page.tree import Attributes, HeadItem, Page

if TYPE_CHECKING:
    from dehusk.page.text import Ints

HiddenPolicy = Literal["drop", "keep"]

# Never drawn, and no part of the page's structure: title, desc and metadata are SVG's (HTML's title is in the
# head), noframes and noembed are for browsers of the nineties.
_SKIPPED = frozenset(["script", "style", "title", "desc", "metadata", "noframes", "noembed", "datalist"])
_VOID_HEAD_ITEMS = frozenset(["meta", "link", "base"])
_HEAD_ITEM = tags.tag_table(_VOID_HEAD_ITEMS)
_SHADOW_ROOT = re.compile(r"(<template\b[^<>]{0,1000}?\s)shadowrootmode\b", re.IGNORECASE)
_TEX_SCRIPT = re.compile(
    r"""<script\b[^<>]{0,99}?type\s?=\s?["']?math/tex([^<>]{0,99})>(.{0,9999}?)</script\s?>""",
    re.IGNORECASE | re.DOTALL,
)
# The parser keeps 512 elements open, HTML and BODY among them, and puts deeper ones beside the last: an element
# of depth 510 may be one of those, so the first that we can trust is 509 below BODY.
_PARSER_DEPTH = 509
# Reading the clock for every node would cost as much as the node.
_NODES_BETWEEN_CLOCK_READINGS = 4096


def parse(html: str, *, url: str | None = None, hidden: HiddenPolicy = "drop", limits: Limits | None = None) -> Page:
    """Parse a document or a fragment of one.

    ``hidden="drop"`` leaves out text that a browser would not show, unless that is most of the page's text;
    ``"keep"`` leaves it in, as the papers do. ``page.hidden`` tells how much there was, ``page.cut`` what the
    limits cut.

    >>> page = parse("<p>Shown to everybody<p hidden>Not shown")
    >>> page.text, page.hidden.chars
    ('Shown to everybody', 9)
    """
    if not isinstance(html, str):
        raise ArgumentError(f"parse takes text, not {type(html).__name__}; decode bytes with dehusk.source.decode")
    if hidden not in ("drop", "keep"):
        raise ArgumentError(f"hidden must be 'drop' or 'keep', not {hidden!r}")
    limits = limits or Limits()
    builder = _Builder(limits)
    if len(html) > limits.bytes:
        builder.cut.append(f"the page after {limits.bytes:,} bytes")
        html = html[: limits.bytes]
    try:
        sax_parse(_clean(html), builder.handler())
    except _LimitReached as reached:
        builder.cut.append(str(reached))
    return drop_hidden(builder.page(url), hidden)


def _clean(html: str) -> str:
    """What the parser cannot take, made harmless.

    A declarative shadow root would be attached to its host, out of reach of the walk, so it is parsed as the
    template that it is written as. MathJax shows formulas for scripts that hold TeX: they become the element that
    a browser has for formulas.
    """
    html = encodable(html)
    if "shadowrootmode" in html:
        html = _SHADOW_ROOT.sub(rf"\1{SHADOW_ROOT}", html)
    if "math/tex" in html:
        html = _TEX_SCRIPT.sub(_as_math, html)
    return html


def _as_math(script: re.Match[str]) -> str:
    display = ' display="block"' if "display" in script[1] else ""
    return f'<math alttext="{escape(script[2])}"{display}></math>'


class _LimitReached(Exception):  # noqa: N818 - carries a message, is not an error
    pass


def _ignore(*_event: object) -> None:
    pass


class _TagNumbers(dict[str, int]):
    """Tag numbers that grow by the names of this page."""

    def __missing__(self, name: str) -> int:
        # 65,535 is the last number of the column; names past it share it.
        self[name] = number = min(len(self), (1 << 16) - 1)
        return number


class _Builder:
    """Collects rows from the parser's events: a few appends a node, the rest is done on columns at the end.

    ``aside`` is the nesting of elements that are not rows: it is above zero until BODY starts, and inside scripts
    and the like.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.depth = min(limits.depth, _PARSER_DEPTH)
        self.deadline = time.monotonic() + limits.seconds
        self.next_check = min(_NODES_BETWEEN_CLOCK_READINGS, limits.nodes)
        self.numbers = _TagNumbers(tags.NUMBERS)
        self.tag = [tags.NUMBERS["body"]]
        self.parent = [-1]
        self.end = [0]
        self.attrs: list[Attributes] = [()]
        self.texts: list[str] = []
        self.continued: list[int] = []
        self.stack = [0, 0]  # the ends of BODY and of HTML
        self.aside = 1
        self.body_started = False
        self.head_item: tuple[str, Attributes, list[str]] | None = None
        self.head: list[HeadItem] = []
        self.root_attrs: Attributes = ()
        self.scripts = 0
        self.cut: list[str] = []
        self.too_deep = False

    def handler(self) -> SaxHandler:
        """What the parser calls for every node: its three functions are half of what a page costs.

        So they are closures over the columns, which takes a sixth off the time that methods would take.
        """
        tag, stack, texts, numbers, end = self.tag, self.stack, self.texts, self.numbers, self.end
        add_tag, add_attrs, add_parent, add_end = tag.append, self.attrs.append, self.parent.append, end.append
        push, pop, add_text = stack.append, stack.pop, texts.append
        full = self.depth + 2
        in_text = False

        def start_element(name: str, attrs: Attributes) -> None:
            nonlocal in_text
            if self.aside or name in _SKIPPED:
                self._start_aside(name, attrs)
                return
            in_text = False
            row = len(tag)
            if row >= self.next_check:
                self._check(row)
            if len(stack) >= full:
                self.too_deep = True
                push(stack[-1])
                return
            add_tag(numbers[name])
            add_attrs(attrs)
            add_parent(stack[-1])
            add_end(0)
            push(row)

        def end_element(name: str) -> None:
            nonlocal in_text
            if self.aside:
                self._end_aside(name)
                return
            in_text = False
            end[pop()] = len(tag)

        def characters(data: str) -> None:
            nonlocal in_text
            if self.aside:
                if self.head_item:
                    self.head_item[2].append(data)
                return
            # A comment or script between two pieces of text does not part them.
            if in_text:
                self.continued.append(len(texts))
            else:
                in_text = True
                add_tag(tags.TEXT)
                add_attrs(())
                add_parent(stack[-1])
                add_end(len(tag))
            add_text(data)

        handler = SimpleNamespace(start_element=start_element, end_element=end_element, characters=characters)
        handler.comment = handler.doctype = handler.processing_instruction = _ignore
        return cast("SaxHandler", handler)

    def _start_aside(self, tag: str, attrs: Attributes) -> None:
        self.scripts += tag == "script"
        if self.body_started:
            self.aside += 1
        elif tag == "html":
            self.root_attrs = attrs
        elif tag == "body":
            self.attrs[0] = attrs
            self.body_started = True
            self.aside = 0
            return
        elif tag in _VOID_HEAD_ITEMS:
            self.head.append(HeadItem(tag, attrs, ""))
        if self.head_item is None and self._is_head_item(tag, attrs):
            self.head_item = (tag, attrs, [])

    def _end_aside(self, tag: str) -> None:
        if self.head_item and self.head_item[0] == tag:
            name, attrs, texts = self.head_item
            self.head.append(HeadItem(name, attrs, "".join(texts)))
            self.head_item = None
        if self.body_started:
            self.aside -= 1

    def _is_head_item(self, tag: str, attrs: Attributes) -> bool:
        if tag == "script":
            return any(name == "type" and "ld+json" in (value or "").lower() for name, value in attrs)
        return tag == "title" and not any(self.tag[row] == tags.NUMBERS["svg"] for row in self.stack)

    def _check(self, row: int) -> None:
        if row >= self.limits.nodes:
            raise _LimitReached(f"the page after {self.limits.nodes:,} nodes")
        if time.monotonic() > self.deadline:
            raise _LimitReached(f"the page after {self.limits.seconds:g} seconds of parsing")
        self.next_check = min(row + _NODES_BETWEEN_CLOCK_READINGS, self.limits.nodes)

    def page(self, url: str | None) -> Page:
        """The rows so far, as a Page."""
        rows = len(self.tag)
        for row in self.stack:
            self.end[row] = rows
        if self.too_deep:
            self.cut.append(f"elements nested deeper than {self.depth:,} (their text is kept)")
        tag = np.array(self.tag, dtype=np.uint16)
        end = np.array(self.end, dtype=np.intp)
        # An image in a head's NOSCRIPT begins the body, and what the head still had to say stands in it.
        astray = [HeadItem(tags.NAMES[tag[row]], self.attrs[row], "") for row in np.flatnonzero(_HEAD_ITEM[tag])]
        begins = np.ones(len(self.texts), dtype=np.intp)
        begins[self.continued] = 0
        lengths = np.zeros(rows + 1, dtype=np.intp)
        row_of_text = np.flatnonzero(tag == tags.TEXT)[np.cumsum(begins) - 1]
        np.add.at(lengths, row_of_text + 1, np.fromiter(map(len, self.texts), np.intp, len(self.texts)))
        return Page(
            text="".join(self.texts),
            offset=np.cumsum(lengths),
            tag=tag,
            parent=np.array(self.parent, dtype=np.intp),
            end=end,
            depth=_depths(end),
            attrs=tuple(self.attrs),
            extra_tags=tuple(list(self.numbers)[len(tags.NUMBERS) :]),
            head=(*self.head, *astray),
            root_attrs=self.root_attrs,
            url=url,
            scripts=self.scripts,
            cut=tuple(self.cut),
        )


def _depths(end: Ints) -> Ints:
    """How many subtrees a row lies in, its own not counted."""
    closed = np.bincount(end, minlength=len(end) + 1)[:-1]
    return np.arange(len(end)) - np.cumsum(closed)
