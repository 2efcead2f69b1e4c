"""What the model knows of a block: some three hundred numbers, none of them about a language or a site.

Groups: the text itself; the tags and cues around it; the elements that hold it; its place; its neighbours; blocks
of the same template; the records around it; what published methods make of it; the page as a whole.
"""

from __future__ import annotations

from functools import cache
from math import log1p
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned import cues
from dehusk.methods.learned.blocks import ANCESTORS, Blocks
from dehusk.methods.learned.columns import Columns, bit_rows, clip, last_of, same_as, share
from dehusk.methods.learned.measures import TAG_BITS, TAG_GROUPS, TextMeasures, TreeMeasures
from dehusk.methods.learned.page_cues import page_kinds, title_block
from dehusk.methods.learned.records import add_records
from dehusk.methods.learned.verdicts import add_verdicts
from dehusk.page import parse, tags
from dehusk.page.loops import group
from dehusk.page.text_measures import DIGIT, MARK, OTHER, UPPER, sign_table

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints

_SEPARATORS = sign_table("|/\\<>«»‹›•·–—→↑▲▼■►…")
_COPYRIGHT = sign_table("©®™℗")
_WINDOWS = (3, 8, 20)
_HELD = np.array([0.5, 0.75, 0.9])
_OF_REGION = ("", ".side", ".size", ".below")
_REGION_NAMES = tuple(f"region{held}{of_region}" for held in _HELD.tolist() for of_region in _OF_REGION)
_NEIGHBOURS = {"words": (-2, -1, 1, 2), "link_share": (-2, -1, 1, 2), "stops": (-1, 1), "running": (-1, 1)}
_NEIGHBOUR_NAMES = tuple(f"{name}{step:+d}" for name, steps in _NEIGHBOURS.items() for step in steps)
_GROUPS = tuple(TAG_GROUPS)
_IN = np.array([place for place, name in enumerate(_GROUPS) if name != "div"])
_IN_NAMES = tuple(f"in.{_GROUPS[place]}" for place in _IN)
_NEAR_GROUPS = ("p", "li", "dl", "list", "td", "heading", "link", "code", "section", "choice", "figure", "div")
_OF_PAGE = ("words", "blocks", "link_share", "sentence_share", "longest", "unspaced")
_SAYS = ("says_article", "says_product", "says_forum", "says_site")
_SHARES = (
    *("cue.comment", "cue.article", "cue.content", "cue.forum", "cue.list", "cue.related", "cue.side", "cue.product"),
    *("in.p", "in.article", "in.main", "in.table", "in.list", "in.td"),
)
PAGE_NAMES = tuple(f"page.{name.replace('.', '_')}" for name in (*_OF_PAGE, *_SAYS, *_SHARES))
"""The features that are the same for every block of a page."""
_NEAR = np.array([_GROUPS.index(name) for name in _NEAR_GROUPS])
_NEAR_NAMES = tuple(f"near.{name}" for name in _NEAR_GROUPS)
_CUES = np.arange(len(cues.NAMES))
_CUE_NAMES = tuple(f"cue.{name}" for name in cues.NAMES)
_NEAR_CUE_NAMES = tuple(f"near_cue.{name}" for name in cues.NAMES)
_UP = tuple(f"up{level}." for level in range(ANCESTORS))
_SIDES = tuple(f"{side}{width}." for side in "<>" for width in _WINDOWS)
_WIDTHS = np.array(_WINDOWS * 2)[:, None]


def features(page: Page) -> tuple[Blocks, Columns]:
    """The blocks of a page and their features.

    >>> blocks, columns = features(parse("<h1>Tea</h1><p>Steep it."))
    >>> columns.matrix(columns.names).shape == (len(columns.names), len(blocks))
    True
    """
    blocks = Blocks.of(page)
    columns = Columns(len(blocks))
    if len(blocks):
        text = TextMeasures(blocks)
        tree = TreeMeasures(blocks, text)
        _add_text(columns, blocks, text)
        _add_tags(columns, blocks, tree)
        _add_ancestors(columns, blocks, tree)
        _add_regions(columns, blocks, tree)
        _add_place(columns, blocks, text)
        _add_title(columns, blocks, text)
        _add_neighbours(columns, blocks, text)
        _add_templates(columns, blocks, text, tree)
        add_verdicts(columns, blocks, text, tree)
        add_records(columns, blocks, text, tree)
        _add_page(columns, blocks, text)
    return blocks, columns


@cache
def feature_names() -> tuple[str, ...]:
    """The names of all features, in order.

    >>> feature_names()[:2]
    ('chars', 'words')
    """
    return features(parse("<p>x"))[1].names


def _add_text(columns: Columns, blocks: Blocks, text: TextMeasures) -> None:
    counts, solid = text.counts, text.solid
    columns.add("chars", np.log1p(blocks.chars))
    columns.add("words", np.log1p(blocks.words))
    columns.add("link_share", text.link_share)
    columns.add("word_length", solid / text.words)
    columns.add("letters", text.letters / solid)
    columns.add("upper", share(counts[:, UPPER], text.letters))
    columns.add("digits", counts[:, DIGIT] / solid)
    columns.add("unspaced", text.unspaced / solid)
    columns.add("marks", counts[:, MARK] / solid)
    columns.add("other", counts[:, OTHER] / solid)
    columns.add("stops", text.stops)
    columns.add("commas", text.commas)
    columns.add("stops_per_word", text.stops / text.words)
    columns.add("commas_per_word", text.commas / text.words)
    columns.add("running", text.running)
    columns.add("plain_words", np.log1p(text.plain_words))
    columns.add("leaves", np.log1p(np.bincount(blocks.of_leaf, minlength=len(blocks))))
    columns.add("repeats", np.log1p(blocks.repeats))
    columns.add("separators", blocks.signs(_SEPARATORS))
    columns.add("copyright", blocks.signs(_COPYRIGHT))


def _add_tags(columns: Columns, blocks: Blocks, tree: TreeMeasures) -> None:
    page, parent = blocks.page, blocks.page.parent[blocks.first]
    columns.add_rows(_IN_NAMES, bit_rows(tree.inherited_tags[parent], _IN))
    columns.add_rows(_NEAR_NAMES, bit_rows(tree.near(TAG_BITS[page.tag], blocks.holder, 1), _NEAR))
    columns.add_rows(_CUE_NAMES, bit_rows(tree.inherited_cues[parent], _CUES))
    columns.add_rows(_NEAR_CUE_NAMES, bit_rows(tree.near(tree.cues, parent, 2), _CUES))
    columns.add("depth", blocks.depth)


@cache
def _named(prefixes: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(prefix + name for prefix in prefixes)


def _add_ancestors(columns: Columns, blocks: Blocks, tree: TreeMeasures) -> None:
    """The elements that hold a block, from the nearest up: a row of each matrix is one of them."""
    rows = blocks.ancestors
    all_chars, all_sentences = max(tree.chars[0], 1.0), max(tree.sentences[0], 1.0)
    siblings, sibling_words = _alike_siblings(tree, rows)
    chars, blocks_below = tree.chars[rows], tree.blocks[rows]
    columns.add_rows(_named(_UP, "chars"), np.log1p(chars))
    columns.add_rows(_named(_UP, "share"), chars / all_chars)
    columns.add_rows(_named(_UP, "sentences"), tree.sentences[rows] / all_sentences)
    columns.add_rows(_named(_UP, "link_share"), share(tree.link_chars[rows], chars))
    columns.add_rows(_named(_UP, "density"), chars / tree.elements[rows])
    columns.add_rows(_named(_UP, "blocks"), np.log1p(blocks_below))
    columns.add_rows(_named(_UP, "stops"), share(tree.stops[rows], blocks_below))
    columns.add_rows(_named(_UP, "siblings"), np.log1p(siblings))
    columns.add_rows(_named(_UP, "sibling_words"), np.log1p(sibling_words))
    columns.add_rows(_named(_UP[:3:2], "mine"), share(blocks.chars, chars[:3:2]))


def _alike_siblings(tree: TreeMeasures, rows: Ints) -> tuple[Ints, Floats]:
    """How many siblings have an element's tag and class (records of a list), and their mean sentence words."""
    number, size = group(tree.sibling_keys)
    words = np.bincount(number, weights=tree.sentences) / size
    of_rows = number[rows]
    return size[of_rows], words[of_rows]


def _add_regions(columns: Columns, blocks: Blocks, tree: TreeMeasures) -> None:
    """Where a block stands to the deepest elements that hold most of the running text."""
    page, first, all_sentences = blocks.page, blocks.first, tree.sentences[0]
    most = np.flatnonzero(page.is_element & (tree.sentences >= _HELD[0] * all_sentences))
    sentences, depth = tree.sentences[most], page.depth[most]
    deepest = np.argmax(np.where(sentences >= _HELD[:, None] * all_sentences, depth, -1), axis=1)
    region = most[deepest][:, None]
    side = (first >= page.end[region]).view(np.int8) - (first < region).view(np.int8)
    cells = np.empty((len(_HELD), len(_OF_REGION), len(blocks)), dtype=np.float32)
    cells[:, 0] = side == 0
    cells[:, 1] = side
    cells[:, 2] = tree.chars[region] / max(tree.chars[0], 1.0)
    cells[:, 3] = blocks.depth - page.depth[region]
    columns.add_rows(_REGION_NAMES, cells.reshape(-1, len(blocks)))


def _add_place(columns: Columns, blocks: Blocks, text: TextMeasures) -> None:
    number = np.arange(len(blocks))
    columns.add("place", number / len(blocks))
    columns.add("place_words", text.words_before / text.total_words)
    columns.add("from_start", np.log1p(number))
    columns.add("from_end", np.log1p(len(blocks) - 1 - number))
    running = np.flatnonzero(text.sentence_words > 0)
    first, last = (running[0], running[-1]) if len(running) else (0, len(blocks) - 1)
    columns.add("from_first_running", clip(number - first, -50, 50))
    columns.add("from_last_running", clip(number - last, -50, 50))
    before = np.cumsum(text.sentence_words) - text.sentence_words
    columns.add("sentences_before", before / max(text.sentence_words.sum(), 1.0))
    columns.add("since_heading", np.minimum(number - last_of(tags.HEADING[blocks.tag]), 60))


def _add_title(columns: Columns, blocks: Blocks, text: TextMeasures) -> None:
    """Where a block stands to the page's headline, and to further headlines and articles."""
    page, number = blocks.page, np.arange(len(blocks))
    title = title_block(blocks)
    known, at = title >= 0, max(title, 0)
    columns.add("title", number == title)
    columns.add("has_title", known)
    columns.add("from_title", clip(number - at, -60, 120) if known else -99.0)
    since = text.words_before - text.words_before[at]
    columns.add("words_since_title", np.sign(since) * np.log1p(np.abs(since)))
    h1 = np.cumsum(blocks.tag == tags.NUMBERS["h1"])
    columns.add("h1_since_title", h1 - h1[at])
    outermost, end = [], 0
    for row in np.flatnonzero(page.tag == tags.NUMBERS["article"]).tolist():
        if row >= end:
            outermost.append(row)
            end = int(page.end[row])
    columns.add("articles_before", np.minimum(np.searchsorted(outermost, blocks.first, side="right"), 20))


def _add_neighbours(columns: Columns, blocks: Blocks, text: TextMeasures) -> None:
    size, edge = len(blocks), max(map(max, _NEIGHBOURS.values()))
    padded = np.full((len(_NEIGHBOURS), size + 2 * edge), -1.0)
    here = slice(edge, edge + size)
    padded[:, here] = (np.log1p(blocks.words), text.link_share, text.few_stops, text.running)
    shifted = [
        row[edge + step : edge + step + size]
        for row, steps in zip(padded, _NEIGHBOURS.values(), strict=True)
        for step in steps
    ]
    columns.add_rows(_NEIGHBOUR_NAMES, np.array(shifted))
    _add_windows(columns, text)


def _add_windows(columns: Columns, text: TextMeasures) -> None:
    """What stands before and after a block within some distances: a row of each matrix is one of these windows."""
    summed = np.array([text.words, text.plain_words, text.sentence_words, text.stops])
    size, edge = summed.shape[1], _WINDOWS[-1]
    # Prefix sums, led by zeros and followed by the total: windows end where the page does.
    prefix = np.zeros((len(summed), size + 2 * edge + 1))
    np.cumsum(summed, axis=1, out=prefix[:, edge + 1 : edge + 1 + size])
    prefix[:, edge + 1 + size :] = prefix[:, edge + size : edge + size + 1]
    here, after = prefix[:, edge : edge + size], prefix[:, edge + 1 : edge + 1 + size]
    sums = np.empty((len(_SIDES), *summed.shape))
    for place, width in enumerate(_WINDOWS):
        sums[place] = here - prefix[:, edge - width : edge - width + size]
        sums[len(_WINDOWS) + place] = prefix[:, edge + 1 + width : edge + 1 + width + size] - after
    words = sums[:, 0]
    columns.add_rows(_named(_SIDES, "words"), np.log1p(words))
    columns.add_rows(_named(_SIDES, "plain"), share(sums[:, 1], words))
    columns.add_rows(_named(_SIDES, "sentence"), share(sums[:, 2], words))
    columns.add_rows(_named(_SIDES, "stops"), sums[:, 3] / _WIDTHS)


def _add_templates(columns: Columns, blocks: Blocks, text: TextMeasures, tree: TreeMeasures) -> None:
    """Blocks alike: the same tags, or tags and classes, from BODY down."""
    means = {"words": text.words, "link_share": text.link_share, "running": text.running, "stops": text.few_stops}
    for name, signature in (("alike", tree.path), ("twins", tree.styled)):
        mine = signature[blocks.holder]
        columns.add(f"{name}-1", same_as(mine, -1))
        columns.add(f"{name}+1", same_as(mine, 1))
        number, size = group(mine)
        columns.add(f"{name}.count", np.log1p(size)[number])
        columns.add(f"{name}.share", size[number] / len(blocks))
        sums = np.array([np.bincount(number, weights=column) for column in means.values()])
        columns.add_rows([f"{name}.{what}" for what in means], (sums / size)[:, number])
        columns.add(f"{name}.word_share", sums[0][number] / text.total_words)


def _add_page(columns: Columns, blocks: Blocks, text: TextMeasures) -> None:
    """The same for every block: what kind of page this is."""
    total, said = text.total_words, page_kinds(blocks.page)
    of_page = [
        log1p(total),
        log1p(len(blocks)),
        (text.words * text.link_share).sum() / total,
        text.sentence_words.sum() / total,
        log1p(text.plain_words.max()),
        text.unspaced.sum() / max(text.letters.sum(), 1),
        *(kind in said for kind in ("article", "product", "forum", "site")),
        *(columns.matrix(_SHARES) @ (text.words / total)).tolist(),
    ]
    columns.add_rows(PAGE_NAMES, np.array(of_page)[:, None])
