"""What the class, id, role and itemprop attributes of rows say, by the words in their values."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk._core import attribute_loops, feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

_SPACE = cython.declare(cython.int, 32)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_AMPERSAND = cython.declare(cython.int, 38)
_SEMICOLON = cython.declare(cython.int, 59)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_HASH_START = cython.declare(cython.ulonglong, 0xCBF29CE484222325)
_HASH_FACTOR = cython.declare(cython.ulonglong, 0x100000001B3)
_KNOWN_VALUES = cython.declare(cython.Py_ssize_t, 256)  # a power of two
BEGINS_PAIR = 1 << 62
"""In the table of words: the bit of words with which a pair of words begins."""
_BEGINS_PAIR = cython.declare(cython.longlong, BEGINS_PAIR)


def hash_of(word: bytes) -> int:
    """The number by which the loops of this module find a word (FNV-1a).

    >>> hash_of(b"tea") == hash_of(b"tea"), hash_of(b"tea") == hash_of(b"ate")
    (True, False)
    """
    total = 0xCBF29CE484222325
    for code in word:
        total = ((total ^ code) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


_CLASS = cython.declare(cython.ulonglong, hash_of(b"class"))
_ID = cython.declare(cython.ulonglong, hash_of(b"id"))
_ROLE = cython.declare(cython.ulonglong, hash_of(b"role"))
_ITEMPROP = cython.declare(cython.ulonglong, hash_of(b"itemprop"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hash(data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.ulonglong:
    total: cython.ulonglong = _HASH_START
    i: cython.Py_ssize_t
    for i in range(start, stop):
        total = ((total ^ data[i]) * _HASH_FACTOR) & _MASK
    return total


@views.checked
def class_names(
    data: views.Bytes,
    start: views.Ints,
    stop: views.Ints,
    words: views.Hashes,
    meanings: views.Bits,
    number_bit: cython.longlong,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp]]:
    """What the class, id, role and itemprop attributes of each row say.

    Returns the bits of the words in their values, of pairs of words that follow each other, and of a number of three
    digits; and a number for the first word of the class without digits at its end, from 1 in the order of the first
    ones, 0 if nothing is left of it.
    ``words`` and ``meanings``: a table by hash, with a number of slots that is a power of two (:func:`word_table`).
    """
    attribute_loops.check_spans(data, start, stop)
    views.align(words)
    views.align(meanings)
    slots: cython.Py_ssize_t = words.shape[0]
    rows: cython.Py_ssize_t = start.shape[0]
    if slots < 2 or slots & (slots - 1) or meanings.shape[0] != slots:
        raise ValueError("the table of words is not valid")
    row: cython.Py_ssize_t
    found = np.zeros(rows, dtype=np.int64)
    bits: views.NewBits = found.data
    kind: views.NewHashes = np.zeros(rows, dtype=np.uint64).data
    # Values of classes: where one starts and stops, its bits, its kind. Most are those of a row before.
    known: views.NewHashes = np.zeros(4 * _KNOWN_VALUES, dtype=np.uint64).data
    place: cython.Py_ssize_t
    at: cython.Py_ssize_t
    name: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    value: cython.Py_ssize_t
    last: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows):
            at = start[row]
            last = stop[row]
            while at < last and data[at] == _SPACE:
                name = at + 1
                middle = views.find_code(data, name + 1, last, _EQUALS)
                value = min(last, middle + 2)
                at = views.find_byte(data, value, last, _QUOTE)
                if not _is_class_name(data, name, min(last, middle)):
                    pass
                elif middle - name != 5:
                    bits[row] |= _name_bits(data, value, at, words, meanings, number_bit)
                elif value < at:
                    place = _known_place(data, value, at)
                    if not _is_known(data, value, at, known, place):
                        known[place] = value
                        known[place + 1] = at
                        known[place + 2] = _name_bits(data, value, at, words, meanings, number_bit)
                        known[place + 3] = _kind(data, value, at)
                    bits[row] |= known[place + 2]
                    kind[row] = known[place + 3]
                at += 1
    return found, _numbered(kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _known_place(data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where in the table of known values one may be, by its length and three of its bytes."""
    mixed: cython.Py_ssize_t = stop - start + 7 * data[start] + 31 * data[(start + stop) // 2] + 101 * data[stop - 1]
    return 4 * (mixed & (_KNOWN_VALUES - 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_known(
    data: views.Bytes,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    known: views.NewHashes,
    place: cython.Py_ssize_t,
) -> cython.bint:
    """Whether a value, which is not empty, is the one at a place of the table of known values."""
    first: cython.Py_ssize_t = known[place]
    last: cython.Py_ssize_t = known[place + 1]
    return last - first == stop - start and views.same_bytes(data, first, start, stop - start)


@cython.cfunc
def _numbered(keys: views.NewHashes) -> Any:  # noqa: ANN401 - an array
    """A number for each key, the same for equal keys, from 1 in the order of the first ones; 0 for the key 0."""
    rows: cython.Py_ssize_t = keys.shape[0]
    row: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    slots: cython.Py_ssize_t = 64
    count: cython.Py_ssize_t = 0
    for row in range(rows):
        count += keys[row] != 0
    while slots < 2 * count:
        slots *= 2
    numbers = np.zeros(rows, dtype=np.intp)
    number: views.NewInts = numbers.data
    # In each slot, 1 more than the first row with a key.
    first: views.NewInts = np.zeros(slots, dtype=np.intp).data
    count = 0
    with cython.nogil:
        for row in range(rows):
            if keys[row] == 0:
                continue
            slot = feature_steps.mixed(keys[row]) & (slots - 1)
            while first[slot] and keys[first[slot] - 1] != keys[row]:
                slot = (slot + 1) & (slots - 1)
            if first[slot]:
                number[row] = number[first[slot] - 1]
            else:
                first[slot] = row + 1
                count += 1
                number[row] = count
    return numbers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_class_name(data: views.Bytes, name: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Whether a name is one of class, id, role and itemprop."""
    length: cython.Py_ssize_t = stop - name
    first: cython.int = data[name] if length > 0 else 0
    number: cython.ulonglong
    # By the first letter, as most names are others.
    if not (
        (length == 5 and first == 99)
        or ((length == 2 or length == 8) and first == 105)
        or (length == 4 and first == 114)
    ):
        return False
    number = _hash(data, name, stop)
    return number == _CLASS or number == _ID or number == _ROLE or number == _ITEMPROP


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kind(data: views.Bytes, at: cython.Py_ssize_t, last: cython.Py_ssize_t) -> cython.ulonglong:
    """A number for the first word of a value, without digits at its end; 0 if nothing is left of it."""
    stop: cython.Py_ssize_t
    while at < last and data[at] <= 32:
        at += 1
    stop = views.find_code(data, at, last, _SPACE)
    while stop > at and 48 <= data[stop - 1] <= 57:
        stop -= 1
    return _hash(data, at, stop) if stop > at else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _name_bits(
    data: views.Bytes,
    start: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    words: views.Hashes,
    meanings: views.Bits,
    number_bit: cython.longlong,
) -> cython.longlong:
    """The bits of one value: words end at a change of case, a digit or a sign, as in "articleBody"."""
    bits: cython.longlong = 0
    digits: cython.int = 0
    stop: cython.Py_ssize_t
    # The word before, if a pair of words begins with it.
    before: cython.ulonglong = 0
    number: cython.ulonglong
    meaning: cython.longlong
    code: cython.int
    while start < last:
        stop = start
        number = _HASH_START
        while stop < last and 65 <= data[stop] <= 90:
            number = ((number ^ data[stop]) * _HASH_FACTOR) & _MASK
            stop += 1
        if stop - start > 1 and stop < last and 97 <= data[stop] <= 122:
            stop -= 1  # the last capital of "HTMLBody" begins the next word
            number = _hash(data, start, stop)
        elif stop - start < 2:
            while stop < last and 97 <= data[stop] <= 122:
                number = ((number ^ data[stop]) * _HASH_FACTOR) & _MASK
                stop += 1
        if stop == start:
            code = data[stop]
            digits = digits + 1 if 48 <= code <= 57 else 0
            if digits == 3:
                bits |= number_bit
            if code == _AMPERSAND:
                # An escaped sign.
                stop = views.find_code(data, stop, last, _SEMICOLON)
            start = stop + 1
            continue
        digits = 0
        meaning = _meaning(number, words, meanings)
        bits |= meaning
        if before:
            bits |= _meaning(_pair(before, number), words, meanings)
        before = number if meaning & _BEGINS_PAIR else 0
        start = stop
    return bits & ~_BEGINS_PAIR


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(first: cython.ulonglong, second: cython.ulonglong) -> cython.ulonglong:
    return ((first * _HASH_FACTOR) & _MASK) ^ second


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _meaning(number: cython.ulonglong, words: views.Hashes, meanings: views.Bits) -> cython.longlong:
    mask: cython.Py_ssize_t = words.shape[0] - 1
    slot: cython.Py_ssize_t = number & mask
    i: cython.Py_ssize_t
    for i in range(words.shape[0]):  # a table without a free slot ends here, too
        if words[slot] == number:
            return meanings[slot]
        if words[slot] == 0:
            return 0
        slot = (slot + 1) & mask
    return 0


def word_table(
    words: dict[str, int], pairs: dict[tuple[str, str], int]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """The table of words that :func:`class_names` takes, with the bits of each word and of each pair of words."""
    bits = {hash_of(word.encode()): value for word, value in words.items()}
    for (first, second), value in pairs.items():
        number = (hash_of(first.encode()) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF) ^ hash_of(second.encode())
        bits[number] = bits.get(number, 0) | value
        begins = hash_of(first.encode())
        bits[begins] = bits.get(begins, 0) | BEGINS_PAIR
    slots = 16
    while slots < 4 * len(bits):
        slots *= 2
    table, meanings = np.zeros(slots, dtype=np.uint64), np.zeros(slots, dtype=np.int64)
    for number, value in bits.items():
        slot = number % slots
        while table[slot]:
            slot = (slot + 1) % slots
        table[slot], meanings[slot] = number, value
    return table, meanings
