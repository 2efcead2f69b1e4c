"""The attributes of start tags (HTML standard, 13.2.5.32 to 13.2.5.40), written in one form.

All attributes of a document are in one piece of bytes, as a serialiser writes them: `` class="tea" title="A &amp; B"``,
names in lower case, once each, and a ``>`` after those of each tag. They are decoded when they are asked for.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import numpy as np

from dehusk._core import html_elements, html_references, views

_GREATER = cython.declare(cython.int, 62)
_LESS = cython.declare(cython.int, 60)
_SLASH = cython.declare(cython.int, 47)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_APOSTROPHE = cython.declare(cython.int, 39)
_AMPERSAND = cython.declare(cython.int, 38)
_SPACE = cython.declare(cython.int, 32)
_NEWLINE = cython.declare(cython.int, 10)
_RETURN = cython.declare(cython.int, 13)
_R = cython.declare(cython.int, 114)
_S = cython.declare(cython.int, 115)
_H = cython.declare(cython.int, 104)
_T = cython.declare(cython.int, 116)
_I = cython.declare(cython.int, 105)
_NO_BREAK_SPACE = cython.declare(cython.int, 0xA0)
_REPLACEMENT = cython.declare(cython.int, 0xFFFD)
_SVG = cython.declare(cython.int, html_elements.SVG)
_SLOTS = cython.declare(views.Ints, html_elements.ATTRIBUTE_SLOTS.data)
_STARTS = cython.declare(views.Ints, html_elements.ATTRIBUTE_STARTS.data)
_MIXED_CASE = cython.declare(views.Bytes, memoryview(html_elements.ATTRIBUTE_BYTES))
_DEFINITION = cython.declare(views.Bytes, memoryview(b"definitionURL"))
_SLOT_MASK = cython.declare(cython.ulonglong, html_elements.SLOTS - 1)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_SPREAD = cython.declare(cython.ulonglong, html_elements.SPREAD)
_SLOT_SHIFT = cython.declare(cython.int, html_elements.SLOT_SHIFT)
_MOST_NAMES = cython.declare(cython.Py_ssize_t, 64)
"""Names of one tag that are compared one by one; further ones are in a set."""
_LONG = cython.declare(cython.Py_ssize_t, 7)
"""Names that SVG and MathML write in another case have this length at least, but for those that begin with r."""
_WORST_GROWTH = cython.declare(cython.Py_ssize_t, 6)
"""An attribute is at most this many times as long as in the document, and a few bytes."""
_FEW_BYTES = cython.declare(cython.Py_ssize_t, 32)

# What a byte can be, as bits.
_PLAIN = cython.declare(cython.int, 1)
_ENDS_NAME = cython.declare(cython.int, 2)
_BLANK = cython.declare(cython.int, 4)
_CAPITAL = cython.declare(cython.int, 8)
_CHANGED = cython.declare(cython.int, 16)


def _signs() -> bytes:
    """Per byte: whether names consist of it, it ends a name, is white space, a capital, is written differently."""
    capitals = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    plain = capitals.lower() + b"0123456789-_:.@"
    # Compiled, "in" takes bytes of 128 and more for negative.
    changed = {*b'&<>"\r\0', 0xC2}
    return bytes(
        (code in plain)
        | 2 * (code in b" \t\n\f\r/>=")
        | 4 * (code in b" \t\n\f\r")
        | 8 * (code in capitals)
        | 16 * (code in changed)
        for code in range(256)
    )


_SIGNS = cython.declare(views.Bytes, memoryview(_signs()))
_AMP = cython.declare(views.Bytes, memoryview(b"&amp;"))
_LT = cython.declare(views.Bytes, memoryview(b"&lt;"))
_GT = cython.declare(views.Bytes, memoryview(b"&gt;"))
_QUOT = cython.declare(views.Bytes, memoryview(b"&quot;"))
_NBSP = cython.declare(views.Bytes, memoryview(b"&nbsp;"))


class AttributeReader:
    """Reads the attributes of one tag after the other into one piece of bytes.

    After :meth:`read`, the attributes of the tag are from ``start`` to ``stop``; ``is_closed`` says whether the tag is
    self-closing, ``may_hide`` whether there may be an attribute that hides the element.

    >>> reader = AttributeReader(40)
    >>> reader.read(memoryview(b"<p CLASS=tea hidden>Milk"), 2, 0), reader.written()
    (20, b' class="tea" hidden=""')
    """

    def __init__(self, size: cython.Py_ssize_t) -> None:
        """``size``: of the document whose tags are read."""
        if size < 0:
            raise ValueError("a size is less than 0")
        self.all_bytes = np.empty(size + 1024, dtype=np.uint8)
        self.out = views.memory(self.all_bytes)
        if not cython.compiled:
            self.names = [0] * (2 * _MOST_NAMES)
        self.more_names: set[bytes] = set()
        self.references = html_references.ReferenceReader()
        self.used = self.start = self.stop = self.seen_count = 0
        self.seen = 0
        self.is_closed = self.may_hide = self.has_more_names = False

    def written(self) -> bytes:
        """The attributes of all tags so far, without the last ``>``."""
        return self.piece(0, max(0, self.used - 1))

    def used_bytes(self) -> bytes:
        """The same, with the last ``>``."""
        return self.piece(0, self.used)

    def piece(self, start: int, stop: int) -> bytes:
        """The attributes between two places."""
        return bytes(self.all_bytes[start:stop].tobytes())

    def last(self) -> bytes:
        """The attributes of the last tag."""
        return self.piece(self.start, self.stop)

    def append(self, written: bytes) -> int:
        """Add attributes that are in this form, as those of a tag; return where they start."""
        start: cython.Py_ssize_t = self.used
        self._has_room(len(written))
        views.copy_bytes(self.out, start, views.memory(written), 0, len(written))
        self.used = start + len(written)
        self.out[self.used] = _GREATER
        self.used += 1
        return int(start)

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def read(self, data: views.Bytes, at: cython.Py_ssize_t, space: cython.int) -> cython.Py_ssize_t:
        """Read the attributes of a tag in a namespace from the end of its name on; return where the tag ends.

        -1 if the document ends before.
        """
        size: cython.Py_ssize_t = data.shape[0]
        value: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        self.start = self.used
        self.seen = self.seen_count = 0
        self.is_closed = self.may_hide = False
        if at < 0:
            return -1
        while at < size:
            value = views.attribute_value(data, at, size)
            stop = self._copy(data, at, value, space) if value >= 0 else -1
            if stop >= 0:
                at = stop
            elif _SIGNS[data[at]] & _BLANK:
                at += 1
            elif data[at] == _GREATER:
                break
            elif data[at] == _SLASH:
                at += 1
                if at < size and data[at] == _GREATER:
                    self.is_closed = True
            else:
                at = self._attribute(data, at, space)
        self.stop = self.used
        if at >= size or not self._has_room(0):
            return -1
        self.out[self.used] = _GREATER
        self.used += 1
        return at + 1

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Drop the attributes of the last tag."""
        self.used = self.start

    def _has_room(self, length: cython.Py_ssize_t) -> cython.bint:
        """Whether there is room for an attribute that has this length in the document; makes room."""
        return self.used + _WORST_GROWTH * length + _FEW_BYTES <= self.out.shape[0] or self._make_room(length)

    def _make_room(self, length: cython.Py_ssize_t) -> cython.bint:
        room = np.empty(2 * (self.used + _WORST_GROWTH * length + _FEW_BYTES), dtype=np.uint8)
        room[: self.used] = self.all_bytes[: self.used]
        self.all_bytes = room
        self.out = views.memory(room)
        return True

    def _copy(
        self, data: views.Bytes, at: cython.Py_ssize_t, value: cython.Py_ssize_t, space: cython.int
    ) -> cython.Py_ssize_t:
        """Copy an attribute in the usual form whose value starts at a place; return its end, -1 if it changes."""
        stop: cython.Py_ssize_t = views.find_byte(data, value, data.shape[0], _QUOTE)
        length: cython.Py_ssize_t = value - 3 - at
        if stop >= data.shape[0] or (stop > value and views.changed_signs(data, value, stop)):
            return -1
        if space and (length >= _LONG or data[at + 1] == _R):
            return -1
        if not self._is_repeated(data, at + 1, value - 2):
            if not self._has_room(stop - at):
                return -1
            self._note_hiding(data, at + 1, length)
            views.copy_bytes(self.out, self.used, data, at, stop + 1)
            self.used += stop + 1 - at
        return stop + 1

    def _note_hiding(self, data: views.Bytes, name: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.bint:
        """Note whether an attribute may be STYLE or HIDDEN."""
        if (length == 5 and data[name] | 32 == _S and data[name + 1] | 32 == _T) or (
            length == 6 and data[name] | 32 == _H and data[name + 1] | 32 == _I
        ):
            self.may_hide = True
        return True

    def _attribute(self, data: views.Bytes, at: cython.Py_ssize_t, space: cython.int) -> cython.Py_ssize_t:
        """Read an attribute whose name starts at a place; return where it ends."""
        size: cython.Py_ssize_t = data.shape[0]
        name: cython.Py_ssize_t = at
        kinds: cython.int = 0
        quote: cython.int = 0
        while at < size and _SIGNS[data[at]] & _PLAIN:
            at += 1
        if at == name and data[at] == _EQUALS:
            at += 1
        while at < size and not _SIGNS[data[at]] & _ENDS_NAME:
            kinds |= ~_SIGNS[data[at]] & _PLAIN
            at += 1
        name_stop: cython.Py_ssize_t = at
        while at < size and _SIGNS[data[at]] & _BLANK:
            at += 1
        value: cython.Py_ssize_t = name_stop
        stop: cython.Py_ssize_t = name_stop
        if at < size and data[at] == _EQUALS:
            at += 1
            while at < size and _SIGNS[data[at]] & _BLANK:
                at += 1
            quote = data[at] if at < size else 0
            if quote == _QUOTE or quote == _APOSTROPHE:
                value = at + 1
                stop = views.find_byte(data, value, size, quote)
                at = stop + 1
            else:
                quote = 0
                value = at
                while at < size and not (_SIGNS[data[at]] & _BLANK or data[at] == _GREATER):
                    at += 1
                stop = at
        if at < size and not self._is_repeated(data, name, name_stop) and self._has_room(at - name):
            self._note_hiding(data, name, name_stop - name)
            self.out[self.used] = _SPACE
            self.used += 1
            self._write_name(data, name, name_stop, kinds != 0, space)
            self.out[self.used] = _EQUALS
            self.out[self.used + 1] = _QUOTE
            self.used += 2
            self._write_value(data, value, stop, quote == _QUOTE)
            self.out[self.used] = _QUOTE
            self.used += 1
        return at

    def _write_name(
        self,
        data: views.Bytes,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        is_odd: cython.bint,
        space: cython.int,
    ) -> cython.bint:
        first: cython.Py_ssize_t = self.used
        code: cython.int
        i: cython.Py_ssize_t
        if not is_odd:
            views.copy_bytes(self.out, first, data, start, stop)
            self.used += stop - start
        else:
            for i in range(start, stop):
                code = data[i]
                if _SIGNS[code] & _CAPITAL:
                    code |= 32
                if code:
                    self.out[self.used] = code
                    self.used += 1
                else:
                    self.used = html_references.write_character(self.out, self.used, _REPLACEMENT)
        if space and (self.used - first >= _LONG or self.out[first] == _R):
            self._change_case(first, space)
        return True

    def _change_case(self, start: cython.Py_ssize_t, space: cython.int) -> cython.bint:
        """Write the last name, from a place on, as SVG and MathML do; only its case changes."""
        key: cython.ulonglong = 0
        number: cython.Py_ssize_t
        first: cython.Py_ssize_t
        i: cython.Py_ssize_t
        if space != _SVG:
            # The only such attribute of MathML is definitionURL.
            if self._is_written(start, _DEFINITION, 0, _DEFINITION.shape[0]):
                views.copy_bytes(self.out, start, _DEFINITION, 0, _DEFINITION.shape[0])
            return True
        for i in range(start, self.used):
            key = ((key << 8 | key >> 56) ^ self.out[i]) & _MASK
        slot: cython.ulonglong = ((key * _SPREAD) & _MASK) >> _SLOT_SHIFT
        while _SLOTS[slot]:
            number = _SLOTS[slot]
            first = _STARTS[number]
            if self._is_written(start, _MIXED_CASE, first, _STARTS[number + 1]):
                views.copy_bytes(self.out, start, _MIXED_CASE, first, _STARTS[number + 1])
                return True
            slot = (slot + 1) & _SLOT_MASK
        return True

    def _is_written(
        self, at: cython.Py_ssize_t, name: views.Bytes, first: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.bint:
        """Whether all from a place on is a name, in lower case."""
        i: cython.Py_ssize_t
        if self.used - at != stop - first:
            return False
        for i in range(stop - first):
            if self.out[at + i] != name[first + i] | 32:
                return False
        return True

    def _write_value(
        self, data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, has_no_quotes: cython.bint
    ) -> cython.bint:
        changed: cython.int = 0
        code: cython.int
        end: cython.Py_ssize_t
        if stop > at:
            changed = views.changed_signs(data, at, stop)
        if not changed and (has_no_quotes or views.find_byte(data, at, stop, _QUOTE) == stop):
            views.copy_bytes(self.out, self.used, data, at, stop)
            self.used += stop - at
            return True
        while at < stop:
            end = at
            while end < stop and not _SIGNS[data[end]] & _CHANGED:
                end += 1
            views.copy_bytes(self.out, self.used, data, at, end)
            self.used += end - at
            if end == stop:
                break
            code = data[end]
            at = end + 1
            if code == _AMPERSAND:
                end = self.references.read(data, at, stop, True)
                if end < 0:
                    self._write_sign(_AMPERSAND)
                else:
                    at = end
                    self._write_sign(self.references.first)
                    if self.references.second:
                        self._write_sign(self.references.second)
            elif code == _RETURN:
                self._write_sign(_NEWLINE)
                at += at < stop and data[at] == _NEWLINE
            elif code == 0:
                self._write_sign(_REPLACEMENT)
            elif code == 0xC2:
                # The only other character that is escaped; the second byte of any is there, and less than 0xC0.
                self._write_sign(0x80 | data[at] & 0x3F)
                at += 1
            else:
                self._write_sign(code)
        return True

    def _write_sign(self, code: cython.int) -> cython.bint:
        """Write a character as a serialiser does."""
        if code == _AMPERSAND:
            self._add(_AMP)
        elif code == _LESS:
            self._add(_LT)
        elif code == _GREATER:
            self._add(_GT)
        elif code == _QUOTE:
            self._add(_QUOT)
        elif code == _NO_BREAK_SPACE:
            self._add(_NBSP)
        else:
            self.used = html_references.write_character(self.out, self.used, code)
        return True

    def _add(self, written: views.Bytes) -> cython.bint:
        views.copy_bytes(self.out, self.used, written, 0, written.shape[0])
        self.used += written.shape[0]
        return True

    def _is_repeated(self, data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Whether the tag had a name before; remembers the name."""
        i: cython.Py_ssize_t
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (
            (5 * (data[start] | 32) + 3 * (data[stop - 1] | 32) + 11 * (stop - start)) & 63
        )
        if self.seen & bit:
            for i in range(self.seen_count):
                if self._is_same(data, self.names[2 * i], self.names[2 * i + 1], start, stop):
                    return True
        self.seen |= bit
        if self.seen_count == _MOST_NAMES:
            return self._is_among_more(data, start, stop)
        if self.seen_count == 0:
            self.has_more_names = False
        self.names[2 * self.seen_count] = start
        self.names[2 * self.seen_count + 1] = stop
        self.seen_count += 1
        return False

    def _is_same(
        self,
        data: views.Bytes,
        first: cython.Py_ssize_t,
        first_stop: cython.Py_ssize_t,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
    ) -> cython.bint:
        """Whether two names are equal but for the case of ASCII letters."""
        k: cython.Py_ssize_t
        one: cython.int
        other: cython.int
        if first_stop - first != stop - start:
            return False
        for k in range(stop - start):
            one = data[first + k]
            other = data[start + k]
            if one != other and not (one | 32 == other | 32 and 97 <= one | 32 <= 122):
                return False
        return True

    def _is_among_more(self, data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        if not self.has_more_names:
            self.more_names.clear()
            self.has_more_names = True
        name = bytes(data[start:stop]).lower()
        is_known = name in self.more_names
        self.more_names.add(name)
        return is_known
