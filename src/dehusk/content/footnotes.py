"""Footnotes: the marks in the text, the notes that they link to, and the links from the notes back to the marks."""

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
_ANCHOR_ATTRIBUTES = frozenset({"id", "name"})
_NOTE_ELEMENTS = tags.tag_table("li p div dd aside section")
_MARK = re.compile(r"\[?\(?(\w{1,4})\)?\]?")
_WORD = re.compile(r"\w")
_BRACKETED = re.compile(r"\[\w+\]")
_MARK_NAME = re.compile(r"footnote|noteref|fnref|\breference\b")
_MAX_MARK_CHARS = 20
_MAX_WRAPPERS = 3
_MAX_NOTE_CHARS = 3000
"""What is longer is a section, not a note."""


class Footnotes(NamedTuple):
    """The rows that belong to footnotes."""

    marks: dict[int, tuple[int, str]]
    """First row of a mark -> the row after it, the label."""
    notes: dict[int, str]
    """Element that contains a note -> its label."""
    backlinks: frozenset[int]
    """Links without words from a note back to its mark."""


NO_FOOTNOTES = Footnotes({}, {}, frozenset())


def find_footnotes(page: Page, has_kept: Bools) -> Footnotes:
    """The footnotes of the content; ``has_kept``: rows with kept text in their subtree.

    A mark is a short word that links to a later part of the content, and is superscript, in brackets, or named as a
    mark by its class, role or rel. Each label belongs to one note and each note has one label; other links remain
    links.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea<sup><a href='#n1'>1</a></sup></p><ol><li id=n1>A drink <a href='#r1'>^</a></ol>")
    >>> found = find_footnotes(page, page.above(page.chars > 0))
    >>> found.marks, found.notes
    ({3: (6, '1')}, {7: '1'})
    """
    links = [
        (row, href[1:])
        for row in np.flatnonzero((page.tag == _A) & has_kept).tolist()
        if (href := page.attr(row, "href")) and href[0] == "#" and len(href) > 1
    ]
    if not links:
        return NO_FOOTNOTES
    anchors = _anchors(page)
    marks: dict[int, tuple[int, str]] = {}
    notes: dict[int, str] = {}
    labels: dict[str, int] = {}
    for row, name in links:
        label, target = _label(page, row), anchors.get(name)
        if label is None or target is None or (note := _note_element(page, target, row, has_kept)) is None:
            continue
        if note not in notes and label not in labels:
            notes[note], labels[label] = label, note
        if notes.get(note) == label:
            first = _superscript_or_link(page, row)
            marks[first] = int(page.end[first]), label
    notes = _without_nested(page, notes)
    marks = {first: mark for first, mark in marks.items() if labels[mark[1]] in notes}
    return Footnotes(marks, notes, _backlinks(page, links, anchors, notes))


def _anchors(page: Page) -> dict[str, int]:
    anchors: dict[str, int] = {}
    for row, name, value in named(page.attrs, _ANCHOR_ATTRIBUTES):
        if name == "id" or page.tag[row] == _A:
            anchors.setdefault(value, row)
    return anchors


def _label(page: Page, row: int) -> str | None:
    if page.offset[page.end[row]] - page.offset[row] > _MAX_MARK_CHARS:
        return None
    text = page.leaf_text(row)
    mark = _MARK.fullmatch(text)
    if mark is None:
        return None
    superscript = _superscript_or_link(page, row) != row or (page.tag[row : page.end[row]] == _SUP).any()
    named_so = _MARK_NAME.search(f"{page.attr(row, 'class')} {page.attr(row, 'role')} {page.attr(row, 'rel')}")
    return mark[1] if superscript or named_so or _BRACKETED.fullmatch(text) else None


def _superscript_or_link(page: Page, link: int) -> int:
    """The SUP that contains a link and no other text, otherwise the link."""
    row = link
    for _ in range(_MAX_WRAPPERS):
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


def _note_element(page: Page, target: int, mark: int, has_kept: Bools) -> int | None:
    """The element of the note that begins at a target, if it is a note and comes after its mark."""
    note = int(page.block_holder[target])
    too_long = page.offset[page.end[note]] - page.offset[note] > _MAX_NOTE_CHARS
    return note if note > mark and has_kept[note] and _NOTE_ELEMENTS[page.tag[note]] and not too_long else None


def _without_nested(page: Page, notes: dict[int, str]) -> dict[int, str]:
    """The notes that are not inside another."""
    outer: dict[int, str] = {}
    stop = 0
    for row in sorted(notes):
        if row >= stop:
            outer[row] = notes[row]
            stop = int(page.end[row])
    return outer


def _backlinks(
    page: Page, links: list[tuple[int, str]], anchors: dict[str, int], notes: dict[int, str]
) -> frozenset[int]:
    starts = sorted(notes)
    found = set()
    for row, name in links:
        place = bisect_right(starts, row) - 1
        inside = place >= 0 and row < page.end[starts[place]]
        if inside and anchors.get(name, len(page)) < starts[place] and not _WORD.search(page.raw_text(row)):
            found.add(row)
    return frozenset(found)
