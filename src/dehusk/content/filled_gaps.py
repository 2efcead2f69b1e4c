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

from dehusk._core.kept_rows import DROPPED, MIXED, PART, partly_kept
from dehusk.content.callouts import CALLOUT_ELEMENTS, find_callouts
from dehusk.content.data_tables import data_tables
from dehusk.content.listing_gaps import listings_of_text
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_TABLE = tags.NUMBERS["table"]
_QUOTE = tags.NUMBERS["blockquote"]
_PARAGRAPH = tags.NUMBERS["p"]
_FOOTER = tags.NUMBERS["footer"]
_TERM, _DEFINITION = tags.NUMBERS["dt"], tags.NUMBERS["dd"]
_LINK = tags.NUMBERS["a"]
_PARTS = tags.tag_table("ul ol dl blockquote table p")
_LISTS = tags.tag_table("ul ol")
_ROLES = (
    MIXED * (_LISTS | tags.tag_table("blockquote table")).astype(np.uint8)
    | PART * (_PARTS | CALLOUT_ELEMENTS).astype(np.uint8)
    | DROPPED * tags.tag_table("pre dt").astype(np.uint8)
)
_MIN_TABLE_SHARE, _MIN_HEADED_SHARE = 0.5, 0.2
_MIN_LIST_SHARE = 0.8
_MAX_REST_CHARS = 120
"""Of a quotation: "— Ann Leaf, in a letter to her sister"."""
_MIN_PARENT_SHARE = 0.8
_MAX_PART = 0.3
"""How large a part may be, compared with the kept text of its parent."""
_MIN_SCORE = 0.42
_MIN_CALLOUT_SHARE, _MAX_CALLOUT_LINKS = 0.3, 0.5


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
    mixed, between, dropped, counts = partly_kept(page.tag, page.parent, page.end, page.chars, keep, _ROLES)
    sums = _Sums(*counts)
    if not sums.kept[0] or not (len(mixed) or len(between) or len(dropped)):
        return keep
    missing = (page.chars > 0) & ~keep
    filled = keep.copy()
    of_mixed, of_dropped = page.tag[mixed], page.tag[dropped]
    quotes, tables, lists = (mixed[mask] for mask in (of_mixed == _QUOTE, of_mixed == _TABLE, _LISTS[of_mixed]))
    if len(quotes):
        outside_footers = missing & ~page.inside(page.tag == _FOOTER)
        for row in quotes[sums.all[quotes] - sums.kept[quotes] <= _MAX_REST_CHARS].tolist():
            filled[row : page.end[row]] |= outside_footers[row : page.end[row]]
    of_data = _tables(page, tables.tolist(), sums)
    terms = _terms(page, dropped[of_dropped == _TERM], sums)
    parts = _parts_between(page, between, sums, score)
    listings = listings_of_text(page, keep, score, dropped[(of_dropped != _TERM) & (dropped > keep.argmax())])
    lists = lists[sums.kept[lists] >= _MIN_LIST_SHARE * sums.all[lists]]
    for row in (*lists.tolist(), *of_data, *terms, *parts, *listings):
        filled[row : page.end[row]] |= missing[row : page.end[row]]
    return filled


def _terms(page: Page, terms: Ints, sums: _Sums) -> Iterator[int]:
    """Those of the dropped terms (DT) whose definition is kept."""
    for row, follows in zip(terms.tolist(), page.end[terms].tolist(), strict=True):
        while follows < len(page) and page.is_text[follows] and not page.chars[follows]:
            follows += 1
        if follows < len(page) and page.tag[follows] == _DEFINITION and sums.kept[follows] > 0:
            yield row


def _tables(page: Page, tables: list[int], sums: _Sums) -> Iterator[int]:
    """The data tables of which enough is kept; ``tables``: those that are kept in part."""
    of_data = data_tables(page, sums.all > 0) if tables else set()
    for row in of_data.intersection(tables):
        has_header = tags.TABLE_HEADER[page.tag[row : page.end[row]]].any()
        if sums.kept[row] >= (_MIN_HEADED_SHARE if has_header else _MIN_TABLE_SHARE) * sums.all[row]:
            yield row


def _parts_between(page: Page, between: Ints, sums: _Sums, score: Floats) -> Iterator[int]:
    """The elements that belong to the text of their parent; ``between``: those between kept texts of their parent."""
    if not len(between):
        return
    callouts = find_callouts(page, page.mask_of(between))
    rows = [row for row in between.tolist() if row in callouts or _PARTS[page.tag[row]]]
    if not rows:
        return
    of_data = data_tables(page, sums.all > 0) if (page.tag[rows] == _TABLE).any() else set()
    scores, linked = page.subtree_sum(score * page.chars), page.inside(page.tag == _LINK)
    for row in rows:
        around, chars = page.parent[row], sums.all[row]
        share = sums.kept[around] / sums.all[around]
        if row in callouts:
            links = int(page.chars[row : page.end[row]] @ linked[row : page.end[row]])
            belongs = share >= _MIN_CALLOUT_SHARE and links <= _MAX_CALLOUT_LINKS * chars
        else:
            belongs = share >= _MIN_PARENT_SHARE and chars <= _MAX_PART * sums.kept[around]
            belongs &= page.tag[row] != _TABLE or row in of_data
            belongs &= page.tag[row] != _PARAGRAPH or scores[row] >= _MIN_SCORE * chars
        if belongs:
            yield row
