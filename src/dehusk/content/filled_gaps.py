"""Gaps in the content: what was left out of tables, quotations, lists and texts although the rest of them is kept.

A method that decides block by block drops short blocks: cells of numbers, the line that says who is quoted, a list of
links between two paragraphs. They are written

* if they are cells of a data table that is kept in part: a fifth of it if it has a header, otherwise half of it;
* if they are items of a list of which four fifths are kept;
* if they are a short rest of a quotation, except for its FOOTER, or the term of a definition;
* if they are a list, a quotation, a data table or a paragraph whose score is near the cut, between kept texts of the
  same parent, most of whose text is kept; or a callout between kept texts of its parent;
* if they are a code listing between kept texts, or the first one after all of them with what introduces it.

Selections stay as the method made them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.kept_rows import CALLOUT, CODE, LIST, PART, QUOTE, TABLE, TERM, partly_kept
from dehusk.content.callouts import CALLOUT_ELEMENTS, find_callouts
from dehusk.content.data_tables import data_tables
from dehusk.content.listing_gaps import listings_of_text
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_TABLE = tags.NUMBERS["table"]
_PARAGRAPH = tags.NUMBERS["p"]
_FOOTER = tags.NUMBERS["footer"]
_DEFINITION = tags.NUMBERS["dd"]
_ROLES = np.zeros(1 << 16, dtype=np.uint8)
for _role, _table in (
    (LIST, tags.tag_table("ul ol")),
    (QUOTE, tags.tag_table("blockquote")),
    (TABLE, tags.tag_table("table")),
    (PART, tags.tag_table("ul ol dl blockquote table p")),
    (CALLOUT, CALLOUT_ELEMENTS),
    (TERM, tags.tag_table("dt")),
    (CODE, tags.tag_table("pre")),
):
    _ROLES |= _role * _table.astype(np.uint8)
_MIN_TABLE_SHARE, _MIN_HEADED_SHARE = 0.5, 0.2
_MIN_LIST_SHARE = 0.8
_MAX_REST_CHARS = 120
"""Of a quotation: "— Ann Leaf, in a letter to her sister"."""
_MIN_PARENT_SHARE = 0.8
_MAX_PART = 0.3
"""How large a part may be, compared with the kept text of its parent."""
_MIN_SCORE = 0.42
_MIN_CALLOUT_SHARE, _MAX_CALLOUT_LINKS = 0.3, 0.5
_SHARES = np.array([_MIN_LIST_SHARE, _MIN_HEADED_SHARE, _MIN_PARENT_SHARE, _MIN_CALLOUT_SHARE, _MAX_PART])


class _Sums(NamedTuple):
    """Characters below each row."""

    kept: Ints
    all: Ints


def fill_gaps(page: Page, keep: Bools, score: Floats) -> Bools:
    """The kept leaves and those of the gaps between them.

    >>> from dehusk import parse
    >>> page = parse("<table><tr><th>Tea<th>Time<tr><td>Green tea from Japan<td>2</table>")
    >>> keep = page.chars > 4
    >>> [page.leaf_text(row) for row in np.flatnonzero(fill_gaps(page, keep, keep * 1.0))]
    ['Tea', 'Time', 'Green tea from Japan', '2']
    """
    found, counts = partly_kept(page.tag, page.parent, page.end, page.chars, keep, _ROLES, _SHARES, _MAX_REST_CHARS)
    if not found:
        return keep
    sums = _Sums(*counts)
    filled = keep.copy()
    if quotes := _found_as(QUOTE, found):
        outside_footers = (page.chars > 0) & ~page.inside(page.tag == _FOOTER)
        for row in quotes:
            filled[row : page.end[row]] |= outside_footers[row : page.end[row]]
    for row in (
        *_found_as(LIST, found),
        *_tables(page, _found_as(TABLE, found), sums),
        *(row for row in _found_as(TERM, found) if page.tag[_following(page, row)] == _DEFINITION),
        *_parts_between(page, found, sums, score),
        *listings_of_text(page, keep, score, np.array(_found_as(CODE, found), dtype=np.intp)),
    ):
        filled[row : page.end[row]] |= page.chars[row : page.end[row]] > 0
    return filled


def _found_as(role: int, found: list[tuple[int, int]]) -> list[int]:
    return [row for row, roles in found if roles & role]


def _following(page: Page, row: int) -> int:
    """The next row after an element that is no blank leaf."""
    after = int(page.end[row])
    while page.is_text[after] and not page.chars[after]:
        after += 1
    return after


def _tables(page: Page, tables: list[int], sums: _Sums) -> Iterator[int]:
    """The data tables of which enough is kept; ``tables``: those that are kept in part."""
    of_data = data_tables(page, sums.all > 0) if tables else set()
    for row in of_data.intersection(tables):
        has_header = tags.TABLE_HEADER[page.tag[row : page.end[row]]].any()
        if has_header or sums.kept[row] >= _MIN_TABLE_SHARE * sums.all[row]:
            yield row


def _parts_between(page: Page, found: list[tuple[int, int]], sums: _Sums, score: Floats) -> Iterator[int]:
    """The parts and callouts that belong to the text of their parent."""
    callouts, parts = find_callouts(page, _found_as(CALLOUT, found)), set(_found_as(PART, found))
    rows = [row for row, _ in found if row in callouts or row in parts]
    if not rows:
        return
    of_data = data_tables(page, sums.all > 0) if (page.tag[rows] == _TABLE).any() else set()
    scores = page.subtree_sum(score * page.chars)
    for row in rows:
        chars = sums.all[row]
        if row in callouts:
            links = int(page.chars[row : page.end[row]] @ page.in_link[row : page.end[row]])
            belongs = links <= _MAX_CALLOUT_LINKS * chars
        else:
            belongs = page.tag[row] != _TABLE or row in of_data
            belongs &= page.tag[row] != _PARAGRAPH or scores[row] >= _MIN_SCORE * chars
        if belongs:
            yield row
