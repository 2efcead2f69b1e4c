"""A Page from the serialisation of a document.

The parser writes this serialisation, and so does the reader of a browser's snapshot (``dehusk.layout.drawn``): which
nodes are rows and what belongs to the head is decided here and in ``dehusk._core.flatten``, for parsed and drawn pages
alike.

These are not rows: everything before BODY, comments, scripts, styles, and elements whose content is never drawn. The
title, meta, link, base and JSON-LD elements are collected in ``page.head``.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core import flat_tables, flatten
from dehusk._core.attribute_loops import decode
from dehusk._core.moved_attributes import NOTHING_MOVED, MovedAttributes
from dehusk.page import tags
from dehusk.page.attributes import AttributeColumn
from dehusk.page.head_items import HeadItems
from dehusk.page.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.limits import Limits
    from dehusk.page.arrays import Ints

# Never drawn, and not part of the page's structure. TITLE, DESC and METADATA are elements of SVG here (the TITLE of
# HTML is in the head); NOFRAMES and NOEMBED are for browsers of the 1990s.
SKIPPED = frozenset(["script", "style", "title", "desc", "metadata", "noframes", "noembed", "datalist"])
_HEAD_ITEMS = frozenset(["meta", "link", "base"])
_HEAD_ITEM_TAGS = tags.tag_table(_HEAD_ITEMS)
_HEAD_TAG_OF_TAG = np.zeros(1 << 16, dtype=np.uint8)
"""Tag number of a head item -> its place in ``HEAD_TAGS``."""
for _name in _HEAD_ITEMS:
    _HEAD_TAG_OF_TAG[tags.NUMBERS[_name]] = flat_tables.HEAD_TAGS.index(_name)
# turbohtml and Chromium keep at most 512 elements open, HTML and BODY among them, and append deeper elements to the
# last of these. An element of depth 510 may be such an element; depths up to 509 are as in the document.
PARSER_DEPTH = 509
# Reading the clock at every node would double the time per node.
_NODES_BETWEEN_CLOCK_READINGS = 4096
# The parser reads the whole document before the first row. If that took all the time, this much is still collected,
# in a few hundredths of a second: the start of a page is worth more than an empty page.
_NODES_IN_ANY_CASE = 2 * _NODES_BETWEEN_CLOCK_READINGS

# What the serialiser writes in a way of its own (HTML standard, 13.3): the elements of HTML without end tag, those
# whose text is not escaped, and those that get one more newline at their start.
_WRITTEN = {
    flat_tables.VOID: "area base basefont bgsound br col embed frame hr img input keygen link meta param source track "
    "wbr",
    flat_tables.RAW: "script style xmp iframe noembed noframes plaintext",
    flat_tables.FIRST_NEWLINE: "pre textarea listing",
}
# Names with a meaning for the tree: where SVG and MathML start, and where there is HTML in them again.
_MEANT = {
    flat_tables.SKIPPED: " ".join(SKIPPED),
    flat_tables.HEAD_ITEM: " ".join(_HEAD_ITEMS),
    flat_tables.SCRIPT: "script",
    flat_tables.TITLE: "title",
    flat_tables.SVG: "svg",
    flat_tables.MATH: "math",
    flat_tables.SVG_INTEGRATION: "foreignObject desc title",
    flat_tables.MATH_INTEGRATION: "mi mo mn ms mtext",
    flat_tables.ANNOTATION: "annotation-xml",
    flat_tables.STAYS_IN_MATH: "mglyph malignmark",
    flat_tables.HTML: "html",
    flat_tables.BODY: "body",
    flat_tables.PLAINTEXT: "plaintext",
}


def _table(*meanings: dict[int, str]) -> flat_tables.NameTable:
    flags: dict[str, int] = {}
    for bits in meanings:
        for bit, names in bits.items():
            for name in names.split():
                flags[name] = flags.get(name, 0) | bit
    return flat_tables.name_table({name: tags.NUMBERS[name] for name in tags.NAMES[1:]}, flags)


SERIALISED = _table(_MEANT, _WRITTEN)
"""The names in what an HTML serialiser writes."""
ALL_ESCAPED = _table(_MEANT)
"""The names in a document in which all elements have end tags and all text is escaped."""


class Collected(NamedTuple):
    """A page, the attributes that can hide its rows (as in ``FlatColumns``), and where each row is in the source."""

    page: Page
    styled: list[list[int]]
    position: Ints


def collect(
    serialise: Callable[[], bytes],
    *,
    url: str | None,
    limits: Limits,
    cut: tuple[str, ...] = (),
    names: flat_tables.NameTable = SERIALISED,
    moved: MovedAttributes = NOTHING_MOVED,
) -> Collected:
    """Collect a page from the serialisation of its document, in UTF-8.

    The time for ``serialise`` counts. ``cut`` says what was cut from the document before; what the limits cut here is
    added to it. ``moved``: the attributes that were moved out of the document before it was parsed.

    >>> from dehusk import Limits
    >>> page = collect(lambda: b"<html><body><p>Tea</p></body></html>", url=None, limits=Limits()).page
    >>> [page.tag_name(row) for row in range(len(page))]
    ['body', 'p', '#text']
    """
    clock = _Clock(limits)
    depth = min(limits.depth, PARSER_DEPTH)
    source = serialise()
    flattener = flatten.Flattener(source, names, len(tags.NUMBERS), depth, moved)
    try:
        while not flattener.run(clock.next_check):
            clock.check(flattener.row_count())
    except _LimitReached as reached:
        cut = (*cut, str(reached))
    flat = flattener.columns()
    if flat.too_deep:
        cut = (*cut, f"elements nested deeper than {depth:,} (their text is kept)")
    attrs = AttributeColumn(flat.attr_bytes, flat.attr_start, flat.attr_stop)
    page = Page(
        text=flat.text,
        offset=flat.offset,
        tag=flat.tag,
        parent=flat.parent,
        end=flat.end,
        depth=flat.depth,
        attrs=attrs,
        extra_tags=flat.extra,
        head=_head(flat, source, names),
        root_attrs=decode(flat.attr_bytes[flat.root[0] : flat.root[1]]),
        url=url,
        scripts=flat.scripts,
        cut=cut,
    )
    return Collected(page, flat.styled, flat.position)


class _LimitReached(Exception):  # noqa: N818 - carries a message, is not an error
    pass


class _Clock:
    """Checks the limits on nodes and seconds."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.deadline = time.monotonic() + limits.seconds
        self.next_check = min(_NODES_IN_ANY_CASE, limits.nodes)
        """The number of rows at which to check."""

    def check(self, rows: int) -> None:
        """Raise if a limit is reached."""
        if rows >= self.limits.nodes:
            raise _LimitReached(f"the page after {self.limits.nodes:,} nodes")
        if time.monotonic() > self.deadline:
            raise _LimitReached(f"the page after {self.limits.seconds:g} seconds of parsing")
        self.next_check = min(rows + _NODES_BETWEEN_CLOCK_READINGS, self.limits.nodes)


def _head(flat: flat_tables.FlatColumns, source: bytes, names: flat_tables.NameTable) -> HeadItems:
    """The elements of the head, and those among the rows: an image in a NOSCRIPT of the head starts the body, and the
    rest of the head is in it.
    """
    name, attr_start, attr_stop, start, stop, is_raw = flat.items.T
    with_text = (stop > start).nonzero()[0].tolist()
    texts = {place: (source[start[place] : stop[place]], bool(is_raw[place])) for place in with_text}
    rows = _HEAD_ITEM_TAGS[flat.tag].nonzero()[0]
    head_tags = names.head_tags[name]
    if len(rows):
        head_tags = np.append(head_tags, _HEAD_TAG_OF_TAG[flat.tag[rows]])
        attr_start, attr_stop = np.append(attr_start, flat.attr_start[rows]), np.append(attr_stop, flat.attr_stop[rows])
    return HeadItems(head_tags, AttributeColumn(flat.attr_bytes, attr_start, attr_stop), texts)
