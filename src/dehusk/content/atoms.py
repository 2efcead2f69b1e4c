"""Atoms: parts of a line that are written as one unit, whatever elements they consist of: formulas, footnote marks.

Formulas are written as TeX: the source if the page contains it (MathML's annotation or ``alttext``, which MathJax's
scripts are read as, or the alternative text of an image), otherwise a translation of the MathML. Elements that render
the same formula a second time (KaTeX, MathJax, Wikipedia) belong to the atom, so the formula is written once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.footnotes import Footnotes, find_footnotes
from dehusk.content.mathml import mathml_tex
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_MATH = tags.NUMBERS["math"]
_IMG = tags.NUMBERS["img"]
# Class names of the elements that KaTeX, MathJax and MediaWiki put around a formula, and how many of them are nested.
_WRAPPER = re.compile(r"\b(?:katex(?:-display|-mathml)?|mwe-math-\S+|MathJax\S*|MJX\S*)(?!\S)")
_MAX_WRAPPERS = 6
_IMAGE_CLASS = re.compile(r"(?<!\S)(?:mwe-math-fallback\S*|latex|tex|math)(?!\S)")
_MATH_STYLE = re.compile(r"\{\\(?:display|text)style\s*(.*)\}", re.DOTALL)
_DOLLAR = re.compile(r"(?<!\\)\$")
_TEX_ENCODINGS = frozenset({"application/x-tex", "application/x-latex", "latex", "tex", "tex; mode=display"})


class FormulaAtom(NamedTuple):
    """The rows of a formula."""

    first: int
    stop: int
    text: str
    """As plain text: TeX between dollar signs."""
    tex: str
    display: bool
    """Whether it is displayed on a line of its own."""


class FootnoteMarkAtom(NamedTuple):
    """The rows of a reference to a footnote."""

    first: int
    stop: int
    text: str
    """As plain text: the label in brackets."""
    label: str


Atom = FormulaAtom | FootnoteMarkAtom


class Atoms(NamedTuple):
    """The atoms of the content in document order, and its footnotes."""

    found: list[Atom]
    footnotes: Footnotes
    has_kept: Bools
    """Rows with kept text in their subtree."""

    def kept_whole(self, page: Page, keep: Bools) -> Bools:
        """The kept leaves, and all others of an atom of which some are kept: it is written whole or not at all."""
        if not self.found:
            return keep
        whole = keep.copy()
        for atom in self.found:
            rows = slice(atom.first, atom.stop)
            if keep[rows].any():
                whole[rows] = page.chars[rows] > 0
        return whole


def find_atoms(page: Page, keep: Bools) -> Atoms:
    """The formulas and footnote marks of the content.

    >>> from dehusk import parse
    >>> page = parse("<p>Energy is <math alttext='E=mc^2'><mi>E</mi><mo>=</mo></math>.")
    >>> find_atoms(page, page.chars > 0).found[0].text
    '$E=mc^2$'
    """
    has_kept = page.above(keep)
    footnotes = find_footnotes(page, has_kept)
    found: list[Atom] = [
        FootnoteMarkAtom(first, stop, f"[{label}]", label) for first, (stop, label) in footnotes.marks.items()
    ]
    for formula in _formulas(page):
        first, stop = formula.first, formula.stop
        # An element that was never closed may contain half of the page.
        if page.block[first] != page.block[stop - 1]:
            continue
        if has_kept[first:stop].any() or (page.offset[first] == page.offset[stop] and _among_kept(page, keep, first)):
            found.append(formula)
    return Atoms(_without_overlaps(found), footnotes, has_kept)


def _without_overlaps(found: list[Atom]) -> list[Atom]:
    """In order, without those that begin inside another."""
    apart: list[Atom] = []
    for atom in sorted(found, key=lambda atom: (atom.first, -atom.stop)):
        if not apart or atom.first >= apart[-1].stop:
            apart.append(atom)
    return apart


def _among_kept(page: Page, keep: Bools, row: int) -> bool:
    """Whether a row without text is next to kept text of its block, or between kept blocks."""
    place = int(np.searchsorted(page.leaves, row))
    neighbours = page.leaves[max(place - 1, 0) : place + 1]
    same_block = neighbours[page.block[neighbours] == page.block[row]]
    if len(same_block):
        return bool(keep[same_block].any())
    return len(neighbours) == 2 and bool(keep[neighbours].all())


def _formulas(page: Page) -> Iterator[FormulaAtom]:
    for row in np.flatnonzero(page.tag == _MATH).tolist():
        root, display = _outermost_element(page, row)
        first = root if page.end[row] > row + 1 else _rendered_before(page, root)
        yield _formula(first, int(page.end[root]), _tex_source(page, root, row), display)
    for row in np.flatnonzero(page.tag == _IMG).tolist():
        if is_formula_image(page, row) and (alt := page.attr(row, "alt")):
            root, display = _outermost_element(page, row)
            yield _formula(root, int(page.end[root]), alt, display)


def is_formula_image(page: Page, image: int) -> bool:
    """Whether the class of an image says that it renders a formula.

    >>> from dehusk import parse
    >>> is_formula_image(parse("<p>x<img class=latex alt='x^2'>"), 3)
    True
    """
    classes = page.attr(image, "class") or ""
    # A fast test first, since few images have such a class.
    return ("math" in classes or "tex" in classes) and _IMAGE_CLASS.search(classes) is not None


def _formula(first: int, stop: int, source: str, display: bool) -> FormulaAtom:
    """A formula; its source is made safe for Markdown and HTML that do not support formulas."""
    tex = collapse(source).strip("$ ")
    styled = _MATH_STYLE.fullmatch(tex)
    tex = _DOLLAR.sub("", styled[1] if styled else tex)
    tex = collapse(tex.replace("<", r"\lt ").replace(">", r"\gt ").replace("](", "] (").replace("]:", "] :"))
    sign = "$$" if display else "$"
    return FormulaAtom(first, stop, f"{sign}{tex}{sign}", tex, display)


def _outermost_element(page: Page, row: int) -> tuple[int, bool]:
    """The outermost element that renders a formula, and whether the formula is displayed on a line of its own."""
    root, display = row, page.attr(row, "display") == "block"
    for _ in range(_MAX_WRAPPERS):
        row = int(page.parent[row])
        if row <= 0:
            break
        name = page.tag_name(row)
        if name.startswith("mjx-") or _WRAPPER.search(page.attr(row, "class") or ""):
            root = row
            display = display or "display" in (page.attr(row, "class") or "").lower()
            display = display or page.attr(row, "display") == "true"
    return root, display


def _tex_source(page: Page, root: int, math: int) -> str:
    if "annotation" in page.extra_tags:
        number = len(tags.NAMES) + page.extra_tags.index("annotation")
        for row in (root + np.flatnonzero(page.tag[root : page.end[root]] == number)).tolist():
            if (page.attr(row, "encoding") or "").lower() in _TEX_ENCODINGS:
                return page.raw_text(row)
    return page.attr(math, "alttext") or mathml_tex(page, math)


def _rendered_before(page: Page, formula: int) -> int:
    """The first of the siblings before a formula in which MathJax rendered it."""
    first, parent = formula, page.parent[formula]
    for _ in range(_MAX_WRAPPERS):
        before = first - 1
        while before > parent and page.parent[before] != parent:
            before = int(page.parent[before])
        if before <= parent or not _WRAPPER.search(page.attr(before, "class") or ""):
            break
        first = before
    return first
