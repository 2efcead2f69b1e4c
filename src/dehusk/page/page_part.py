"""A part of a page as a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.page import Page

if TYPE_CHECKING:
    from dehusk.page.arrays import Ints

_BODY = tags.NUMBERS["body"]


def page_part(page: Page, rows: Ints) -> Page:
    """The page whose body is the first of these rows; the rows are ascending, with the parent of each but the first.

    The cost depends on these rows alone, not on the page.

    >>> from dehusk import parse
    >>> page = parse("<p>Milk<div><p>Green <b>tea</b><p>Black</div>")
    >>> part = page_part(page, np.array([3, 4, 5, 6, 7]))
    >>> part.text, [part.tag_name(row) for row in range(len(part))]
    ('Green tea', ['body', 'p', '#text', 'b', '#text'])
    """
    start, stop = page.offset[rows], page.offset[rows + 1]
    offset = np.append(0, np.cumsum(stop - start))
    parent = np.searchsorted(rows, page.parent[rows])
    parent[0] = -1
    tag = page.tag[rows]
    tag[0] = _BODY
    bounds = zip(start.tolist(), stop.tolist(), strict=True)
    return Page(
        text="".join([page.text[first:last] for first, last in bounds if last > first]),
        offset=offset,
        tag=tag,
        parent=parent,
        end=np.searchsorted(rows, page.end[rows]),
        depth=page.depth[rows] - page.depth[rows[0]],
        attrs=page.attrs.of_rows(rows),
        extra_tags=page.extra_tags,
        url=page.url,
    )
