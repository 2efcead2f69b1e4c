"""Features of where the blocks of a page are: after which blocks, headings, dates and text areas."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    from dehusk._core.block_columns import BlockColumns


# What a tag is, as bits (dehusk.methods.learned.learned_blocks.TAG_ROLES).
_TEXT_AREA = cython.declare(cython.int, 32)

# Numbers per row in the sums of block_rows, of which the first is characters.
_SUMS = cython.declare(cython.Py_ssize_t, 7)

_FAR = cython.declare(cython.Py_ssize_t, 1 << 20)
_FAR_BLOCKS = cython.declare(cython.Py_ssize_t, 60)
_FAR_FROM_RUNNING = cython.declare(cython.Py_ssize_t, 50)
_DATES_NEAR = cython.declare(cython.Py_ssize_t, 6)
"""Blocks on each side."""


@cython.cfunc
def position_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> cython.bint:
    """Write where a block is in the page into the columns from ``at``."""
    holder: views.NewInts = columns.holder
    depth: views.Ints = columns.depth
    words_before: views.NewFloats = columns.words_before
    blocks: cython.Py_ssize_t = columns.blocks
    running: views.NewFloats = columns.text_sums
    running_at: cython.Py_ssize_t = 2 * blocks
    place: cython.Py_ssize_t = at
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
            matrix[place + 5] = feature_steps.clip(block - first, -_FAR_FROM_RUNNING, _FAR_FROM_RUNNING)
            matrix[place + 6] = feature_steps.clip(block - last, -_FAR_FROM_RUNNING, _FAR_FROM_RUNNING)
            matrix[place + 7] = running_before / all_running
            running_before += running[running_at + block]
            matrix[place + 8] = feature_steps.clip(block - last_heading, 0, _FAR_BLOCKS)
            place += width
    return True


@cython.cfunc
def heading_features(
    columns: BlockColumns, matrix: views.NewFloats32, width: cython.Py_ssize_t, at: cython.Py_ssize_t
) -> cython.bint:
    """Write the last heading at or before each block into the columns from ``at``."""
    levels: views.NewBytes = columns.levels
    words_before: views.NewFloats = columns.words_before
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    block: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        for block in range(blocks):
            if levels[block]:
                last = block
            matrix[place] = levels[last] if last >= 0 else 0
            matrix[place + 1] = words_before[block] - words_before[last] if last >= 0 else -1.0
            place += width
    return True


@cython.cfunc
def date_features(
    columns: BlockColumns,
    title: cython.Py_ssize_t,
    until: views.NewInts,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write where a block is relative to blocks with a date into the columns from ``at``.

    ``until``: room for the blocks with a date before each block, and of all.
    """
    dated: views.NewBytes = columns.dated
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    headline: cython.Py_ssize_t = max(0, title)
    block: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    last: cython.Py_ssize_t = -_FAR
    with cython.nogil:
        until[0] = 0
        for block in range(blocks):
            until[block + 1] = until[block] + (dated[block] != 0)
        for block in range(blocks):
            if dated[block]:
                last = block
            low = feature_steps.clip(block - _DATES_NEAR, 0, blocks)
            high = feature_steps.clip(block + _DATES_NEAR + 1, 0, blocks)
            matrix[place] = feature_steps.log_count(until[block])
            matrix[place + 1] = feature_steps.log_count(until[blocks] - until[block + 1])
            matrix[place + 2] = feature_steps.clip(until[block + 1] - until[headline + 1], -5, 20)
            matrix[place + 3] = until[high] - until[low]
            matrix[place + 4] = feature_steps.clip(block - last, 0, _FAR_BLOCKS)
            place += width
    return True


@cython.cfunc
def reply_form_features(
    columns: BlockColumns,
    with_area: views.NewInts,
    matrix: views.NewFloats32,
    width: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Write where a block is relative to the page's last text area into the columns from ``at``.

    ``with_area``: room for the nearest element around each row that holds a text area.
    """
    tag: views.Tags = columns.tag
    parent: views.Ints = columns.parent
    end: views.Ints = columns.end
    sums: views.NewInts = columns.row_sums
    roles: views.Bytes = columns.roles
    words_before: views.NewFloats = columns.words_before
    first: views.NewInts = columns.first
    holder: views.NewInts = columns.holder
    rows: cython.Py_ssize_t = columns.rows
    blocks: cython.Py_ssize_t = columns.blocks
    place: cython.Py_ssize_t = at
    row: cython.Py_ssize_t
    block: cython.Py_ssize_t
    area: cython.Py_ssize_t
    last_area: cython.Py_ssize_t = -1
    until: cython.Py_ssize_t = 0
    page_chars: cython.double
    with cython.nogil:
        for row in range(rows):
            with_area[row] = 0
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
                matrix[place] = feature_steps.clip(until - block, -_FAR_BLOCKS, _FAR_BLOCKS)
                matrix[place + 1] = (words_before[until] - words_before[block]) / words_before[blocks]
                matrix[place + 2] = (sums[end[row] * _SUMS] - sums[row * _SUMS]) / page_chars
            place += width
    return True
