"""Those attributes of a start tag that are looked at when the rows of a page are written."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import views

_SPACE = cython.declare(cython.int, 32)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)

_STYLE_WORD = cython.declare(views.Bytes, memoryview(b"style="))
_HIDDEN_WORD = cython.declare(views.Bytes, memoryview(b"hidden="))
_TYPE_WORD = cython.declare(views.Bytes, memoryview(b"type="))
_JSON_WORD = cython.declare(views.Bytes, memoryview(b"ld+json"))
# One of these is in every style that hides an element (dehusk.page.hidden).
_NONE_WORD = cython.declare(views.Bytes, memoryview(b"none"))
_COLLAPSE_WORD = cython.declare(views.Bytes, memoryview(b"collapse"))
_HIDDEN_VALUE = cython.declare(views.Bytes, memoryview(b"hidden"))
_FONT_SIZE_WORD = cython.declare(views.Bytes, memoryview(b"font-size"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _starts_with(data: views.Bytes, at: cython.Py_ssize_t, word: views.Bytes) -> cython.bint:
    """Whether a word of lower-case letters and signs stands at a place, in any case."""
    i: cython.Py_ssize_t
    code: cython.int
    if at + word.shape[0] > data.shape[0]:
        return False
    for i in range(word.shape[0]):
        code = data[at + i]
        if 65 <= code <= 90:
            code += 32
        if code != word[i]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_hide(data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Whether a style has one of the words without which it hides nothing."""
    code: cython.int
    while at < stop:
        code = data[at] | 32
        if (
            (code == 110 and _starts_with(data, at, _NONE_WORD))
            or (code == 104 and _starts_with(data, at, _HIDDEN_VALUE))
            or (code == 99 and _starts_with(data, at, _COLLAPSE_WORD))
            or (code == 102 and _starts_with(data, at, _FONT_SIZE_WORD))
        ):
            return True
        at += 1
    return False


class TagAttributes:
    """What :meth:`read` found in the attributes of the last tag, as they are serialised.

    ``style_start`` and ``style_stop``: where the style is, if it may hide the element; ``hidden_start`` and
    ``hidden_stop``: where the value of ``hidden`` is; -1 if there is none. ``is_json_ld``: whether it is a script of
    JSON-LD.

    >>> attributes = TagAttributes()
    >>> attributes.read(memoryview(b'<p class="tea" style="display:none">'), 2, False)
    35
    >>> attributes.style_start, attributes.style_stop, attributes.hidden_start
    (22, 34, -1)
    """

    def __init__(self) -> None:
        self.style_start = self.style_stop = self.hidden_start = self.hidden_stop = -1
        self.is_json_ld = False

    @cython.ccall
    @cython.nogil
    @cython.exceptval(check=False)
    def read(self, data: views.Bytes, at: cython.Py_ssize_t, is_script: cython.bint) -> cython.Py_ssize_t:
        """Read the attributes of a tag from the end of its name on; return where they end."""
        size: cython.Py_ssize_t = data.shape[0]
        name: cython.Py_ssize_t
        value: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        self.style_start = self.hidden_start = -1
        self.is_json_ld = False
        if at < 0:
            return size
        while at < size and data[at] == _SPACE:
            name = at + 1
            # A name can start with an equals sign, and have none after that.
            at += 2
            while at < size and data[at] != _EQUALS:
                at += 1
            value = min(size, at + 2)
            stop = views.find_byte(data, value, size, _QUOTE)
            if at - name == 5 and _starts_with(data, name, _STYLE_WORD):
                if _may_hide(data, value, stop):
                    self.style_start = value
                    self.style_stop = stop
            elif at - name == 6 and _starts_with(data, name, _HIDDEN_WORD):
                self.hidden_start = value
                self.hidden_stop = stop
            elif is_script and at - name == 4 and _starts_with(data, name, _TYPE_WORD):
                while value < stop and not self.is_json_ld:
                    self.is_json_ld = _starts_with(data, value, _JSON_WORD)
                    value += 1
            at = stop + 1
        return min(size, at)
