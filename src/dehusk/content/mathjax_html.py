"""Translation of what MathJax 3 draws with HTML (CHTML) to TeX, for saved pages without MathML.

Its elements mirror MathML: ``mjx-mfrac`` is a fraction, and inside it are elements for its layout. A letter is an
``mjx-c`` whose class has the code point: ``mjx-c1D465``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.content.mathml import write_element
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page

_GLYPH = re.compile(r"(?<!\S)mjx-c([0-9A-F]{2,5})(?!\S)")
_NOT_SHOWN = frozenset({"mjx-surd", "mjx-assistive-mml", "mjx-line", "mjx-strut", "mjx-nstrut", "mjx-dstrut"})
_GROUPS = frozenset({"mjx-num", "mjx-den", "mjx-base", "mjx-over", "mjx-under", "mjx-root", "mjx-texatom"})
"""Elements that are one argument of a construct."""
_MAX_CHARS = 20_000


def mathjax_tex(page: Page, root: int) -> str:
    r"""The formula in the subtree of an ``mjx-math`` element, as TeX; empty if it is too long to be one.

    >>> from dehusk import parse
    >>> letters = "<mjx-mi><mjx-c class=mjx-c1D465></mjx-c></mjx-mi><mjx-script><mjx-mn>2</mjx-mn></mjx-script>"
    >>> mathjax_tex(parse(f"<p><mjx-math><mjx-msup>{letters}</mjx-msup></mjx-math>"), 2)
    'x^{2}'
    """
    written: dict[int, list[str]] = {}
    most = _MAX_CHARS
    for row in range(int(page.end[root]) - 1, root - 1, -1):
        parts = _parts(page, row, written.pop(row, [])[::-1])
        most -= sum(map(len, parts))
        if most < 0:
            return ""
        written.setdefault(int(page.parent[row]), []).extend(reversed(parts))
    return collapse("".join(reversed(written.get(int(page.parent[root]), []))))


def _parts(page: Page, row: int, parts: list[str]) -> list[str]:
    """What an element is written as: one part, or those of its children if it is only for the layout."""
    name = page.tag_name(row)
    if name == "#text":
        text = collapse(page.raw_text(row))
        return [text] if text else []
    if name in _NOT_SHOWN or not name.startswith("mjx-"):
        return []
    if name == "mjx-c":
        glyph = _GLYPH.search(page.attr(row, "class") or "")
        return parts or ([chr(int(glyph[1], 16))] if glyph and int(glyph[1], 16) < 0x110000 else [])
    element = name.removeprefix("mjx-")
    if element == "munderover":
        # The base with its lower limit is an ``mjx-munder`` of its own.
        element = "mover"
    if element in _ORDERS and len(parts) == len(_ORDERS[element]):
        parts = [parts[place] for place in _ORDERS[element]]
    if name in _GROUPS or element.startswith("m"):
        tex = write_element("mrow" if name in _GROUPS else element, parts, {})
        return [] if tex is None or not (tex or parts) else [tex]
    return parts


# In which order the parts of MathML are among those that MathJax draws.
_ORDERS = {"msubsup": (0, 2, 1), "mover": (1, 0), "mroot": (1, 0)}
