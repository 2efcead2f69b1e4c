"""Character references (HTML standard, 13.2.5.72 to 13.2.5.80): which characters they stand for."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from html.entities import html5, name2codepoint

import numpy as np

from dehusk._core import views

_HASH = cython.declare(cython.int, 35)
_SEMICOLON = cython.declare(cython.int, 59)
_EQUALS = cython.declare(cython.int, 61)
_A = cython.declare(cython.int, 97)
_G = cython.declare(cython.int, 103)
_L = cython.declare(cython.int, 108)
_M = cython.declare(cython.int, 109)
_P = cython.declare(cython.int, 112)
_T = cython.declare(cython.int, 116)
_X = cython.declare(cython.int, 120)
_REPLACEMENT = cython.declare(cython.int, 0xFFFD)
_LAST = cython.declare(cython.int, 0x10FFFF)
_LONGEST = cython.declare(cython.Py_ssize_t, max(map(len, html5)))
_LONGEST_OPEN = cython.declare(cython.Py_ssize_t, max(len(name) for name in html5 if not name.endswith(";")))
"""The longest name that needs no semicolon."""
# What numbers from 128 to 159 stand for: characters of windows-1252.
_WINDOWS = cython.declare(
    views.Tags,
    np.array(
        [ord(bytes([byte]).decode("cp1252", "ignore") or chr(byte)) for byte in range(128, 160)], dtype=np.uint16
    ).data,
)


_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_SHIFT = cython.declare(cython.int, 54)
_LAST_SLOT = cython.declare(cython.ulonglong, 1023)


def _short_names() -> tuple[np.ndarray[tuple[int], np.dtype[np.uint64]], np.ndarray[tuple[int], np.dtype[np.intp]]]:
    """In each slot a name as a number, and its character: the names of HTML 4, and those that need no semicolon."""
    names, characters = np.zeros(1024, dtype=np.uint64), np.zeros(1024, dtype=np.intp)
    open_names = [name for name in html5 if not name.endswith(";")]
    for name in [*(f"{name};" for name in name2codepoint if len(name) < 8), *open_names]:
        packed = int.from_bytes(name.encode(), "big")
        slot = packed * 0x9E3779B97F4A7C15 % 2**64 >> 54
        while names[slot]:
            slot = (slot + 1) % 1024
        names[slot], characters[slot] = packed, ord(html5[name])
    return names, characters


_TABLES = _short_names()
_SHORT_NAMES = cython.declare(views.Hashes, _TABLES[0].data)
_CHARACTERS = cython.declare(views.Ints, _TABLES[1].data)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_alphanumeric(code: cython.int) -> cython.bint:
    return 97 <= code | 32 <= 122 or 48 <= code <= 57


class ReferenceReader:
    """Reads one reference at a time; ``first`` and ``second`` are the characters it stands for, 0 if there is none.

    >>> reader = ReferenceReader()
    >>> reader.read(memoryview(b"&eacute;s"), 1, 9, False), chr(reader.first)
    (8, 'é')
    """

    def __init__(self) -> None:
        self.first = self.second = 0

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def read(
        self, data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, in_attribute: cython.bint
    ) -> cython.Py_ssize_t:
        """Where the reference ends whose "&" is before a place; -1 if there is none: the "&" is text."""
        stop = min(stop, data.shape[0])
        code: cython.int = data[at] if 0 <= at < stop else 0
        self.second = 0
        if code == _HASH:
            return self._number(data, at + 1, stop)
        if not _is_alphanumeric(code):
            return -1
        # The most frequent ones.
        if at + 3 < stop and data[at + 1] == _M and data[at + 2] == _P and code == _A and data[at + 3] == _SEMICOLON:
            self.first = 38
            return at + 4
        if at + 2 < stop and data[at + 1] == _T and data[at + 2] == _SEMICOLON and (code == _L or code == _G):
            self.first = 60 if code == _L else 62
            return at + 3
        return self._name(data, at, stop, in_attribute)

    def _number(self, data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        number: cython.int = 0
        code: cython.int
        start: cython.Py_ssize_t
        is_hex: cython.bint = at < stop and data[at] | 32 == _X
        at += is_hex
        start = at
        while at < stop:
            code = data[at]
            if 48 <= code <= 57:
                code -= 48
            elif is_hex and 97 <= code | 32 <= 102:
                code = (code | 32) - 87
            else:
                break
            number = min(number * (16 if is_hex else 10) + code, _LAST + 1)
            at += 1
        if at == start:
            return -1
        if number == 0 or number > _LAST or 0xD800 <= number <= 0xDFFF:
            number = _REPLACEMENT
        elif 128 <= number < 160:
            number = _WINDOWS[number - 128]
        self.first = number
        return at + 1 if at < stop and data[at] == _SEMICOLON else at

    def _name(
        self, data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, in_attribute: cython.bint
    ) -> cython.Py_ssize_t:
        end: cython.Py_ssize_t = at
        packed: cython.ulonglong = 0
        while end < stop and end - at < _LONGEST and _is_alphanumeric(data[end]):
            if end - at < 8:
                packed = packed << 8 | data[end]
            end += 1
        if end < stop and data[end] == _SEMICOLON:
            if end - at < 8 and self._is_short_name(packed << 8 | _SEMICOLON):
                return end + 1
            if self._is_known(data, at, end + 1):
                return end + 1
        if end - at > 8:
            end = at + 8
        while end - at > 1:
            if end - at <= _LONGEST_OPEN and self._is_short_name(packed):
                if in_attribute and end < stop and (data[end] == _EQUALS or _is_alphanumeric(data[end])):
                    return -1
                return end
            packed = packed >> 8
            end -= 1
        return -1

    def _is_short_name(self, packed: cython.ulonglong) -> cython.bint:
        """Whether a name, as a number, is in the table of short ones."""
        slot: cython.ulonglong = ((packed * _FACTOR) & _MASK) >> _SHIFT
        while _SHORT_NAMES[slot]:
            if _SHORT_NAMES[slot] == packed:
                self.first = _CHARACTERS[slot]
                return True
            slot = (slot + 1) & _LAST_SLOT
        return False

    def _is_known(self, data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        characters = html5.get(bytes(data[start:stop]).decode())
        if characters is None:
            return False
        self.first = ord(characters[0])
        self.second = ord(characters[1]) if len(characters) > 1 else 0
        return True


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def write_character(out: views.NewBytes, at: cython.Py_ssize_t, code: cython.int) -> cython.Py_ssize_t:
    """Write a character in UTF-8 to a place; return where it ends. Nothing is written if there is no room for 4 bytes.

    >>> out = bytearray(4)
    >>> write_character(memoryview(out), 0, 233), bytes(out[:2]).decode()
    (2, 'é')
    """
    if at < 0 or at > out.shape[0] - 4:
        return at
    if code < 0x80:
        out[at] = code
        return at + 1
    if code < 0x800:
        out[at] = 0xC0 | code >> 6
    elif code < 0x10000:
        out[at] = 0xE0 | code >> 12
        at += 1
        out[at] = 0x80 | code >> 6 & 0x3F
    else:
        out[at] = 0xF0 | code >> 18
        out[at + 1] = 0x80 | code >> 12 & 0x3F
        at += 2
        out[at] = 0x80 | code >> 6 & 0x3F
    out[at + 1] = 0x80 | code & 0x3F
    return at + 2
