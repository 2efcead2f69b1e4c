"""One pass over the serialisation of a document that writes the columns of a page.

The input is the normal form that the parser's serialiser writes: every element that is not void has its end tag,
attribute values are quoted, and ``<``, ``>``, ``&`` and the no-break space are escaped in text and in values. So a
``<`` outside raw text starts a tag, a comment or a processing instruction, and nothing has to be guessed. Any other
input gives some columns, and never reads or writes outside of an array.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]


import numpy as np

from dehusk._core import element_names, flat_tables, moved_attributes, raw_text, tag_attributes, views

# What is known of a name, as bits.
_SKIPPED = cython.declare(cython.int, flat_tables.SKIPPED)
_VOID = cython.declare(cython.int, flat_tables.VOID)
_RAW = cython.declare(cython.int, flat_tables.RAW)
_FIRST_NEWLINE = cython.declare(cython.int, flat_tables.FIRST_NEWLINE)
_HEAD_ITEM = cython.declare(cython.int, flat_tables.HEAD_ITEM)
_SCRIPT = cython.declare(cython.int, flat_tables.SCRIPT)
_TITLE = cython.declare(cython.int, flat_tables.TITLE)
_SVG = cython.declare(cython.int, flat_tables.SVG)
_HTML = cython.declare(cython.int, flat_tables.HTML)
_BODY = cython.declare(cython.int, flat_tables.BODY)

_IN_HTML = cython.declare(cython.int, element_names.IN_HTML)
_LESS = cython.declare(cython.int, 60)
_GREATER = cython.declare(cython.int, 62)
_AMPERSAND = cython.declare(cython.int, 38)
_SPACE = cython.declare(cython.int, 32)
_SLASH = cython.declare(cython.int, 47)
_MARK = cython.declare(cython.int, 33)
_QUESTION = cython.declare(cython.int, 63)
_NEWLINE = cython.declare(cython.int, 10)


_LAST_NUMBER = cython.declare(cython.Py_ssize_t, element_names.LAST_NUMBER)
MAX_NAME = 100
"""Longer names are cut to this many characters: paths repeat the names of elements, and a page can choose them."""


class Flattener:
    """Writes the columns of a page, in steps: ``run`` goes on until there are that many rows.

    ``source``: the serialisation in UTF-8. ``table``: the names of elements. ``known``: how many tag numbers there
    are; other names get the next ones. ``depth``: the depth of the deepest element that is a row; the text of deeper
    elements goes to their ancestor at this depth. ``moved``: the attributes that were moved out of the document before
    it was parsed.
    """

    def __init__(
        self,
        source: bytes,
        table: flat_tables.NameTable,
        known: cython.Py_ssize_t,
        depth: cython.Py_ssize_t,
        moved: moved_attributes.MovedAttributes = moved_attributes.NOTHING_MOVED,
    ) -> None:
        for given in (source, moved.source):
            if not isinstance(given, bytes):
                raise TypeError("a source is not bytes")
        if not 0 <= depth <= 1_000_000 or not 1 <= known <= _LAST_NUMBER:
            raise ValueError("depth or known is out of range")
        self.source = source
        self.extra: dict[str, int] = {}
        self.data = views.memory(source)
        self.names = element_names.checked_names(table)
        self.attributes = tag_attributes.TagAttributes()
        self.known = known
        self.full = depth + 2
        self.moved, self.moved_places = views.memory(moved.source), views.memory(moved.places)
        self._allocate(len(source), views.count_byte(self.data, _LESS))
        self.at = self.chars = self.text_bytes = 0
        # The attributes of a page begin with those that were moved.
        self.blob_bytes = len(moved.source)
        self.outside_open = self.scripts = self.items = self.styled = self.root_start = self.root_stop = 0
        self.in_text = self.too_deep = self.body_started = False
        self.is_outside = True
        self.item = -1
        self.level = 0
        self.spaces[0] = _IN_HTML
        # Row 0 is BODY; it is open twice because the end of HTML closes it, too. The first stays: text after the end of
        # HTML belongs to BODY.
        self.rows = 1
        self.tag[0] = self.names.number_with(_BODY, 0)
        self.svg_number = self.names.number_with(_SVG, -1)
        self.parent[0] = -1
        self.depth[0] = self.offset[0] = self.attr_start[0] = self.attr_stop[0] = self.position[0] = 0
        self.end[0] = 1
        self.open = 2
        self.stack[0] = self.stack[1] = 0

    def _allocate(self, size: cython.Py_ssize_t, tags: cython.Py_ssize_t) -> None:
        """Memory for the largest page that a document of this size can be; what is not used is never touched."""
        rows: cython.Py_ssize_t = 2 * tags + 4
        items: cython.Py_ssize_t = 6 * (tags + 1)
        # A start tag has at most one style and one hidden attribute.
        styled: cython.Py_ssize_t = items + 8 * (tags + 1)
        self.all_tags = np.empty(rows, dtype=np.uint16)
        self.all_ints = np.empty(7 * rows, dtype=np.intp)
        self.all_places = np.empty(styled + tags + 4, dtype=np.intp)
        blob: cython.Py_ssize_t = self.moved.shape[0] + size + 1
        self.all_bytes = np.empty(size + 1 + blob + tags + 4, dtype=np.uint8)
        self.tag = self.all_tags.data
        ints: views.NewInts = self.all_ints.data
        self.parent = ints[:rows]
        self.end = ints[rows : 2 * rows]
        self.depth = ints[2 * rows : 3 * rows]
        self.offset = ints[3 * rows : 4 * rows]
        self.attr_start = ints[4 * rows : 5 * rows]
        self.attr_stop = ints[5 * rows : 6 * rows]
        self.position = ints[6 * rows : 7 * rows]
        places: views.NewInts = self.all_places.data
        self.item_values = places[:items]
        self.styled_values = places[items:styled]
        self.stack = places[styled:]
        room: views.NewBytes = self.all_bytes.data
        self.text = room[: size + 1]
        self.blob = room[size + 1 : size + 1 + blob]
        self.spaces = room[size + 1 + blob :]
        views.copy_bytes(self.blob, 0, self.moved, 0, self.moved.shape[0])

    def run(self, rows: cython.Py_ssize_t) -> bool:
        """Go on until an element would be a row past this many; return whether the document ended before."""
        with cython.nogil:
            done: cython.bint = self._run(rows)
        return bool(done)

    def _run(self, limit: cython.Py_ssize_t) -> cython.bint:
        size: cython.Py_ssize_t = self.data.shape[0]
        code: cython.int
        while self.at < size:
            if self.data[self.at] != _LESS:
                self._text(self.data, self.text, size, False)
                continue
            code = self.data[self.at + 1] if self.at + 1 < size else 0
            if code == _SLASH:
                self._end_tag()
            elif code == _MARK or code == _QUESTION:
                self.at = raw_text.markup_end(self.data, self.at)
            elif not self._start_tag(limit):
                return False
        return True

    def _text(self, data: views.Bytes, out: views.NewBytes, stop: cython.Py_ssize_t, raw: cython.bint) -> cython.bint:
        """Text until the next tag, or raw text until ``stop``; ``data`` and ``out``: those of this object."""
        at: cython.Py_ssize_t = self.at
        size: cython.Py_ssize_t = self.text_bytes
        chars: cython.Py_ssize_t = self.chars
        code: cython.int
        run: cython.Py_ssize_t
        i: cython.Py_ssize_t
        if not raw:
            stop = views.find_byte(data, at, stop, _LESS)
        if self.is_outside:
            self.at = stop
            return True
        # Text before and after a comment or script is one leaf.
        if not self.in_text and at < stop:
            self.in_text = True
            self._add_row(0, 0, 0, at)
        while at < stop:
            run = stop if raw else views.find_byte(data, at, stop, _AMPERSAND)
            views.copy_bytes(out, size, data, at, run)
            size += run - at
            for i in range(at, run):
                chars += (data[i] & 0xC0) != 0x80
            at = run
            if at < stop:
                code = data[at + 1] if at + 1 < stop else 0
                if code == 97:  # &amp;
                    code = _AMPERSAND
                    at += 5
                elif code == 108:  # &lt;
                    code = _LESS
                    at += 4
                elif code == 103:  # &gt;
                    code = _GREATER
                    at += 4
                elif code == 110:  # &nbsp;
                    out[size] = 0xC2
                    size += 1
                    code = 0xA0
                    at += 6
                else:
                    code = _AMPERSAND
                    at += 1
                out[size] = code
                size += 1
                chars += 1
        self.at = min(stop, at)
        self.text_bytes = size
        self.chars = chars
        return True

    def _add_row(
        self,
        number: cython.int,
        attr_start: cython.Py_ssize_t,
        attr_stop: cython.Py_ssize_t,
        position: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        row: cython.Py_ssize_t = self.rows
        above: cython.Py_ssize_t = self.stack[self.open - 1]
        self.tag[row] = number
        self.parent[row] = above
        self.end[row] = row + 1
        self.depth[row] = self.depth[above] + 1
        self.offset[row] = self.chars
        self.attr_start[row] = attr_start
        self.attr_stop[row] = attr_stop
        self.position[row] = position
        self.rows = row + 1
        return row

    def _end_tag(self) -> cython.bint:
        size: cython.Py_ssize_t = self.data.shape[0]
        start: cython.Py_ssize_t = self.at + 2
        stop: cython.Py_ssize_t = start
        while stop < size and self.data[stop] != _GREATER:
            stop += 1
        if self.level > 0:
            self.level -= 1
        if self.is_outside:
            if self.item >= 0 and self.names.find(self.data, start, stop) == self.item:
                self._add_item(self.item, self.item_attr_start, self.item_attr_stop, self.at)
                self.item = -1
            self.outside_open -= 1
            self.is_outside = self.outside_open > 0 or not self.body_started
        else:
            self.in_text = False
            # BODY stays open: text after the end of HTML belongs to it.
            if self.open > 1:
                self.open -= 1
                self.end[self.stack[self.open]] = self.rows
        self.at = stop + 1 if stop < size else size
        return True

    def _add_item(
        self,
        place: cython.Py_ssize_t,
        attr_start: cython.Py_ssize_t,
        attr_stop: cython.Py_ssize_t,
        text_stop: cython.Py_ssize_t,
    ) -> cython.bint:
        at: cython.Py_ssize_t = 6 * self.items
        self.item_values[at] = place
        self.item_values[at + 1] = attr_start
        self.item_values[at + 2] = attr_stop
        self.item_values[at + 3] = self.item_start
        self.item_values[at + 4] = text_stop
        self.item_values[at + 5] = self.item_is_raw
        self.items += 1
        return True

    def _start_tag(self, limit: cython.Py_ssize_t) -> cython.bint:
        size: cython.Py_ssize_t = self.data.shape[0]
        start: cython.Py_ssize_t = self.at + 1
        stop: cython.Py_ssize_t = start
        while stop < size and self.data[stop] != _SPACE and self.data[stop] != _GREATER:
            stop += 1
        place: cython.Py_ssize_t = self.names.find(self.data, start, stop)
        flags: cython.int = self.names.flags_at(place)
        outside: cython.bint = self.is_outside or (flags & _SKIPPED) != 0
        if not outside and self.rows >= limit:
            return False
        last: cython.Py_ssize_t = self._read_attributes(stop, flags)
        self.at = last + 1 if last < size else size
        space: cython.int = element_names.space_of(flags, self.spaces[self.level], self.attributes.is_html_annotation)
        is_html: cython.bint = space == _IN_HTML
        void: cython.bint = is_html and (flags & _VOID) != 0
        if outside:
            self._start_outside(place, flags, stop, last, is_html, void)
        else:
            self._start_row(place, start, stop, last, void)
        if void:
            return True
        self.level += 1
        self.spaces[self.level] = space
        if is_html and flags & _RAW:
            self._text(self.data, self.text, raw_text.raw_end(self.data, self.at, start, stop, flags), True)
        elif is_html and flags & _FIRST_NEWLINE and self.at < size and self.data[self.at] == _NEWLINE:
            # The serialiser writes a newline before the first one of such an element, because the parser drops one.
            self.at += 1
        return True

    def _read_attributes(self, at: cython.Py_ssize_t, flags: cython.int) -> cython.Py_ssize_t:
        """Read the attributes of a tag, which may have been moved, from the end of its name on; where the tag ends."""
        number: cython.Py_ssize_t = -1
        if self.moved_places.shape[0]:
            number = moved_attributes.read_number(self.data, at)
        self.attr_first = -1
        if 0 <= number < self.moved_places.shape[0]:
            self.attr_first = self.moved_places[number] >> 1
            if self.attr_first < 0 or self.attr_first > self.moved.shape[0]:
                self.attr_first = self.moved.shape[0]
            if self.moved_places[number] & 1:
                self.attr_last = self.attributes.read(self.moved, self.attr_first, flags)
            else:
                self.attributes.forget()
                self.attr_last = views.find_byte(self.moved, self.attr_first, self.moved.shape[0], _GREATER)
            return views.find_byte(self.data, at, self.data.shape[0], _GREATER)
        return self.attributes.read(self.data, at, flags)

    def _take_attributes(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put the attributes of the last tag, given their place, among those of the page; return how far away that is.

        ``attr_first`` and ``attr_last`` say where they are there.
        """
        if self.attr_first >= 0:
            return 0
        self.attr_first = self.blob_bytes
        if stop > start:
            views.copy_bytes(self.blob, self.blob_bytes, self.data, start, stop)
            self.blob_bytes += stop - start
        self.attr_last = self.blob_bytes
        return self.attr_first - start

    def _start_row(
        self,
        place: cython.Py_ssize_t,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        void: cython.bint,
    ) -> cython.bint:
        self.in_text = False
        row: cython.Py_ssize_t
        number: cython.int
        shift: cython.Py_ssize_t
        if self.open >= self.full:
            self.too_deep = True
            row = self.stack[self.open - 1]
        else:
            number = self.names.number_at(place)
            if number < 0:
                number = self._extra_number(start, stop)
            shift = self._take_attributes(stop, last)
            row = self._add_row(number, self.attr_first, self.attr_last, start - 1)
            self._add_styles(row, shift)
        if not void:
            self.stack[self.open] = row
            self.open += 1
        return True

    def _start_outside(
        self,
        place: cython.Py_ssize_t,
        flags: cython.int,
        stop: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        is_html: cython.bint,
        void: cython.bint,
    ) -> cython.bint:
        shift: cython.Py_ssize_t
        self.scripts += (flags & _SCRIPT) != 0
        self.outside_open += 1
        if not self.body_started:
            if flags & _HTML and self.outside_open == 1:
                self._take_attributes(stop, last)
                self.root_start = self.attr_first
                self.root_stop = self.attr_last
            elif flags & _BODY and self.outside_open == 2:
                shift = self._take_attributes(stop, last)
                self.attr_start[0] = self.attr_first
                self.attr_stop[0] = self.attr_last
                self._add_styles(0, shift)
                self.body_started = True
                self.outside_open = 0
            elif flags & _HEAD_ITEM:
                self._take_attributes(stop, last)
                self.item_start = last
                self.item_is_raw = True
                self._add_item(place, self.attr_first, self.attr_last, last)
        if self.item < 0 and (
            (flags & _SCRIPT and self.attributes.is_json_ld) or (flags & _TITLE and not self._is_svg_open())
        ):
            self._take_attributes(stop, last)
            self.item = place
            self.item_attr_start = self.attr_first
            self.item_attr_stop = self.attr_last
            self.item_start = self.at
            self.item_is_raw = is_html and (flags & _SCRIPT) != 0
        if void:
            self.outside_open -= 1
        self.is_outside = self.outside_open > 0 or not self.body_started
        return True

    def _is_svg_open(self) -> cython.bint:
        i: cython.Py_ssize_t
        for i in range(self.open):
            if self.tag[self.stack[i]] == self.svg_number:
                return True
        return False

    def _add_styles(self, row: cython.Py_ssize_t, shift: cython.Py_ssize_t) -> cython.bint:
        """Store where the attributes of a row are that can hide it."""
        if self.attributes.style_start >= 0:
            self._add_style(row, 1, self.attributes.style_start + shift, self.attributes.style_stop + shift)
        if self.attributes.hidden_start >= 0:
            self._add_style(row, 0, self.attributes.hidden_start + shift, self.attributes.hidden_stop + shift)
        return True

    def _add_style(
        self, row: cython.Py_ssize_t, is_style: cython.bint, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.bint:
        at: cython.Py_ssize_t = 4 * self.styled
        self.styled_values[at] = row
        self.styled_values[at + 1] = is_style
        self.styled_values[at + 2] = start
        self.styled_values[at + 3] = stop
        self.styled += 1
        return True

    def _extra_number(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """The number of a name that has none of its own; names past the last number of the column share it."""
        name = self.source[start:stop].decode("utf-8", "replace")[:MAX_NAME]
        number: int = self.extra.setdefault(name, min(self.known + len(self.extra), _LAST_NUMBER))
        return number

    def columns(self) -> flat_tables.FlatColumns:
        """Close all rows, and return what was found."""
        while self.open:
            self.open -= 1
            self.end[self.stack[self.open]] = self.rows
        rows = self.rows
        self.offset[rows] = self.chars
        room, size = self.all_tags.shape[0], len(self.source) + 1
        columns = self.all_ints.reshape(7, room)[:, : rows + 1].copy()
        parent, end, depth, _, attr_start, attr_stop, position = columns[:, :rows]
        items = self.all_places[: 6 * self.items].reshape(-1, 6).copy()
        first = self.item_values.shape[0]
        styled = self.all_places[first : first + 4 * self.styled].reshape(-1, 4).tolist()
        return flat_tables.FlatColumns(
            tag=self.all_tags[:rows].copy(),
            parent=parent,
            end=end,
            depth=depth,
            offset=columns[3],
            attr_start=attr_start,
            attr_stop=attr_stop,
            position=position,
            attr_bytes=self.all_bytes[size : size + self.blob_bytes].tobytes(),
            text=str(self.all_bytes[: self.text_bytes].data, "utf-8", "replace"),
            styled=styled,
            items=items,
            root=(self.root_start, self.root_stop),
            extra=tuple(self.extra),
            scripts=self.scripts,
            too_deep=bool(self.too_deep),
        )

    def row_count(self) -> int:
        """The number of rows so far."""
        return int(self.rows)
