"""HTML to Page: one pass over the tree that a conforming parser builds. Only this module knows which parser.

Not rows of the Page: comments, the doctype, scripts, styles, and the text of elements whose content is never
drawn. The head's title, meta, link, base and JSON-LD are kept aside in ``page.head``.
"""

from __future__ import annotations

import re
import time
from html import escape
from typing import TYPE_CHECKING, Literal, cast

import numpy as np
from turbohtml.saxparse import SaxHandler, sax_parse

from dehusk.errors import ArgumentError
from dehusk.limits import Limits
from dehusk.page import tags
from dehusk.page.hidden import SHADOW_ROOT, drop_hidden
from dehusk.page.rows import Aside, PythonRows, Rows
from dehusk.page.text import encodable
from dehusk.page.tree import Attributes, HeadItem, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

HiddenPolicy = Literal["drop", "keep"]

# Never drawn, and no part of the page's structure: title, desc and metadata are SVG's (HTML's title is in the
# head), noframes and noembed are for browsers of the nineties.
SKIPPED = frozenset(["script", "style", "title", "desc", "metadata", "noframes", "noembed", "datalist"])
VOID_HEAD_ITEMS = frozenset(["meta", "link", "base"])
_WITH_TEXT = frozenset(["title", "script"])
_HEAD_ITEM = tags.tag_table(VOID_HEAD_ITEMS)
_SHADOW_ROOT = re.compile(r"(<template\b[^<>]{0,1000}?\s)shadowrootmode\b", re.IGNORECASE)
_TEX_SCRIPT = re.compile(
    r"""<script\b[^<>]{0,99}?type\s?=\s?["']?math/tex([^<>]{0,99})>(.{0,9999}?)</script\s?>""",
    re.IGNORECASE | re.DOTALL,
)
# The parser keeps 512 elements open, HTML and BODY among them, and puts deeper ones beside the last: an element
# of depth 510 may be one of those, so the first that we can trust is 509 below BODY.
PARSER_DEPTH = 509
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
    cut = []
    if len(html) > limits.bytes:
        cut.append(f"the page after {limits.bytes:,} bytes")
        html = html[: limits.bytes]
    numbers = dict(tags.NUMBERS)
    depth = min(limits.depth, PARSER_DEPTH)
    outside = _Outside()
    aside = Aside(outside.start, outside.end, outside.text)
    rows = Rows(numbers, SKIPPED, depth, aside, _Clock(limits).check)
    try:
        sax_parse(_clean(html), cast("SaxHandler", rows))
    except _LimitReached as reached:
        cut.append(str(reached))
    if rows.too_deep:
        cut.append(f"elements nested deeper than {depth:,} (their text is kept)")
    columns = rows.columns()
    tag = np.frombuffer(columns[0], dtype=np.uint16)
    parent, end, depths, offset = (np.frombuffer(column, dtype=np.intp) for column in columns[1:])
    page = Page(
        text="".join(rows.texts),
        offset=offset,
        tag=tag,
        parent=parent,
        end=end,
        depth=depths,
        attrs=tuple(rows.attrs),
        extra_tags=tuple(list(numbers)[len(tags.NUMBERS) :]),
        head=(*outside.head, *astray(tag, rows.attrs)),
        root_attrs=outside.root_attrs,
        url=url,
        scripts=outside.scripts,
        cut=tuple(cut),
    )
    return drop_hidden(page, [0, *rows.styled], hidden)


def _clean(html: str) -> str:
    """What the parser cannot take, made harmless.

    A declarative shadow root would be attached to its host, out of reach of the walk, so it is parsed as the
    template that it is written as. MathJax shows formulas for scripts that hold TeX: they become the element that
    a browser has for formulas.
    """
    html = encodable(html)
    if "shadowrootmode" in html:
        html = _SHADOW_ROOT.sub(rf"\1{SHADOW_ROOT}", html)
    return with_formulas(html)


def with_formulas(html: str) -> str:
    """The document with scripts that hold TeX as elements.

    >>> with_formulas('<script type="math/tex; mode=display">a < b</script>')
    '<math alttext="a &lt; b" display="block"></math>'
    """
    return _TEX_SCRIPT.sub(_as_math, html) if "math/tex" in html else html


def _as_math(script: re.Match[str]) -> str:
    display = ' display="block"' if "display" in script[1] else ""
    return f'<math alttext="{escape(script[2])}"{display}></math>'


class _LimitReached(Exception):  # noqa: N818 - carries a message, is not an error
    pass


class _Clock:
    """Watches the limits on nodes and seconds."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.deadline = time.monotonic() + limits.seconds

    def check(self, rows: int) -> int:
        """When to check again; raises if a limit is reached."""
        if rows >= self.limits.nodes:
            raise _LimitReached(f"the page after {self.limits.nodes:,} nodes")
        if time.monotonic() > self.deadline:
            raise _LimitReached(f"the page after {self.limits.seconds:g} seconds of parsing")
        return min(rows + _NODES_BETWEEN_CLOCK_READINGS, self.limits.nodes)


class _Outside:
    """What a document holds beside its rows: the head, the attributes of HTML, how many scripts."""

    def __init__(self) -> None:
        self.head: list[HeadItem] = []
        self.root_attrs: Attributes = ()
        self.scripts = 0
        self._open = 1  # HTML, until BODY starts
        self._body_started = False
        self._item: tuple[str, Attributes, list[str]] | None = None

    def start(self, rows: PythonRows, name: str, attrs: Attributes) -> int:
        self.scripts += name == "script"
        if self._body_started:
            self._open += 1
        elif name == "html":
            self.root_attrs = attrs
        elif name == "body":
            rows.attrs[0] = attrs
            self._body_started = True
            self._open = 0
        elif name in VOID_HEAD_ITEMS:
            self.head.append(HeadItem(name, attrs, ""))
        if name in _WITH_TEXT and self._item is None and _is_head_item(rows, name, attrs):
            self._item = (name, attrs, [])
        return self._open

    def end(self, name: str) -> int:
        if self._item and self._item[0] == name:
            self.head.append(HeadItem(name, self._item[1], "".join(self._item[2])))
            self._item = None
        self._open -= self._body_started
        return self._open

    def text(self, data: str) -> None:
        if self._item:
            self._item[2].append(data)


def _is_head_item(rows: PythonRows, name: str, attrs: Attributes) -> bool:
    return is_json_ld(name, attrs) or (name == "title" and not rows.is_open(tags.NUMBERS["svg"]))


def is_json_ld(name: str, attrs: Attributes) -> bool:
    """Whether an element holds JSON-LD.

    >>> is_json_ld("script", (("type", "application/ld+json"),))
    True
    """
    return name == "script" and any(key == "type" and "ld+json" in (value or "").lower() for key, value in attrs)


def astray(tag: npt.NDArray[np.uint16], attrs: Sequence[Attributes]) -> list[HeadItem]:
    """The head's items among the rows: an image in a head's NOSCRIPT begins the body, and the rest stands in it.

    >>> astray(np.array([tags.NUMBERS["body"], tags.NUMBERS["base"]], dtype=np.uint16), [(), (("href", "/"),)])
    [HeadItem(tag='base', attrs=(('href', '/'),), text='')]
    """
    return [HeadItem(tags.NAMES[tag[row]], attrs[row], "") for row in np.flatnonzero(_HEAD_ITEM[tag]).tolist()]
