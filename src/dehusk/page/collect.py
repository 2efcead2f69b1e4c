"""A Page from the tree of a document.

The parser makes this tree, and so does the reader of a browser's snapshot (``dehusk.layout.drawn``): which nodes are
rows and what belongs to the head is decided in ``dehusk._core.flatten``, for parsed and drawn pages alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core import flatten, html_elements
from dehusk._core.attribute_loops import decode
from dehusk.page import tags
from dehusk.page.attributes import AttributeColumn
from dehusk.page.head_items import HeadItems
from dehusk.page.page import Page

if TYPE_CHECKING:
    from dehusk._core.html_tree import HtmlTree
    from dehusk.limits import Limits
    from dehusk.page.arrays import Ints

SKIPPED = frozenset(html_elements.SKIPPED_NAMES.split())
"""Elements that are no rows, with all that is in them."""
# The parser and Chromium keep at most 512 elements open, HTML and BODY among them, and append deeper elements to the
# last of these. An element of depth 510 may be such an element; depths up to 509 are as in the document.
PARSER_DEPTH = 509
_TAG_NUMBERS = np.array([tags.NUMBERS.get(name, -1) for name in html_elements.NAMES], dtype=np.intp)
_TAG_NUMBERS[0] = tags.TEXT


class Collected(NamedTuple):
    """A page, and what can hide its rows, as in ``FlatColumns``."""

    page: Page
    styled: Ints
    style_values: list[tuple[int, int, int]]
    marked: list[int]


def collect(tree: HtmlTree, *, url: str | None, limits: Limits, cut: tuple[str, ...] = ()) -> Collected:
    """Collect a page from the tree of its document.

    ``cut`` says what was cut from the document before; what the limits cut here is added to it.

    >>> from dehusk import Limits
    >>> from dehusk._core.html_parser import HtmlParser
    >>> parser = HtmlParser(b"<p>Tea")
    >>> parser.run(1000)
    True
    >>> page = collect(parser, url=None, limits=Limits()).page
    >>> [page.tag_name(row) for row in range(len(page))]
    ['body', 'p', '#text']
    """
    depth = min(limits.depth, PARSER_DEPTH)
    flat = flatten.flatten(tree, _TAG_NUMBERS, len(tags.NUMBERS), depth, limits.nodes)
    if flat.is_cut:
        cut = (*cut, f"the page after {limits.nodes:,} nodes")
    if flat.too_deep:
        cut = (*cut, f"elements nested deeper than {depth:,} (their text is kept)")
    head_tags, attr_start, attr_stop = flat.items
    page = Page(
        text=flat.text,
        offset=flat.offset,
        tag=flat.tag,
        parent=flat.parent,
        end=flat.end,
        depth=flat.depth,
        attrs=AttributeColumn(flat.attr_bytes, flat.attr_start, flat.attr_stop),
        extra_tags=flat.extra,
        head=HeadItems(head_tags, AttributeColumn(flat.attr_bytes, attr_start, attr_stop), flat.item_texts),
        root_attrs=decode(flat.attr_bytes[flat.root[0] : flat.root[1]]),
        url=url,
        scripts=flat.scripts,
        cut=cut,
    )
    return Collected(page, flat.styled, flat.style_values, flat.marked)
