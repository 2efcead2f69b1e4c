"""What a flattener knows of the names of elements: a table of names, and the namespaces of elements."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core import flat_tables, views

if TYPE_CHECKING:
    import numpy.typing as npt

_SVG = cython.declare(cython.int, flat_tables.SVG)
_MATH = cython.declare(cython.int, flat_tables.MATH)
_SVG_INTEGRATION = cython.declare(cython.int, flat_tables.SVG_INTEGRATION)
_MATH_INTEGRATION = cython.declare(cython.int, flat_tables.MATH_INTEGRATION)
_ANNOTATION = cython.declare(cython.int, flat_tables.ANNOTATION)
_STAYS_IN_MATH = cython.declare(cython.int, flat_tables.STAYS_IN_MATH)

# Namespaces of open elements. In an integration point of SVG or MathML there is HTML.
IN_HTML = 0
_IN_HTML = cython.declare(cython.int, 0)
_IN_SVG = cython.declare(cython.int, 1)
_IN_MATH = cython.declare(cython.int, 2)
_IN_POINT = cython.declare(cython.int, 3)
_IN_MATH_POINT = cython.declare(cython.int, 4)
_IN_ANNOTATION = cython.declare(cython.int, 5)

_SLOTS = cython.declare(cython.Py_ssize_t, flat_tables.SLOTS)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HASH_START = cython.declare(cython.ulonglong, 0xCBF29CE484222325)
_HASH_FACTOR = cython.declare(cython.ulonglong, 0x100000001B3)
LAST_NUMBER = 0xFFFF
"""The largest tag number."""
_LAST_NUMBER = cython.declare(cython.Py_ssize_t, LAST_NUMBER)


class Names:
    """A table of names that was checked, in memory of its own.

    >>> table = flat_tables.name_table({"p": 1, "br": 2}, {"br": flat_tables.VOID})
    >>> names = Names(table)
    >>> names.find(memoryview(b"<br>"), 1, 3), names.number_with(flat_tables.VOID, 0)
    (1, 2)
    """

    def __init__(self, table: flat_tables.NameTable) -> None:
        self.slots, self.bytes, self.starts = _copy(table.slots), _copy(table.bytes), _copy(table.starts)
        self.numbers, self.flags = _copy(table.numbers), _copy(table.flags)
        count: cython.Py_ssize_t = self.numbers.shape[0]
        used: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        is_valid: cython.bint = (
            self.slots.shape[0] == _SLOTS and self.flags.shape[0] == count and self.starts.shape[0] == count + 1
        )
        if is_valid:
            is_valid = self.starts[0] == 0 and self.starts[count] <= self.bytes.shape[0]
            for i in range(count):
                if self.starts[i + 1] < self.starts[i] or self.numbers[i] < -1 or self.numbers[i] > _LAST_NUMBER:
                    is_valid = False
            for i in range(_SLOTS):
                used += self.slots[i] != 0
                if self.slots[i] < 0 or self.slots[i] > count:
                    is_valid = False
        # Places are in the table, and a slot is free.
        if not is_valid or used > count:
            raise ValueError("the table is not valid")

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The place of the name that is between start and stop; -1 if it is not in the table."""
        total: cython.ulonglong = _HASH_START
        i: cython.Py_ssize_t
        if start < 0 or stop > data.shape[0]:
            return -1
        for i in range(start, stop):
            total = ((total ^ data[i]) * _HASH_FACTOR) & _MASK
        mask: cython.Py_ssize_t = _SLOTS - 1
        slot: cython.Py_ssize_t = total & mask
        place: cython.Py_ssize_t
        first: cython.Py_ssize_t
        while self.slots[slot]:
            place = self.slots[slot] - 1
            first = self.starts[place]
            if self.starts[place + 1] - first == stop - start:
                i = 0
                while i < stop - start and self.bytes[first + i] == data[start + i]:
                    i += 1
                if i == stop - start:
                    return place
            slot = (slot + 1) & mask
        return -1

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def flags_at(self, place: cython.Py_ssize_t) -> cython.int:
        """What is known of the name at a place; nothing of none."""
        return self.flags[place] if 0 <= place < self.flags.shape[0] else 0

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def number_at(self, place: cython.Py_ssize_t) -> cython.int:
        """The number of the name at a place; -1 if it has none."""
        return self.numbers[place] if 0 <= place < self.numbers.shape[0] else -1

    def number_with(self, flag: cython.int, default: cython.int) -> int:
        """The number of the first name with a flag."""
        i: cython.Py_ssize_t
        for i in range(self.flags.shape[0]):
            if self.flags[i] & flag:
                return int(self.numbers[i])
        return int(default)


def _copy(values: npt.NDArray[np.intp] | npt.NDArray[np.uint8]) -> Any:  # noqa: ANN401 - memory with a type
    return np.array(values).data


_last: list[tuple[flat_tables.NameTable, Names]] = []
"""The table that was checked last."""


def checked_names(table: flat_tables.NameTable) -> Names:
    """The names of a table; a table is checked once if it is the same as the last time."""
    for known, names in _last:
        if known is table:
            return names
    names = Names(table)
    _last[:] = [(table, names)]
    return names


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def space_of(flags: cython.int, above: cython.int, is_html_annotation: cython.bint) -> cython.int:
    """The namespace of an element with these flags in an element of a namespace (HTML standard, 13.2.6).

    ``is_html_annotation``: whether it is an annotation of a formula that contains HTML.

    >>> space_of(flat_tables.SVG, IN_HTML, False), space_of(flat_tables.SVG_INTEGRATION, 1, False)
    (1, 3)
    """
    space: cython.int = above
    if above == _IN_HTML or above == _IN_POINT or above == _IN_MATH_POINT:
        if flags & _SVG:
            space = _IN_SVG
        elif flags & _MATH or (above == _IN_MATH_POINT and flags & _STAYS_IN_MATH):
            space = _IN_MATH
        else:
            return _IN_HTML
    elif above == _IN_ANNOTATION:
        space = _IN_SVG if flags & _SVG else _IN_MATH
    if space == _IN_SVG and flags & _SVG_INTEGRATION:
        return _IN_POINT
    if space == _IN_MATH and flags & _MATH_INTEGRATION:
        return _IN_MATH_POINT
    if space == _IN_MATH and flags & _ANNOTATION:
        return _IN_POINT if is_html_annotation else _IN_ANNOTATION
    return space
