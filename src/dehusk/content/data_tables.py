"""Data tables, as opposed to tables that only lay out a page; and their cells as a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import TableCell
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_TABLE = tags.tag_table("table")
_ROW = tags.NUMBERS["tr"]
_CELL = tags.tag_table("td th")
# Elements that are frequent in the cells of layout tables, and rare in those of data tables.
_LAYOUT_CONTENT = tags.tag_table(
    "table h1 h2 h3 h4 h5 h6 hr pre blockquote figure form article section nav header footer"
)
_LAYOUT_ROLES = frozenset({"presentation", "none"})
_MAX_COLUMNS = 200
_MAX_PLACES = 2_000
# A cell spans no more columns than there are cells in the table, or this many.
_MAX_SPAN = 20


def data_tables(page: Page, has_content: Bools) -> set[int]:
    """The rows of the data tables with content; ``has_content``: rows with content in their subtree.

    A layout table says so by its role; or only one of its cells has content; or it has neither header nor caption, and
    has a single row, a single column, or other tables, headings, listings or more than one paragraph per cell.

    >>> from dehusk import parse
    >>> page = parse("<table><tr><td>a<td>1<tr><td>b<td>2</table><table><tr><td>menu<td>text</table>")
    >>> data_tables(page, page.above(page.chars > 0))
    {1}
    """
    tables = page.tagged(_TABLE, has_content)
    if not len(tables):
        return set()
    size = len(page)
    masks = (tags.TABLE_HEADER[page.tag], page.tag == _ROW, _CELL[page.tag])
    headers, rows, cells = (np.flatnonzero(mask) for mask in masks)
    table_of = page.nearest(_TABLE[page.tag])
    table_of_row, table_of_cell = table_of[rows], table_of[cells]
    has_header = np.zeros(size, dtype=np.bool_)
    has_header[table_of[headers]] = True
    cells_in_row = np.bincount(page.parent[cells], minlength=size)
    columns = np.zeros(size, dtype=np.intp)
    np.maximum.at(columns, table_of_row, cells_in_row[rows])
    row_count = np.bincount(table_of_row, minlength=size)
    cell_count = np.bincount(table_of_cell, minlength=size)
    full_cells = np.bincount(table_of_cell[has_content[cells]], minlength=size)
    layout_content = page.subtree_sum(_LAYOUT_CONTENT[page.tag])
    paragraphs = page.subtree_sum(page.tag == tags.NUMBERS["p"])
    return {
        table
        for table in tables.tolist()
        if (page.attr(table, "role") or "").lower() not in _LAYOUT_ROLES
        and full_cells[table] > 1
        and (
            has_header[table]
            or (
                columns[table] > 1
                and row_count[table] > 1
                and layout_content[table] == 1
                and paragraphs[table] <= cell_count[table]
            )
        )
    }


def table_grid(rows: list[list[TableCell]]) -> list[list[TableCell | None]]:
    """The rows of a table with every cell in its column; the other places that a cell spans are None.

    All rows have the same length, unless there are more than 200 columns or the grid would be several times as large as
    the table.

    >>> from dehusk.content.tree_nodes import TableCell
    >>> wide, tall, plain = TableCell(columns=2), TableCell(rows=2), TableCell()
    >>> [[cell is not None for cell in row] for row in table_grid([[wide, tall], [plain]])]
    [[True, False, True], [True, False, False]]
    """
    grid: list[list[TableCell | None]] = []
    # Column -> how many more rows a cell from above spans in it.
    spanned: dict[int, int] = {}
    max_span = max(sum(map(len, rows)), _MAX_SPAN)
    for row in rows:
        line: list[TableCell | None] = []
        spanned_below = {column: left - 1 for column, left in spanned.items() if left > 1}
        for cell in row:
            while len(line) in spanned and len(line) < _MAX_COLUMNS:
                line.append(None)
            columns = max(min(cell.columns, max_span, _MAX_COLUMNS - len(line)), 1)
            if cell.rows > 1:
                spanned_below |= dict.fromkeys(range(len(line), len(line) + columns), cell.rows - 1)
            line += [cell, *[None] * (columns - 1)]
        spanned = spanned_below
        grid.append(line)
    width = max(map(len, grid), default=0)
    if width <= _MAX_COLUMNS and width * len(grid) <= _MAX_PLACES + 4 * sum(map(len, grid)):
        for line in grid:
            line += [None] * (width - len(line))
    return grid
