"""META elements of a document that has not been decoded (HTML standard, 13.2.3.2)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import views

_LESS = cython.declare(cython.int, 60)
_GREATER = cython.declare(cython.int, 62)
_SLASH = cython.declare(cython.int, 47)
_MARK = cython.declare(cython.int, 33)
_QUESTION = cython.declare(cython.int, 63)
_HYPHEN = cython.declare(cython.int, 45)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_APOSTROPHE = cython.declare(cython.int, 39)
_SPACE = cython.declare(cython.int, 32)
_META = cython.declare(views.Bytes, memoryview(b"meta"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_space(code: cython.int) -> cython.bint:
    return code == _SPACE or 9 <= code <= 13


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tag_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The place after a tag, given a place before its attributes; -1 if it does not end."""
    size: cython.Py_ssize_t = data.shape[0]
    start: cython.Py_ssize_t
    code: cython.int
    while True:
        while at < size and (data[at] == _SLASH or _is_space(data[at])):
            at += 1
        if at >= size:
            return -1
        if data[at] == _GREATER:
            return at + 1
        # A name can begin with an equals sign.
        at += 1
        while at < size and not (
            data[at] == _EQUALS or data[at] == _SLASH or data[at] == _GREATER or _is_space(data[at])
        ):
            at += 1
        start = at
        while at < size and _is_space(data[at]):
            at += 1
        if at >= size or data[at] != _EQUALS:
            at = start
            continue
        at += 1
        while at < size and _is_space(data[at]):
            at += 1
        code = data[at] if at < size else 0
        if code == _QUOTE or code == _APOSTROPHE:
            at = views.find_byte(data, at + 1, size, code) + 1
        else:
            while at < size and data[at] != _GREATER and not _is_space(data[at]):
                at += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _name_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    while at < data.shape[0] and not (data[at] == _SLASH or data[at] == _GREATER or _is_space(data[at])):
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _comment_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The place after a comment, given its beginning; its hyphens may be those of the end: "<!-->" is a comment."""
    size: cython.Py_ssize_t = data.shape[0]
    at = views.find_byte(data, at + 4, size, _GREATER)
    while at < size and not (data[at - 1] == _HYPHEN and data[at - 2] == _HYPHEN):
        at = views.find_byte(data, at + 1, size, _GREATER)
    return at + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_meta(data: views.Bytes, at: cython.Py_ssize_t) -> cython.bint:
    """Whether the name of a META element with attributes is at a place."""
    i: cython.Py_ssize_t
    if at + 4 >= data.shape[0]:
        return False
    for i in range(4):
        if data[at + i] | 32 != _META[i]:
            return False
    return data[at + 4] == _SLASH or _is_space(data[at + 4])


@views.checked
def next_meta(document: bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> tuple[int, int]:
    """The attributes of the next META element between two places: where they start, and the place after its tag.

    What is in comments and in attributes of other elements does not count. (-1, -1) if there is none, or if a tag
    before it does not end.

    >>> next_meta(b"<!-- <meta a> --><p title='<meta b>'><META charset=utf-8>", 0, 99)
    (42, 57)
    """
    if not isinstance(document, bytes):
        raise TypeError("document is not bytes")
    size: cython.Py_ssize_t = max(0, min(stop, len(document)))
    data: views.Bytes = views.memory(document)[:size]
    code: cython.int
    end: cython.Py_ssize_t
    at = views.find_byte(data, min(max(at, 0), size), size, _LESS)
    while at + 1 < size:
        code = data[at + 1]
        end = at + 1
        if code == _MARK and at + 3 < size and data[at + 2] == _HYPHEN and data[at + 3] == _HYPHEN:
            end = _comment_end(data, at)
        elif code == _SLASH and at + 2 < size and 97 <= data[at + 2] | 32 <= 122:
            end = _tag_end(data, _name_end(data, at + 2))
        elif code == _MARK or code == _SLASH or code == _QUESTION:
            end = views.find_byte(data, at + 2, size, _GREATER) + 1
        elif _is_meta(data, at + 1):
            end = _tag_end(data, at + 5)
            if end >= 0:
                return at + 5, end
        elif 97 <= code | 32 <= 122:
            end = _tag_end(data, _name_end(data, at + 1))
        if end < 0:
            break
        at = views.find_byte(data, min(end, size), size, _LESS)
    return -1, -1
