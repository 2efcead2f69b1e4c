"""The body's rows: those that attributes mark as facts, and the text that a reader sees below one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page.rows import named
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page

_MARKS = frozenset({"itemprop", "rel", "property"})


class Marked(NamedTuple):
    """Rows by the attribute that marks them, in document order, with its value."""

    itemprop: list[tuple[int, str]]
    rel: list[tuple[int, str]]
    property: list[tuple[int, str]]


def marked(page: Page) -> Marked:
    """Find the marked rows: one pass over all attributes.

    >>> from dehusk import parse
    >>> rows = marked(parse("<p>By <a rel=author>Ann</a><div itemscope><b itemprop=name>Tea"))
    >>> rows.rel, rows.itemprop
    ([(3, 'author')], [(6, 'name')])
    """
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in Marked._fields}
    for row, name, value in named(page.attrs, _MARKS):
        found[name].append((row, value))
    return Marked(**found)


def shown_text(page: Page, row: int) -> str:
    """The text below a row as a reader sees it: a space where a block or a line ends.

    >>> from dehusk import parse
    >>> shown_text(parse("<h1>Tea<br>and <b>m</b>ilk</h1>"), 0)
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
