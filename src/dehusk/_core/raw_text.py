"""Where scripts and comments end."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import views

_LESS = cython.declare(cython.int, 60)
_GREATER = cython.declare(cython.int, 62)
_SPACE = cython.declare(cython.int, 32)
_SLASH = cython.declare(cython.int, 47)
_MARK = cython.declare(cython.int, 33)
_HYPHEN = cython.declare(cython.int, 45)
_NAME = cython.declare(views.Bytes, memoryview(b"script"))


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def comment_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a comment, or anything else that begins with "<!", "<?" or "</", ends in a document.

    >>> comment_end(memoryview(b"<!-- > -->Tea"), 0), comment_end(memoryview(b"<!-->Tea"), 0)
    (10, 5)
    """
    size: cython.Py_ssize_t = data.shape[0]
    start: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    length: cython.Py_ssize_t
    if at < 0 or at >= size - 2:
        return size
    start = at + 4
    if start > size or not (data[at + 1] == _MARK and data[at + 2] == _HYPHEN and data[at + 3] == _HYPHEN):
        return min(size, views.find_byte(data, at + 2, size, _GREATER) + 1)
    stop = views.find_byte(data, start, size, _GREATER)
    while stop < size:
        length = stop - start
        if length == 0 or (data[stop - 1] == _HYPHEN and (length == 1 or data[stop - 2] == _HYPHEN)):
            return stop + 1
        if length >= 3 and data[stop - 1] == _MARK and data[stop - 2] == _HYPHEN and data[stop - 3] == _HYPHEN:
            return stop + 1
        stop = views.find_byte(data, stop + 1, size, _GREATER)
    return size


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def script_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a script ends: in a comment, it can contain a script with its end tag (HTML standard, 13.2.5.20).

    >>> script_end(memoryview(b"<!-- <script></script> --></script>"), 0)
    26
    """
    size: cython.Py_ssize_t = data.shape[0]
    if at < 0:
        return size
    nested: cython.int = 0
    hyphens: cython.int = 0
    code: cython.int
    while at < size:
        if nested == 0:
            at = views.find_byte(data, at, size, _LESS)
        code = data[at] if at < size else 0
        if code == _LESS and at + 1 < size:
            hyphens = 0
            if data[at + 1] == _SLASH:
                if _is_script(data, at + 2):
                    if nested < 2:
                        return at
                    nested = 1
            elif nested == 0:
                if at + 3 < size and data[at + 1] == _MARK and data[at + 2] == _HYPHEN and data[at + 3] == _HYPHEN:
                    nested = 1
                    hyphens = 2
                    at += 3
            elif nested == 1 and _is_script(data, at + 1):
                nested = 2
        elif nested:
            if code == _HYPHEN:
                hyphens += 1
            else:
                if code == _GREATER and hyphens >= 2:
                    nested = 0
                hyphens = 0
        at += 1
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_script(data: views.Bytes, at: cython.Py_ssize_t) -> cython.bint:
    """Whether the name of the script element, and the end of the name, are at a place."""
    after: cython.Py_ssize_t = at + 6
    code: cython.int
    i: cython.Py_ssize_t
    if after >= data.shape[0]:
        return False
    for i in range(6):
        # In any case: the letters differ in one bit.
        if data[at + i] | 32 != _NAME[i]:
            return False
    code = data[after]
    return code == _GREATER or code == _SLASH or code == _SPACE or (9 <= code <= 13 and code != 11)
