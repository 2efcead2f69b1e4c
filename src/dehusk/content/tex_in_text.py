"""Formulas that a page has as TeX in its text, for scripts such as MathJax and KaTeX to render."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools

# Plain strings: to look for them in a document takes a hundredth of the time of a pattern that ignores case.
_RENDERERS = ("mathjax", "MathJax", "katex", "KaTeX", "tex2jax", "arithmatex")
_DELIMITER = re.compile(r"\\\(|\\\)|\\\[|\\\]|\$\$|\$")
_CODE = tags.tag_table("code kbd samp tt pre textarea")
# What a formula has and a price has not.
_LIKE_TEX = re.compile(r"[\\^_={}<>+]|^[A-Za-z]$|[A-Za-z]\([A-Za-z]\)")
_MAX_CHARS = 2000
_CLOSING = {r"\(": r"\)", r"\[": r"\]", "$$": "$$", "$": "$"}


class TexSpan(NamedTuple):
    """A formula in the text of a leaf."""

    start: int
    """Where it begins in the text of the page, with its delimiter."""
    stop: int
    tex: str
    display: bool


def runs_renderer(source: str | bytes | None, page: Page) -> bool:
    """Whether a page loads or configures a program that renders TeX.

    >>> from dehusk import parse
    >>> runs_renderer("<script src=/MathJax.js></script>", parse("<p>x"))
    True
    """
    if isinstance(source, bytes):
        return any(name.encode() in source for name in _RENDERERS)
    if source is None:
        source = " ".join(value for item in page.head for _, value in item.attrs if value)
    return any(name in source for name in _RENDERERS)


def tex_spans(page: Page, keep: Bools) -> list[TexSpan]:
    r"""The formulas in kept leaves outside of code, in order.

    >>> from dehusk import parse
    >>> page = parse(r"<p>It is \(E=mc^2\), for $5 or $6.")
    >>> [(span.tex, span.display) for span in tex_spans(page, page.chars > 0)]
    [('E=mc^2', False)]
    """
    kept = keep.nonzero()[0]
    if not len(kept):
        return []
    start, stop = int(page.offset[kept[0]]), int(page.offset[kept[-1] + 1])
    rows = np.searchsorted(page.offset, _places(page.text, "$", start, stop), side="right") - 1
    # What begins with a dollar sign also ends with one.
    wanted = {row for row, count in Counter(rows.tolist()).items() if count > 1}
    opened = [at for at in _places(page.text, "\\", start, stop) if page.text[at + 1 : at + 2] in {"(", "["}]
    if opened:
        wanted.update((np.searchsorted(page.offset, opened, side="right") - 1).tolist())
    found: dict[int, list[TexSpan]] = {}
    for row in sorted(wanted):
        start, stop = int(page.offset[row]), int(page.offset[row + 1])
        if keep[row] and (spans := list(_leaf_spans(page.text[start:stop], start))):
            found[row] = spans
    if not found:
        return []
    in_code = page.inside(_CODE[page.tag])
    return [span for row, spans in found.items() if not in_code[row] for span in spans]


def _places(text: str, sign: str, start: int, stop: int) -> list[int]:
    """Where a sign is; one character is found in a tenth of the time of two, or of a pattern."""
    places: list[int] = []
    at = text.find(sign, start, stop)
    while at >= 0:
        places.append(at)
        at = text.find(sign, at + 1, stop)
    return places


def _leaf_spans(text: str, offset: int) -> Iterator[TexSpan]:
    """The formulas of a leaf: each delimiter is looked at once."""
    opened: re.Match[str] | None = None
    for sign in _DELIMITER.finditer(text):
        if opened is not None and sign[0] == _CLOSING[opened[0]]:
            tex = text[opened.end() : sign.start()]
            if _is_formula(tex, text[sign.end() : sign.end() + 1], sign[0]):
                yield TexSpan(offset + opened.start(), offset + sign.end(), tex.strip(), sign[0] in {r"\]", "$$"})
                opened = None
                continue
        if sign[0] in _CLOSING:
            opened = sign


def _is_formula(tex: str, after: str, sign: str) -> bool:
    if not tex.strip() or len(tex) > _MAX_CHARS:
        return False
    if sign != "$":
        return True
    return not (tex[0].isspace() or tex[-1].isspace() or after.isdigit()) and _LIKE_TEX.search(tex) is not None
