"""The rows that are captions or callouts by their attributes, or state a direction or a language."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import TYPE_CHECKING

import numpy as np

from dehusk._core import attribute_loops, feature_steps, views

if TYPE_CHECKING:
    import numpy.typing as npt

_CLASS = cython.declare(views.Bytes, memoryview(b"class"))
_CAPTION_WORD = cython.declare(views.Bytes, memoryview(b"caption"))
_NAME_OF_SCOPE = cython.declare(views.Bytes, memoryview(b"dir\0lang"))
_NAME_OF_CALLOUT = cython.declare(views.Bytes, memoryview(b"class\0data-callout"))
_CAPITAL_C = cython.declare(cython.int, 67)
_SMALL_C = cython.declare(cython.int, 99)
_SMALL_D = cython.declare(cython.int, 100)
_SMALL_L = cython.declare(cython.int, 108)
_SPACE = cython.declare(cython.int, 32)
_QUOTE = cython.declare(cython.int, 34)
_EQUALS = cython.declare(cython.int, 61)
_TAGS = cython.declare(cython.Py_ssize_t, 1 << 16)


@views.checked
def caption_rows(
    tag: views.Tags,
    bits: views.Bits,
    data: views.Bytes,
    start: views.Ints,
    stop: views.Ints,
    caption: cython.Py_ssize_t,
    bit: cython.Py_ssize_t,
) -> npt.NDArray[np.intp]:
    """The rows with a tag, and those with "caption" in their class, in any case, of the rows that have a bit.

    ``caption``: the tag number. ``start``, ``stop``: where the attributes of each row are in ``data``.

    >>> data = np.frombuffer(b' class="wp-Caption" class="tea"', dtype=np.uint8)
    >>> columns = np.array([5, 6, 7], dtype=np.uint16), np.array([0, 2, 2]), data, np.array([0, 0, 19])
    >>> caption_rows(*columns, np.array([0, 19, 31]), 5, 2)
    array([0, 1])
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    views.align(bits)
    feature_steps.check_length("bits", bits.shape[0], rows)
    feature_steps.check_length("start", start.shape[0], rows)
    attribute_loops.check_spans(data, start, stop)
    found = np.empty(rows, dtype=np.intp)
    out: views.NewInts = found.data
    count: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t
    is_caption: cython.bint
    with cython.nogil:
        for row in range(rows):
            is_caption = tag[row] == caption
            if bits[row] & bit and not is_caption:
                at = attribute_loops.value_start(data, start[row], stop[row], _CLASS)
                if at >= 0:
                    last = stop[row]
                    last = views.find_byte(data, at, last, _QUOTE)
                    is_caption = attribute_loops.contains_word(data, at, last, _CAPTION_WORD, _SMALL_C)
                    is_caption |= attribute_loops.contains_word(data, at, last, _CAPTION_WORD, _CAPITAL_C)
            if is_caption:
                out[count] = row
                count += 1
    return found[:count]


@views.checked
def stated_rows(
    tag: views.Tags,
    mask: views.Bytes,
    data: views.Bytes,
    start: views.Ints,
    stop: views.Ints,
    roles: views.Bytes,
    words: views.Bytes,
) -> tuple[list[int], list[int]]:
    """The rows in a mask with a dir or lang attribute; and those with a role that are named with one of some words.

    ``words``: in lower case, each with a zero after it; they are looked for in class and data-callout, in any case.
    ``start``, ``stop``: where the attributes of each row are in ``data``; ``roles``: per tag number.

    >>> data, words = (np.frombuffer(each, dtype=np.uint8) for each in (b' lang="en" class="Tips"', b"tip\\0"))
    >>> columns = np.array([7], dtype=np.uint16), np.array([True]), data, np.array([0]), np.array([23])
    >>> stated_rows(*columns, np.ones(1 << 16, dtype=np.uint8), words)
    ([0], [0])
    """
    rows: cython.Py_ssize_t = tag.shape[0]
    views.align(tag)
    feature_steps.check_length("mask", mask.shape[0], rows)
    feature_steps.check_length("start", start.shape[0], rows)
    feature_steps.check_length("roles", roles.shape[0], _TAGS)
    attribute_loops.check_spans(data, start, stop)
    begins: views.NewBytes = np.zeros(256, dtype=np.uint8).data
    i: cython.Py_ssize_t
    for i in range(words.shape[0]):
        if words[i] and (i == 0 or words[i - 1] == 0):
            begins[words[i]] = True
            if 97 <= words[i] <= 122:
                begins[words[i] - 32] = True
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    last: cython.Py_ssize_t
    name: cython.Py_ssize_t
    middle: cython.Py_ssize_t
    value: cython.Py_ssize_t
    first: cython.int
    is_scope: cython.bint
    is_named: cython.bint
    scopes: list[int] = []
    named: list[int] = []
    for row in range(rows):
        if not mask[row]:
            continue
        at = start[row]
        last = stop[row]
        is_scope = is_named = False
        while at < last and data[at] == _SPACE:
            name = at + 1
            middle = views.find_byte(data, min(name + 1, last), last, _EQUALS)
            value = min(last, middle + 2)
            at = views.find_byte(data, value, last, _QUOTE)
            first = data[name] if name < last else 0
            if first == _SMALL_D or first == _SMALL_L:
                is_scope |= attribute_loops.is_one_of(data, name, middle, _NAME_OF_SCOPE)
            if (
                (first == _SMALL_D or first == _SMALL_C)
                and roles[tag[row]]
                and attribute_loops.is_one_of(data, name, middle, _NAME_OF_CALLOUT)
            ):
                is_named |= _has_word(data, value, at, words, begins)
            at += 1
        if is_scope:
            scopes.append(row)
        if is_named:
            named.append(row)
    return scopes, named


@cython.cfunc
@cython.exceptval(check=False)
def _has_word(
    data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, words: views.Bytes, begins: views.NewBytes
) -> cython.bint:
    """Whether one of some words is between two places; ``begins``: with which codes they begin."""
    while at < stop:
        if begins[data[at]] and attribute_loops.begins_with_word(data, at, stop, words):
            return True
        at += 1
    return False
