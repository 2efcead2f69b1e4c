"""Comments, teasers and posts: what repeats around a block, and how it is dated, linked and pictured.

An article is one of its kind on a page. What stands beside it comes in records: elements of one kind, one after the
other, each with a date, a picture, a button or a link of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.blocks import ANCESTORS, REPEATED
from dehusk.methods.learned.columns import clip, last_of, share
from dehusk.page import tags
from dehusk.page.loops import group
from dehusk.page.text_measures import DIGIT

if TYPE_CHECKING:
    from dehusk.methods.learned.blocks import Blocks
    from dehusk.methods.learned.columns import Columns
    from dehusk.methods.learned.measures import TextMeasures, TreeMeasures
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_CONTROL = tags.tag_table("input textarea select button keygen")
_PICTURE = tags.tag_table("img picture svg video iframe object embed canvas image")
_CENTURIES = ("19", "20")
_YEAR_DIGITS = 4
_DATE_WORDS = 20
"""A longer block is text that tells of a date, not a date."""
_LINKED = 0.8
_NONE = -1.0
_LEVELS = range(1, ANCESTORS)
_AROUND = ("dated", "repeated", "links", "controls", "pictures")
_AROUND_NAMES = tuple(f"up{level}.{name}" for name in _AROUND for level in _LEVELS)
_OF_RECORD = ("count", "blocks", "sentences", "dates", "repeated", "link_share", "share", "mine")
_RECORD_NAMES = [tuple(f"{which}.{name}" for name in _OF_RECORD) for which in ("record", "outer_record")]
_PAGE_NAMES = ("page.dated", "page.repeated", "page.pictures", "page.linked_headings", "page.largest_records")


def add_records(columns: Columns, blocks: Blocks, text: TextMeasures, tree: TreeMeasures) -> None:
    """Everything of this module."""
    page = blocks.page
    dated, repeated = dates(blocks), blocks.repeats >= REPEATED
    counted = (
        *(blocks.at_first(dated), blocks.at_first(repeated)),
        *(tags.LINK[page.tag], _CONTROL[page.tag], _PICTURE[page.tag]),
    )
    sums = np.array([page.subtree_sum(column) for column in counted])
    around = blocks.ancestors[_LEVELS.start :]
    per_block = sums[:, around] / np.maximum(tree.blocks[around], 1.0)
    columns.add_rows(_AROUND_NAMES, per_block.reshape(len(_AROUND_NAMES), -1))
    largest = _add_kinds(columns, blocks, tree, sums)
    _add_dates(columns, dated)
    _add_headings(columns, blocks, text)
    _add_reply_form(columns, blocks, text, tree)
    heading = tags.HEADING[page.tag] & (tree.chars > 0)
    linked = heading & (tree.link_chars >= _LINKED * tree.chars)
    pictures, of_headings = sums[_AROUND.index("pictures"), 0], linked.sum() / max(int(heading.sum()), 1)
    of_page = [dated.mean(), repeated.mean(), pictures / len(blocks), of_headings, largest]
    columns.add_rows(_PAGE_NAMES, np.array(of_page)[:, None])


def dates(blocks: Blocks) -> Bools:
    """Short blocks with a year or a time of day.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.blocks import Blocks
    >>> dates(Blocks.of(parse("<p>3 May 2012<p>Dan, 9:41 pm<p>Room 101<p>12345 people"))).tolist()
    [True, True, False, False]
    """
    text, digit = blocks.page.text, blocks.page.char_classes == DIGIT
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    if digit[0]:
        edges = np.append(0, edges)
    if digit[-1]:
        edges = np.append(edges, len(digit))
    start, stop = edges[::2], edges[1::2]
    length = stop - start
    years = [at for at in start[length == _YEAR_DIGITS].tolist() if text[at : at + 2] in _CENTURIES]
    hours = stop[:-1][(start[1:] == stop[:-1] + 1) & (length[1:] > 1)]
    times = [at for at in hours.tolist() if text[at] == ":"]
    found = np.zeros(len(blocks), dtype=np.bool_)
    found[np.searchsorted(blocks.bounds, years + times, side="right") - 1] = True
    return found & (blocks.words <= _DATE_WORDS)


def _add_kinds(columns: Columns, blocks: Blocks, tree: TreeMeasures, sums: Ints) -> float:
    """The innermost and the outermost record that hold a block, by what records of their kind are like.

    Returns the largest share of the page's running text that three or more records of one kind hold.
    """
    page = blocks.page
    rows = np.flatnonzero(page.is_element & (tree.blocks > 1))[1:]
    number, size = group(tree.sibling_keys[rows])
    dated, repeated = sums[:2]
    summed = np.array([tree.blocks, tree.sentences, dated, repeated > 0, tree.link_chars, tree.chars])[:, rows]
    cells = number + len(size) * np.arange(len(summed))[:, None]
    totals = np.bincount(cells.ravel(), weights=summed.ravel(), minlength=len(summed) * len(size))
    totals = totals.reshape(len(summed), len(size))
    held = totals[1] / max(tree.sentences[0], 1.0)
    of_kind = np.full((len(_OF_RECORD) - 1, len(size) + 1), _NONE)  # the last column is that of no kind, number -1
    of_kind[:, :-1] = (np.log1p(size), *(totals[:4] / np.maximum(size, 1)), share(totals[4], totals[5]), held)
    kind = np.full(len(page), -1)
    kind[rows] = np.where(size[number] > 1, number, -1)
    inner = page.nearest(kind >= 0)[blocks.holder]
    for names, record in zip(_RECORD_NAMES, (inner, _outermost(page, kind >= 0, blocks.first)), strict=True):
        mine = np.where(kind[record] >= 0, tree.sentences[record], _NONE)
        columns.add_rows(names, np.vstack([of_kind[:, kind[record]], mine]))
    return float(held[size > 2].max(initial=0.0))


def _outermost(page: Page, mask: Bools, rows: Ints) -> Ints:
    """The outermost row of a mask that holds each of some rows; 0 where there is none."""
    holders = np.flatnonzero(mask)
    ends = page.end[holders]
    outer = np.append(0, holders[ends > np.append(0, np.maximum.accumulate(ends)[:-1])])
    found = outer[np.searchsorted(outer, rows, side="right") - 1]
    held: Ints = np.where(rows < page.end[found], found, 0)
    return held


def _add_dates(columns: Columns, dated: Bools) -> None:
    number = np.arange(len(dated))
    until = np.cumsum(dated)
    columns.add("dates_before", np.log1p(until - dated))
    columns.add("dates_after", np.log1p(until[-1] - until))
    title = int(columns["title"].argmax())
    columns.add("dates_since_title", clip(until - until[title], -5, 20))
    padded = np.append(0, until)
    columns.add("dates_near", padded[np.minimum(number + 7, len(dated))] - padded[np.maximum(number - 6, 0)])
    columns.add("since_date", np.minimum(number - last_of(dated), 60))


def _add_headings(columns: Columns, blocks: Blocks, text: TextMeasures) -> None:
    """The last heading before a block: its level, and the words since."""
    heading = tags.HEADING[blocks.tag]
    last = last_of(heading)
    known, at = last >= 0, np.maximum(last, 0)
    columns.add("heading.level", np.where(known, blocks.tag[at], 0))
    columns.add("heading.words", np.where(known, text.words_before - text.words_before[at], _NONE))


def _add_reply_form(columns: Columns, blocks: Blocks, text: TextMeasures, tree: TreeMeasures) -> None:
    """Where a block stands to the page's last text field, in which readers write, and how near to it in the tree."""
    page = blocks.page
    field = page.tag == tags.NUMBERS["textarea"]
    fields = np.flatnonzero(field)
    if not len(fields):
        columns.add_rows(("reply.blocks", "reply.words", "reply.shared"), np.full((3, 1), _NONE))
        return
    at = int(np.searchsorted(blocks.first, fields[-1]))
    before = text.words[:at].sum()
    columns.add("reply.blocks", clip(at - np.arange(len(blocks)), -60, 60))
    columns.add("reply.words", (before - text.words_before) / text.total_words)
    holds = page.subtree_sum(field) > 0
    columns.add("reply.shared", tree.chars[page.nearest(holds)[blocks.holder]] / max(tree.chars[0], 1.0))
