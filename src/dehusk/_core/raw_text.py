"""Where what is not escaped ends: scripts, styles and a few other elements of HTML, and comments."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import flat_tables, views

_SCRIPT = cython.declare(cython.int, flat_tables.SCRIPT)
_PLAINTEXT = cython.declare(cython.int, flat_tables.PLAINTEXT)

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
def raw_end(
    data: views.Bytes,
    at: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    flags: cython.int,
) -> cython.Py_ssize_t:
    """Where the raw text ends that begins at a place, in an element whose name is between start and stop.

    >>> raw_end(memoryview(b"<style>p {}</style>"), 7, 1, 6, flat_tables.RAW)
    11
    """
    size: cython.Py_ssize_t = data.shape[0]
    i: cython.Py_ssize_t
    if at < 0 or start < 0 or stop < start or stop > size:
        return size
    if flags & _SCRIPT:
        return script_end(data, at)
    if flags & _PLAINTEXT:
        # Its text can contain its end tag: there is no other tag after it in the document.
        for i in range(size - 1, at - 1, -1):
            if _is_end_tag(data, i, start, stop):
                return i
        return size
    at = views.find_byte(data, at, size, _LESS)
    while at < size and not _is_end_tag(data, at, start, stop):
        at = views.find_byte(data, at + 1, size, _LESS)
    return min(at, size)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def markup_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a comment, a doctype or a processing instruction ends that begins at a place.

    >>> markup_end(memoryview(b"<!-- > -->Tea"), 0)
    10
    """
    size: cython.Py_ssize_t = data.shape[0]
    if at < 0:
        return size
    at += 2
    is_comment: cython.bint = (
        at + 1 < size and data[at - 1] == _MARK and data[at] == _HYPHEN and data[at + 1] == _HYPHEN
    )
    if is_comment:
        at += 4
    at = views.find_byte(data, at, size, _GREATER)
    while is_comment and at < size and not (data[at - 1] == _HYPHEN and data[at - 2] == _HYPHEN):
        at = views.find_byte(data, at + 1, size, _GREATER)
    return min(at + 1, size)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_end_tag(
    data: views.Bytes, at: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.bint:
    """Whether the end tag of the name between start and stop is at a place."""
    length: cython.Py_ssize_t = stop - start
    i: cython.Py_ssize_t
    if at + length + 3 > data.shape[0] or data[at] != _LESS or data[at + 1] != _SLASH:
        return False
    for i in range(length):
        if data[at + 2 + i] != data[start + i]:
            return False
    return data[at + 2 + length] == _GREATER


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
