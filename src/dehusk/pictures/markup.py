"""Elements of HTML and SVG as strings, with all text escaped."""

from __future__ import annotations

import re
from html import escape
from typing import Final

# Characters that XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets), including lone surrogates.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VOID: Final = frozenset(["br", "col", "hr", "img", "input", "link", "meta", "wbr"])


class Markup(str):
    """A string that is already markup and is not escaped again.

    >>> element("b", Markup("1 &lt; 2"))
    '<b>1 &lt; 2</b>'
    """

    __slots__ = ()


def clean(text: str) -> str:
    """Replace characters that XML does not allow.

    >>> clean("a\\x00b")
    'a\\ufffdb'
    """
    return _NOT_XML.sub("\ufffd", text)


def element(name: str, /, *children: str | None, **attributes: object) -> Markup:
    """Make an element; plain strings are escaped, in children and in attributes.

    An underscore in the name of an attribute becomes a hyphen, and one at its end is removed (``class_``). An attribute
    that is None or False is omitted; one that is True is written with an empty value.

    >>> element("p", "1 < 2", element("b", "yes"), class_="a", data_x='"')
    '<p class="a" data-x="&quot;">1 &lt; 2<b>yes</b></p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: str | None) -> Markup:
    """Join children; plain strings are escaped, None is omitted.

    >>> join("a & b", None, element("br"))
    'a &amp; b<br/>'
    """
    return Markup("".join(map(_child, children)))


def number(value: float) -> str:
    """Format a number with at most two decimals.

    >>> number(3.0), number(2.34567), number(0.0)
    ('3', '2.35', '0')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def cut(text: str, limit: int) -> str:
    """Shorten a text to at most ``limit`` characters, with an ellipsis at the end.

    >>> cut("main content", 6)
    'main …'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _child(child: str | None) -> str:
    if child is None or isinstance(child, Markup):
        return child or ""
    return escape(clean(child), quote=False)


def _value(value: object) -> str:
    if isinstance(value, float):
        return number(value)
    return "" if value is True else escape(clean(str(value)))
