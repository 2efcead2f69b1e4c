"""Atoms: parts of a line that are written as one unit, whatever elements they consist of: formulas, footnote marks.

Formulas are written as TeX: the source if the page contains it (MathML's annotation or ``alttext``, which MathJax's
scripts are read as, or the alternative text of an image), otherwise a translation of the MathML. Elements that render
the same formula a second time (KaTeX, MathJax, Wikipedia) belong to the atom, so the formula is written once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.kept_rows import CHANGED, FORMULA, IMAGE, LINK, RAISED, SMALL
from dehusk.content.footnotes import NO_FOOTNOTES, Footnotes, find_footnotes
from dehusk.content.kept_elements import kept_elements
from dehusk.content.mathjax_html import mathjax_tex
from dehusk.content.mathml import mathml_tex
from dehusk.content.ruby import left_out_parentheses
from dehusk.content.sidenotes import Sidenote, find_sidenotes
from dehusk.content.tex_in_text import TexSpan, tex_spans
from dehusk.content.tex_sources import annotated_tex, image_tex
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_MATH = tags.NUMBERS["math"]
_IMG = tags.NUMBERS["img"]
_FORMULA_ELEMENTS = tags.tag_table("math img")
# One of them is in the attributes of every image with a formula.
_IMAGE_WORDS = (b"math", b"tex", b"%5c", b"\\")
# Class names of the elements that KaTeX, MathJax and MediaWiki put around a formula, and how many of them are nested.
_WRAPPER = re.compile(r"\b(?:katex(?:-display|-mathml)?|mwe-math-\S+|MathJax\S*|MJX\S*)(?!\S)")
_MAX_WRAPPERS = 6
_MATH_STYLE = re.compile(r"\{\\(?:display|text)style\s*(.*)\}", re.DOTALL)
_DOLLAR = re.compile(r"(?<!\\)\$")


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


class _FormulaRows(NamedTuple):
    """The rows of what may be a formula: its outermost element and the MATH or IMG in it."""

    first: int
    stop: int
    root: int
    element: int
    display: bool


class Atoms(NamedTuple):
    """The atoms of the content in document order, and its footnotes."""

    found: list[Atom]
    footnotes: Footnotes
    has_kept: Bools
    """Rows with kept text in their subtree."""
    kinds: int
    """The kinds of the elements with kept text (``kept_elements.py``)."""
    spans: tuple[TexSpan, ...] = ()
    """Formulas that are TeX in the text of leaves."""
    sidenotes: tuple[Sidenote, ...] = ()
    parentheses: tuple[int, ...] = ()
    """The page's own parentheses around ruby, which are left out."""

    @property
    def change_text(self) -> bool:
        """Whether the text is not that of the leaves."""
        return bool(
            self.found
            or self.kinds & CHANGED
            or self.spans
            or self.sidenotes
            or self.parentheses
            or self.footnotes.cuts
        )

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


def find_atoms(page: Page, keep: Bools, *, tex_in_text: bool = False) -> Atoms:
    """The formulas and footnote marks of the content; ``tex_in_text``: also TeX between delimiters in text.

    >>> from dehusk import parse
    >>> page = parse("<p>Energy is <math alttext='E=mc^2'><mi>E</mi><mo>=</mo></math>.")
    >>> find_atoms(page, page.chars > 0).found[0].text
    '$E=mc^2$'
    """
    elements = kept_elements(page, keep)
    has_formulas = elements.kinds_in_page & (FORMULA | IMAGE) or "mjx-math" in page.extra_tags
    if not (elements.kinds or has_formulas or tex_in_text):
        return Atoms([], NO_FOOTNOTES, elements.rows, elements.kinds)
    footnotes = find_footnotes(page, elements.rows) if elements.kinds & (LINK | RAISED) else NO_FOOTNOTES
    found: list[FootnoteMarkAtom | _FormulaRows] = [
        FootnoteMarkAtom(first, stop, f"[{label}]", label) for first, (stop, label) in footnotes.marks.items()
    ]
    kept = keep.nonzero()[0]
    for formula in _formulas(page, kept) if has_formulas else ():
        first, stop = formula.first, formula.stop
        # An element that was never closed may contain half of the page.
        if page.block[first] != page.block[stop - 1]:
            continue
        begin, end = np.searchsorted(kept, (first, stop))
        without_text = page.offset[first] == page.offset[stop]
        if begin < end or (_among_kept(page, keep, first) if without_text else _is_block_between(page, keep, formula)):
            found.append(formula)
    # TeX is made for what remains: no row is in two of them, so the time is linear.
    atoms = [_formula(page, each) if isinstance(each, _FormulaRows) else each for each in _without_overlaps(found)]
    spans = _spans_outside(page, keep, atoms) if tex_in_text else ()
    labels = set(footnotes.notes.values())
    sidenotes = find_sidenotes(page, keep, elements.rows, labels) if elements.kinds & SMALL else ()
    parentheses = tuple(left_out_parentheses(page, elements.rows)) if elements.kinds & CHANGED else ()
    return Atoms(atoms, footnotes, elements.rows, elements.kinds, spans, sidenotes, parentheses)


def _spans_outside(page: Page, keep: Bools, atoms: list[Atom]) -> tuple[TexSpan, ...]:
    """Formulas in leaves that belong to no atom, made safe like the others."""
    rest = keep.copy()
    for atom in atoms:
        rest[atom.first : atom.stop] = False
    safe = (span._replace(tex=_safe_tex(span.tex)) for span in tex_spans(page, rest))
    return tuple(span for span in safe if span.tex)


def _without_overlaps(found: list[FootnoteMarkAtom | _FormulaRows]) -> list[FootnoteMarkAtom | _FormulaRows]:
    """In order, without those that begin inside another."""
    apart: list[FootnoteMarkAtom | _FormulaRows] = []
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


def _is_block_between(page: Page, keep: Bools, formula: _FormulaRows) -> bool:
    """Whether a formula is a block of its own, and the blocks before and after it are kept."""
    first, stop = np.searchsorted(page.leaves, (formula.first, formula.stop))
    if not 0 < first < stop < len(page.leaves):
        return False
    around = page.leaves[[first - 1, stop]]
    return bool(keep[around].all() and (page.block[around] != page.block[formula.first]).all())


def _formulas(page: Page, kept: Ints) -> Iterator[_FormulaRows]:
    """What may be a formula, from the first to the last block with kept leaves."""
    if not len(kept):
        return
    elements = page.tagged(_FORMULA_ELEMENTS, page.is_element)
    if (drawn := _drawn_by_mathjax(page)) is not None:
        elements = np.union1d(elements, np.flatnonzero(drawn))
    if not len(elements):
        return
    first_block, last_block = page.block[kept[[0, -1]]]
    blocks = page.block[elements]
    elements = elements[(blocks >= first_block) & (blocks <= last_block)]
    is_math = page.tag[elements] != _IMG
    for row in elements[is_math].tolist():
        root, display = _outermost_element(page, row)
        first = root if page.end[row] > row + 1 else _rendered_before(page, root)
        yield _FormulaRows(first, int(page.end[root]), root, row, display)
    images = elements[~is_math]
    for row in page.attrs.containing(images, *_IMAGE_WORDS):
        if image_tex(page, row):
            root, display = _outermost_element(page, row)
            yield _FormulaRows(root, int(page.end[root]), root, row, display)


def _drawn_by_mathjax(page: Page) -> Bools | None:
    """The ``mjx-math`` elements of formulas without MathML; None if there are no such elements."""
    if "mjx-math" not in page.extra_tags:
        return None
    drawn: Bools = page.tag == len(tags.NAMES) + page.extra_tags.index("mjx-math")
    containers = page.parent[drawn]
    with_mathml = page.above(page.tag == _MATH)
    drawn[drawn] = ~with_mathml[containers]
    return drawn


def _formula(page: Page, rows: _FormulaRows) -> FormulaAtom:
    is_image = page.tag[rows.element] == _IMG
    source = image_tex(page, rows.element) if is_image else _tex_source(page, rows.root, rows.element)
    tex, sign = _safe_tex(source or ""), "$$" if rows.display else "$"
    return FormulaAtom(rows.first, rows.stop, f"{sign}{tex}{sign}", tex, rows.display)


def _safe_tex(source: str) -> str:
    """TeX that is safe in Markdown and HTML that do not support formulas."""
    tex = collapse(source).strip("$ ")
    styled = _MATH_STYLE.fullmatch(tex)
    tex = _DOLLAR.sub("", styled[1] if styled else tex)
    return collapse(tex.replace("<", r"\lt ").replace(">", r"\gt ").replace("](", "] (").replace("]:", "] :"))


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
    translate = mathml_tex if page.tag[math] == _MATH else mathjax_tex
    return annotated_tex(page, root, math) or translate(page, math)


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
