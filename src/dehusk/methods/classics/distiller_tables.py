"""Which tables contain data: the rules of DOM Distiller that need no style sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.attributes import named

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_TABLE = tags.tag_table("table")
_ROW = tags.tag_table("tr")
_CELL = tags.tag_table("td th")
_DATA_CELL = tags.tag_table("td")
_STRUCTURE = tags.tag_table("thead tfoot colgroup col")
_TITLED = tags.tag_table("caption th")
_EMBEDDED = tags.tag_table("embed object applet iframe")
_LANDMARKS = "application banner complementary contentinfo form main navigation search"
_TABLE_ROLES = frozenset(f"grid treegrid {_LANDMARKS}".split())
_PART_ROLES = frozenset(f"gridcell columnheader row rowgroup rowheader {_LANDMARKS}".split())
_CELL_ATTRIBUTES = frozenset(["abbr", "headers", "scope"])
_ATTRIBUTES = _CELL_ATTRIBUTES | {"role", "datatable", "summary", "width"}
_PERCENT = re.compile(r"\s*(\d{2,3})(?:\.\d*)?%")
_WIDE = 95
_MOST = 0.9
_MANY_COLUMNS, _MANY_ROWS, _FEW_CELLS = 5, 20, 10


def data_tables(page: Page) -> Ints:
    """The rows of the tables that contain data and not the layout of the page.

    The rules are tried in the order of the original. A nested table, one row or one column: layout. A heading, column
    or cell that is marked as such: data. A summary, five columns or twenty rows: data. Ten cells or fewer, or an
    embedded document: layout. Otherwise data. Two rules of the original measure the drawn table; here a table is for
    layout if its width is stated as 95 % or more and the page has no viewport, or if it has 90 % of the text.

    >>> from dehusk import parse
    >>> page = parse("<table><tr><td>Menu<td>Text</table><table><tr><th>Tea<th>Price<tr><td>Green<td>3</table>")
    >>> [page.leaf_text(row) for row in data_tables(page)]
    ['TeaPriceGreen3']
    """
    is_table = _TABLE[page.tag]
    candidates = np.flatnonzero(is_table & (page.subtree_sum(is_table) == 1))
    if not len(candidates):
        return candidates
    attributes = _Attributes(page)
    counts = {
        "rows": page.subtree_sum(_ROW[page.tag]),
        "columns": _columns(page),
        "cells": page.subtree_sum(_DATA_CELL[page.tag]),
        "headings": page.subtree_sum(_STRUCTURE[page.tag] | (_TITLED[page.tag] & page.above(page.chars > 0))),
        "embedded": page.subtree_sum(_EMBEDDED[page.tag]),
        "chars": page.subtree_sum(page.chars),
    }
    viewport = any(value.lower() == "viewport" for item in page.head for name, value in _named(item.attrs))
    found = [
        row
        for row in candidates.tolist()
        if _is_data(
            {name: int(column[row]) for name, column in counts.items()},
            attributes.of_table(row),
            int(counts["chars"][0]),
            viewport=viewport,
        )
    ]
    return np.array(found, dtype=np.intp)


def _named(attrs: tuple[tuple[str, str | None], ...]) -> list[tuple[str, str]]:
    return [(name, value or "") for name, value in attrs if name == "name"]


def _columns(page: Page) -> Ints:
    """The largest number of cells in a row of each table."""
    cells = np.flatnonzero(_CELL[page.tag])
    in_row = np.bincount(np.maximum(page.parent[cells], 0), minlength=len(page))
    rows = np.flatnonzero(_ROW[page.tag])
    found = np.zeros(len(page), dtype=np.intp)
    np.maximum.at(found, page.nearest(_TABLE[page.tag])[rows], in_row[rows])
    return found


class _Attributes:
    """The attributes of tables, and of the elements inside them, that the rules read."""

    def __init__(self, page: Page) -> None:
        table = page.nearest(_TABLE[page.tag])
        self._own: dict[int, dict[str, str]] = {}
        self._marked: Bools = np.zeros(len(page), dtype=np.bool_)
        self._has_role: Bools = np.zeros(len(page), dtype=np.bool_)
        for row, name, value in named(page.attrs, _ATTRIBUTES):
            if _TABLE[page.tag[row]]:
                self._own.setdefault(row, {})[name] = value.lower()
            elif name == "role":
                self._has_role[table[row]] |= value.lower() in _PART_ROLES
            elif name in _CELL_ATTRIBUTES and _DATA_CELL[page.tag[row]]:
                self._marked[table[row]] = True

    def of_table(self, row: int) -> dict[str, str]:
        """The attributes of a table; ``part-role`` and ``cell`` tell what its parts have."""
        own = dict(self._own.get(row, {}))
        if self._has_role[row]:
            own["part-role"] = ""
        if self._marked[row]:
            own["cell"] = ""
        return own


def _is_data(counts: dict[str, int], attributes: dict[str, str], page_chars: int, *, viewport: bool) -> bool:
    width = _PERCENT.match(attributes.get("width", ""))
    rules = (
        (attributes.get("role") == "presentation", False),
        (attributes.get("role") in _TABLE_ROLES or "part-role" in attributes, True),
        (attributes.get("datatable") == "0", False),
        (counts["rows"] <= 1 or counts["columns"] <= 1, False),
        (counts["headings"] > 0 or "cell" in attributes, True),
        (width is not None and int(width[1]) > _WIDE and not viewport, False),
        ("summary" in attributes, True),
        (counts["columns"] >= _MANY_COLUMNS, True),
        (counts["rows"] >= _MANY_ROWS, True),
        (counts["cells"] <= _FEW_CELLS, False),
        (counts["embedded"] > 0, False),
        (counts["chars"] > _MOST * page_chars, False),
    )
    return next((data for holds, data in rules if holds), True)
