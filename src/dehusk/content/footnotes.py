"""Footnotes: the marks in the text, the notes that they link to, and the links from the notes back to the marks."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.urls import safe_url, stated_address
from dehusk.page import tags
from dehusk.page.attributes import named

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_A = tags.NUMBERS["a"]
_SUP = tags.NUMBERS["sup"]
_LINKS = tags.tag_table("a")
_SUPERSCRIPTS = tags.tag_table("sup")
_ANCHOR_ATTRIBUTES = frozenset({"id", "name"})
_NOTE_ELEMENTS = tags.tag_table("li p div dd aside section")
_MARK = re.compile(r"\[?\(?(\w{1,4})\)?\]?")
_WORD = re.compile(r"\w")
_BRACKETED = re.compile(r"\[\w+\]")
_BARE_MARK = re.compile(r"\[?\(?(\d{1,3}|[*†‡§])\)?\]?")
# What a superscript 2 or 3 belongs to without being a mark: square and cubic units.
_UNIT = re.compile(r"(?:^|[\s\d(/])(?:[kcdmhμ]?m|ft|in|mi|yd|sq|км|м|см)$")
_UNIT_CHARS = 4
# MediaWiki writes this before the links from a note back to its marks.
_BEFORE_BACKLINKS = re.compile(r"\s*[\^↑]\s*")
_LABEL_ELEMENTS = tags.tag_table("sup strong b")
# The ids that generators, Word and MediaWiki give to notes; those of marks have "ref" in them.
_NOTE_NAME = re.compile(
    r"(?:user-content-)?_?(?:ftnt?|fn|foot[-_]?note|end[-_]?note|edn|note|cite[-_]note|sdfootnote)s?[-_:.]?"
    r"(?!(?:.*[-_:.])?ref(?:[-_:.\d]|$))[\w.:-]{0,40}|\w{1,40}?note[-_:.]?\d{1,4}",
    re.IGNORECASE,
)
_NOTE_ID_STARTS = (
    "fn",
    "fn-",
    "fn:",
    "fn_",
    "footnote-",
    "footnote",
    "footnote_",
    "note-",
    "note",
    "ftn",
    "_ftn",
    "ftnt",
)
_BACK_WORDS = re.compile(
    r"(?:jump (?:up|back)(?: to)?|back(?: to (?:text|content|top))?|return|zurück|retour|volver|\^|[a-z])",
    re.IGNORECASE,
)
_MARK_NAME = re.compile(r"footnote|noteref|fnref|\breference\b")
_MAX_MARK_CHARS = 20
_MAX_WRAPPERS = 3
_MAX_NOTE_WRAPPERS = 5
# Names of notes, and classes of elements with notes.
_NOTE_PART = re.compile(r"note|fn|ftn|edn|cit|bib|ref", re.IGNORECASE)
_NOTES_CLASS = re.compile(r"foot-?_?notes?|end-?_?notes?|references|(?<![a-z])notes?(?![a-z])", re.IGNORECASE)
_MAX_NOTE_CHARS = 3000
"""What is longer is a section, not a note."""


class Footnotes(NamedTuple):
    """The rows that belong to footnotes."""

    marks: dict[int, tuple[int, str]]
    """First row of a mark -> the row after it, the label."""
    notes: dict[int, str]
    """Element that contains a note -> its label."""
    backlinks: frozenset[int]
    """Links from a note back to its mark, and the label that a note begins with, which is written once."""
    attached: frozenset[int] = frozenset()
    """Notes that were not selected as text; they belong to their marks."""
    cuts: dict[int, int] = {}  # noqa: RUF012 - never changed
    """Leaf -> how many characters at its beginning repeat the label of its note."""

    def added_to(self, page: Page, keep: Bools) -> Bools:
        """The kept leaves and those of attached notes."""
        if not self.attached:
            return keep
        both = keep.copy()
        for row in self.attached:
            rows = slice(row, int(page.end[row]))
            both[rows] = page.chars[rows] > 0
        return both

    def without_backlinks(self, page: Page, keep: Bools) -> Bools:
        """The kept leaves outside of links back and labels."""
        if not self.backlinks:
            return keep
        rest = keep.copy()
        for row in self.backlinks:
            rest[row : page.end[row]] = False
        return rest


NO_FOOTNOTES = Footnotes({}, {}, frozenset())


def find_footnotes(page: Page, has_kept: Bools) -> Footnotes:
    """The footnotes of the content; ``has_kept``: rows with kept text in their subtree.

    A mark is a short word that links to a later part of the content, and is superscript, in brackets, or named as a
    mark by its class, role or rel, or by the name of what it links to; or a superscript number without a link, if a
    later block begins with the same number or has it in its id. Each label belongs to one note and each note has one
    label; other links remain links. A note that was not selected as text is attached to its mark if its name, its
    element or a class around it says that it is a note.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea<sup><a href='#n1'>1</a></sup></p><ol><li id=n1>A drink <a href='#r1'>^</a></ol>")
    >>> found = find_footnotes(page, page.above(page.chars > 0))
    >>> found.marks, found.notes
    ({3: (6, '1')}, {7: '1'})
    """
    links = _same_page_links(page, page.tagged(_LINKS, has_kept))
    bare = _bare_labels(page, has_kept)
    labelled = [(row, name, label) for row, name in links if (label := _label(page, row, name)) is not None]
    if not labelled and not bare:
        return NO_FOOTNOTES
    anchors = _anchors(page)
    marks: dict[int, tuple[int, str]] = {}
    notes: dict[int, str] = {}
    labels: dict[str, int] = {}
    for row, name, label in labelled:
        target = anchors.get(name)
        if target is None or (note := _note_element(page, target, row)) is None:
            continue
        if not has_kept[note] and not (_NOTE_PART.search(name) or _is_among_notes(page, note)):
            continue
        if note not in notes and label not in labels:
            notes[note], labels[label] = label, note
        if notes.get(note) == label:
            first = _superscript_or_link(page, row)
            marks[first] = int(page.end[first]), label
    _add_bare_marks(page, bare, anchors, marks, notes, labels)
    notes = _without_nested(page, notes)
    marks = {first: mark for first, mark in marks.items() if labels[mark[1]] in notes}
    attached = frozenset(row for row in notes if not has_kept[row])
    for row in attached:
        links += _same_page_links(page, row + np.flatnonzero(page.tag[row : page.end[row]] == _A))
    backlinks = _backlinks(page, links, anchors, notes) | _note_labels(page, bare, notes)
    return Footnotes(marks, notes, backlinks, attached, _label_cuts(page, notes, backlinks))


def _same_page_links(page: Page, rows: Ints) -> list[tuple[int, str]]:
    """Those of some links that lead to a place in the page and may be marks, and the name of the place."""
    short = rows[page.offset[page.end[rows]] - page.offset[rows] <= _MAX_MARK_CHARS]
    hrefs = ((row, (page.attr(row, "href") or "").partition("#")) for row in page.attrs.containing(short, b"#"))
    with_name = [(row, address, name) for row, (address, _, name) in hrefs if name]
    own = _own_addresses(page) if any(address for _, address, _ in with_name) else set()
    return [(row, name) for row, address, name in with_name if not address or _is_own(page, address, own)]


def _own_addresses(page: Page) -> set[str]:
    return {address.partition("#")[0] for address in (page.url, stated_address(page)) if address}


def _is_own(page: Page, address: str, own: set[str]) -> bool:
    """Whether an address is one of the page itself."""
    return address in own or bool(page.url and safe_url(address, page.url) in own)


class _BareLabel(NamedTuple):
    """A short bold or superscript number without a link."""

    row: int
    label: str
    holder: int
    """The block-level element around it."""
    starts: bool
    """Whether the element begins with it."""


def _bare_labels(page: Page, has_kept: Bools) -> list[_BareLabel]:
    # Bold numbers matter only beside superscript ones.
    if not len(page.tagged(_SUPERSCRIPTS, has_kept)):
        return []
    found = []
    rows = page.tagged(_LABEL_ELEMENTS, page.is_element)
    for row in rows[page.offset[page.end[rows]] - page.offset[rows] <= _MAX_MARK_CHARS].tolist():
        mark = _BARE_MARK.fullmatch(page.leaf_text(row))
        if mark is None or _is_linked(page, row):
            continue
        links = row + np.flatnonzero(page.tag[row : page.end[row]] == _A)
        if any(_leads_away(page, link) for link in links.tolist()):
            continue
        holder = int(page.block_holder[row])
        starts = not page.text[page.offset[holder] : page.offset[row]].strip()
        may_be_note = starts and (has_kept[row] or _is_among_notes(page, row))
        if may_be_note or (has_kept[row] and page.tag[row] == _SUP and not _is_power(page, row, mark[1])):
            found.append(_BareLabel(row, mark[1], holder, starts))
    return found


def _is_power(page: Page, row: int, label: str) -> bool:
    """Whether a superscript number is that of a unit: km², m³."""
    start = int(page.offset[row])
    return label in ("2", "3") and _UNIT.search(page.text[max(start - _UNIT_CHARS, 0) : start]) is not None


def _is_among_notes(page: Page, row: int) -> bool:
    """Whether the class or id of one of the next elements around a row says that notes are in it."""
    for _ in range(_MAX_NOTE_WRAPPERS):
        row = int(page.parent[row])
        if row <= 0:
            break
        if _NOTES_CLASS.search(f"{page.attr(row, 'class')} {page.attr(row, 'id')}"):
            return True
    return False


def _is_linked(page: Page, row: int) -> bool:
    """Whether a row is in a link, directly or in few elements."""
    for _ in range(_MAX_WRAPPERS):
        row = int(page.parent[row])
        if row <= 0:
            break
        if page.tag[row] == _A and _leads_away(page, row):
            return True
    return False


def _leads_away(page: Page, link: int) -> bool:
    """Whether a link has an address; one that only calls a script has none."""
    href = (page.attr(link, "href") or "").strip().lower()
    return bool(href.strip("#")) and not href.startswith("javascript:")


def _add_bare_marks(
    page: Page,
    bare: list[_BareLabel],
    anchors: dict[str, int],
    marks: dict[int, tuple[int, str]],
    notes: dict[int, str],
    labels: dict[str, int],
) -> None:
    """Add superscript numbers without links whose notes begin with the same number, or have it in their id."""
    begins: dict[str, list[int]] = {}
    for each in bare:
        if each.starts and _NOTE_ELEMENTS[page.tag[each.holder]] and each.holder not in notes:
            begins.setdefault(each.label, []).append(each.holder)
    for each in bare:
        if each.starts or page.tag[each.row] != _SUP or each.row in marks:
            continue
        note = labels.get(each.label)
        if note is None:
            named = (anchors.get(start + each.label) for start in _NOTE_ID_STARTS)
            targets = [target for target in named if target is not None] or begins.get(each.label, [])
            if len(set(targets)) != 1:
                continue
            note = _note_element(page, targets[0], each.row)
        if note is not None and note > each.row and notes.get(note, each.label) == each.label:
            notes[note], labels[each.label] = each.label, note
            marks[each.row] = int(page.end[each.row]), each.label


def _note_labels(page: Page, bare: list[_BareLabel], notes: dict[int, str]) -> frozenset[int]:
    """The numbers that notes begin with."""
    starts = sorted(notes)
    found = set()
    for each in bare:
        place = bisect_right(starts, each.row) - 1
        if each.starts and place >= 0 and each.row < page.end[starts[place]] and notes[starts[place]] == each.label:
            before = page.text[page.offset[starts[place]] : page.offset[each.row]]
            if not before.strip():
                found.add(each.row)
    return frozenset(found)


def _label_cuts(page: Page, notes: dict[int, str], backlinks: frozenset[int]) -> dict[int, int]:
    """The labels that notes begin with as text ("1.", "[1]"), and the signs before and after links back ("^", ".")."""
    ends = {int(page.offset[row]): int(page.offset[page.end[row]]) for row in backlinks}
    cuts: dict[int, int] = {}
    for note, label in notes.items():
        start = int(page.offset[note])
        after_link = ends.get(start, start)
        sign = r"[.:)\]]+" if after_link > start else rf"[\[(]?{re.escape(label)}(?:[\])][.:]?|[.:])"
        text = page.text[after_link : after_link + _MAX_MARK_CHARS]
        found = re.match(rf"\s*{sign}\s*(?=\S)", text)
        caret = _BEFORE_BACKLINKS.match(text)
        if caret and after_link + caret.end() in ends:
            found = caret
        if found is None:
            continue
        stop = after_link + found.end()
        for leaf in range(note + 1, int(page.end[note])):
            if page.offset[leaf] >= stop:
                break
            if page.is_text[leaf] and page.offset[leaf + 1] > after_link:
                cuts[leaf] = int(min(page.offset[leaf + 1], stop) - page.offset[leaf])
    return cuts


def _anchors(page: Page) -> dict[str, int]:
    anchors: dict[str, int] = {}
    for row, name, value in named(page.attrs, _ANCHOR_ATTRIBUTES):
        if name == "id" or page.tag[row] == _A:
            anchors.setdefault(value, row)
    return anchors


def _label(page: Page, row: int, name: str) -> str | None:
    if page.offset[page.end[row]] - page.offset[row] > _MAX_MARK_CHARS:
        return None
    text = page.leaf_text(row)
    mark = _MARK.fullmatch(text)
    if mark is None:
        return None
    superscript = _superscript_or_link(page, row) != row or (page.tag[row : page.end[row]] == _SUP).any()
    named_so = _MARK_NAME.search(f"{page.attr(row, 'class')} {page.attr(row, 'role')} {page.attr(row, 'rel')}")
    is_mark = superscript or named_so or _BRACKETED.fullmatch(text) or _NOTE_NAME.fullmatch(name)
    return mark[1] if is_mark else None


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


def _note_element(page: Page, target: int, mark: int) -> int | None:
    """The element of the note that begins at a target, if it is a note and comes after its mark."""
    note = int(page.block_holder[target])
    too_long = page.offset[page.end[note]] - page.offset[note] > _MAX_NOTE_CHARS
    has_text = page.offset[page.end[note]] > page.offset[note]
    return note if note > mark and has_text and _NOTE_ELEMENTS[page.tag[note]] and not too_long else None


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
        if inside and anchors.get(name, -1) < starts[place] and _is_back_text(page, row, notes[starts[place]]):
            found.add(row)
    return frozenset(found)


def _is_back_text(page: Page, link: int, label: str) -> bool:
    """Whether a link says no more than that it leads back: a sign, the label of the note, a letter per mark."""
    if page.offset[page.end[link]] - page.offset[link] > _MAX_MARK_CHARS:
        return False
    text = page.leaf_text(link)
    mark = _MARK.fullmatch(text)
    return not _WORD.search(text) or bool(mark and mark[1] == label) or _BACK_WORDS.fullmatch(text) is not None
