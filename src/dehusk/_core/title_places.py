"""Features of where the blocks of a page are relative to its headline."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import math
from typing import TYPE_CHECKING

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    from dehusk._core.block_columns import BlockColumns

# Numbers per row in the sums of block_rows, of which the first is characters.
_SUMS = cython.declare(cython.Py_ssize_t, 7)
_MOST_LEVELS = cython.declare(cython.Py_ssize_t, 20)
_FAR_BLOCKS = cython.declare(cython.Py_ssize_t, 60)
_FAR_AFTER_TITLE = cython.declare(cython.Py_ssize_t, 120)
_NO_TITLE = cython.declare(cython.double, -99.0)
_MOST_ARTICLES = cython.declare(cython.Py_ssize_t, 20)


@views.checked
def heading_blocks(columns: BlockColumns, offset: views.Ints) -> list[tuple[int, int, int, int, int]]:
    """The blocks that are headings: their numbers and levels, the rows of the headings, and where their text is.

    ``offset``: where the text of each row of the page starts.
    """
    levels: views.NewBytes = columns.levels
    holder: views.NewInts = columns.holder
    block: cython.Py_ssize_t
    row: cython.Py_ssize_t
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    level: cython.int
    views.align(offset)
    feature_steps.check_length("offset", offset.shape[0], columns.rows + 1)
    found: list[tuple[int, int, int, int, int]] = []
    for block in range(columns.blocks):
        level = levels[block]
        if level:
            row = holder[block]
            start = offset[row]
            stop = offset[columns.end[row]]
            found.append((block, level, row, start, stop))
    return found


@cython.cfunc
def title_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    article_tag: cython.Py_ssize_t,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write where a block is relative to the title, -1 if there is none, into the columns from ``at``.

    ``article_tag``: the number of the tag ARTICLE.
    """
    levels: views.NewBytes = columns.levels
    words_before: views.NewFloats = columns.words_before
    first: views.NewInts = columns.first
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
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
            matrix[place + 2] = (
                feature_steps.clip(block - start, -_FAR_BLOCKS, _FAR_AFTER_TITLE) if title >= 0 else _NO_TITLE
            )
            matrix[place + 3] = math.log1p(since) if since > 0 else -math.log1p(-since)
            matrix[place + 4] = h1
            matrix[place + 5] = min(_MOST_ARTICLES, articles)
            place += width
    return True


@cython.cfunc
def title_tree_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    article_tag: cython.Py_ssize_t,
    room: views.NewInts,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write where a block is in the tree relative to the title, -1 if there is none, into the columns from ``at``.

    ``room``: for two numbers per row.
    """
    parent: views.Ints = columns.parent
    end: views.Ints = columns.end
    depth: views.Ints = columns.depth
    sums: views.NewInts = columns.row_sums
    holder: views.NewInts = columns.holder
    rows: cython.Py_ssize_t = columns.rows
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    common: views.NewInts = room[:rows]
    article: views.NewInts = room[rows : 2 * rows]
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    held: cython.Py_ssize_t
    title_row: cython.Py_ssize_t = holder[title] if title >= 0 else 0
    page_chars: cython.double
    with cython.nogil:
        page_chars = max(1, sums[rows * _SUMS])
        for row in range(min(1, rows)):
            common[row] = article[row] = 0
        for row in range(1, rows):
            common[row] = row if row <= title_row < end[row] else common[parent[row]]
            article[row] = row if columns.tag[row] == article_tag else article[parent[row]]
        for block in range(blocks):
            held = holder[block]
            row = common[held]
            if title < 0:
                matrix[place] = matrix[place + 1] = matrix[place + 2] = matrix[place + 3] = -1.0
            else:
                matrix[place] = feature_steps.clip(depth[title_row] - depth[row], 0, _MOST_LEVELS)
                matrix[place + 1] = feature_steps.clip(depth[held] - depth[row], 0, _MOST_LEVELS)
                matrix[place + 2] = (sums[end[row] * _SUMS] - sums[row * _SUMS]) / page_chars
                matrix[place + 3] = (
                    article[held] == article[title_row] if article[held] and article[title_row] else -1.0
                )
            place += width
    return True
