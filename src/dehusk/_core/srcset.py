"""The candidates of a srcset."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import views

_COMMA = cython.declare(cython.int, 44)
_POINT = cython.declare(cython.int, 46)
_MAX_SIZE_CHARS = cython.declare(cython.Py_ssize_t, 12)


@cython.cfunc
@cython.exceptval(check=False)
def _is_space(text: str, codes: views.Bytes, at: cython.Py_ssize_t) -> cython.bint:
    """Whether a character is white space; ``codes``: those of the text in one byte each."""
    if 32 < codes[at] < 128:
        return False
    char: cython.Py_UCS4 = text[at]
    return char.isspace()


@cython.cfunc
@cython.exceptval(check=False)
def _size_stop(text: str, codes: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a number of at most 12 digits and points ends; -1 unless w, h or x follows, and then a comma or the end."""
    start: cython.Py_ssize_t = at
    last: cython.Py_ssize_t
    char: cython.Py_UCS4
    while at < stop:
        char = text[at]
        if not (codes[at] == _POINT or char.isdecimal()):
            break
        at += 1
    last = at
    # w, h, x
    if not 0 < at - start <= _MAX_SIZE_CHARS or at == stop or codes[at] not in (119, 104, 120):
        return -1
    at += 1
    while at < stop and _is_space(text, codes, at):
        at += 1
    return last if at == stop or codes[at] == _COMMA else -1


@views.checked
def largest_candidate(srcset: str) -> str | None:
    """The URL of the largest candidate of a srcset; among equals, the first.

    A URL may contain commas, but does not end in one. The size of a candidate without one is 1.

    >>> largest_candidate("small.jpg 480w, large.jpg 1600w, middle.jpg 800w"), largest_candidate("a.jpg, b.jpg 2x")
    ('large.jpg', 'b.jpg')
    """
    codes: views.Bytes = views.memory(views.narrow(srcset))
    stop: cython.Py_ssize_t = len(srcset)
    at: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    last: cython.Py_ssize_t
    place: cython.Py_ssize_t
    size: cython.double
    largest: cython.double = -1
    first: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = -1
    while True:
        while at < stop and (codes[at] == _COMMA or _is_space(srcset, codes, at)):
            at += 1
        if at == stop:
            break
        start = at
        while at < stop and not _is_space(srcset, codes, at):
            at += 1
        last = at
        while codes[last - 1] == _COMMA:
            last -= 1
        size = 1
        if last == at:
            while at < stop and _is_space(srcset, codes, at):
                at += 1
            place = _size_stop(srcset, codes, at, stop)
            if place >= 0:
                try:
                    size = float(srcset[at:place])
                except ValueError:
                    size = 1
            at = views.find_byte(codes, at, stop, _COMMA)
        if size > largest:
            largest = size
            first = start
            end = last
    return srcset[first:end] if end >= 0 else None
