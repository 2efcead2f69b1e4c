"""Where plain text differs from the text of the page's leaves: TeX of formulas, footnote marks, ruby, quotation marks.

The content tree has a node for each of these. Plain text is written without the tree, for speed, and has the same
words.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.kept_rows import CHANGED
from dehusk.content.ruby import shown_readings
from dehusk.content.word_gaps import word_gaps
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.content.atoms import Atoms
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_QUOTATION = tags.tag_table("q")


class TextChange(NamedTuple):
    """Characters of the page's text that are replaced."""

    start: int
    stop: int
    text: str
    ends: bool = False
    """Whether it belongs to the text before it, if it is between two blocks."""


def text_changes(page: Page, keep: Bools, atoms: Atoms) -> tuple[list[TextChange], list[tuple[int, str]]]:
    """The changes in order, and the formulas outside of any block of text: their row and text.

    >>> from dehusk import parse
    >>> from dehusk.content.atoms import find_atoms
    >>> page = parse("<p>He said <q>yes</q>.")
    >>> keep = page.chars > 0
    >>> [change.text for change in text_changes(page, keep, find_atoms(page, keep))[0]]
    ['“', '”']
    """
    gaps, found = word_gaps(page, keep), atoms.found
    if not gaps and not atoms.change_text:
        return [], []
    changes = list(_inserted_signs(page, atoms.has_kept)) if atoms.kinds & CHANGED else []
    alone = []
    blocks = set(page.block[np.flatnonzero(keep)].tolist()) if found else set()
    for atom in found:
        start = int(page.offset[atom.first])
        # The block may end before the white space at the end of a formula.
        end = start + len(page.text[start : int(page.offset[atom.stop])].rstrip())
        if int(page.block[atom.first]) not in blocks:
            alone.append((atom.first, atom.text))
        else:
            ends = start == end and not _text_follows(page, keep, atom.first)
            changes.append(TextChange(start, end, atom.text, ends=ends))
    marks = {int(page.offset[note.first]) for note in atoms.sidenotes}
    changes += [TextChange(offset, offset, " ") for offset in gaps if offset not in marks]
    for row in atoms.parentheses:
        changes.append(TextChange(int(page.offset[row]), int(page.offset[page.end[row]]), ""))
    for leaf, chars in atoms.footnotes.cuts.items():
        start = int(page.offset[leaf])
        changes.append(TextChange(start, start + chars, ""))
    for note in atoms.sidenotes:
        start, stop = int(page.offset[note.first]), int(page.offset[note.stop])
        changes.append(TextChange(start, stop, f"[{note.label}]"))
        changes += [TextChange(int(page.offset[leaf]), int(page.offset[leaf + 1]), "") for leaf in note.cut]
    for span in atoms.spans:
        sign = "$$" if span.display else "$"
        changes.append(TextChange(span.start, span.stop, f"{sign}{span.tex}{sign}"))
    if atoms.sidenotes:
        # Of those that replace text from the same place on, the one that contains the others comes first.
        changes.sort(key=lambda change: (change.start, change.stop > change.start, -change.stop, change.text))
        return changes, alone
    return sorted(changes), alone


def _text_follows(page: Page, keep: Bools, row: int) -> bool:
    """Whether kept text of the row's block comes after it."""
    place = int(np.searchsorted(page.leaves, row))
    after = page.leaves[place : place + 1]
    return bool(len(after) and keep[after[0]] and page.block[after[0]] == page.block[row])


def _inserted_signs(page: Page, has_kept: Bools) -> Iterator[TextChange]:
    """Quotation marks around Q, parentheses around RT."""
    quotation = _QUOTATION[page.tag] & has_kept & ~page.preformatted
    nested = np.append(False, page.inside(quotation)[page.parent[1:]])
    for row in np.flatnonzero(quotation & ~nested).tolist():
        yield from _around(page, row, "“", "”")
    readings = shown_readings(page, has_kept)
    nested = np.append(False, page.inside(readings)[page.parent[1:]])
    for row in np.flatnonzero(readings & ~nested).tolist():
        yield from _around(page, row, "(", ")")


def _around(page: Page, row: int, before: str, after: str) -> Iterator[TextChange]:
    start, stop = int(page.offset[row]), int(page.offset[page.end[row]])
    yield TextChange(start, start, before)
    yield TextChange(stop, stop, after, ends=True)


def apply_changes(text: str, start: int, stop: int, changes: Sequence[TextChange]) -> str:
    """A slice of a text with the changes inside it.

    >>> changes = [TextChange(2, 3, "B"), TextChange(3, 3, "!", ends=True), TextChange(3, 3, "?")]
    >>> apply_changes("a b c", 0, 3, changes)
    'a B!'
    """
    pieces: list[str] = []
    at = start
    for place in range(bisect_left(changes, (start,)), len(changes)):
        change = changes[place]
        if change.start > stop:
            break
        # A change between two blocks belongs to one of them.
        elsewhere = change.start == (start if change.ends else stop)
        if at <= change.start and change.stop <= stop and not elsewhere:
            pieces += (text[at : change.start], change.text)
            at = change.stop
    pieces.append(text[at:stop])
    return "".join(pieces)
