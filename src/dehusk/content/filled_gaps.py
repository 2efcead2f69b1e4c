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

from dehusk.content.callouts import find_callouts
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
    dropped = (page.chars > 0) & ~keep
    has_kept = page.above(keep)
    if not (keep.any() and dropped.any()):
        return keep
    parts = _PARTS[page.tag] & page.above(dropped)
    sums = _Sums(page.subtree_sum(np.where(keep, page.chars, 0)), page.subtree_sum(page.chars))
    filled = keep.copy()
    footer = page.inside(page.tag == _FOOTER)
    for row in np.flatnonzero(parts & has_kept & (page.tag == _QUOTE)).tolist():
        if sums.all[row] - sums.kept[row] <= _MAX_REST_CHARS:
            filled[row : page.end[row]] |= (dropped & ~footer)[row : page.end[row]]
    filled |= _terms(page, dropped, has_kept)
    lists = np.flatnonzero(parts & _LISTS[page.tag] & has_kept & (sums.kept >= _MIN_LIST_SHARE * sums.all)).tolist()
    between = _parts_between(page, keep, parts & ~has_kept, sums, score)
    for row in (*lists, *_tables(page, parts & has_kept, sums), *between, *listings_of_text(page, keep, score)):
        filled[row : page.end[row]] |= dropped[row : page.end[row]]
    return filled


def _terms(page: Page, dropped: Bools, has_kept: Bools) -> Bools:
    """The dropped leaves of terms (DT) whose definition is kept."""
    terms = np.flatnonzero((page.tag == _TERM) & ~has_kept)
    defined = np.zeros(len(page), dtype=np.bool_)
    for row, follows in zip(terms.tolist(), page.end[terms].tolist(), strict=True):
        while follows < len(page) and page.is_text[follows] and not page.chars[follows]:
            follows += 1
        if follows < len(page) and page.tag[follows] == _DEFINITION and has_kept[follows]:
            defined[row] = True
    return page.inside(defined) & dropped


def _tables(page: Page, mixed: Bools, sums: _Sums) -> Iterator[int]:
    """The data tables of which enough is kept; ``mixed``: elements that are kept in part."""
    tables = np.flatnonzero(mixed & (page.tag == _TABLE)).tolist()
    of_data = data_tables(page, sums.all > 0) if tables else set()
    for row in of_data.intersection(tables):
        has_header = tags.TABLE_HEADER[page.tag[row : page.end[row]]].any()
        if sums.kept[row] >= (_MIN_HEADED_SHARE if has_header else _MIN_TABLE_SHARE) * sums.all[row]:
            yield row


def _parts_between(page: Page, keep: Bools, parts: Bools, sums: _Sums, score: Floats) -> Iterator[int]:
    """The elements without kept text that belong to the text of their parent."""
    parent, kept = page.parent, np.flatnonzero(keep)
    gaps = (sums.all > 0) & (sums.kept == 0) & np.append(False, sums.kept[parent[1:]] > 0)
    gaps[: kept[0]] = gaps[kept[-1] :] = False
    callouts = find_callouts(page, gaps)
    parts[list(callouts)] = True
    rows = np.flatnonzero(parts & gaps)
    if not len(rows):
        return
    at, stop = kept.searchsorted(rows), kept.searchsorted(page.end[rows])
    between = (kept[at - 1] > parent[rows]) & (kept[stop] < page.end[parent[rows]])
    of_data = data_tables(page, sums.all > 0) if (page.tag[rows] == _TABLE).any() else set()
    scores, linked = page.subtree_sum(score * page.chars), page.inside(page.tag == _LINK)
    for row in rows[between].tolist():
        around, chars = parent[row], sums.all[row]
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
