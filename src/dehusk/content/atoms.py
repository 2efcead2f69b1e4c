"""Parts of a line that are written as one thing, whatever the page makes them of: formulas and marks of notes.

Formulas are written as TeX: the source if the page has it (MathML's annotation or alternative text, which MathJax's
scripts are read as, or the alternative text of an image), else made of MathML. What draws the same formula once more
(KaTeX, MathJax, Wikipedia) is part of it, so it is written once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.mathml import mathml_tex
from dehusk.content.notes import Notes, find_notes
from dehusk.content.tree import Formula, NoteMark
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_MATH = tags.NUMBERS["math"]
_IMG = tags.NUMBERS["img"]
# What KaTeX, MathJax and MediaWiki wrap a formula in, and how many elements that are.
_WRAPPER = re.compile(r"\b(?:katex(?:-display|-mathml)?|mwe-math-\S+|MathJax\S*|MJX\S*)(?!\S)")
_WRAPPED = 6
_IMAGE = re.compile(r"(?<!\S)(?:mwe-math-fallback\S*|latex|tex|math)(?!\S)")
_STYLE = re.compile(r"\{\\(?:display|text)style\s*(.*)\}", re.DOTALL)
_DOLLAR = re.compile(r"(?<!\\)\$")
_TEX = frozenset({"application/x-tex", "application/x-latex", "latex", "tex", "tex; mode=display"})


class Atom(NamedTuple):
    """Rows that are one thing."""

    first: int
    stop: int
    node: Formula | NoteMark
    text: str
    """As plain text."""


class Atoms(NamedTuple):
    """The atoms of the content in document order, and the page's notes."""

    found: list[Atom]
    notes: Notes
    above: Bools
    """Rows with kept text in their subtree."""


def find_atoms(page: Page, keep: Bools) -> Atoms:
    """The formulas and marks of notes that are content.

    >>> from dehusk import parse
    >>> page = parse("<p>Energy is <math alttext='E=mc^2'><mi>E</mi><mo>=</mo></math>.")
    >>> find_atoms(page, page.chars > 0).found[0].text
    '$E=mc^2$'
    """
    above = page.above(keep)
    notes = find_notes(page, above)
    found = [Atom(first, stop, NoteMark(label), f"[{label}]") for first, (stop, label) in notes.marks.items()]
    for first, stop, formula in _formulas(page):
        # An element that was never closed may hold half the page.
        if page.block[first] != page.block[stop - 1]:
            continue
        if above[first:stop].any() or (page.offset[first] == page.offset[stop] and _among_kept(page, keep, first)):
            sign = "$$" if formula.display else "$"
            found.append(Atom(first, stop, formula, f"{sign}{formula.tex}{sign}"))
    return Atoms(_apart(found), notes, above)


def _apart(found: list[Atom]) -> list[Atom]:
    """In order, without those that begin in another."""
    apart: list[Atom] = []
    for atom in sorted(found, key=lambda atom: (atom.first, -atom.stop)):
        if not apart or atom.first >= apart[-1].stop:
            apart.append(atom)
    return apart


def _among_kept(page: Page, keep: Bools, row: int) -> bool:
    """Whether a row without text stands by kept text of its block, or between kept blocks."""
    place = int(np.searchsorted(page.leaves, row))
    beside = page.leaves[max(place - 1, 0) : place + 1]
    same = beside[page.block[beside] == page.block[row]]
    return bool(keep[same].any()) if len(same) else len(beside) == 2 and bool(keep[beside].all())


def _formulas(page: Page) -> Iterator[tuple[int, int, Formula]]:
    for row in np.flatnonzero(page.tag == _MATH).tolist():
        root, display = _root(page, row)
        first = root if page.end[row] > row + 1 else _drawn_before(page, root)
        yield first, int(page.end[root]), _formula(_source(page, root, row), display)
    for row in np.flatnonzero(page.tag == _IMG).tolist():
        if is_formula(page, row) and (alt := page.attr(row, "alt")):
            root, display = _root(page, row)
            yield root, int(page.end[root]), _formula(alt, display)


def is_formula(page: Page, image: int) -> bool:
    """Whether an image is named as one of a formula.

    >>> from dehusk import parse
    >>> is_formula(parse("<p>x<img class=latex alt='x^2'>"), 3)
    True
    """
    named = page.attr(image, "class") or ""
    # A cheap look first: most images are named otherwise.
    return ("math" in named or "tex" in named) and _IMAGE.search(named) is not None


def _formula(source: str, display: bool) -> Formula:
    """A formula, its source made safe to stand in Markdown and HTML that know nothing of formulas."""
    tex = collapse(source).strip("$ ")
    styled = _STYLE.fullmatch(tex)
    tex = _DOLLAR.sub("", styled[1] if styled else tex)
    tex = tex.replace("<", r"\lt ").replace(">", r"\gt ").replace("](", "] (").replace("]:", "] :")
    return Formula(collapse(tex), display)


def _root(page: Page, row: int) -> tuple[int, bool]:
    """The outermost element that draws a formula, and whether it stands on its own."""
    root, display = row, page.attr(row, "display") == "block"
    for _ in range(_WRAPPED):
        row = int(page.parent[row])
        if row <= 0:
            break
        name = page.tag_name(row)
        if name.startswith("mjx-") or _WRAPPER.search(page.attr(row, "class") or ""):
            root = row
            display = display or "display" in (page.attr(row, "class") or "").lower()
            display = display or page.attr(row, "display") == "true"
    return root, display


def _source(page: Page, root: int, math: int) -> str:
    if "annotation" in page.extra_tags:
        number = len(tags.NAMES) + page.extra_tags.index("annotation")
        for row in (root + np.flatnonzero(page.tag[root : page.end[root]] == number)).tolist():
            if (page.attr(row, "encoding") or "").lower() in _TEX:
                return page.raw_text(row)
    return page.attr(math, "alttext") or mathml_tex(page, math)


def _drawn_before(page: Page, formula: int) -> int:
    """The row at which what MathJax drew of a formula begins: its siblings before it."""
    first, parent = formula, page.parent[formula]
    for _ in range(_WRAPPED):
        before = first - 1
        while before > parent and page.parent[before] != parent:
            before = int(page.parent[before])
        if before <= parent or not _WRAPPER.search(page.attr(before, "class") or ""):
            break
        first = before
    return first
