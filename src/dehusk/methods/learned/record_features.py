"""Features of records: what repeats around a block, and how it is dated, linked and illustrated.

An article is one of its kind on a page. Comments, teasers and posts come in records: elements of one kind, one after
the other, each with a date, an image, a button or a link of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.array_ops import clip, last_true, share
from dehusk.methods.learned.feature_group import FeatureGroup, Values
from dehusk.methods.learned.learned_blocks import ANCESTORS
from dehusk.methods.learned.tree_features import element_name
from dehusk.page import tags
from dehusk.page.loops import group

if TYPE_CHECKING:
    from dehusk.methods.learned.measures import Measures
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_CONTROL = tags.tag_table("input textarea select button keygen")
_IMAGE = tags.tag_table("img picture svg video iframe object embed canvas image")
_LINKED_HEADING = 0.8
_NONE = -1.0
_FAR_BLOCKS = 60

# ---- what is around a block ----------------------------------------------------------------------

_LEVELS = range(1, ANCESTORS)
_COUNTED = {
    "dates_per_block": "Share of blocks with a date in {}.",
    "repeats_per_block": "Share of blocks in {} whose text is on the page three times or more.",
    "links_per_block": "Links per block in {}.",
    "controls_per_block": "Form controls per block in {}.",
    "images_per_block": "Images, videos and frames per block in {}.",
}


def _surroundings(measures: Measures) -> Values:
    blocks, page = measures.blocks, measures.blocks.page
    elements = (page.subtree_sum(table[page.tag]) for table in (tags.LINK, _CONTROL, _IMAGE))
    counts = np.array([measures.dates_below, measures.repeats_below, *elements])
    around = blocks.ancestors[_LEVELS.start :]
    per_block = counts[:, around] / np.maximum(measures.tree.blocks[around], 1.0)
    return per_block.reshape(len(counts) * len(_LEVELS), -1)


SURROUNDINGS = FeatureGroup(
    "surroundings",
    {
        f"up{level}.{name}": meaning.format(element_name(level))
        for name, meaning in _COUNTED.items()
        for level in _LEVELS
    },
    _surroundings,
)

# ---- records -------------------------------------------------------------------------------------


def _records(measures: Measures) -> Values:
    """The innermost and the outermost record that hold a block, by what records of their kind are like."""
    blocks, tree, page = measures.blocks, measures.tree, measures.blocks.page
    rows = np.flatnonzero(page.is_element & (tree.blocks > 1))[1:]
    number, size = group(tree.sibling_keys[rows])
    dates, has_repeats = measures.dates_below, measures.repeats_below > 0
    summed = np.array([tree.blocks, tree.running_words, dates, has_repeats, tree.link_chars, tree.chars])[:, rows]
    cells = number + len(size) * np.arange(len(summed))[:, None]
    totals = np.bincount(cells.ravel(), weights=summed.ravel(), minlength=len(summed) * len(size))
    totals = totals.reshape(len(summed), len(size))
    held = totals[1] / max(tree.running_words[0], 1.0)
    of_kind = np.full((len(_OF_RECORD) - 1, len(size) + 1), _NONE)  # the last column is for no kind, number -1
    of_kind[:, :-1] = (np.log1p(size), *(totals[:4] / np.maximum(size, 1)), share(totals[4], totals[5]), held)
    kind = np.full(len(page), -1)
    kind[rows] = np.where(size[number] > 1, number, -1)
    innermost = page.nearest(kind >= 0)[blocks.holder]
    values = []
    for record in (innermost, _outermost(page, kind >= 0, blocks.first)):
        own = np.where(kind[record] >= 0, tree.running_words[record], _NONE)
        values += [of_kind[:, kind[record]], own[None]]
    largest = np.full((1, len(blocks)), held[size > 2].max(initial=0.0))
    return np.concatenate([*values, largest], dtype=np.float32)


def _outermost(page: Page, mask: Bools, rows: Ints) -> Ints:
    """The outermost row of a mask that holds each of some rows; 0 where there is none."""
    holders = np.flatnonzero(mask)
    ends = page.end[holders]
    outer = np.append(0, holders[ends > np.append(0, np.maximum.accumulate(ends)[:-1])])
    found = outer[np.searchsorted(outer, rows, side="right") - 1]
    held: Ints = np.where(rows < page.end[found], found, 0)
    return held


_OF_RECORD = {
    "count": "Records of the kind of {}, as log(1 + n); -1 if there is none.",
    "blocks": "Mean blocks in records of the kind of {}; -1 if there is none.",
    "running_words": "Mean words of running text in records of the kind of {}; -1 if there is none.",
    "dates": "Mean blocks with a date in records of the kind of {}; -1 if there is none.",
    "repeated": "Share of records of the kind of {} with a repeated text; -1 if there is none.",
    "link_share": "Share of characters in links in records of the kind of {}; -1 if there is none.",
    "running_share": "Share of the page's running text in records of the kind of {}; -1 if there is none.",
    "own_running_words": "Words of running text in {}; -1 if there is none.",
}
_RECORDS = {"record": "the innermost record around the block", "outer_record": "the outermost record around the block"}
RECORDS = FeatureGroup(
    "records",
    {
        f"{prefix}.{name}": meaning.format(which)
        for prefix, which in _RECORDS.items()
        for name, meaning in _OF_RECORD.items()
    }
    | {"page.largest_records": "Largest share of the page's running text that three or more records of one kind hold."},
    _records,
)

# ---- dates ---------------------------------------------------------------------------------------

_DATES_NEAR = 6
"""Blocks on each side."""


def _dates(measures: Measures) -> Values:
    dated = measures.dated
    number, until = np.arange(len(dated)), np.cumsum(dated)
    padded = np.append(0, until)
    low, high = np.maximum(number - _DATES_NEAR, 0), np.minimum(number + _DATES_NEAR + 1, len(dated))
    return {
        "dates_before": np.log1p(until - dated),
        "dates_after": np.log1p(until[-1] - until),
        "dates_from_title": clip(until - until[max(measures.title, 0)], -5, 20),
        "dates_near": padded[high] - padded[low],
        "since_date": np.minimum(number - last_true(dated), _FAR_BLOCKS),
    }


DATES = FeatureGroup(
    "dates",
    {
        "dates_before": "Blocks with a date before this one, as log(1 + n).",
        "dates_after": "Blocks with a date after this one, as log(1 + n).",
        "dates_from_title": "Blocks with a date since the headline, negative before it, between -5 and 20.",
        "dates_near": "Blocks with a date among the 6 before, this one and the 6 after.",
        "since_date": "Blocks since the last block with a date, at most 60.",
    },
    _dates,
)

# ---- the last heading ----------------------------------------------------------------------------


def _last_heading(measures: Measures) -> Values:
    blocks, text = measures.blocks, measures.text
    level = tags.HEADING_LEVEL[blocks.tag]
    last = last_true(level > 0)
    known, at = last >= 0, np.maximum(last, 0)
    return {
        "heading.level": np.where(known, level[at], 0),
        "heading.words_since": np.where(known, text.words_before - text.words_before[at], _NONE),
    }


LAST_HEADING = FeatureGroup(
    "last_heading",
    {
        "heading.level": "Level (1 to 6) of the last heading at or before the block; 0 if there is none.",
        "heading.words_since": "Words since the last heading; -1 if there is none.",
    },
    _last_heading,
    version="2",
)

# ---- the form in which readers answer ------------------------------------------------------------


def _reply_form(measures: Measures) -> Values:
    blocks, text, tree = measures.blocks, measures.text, measures.tree
    page = blocks.page
    field = page.tag == tags.NUMBERS["textarea"]
    fields = np.flatnonzero(field)
    if not len(fields):
        return np.full((len(_REPLY_FORM), 1), _NONE)
    at = int(np.searchsorted(blocks.first, fields[-1]))
    words_before = text.words[:at].sum()
    holds = page.subtree_sum(field) > 0
    return {
        "reply_form.blocks": clip(at - np.arange(len(blocks)), -60, 60),
        "reply_form.words_share": (words_before - text.words_before) / text.total_words,
        "reply_form.common_chars_share": tree.chars[page.nearest(holds)[blocks.holder]] / max(tree.chars[0], 1.0),
    }


_REPLY_FORM = {
    "reply_form.blocks": "Blocks until the page's last text area, negative after it, at most 60; -1 without one.",
    "reply_form.words_share": "Words until the page's last text area as a share of the page's; -1 without one.",
    "reply_form.common_chars_share": "Share of the page's characters in the nearest element that holds the block and a "
    "text area; -1 without one.",
}
REPLY_FORM = FeatureGroup("reply_form", _REPLY_FORM, _reply_form)

# ---- the page as a whole -------------------------------------------------------------------------


def _page_records(measures: Measures) -> Values:
    blocks, tree, page = measures.blocks, measures.tree, measures.blocks.page
    heading = tags.HEADING[page.tag] & (tree.chars > 0)
    linked = heading & (tree.link_chars >= _LINKED_HEADING * tree.chars)
    return {
        "page.dates_per_block": measures.dated.mean(),
        "page.repeats_per_block": measures.repeated.mean(),
        "page.images_per_block": _IMAGE[page.tag].sum() / len(blocks),
        "page.linked_headings": linked.sum() / max(int(heading.sum()), 1),
    }


PAGE_RECORDS = FeatureGroup(
    "page_records",
    {
        "page.dates_per_block": "Share of the page's blocks that have a date.",
        "page.repeats_per_block": "Share of the page's blocks whose text is on the page three times or more.",
        "page.images_per_block": "Images, videos and frames of the page per block.",
        "page.linked_headings": "Share of the page's headings whose text is in links.",
    },
    _page_records,
)
