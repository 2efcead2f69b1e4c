"""Features of the elements around the blocks of a page, for the learned method.

Sums over subtrees are differences of sums over all rows before (``dehusk._core.block_rows``).
"""

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


# The sums over all rows before a row.
_CHARS = cython.declare(cython.Py_ssize_t, 0)
_LINK_CHARS = cython.declare(cython.Py_ssize_t, 1)
_ELEMENTS = cython.declare(cython.Py_ssize_t, 2)
_BLOCKS = cython.declare(cython.Py_ssize_t, 3)
_LINKS = cython.declare(cython.Py_ssize_t, 4)
_CONTROLS = cython.declare(cython.Py_ssize_t, 5)
_IMAGES = cython.declare(cython.Py_ssize_t, 6)
_SUMS = cython.declare(cython.Py_ssize_t, 7)

_LEVELS = cython.declare(cython.Py_ssize_t, 3)
_REGIONS = cython.declare(cython.Py_ssize_t, 3)
_RECORD_FEATURES = cython.declare(cython.Py_ssize_t, 8)


@cython.cfunc
def ancestor_features(
    columns: BlockColumns,
    size: views.NewInts,
    words: views.NewFloats,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write the features of each block's element and of the two above it into the columns from ``at``.

    ``size``, ``words``: room for siblings of the same tag and kind, and their words of running text.
    """
    sums: views.NewInts = columns.row_sums
    before: views.NewFloats = columns.sums_before
    end: views.Ints = columns.end
    parent: views.Ints = columns.parent
    groups: views.NewInts = columns.groups
    holder: views.NewInts = columns.holder
    totals: views.NewInts = columns.totals
    rows: cython.Py_ssize_t = end.shape[0]
    blocks: cython.Py_ssize_t = holder.shape[0]
    column: cython.Py_ssize_t = at
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    level: cython.Py_ssize_t
    last: cython.Py_ssize_t
    place: cython.Py_ssize_t
    feature: cython.Py_ssize_t
    here: cython.Py_ssize_t
    there: cython.Py_ssize_t
    below: cython.Py_ssize_t
    chars: cython.double
    running: cython.double
    page_chars: cython.double = sums[rows * _SUMS + _CHARS] if sums[rows * _SUMS + _CHARS] > 1 else 1.0
    page_running: cython.double = before[4 * blocks] if before[4 * blocks] > 1 else 1.0
    with cython.nogil:
        for row in range(columns.group_count):
            size[row] = 0
            words[row] = 0
        for row in range(rows):
            if groups[row] >= 0:
                size[groups[row]] += 1
                here = sums[row * _SUMS + _BLOCKS]
                there = sums[end[row] * _SUMS + _BLOCKS]
                words[groups[row]] += before[4 * there] - before[4 * here]
        for level in range(_LEVELS):
            last = -1
            for block in range(blocks):
                row = holder[block]
                for here in range(level):
                    row = parent[row] if row > 0 else 0
                place = block * width + column + level
                if row == last:
                    for feature in range(0, 3 * 9, 3):
                        matrix[place + feature] = matrix[place - width + feature]
                else:
                    here = row * _SUMS
                    there = end[row] * _SUMS
                    chars = sums[there + _CHARS] - sums[here + _CHARS]
                    below = sums[there + _BLOCKS] - sums[here + _BLOCKS]
                    running = before[4 * sums[there + _BLOCKS]] - before[4 * sums[here + _BLOCKS]]
                    matrix[place] = feature_steps.log_count(sums[there + _CHARS] - sums[here + _CHARS])
                    matrix[place + 3] = chars / page_chars
                    matrix[place + 6] = running / page_running
                    matrix[place + 9] = (sums[there + _LINK_CHARS] - sums[here + _LINK_CHARS]) / (
                        chars if chars > 1 else 1.0
                    )
                    matrix[place + 12] = chars / (sums[there + _ELEMENTS] - sums[here + _ELEMENTS])
                    matrix[place + 15] = feature_steps.log_count(below)
                    running = before[4 * sums[there + _BLOCKS] + 1] - before[4 * sums[here + _BLOCKS] + 1]
                    matrix[place + 18] = running / (max(1, below))
                    matrix[place + 21] = feature_steps.log_count(size[groups[row]])
                    matrix[place + 24] = math.log1p(words[groups[row]] / size[groups[row]])
                    last = row
                if level != 1:
                    chars = sums[end[row] * _SUMS + _CHARS] - sums[row * _SUMS + _CHARS]
                    place = block * width + column + 27 + level // 2
                    matrix[place] = totals[block] / (chars if chars > 1 else 1.0)
    return True


@cython.cfunc
def surrounding_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> cython.bint:
    """Write what there is per block in the two elements above each block's element into the columns from ``at``."""
    sums: views.NewInts = columns.row_sums
    before: views.NewFloats = columns.sums_before
    end: views.Ints = columns.end
    parent: views.Ints = columns.parent
    holder: views.NewInts = columns.holder
    blocks: cython.Py_ssize_t = holder.shape[0]
    column: cython.Py_ssize_t = at
    block: cython.Py_ssize_t
    level: cython.Py_ssize_t
    row: cython.Py_ssize_t
    last: cython.Py_ssize_t
    place: cython.Py_ssize_t
    feature: cython.Py_ssize_t
    here: cython.Py_ssize_t
    there: cython.Py_ssize_t
    count: cython.double
    with cython.nogil:
        for level in range(1, _LEVELS):
            last = -1
            for block in range(blocks):
                row = holder[block]
                for here in range(level):
                    row = parent[row] if row > 0 else 0
                place = block * width + column + level - 1
                if row == last:
                    for feature in range(0, 10, 2):
                        matrix[place + feature] = matrix[place - width + feature]
                    continue
                last = row
                here = row * _SUMS
                there = end[row] * _SUMS
                count = sums[there + _BLOCKS] - sums[here + _BLOCKS]
                if count < 1:
                    count = 1
                matrix[place + 4] = (sums[there + _LINKS] - sums[here + _LINKS]) / count
                matrix[place + 6] = (sums[there + _CONTROLS] - sums[here + _CONTROLS]) / count
                matrix[place + 8] = (sums[there + _IMAGES] - sums[here + _IMAGES]) / count
                here = 4 * sums[here + _BLOCKS]
                there = 4 * sums[there + _BLOCKS]
                matrix[place] = (before[there + 2] - before[here + 2]) / count
                matrix[place + 2] = (before[there + 3] - before[here + 3]) / count
    return True


@cython.cfunc
def region_features(
    columns: BlockColumns,
    held: views.Floats,
    regions: views.NewInts,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write where blocks are relative to the deepest elements with much of the running text into columns from ``at``.

    ``held``: the shares of the running text that these elements have.
    """
    sums: views.NewInts = columns.row_sums
    before: views.NewFloats = columns.sums_before
    end: views.Ints = columns.end
    depth: views.Ints = columns.depth
    first: views.NewInts = columns.first
    holder: views.NewInts = columns.holder
    rows: cython.Py_ssize_t = end.shape[0]
    blocks: cython.Py_ssize_t = holder.shape[0]
    column: cython.Py_ssize_t = at
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    place: cython.Py_ssize_t
    region: cython.Py_ssize_t
    number: cython.Py_ssize_t
    side: cython.int
    running: cython.double
    chars: cython.double
    page_chars: cython.double = sums[rows * _SUMS + _CHARS] if sums[rows * _SUMS + _CHARS] > 1 else 1.0
    lowest: cython.double = before[4 * blocks]
    with cython.nogil:
        for number in range(_REGIONS):
            regions[number] = 0
            lowest = min(lowest, held[number] * before[4 * blocks])
        for row in range(1, rows):
            running = before[4 * sums[end[row] * _SUMS + _BLOCKS]] - before[4 * sums[row * _SUMS + _BLOCKS]]
            if running >= lowest and columns.tag[row] != 0:
                for number in range(_REGIONS):
                    if running >= held[number] * before[4 * blocks] and depth[row] > depth[regions[number]]:
                        regions[number] = row
        for number in range(_REGIONS):
            region = regions[number]
            chars = sums[end[region] * _SUMS + _CHARS] - sums[region * _SUMS + _CHARS]
            place = column + 4 * number
            for block in range(blocks):
                side = (first[block] >= end[region]) - (first[block] < region)
                matrix[place] = side == 0
                matrix[place + 1] = side
                matrix[place + 2] = chars / page_chars
                matrix[place + 3] = depth[holder[block]] - depth[region]
                place += width
    return True


@cython.cfunc
def record_features(
    columns: BlockColumns,
    room: views.NewInts,
    totals: views.NewFloats,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write what the records of the kind around each block are like into the columns from ``at``.

    A record is an element with several blocks and siblings of its tag and kind that have several blocks, too.
    ``room``: for two numbers per row. ``totals``: room for what is summed of each group: blocks, running words, dates,
    records with a repeated text, characters in links, characters.
    """
    sums: views.NewInts = columns.row_sums
    before: views.NewFloats = columns.sums_before
    end: views.Ints = columns.end
    parent: views.Ints = columns.parent
    groups: views.NewInts = columns.groups
    holder: views.NewInts = columns.holder
    rows: cython.Py_ssize_t = end.shape[0]
    blocks: cython.Py_ssize_t = holder.shape[0]
    place: cython.Py_ssize_t = at
    record: views.NewInts = room[:rows]
    size: views.NewInts = room[rows:]
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    here: cython.Py_ssize_t
    there: cython.Py_ssize_t
    group: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    feature: cython.Py_ssize_t
    page_running: cython.double = before[4 * blocks] if before[4 * blocks] > 1 else 1.0
    with cython.nogil:
        for row in range(rows):
            record[row] = 0
        for row in range(columns.group_count):
            size[row] = 0
        for row in range(6 * columns.group_count):
            totals[row] = 0
        for row in range(1, rows):
            here = sums[row * _SUMS + _BLOCKS]
            there = sums[end[row] * _SUMS + _BLOCKS]
            if there - here > 1 and groups[row] >= 0:
                size[groups[row]] += 1
                group = 6 * groups[row]
                totals[group] += there - here
                totals[group + 1] += before[4 * there] - before[4 * here]
                totals[group + 2] += before[4 * there + 2] - before[4 * here + 2]
                totals[group + 3] += before[4 * there + 3] > before[4 * here + 3]
                totals[group + 4] += sums[end[row] * _SUMS + _LINK_CHARS] - sums[row * _SUMS + _LINK_CHARS]
                totals[group + 5] += sums[end[row] * _SUMS + _CHARS] - sums[row * _SUMS + _CHARS]
        for row in range(1, rows):
            here = sums[row * _SUMS + _BLOCKS]
            there = sums[end[row] * _SUMS + _BLOCKS]
            if there - here > 1 and groups[row] >= 0 and size[groups[row]] > 1:
                record[row] = row
            else:
                record[row] = record[parent[row]]
        for block in range(blocks):
            row = record[holder[block]]
            if row == last:
                for feature in range(_RECORD_FEATURES):
                    matrix[place + feature] = matrix[place - width + feature]
            elif row == 0:
                for feature in range(_RECORD_FEATURES):
                    matrix[place + feature] = -1.0
            else:
                group = 6 * groups[row]
                matrix[place] = feature_steps.log_count(size[groups[row]])
                for feature in range(4):
                    matrix[place + 1 + feature] = totals[group + feature] / size[groups[row]]
                matrix[place + 5] = totals[group + 4] / (totals[group + 5] if totals[group + 5] > 1 else 1.0)
                matrix[place + 6] = totals[group + 1] / page_running
                here = sums[row * _SUMS + _BLOCKS]
                there = sums[end[row] * _SUMS + _BLOCKS]
                matrix[place + 7] = before[4 * there] - before[4 * here]
            last = row
            place += width
    return True
