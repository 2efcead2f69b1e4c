"""HTML to Page."""

from __future__ import annotations

import re
import time
from html import escape
from typing import TYPE_CHECKING, Literal

from dehusk._core.html_parser import HtmlParser
from dehusk._core.text_loops import encode
from dehusk.errors import ArgumentError
from dehusk.limits import Limits, check_limits
from dehusk.page.collect import collect
from dehusk.page.hidden import drop_hidden
from dehusk.page.text_measures import encodable

if TYPE_CHECKING:
    from dehusk.page.page import Page

HiddenPolicy = Literal["drop", "keep"]

# What is parsed before the clock is read: the start of a page is worth more than an empty page.
_NODES_IN_ANY_CASE = 8192
_NODES_BETWEEN_CLOCK_READINGS = 4096
# Of nodes that become no rows (scripts, the head, what is nested too deep) there can be more than the limit on rows.
_NODES_PER_ROW = 4

_TEX_SCRIPT = re.compile(
    r"""<script\b[^<>]{0,99}?type\s?=\s?["']?math/tex([^<>]{0,99})>((?:[^<]|<(?!/?script)){0,9999}+)</script\s?>""",
    re.IGNORECASE,
)


def parse(html: str, *, url: str | None = None, hidden: HiddenPolicy = "drop", limits: Limits | None = None) -> Page:
    """Parse a document or a fragment of one.

    ``hidden="drop"`` removes text that a browser would not show, unless it is most of the page's text; ``"keep"``
    keeps it, as the papers do. ``page.hidden`` says how much there was, ``page.cut`` what the limits cut.

    >>> page = parse("<p>Shown to everybody<p hidden>Not shown")
    >>> page.text, page.hidden.chars
    ('Shown to everybody', 9)
    """
    if not isinstance(html, str):
        raise ArgumentError(f"parse takes text, not {type(html).__name__}; decode bytes with dehusk.source.decode")
    if hidden not in ("drop", "keep"):
        raise ArgumentError(f"hidden must be 'drop' or 'keep', not {hidden!r}")
    if not isinstance(url, str | None):
        raise ArgumentError(f"url must be text such as 'https://example.org/', not {url!r}")
    limits = check_limits(limits)
    cut: tuple[str, ...] = ()
    if len(html) > limits.bytes:
        cut = (f"the page after {limits.bytes:,} bytes",)
        html = html[: limits.bytes]
    try:
        document = encode(html)
    except UnicodeEncodeError:
        document = encode(encodable(html))
    return parse_utf8(document, url=url, hidden=hidden, limits=limits, cut=cut)


def parse_utf8(
    document: bytes, *, url: str | None, hidden: HiddenPolicy, limits: Limits, cut: tuple[str, ...] = ()
) -> Page:
    """As :func:`parse`, of a document in valid UTF-8, with arguments that were checked; ``cut``: what was cut before.

    >>> parse_utf8("<p>Thé".encode(), url=None, hidden="drop", limits=Limits()).text
    'Thé'
    """
    tree, cut_here = parse_tree(document, limits)
    if tree.has_tex:
        tree, cut_here = parse_tree(encode(with_formulas(document.decode())), limits)
    cut = (*cut, *cut_here)
    if tree.reopened_too_many:
        cut = (*cut, "formatting elements that are open in very many blocks (their text is kept)")
    collected = collect(tree, url=url, limits=limits, cut=cut)
    return drop_hidden(collected, hidden)


def parse_tree(document: bytes, limits: Limits) -> tuple[HtmlParser, tuple[str, ...]]:
    """The tree of a document in UTF-8, and what was cut from it.

    >>> parse_tree(b"<p>Tea", Limits())[1]
    ()
    """
    parser = HtmlParser(document)
    deadline = time.monotonic() + limits.seconds
    nodes = _NODES_IN_ANY_CASE
    cut: tuple[str, ...] = ()
    while not cut and not parser.run(nodes):
        if time.monotonic() > deadline:
            cut = (f"the page after {limits.seconds:g} seconds of parsing",)
        elif parser.node_count() > _NODES_PER_ROW * limits.nodes:
            cut = (f"the page after {parser.node_count():,} elements and texts",)
        nodes = parser.node_count() + _NODES_BETWEEN_CLOCK_READINGS
    parser.finish()
    return parser, cut


def with_formulas(html: str) -> str:
    """The document with its scripts of TeX, for which MathJax shows formulas, replaced by MATH elements.

    >>> with_formulas('<script type="math/tex; mode=display">a < b</script>')
    '<math alttext="a &lt; b" display="block"></math>'
    """
    return _TEX_SCRIPT.sub(_as_math, html) if "math/tex" in html else html


def _as_math(script: re.Match[str]) -> str:
    display = ' display="block"' if "display" in script[1] else ""
    return f'<math alttext="{escape(script[2])}"{display}></math>'
