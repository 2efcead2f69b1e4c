"""TeX that the page contains as the source of a formula: annotations, attributes, addresses of images."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page

_TEX_ENCODINGS = frozenset({"application/x-tex", "application/x-latex", "latex", "tex", "tex; mode=display"})
# Attributes in which renderers keep the source.
_SOURCE_ATTRIBUTES = ("alttext", "data-latex", "data-tex", "data-katex", "data-formula", "data-equation", "data-entry")
_COMMAND = re.compile(r"\\[A-Za-z]{2,}|[\^_]\{")
_IMAGE_CLASS = re.compile(r"(?<!\S)(?:mwe-math-fallback\S*|latex|tex|math)(?!\S)")
_MAX_SOURCE_CHARS = 4000


def annotated_tex(page: Page, root: int, math: int) -> str | None:
    """The TeX source of a formula: an annotation, an attribute of the formula or of an element around it alone.

    >>> from dehusk import parse
    >>> annotated_tex(parse("<p><span data-tex='x^2'><math><mi>x</mi></math></span>"), 3, 3)
    'x^2'
    """
    if "annotation" in page.extra_tags:
        number = len(tags.NAMES) + page.extra_tags.index("annotation")
        for row in (root + np.flatnonzero(page.tag[root : page.end[root]] == number)).tolist():
            if (page.attr(row, "encoding") or "").lower() in _TEX_ENCODINGS:
                return page.raw_text(row)
    parent = int(page.parent[root])
    around = [parent] if parent > 0 and _is_alone(page, root, parent) else []
    for row in dict.fromkeys([math, root, *around]):
        for name in _SOURCE_ATTRIBUTES:
            if source := page.attr(row, name):
                return source
    return None


def _is_alone(page: Page, row: int, parent: int) -> bool:
    return row == parent + 1 and page.end[row] == page.end[parent]


def image_tex(page: Page, image: int) -> str | None:
    r"""The TeX that an image renders: of a class for formulas, its alternative text; or what its address asks for.

    None if it renders no formula, and empty if the source of its formula is unknown.

    >>> from dehusk import parse
    >>> image_tex(parse("<p>x<img class=latex alt='x^2'>"), 3)
    'x^2'
    >>> image_tex(parse("<p>x<img src='https://tex.example/svg?%5Cfrac%7Ba%7D%7Bb%7D'>"), 3)
    '\\frac{a}{b}'
    """
    classes = page.attr(image, "class") or ""
    # Fast tests first, since few images are formulas.
    is_formula = ("math" in classes or "tex" in classes) and _IMAGE_CLASS.search(classes) is not None
    if is_formula and (alternative := page.attr(image, "alt")):
        return alternative
    url = page.attr(image, "src") or ""
    if len(url) <= _MAX_SOURCE_CHARS and ("%5c" in url or "%5C" in url or "\\" in url) and (tex := _tex_in_url(url)):
        return tex
    return "" if is_formula else None


def _tex_in_url(url: str) -> str | None:
    path, _, query = url.partition("?")
    values = [unquote_plus(value.partition("=")[2] or value) for value in query.split("&")] if query else []
    values.append(unquote(path.rpartition("/")[2]))
    return next((value for value in values if _COMMAND.search(value)), None)
