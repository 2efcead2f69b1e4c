"""What tables consist of: one pass over the rows of a page for all of its tables."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

TABLE, ROW, CELL, HEADER, LAYOUT, PARAGRAPH = 1, 2, 4, 8, 16, 32
"""What an element is for :func:`tables_like_data`."""
_TABLE = cython.declare(cython.int, TABLE)
_ROW = cython.declare(cython.int, ROW)
_CELL = cython.declare(cython.int, CELL)
_HEADER = cython.declare(cython.int, HEADER)
_LAYOUT = cython.declare(cython.int, LAYOUT)
_PARAGRAPH = cython.declare(cython.int, PARAGRAPH)
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)
_COUNTS = cython.declare(cython.Py_ssize_t, 7)


@views.checked
def tables_like_data(tag: views.Tags, parent: views.Ints, has_content: views.Bytes, roles: views.Bytes) -> list[int]:
    """The tables with content in more than one cell, and a header; or several rows and columns and no layout content.

    Layout content are elements with the role ``LAYOUT``, and more paragraphs than cells. Of nested tables, each row
    belongs to the nearest one. ``roles``: per tag number, what an element is.
    """
    views.align(tag)
    views.align(parent)
    rows: cython.Py_ssize_t = tag.shape[0]
    feature_steps.check_length("parent", parent.shape[0], rows)
    feature_steps.check_length("has_content", has_content.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    row: cython.Py_ssize_t
    tables: cython.Py_ssize_t = 0
    feature_steps.check_parents(parent)
    for row in range(rows):
        tables += roles[tag[row]] & _TABLE
    if tables == 0:
        return []
    # The number of the table that each row is in, 0 if it is in none, and how many cells are its children.
    numbers: npt.NDArray[np.intp] = np.zeros(2 * rows, dtype=np.intp)
    number: views.NewInts = numbers.data
    # For each table: its row, headers, most cells of a row, rows, cells with content, layout content, and cells without
    # the paragraphs.
    counts: npt.NDArray[np.intp] = np.zeros(_COUNTS * (tables + 1), dtype=np.intp)
    count: views.NewInts = counts.data
    role: cython.int
    at: cython.Py_ssize_t
    up: cython.Py_ssize_t
    tables = 0
    with cython.nogil:
        for row in range(rows):
            up = parent[row] if row > 0 else 0
            at = _COUNTS * number[up]
            number[row] = number[up]
            role = roles[tag[row]]
            if role & _HEADER:
                count[at + 1] += 1
            if role & _ROW:
                count[at + 3] += 1
            if role & _CELL:
                number[rows + up] += 1
                if roles[tag[up]] & _ROW and number[rows + up] > count[_COUNTS * number[up] + 2]:
                    count[_COUNTS * number[up] + 2] = number[rows + up]
                count[at + 4] += has_content[row] != 0
                count[at + 6] += 1
            if role & _PARAGRAPH:
                count[at + 6] -= 1
            if role & (_LAYOUT | _TABLE):
                count[at + 5] += 1
            if role & _TABLE:
                tables += 1
                number[row] = tables
                count[_COUNTS * tables] = row
    return [
        count[at]
        for at in range(_COUNTS, _COUNTS * (tables + 1), _COUNTS)
        if has_content[count[at]]
        and count[at + 4] > 1
        and (count[at + 1] or (count[at + 2] > 1 and count[at + 3] > 1 and not count[at + 5] and count[at + 6] >= 0))
    ]
