"""Tables of data, told from tables that only lay a page out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_TABLE = tags.NUMBERS["table"]
_ROW = tags.NUMBERS["tr"]
_CELL = tags.tag_table("td th")
# What stands in the cells of a layout, and hardly ever in those of data.
_PARTS = tags.tag_table("table h1 h2 h3 h4 h5 h6 hr pre blockquote figure form article section nav header footer")
_LAYOUT_ROLES = frozenset({"presentation", "none"})


def data_tables(page: Page, above: Bools) -> set[int]:
    """The rows of the tables that hold data and kept text; ``above``: rows with kept text in their subtree.

    A layout says so by its role; has no header and no caption, and has a single row or column, or parts of a page
    in its cells: other tables, headings, listings, or more than one paragraph a cell.

    >>> from dehusk import parse
    >>> page = parse("<table><tr><td>a<td>1<tr><td>b<td>2</table><table><tr><td>menu<td>text</table>")
    >>> data_tables(page, page.above(page.chars > 0))
    {1}
    """
    is_table = page.tag == _TABLE
    tables = np.flatnonzero(is_table & above)
    if not len(tables):
        return set()
    size = len(page)
    masks = (tags.TABLE_HEADER[page.tag], page.tag == _ROW, _CELL[page.tag])
    headers, rows, cells = (np.flatnonzero(mask) for mask in masks)
    table_of = page.nearest(is_table)
    table_of_row, table_of_cell = table_of[rows], table_of[cells]
    has_header = np.zeros(size, dtype=np.bool_)
    has_header[table_of[headers]] = True
    in_row = np.bincount(page.parent[cells], minlength=size)
    widest = np.zeros(size, dtype=np.intp)
    np.maximum.at(widest, table_of_row, in_row[rows])
    rows_of = np.bincount(table_of_row, minlength=size)
    cells_of = np.bincount(table_of_cell, minlength=size)
    parts = page.subtree_sum(_PARTS[page.tag])
    paragraphs = page.subtree_sum(page.tag == tags.NUMBERS["p"])
    return {
        table
        for table in tables.tolist()
        if (page.attr(table, "role") or "").lower() not in _LAYOUT_ROLES
        and (
            has_header[table]
            or (widest[table] > 1 and rows_of[table] > 1 and parts[table] == 1 and paragraphs[table] <= cells_of[table])
        )
    }
