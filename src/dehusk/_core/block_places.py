"""Features of where the blocks of a page are: in which elements, after which blocks (``dehusk._core.block_text``)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk._core.block_columns import BlockColumns

_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)

# What a tag is, as bits (dehusk.methods.learned.learned_blocks.TAG_ROLES).
_TEXT_AREA = cython.declare(cython.int, 32)

_NEARLY_ALL = cython.declare(cython.double, 0.95)
"""An element with this share of the page's text says nothing about one part of it."""
_POSITION_FEATURES = cython.declare(cython.Py_ssize_t, 9)
_TITLE_FEATURES = cython.declare(cython.Py_ssize_t, 6)
_DATE_FEATURES = cython.declare(cython.Py_ssize_t, 5)
_HEADING_FEATURES = cython.declare(cython.Py_ssize_t, 2)
_REPLY_FEATURES = cython.declare(cython.Py_ssize_t, 3)
_TITLE_TREE_FEATURES = cython.declare(cython.Py_ssize_t, 4)
# Numbers per row in the sums of block_tree, of which the first is characters.
_SUMS = cython.declare(cython.Py_ssize_t, 7)
_MOST_LEVELS = cython.declare(cython.Py_ssize_t, 20)

_FAR = cython.declare(cython.Py_ssize_t, 1 << 20)
_FAR_BLOCKS = cython.declare(cython.Py_ssize_t, 60)
_FAR_FROM_RUNNING = cython.declare(cython.Py_ssize_t, 50)
_FAR_AFTER_TITLE = cython.declare(cython.Py_ssize_t, 120)
_NO_TITLE = cython.declare(cython.double, -99.0)
_MOST_ARTICLES = cython.declare(cython.Py_ssize_t, 20)
_DATES_NEAR = cython.declare(cython.Py_ssize_t, 6)
"""Blocks on each side."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _clip(number: cython.Py_ssize_t, low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.Py_ssize_t:
    return low if number < low else min(number, high)


@cython.cfunc
def _check_rows(name: str, rows: views.Ints, count: cython.Py_ssize_t) -> cython.bint:
    views.align(rows)
    i: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        if rows[i] < 0 or rows[i] >= count:
            raise IndexError(f"{name} has row {rows[i]} of {count}")
    return True


@cython.cfunc
def _check_tree(parent: views.Ints, end: views.Ints) -> cython.bint:
    views.align(parent)
    views.align(end)
    rows: cython.Py_ssize_t = end.shape[0]
    row: cython.Py_ssize_t
    feature_steps.check_length("parent", parent.shape[0], rows)
    for row in range(rows):
        if end[row] <= row or end[row] > rows or parent[row] >= row or (parent[row] < 0 and row > 0):
            raise IndexError(f"row {row} has parent {parent[row]} and ends at {end[row]}")
    return True


@views.checked
def bits_around(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    class_bits: views.Bits,
    tag_bits: views.Bits,
    first: views.Ints,
    holder: views.Ints,
) -> npt.NDArray[np.int64]:
    """The bits of the tags and class words around each block, one row each.

    Those of the tags of all elements around it; of the tags of its element and the one above; of the class words of
    all elements around it, except those with nearly the whole text of the page; of the class words of the three
    nearest. BODY is not near.
    """
    _check_tree(parent, end)
    views.align(tag)
    views.align(chars)
    views.align(class_bits)
    views.align(tag_bits)
    rows: cython.Py_ssize_t = end.shape[0]
    blocks: cython.Py_ssize_t = first.shape[0]
    feature_steps.check_length("tag", tag.shape[0], rows)
    feature_steps.check_length("chars", chars.shape[0], rows)
    feature_steps.check_length("class_bits", class_bits.shape[0], rows)
    feature_steps.check_length("tag_bits", tag_bits.shape[0], _TAGS)
    feature_steps.check_length("holder", holder.shape[0], blocks)
    _check_rows("first", first, rows)
    _check_rows("holder", holder, rows)
    around = np.empty((2, rows), dtype=np.int64)
    tags_around: views.NewBits = around[0].data
    classes_around: views.NewBits = around[1].data
    _hand_down(tag, parent, end, chars, class_bits, tag_bits, tags_around, classes_around)
    bits = np.zeros((4, blocks), dtype=np.int64)
    found: views.NewBits = bits.reshape(-1).data
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    with cython.nogil:
        for block in range(blocks):
            row = parent[first[block]] if first[block] > 0 else 0
            found[block] = tags_around[row]
            found[2 * blocks + block] = classes_around[row]
            for i in range(3):
                if row > 0:
                    found[3 * blocks + block] |= class_bits[row]
                    row = parent[row]
            row = holder[block]
            for i in range(2):
                if row > 0:
                    found[blocks + block] |= tag_bits[tag[row]]
                    row = parent[row]
    return bits


@views.checked
def write_bits(
    columns: BlockColumns,
    number: cython.Py_ssize_t,
    places: views.Ints,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> None:
    """Write 1 for each bit of a block that is set, else 0, into the columns from ``at``.

    ``number``: which bits of :func:`bits_around`, 0 to 3; ``places``: which of them.
    """
    _check_rows("places", places, 64)
    bits: views.Bits = columns.bits
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    count: cython.Py_ssize_t = places.shape[0]
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, count)
    if number < 0 or number > 3:
        raise IndexError(f"there are no bits {number}")
    block: cython.Py_ssize_t
    i: cython.Py_ssize_t
    of_block: cython.longlong
    with cython.nogil:
        for block in range(blocks):
            of_block = bits[number * blocks + block]
            for i in range(count):
                matrix[place + i] = (of_block >> places[i]) & 1
            place += width


@cython.cfunc
def _hand_down(
    tag: views.Tags,
    parent: views.Ints,
    end: views.Ints,
    chars: views.Ints,
    class_bits: views.Bits,
    tag_bits: views.Bits,
    tags_around: views.NewBits,
    classes_around: views.NewBits,
) -> cython.bint:
    """Write for each row the bits of it and of all elements around it; not of elements with nearly the whole text."""
    rows: cython.Py_ssize_t = end.shape[0]
    before: views.NewInts = np.zeros(rows + 1, dtype=np.intp).data
    row: cython.Py_ssize_t
    nearly_all: cython.double
    with cython.nogil:
        for row in range(rows):
            before[row + 1] = before[row] + chars[row]
        nearly_all = _NEARLY_ALL * (max(1, before[rows]))
        for row in range(rows):
            tags_around[row] = tag_bits[tag[row]]
            classes_around[row] = 0 if before[end[row]] - before[row] >= nearly_all else class_bits[row]
            if row > 0:
                tags_around[row] |= tags_around[parent[row]]
                classes_around[row] |= classes_around[parent[row]]
    return True


@views.checked
def position_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> None:
    """Write where a block is in the page into the columns from ``at``."""
    holder: views.Ints = columns.holder
    depth: views.Ints = columns.depth
    words_before: views.NewFloats = columns.words_before
    blocks: cython.Py_ssize_t = columns.blocks
    running: views.NewFloats = columns.text_sums
    running_at: cython.Py_ssize_t = 2 * blocks
    place: cython.Py_ssize_t = at
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, _POSITION_FEATURES)
    block: cython.Py_ssize_t
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = blocks - 1
    last_heading: cython.Py_ssize_t = -_FAR
    all_running: cython.double = 0.0
    running_before: cython.double = 0.0
    with cython.nogil:
        for block in range(blocks):
            all_running += running[running_at + block]
            if running[running_at + block] > 0:
                first = block if first < 0 else first
                last = block
        first = max(first, 0)
        all_running = 1.0 if all_running < 1 else all_running
        for block in range(blocks):
            if columns.levels[block]:
                last_heading = block
            matrix[place] = depth[holder[block]]
            matrix[place + 1] = cython.cast(cython.double, block) / blocks
            matrix[place + 2] = words_before[block] / words_before[blocks]
            matrix[place + 3] = feature_steps.log_count(block)
            matrix[place + 4] = feature_steps.log_count(blocks - 1 - block)
            matrix[place + 5] = _clip(block - first, -_FAR_FROM_RUNNING, _FAR_FROM_RUNNING)
            matrix[place + 6] = _clip(block - last, -_FAR_FROM_RUNNING, _FAR_FROM_RUNNING)
            matrix[place + 7] = running_before / all_running
            running_before += running[running_at + block]
            matrix[place + 8] = _clip(block - last_heading, 0, _FAR_BLOCKS)
            place += width


@views.checked
def heading_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> None:
    """Write the last heading at or before each block into the columns from ``at``."""
    levels: views.NewBytes = columns.levels
    words_before: views.NewFloats = columns.words_before
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, _HEADING_FEATURES)
    block: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        for block in range(blocks):
            if levels[block]:
                last = block
            matrix[place] = levels[last] if last >= 0 else 0
            matrix[place + 1] = words_before[block] - words_before[last] if last >= 0 else -1.0
            place += width


@views.checked
def title_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    article_tag: cython.Py_ssize_t,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> None:
    """Write where a block is relative to the title, -1 if there is none, into the columns from ``at``.

    ``article_tag``: the number of the tag ARTICLE.
    """
    levels: views.NewBytes = columns.levels
    words_before: views.NewFloats = columns.words_before
    first: views.Ints = columns.first
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, _TITLE_FEATURES)
    if title < -1 or title >= blocks:
        raise IndexError(f"there is no block {title}")
    block: cython.Py_ssize_t
    articles: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t = 0
    article_end: cython.Py_ssize_t = 0
    h1: cython.Py_ssize_t = 0
    since: cython.double
    start: cython.Py_ssize_t = max(0, title)
    with cython.nogil:
        for block in range(start + 1 if blocks else 0):
            h1 -= levels[block] == 1
        for block in range(blocks):
            h1 += levels[block] == 1
            while row <= first[block]:
                if row >= article_end and columns.tag[row] == article_tag:
                    articles += 1
                    article_end = columns.end[row]
                row += 1
            since = words_before[block] - words_before[start]
            matrix[place] = block == title
            matrix[place + 1] = title >= 0
            matrix[place + 2] = _clip(block - start, -_FAR_BLOCKS, _FAR_AFTER_TITLE) if title >= 0 else _NO_TITLE
            matrix[place + 3] = math.log1p(since) if since > 0 else -math.log1p(-since)
            matrix[place + 4] = h1
            matrix[place + 5] = min(_MOST_ARTICLES, articles)
            place += width


@views.checked
def date_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> None:
    """Write where a block is relative to blocks with a date into the columns from ``at``."""
    dated: views.Bytes = columns.dated
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, _DATE_FEATURES)
    headline: cython.Py_ssize_t = max(0, title)
    if headline >= max(1, blocks):
        raise IndexError(f"there is no block {title}")
    until: views.NewInts = np.zeros(blocks + 1, dtype=np.intp).data
    block: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    last: cython.Py_ssize_t = -_FAR
    with cython.nogil:
        for block in range(blocks):
            until[block + 1] = until[block] + (dated[block] != 0)
        for block in range(blocks):
            if dated[block]:
                last = block
            low = _clip(block - _DATES_NEAR, 0, blocks)
            high = _clip(block + _DATES_NEAR + 1, 0, blocks)
            matrix[place] = feature_steps.log_count(until[block])
            matrix[place + 1] = feature_steps.log_count(until[blocks] - until[block + 1])
            matrix[place + 2] = _clip(until[block + 1] - until[headline + 1], -5, 20)
            matrix[place + 3] = until[high] - until[low]
            matrix[place + 4] = _clip(block - last, 0, _FAR_BLOCKS)
            place += width


@views.checked
def reply_form_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> None:
    """Write where a block is relative to the page's last text area into the columns from ``at``."""
    tag: views.Tags = columns.tag
    parent: views.Ints = columns.parent
    end: views.Ints = columns.end
    sums: views.Ints = columns.row_sums
    roles: views.Bytes = columns.roles
    words_before: views.NewFloats = columns.words_before
    first: views.Ints = columns.first
    holder: views.Ints = columns.holder
    rows: cython.Py_ssize_t = columns.rows
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, _REPLY_FEATURES)
    with_area: views.NewInts = np.zeros(rows, dtype=np.intp).data
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    area: cython.Py_ssize_t
    last_area: cython.Py_ssize_t = -1
    until: cython.Py_ssize_t = 0
    page_chars: cython.double
    with cython.nogil:
        # The nearest element around each row that holds a text area.
        for row in range(rows):
            if roles[tag[row]] & _TEXT_AREA:
                last_area = row
                area = row
                while area > 0 and with_area[area] != area:
                    with_area[area] = area
                    area = parent[area]
        if last_area >= 0:
            for row in range(1, rows):
                if with_area[row] != row:
                    with_area[row] = with_area[parent[row]]
            for block in range(blocks):
                until += first[block] < last_area
        page_chars = max(1, sums[rows * _SUMS])
        for block in range(blocks):
            if last_area < 0:
                matrix[place] = matrix[place + 1] = matrix[place + 2] = -1.0
            else:
                row = with_area[holder[block]]
                matrix[place] = _clip(until - block, -_FAR_BLOCKS, _FAR_BLOCKS)
                matrix[place + 1] = (words_before[until] - words_before[block]) / words_before[blocks]
                matrix[place + 2] = (sums[end[row] * _SUMS] - sums[row * _SUMS]) / page_chars
            place += width


@views.checked
def title_tree_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    article_tag: cython.Py_ssize_t,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> None:
    """Write where a block is in the tree relative to the title, -1 if there is none, into the columns from ``at``."""
    parent: views.Ints = columns.parent
    end: views.Ints = columns.end
    depth: views.Ints = columns.depth
    sums: views.Ints = columns.row_sums
    holder: views.Ints = columns.holder
    rows: cython.Py_ssize_t = columns.rows
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    views.align_new(matrix)
    feature_steps.check_columns(matrix.shape[0], blocks, width, place, _TITLE_TREE_FEATURES)
    if title < -1 or title >= blocks:
        raise IndexError(f"there is no block {title}")
    nearest = np.zeros((2, rows), dtype=np.intp)
    common: views.NewInts = nearest[0].data
    article: views.NewInts = nearest[1].data
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    held: cython.Py_ssize_t
    title_row: cython.Py_ssize_t = holder[title] if title >= 0 else 0
    page_chars: cython.double
    with cython.nogil:
        page_chars = max(1, sums[rows * _SUMS])
        for row in range(1, rows):
            common[row] = row if row <= title_row < end[row] else common[parent[row]]
            article[row] = row if columns.tag[row] == article_tag else article[parent[row]]
        for block in range(blocks):
            held = holder[block]
            row = common[held]
            if title < 0:
                matrix[place] = matrix[place + 1] = matrix[place + 2] = matrix[place + 3] = -1.0
            else:
                matrix[place] = _clip(depth[title_row] - depth[row], 0, _MOST_LEVELS)
                matrix[place + 1] = _clip(depth[held] - depth[row], 0, _MOST_LEVELS)
                matrix[place + 2] = (sums[end[row] * _SUMS] - sums[row * _SUMS]) / page_chars
                matrix[place + 3] = (
                    article[held] == article[title_row] if article[held] and article[title_row] else -1.0
                )
            place += width
