"""HTML to Page. Only this module knows which parser is used."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Literal, cast

from turbohtml.saxparse import SaxHandler, sax_parse

from dehusk.errors import ArgumentError
from dehusk.limits import Limits, check_limits
from dehusk.page.collect import collect
from dehusk.page.hidden import SHADOW_ROOT, drop_hidden
from dehusk.page.parser_memory import bound_parser_memory
from dehusk.page.text_measures import encodable

if TYPE_CHECKING:
    from dehusk.page.page import Page

HiddenPolicy = Literal["drop", "keep"]

_SHADOW_ROOT = re.compile(r"(<template\b[^<>]{0,1000}?\s)shadowrootmode\b", re.IGNORECASE)
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
    html, removed = bound_parser_memory(_clean(html))
    if removed:
        cut = (*cut, removed)
    page, can_hide = collect(lambda rows: sax_parse(html, cast("SaxHandler", rows)), url=url, limits=limits, cut=cut)
    return drop_hidden(page, [0, *can_hide], hidden)


def _clean(html: str) -> str:
    """Replace what the parser cannot handle.

    A declarative shadow root would be attached to its host, and the parser's events would not include it, so it is
    parsed as an ordinary template. MathJax shows formulas for scripts that contain TeX: they become MATH elements.
    """
    html = encodable(html)
    if "shadowrootmode" in html:
        html = _SHADOW_ROOT.sub(rf"\1{SHADOW_ROOT}", html)
    return with_formulas(html)


def with_formulas(html: str) -> str:
    """The document with its scripts of TeX replaced by MATH elements.

    >>> with_formulas('<script type="math/tex; mode=display">a < b</script>')
    '<math alttext="a &lt; b" display="block"></math>'
    """
    return _TEX_SCRIPT.sub(_as_math, html) if "math/tex" in html else html


def _as_math(script: re.Match[str]) -> str:
    display = ' display="block"' if "display" in script[1] else ""
    return f'<math alttext="{escape(script[2])}"{display}></math>'
