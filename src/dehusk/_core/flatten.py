"""One walk over the tree of a document that writes the columns of a page.

Rows are BODY and what is in it. Not rows: comments, scripts, styles, and elements whose content is never drawn. The
title, meta, link, base and JSON-LD elements are collected for the head of the page.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core import html_elements, html_tree, tag_attributes, views

if TYPE_CHECKING:
    import numpy.typing as npt

HEAD_TAGS = ("title", "meta", "link", "base", "script")
"""The elements that are collected for the head of a page."""
LAST_NUMBER = 0xFFFF
"""The largest tag number."""
_LAST_NUMBER = cython.declare(cython.Py_ssize_t, LAST_NUMBER)
_SAID = cython.declare(views.Ints, html_elements.SAID.data)
_SAID_CODES = cython.declare(cython.Py_ssize_t, len(html_elements.SAID))
_SKIPPED = cython.declare(cython.Py_ssize_t, html_elements.SKIPPED)
_HEAD_ITEM = cython.declare(cython.Py_ssize_t, html_elements.HEAD_ITEM)
_SCRIPT_ITEM = cython.declare(cython.Py_ssize_t, html_elements.SCRIPT_ITEM)
_TITLE_ITEM = cython.declare(cython.Py_ssize_t, html_elements.TITLE_ITEM)
_MAY_BE_HIDDEN = cython.declare(cython.Py_ssize_t, html_elements.MAY_BE_HIDDEN)
_SVG = cython.declare(cython.Py_ssize_t, html_elements.NUMBERS["svg"])
_RAW = cython.declare(cython.int, html_tree.RAW)
_MAY_HIDE = cython.declare(cython.int, html_tree.MAY_HIDE)
_BODY = cython.declare(cython.Py_ssize_t, html_elements.NUMBERS["body"])
_KNOWN = cython.declare(cython.Py_ssize_t, len(html_elements.NAMES))
_HEAD_TAG_OF_NAME = cython.declare(
    views.Ints,
    np.array([HEAD_TAGS.index(name) if name in HEAD_TAGS else 0 for name in html_elements.NAMES], dtype=np.intp).data,
)
_ROW_COLUMNS = cython.declare(cython.int, 6)
_FEW_STYLES = cython.declare(cython.Py_ssize_t, 256)
_COMPARED_VALUES = cython.declare(cython.int, 16)
"""Values of attributes that can hide a row, with which further ones are compared; most pages have fewer."""


class FlatColumns(NamedTuple):
    """The columns of a page, and what is outside the rows.

    ``styled``: for each attribute that can hide a row: the row, the number of its value in ``style_values``, which has
    1 for ``style`` and 0 for ``hidden``, and where the value starts and stops in ``attr_bytes``; most values are there
    once. ``marked``: the rows whose element can hide its content. ``items``: of elements of the head, those among the
    rows last, three lines: their places in ``HEAD_TAGS``, where their attributes start and stop in ``attr_bytes``;
    ``item_texts``: their texts. ``root``: where those of HTML are.
    """

    tag: npt.NDArray[np.uint16]
    parent: npt.NDArray[np.intp]
    end: npt.NDArray[np.intp]
    depth: npt.NDArray[np.intp]
    offset: npt.NDArray[np.intp]
    attr_start: npt.NDArray[np.intp]
    attr_stop: npt.NDArray[np.intp]
    attr_bytes: bytes
    text: str
    styled: npt.NDArray[np.intp]
    style_values: list[tuple[int, int, int]]
    marked: list[int]
    items: npt.NDArray[np.intp]
    item_texts: dict[int, str]
    root: tuple[int, int]
    extra: tuple[str, ...]
    scripts: int
    too_deep: bool
    is_cut: bool


class Flattener:
    """Writes the columns of a page; :func:`flatten` is for users of this module."""

    def __init__(
        self,
        tree: html_tree.HtmlTree,
        numbers: views.Ints,
        known: cython.Py_ssize_t,
        depth: cython.Py_ssize_t,
        limit: cython.Py_ssize_t,
    ) -> None:
        self.tree = tree
        self.code, self.parent, self.first, self.after = tree.code, tree.parent, tree.first, tree.after
        self.start, self.stop, self.state, self.row_of = tree.start, tree.stop, tree.state, tree.row
        self.source_text = tree.text
        self.attr_bytes = tree.attributes.used_bytes()
        self.attr_data = views.memory(self.attr_bytes)
        self.attributes = tag_attributes.TagAttributes()
        # One more than the nodes: BODY is always a row, and texts end where the next row would start.
        room: cython.Py_ssize_t = tree.count + 1
        self.all_tags = np.empty(room, dtype=np.uint16)
        self.all_ints = np.empty(_ROW_COLUMNS * room, dtype=np.intp)
        self.all_text = np.empty(tree.used + 1, dtype=np.uint8)
        self.tag, self.text = views.memory(self.all_tags), views.memory(self.all_text)
        ints: views.NewInts = views.memory(self.all_ints)
        self.row_parent, self.end, self.depth = ints[:room], ints[room : 2 * room], ints[2 * room : 3 * room]
        self.offset, self.attr_start = ints[3 * room : 4 * room], ints[4 * room : 5 * room]
        self.attr_stop = ints[5 * room :]
        self.tag_of_name = numbers
        self.all_extra = np.zeros(_KNOWN + len(tree.names), dtype=np.intp)
        self.extra_place = views.memory(self.all_extra)
        self.all_styled = np.empty(2 * _FEW_STYLES, dtype=np.intp)
        self.styled = views.memory(self.all_styled)
        self.style_values: list[tuple[int, int, int]] = []
        if not cython.compiled:
            self.values = [0] * (3 * _COMPARED_VALUES)
        self.marked: list[int] = []
        self.items: list[int] = []
        self.row_items: list[int] = []
        self.pieces: list[tuple[int, int]] = []
        self.known, self.max_depth, self.limit = known, depth, limit
        self.body = tree.body
        self.rows = 1
        self.tag[0] = self.tag_of_name[_BODY]
        self.row_parent[0] = -1
        self.depth[0] = self.offset[0] = self.attr_start[0] = self.attr_stop[0] = 0
        self.row = self.chars = self.used = self.scripts = self.outside = self.outside_body = self.svg_open = 0
        self.item = self.deeper = self.extra_count = self.styled_count = self.value_count = 0
        self.in_body = self.in_text = self.is_cut = self.too_deep = False

    def write(self) -> None:
        """Walk over the tree."""
        with cython.nogil:
            self._write()

    def _write(self) -> cython.bint:
        node: cython.Py_ssize_t = self.first[0]
        while node:
            if not self.code[node]:
                self._text(node)
            elif not self._start(node):
                self.is_cut = True
                return False
            elif self.first[node]:
                node = self.first[node]
                continue
            else:
                self._end(node)
            while not self.after[node]:
                node = self.parent[node]
                if not node:
                    return True
                self._end(node)
            node = self.after[node]
        return True

    def _start(self, node: cython.Py_ssize_t) -> cython.bint:
        """Begin an element; False if it would be a row too many."""
        code: cython.Py_ssize_t = self.code[node]
        said: cython.Py_ssize_t = _SAID[code] if code < _SAID_CODES else 0
        self.scripts += (said & _SCRIPT_ITEM) != 0
        if node == self.body:
            self.outside_body = self.outside
            self.outside = 0
            self.in_body = True
            self.attr_start[0] = self.start[node]
            self.attr_stop[0] = self.stop[node]
            self.row_of[node] = 0
            self._add_styles(node, 0)
        elif self.outside or not self.in_body or said & _SKIPPED:
            self.outside += 1
            if said & (_HEAD_ITEM | _SCRIPT_ITEM | _TITLE_ITEM):
                self._start_item(node, said)
        elif self.rows >= self.limit:
            return False
        else:
            self.in_text = False
            self.svg_open += code >> 2 == _SVG
            if self.depth[self.row] >= self.max_depth:
                self.too_deep = True
                self.deeper += 1
            else:
                self.row = self._add_row(node, code >> 2)
                if said & _HEAD_ITEM:
                    self._add_row_item(node)
                elif said & _MAY_BE_HIDDEN:
                    self._add_marked()
                self.attr_start[self.row] = self.start[node]
                self.attr_stop[self.row] = self.stop[node]
                self._add_styles(node, self.row)
        return True

    def _end(self, node: cython.Py_ssize_t) -> cython.bint:
        if node == self.body:
            self.in_body = self.in_text = False
            self.outside = self.outside_body
        elif self.outside:
            self.outside -= 1
            if node == self.item:
                self.item = 0
        else:
            self.in_text = False
            self.svg_open -= self.code[node] >> 2 == _SVG
            if self.deeper:
                self.deeper -= 1
            else:
                self.end[self.row] = self.rows
                self.row = self.row_parent[self.row]
        return True

    def _add_row(self, node: cython.Py_ssize_t, name: cython.Py_ssize_t) -> cython.Py_ssize_t:
        row: cython.Py_ssize_t = self.rows
        number: cython.Py_ssize_t = self.tag_of_name[name] if name < _KNOWN else -1
        self.tag[row] = number if number >= 0 else self._extra_number(name)
        self.row_parent[row] = self.row
        self.end[row] = row + 1
        self.depth[row] = self.depth[self.row] + 1
        self.offset[row] = self.chars
        self.row_of[node] = row
        self.rows = row + 1
        return row

    def _text(self, node: cython.Py_ssize_t) -> cython.bint:
        start: cython.Py_ssize_t = self.start[node]
        stop: cython.Py_ssize_t = self.stop[node]
        row: cython.Py_ssize_t
        i: cython.Py_ssize_t
        if self.item:
            self._add_piece(node)
        if self.outside or not self.in_body or self.state[node] & _RAW:
            return False
        # Text before and after a comment or script is one leaf.
        if not self.in_text:
            self.in_text = True
            row = self._add_row(node, 0)
            self.attr_start[row] = self.attr_stop[row] = 0
        self.row_of[node] = self.rows - 1
        views.copy_bytes(self.text, self.used, self.source_text, start, stop)
        self.used += stop - start
        wide: cython.Py_ssize_t = views.find_wide(self.source_text, start, stop)
        self.chars += wide - start
        for i in range(wide, stop):
            self.chars += (self.source_text[i] & 0xC0) != 0x80
        return True

    def _start_item(self, node: cython.Py_ssize_t, said: cython.Py_ssize_t) -> cython.bint:
        """An element that may belong to the head of the page."""
        if said & _HEAD_ITEM:
            if not self.in_body:
                self._add_item(node)
        elif not self.item and (self._is_json_ld(node) if said & _SCRIPT_ITEM else not self.svg_open):
            self.item = node
            self._add_item(node)
        return True

    def _is_json_ld(self, node: cython.Py_ssize_t) -> cython.bint:
        if self.start[node] == self.stop[node]:
            return False
        self.attributes.read(self.attr_data, self.start[node], True)
        return self.attributes.is_json_ld

    def _add_item(self, node: cython.Py_ssize_t) -> cython.bint:
        self.items.append(node)
        return True

    def _add_row_item(self, node: cython.Py_ssize_t) -> cython.bint:
        """An element of the head that is a row: an image in a NOSCRIPT of the head starts the body."""
        self.row_items.append(node)
        return True

    def _add_marked(self) -> cython.bint:
        self.marked.append(self.row)
        return True

    def _add_piece(self, node: cython.Py_ssize_t) -> cython.bint:
        """A text of the last element for the head."""
        self.pieces.append((len(self.items) - 1, node))
        return True

    def _add_styles(self, node: cython.Py_ssize_t, row: cython.Py_ssize_t) -> cython.bint:
        """Store where the attributes of a row are that can hide it."""
        if self.state[node] & _MAY_HIDE:
            self.attributes.read(self.attr_data, self.start[node], False)
            if self.attributes.style_start >= 0:
                self._add_style(row, 1, self.attributes.style_start, self.attributes.style_stop)
            if self.attributes.hidden_start >= 0:
                self._add_style(row, 0, self.attributes.hidden_start, self.attributes.hidden_stop)
        return True

    def _add_style(
        self, row: cython.Py_ssize_t, is_style: cython.int, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.bint:
        """Store the row of an attribute that can hide it, and the number of its value."""
        number: cython.Py_ssize_t = 0
        if 2 * self.styled_count == self.styled.shape[0]:
            self._make_room_for_styles()
        while number < self.value_count and not self._is_value(number, is_style, start, stop):
            number += 1
        if number == self.value_count:
            number = self._add_value(is_style, start, stop)
        self.styled[2 * self.styled_count] = row
        self.styled[2 * self.styled_count + 1] = number
        self.styled_count += 1
        return True

    def _is_value(
        self, number: cython.Py_ssize_t, is_style: cython.int, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.bint:
        """Whether a value is that with a number."""
        first: cython.Py_ssize_t = self.values[3 * number + 1]
        return (
            self.values[3 * number] == is_style
            and self.values[3 * number + 2] - first == stop - start
            and views.same_bytes(self.attr_data, first, start, stop - start)
        )

    def _add_value(self, is_style: cython.int, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of a new value; the first ones are those with which others are compared."""
        number = len(self.style_values)
        self.style_values.append((is_style, start, stop))
        if self.value_count < _COMPARED_VALUES:
            self.values[3 * number] = is_style
            self.values[3 * number + 1] = start
            self.values[3 * number + 2] = stop
            self.value_count += 1
        return number

    def _make_room_for_styles(self) -> cython.bint:
        self.all_styled = np.resize(self.all_styled, 2 * len(self.all_styled))
        self.styled = views.memory(self.all_styled)
        return True

    def _extra_number(self, name: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of a name that has none of its own; names past the last number of the column share it."""
        if not self.extra_place[name]:
            self.extra_count += 1
            self.extra_place[name] = self.extra_count
        return min(self.known + self.extra_place[name] - 1, _LAST_NUMBER)

    def columns(self) -> FlatColumns:
        """Close all rows, and return what was found."""
        while self.row > 0:
            self.end[self.row] = self.rows
            self.row = self.row_parent[self.row]
        rows = self.rows
        room = len(self.all_tags)
        self.end[0] = rows
        self.offset[rows] = self.chars
        ints = self.all_ints
        return FlatColumns(
            tag=self.all_tags[:rows],
            parent=ints[:rows],
            end=ints[room : room + rows],
            depth=ints[2 * room : 2 * room + rows],
            offset=ints[3 * room : 3 * room + rows + 1],
            attr_start=ints[4 * room : 4 * room + rows],
            attr_stop=ints[5 * room : 5 * room + rows],
            attr_bytes=self.attr_bytes,
            text=str(self.all_text[: self.used].data, "utf-8"),
            styled=self.all_styled[: 2 * self.styled_count],
            style_values=self.style_values,
            marked=self.marked,
            items=self._item_columns(),
            item_texts=self._item_texts(),
            root=(self.start[self.tree.root], self.stop[self.tree.root]),
            extra=self._extra_names(),
            scripts=self.scripts,
            too_deep=bool(self.too_deep),
            is_cut=bool(self.is_cut),
        )

    def _extra_names(self) -> tuple[str, ...]:
        """The names of the numbers after those that are known."""
        if not self.extra_count:
            return ()
        names = (*html_elements.NAMES, *self.tree.names)
        in_order = np.argsort(self.all_extra)[len(names) - self.extra_count :].tolist()
        return tuple([names[place] for place in in_order][: LAST_NUMBER - self.known + 1])

    def _item_columns(self) -> npt.NDArray[np.intp]:
        """The elements of the head: those outside of the rows, then those among them."""
        nodes: list[int] = self.items + self.row_items
        columns = np.empty((3, len(nodes)), dtype=np.intp)
        line: views.NewInts = views.memory(columns.reshape(-1))
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        for i in range(len(nodes)):
            node = nodes[i]
            line[i] = _HEAD_TAG_OF_NAME[self.code[node] >> 2]
            line[len(nodes) + i] = self.start[node]
            line[2 * len(nodes) + i] = self.stop[node]
        return columns

    def _item_texts(self) -> dict[int, str]:
        """The texts of the elements of the head, by their place; an element of SVG can have very many."""
        texts: dict[int, list[str]] = {}
        for item, node in self.pieces:
            texts.setdefault(item, []).append(self._node_text(node))
        return {item: "".join(parts) for item, parts in texts.items()}

    def _node_text(self, node: cython.Py_ssize_t) -> str:
        start, stop = self.start[node], self.stop[node]
        if self.state[node] & _RAW:
            raw = self.tree.source[start:stop].decode("utf-8", "replace")
            return raw.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        return str(views.memory(self.tree.text_bytes)[start:stop], "utf-8", "replace")


def flatten(tree: html_tree.HtmlTree, numbers: views.Ints, known: int, depth: int, limit: int) -> FlatColumns:
    """The columns of a tree.

    ``numbers``: the tag numbers of the names of ``html_elements``, -1 for those that have none; ``known``: how many tag
    numbers there are, other names get the next ones. ``depth``: of the deepest element that is a row; the text of
    deeper elements goes to their ancestor at this depth. ``limit``: no element is a row after that many rows.

    >>> from dehusk._core.html_parser import HtmlParser
    >>> parser = HtmlParser(b"<p>Tea<p>Milk")
    >>> parser.run(1000)
    True
    >>> flatten(parser, np.arange(len(html_elements.NAMES)), 999, 99, 99).text
    'TeaMilk'
    """
    if len(numbers) != len(html_elements.NAMES):
        raise ValueError("there is not one number for each name")
    if not 0 <= tree.root < tree.count:
        raise IndexError("the root is not an element of the tree")
    writer = Flattener(tree, numbers, known, depth, limit)
    writer.write()
    return writer.columns()
