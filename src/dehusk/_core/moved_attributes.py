"""Attributes that are moved out of a document before it is parsed: they are two thirds of it.

The tree does not depend on the attributes of most elements. They are written, as the parser's serialiser would write
them, into one piece of bytes; in the document, a short attribute stands for them: ``~1f`` for the attributes with the
number 0x1f. ``dehusk._core.flatten`` finds them again by this number.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core import views

if TYPE_CHECKING:
    import numpy.typing as npt

_GREATER = cython.declare(cython.int, 62)
_SLASH = cython.declare(cython.int, 47)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_AMPERSAND = cython.declare(cython.int, 38)
_SEMICOLON = cython.declare(cython.int, 59)
_R = cython.declare(cython.int, 114)
_X = cython.declare(cython.int, 120)
_S = cython.declare(cython.int, 115)
_H = cython.declare(cython.int, 104)
_AMP = cython.declare(views.Bytes, memoryview(b"amp;"))
_APOSTROPHE = cython.declare(cython.int, 39)
_SPACE = cython.declare(cython.int, 32)
_TILDE = cython.declare(cython.int, 126)
_ZERO = cython.declare(cython.int, 48)
_BEFORE_A = cython.declare(cython.int, 87)

# What a byte can be, as bits.
_OF_NAME = cython.declare(cython.int, 1)
_OF_UNQUOTED = cython.declare(cython.int, 2)
_CAPITAL = cython.declare(cython.int, 4)
_ALPHANUMERIC = cython.declare(cython.int, 8)


def _signs() -> bytes:
    """Per byte: whether it can be in a name that is read here, or in a value without quotation marks; what it is."""
    capitals = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    alphanumeric = capitals + capitals.lower() + b"0123456789"
    not_unquoted = b" \t\n\f\r\"'=<>`"
    return bytes(
        (code in alphanumeric + b"-_:.@")
        | 2 * (code not in not_unquoted)
        | 4 * (code in capitals)
        | 8 * (code in alphanumeric)
        for code in range(256)
    )


_SIGNS = cython.declare(views.Bytes, memoryview(_signs()))
_MOST_NAMES = cython.declare(cython.Py_ssize_t, 64)
"""Attributes of a tag that are moved."""
_LONG = cython.declare(cython.Py_ssize_t, 7)
"""The parser changes the case of names of this length in SVG and MathML, and of the two that are excluded below."""


class MovedAttributes(NamedTuple):
    """Attributes as they are serialised, those of each tag with a ``>`` after them.

    ``places``: by number, twice the place where the attributes of a tag start; 1 more if one of them may hide it.
    """

    source: bytes
    places: npt.NDArray[np.intp]


NOTHING_MOVED = MovedAttributes(b"", np.empty(0, dtype=np.intp))


class AttributeMover:
    """Collects the attributes of the tags of a document, which has so many bytes, and at most so many tags.

    >>> mover = AttributeMover(19, 1)
    >>> mover.move(memoryview(b"<p class='tea' id=1>"), 2, False), mover.moved()[0]
    (20, b' class="tea" id="1">')
    """

    def __init__(self, size: cython.Py_ssize_t, tags: cython.Py_ssize_t) -> None:
        if size < 0 or tags < 0:
            raise ValueError("a size is less than 0")
        # " a" becomes ' a=""'; what is not used is never touched.
        self.all_bytes = np.empty(5 * (size // 2 + 1) + tags, dtype=np.uint8)
        self.all_places = np.empty(tags + 1, dtype=np.intp)
        self.out, self.places = views.memory(self.all_bytes), views.memory(self.all_places)
        self.names = views.memory(np.empty(2 * _MOST_NAMES, dtype=np.intp))
        self.count = self.used = 0

    def moved(self) -> MovedAttributes:
        """What was collected."""
        return MovedAttributes(self.all_bytes[: self.used].tobytes(), self.all_places[: self.count].copy())

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, data: views.Bytes, at: cython.Py_ssize_t, is_foreign: cython.bint) -> cython.Py_ssize_t:
        """Collect the attributes of a tag, given the end of its name; return where the tag ends.

        -1 if it is not certain how the parser would write them: most character references, a name twice and so on; or,
        in SVG and MathML (``is_foreign``), names that the parser may change.
        """
        start: cython.Py_ssize_t = self.used
        end: cython.Py_ssize_t = -1
        size: cython.Py_ssize_t = data.shape[0]
        room: cython.Py_ssize_t = self.out.shape[0] - self.used
        if 0 <= at <= size and self.count + 1 < self.places.shape[0] and 2 * room >= 5 * (size - at) + 2:
            end = self._copy(data, at, is_foreign)
        if end < 0 or not self._escape(start):
            self.used = start
            return -1
        self.out[self.used] = _GREATER
        self.used += 1
        self.places[self.count] = 2 * start + self.may_hide
        self.count += 1
        return end

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def take_back(self) -> cython.void:
        """Forget the attributes of the last tag."""
        if self.count > 0:
            self.count -= 1
            self.used = self.places[self.count] >> 1

    def _copy(self, data: views.Bytes, at: cython.Py_ssize_t, is_foreign: cython.bint) -> cython.Py_ssize_t:
        """Write the attributes of a tag; return where it ends, -1 if they have to stay."""
        size: cython.Py_ssize_t = data.shape[0]
        space: cython.Py_ssize_t
        name: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        code: cython.int
        kinds: cython.int
        self.seen = self.seen_count = 0
        self.may_hide = False
        while True:
            space = at
            while at < size and (data[at] == _SPACE or 9 <= data[at] <= 10):
                at += 1
            if at + 1 >= size:
                return at + 1 if at < size and data[at] == _GREATER else -1
            if data[at] == _GREATER:
                return at + 1
            if data[at] == _SLASH:
                return at + 2 if data[at + 1] == _GREATER else -1
            name = at
            kinds = 0
            while at < size and _SIGNS[data[at]] & _OF_NAME:
                kinds |= _SIGNS[data[at]]
                at += 1
            if at == name or space == name or at >= size or self._is_repeated(data, name, at):
                return -1
            if is_foreign and (at - name >= _LONG or data[name] | 32 == _R or data[name] | 32 == _X):
                return -1
            # STYLE and HIDDEN, and few others.
            self.may_hide |= (at - name == 5 and data[name] | 32 == _S) or (at - name == 6 and data[name] | 32 == _H)
            stop = at
            if data[at] != _EQUALS:
                self._write(data, name, stop, stop, stop)
                continue
            at += 1
            code = data[at] if at < size else 0
            if code == _QUOTE or code == _APOSTROPHE:
                at = views.find_byte(data, at + 1, size, code)
                if at >= size or (code == _APOSTROPHE and views.find_byte(data, stop + 2, at, _QUOTE) < at):
                    return -1
                at += 1
                if code == _QUOTE and data[space] == _SPACE and space + 1 == name and not kinds & _CAPITAL:
                    self._add(data, space, at)
                else:
                    self._write(data, name, stop, stop + 2, at - 1)
                continue
            while at < size and _SIGNS[data[at]] & _OF_UNQUOTED:
                at += 1
            # In SVG, a slash at the end of the value would look like that of a tag that is closed.
            if at == stop + 1 or (is_foreign and data[at - 1] == _SLASH):
                return -1
            self._write(data, name, stop, stop + 1, at)

    def _is_repeated(self, data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Whether the tag had a name before, or too many names; remembers the name."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        first: cython.Py_ssize_t
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (
            (5 * (data[start] | 32) + 3 * (data[stop - 1] | 32) + 11 * (stop - start)) & 63
        )
        if self.seen_count == _MOST_NAMES:
            return True
        if self.seen & bit:
            for i in range(self.seen_count):
                first = self.names[2 * i]
                if self.names[2 * i + 1] - first == stop - start:
                    k = 0
                    while k < stop - start and data[first + k] | 32 == data[start + k] | 32:
                        k += 1
                    if k == stop - start:
                        return True
        self.seen |= bit
        self.names[2 * self.seen_count] = start
        self.names[2 * self.seen_count + 1] = stop
        self.seen_count += 1
        return False

    def _add(self, data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        views.copy_bytes(self.out, self.used, data, start, stop)
        self.used += stop - start
        return True

    def _write(
        self,
        data: views.Bytes,
        name: cython.Py_ssize_t,
        name_stop: cython.Py_ssize_t,
        value: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
    ) -> cython.bint:
        """Write an attribute in the serialiser's form, given where its name and its value are."""
        i: cython.Py_ssize_t
        code: cython.int
        self.out[self.used] = _SPACE
        self.used += 1
        for i in range(name, name_stop):
            code = data[i]
            self.out[self.used] = code | 32 if _SIGNS[code] & _CAPITAL else code
            self.used += 1
        self.out[self.used] = _EQUALS
        self.out[self.used + 1] = _QUOTE
        self.used += 2
        self._add(data, value, stop)
        self.out[self.used] = _QUOTE
        self.used += 1
        return True

    def _escape(self, start: cython.Py_ssize_t) -> cython.bint:
        """Write ampersands as character references since a place; whether nothing else is changed by a serialiser.

        An ampersand with a name behind it is text if an equals sign ends the name, as in a query (HTML standard,
        13.2.5.73); other names are left to the parser, except for its own reference.
        """
        found: cython.int = views.changed_signs(self.out, start, self.used)
        if found != 1:
            return found == 0
        at: cython.Py_ssize_t = views.find_byte(self.out, start, self.used, _AMPERSAND)
        stop: cython.Py_ssize_t
        added: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        while at < self.used:
            stop = at + 1
            while stop < self.used and _SIGNS[self.out[stop]] & _ALPHANUMERIC:
                stop += 1
            if stop == at + 1 or stop >= self.used:
                return False
            if self.out[stop] == _EQUALS:
                added += 4
            elif not (self._is_amp(at + 1) and stop == at + 4 and self.out[stop] == _SEMICOLON):
                return False
            at = views.find_byte(self.out, stop, self.used, _AMPERSAND)
        # From the last one to the first.
        at = self.used - 1
        self.used += added
        while added:
            self.out[at + added] = self.out[at]
            if self.out[at] == _AMPERSAND and not (
                self._is_amp(at + added + 1) and self.out[at + added + 4] == _SEMICOLON
            ):
                for i in range(4):
                    self.out[at + added - 3 + i] = _AMP[i]
                added -= 4
                self.out[at + added] = _AMPERSAND
            at -= 1
        return True

    def _is_amp(self, at: cython.Py_ssize_t) -> cython.bint:
        return self.out[at] == _AMP[0] and self.out[at + 1] == _AMP[1] and self.out[at + 2] == _AMP[2]


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def write_number(out: views.NewBytes, at: cython.Py_ssize_t, number: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Write the attribute that stands for the attributes with a number; return where it ends.

    There must be room for 18 bytes, else nothing is written.

    >>> out = bytearray(20)
    >>> write_number(memoryview(out), 0, 0x1F), bytes(out[:4])
    (4, b' ~1f')
    """
    shift: cython.int = 0
    digit: cython.int
    if at < 0 or number < 0 or at + 18 > out.shape[0]:
        return at
    while number >> (shift + 4):
        shift += 4
    out[at] = _SPACE
    out[at + 1] = _TILDE
    at += 2
    while shift >= 0:
        digit = (number >> shift) & 15
        out[at] = (_ZERO if digit < 10 else _BEFORE_A) + digit
        at += 1
        shift -= 4
    return at


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def read_number(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The number of the attributes that the only attribute of a tag stands for, given the end of the tag's name.

    -1 if it has other attributes.

    >>> read_number(memoryview(b'<p ~1f="">'), 2), read_number(memoryview(b'<p class="">'), 2)
    (31, -1)
    """
    size: cython.Py_ssize_t = data.shape[0]
    number: cython.Py_ssize_t = 0
    code: cython.int
    if at < 0 or at + 6 >= size or data[at] != _SPACE or data[at + 1] != _TILDE or data[at + 2] == _EQUALS:
        return -1
    at += 2
    while at < size and data[at] != _EQUALS:
        code = data[at]
        if _ZERO <= code < _ZERO + 10:
            number = 16 * number + code - _ZERO
        elif _BEFORE_A + 10 <= code < _BEFORE_A + 16:
            number = 16 * number + code - _BEFORE_A
        else:
            return -1
        if number >> 40:
            return -1
        at += 1
    return number if at + 3 < size and data[at + 3] == _GREATER else -1
