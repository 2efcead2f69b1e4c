"""A Page from the events of a document: elements that start and end, and text.

The parser sends these events, and so does the reader of a browser's snapshot (``dehusk.layout.drawn``): which nodes
are rows and what belongs to the head is decided here and in ``rows.py``, for parsed and drawn pages alike.

These are not rows: everything before BODY, comments, scripts, styles, and elements whose content is never drawn. The
title, meta, link, base and JSON-LD elements are collected in ``page.head``.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from dehusk.page import tags
from dehusk.page.page import HeadItem, Page
from dehusk.page.rows import OutsideHandler, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from dehusk.limits import Limits
    from dehusk.page.page import Attributes
    from dehusk.page.rows import PythonRows

# Never drawn, and not part of the page's structure. TITLE, DESC and METADATA are elements of SVG here (the TITLE of
# HTML is in the head); NOFRAMES and NOEMBED are for browsers of the 1990s.
_SKIPPED = frozenset(["script", "style", "title", "desc", "metadata", "noframes", "noembed", "datalist"])
_VOID_HEAD_ITEMS = frozenset(["meta", "link", "base"])
_HEAD_ITEM_TAGS = tags.tag_table(_VOID_HEAD_ITEMS)
# turbohtml and Chromium keep at most 512 elements open, HTML and BODY among them, and append deeper elements to the
# last of these. An element of depth 510 may be such an element; depths up to 509 are as in the document.
_PARSER_DEPTH = 509
# Reading the clock at every node would double the time per node.
_NODES_BETWEEN_CLOCK_READINGS = 4096
# The parser reads the whole document before its first event. If that took all the time, this much is still collected,
# in a few hundredths of a second: the start of a page is worth more than an empty page.
_NODES_IN_ANY_CASE = 2 * _NODES_BETWEEN_CLOCK_READINGS


def collect(
    send_events: Callable[[PythonRows], object], *, url: str | None, limits: Limits, cut: tuple[str, ...] = ()
) -> tuple[Page, list[int]]:
    """Collect a page, and the rows that have an attribute that can hide them.

    ``send_events`` is called once with the collector and calls its ``start_element``, ``end_element`` and
    ``characters`` in document order, from the start of HTML on. ``cut`` says what was cut from the document before;
    what the limits cut here is added to it.

    >>> from dehusk import Limits
    >>> def send_events(rows):
    ...     for name in ("html", "body", "p"):
    ...         rows.start_element(name, ())
    ...     rows.characters("Tea")
    >>> page, _ = collect(send_events, url=None, limits=Limits())
    >>> [page.tag_name(row) for row in range(len(page))]
    ['body', 'p', '#text']
    """
    numbers = dict(tags.NUMBERS)
    depth = min(limits.depth, _PARSER_DEPTH)
    outside = _Outside()
    handler = OutsideHandler(outside.start, outside.end, outside.text)
    rows = Rows(numbers, _SKIPPED, depth, handler, _Clock(limits).check)
    try:
        send_events(rows)
    except _LimitReached as reached:
        cut = (*cut, str(reached))
    if rows.too_deep:
        cut = (*cut, f"elements nested deeper than {depth:,} (their text is kept)")
    columns = rows.columns()
    tag = np.frombuffer(columns[0], dtype=np.uint16)
    parent, end, depths, offset = (np.frombuffer(column, dtype=np.intp) for column in columns[1:])
    page = Page(
        text="".join(rows.texts),
        offset=offset,
        tag=tag,
        parent=parent,
        end=end,
        depth=depths,
        attrs=tuple(rows.attrs),
        extra_tags=tuple(list(numbers)[len(tags.NUMBERS) :]),
        head=(*outside.head, *_head_items_in_body(tag, rows.attrs)),
        root_attrs=outside.root_attrs,
        url=url,
        scripts=outside.scripts,
        cut=cut,
    )
    return page, rows.styled


class _LimitReached(Exception):  # noqa: N818 - carries a message, is not an error
    pass


class _Clock:
    """Checks the limits on nodes and seconds."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.deadline = time.monotonic() + limits.seconds

    def check(self, rows: int) -> int:
        """The number of rows at which to check again; raises if a limit is reached."""
        if rows >= self.limits.nodes:
            raise _LimitReached(f"the page after {self.limits.nodes:,} nodes")
        if rows >= _NODES_IN_ANY_CASE and time.monotonic() > self.deadline:
            raise _LimitReached(f"the page after {self.limits.seconds:g} seconds of parsing")
        return min(rows + _NODES_BETWEEN_CLOCK_READINGS, self.limits.nodes)


class _Outside:
    """What a document has outside its rows: the head, the attributes of HTML, the number of scripts."""

    def __init__(self) -> None:
        self.head: list[HeadItem] = []
        self.root_attrs: Attributes = ()
        self.scripts = 0
        self._open = 0
        self._body_started = False
        self._item: tuple[str, Attributes, list[str]] | None = None

    def start(self, rows: PythonRows, name: str, attrs: Attributes) -> bool:
        self.scripts += name == "script"
        self._open += 1
        if not self._body_started:
            if name == "html" and self._open == 1:
                self.root_attrs = attrs
            elif name == "body" and self._open == 2:
                rows.attrs[0] = attrs
                self._body_started = True
                self._open = 0
            elif name in _VOID_HEAD_ITEMS:
                self.head.append(HeadItem(name, attrs, ""))
        if self._item is None and _is_head_item_with_text(rows, name, attrs):
            self._item = (name, attrs, [])
        return self._is_outside()

    def end(self, name: str) -> bool:
        if self._item and self._item[0] == name:
            self.head.append(HeadItem(name, self._item[1], "".join(self._item[2])))
            self._item = None
        self._open -= 1
        return self._is_outside()

    def text(self, data: str) -> None:
        if self._item:
            self._item[2].append(data)

    def _is_outside(self) -> bool:
        return self._open > 0 or not self._body_started


def _is_head_item_with_text(rows: PythonRows, name: str, attrs: Attributes) -> bool:
    if name == "script":
        return any(key == "type" and "ld+json" in (value or "").lower() for key, value in attrs)
    return name == "title" and not rows.is_open(tags.NUMBERS["svg"])


def _head_items_in_body(tag: npt.NDArray[np.uint16], attrs: Sequence[Attributes]) -> list[HeadItem]:
    """The head items among the rows: an image in a NOSCRIPT of the head starts the body, and the rest is in it."""
    return [HeadItem(tags.NAMES[tag[row]], attrs[row], "") for row in np.flatnonzero(_HEAD_ITEM_TAGS[tag]).tolist()]
