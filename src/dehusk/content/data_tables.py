"""Data tables, as opposed to tables that only lay out a page; and their cells as a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.table_rows import CELL, HEADER, LAYOUT, PARAGRAPH, ROW, TABLE, tables_like_data
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import TableCell
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_ROLES = np.zeros(1 << 16, dtype=np.uint8)
for _role, _table in (
    (TABLE, tags.tag_table("table")),
    (ROW, tags.tag_table("tr")),
    (CELL, tags.tag_table("td th")),
    (HEADER, tags.TABLE_HEADER),
    # Elements that are frequent in the cells of layout tables, and rare in those of data tables.
    (LAYOUT, tags.tag_table("h1 h2 h3 h4 h5 h6 hr pre blockquote figure form article section nav header footer")),
    (PARAGRAPH, tags.tag_table("p")),
):
    _ROLES |= _role * _table.astype(np.uint8)
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
    tables = tables_like_data(page.tag, page.parent, has_content, _ROLES)
    return {table for table in tables if (page.attr(table, "role") or "").lower() not in _LAYOUT_ROLES}


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
