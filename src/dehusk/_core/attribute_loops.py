"""Loops over the attributes of rows, which are kept as they are serialised: `` class="tea" id="t1"``."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

    Attributes = tuple[tuple[str, str | None], ...]

_SPACE = cython.declare(cython.int, 32)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_AMPERSAND = cython.declare(cython.int, 38)
_CAPITAL_A = cython.declare(cython.int, 65)
_CAPITAL_Z = cython.declare(cython.int, 90)
_LAST_BIT = cython.declare(cython.ulonglong, 1 << 63)


@cython.ccall
def unescape(value: bytes) -> str:
    """The text of an attribute value or of an element as it is serialised.

    >>> unescape(b"milk &amp;amp; tea&nbsp;&lt;3")
    'milk &amp; tea\\xa0<3'
    """
    if b"&" in value:
        for escaped, sign in ((b"&nbsp;", b"\xc2\xa0"), (b"&lt;", b"<"), (b"&gt;", b">"), (b"&quot;", b'"')):
            value = value.replace(escaped, sign)
        value = value.replace(b"&amp;", b"&")
    return value.decode("utf-8", "replace")


@cython.cfunc
def _text(data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> str:
    """The text of an attribute value between two places."""
    if views.find_byte(data, start, stop, _AMPERSAND) < stop:
        return unescape(views.part(data, start, stop))
    return views.decoded(data, start, stop)


@cython.cfunc
def check_spans(data: views.Bytes, start: views.Ints, stop: views.Ints) -> cython.bint:
    """Check that the attributes of each row are within the data."""
    views.align(start)
    views.align(stop)
    row: cython.Py_ssize_t
    if start.shape[0] != stop.shape[0]:
        raise ValueError(f"stop has {stop.shape[0]} items, not {start.shape[0]}")
    for row in range(start.shape[0]):
        if start[row] < 0 or stop[row] > data.shape[0]:
            raise IndexError(f"the attributes of row {row} are from {start[row]} to {stop[row]}")
    return True


def decode(source: bytes) -> Attributes:
    """All attributes of a tag: (name, value) pairs in the order of the source; None for an empty value.

    >>> decode(b' class="tea" hidden=""')
    (('class', 'tea'), ('hidden', None))
    """
    found = []
    at: cython.Py_ssize_t = 1
    size: cython.Py_ssize_t = len(source)
    middle: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    while at < size:
        # A name can start with an equals sign, and have none after that.
        middle = at + 1
        while middle < size and source[middle] != _EQUALS:
            middle += 1
        if middle >= size:
            break
        stop = source.find(b'"', middle + 2)
        if stop < 0:
            stop = size
        found.append((source[at:middle].decode("utf-8", "replace"), unescape(source[middle + 2 : stop]) or None))
        at = stop + 2
    return tuple(found)


@views.checked
def named_values(
    source: bytes, start: views.Ints, stop: views.Ints, rows: list[int], names: dict[bytes, str]
) -> list[dict[str, str | None]]:
    """Of each of some rows, the attributes with some names: their values, None for an empty one.

    ``names``: each as it is serialised -> as it is in the result.

    >>> named_values(b' class="tea" alt="" id="t"', np.array([0]), np.array([26]), [0], {b"alt": "alt", b"id": "id"})
    [{'alt': None, 'id': 't'}]
    """
    if (type(source), type(rows), type(names)) != (bytes, list, dict):
        raise TypeError("source must be bytes, rows a list, names a dict")
    data: views.Bytes = views.memory(source)
    views.align(start)
    views.align(stop)
    feature_steps.check_length("stop", stop.shape[0], start.shape[0])
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    value: cython.Py_ssize_t
    found = []
    for row in rows:
        if not 0 <= row < start.shape[0]:
            raise IndexError(f"row {row} is not one of {start.shape[0]}")
        at = start[row]
        last = stop[row]
        if at < 0 or last > data.shape[0]:
            raise IndexError(f"the attributes of row {row} are from {at} to {last}")
        values: dict[str, str | None] = {}
        while at < last and data[at] == _SPACE:
            begin = at + 1
            middle = views.find_byte(data, begin + 1, last, _EQUALS)
            value = min(last, middle + 2)
            at = views.find_byte(data, value, last, _QUOTE)
            name = names.get(views.part(data, begin, middle))
            if name is not None:
                values[name] = _text(data, value, at) if value < at else None
            at += 1
        found.append(values)
    return found


def encode_pairs(pairs: Iterable[tuple[str, str | None]]) -> bytes:
    """The reverse of :func:`decode`.

    >>> encode_pairs([("class", "tea"), ("title", 'a "b"'), ("hidden", None)])
    b' class="tea" title="a &quot;b&quot;" hidden=""'
    """
    return "".join([f' {name}="{escape(value or "").replace(chr(34), "&quot;")}"' for name, value in pairs]).encode()


def escape(text: str) -> str:
    """Text as it is serialised, between tags.

    >>> escape("milk & tea <3")
    'milk &amp; tea &lt;3'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\xa0", "&nbsp;")


@cython.cfunc
@cython.exceptval(check=False)
def is_one_of(data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, words: views.Bytes) -> cython.bint:
    """Whether what is between two places is one of some words, each with a zero after it."""
    i: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    while i < words.shape[0]:
        at = start
        while at < stop and i < words.shape[0] and words[i] and data[at] == words[i]:
            at += 1
            i += 1
        if at == stop and (i == words.shape[0] or words[i] == 0):
            return True
        i = views.find_code(words, i, words.shape[0], 0) + 1
    return False


@views.checked
def find_named(data: views.Bytes, start: views.Ints, stop: views.Ints, names: views.Bytes) -> npt.NDArray[np.intp]:
    """Where the attributes with some names are: one line each with the row, and the starts and stops of name and value.

    ``names``: each with a zero after it.

    >>> data, names = (np.frombuffer(each, dtype=np.uint8) for each in (b' class="tea" id="t1"', b"id\\0name\\0"))
    >>> find_named(data, np.array([0]), np.array([20]), names).tolist()
    [[0, 13, 15, 17, 19]]
    """
    check_spans(data, start, stop)
    begins = np.zeros(256, dtype=np.uint8)
    may_begin: views.NewBytes = begins.data
    rows: cython.Py_ssize_t = start.shape[0]
    count: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = 256
    table = np.empty((room, 5), dtype=np.intp)
    line: views.NewInts = table.reshape(-1).data
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    name: cython.Py_ssize_t
    value: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    last: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(names.shape[0]):
        if i == 0 or names[i - 1] == 0:
            may_begin[names[i]] = True
    for row in range(rows):
        at = start[row]
        last = stop[row]
        while at < last and data[at] == _SPACE:
            name = at + 1
            middle = views.find_code(data, name + 1, last, _EQUALS)
            value = min(last, middle + 2)
            at = views.find_byte(data, value, last, _QUOTE)
            if may_begin[data[name] if name < last else 0] and is_one_of(data, name, middle, names):
                if count == room:
                    room *= 2
                    table = np.resize(table, (room, 5))
                    line = table.reshape(-1).data
                line[5 * count] = row
                line[5 * count + 1] = name
                line[5 * count + 2] = middle
                line[5 * count + 3] = value
                line[5 * count + 4] = at
                count += 1
            at += 1
    return table[:count]


@views.checked
def metadata_marks(
    source: bytes, start: views.Ints, stop: views.Ints
) -> tuple[list[tuple[int, str]], list[tuple[int, str]], list[tuple[int, str]], list[int]]:
    """The rows with an itemprop, rel or property attribute, each with its value, and those with itemscope.

    Of rel, only values with "author" or "license" in any case.

    >>> source = b' rel="Author" itemscope="" rel="next" itemprop="name"'
    >>> metadata_marks(source, np.array([0, 26, 37]), np.array([26, 37, 53]))
    ([(2, 'name')], [(0, 'Author')], [], [0])
    """
    if not isinstance(source, bytes):
        raise TypeError("source is not bytes")
    data: views.Bytes = views.memory(source)
    check_spans(data, start, stop)
    itemprops: list[tuple[int, str]] = []
    rels: list[tuple[int, str]] = []
    properties: list[tuple[int, str]] = []
    itemscopes: list[int] = []
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    name: cython.Py_ssize_t
    value: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    last: cython.Py_ssize_t
    first: cython.int
    found: bytes
    for row in range(start.shape[0]):
        at = start[row]
        last = stop[row]
        if not views.has_mark(data, at, last):  # most rows
            continue
        while at < last and data[at] == _SPACE:
            name = at + 1
            middle = views.find_code(data, name + 1, last, _EQUALS)
            value = min(last, middle + 2)
            at = views.find_byte(data, value, last, _QUOTE)
            first = data[name] if name < last else 0
            # By the first letter (i, p, r), as most names are others.
            if first == 105 or first == 112 or first == 114:
                found = source[name:middle]
                if found == b"itemscope":
                    itemscopes.append(row)
                elif value < at and found == b"itemprop":
                    itemprops.append((row, unescape(source[value:at])))
                elif value < at and found == b"property":
                    properties.append((row, unescape(source[value:at])))
                elif value < at and found == b"rel":
                    found = source[value:at].lower()
                    if b"author" in found or b"license" in found:
                        rels.append((row, unescape(source[value:at])))
            at += 1
    return itemprops, rels, properties, itemscopes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value_start(
    data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, name: views.Bytes
) -> cython.Py_ssize_t:
    """Where the value of an attribute starts, of those from ``at`` to ``stop``; -1 if there is none with this name."""
    size: cython.Py_ssize_t = name.shape[0]
    value: cython.Py_ssize_t
    while at < stop and data[at] == _SPACE:
        value = views.find_byte(data, min(at + 2, stop), stop, _EQUALS) + 2
        if value > stop:
            break
        if value - at == size + 3 and _is_word(data, at + 1, name):
            return value
        at = views.find_byte(data, value, stop, _QUOTE) + 1
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def contains_word(
    data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, word: views.Bytes, first: cython.int
) -> cython.bint:
    """Whether a word in lower case is between two places, in any case but that of its first letter: ``first``."""
    stop -= word.shape[0] - 1
    at = views.find_byte(data, at, stop, first)
    while at < stop:
        if _is_word(data, at, word):
            return True
        at = views.find_byte(data, at + 1, stop, first)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_word(data: views.Bytes, at: cython.Py_ssize_t, word: views.Bytes) -> cython.bint:
    """Whether a word in lower case is at a place, whatever its case."""
    i: cython.Py_ssize_t
    code: cython.int
    for i in range(word.shape[0]):
        code = data[at + i]
        if _CAPITAL_A <= code <= _CAPITAL_Z:
            code += 32
        if code != word[i]:
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def begins_with_word(
    data: views.Bytes, at: cython.Py_ssize_t, last: cython.Py_ssize_t, words: views.Bytes
) -> cython.bint:
    """Whether one of some words, each with a zero after it, is at a place; the case of letters is ignored."""
    i: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t
    code: cython.int
    while i < words.shape[0]:
        place = at
        while i < words.shape[0] and words[i]:
            code = data[place] if place < last else 0
            if _CAPITAL_A <= code <= _CAPITAL_Z:
                code += 32
            if code != words[i]:
                break
            i += 1
            place += 1
        if i == words.shape[0] or words[i] == 0:
            return True
        while i < words.shape[0] and words[i]:
            i += 1
        i += 1
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _mark_letter(masks: views.NewHashes, letter: cython.int, bit: cython.ulonglong) -> cython.void:
    """Set a bit for a letter in lower case and for its capital; for all codes if there is no letter."""
    code: cython.int
    if letter == 0:
        for code in range(256):
            masks[code] |= bit
    masks[letter] |= bit
    if _CAPITAL_A <= letter - 32 <= _CAPITAL_Z:
        masks[letter - 32] |= bit


@views.checked
def find_words(data: views.Bytes, start: views.Ints, stop: views.Ints, words: views.Bytes) -> npt.NDArray[np.intp]:
    """The spans that contain one of some words: in lower case, each with a zero after it. The case in data is ignored.

    >>> data, words = (np.frombuffer(each, dtype=np.uint8) for each in (b"Tea, MILK", b"milk\\0tee\\0"))
    >>> find_words(data, np.array([0, 5]), np.array([4, 9]), words).tolist()
    [1]
    """
    check_spans(data, start, stop)
    # For each code, the words whose first, second or third letter it may be, one bit per word.
    first: views.NewHashes = np.zeros(256, dtype=np.uint64).data
    second: views.NewHashes = np.zeros(256, dtype=np.uint64).data
    third: views.NewHashes = np.zeros(256, dtype=np.uint64).data
    bit: cython.ulonglong = 1
    i: cython.Py_ssize_t = 0
    while i < words.shape[0]:
        if words[i]:
            _mark_letter(first, words[i], bit)
            i = min(i + 1, words.shape[0])
            _mark_letter(second, words[i] if i < words.shape[0] else 0, bit)
            i += i < words.shape[0] and words[i] != 0
            _mark_letter(third, words[i] if i < words.shape[0] else 0, bit)
        i = views.find_code(words, i, words.shape[0], 0) + 1
        bit = bit << 1 if bit < _LAST_BIT else 1
    count: cython.Py_ssize_t = 0
    found = np.empty(start.shape[0], dtype=np.intp)
    out: views.NewInts = found.data
    may_begin: cython.ulonglong
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t
    for i in range(start.shape[0]):
        at = start[i]
        last = stop[i]
        while at < last:
            if at + 2 >= last:
                may_begin = first[data[at]] & second[data[at + 1] if at + 1 < last else 0] & third[0]
            else:
                may_begin = first[data[at]] & second[data[at + 1]] & third[data[at + 2]]
            if may_begin and begins_with_word(data, at, last, words):
                out[count] = i
                count += 1
                break
            at += 1
    return found[:count]
