"""Rows that attributes mark as metadata, and the visible text of a row."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.attribute_loops import metadata_marks
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page


class MarkedRows(NamedTuple):
    """Rows by the attribute that marks them, in document order, with the value of the attribute."""

    itemprop: list[tuple[int, str]]
    rel: list[tuple[int, str]]
    """Those that may name an author or a licence."""
    property: list[tuple[int, str]]
    itemscope: list[int]
    """The rows of items; the attribute has no value."""


def marked_rows(page: Page) -> MarkedRows:
    """Find the marked rows, in one pass over all attributes.

    >>> from dehusk import parse
    >>> rows = marked_rows(parse("<p>By <a rel=author>Ann</a><div itemscope><b itemprop=name>Tea"))
    >>> rows.rel, rows.itemprop
    ([(3, 'author')], [(6, 'name')])
    """
    attrs = page.attrs
    return MarkedRows(
        *metadata_marks(attrs.source, np.ascontiguousarray(attrs.start), np.ascontiguousarray(attrs.stop))
    )


def visible_text(page: Page, row: int) -> str:
    """The text of a subtree, with a space at the end of each block and line.

    >>> from dehusk import parse
    >>> visible_text(parse("<h1>Tea<br>and <b>m</b>ilk</h1>"), 0)
    'Tea and milk'
    """
    low, high = page.leaves.searchsorted((row, page.end[row])).tolist()
    if high - low <= 1:
        return page.leaf_text(row)
    leaves = page.leaves[low:high]
    new = np.empty(len(leaves), dtype=np.bool_)
    new[0] = True
    np.not_equal(page.block[leaves[1:]], page.block[leaves[:-1]], out=new[1:])
    bounds = [*page.offset[leaves[new]].tolist(), int(page.offset[page.end[row]])]
    return collapse(" ".join([page.text[start:stop] for start, stop in pairwise(bounds)]))
