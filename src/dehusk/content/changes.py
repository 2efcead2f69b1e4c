"""Where plain text is not the text of the page's leaves: formulas as TeX, marks of notes, ruby, quotations.

The tree has a node for each of these. Plain text is made without the tree, for speed, and has the same words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.content.atoms import Atoms
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_QUOTED = tags.tag_table("q")
_RUBY = tags.tag_table("ruby")
_READING = tags.tag_table("rt")
_PARENTHESIS = tags.tag_table("rp")
_SIGNS = _QUOTED | _READING | _PARENTHESIS
_WORD = re.compile(r"\w")


class Change(NamedTuple):
    """Characters of a page's text that are written as others."""

    start: int
    stop: int
    text: str
    ends: bool = False
    """Whether it belongs to the text before it, where it stands between two blocks."""


def text_changes(page: Page, keep: Bools, atoms: Atoms) -> tuple[list[Change], list[tuple[int, str]]]:
    """The changes in order, and formulas that stand in no block of text: their row and text.

    >>> from dehusk import parse
    >>> from dehusk.content.atoms import find_atoms
    >>> page = parse("<p>He said <q>yes</q>.")
    >>> keep = page.chars > 0
    >>> text_changes(page, keep, find_atoms(page, keep))[0]
    [Change(start=8, stop=8, text='“', ends=False), Change(start=11, stop=11, text='”', ends=True)]
    """
    found = atoms.found
    changes = list(_signs(page, atoms.above)) if _SIGNS[page.tag].any() else []
    alone = []
    blocks = set(page.block[np.flatnonzero(keep)].tolist()) if found else set()
    for first, stop, _, text in found:
        start, end = int(page.offset[first]), int(page.offset[stop])
        if start == end and int(page.block[first]) not in blocks:
            alone.append((first, text))
        else:
            changes.append(Change(start, end, text, ends=start == end and not _begins(page, keep, first)))
    return sorted(changes), alone


def _begins(page: Page, keep: Bools, row: int) -> bool:
    """Whether the text of a row's block comes after it."""
    place = int(np.searchsorted(page.leaves, row))
    after = page.leaves[place : place + 1]
    return bool(len(after) and keep[after[0]] and page.block[after[0]] == page.block[row])


def _signs(page: Page, above: Bools) -> Iterator[Change]:
    shown = above & ~page.preformatted
    quoted = _QUOTED[page.tag] & shown
    nested = np.append(False, page.inside(quoted)[page.parent[1:]])
    for row in np.flatnonzero(quoted & ~nested).tolist():
        yield from _around(page, row, "“", "”")
    reading = _READING[page.tag] & shown & page.inside(_RUBY[page.tag])
    nested = np.append(False, page.inside(reading)[page.parent[1:]])
    for row in np.flatnonzero(reading & ~nested).tolist():
        yield from _around(page, row, "(", ")")
    for row in np.flatnonzero(_PARENTHESIS[page.tag] & shown).tolist():
        if not _WORD.search(page.raw_text(row)):
            yield Change(int(page.offset[row]), int(page.offset[page.end[row]]), "")


def _around(page: Page, row: int, before: str, after: str) -> Iterator[Change]:
    start, stop = int(page.offset[row]), int(page.offset[page.end[row]])
    yield Change(start, start, before)
    yield Change(stop, stop, after, ends=True)


def changed(text: str, start: int, stop: int, changes: Sequence[Change]) -> str:
    """A part of a text with the changes that lie in it.

    >>> changed("a b c", 0, 3, [Change(2, 3, "B"), Change(3, 3, "!", ends=True), Change(3, 3, "?")])
    'a B!'
    """
    pieces: list[str] = []
    at = start
    for change in changes[bisect_left(changes, (start,)) :]:
        if change.start > stop:
            break
        # What stands between two blocks is part of one of them.
        elsewhere = change.start == (start if change.ends else stop)
        if at <= change.start and change.stop <= stop and not elsewhere:
            pieces += (text[at : change.start], change.text)
            at = change.stop
    pieces.append(text[at:stop])
    return "".join(pieces)
