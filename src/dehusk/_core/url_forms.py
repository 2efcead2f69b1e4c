"""The forms of addresses that are safe and can be made absolute without parsing them."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import views

OTHER_FORM, WHOLE, PATH, FRAGMENT = 0, 1, 2, 3
"""What an address is for :func:`url_form`: ``https://example.org/tea``, ``/tea/green``, ``#tea``, anything else."""
_LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
# The signs beside letters, digits and "_" of a host, a path with its query, a name of a path, its first sign, a query.
_SIGNS = (".-", "./%=&?~+,:@!-", ".%~+-", "%~+-", "./:,%=&~+-")
_SIGNS_OF_CODES = bytes(
    sum(1 << place for place, signs in enumerate(_SIGNS) if chr(code) in _LETTERS_AND_DIGITS + signs)
    | (32 if chr(code) in _LETTERS_AND_DIGITS else 0)
    for code in range(128)
)
_KINDS = cython.declare(views.Bytes, memoryview(_SIGNS_OF_CODES))
_HOST = cython.declare(cython.int, 1)
_WHOLE_PATH = cython.declare(cython.int, 2)
_NAME = cython.declare(cython.int, 4)
_FIRST = cython.declare(cython.int, 8)
_QUERY = cython.declare(cython.int, 16)
_WORD = cython.declare(cython.int, 32)
_SLASH = cython.declare(cython.int, 47)
_HASH_SIGN = cython.declare(cython.int, 35)
_QUESTION_MARK = cython.declare(cython.int, 63)


@cython.cfunc
@cython.exceptval(check=False)
def _is_at(url: str, at: cython.Py_ssize_t, kind: cython.int) -> cython.bint:
    """Whether a character of a kind is at a place."""
    code: cython.int
    if at >= len(url):
        return False
    code = views.char_at(url, at)
    return code < 128 and _KINDS[code] & kind != 0


@cython.cfunc
@cython.exceptval(check=False)
def _skip(url: str, at: cython.Py_ssize_t, kind: cython.int) -> cython.Py_ssize_t:
    """The place of the next character that is not of a kind."""
    while _is_at(url, at, kind):
        at += 1
    return at


@cython.cfunc
@cython.exceptval(check=False)
def _ends(url: str, at: cython.Py_ssize_t) -> cython.bint:
    """Whether an address ends at a place, or has only a fragment from there on."""
    size: cython.Py_ssize_t = len(url)
    if at == size:
        return True
    if views.char_at(url, at) != _HASH_SIGN or at + 1 == size:
        return False
    return _skip(url, at + 1, _NAME) == size


@cython.cfunc
@cython.exceptval(check=False)
def _is_whole(url: str, host: cython.Py_ssize_t) -> cython.bint:
    """Whether an address with a scheme is plain; ``host``: where its host begins."""
    size: cython.Py_ssize_t = len(url)
    at: cython.Py_ssize_t = _skip(url, host, _HOST)
    start: cython.Py_ssize_t
    if at == host:
        return False
    if at < size and views.char_at(url, at) == _SLASH:
        start = at + 1
        at = _skip(url, start, _WHOLE_PATH)
        if at > start and not _is_at(url, at - 1, _WORD) and views.char_at(url, at - 1) != _SLASH:
            return False
    return _ends(url, at)


@views.checked
def url_form(url: str) -> int:
    """Which form an address without white space around it has.

    >>> [url_form(url) for url in ("https://example.org/tea?green=1", "/tea/green#leaf", "#leaf", "javascript:tea()")]
    [1, 2, 3, 0]
    """
    size: cython.Py_ssize_t = len(url)
    at: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    if url.startswith("http"):
        if url.startswith("https://"):
            return 1 if _is_whole(url, 8) else 0
        if url.startswith("http://"):
            return 1 if _is_whole(url, 7) else 0
    if size and views.char_at(url, 0) == _HASH_SIGN:
        return 3 if size > 1 and _ends(url, 0) else 0
    if size and views.char_at(url, 0) == _SLASH:
        at = 1
    if not _is_at(url, at, _FIRST):
        return 0
    at = _skip(url, at, _NAME)
    while at < size and views.char_at(url, at) == _SLASH and _is_at(url, at + 1, _FIRST):
        at = _skip(url, at + 1, _NAME)
    if at < size and views.char_at(url, at) == _SLASH:
        at += 1
    if at < size and views.char_at(url, at) == _QUESTION_MARK:
        start = at + 1
        at = _skip(url, start, _QUERY)
        if at == start:
            return 0
    return 2 if _ends(url, at) else 0
