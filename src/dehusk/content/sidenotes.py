"""Sidenotes: notes inside a line that a style sheet puts into the margin.

In every format the place of a sidenote has a mark, and the note follows the block, as a footnote does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_ELEMENTS = tags.tag_table("span small")
# Tufte CSS and its relatives: sidenote, marginnote, footnoteContent, sidenote__content.
_CLASS = re.compile(
    r"(?<!\S)(?:(?:side|margin)-?note(?:[-_]*(?:content|text|body))?|inline-?(?:foot)?note|footnote(?:[-_]*(?:content|text))?)(?!\S)",
    re.IGNORECASE,
)
_NUMBER_CLASS = re.compile(r"number|label|index|ref", re.IGNORECASE)
_LABEL = re.compile(r"\W*(\w{1,3})\W*")
# Nothing is a sidenote in these: they consist of one line, or cannot contain footnotes.
_LINES = tags.HEADING | tags.PREFORMATTED | tags.tag_table("a caption figcaption table dt button label")
_MIN_CHARS = 12
_MAX_CHARS = 3000
_MAX_LABEL_CHARS = 5


class Sidenote(NamedTuple):
    """The rows of a sidenote."""

    first: int
    """The outermost element that belongs to it."""
    stop: int
    label: str
    cut: tuple[int, ...] = ()
    """Leaves with its number, which is written as its label."""


def find_sidenotes(page: Page, keep: Bools, has_kept: Bools, labels: set[str]) -> tuple[Sidenote, ...]:
    """The sidenotes of the content; ``labels``: those of footnotes, which are not used again.

    ``has_kept``: rows with kept text in their subtree.

    >>> from dehusk import parse
    >>> page = parse("<p>Tea is old <span class=sidenote>Very old, says the book.</span> and good.")
    >>> find_sidenotes(page, page.chars > 0, page.above(page.chars > 0), set())
    (Sidenote(first=3, stop=5, label='1', cut=()),)
    """
    rows = page.attrs.containing(page.tagged(_ELEMENTS, has_kept), b"note")
    rows = [row for row in rows if _CLASS.search(page.attr(row, "class") or "")]
    in_line = page.inside(_LINES[page.tag]) if rows else None
    found: list[Sidenote] = []
    used = set(labels)
    for row in rows:
        if in_line is None or in_line[row] or (found and row < found[-1].stop) or not _is_note(page, keep, row):
            continue
        stated, cut = _own_label(page, row)
        label = stated if stated and stated not in used else _next_label(used)
        used.add(label)
        found.append(Sidenote(row, int(page.end[row]), label, cut))
    return tuple(found)


def _is_note(page: Page, keep: Bools, row: int) -> bool:
    """Whether an element is a kept part of one block that has other kept text."""
    end = int(page.end[row])
    chars = int(page.offset[end] - page.offset[row])
    leaves = row + np.flatnonzero(page.is_text[row:end] & (page.chars[row:end] > 0))
    if not _MIN_CHARS <= chars <= _MAX_CHARS or not len(leaves) or not keep[leaves].all():
        return False
    block = page.block[leaves[0]]
    if page.block[leaves[-1]] != block:
        return False
    place = int(np.searchsorted(page.leaves, leaves[0]))
    beside = [*page.leaves[max(place - 1, 0) : place], *page.leaves[place + len(leaves) :][:1]]
    return any(keep[leaf] and page.block[leaf] == block for leaf in beside)


def _own_label(page: Page, row: int) -> tuple[str | None, tuple[int, ...]]:
    """The number that a sidenote begins with, and its leaves, if it is in an element of its own or before one."""
    leaves = row + np.flatnonzero(page.is_text[row : page.end[row]] & (page.chars[row : page.end[row]] > 0))
    first = int(leaves[0])
    parent = int(page.parent[first])
    text = page.raw_text(first)
    label = _LABEL.fullmatch(text)
    if label is None or len(text.strip()) > _MAX_LABEL_CHARS or len(leaves) < 2:
        return None, ()
    named = parent != row and _NUMBER_CLASS.search(page.attr(parent, "class") or "")
    before_content = parent == row and _CLASS.search(page.attr(int(page.parent[leaves[1]]), "class") or "")
    is_raised = parent != row and page.tag_name(parent) == "sup"
    return (label[1], (first,)) if named or before_content or is_raised else (None, ())


def _next_label(used: set[str]) -> str:
    number = 1
    while str(number) in used:
        number += 1
    return str(number)
