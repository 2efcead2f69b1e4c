"""Features of a block's position: in the page, relative to its headline, to the blocks around it and like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.array_ops import Column, clip, equals_shifted, last_true, share
from dehusk.methods.learned.feature_group import FeatureGroup, Values
from dehusk.page import tags
from dehusk.page.loops import group

if TYPE_CHECKING:
    from dehusk.methods.learned.measures import Measures
    from dehusk.page import Page

_NO_TITLE = -99.0
_MAX_ARTICLES = 20
_FAR_BLOCKS = 60

# ---- in the page ---------------------------------------------------------------------------------


def _position(measures: Measures) -> Values:
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


POSITION = FeatureGroup(
    "position",
    {
        "depth": "Depth of the block's element below BODY.",
        "position": "Number of the block divided by the number of blocks.",
        "position_by_words": "Share of the page's words that come before the block.",
        "blocks_before": "Blocks before this one, as log(1 + n).",
        "blocks_after": "Blocks after this one, as log(1 + n).",
        "from_first_running": "Blocks since the first block of running text; negative before it, at most 50.",
        "from_last_running": "Blocks since the last block of running text; negative before it, at most 50.",
        "running_share_before": "Share of the page's running text that comes before the block.",
        "since_heading": "Blocks since the last heading, at most 60.",
    },
    _position,
)

# ---- relative to the headline --------------------------------------------------------------------


def _title(measures: Measures) -> Values:
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


TITLE = FeatureGroup(
    "title",
    {
        "is_title": "1 if the block is the page's headline.",
        "has_title": "1 if the page has a headline.",
        "from_title": "Blocks since the headline, negative before it, between -60 and 120; -99 without a headline.",
        "words_from_title": "Words since the headline, as log(1 + n); negative before it.",
        "h1_from_title": "H1 elements since the headline; negative before it.",
        "articles_before": "ARTICLE elements that have begun, those inside others not counted, at most 20.",
    },
    _title,
)

# ---- neighbours ----------------------------------------------------------------------------------

_NEIGHBOURS = {"words": (-2, -1, 1, 2), "link_share": (-2, -1, 1, 2), "full_stops": (-1, 1), "is_running": (-1, 1)}
_MAX_STEP = 2
_OF_NEIGHBOUR = {
    "words": "Words of the {} block, as log(1 + n); -1 if there is none.",
    "link_share": "Share of the {} block's characters that are in links; -1 if there is none.",
    "full_stops": "Signs that end a sentence in the {} block, at most 10; -1 if there is none.",
    "is_running": "1 if the {} block is running text; -1 if there is none.",
}
_NEIGHBOUR_NAMES = {
    -2: ("previous2", "last but one"),
    -1: ("previous1", "previous"),
    1: ("next1", "next"),
    2: ("next2", "next but one"),
}


def _neighbours(measures: Measures) -> Values:
    text, size = measures.text, len(measures.blocks)
    padded = np.full((len(_NEIGHBOURS), size + 2 * _MAX_STEP), -1.0)
    padded[:, _MAX_STEP : _MAX_STEP + size] = (
        np.log1p(measures.blocks.words),
        text.link_share,
        text.capped_full_stops,
        text.is_running,
    )
    return np.array(
        [
            row[_MAX_STEP + step : _MAX_STEP + step + size]
            for row, steps in zip(padded, _NEIGHBOURS.values(), strict=True)
            for step in steps
        ]
    )


NEIGHBOURS = FeatureGroup(
    "neighbours",
    {
        f"{_NEIGHBOUR_NAMES[step][0]}.{name}": _OF_NEIGHBOUR[name].format(_NEIGHBOUR_NAMES[step][1])
        for name, steps in _NEIGHBOURS.items()
        for step in steps
    },
    _neighbours,
)

# ---- windows -------------------------------------------------------------------------------------

_WIDTHS = (3, 8, 20)
_SIDES = ("before", "after")
_WIDTH_COLUMN = np.array(_WIDTHS * len(_SIDES))[:, None]


def _windows(measures: Measures) -> Values:
    """What is before and after a block within some distances: each window is one row of the sums."""
    text = measures.text
    summed = np.array([text.words, text.unlinked_words, text.running_words, text.full_stops])
    size, edge = summed.shape[1], _WIDTHS[-1]
    # Prefix sums, with zeros before them and the total after them: windows end where the page does.
    prefix = np.zeros((len(summed), size + 2 * edge + 1))
    np.cumsum(summed, axis=1, out=prefix[:, edge + 1 : edge + 1 + size])
    prefix[:, edge + 1 + size :] = prefix[:, edge + size : edge + size + 1]
    here, after = prefix[:, edge : edge + size], prefix[:, edge + 1 : edge + 1 + size]
    sums = np.empty((len(_WIDTH_COLUMN), *summed.shape))
    for place, width in enumerate(_WIDTHS):
        sums[place] = here - prefix[:, edge - width : edge - width + size]
        sums[len(_WIDTHS) + place] = prefix[:, edge + 1 + width : edge + 1 + width + size] - after
    words = sums[:, 0]
    shares = (share(sums[:, 1], words), share(sums[:, 2], words))
    return np.concatenate([np.log1p(words), *shares, sums[:, 3] / _WIDTH_COLUMN], dtype=np.float32)


_OF_WINDOW = {
    "words": "Words of the {} blocks {} this one, as log(1 + n).",
    "unlinked_share": "Share of words that are not in links, in the {} blocks {} this one.",
    "running_share": "Share of words that are running text, in the {} blocks {} this one.",
    "full_stops_per_block": "Signs that end a sentence, per block, in the {} blocks {} this one.",
}
WINDOWS = FeatureGroup(
    "windows",
    {
        f"{side}{width}.{name}": meaning.format(width, side)
        for name, meaning in _OF_WINDOW.items()
        for side in _SIDES
        for width in _WIDTHS
    },
    _windows,
)

# ---- blocks of the same template -----------------------------------------------------------------


def _templates(measures: Measures) -> Values:
    """Blocks below the same tags, or the same tags and kinds of classes, from BODY down."""
    holder, tree = measures.blocks.holder, measures.tree
    by_tags, by_classes = (_same_path(measures, path[holder]) for path in (tree.tag_path, tree.class_path))
    return np.concatenate([by_tags, by_classes])


def _same_path(measures: Measures, path: Column) -> Column:
    text, size_of_page = measures.text, len(measures.blocks)
    number, size = group(path)
    averaged = (text.words, text.link_share, text.is_running, text.capped_full_stops)
    sums = np.array([np.bincount(number, weights=column) for column in averaged])
    return np.vstack(
        [
            equals_shifted(path, -1),
            equals_shifted(path, 1),
            np.log1p(size)[number],
            size[number] / size_of_page,
            (sums / size)[:, number],
            sums[0][number] / text.total_words,
        ]
    )


_OF_TEMPLATE = {
    "previous": "1 if the previous block is below {}.",
    "next": "1 if the next block is below {}.",
    "count": "Blocks below {}, this one included, as log(1 + n).",
    "block_share": "Share of the page's blocks that are below {}.",
    "words": "Mean words of the blocks below {}.",
    "link_share": "Mean link share of the blocks below {}.",
    "running_share": "Share of running text among the blocks below {}.",
    "full_stops": "Mean number of signs that end a sentence in the blocks below {}, at most 10 for each.",
    "word_share": "Share of the page's words that are in blocks below {}.",
}
_PATHS = {"same_tags": "the same path of tags", "same_classes": "the same path of tags and kinds of classes"}
TEMPLATES = FeatureGroup(
    "templates",
    {
        f"{prefix}.{name}": meaning.format(path)
        for prefix, path in _PATHS.items()
        for name, meaning in _OF_TEMPLATE.items()
    },
    _templates,
)
