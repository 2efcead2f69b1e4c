"""Footnotes: marks in the text, the notes that they point to, and the arrows that lead back."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page import tags
from dehusk.page.rows import named

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_A = tags.NUMBERS["a"]
_SUP = tags.NUMBERS["sup"]
_NAMING = frozenset({"id", "name"})
_HOLDER = tags.tag_table("li p div dd aside section")
_MARK = re.compile(r"\[?\(?(\w{1,4})\)?\]?")
_WORD = re.compile(r"\w")
_BRACKETED = re.compile(r"\[\w+\]")
_NAMED = re.compile(r"footnote|noteref|fnref|\breference\b")
_WRAPPED = 3
_LONG = 3000
"""Characters; what is longer is a section, not a note."""


class Notes(NamedTuple):
    """Rows that belong to footnotes."""

    marks: dict[int, tuple[int, str]]
    """First row of a mark -> the row after it, the label."""
    notes: dict[int, str]
    """Element that holds a note -> its label."""
    backs: frozenset[int]
    """Links without words that lead from a note back to its mark."""


NONE = Notes({}, {}, frozenset())


def find_notes(page: Page, above: Bools) -> Notes:
    """The footnotes of the content; ``above``: rows with kept text in their subtree.

    A mark is a short word that links to a later part of this content, and is raised, in brackets, or named as
    a mark. A label belongs to one note and a note has one label; other links stay links.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea<sup><a href='#n1'>1</a></sup></p><ol><li id=n1>A drink <a href='#r1'>^</a></ol>")
    >>> found = find_notes(page, page.above(page.chars > 0))
    >>> found.marks, found.notes
    ({3: (6, '1')}, {7: '1'})
    """
    links = [
        (row, href[1:])
        for row in np.flatnonzero((page.tag == _A) & above).tolist()
        if (href := page.attr(row, "href")) and href[0] == "#" and len(href) > 1
    ]
    if not links:
        return NONE
    places = _places(page)
    marks: dict[int, tuple[int, str]] = {}
    notes: dict[int, str] = {}
    labels: dict[str, int] = {}
    for row, name in links:
        label, target = _label(page, row), places.get(name)
        if label is None or target is None or (note := _note(page, target, row, above)) is None:
            continue
        if note not in notes and label not in labels:
            notes[note], labels[label] = label, note
        if notes.get(note) == label:
            first = _raised(page, row)
            marks[first] = int(page.end[first]), label
    notes = _apart(page, notes)
    marks = {first: mark for first, mark in marks.items() if labels[mark[1]] in notes}
    return Notes(marks, notes, _backs(page, links, places, notes))


def _places(page: Page) -> dict[str, int]:
    places: dict[str, int] = {}
    for row, name, value in named(page.attrs, _NAMING):
        if name == "id" or page.tag[row] == _A:
            places.setdefault(value, row)
    return places


def _label(page: Page, row: int) -> str | None:
    if page.offset[page.end[row]] - page.offset[row] > 20:
        return None
    text = page.leaf_text(row)
    said = _MARK.fullmatch(text)
    if said is None:
        return None
    raised = _raised(page, row) != row or (page.tag[row : page.end[row]] == _SUP).any()
    named = _NAMED.search(f"{page.attr(row, 'class')} {page.attr(row, 'role')} {page.attr(row, 'rel')}")
    return said[1] if raised or named or _BRACKETED.fullmatch(text) else None


def _raised(page: Page, link: int) -> int:
    """The SUP that holds a link and no other text, else the link."""
    row = link
    for _ in range(_WRAPPED):
        parent = int(page.parent[row])
        before, after = (
            page.offset[row] - page.offset[parent],
            page.offset[page.end[parent]] - page.offset[page.end[row]],
        )
        if parent <= 0 or before + after > 0:
            break
        row = parent
        if page.tag[row] == _SUP:
            return row
    return link


def _note(page: Page, target: int, mark: int, above: Bools) -> int | None:
    """The element that holds the note which a target begins, if it is one that comes after its mark."""
    note = int(page.block_holder[target])
    long = page.offset[page.end[note]] - page.offset[note] > _LONG
    return note if note > mark and above[note] and _HOLDER[page.tag[note]] and not long else None


def _apart(page: Page, notes: dict[int, str]) -> dict[int, str]:
    """Without those that lie in another."""
    apart: dict[int, str] = {}
    stop = 0
    for row in sorted(notes):
        if row >= stop:
            apart[row] = notes[row]
            stop = int(page.end[row])
    return apart


def _backs(page: Page, links: list[tuple[int, str]], places: dict[str, int], notes: dict[int, str]) -> frozenset[int]:
    starts = sorted(notes)
    backs = set()
    for row, name in links:
        place = bisect_right(starts, row) - 1
        inside = place >= 0 and row < page.end[starts[place]]
        if inside and places.get(name, len(page)) < starts[place] and not _WORD.search(page.raw_text(row)):
            backs.add(row)
    return frozenset(backs)
