"""The features of the learned method once more, with numpy: slow and plain, to compare with."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dehusk.methods.learned.feature_table import TABLE
from dehusk.methods.learned.page_head import DECLARED_TYPES, read_head
from dehusk.methods.learned.tag_groups import CLASS_PLACES, TAG_BITS
from dehusk.methods.learned.tree_features import IN_TAG_PLACES, NEAR_TAG_PLACES
from dehusk.page import Page, tags
from dehusk.page.loops import group
from dehusk.page.text_measures import DIGIT, MARK, OTHER, UPPER, hashes, sign_table
from slow_loops import slow_bit_rows
from slow_measures import ANCESTORS, SlowBlocks, SlowMeasures, SlowTree, clip, last_true, share

if TYPE_CHECKING:
    from dehusk.page.arrays import Bools, Floats, Ints

Values = Mapping[str, npt.NDArray[Any] | float] | npt.NDArray[Any]
"""Values by the name of the feature, or one row per feature in the declared order; a row of one column is repeated."""

_SEPARATORS = sign_table("|/\\<>«»‹›•·–—→↑▲▼■►…")
_COPYRIGHT_SIGNS = sign_table("©®™℗")
_HELD = np.array([0.5, 0.75, 0.9])
_OWN_SHARE_LEVELS = slice(0, 3, 2)
_CONTROL = tags.tag_table("input textarea select button keygen")
_IMAGE = tags.tag_table("img picture svg video iframe object embed canvas image")
_NONE = -1.0
_NO_TITLE = -99.0
_MAX_ARTICLES = 20
_FAR_BLOCKS = 60
_DATES_NEAR = 6
_MAX_LEVELS = 20
_LEVELS = range(1, ANCESTORS)
_KEY = 30
_MIN_KEY = 10
_KEY_SOURCE = 80
_MAX_KEYS = 3000
_MIN_BODY = 200


def slow_features(page: Page) -> dict[str, npt.NDArray[np.float32]]:
    """Feature name -> its value for every block of a page that has some."""
    measures = SlowMeasures(SlowBlocks.of(page))
    found = {}
    for feature_group in TABLE.groups:
        values = _FUNCTIONS[feature_group.name](measures)
        assert len(values) == len(feature_group.names)
        for place, name in enumerate(feature_group.names):
            row = np.empty(len(measures.blocks), dtype=np.float32)
            row[:] = values[place] if isinstance(values, np.ndarray) else values[name]
            found[name] = row
    return found


def _text(measures: SlowMeasures) -> Values:
    blocks, text = measures.blocks, measures.text
    counts, nonspace, words = text.counts, text.nonspace, text.words
    return {
        "chars": np.log1p(blocks.chars),
        "words": np.log1p(blocks.words),
        "link_share": text.link_share,
        "word_length": nonspace / words,
        "letter_share": text.letters / nonspace,
        "upper_case_share": share(counts[:, UPPER], text.letters),
        "digit_share": counts[:, DIGIT] / nonspace,
        "unspaced_share": text.unspaced / nonspace,
        "combining_mark_share": counts[:, MARK] / nonspace,
        "symbol_share": counts[:, OTHER] / nonspace,
        "full_stops": text.full_stops,
        "commas": text.commas,
        "full_stops_per_word": text.full_stops / words,
        "commas_per_word": text.commas / words,
        "is_running_text": text.is_running,
        "unlinked_words": np.log1p(text.unlinked_words),
        "leaves": np.log1p(np.bincount(blocks.of_leaf, minlength=len(blocks))),
        "repeats": np.log1p(blocks.repeats),
        "separators": blocks.signs(_SEPARATORS),
        "copyright_signs": blocks.signs(_COPYRIGHT_SIGNS),
    }


def _in_tags(measures: SlowMeasures) -> Values:
    return np.take(measures.in_tags, IN_TAG_PLACES, axis=0)


def _near_tags(measures: SlowMeasures) -> Values:
    blocks = measures.blocks
    return slow_bit_rows(measures.tree.near(TAG_BITS[blocks.page.tag], blocks.holder, 1), NEAR_TAG_PLACES)


def _in_classes(measures: SlowMeasures) -> Values:
    return measures.in_classes


def _near_classes(measures: SlowMeasures) -> Values:
    page, first = measures.blocks.page, measures.blocks.first
    return slow_bit_rows(measures.tree.near(page.class_words.bits, page.parent[first], 2), CLASS_PLACES)


def _ancestors(measures: SlowMeasures) -> Values:
    blocks, tree, rows = measures.blocks, measures.tree, measures.blocks.ancestors
    page_chars, page_running = max(tree.chars[0], 1.0), max(tree.running_words[0], 1.0)
    siblings, sibling_words = _same_siblings(tree, rows)
    chars, blocks_below = tree.chars[rows], tree.blocks[rows]
    return np.concatenate(
        [
            np.log1p(chars),
            chars / page_chars,
            tree.running_words[rows] / page_running,
            share(tree.link_chars[rows], chars),
            chars / tree.elements[rows],
            np.log1p(blocks_below),
            share(tree.full_stops[rows], blocks_below),
            np.log1p(siblings),
            np.log1p(sibling_words),
            share(blocks.chars, chars[_OWN_SHARE_LEVELS]),
        ],
        dtype=np.float32,
    )


def _same_siblings(tree: SlowTree, rows: Ints) -> tuple[Ints, Floats]:
    """How many siblings have an element's tag and kind, and their mean words of running text."""
    number, size = group(tree.sibling_keys)
    words = np.bincount(number, weights=tree.running_words) / size
    of_rows = number[rows]
    return size[of_rows], words[of_rows]


def _regions(measures: SlowMeasures) -> Values:
    """Where a block is relative to the deepest elements that hold most of the running text."""
    blocks, tree = measures.blocks, measures.tree
    page, first, all_running = blocks.page, blocks.first, tree.running_words[0]
    most = np.flatnonzero(page.is_element & (tree.running_words >= _HELD[0] * all_running))
    running, depth = tree.running_words[most], page.depth[most]
    deepest = np.argmax(np.where(running >= _HELD[:, None] * all_running, depth, -1), axis=1)
    region = most[deepest][:, None]
    side = (first >= page.end[region]).view(np.int8) - (first < region).view(np.int8)
    values = np.empty((len(_HELD), 4, len(blocks)), dtype=np.float32)
    values[:, 0] = side == 0
    values[:, 1] = side
    values[:, 2] = tree.chars[region] / max(tree.chars[0], 1.0)
    values[:, 3] = blocks.depth - page.depth[region]
    return values.reshape(-1, len(blocks))


def _position(measures: SlowMeasures) -> Values:
    blocks, text = measures.blocks, measures.text
    number = np.arange(len(blocks))
    running = np.flatnonzero(text.running_words > 0)
    first, last = (running[0], running[-1]) if len(running) else (0, len(blocks) - 1)
    before = np.cumsum(text.running_words) - text.running_words
    return {
        "depth": blocks.depth,
        "position": number / len(blocks),
        "position_by_words": text.words_before / text.total_words,
        "blocks_before": np.log1p(number),
        "blocks_after": np.log1p(len(blocks) - 1 - number),
        "from_first_running": clip(number - first, -50, 50),
        "from_last_running": clip(number - last, -50, 50),
        "running_share_before": before / max(text.running_words.sum(), 1.0),
        "since_heading": np.minimum(number - last_true(tags.HEADING[blocks.tag]), _FAR_BLOCKS),
    }


def _title(measures: SlowMeasures) -> Values:
    blocks, text, title = measures.blocks, measures.text, measures.title
    number = np.arange(len(blocks))
    known, at = title >= 0, max(title, 0)
    since = text.words_before - text.words_before[at]
    h1 = np.cumsum(blocks.tag == tags.NUMBERS["h1"])
    articles = np.searchsorted(_outermost_articles(blocks.page), blocks.first, side="right")
    return {
        "is_title": number == title,
        "has_title": known,
        "from_title": clip(number - at, -60, 120) if known else _NO_TITLE,
        "words_from_title": np.sign(since) * np.log1p(np.abs(since)),
        "h1_from_title": h1 - h1[at],
        "articles_before": np.minimum(articles, _MAX_ARTICLES),
    }


def _outermost_articles(page: Page) -> list[int]:
    outermost, end = [], 0
    for row in np.flatnonzero(page.tag == tags.NUMBERS["article"]).tolist():
        if row >= end:
            outermost.append(row)
            end = int(page.end[row])
    return outermost


def _surroundings(measures: SlowMeasures) -> Values:
    blocks, page = measures.blocks, measures.blocks.page
    elements = (page.subtree_sum(table[page.tag]) for table in (tags.LINK, _CONTROL, _IMAGE))
    counts = np.array([measures.dates_below, measures.repeats_below, *elements])
    around = blocks.ancestors[_LEVELS.start :]
    per_block = counts[:, around] / np.maximum(measures.tree.blocks[around], 1.0)
    return per_block.reshape(len(counts) * len(_LEVELS), -1)


def _records(measures: SlowMeasures) -> Values:
    """The innermost record that holds a block, by what records of its kind are like."""
    blocks, tree, page = measures.blocks, measures.tree, measures.blocks.page
    rows = np.flatnonzero(page.is_element & (tree.blocks > 1))[1:]
    number, size = group(tree.sibling_keys[rows])
    dates, has_repeats = measures.dates_below, measures.repeats_below > 0
    summed = np.array([tree.blocks, tree.running_words, dates, has_repeats, tree.link_chars, tree.chars])[:, rows]
    cells = number + len(size) * np.arange(len(summed))[:, None]
    totals = np.bincount(cells.ravel(), weights=summed.ravel(), minlength=len(summed) * len(size))
    totals = totals.reshape(len(summed), len(size))
    held = totals[1] / max(tree.running_words[0], 1.0)
    of_kind = np.full((7, len(size) + 1), _NONE)  # the last column is for no kind, number -1
    of_kind[:, :-1] = (np.log1p(size), *(totals[:4] / np.maximum(size, 1)), share(totals[4], totals[5]), held)
    kind = np.full(len(page), -1)
    kind[rows] = np.where(size[number] > 1, number, -1)
    record = page.nearest(kind >= 0)[blocks.holder]
    own = np.where(kind[record] >= 0, tree.running_words[record], _NONE)
    return np.concatenate([of_kind[:, kind[record]], own[None]], dtype=np.float32)


def _dates(measures: SlowMeasures) -> Values:
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


def _last_heading(measures: SlowMeasures) -> Values:
    blocks, text = measures.blocks, measures.text
    level = tags.HEADING_LEVEL[blocks.tag]
    last = last_true(level > 0)
    known, at = last >= 0, np.maximum(last, 0)
    return {
        "heading.level": np.where(known, level[at], 0),
        "heading.words_since": np.where(known, text.words_before - text.words_before[at], _NONE),
    }


def _reply_form(measures: SlowMeasures) -> Values:
    blocks, text, tree = measures.blocks, measures.text, measures.tree
    page = blocks.page
    field = page.tag == tags.NUMBERS["textarea"]
    fields = np.flatnonzero(field)
    if not len(fields):
        return np.full((3, 1), _NONE)
    at = int(np.searchsorted(blocks.first, fields[-1]))
    words_before = text.words[:at].sum()
    holds = page.subtree_sum(field) > 0
    return {
        "reply_form.blocks": clip(at - np.arange(len(blocks)), -60, 60),
        "reply_form.words_share": (words_before - text.words_before) / text.total_words,
        "reply_form.common_chars_share": tree.chars[page.nearest(holds)[blocks.holder]] / max(tree.chars[0], 1.0),
    }


def _title_tree(measures: SlowMeasures) -> Values:
    blocks, tree = measures.blocks, measures.tree
    page = blocks.page
    if measures.title < 0:
        return np.full((4, 1), _NONE)
    above = np.zeros(len(page), dtype=np.bool_)
    title = row = int(blocks.holder[measures.title])
    while row >= 0:
        above[row] = True
        row = int(page.parent[row])
    common = page.nearest(above)[blocks.holder]
    article = page.tag == tags.NUMBERS["article"]
    around = page.nearest(article)
    own, of_title = around[blocks.holder], around[title]
    return {
        "title.levels_up": np.minimum(page.depth[title] - page.depth[common], _MAX_LEVELS),
        "title.levels_down": np.minimum(blocks.depth - page.depth[common], _MAX_LEVELS),
        "title.common_chars_share": tree.chars[common] / max(tree.chars[0], 1.0),
        "title.same_article": np.where(article[own], own == of_title, _NONE) if article[of_title] else _NONE,
    }


def _copies(measures: SlowMeasures) -> Values:
    blocks = measures.blocks
    keys = block_keys(blocks)
    body, description = read_head(blocks.page)[2:]
    return {
        "seen_before": seen_before(blocks),
        "in_article_body": 2 * found_in(keys, body, len(blocks)) - 1 if len(body) >= _MIN_BODY else 0.0,
        "in_description": found_in(keys, description, len(blocks)),
    }


def block_keys(blocks: SlowBlocks) -> list[str]:
    """The first characters of each block's text without white space; "" for a short one."""
    text, bounds = blocks.page.text, blocks.bounds[: _MAX_KEYS + 1].tolist()
    starts = itertools.pairwise(bounds)
    keys = ["".join(text[start : min(stop, start + _KEY_SOURCE)].split())[:_KEY] for start, stop in starts]
    return [key if len(key) >= _MIN_KEY else "" for key in keys]


def found_in(keys: list[str], text: str, count: int) -> Floats:
    """1 for each key that is part of a text without white space; 0 for "" and for blocks without a key."""
    found = np.zeros(count)
    if text:
        found[: len(keys)] = [bool(key) and key in text for key in keys]
    return found


def seen_before(blocks: SlowBlocks) -> Bools:
    """Whether an earlier block has the same text."""
    number, size = group(hashes(blocks.page.text, blocks.bounds))
    first = np.full(len(size), len(number))
    np.minimum.at(first, number, np.arange(len(number)))
    later: Bools = first[number] < np.arange(len(number))
    return later


def _declared(measures: SlowMeasures) -> Values:
    declared = read_head(measures.blocks.page).declared
    return {f"page.is_{name}": float(name in declared) for name in DECLARED_TYPES}


_FUNCTIONS = {
    "text": _text,
    "in_tags": _in_tags,
    "near_tags": _near_tags,
    "in_classes": _in_classes,
    "near_classes": _near_classes,
    "ancestors": _ancestors,
    "regions": _regions,
    "position": _position,
    "title": _title,
    "title_tree": _title_tree,
    "copies": _copies,
    "surroundings": _surroundings,
    "records": _records,
    "dates": _dates,
    "last_heading": _last_heading,
    "reply_form": _reply_form,
    "declared": _declared,
}
