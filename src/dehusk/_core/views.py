"""Arrays as arguments and results of the functions of this package.

A function that takes arrays is decorated with :func:`checked`, and its array arguments are annotated with a name of
this module. Compiled, these names are types of contiguous memory (``views.pxd``): another type, order or number of
dimensions is an error, and elements are read without bounds checks, so a function checks each index that comes from an
array. Not compiled, the decorator makes the same checks and gives the function memoryviews, whose items are Python's
own numbers.

Results are new arrays. The names with ``New`` are for those (``view: views.NewInts = array.data``), and for the few
arguments that are written to: the matrix of features, to which each group of features adds its columns, and the states
of a network. :func:`find_byte` and :func:`copy_bytes` are functions of the C library in compiled code, :func:`char_at`
is that of Python. :func:`utf8` and :func:`narrow` are loops over the items of a string.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.intp]
Bytes = npt.NDArray[np.uint8] | npt.NDArray[np.bool_]
Tags = npt.NDArray[np.uint16]
Floats = npt.NDArray[np.float64]
Floats32 = npt.NDArray[np.float32]
Bits = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
# Memory that is written: not checked by type checkers.
NewInts = Any
NewBytes = Any
NewTags = Any
NewFloats = Any
NewFloats32 = Any
NewBits = Any
NewHashes = Any

_TYPES: dict[str, tuple[type[np.generic], ...]] = {
    "Ints": (np.intp,),
    "Bytes": (np.uint8, np.bool_),
    "Tags": (np.uint16,),
    "Floats": (np.float64,),
    "Floats32": (np.float32,),
    "Bits": (np.int64,),
    "Hashes": (np.uint64,),
}

Function = TypeVar("Function", bound=Callable[..., Any])


def align(view: object) -> None:
    """Check, in compiled code, that the items of an array are where the processor can read them."""


align_new = align


def memory(values: Any) -> Any:  # noqa: ANN401 - for type checkers, items are not numbers
    """The memory of bytes or of an array.

    >>> memory(b"tea")[0]
    116
    """
    return memoryview(values)


def find_byte(data: Bytes, at: int, stop: int, code: int) -> int:
    """Where the next byte with this value is, from ``at`` on; ``stop`` if there is none before it.

    >>> find_byte(memoryview(b"tea"), 0, 3, 97), find_byte(memoryview(b"tea"), 0, 2, 97)
    (2, 2)
    """
    while at < stop and data[at] != code:
        at += 1
    return at


def find_code(data: Bytes, at: int, stop: int, code: int) -> int:
    """As :func:`find_byte`, faster where the byte is near, as in the names of attributes.

    >>> find_code(memoryview(b"tea"), 0, 3, 97), find_code(memoryview(b"tea"), 0, 2, 97)
    (2, 2)
    """
    return find_byte(data, at, stop, code)


def count_byte(data: Bytes, code: int) -> int:
    """How many bytes have this value.

    >>> count_byte(memoryview(b"tea tea"), 116)
    2
    """
    return bytes(data).count(code)


_MARKUP = re.compile(rb"[<&\r\0]")


def find_markup(data: Bytes, at: int, stop: int) -> int:
    """Where the next byte is that is more than text in a document (``<``, ``&``, a carriage return, NUL); or ``stop``.

    >>> find_markup(memoryview(b"tea & milk"), 0, 10)
    4
    """
    found = _MARKUP.search(memory(data), at, stop)
    return found.start() if found else stop


_MARK = re.compile(rb" (?:it|pr|re)")


def has_mark(data: Bytes, start: int, stop: int) -> bool:
    """Whether a space is followed by ``it``, ``pr`` or ``re``, as are the names of attributes that mark metadata.

    >>> has_mark(memoryview(b' id="a" rel="b"'), 0, 15), has_mark(memoryview(b" tea"), 0, 4)
    (True, False)
    """
    return _MARK.search(memory(data), start, stop) is not None


def find_wide(data: Bytes, at: int, stop: int) -> int:
    """Where the next byte is that is not ASCII, from ``at`` on; ``stop`` if there is none before it.

    >>> find_wide(memoryview("thé".encode()), 0, 4)
    2
    """
    while at < stop and data[at] < 0x80:
        at += 1
    return at


_ATTRIBUTE = re.compile(rb' [a-z0-9_:.@-]+="')


def attribute_value(data: Bytes, at: int, stop: int) -> int:
    """Where the value of an attribute starts that is written like `` class="tea"`` from a place on; -1 if it is not.

    >>> attribute_value(memoryview(b'<p class="tea">'), 2, 15), attribute_value(memoryview(b"<p CLASS=tea>"), 2, 13)
    (10, -1)
    """
    found = _ATTRIBUTE.match(memory(data), at, stop)
    return found.end() if found else -1


_CHANGED = re.compile(rb"(&)|[<>\r\0\xc2]")


def changed_signs(data: Bytes, start: int, stop: int) -> int:
    """Which bytes are there that a parser and its serialiser may change: 1 for an ampersand, plus 2 for any other.

    Others are signs that are escaped, carriage returns and NUL; also the first byte of the no-break space.

    >>> changed_signs(memoryview(b"tea & milk"), 0, 10), changed_signs(memoryview(b"a > b"), 0, 5)
    (1, 2)
    """
    found = {match[1] is None for match in _CHANGED.finditer(memory(data)[start:stop])}
    return (False in found) + 2 * (True in found)


def char_at(text: str, at: int) -> int:
    """The code of a character; the place must be in the text.

    >>> char_at("tea", 2)
    97
    """
    return ord(text[at])


def utf8(text: str) -> bytes:
    """The text in UTF-8; raises UnicodeEncodeError if it has a surrogate.

    >>> utf8("Thé")
    b'Th\\xc3\\xa9'
    """
    return text.encode()


def narrow(text: str) -> bytes:
    """One byte per character: its code, or 255 if that is larger.

    >>> narrow("Té 茶")
    b'T\\xe9 \\xff'
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return bytes(np.minimum(codes, 255).astype(np.uint8))


def part(data: Bytes, start: int, stop: int) -> bytes:
    """The bytes from ``start`` to ``stop``, which must be in the data.

    >>> part(memoryview(b"green tea"), 6, 9)
    b'tea'
    """
    return bytes(data[start:stop])


def decoded(data: Bytes, start: int, stop: int) -> str:
    """The text in UTF-8 from ``start`` to ``stop``, which must be in the data.

    >>> decoded(memoryview("Thé".encode()), 1, 4)
    'hé'
    """
    return bytes(data[start:stop]).decode("utf-8", "replace")


def copy_bytes(out: NewBytes, place: int, data: Bytes, start: int, stop: int) -> None:
    """Copy the bytes from ``start`` to ``stop`` to a place, where there must be room for them.

    >>> out = bytearray(4)
    >>> copy_bytes(memoryview(out), 1, memoryview(b"tea"), 1, 3)
    >>> out
    bytearray(b'\\x00ea\\x00')
    """
    if stop > start:
        out[place : place + stop - start] = data[start:stop]


def same_bytes(data: Bytes, one: int, other: int, count: int) -> bool:
    """Whether the same bytes are at two places.

    >>> data = memoryview(bytearray(b"tea, tea."))
    >>> same_bytes(data, 0, 5, 3), same_bytes(data, 0, 5, 4)
    (True, False)
    """
    return bool(data[one : one + count] == data[other : other + count])


def checked(function: Function) -> Function:
    """The function itself if it is compiled; else one that refuses the same arrays and gets memoryviews.

    >>> def first(values):
    ...     return values[0]
    >>> first.__annotations__["values"] = "views.Ints"
    >>> checked(first)(np.array([5, 6]))
    5
    >>> checked(first)(np.array([5.0, 6.0]))
    Traceback (most recent call last):
    ValueError: values has items of type float64, not int64
    """
    if not isinstance(function, FunctionType):
        return function
    signature = inspect.signature(function)
    kinds = {name: str(parameter.annotation).removeprefix("views.") for name, parameter in signature.parameters.items()}

    @wraps(function)
    def call(*args: object) -> object:
        given = signature.bind(*args).arguments
        return function(*[_view(name, kinds[name], value) for name, value in given.items()])

    return cast("Function", call)


def _view(name: str, kind: str, value: object) -> object:
    if kind == "str" and not isinstance(value, str):
        raise TypeError(f"{name} is not a string")
    if kind == "cython.Py_ssize_t" and not isinstance(value, int):
        raise TypeError(f"{name} is not an integer")
    if kind == "BlockColumns" and type(value).__name__ != kind:
        raise TypeError(f"{name} is not of the type {kind}")
    if kind == "cython.double" and not isinstance(value, int | float):
        raise TypeError(f"{name} is not a number")
    if kind.removeprefix("New") not in _TYPES:
        return value
    types = _TYPES[kind.removeprefix("New")]
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{name} is not an array")
    if value.dtype not in types:
        raise ValueError(f"{name} has items of type {value.dtype}, not {np.dtype(types[0])}")
    if not (value.flags.c_contiguous and value.flags.aligned and value.ndim == 1):
        raise ValueError(f"{name} is not a contiguous array of one dimension")
    if kind.startswith("New") and not value.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return value.data
