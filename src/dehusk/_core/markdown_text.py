"""Text as Markdown: the signs that could have a meaning at their place are escaped."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import views

IN_LABEL, IN_EMPHASIS, DOLLARS = 1, 2, 4
"""Where a text is: in the text of a link, which any bracket could end; in emphasis, which a sign could end; in a line
in which dollar signs are escaped, too."""
_SIGN, _DOLLAR, _PUNCTUATION, _BEGINS_TAG = 1, 2, 4, 8


def _kinds() -> bytes:
    """What each character of ASCII is, as bits."""
    kinds = bytearray(128)
    for kind, signs in (
        (_SIGN, "_`*[]<~\\&\0"),
        (_DOLLAR, "$"),
        (_PUNCTUATION, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
        (_BEGINS_TAG, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz/!?"),
    ):
        for sign in signs:
            kinds[ord(sign)] |= kind
    return bytes(kinds)


_KINDS = cython.declare(views.Bytes, memoryview(_kinds()))
_ESCAPED = tuple([f"\\{chr(code)}" for code in range(128)])
"""What is written for each sign: one string, however often it is there."""
_IS_SIGN = cython.declare(cython.int, _SIGN)
_IS_DOLLAR = cython.declare(cython.int, _DOLLAR)
_IS_PUNCTUATION = cython.declare(cython.int, _PUNCTUATION)
_STARTS_TAG = cython.declare(cython.int, _BEGINS_TAG)
_LONGEST_ENTITY = cython.declare(cython.Py_ssize_t, 31)
_NEWLINE = cython.declare(cython.int, ord("\n"))
_HASH = cython.declare(cython.int, ord("#"))
_AMPERSAND = cython.declare(cython.int, ord("&"))
_PARENTHESIS = cython.declare(cython.int, ord("("))
_STAR = cython.declare(cython.int, ord("*"))
_COLON = cython.declare(cython.int, ord(":"))
_SEMICOLON = cython.declare(cython.int, ord(";"))
_LESS = cython.declare(cython.int, ord("<"))
_OPENS = cython.declare(cython.int, ord("["))
_BACKSLASH = cython.declare(cython.int, ord("\\"))
_CLOSES = cython.declare(cython.int, ord("]"))
_CARET = cython.declare(cython.int, ord("^"))
_UNDERSCORE = cython.declare(cython.int, ord("_"))


@views.checked
def escape_markdown(text: str, place: cython.Py_ssize_t) -> str:
    """Text with the signs escaped that could have a meaning; NUL, which no text should contain, is removed.

    ``place``: the bits of ``IN_LABEL``, ``IN_EMPHASIS`` and ``DOLLARS``.

    >>> print(escape_markdown("snake_case, _so_, [x](y), [1], 5 $", 0))
    snake_case, \\_so_, [x\\](y), [1], 5 $
    >>> print(escape_markdown("snake_case, _so_, [x](y), [1], 5 $", IN_LABEL | IN_EMPHASIS | DOLLARS))
    snake_case, \\_so\\_, \\[x\\](y), \\[1\\], 5 \\$
    """
    return escaped(text, place)


@cython.cfunc
def escaped(text: str, place: cython.Py_ssize_t) -> str:
    """As above, for other modules."""
    in_label: cython.bint = place & 1
    in_emphasis: cython.bint = place & 2
    wanted: cython.int = _IS_SIGN | _IS_DOLLAR if place & 4 else _IS_SIGN
    size: cython.Py_ssize_t = len(text)
    at: cython.Py_ssize_t = -1
    stop: cython.Py_ssize_t = 0
    done: cython.Py_ssize_t = 0
    char: cython.Py_UCS4
    code: cython.int
    pieces: list[str] = []
    kinds: views.Bytes = _KINDS
    for char in text:
        at += 1
        code = ord(char)
        if code >= 128 or not kinds[code] & wanted or at < stop:
            continue
        stop = at + 1
        while code == _UNDERSCORE and stop < size and views.char_at(text, stop) == _UNDERSCORE:
            stop += 1
        if _has_meaning(text, at, stop, in_label, in_emphasis):
            pieces.append(text[done:at])
            if code:
                pieces.append(_ESCAPED[code] * (stop - at))
            done = stop
    if not pieces:
        return text
    pieces.append(text[done:])
    return "".join(pieces)


@cython.cfunc
@cython.exceptval(check=False)
def _has_meaning(
    text: str, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, in_label: cython.bint, in_emphasis: cython.bint
) -> cython.bint:
    """Whether a sign, or a run of underscores, could have a meaning at its place."""
    size: cython.Py_ssize_t = len(text)
    code: cython.int = views.char_at(text, at)
    before: cython.int = views.char_at(text, at - 1) if at else -1
    after: cython.int = views.char_at(text, stop) if stop < size else -1
    # Outside of labels, brackets mean something only before an address or a colon, or beside the sign of a footnote.
    if code == _OPENS:
        return in_label or before == _CARET or after == _CARET
    if code == _CLOSES:
        return in_label or after in (_PARENTHESIS, _COLON)
    if code == _UNDERSCORE:
        # Underscores within a word have no meaning; outside of emphasis they could only end what text never begins.
        return not _is_alnum(text, at - 1) or (in_emphasis and not _is_alnum(text, stop))
    if code == _STAR:
        return not (_is_space(text, at - 1) and _is_space(text, stop))
    if code == _LESS:
        begins_tag: cython.bint = 0 <= after < 128 and _KINDS[after] & _STARTS_TAG
        return in_emphasis or begins_tag or stop == size or (after == _NEWLINE and stop + 1 == size)
    if code == _AMPERSAND:
        return _is_entity(text, stop)
    if code == _BACKSLASH:
        return after < 0 or (after < 128 and _KINDS[after] & _IS_PUNCTUATION) or _is_space(text, stop)
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _is_entity(text: str, at: cython.Py_ssize_t) -> cython.bint:
    """Whether the name or number of a character reference and a semicolon follow."""
    size: cython.Py_ssize_t = len(text)
    if at < size and views.char_at(text, at) == _HASH:
        at += 1
    start: cython.Py_ssize_t = at
    while at < size and (_is_alnum(text, at) or views.char_at(text, at) == _UNDERSCORE):
        at += 1
    return at < size and views.char_at(text, at) == _SEMICOLON and 0 < at - start <= _LONGEST_ENTITY


@cython.cfunc
@cython.exceptval(check=False)
def _is_alnum(text: str, at: cython.Py_ssize_t) -> cython.bint:
    if at < 0 or at >= len(text):
        return False
    char: cython.Py_UCS4 = text[at]
    return char.isalnum()


@cython.cfunc
@cython.exceptval(check=False)
def _is_space(text: str, at: cython.Py_ssize_t) -> cython.bint:
    if at < 0 or at >= len(text):
        return False
    char: cython.Py_UCS4 = text[at]
    return char.isspace()
