"""HTML to Page. Only this module knows which parser is used."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Literal

import turbohtml

from dehusk._core.markup_scan import scan_markup, scan_text
from dehusk._core.text_loops import encode
from dehusk.errors import ArgumentError
from dehusk.limits import Limits, check_limits
from dehusk.page.collect import collect
from dehusk.page.hidden import drop_hidden
from dehusk.page.parser_memory import bound_parser_memory
from dehusk.page.text_measures import encodable

if TYPE_CHECKING:
    from dehusk.page.page import Page

HiddenPolicy = Literal["drop", "keep"]

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
    markup = scan_markup(document)
    if markup.tex_scripts:
        formulas = with_formulas(scan_text(document).html)
        markup = scan_markup(encode(formulas))
    html, removed = bound_parser_memory(markup)
    if removed:
        cut = (*cut, removed)
    collected = collect(lambda: _serialise(html), url=url, limits=limits, cut=cut, moved=markup.moved)
    return drop_hidden(collected.page, collected.styled, hidden)


def _serialise(html: str) -> bytes:
    """The parser's serialisation; a declarative shadow root is a template, else it would not be serialised."""
    document = turbohtml.parse(html, positions=False, allow_declarative_shadow_roots=False)
    return encode(document.html)


def with_formulas(html: str) -> str:
    """The document with its scripts of TeX, for which MathJax shows formulas, replaced by MATH elements.

    >>> with_formulas('<script type="math/tex; mode=display">a < b</script>')
    '<math alttext="a &lt; b" display="block"></math>'
    """
    return _TEX_SCRIPT.sub(_as_math, html) if "math/tex" in html else html


def _as_math(script: re.Match[str]) -> str:
    display = ' display="block"' if "display" in script[1] else ""
    return f'<math alttext="{escape(script[2])}"{display}></math>'
