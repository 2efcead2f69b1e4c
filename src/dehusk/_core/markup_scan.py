"""What a parser need not read of a document: the text of scripts and styles, and most attributes.

Nobody reads the text of scripts and styles, and it is often half of a document: it is left out. Two thirds of the rest
are attributes, on which the tree does not depend, but for those of a few elements: they are moved out of the document
(``dehusk._core.moved_attributes``).

What is a script depends on the tree that the parser builds, which is not there yet. So the search follows the tokenizer
of the HTML standard (13.2.5), and ends where that would depend on more of the tree than is known here: what is found is
certain, and the rest of the document stays as it is.

The same pass counts the tags that the parser can handle only a few times.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import NamedTuple

import numpy as np

from dehusk._core import moved_attributes, raw_text, views

_LESS = cython.declare(cython.int, 60)
_GREATER = cython.declare(cython.int, 62)
_SLASH = cython.declare(cython.int, 47)
_MARK = cython.declare(cython.int, 33)
_QUESTION = cython.declare(cython.int, 63)
_AMPERSAND = cython.declare(cython.int, 38)
_PLUS = cython.declare(cython.int, 43)
_BRACKET = cython.declare(cython.int, 91)
_HYPHEN = cython.declare(cython.int, 45)
_EQUALS = cython.declare(cython.int, 61)
_QUOTE = cython.declare(cython.int, 34)
_APOSTROPHE = cython.declare(cython.int, 39)
_SPACE = cython.declare(cython.int, 32)
_TILDE = cython.declare(cython.int, 126)

# What an element means, as bits.
_CODE = cython.declare(cython.int, 1)
_RAW = cython.declare(cython.int, 2)
_END_OF_SEARCH = cython.declare(cython.int, 4)
_FOREIGN = cython.declare(cython.int, 8)
_SELECT = cython.declare(cython.int, 16)
_IN_SELECT = cython.declare(cython.int, 32)
_IN_FOREIGN = cython.declare(cython.int, 64)
_TEXT_IN_FOREIGN = cython.declare(cython.int, 128)
_ROOT = cython.declare(cython.int, 256)
_FORMATTING = cython.declare(cython.int, 512)
_KEEPS_ATTRIBUTES = cython.declare(cython.int, 1024)
_OF_LONG_NAMES = cython.declare(cython.int, 4 | 64 | 128)

FORMATTING_NAMES = ("b", "i", "s", "u", "big", "code", "em", "font", "nobr", "small", "strike", "strong", "tt")
"""A is not among them: the second A ends the first. One-letter names are first: a set of letters is matched fastest."""
# Names of more than eight letters are cut: any longer name that begins so means the same.
_MEANINGS = {
    # Nobody reads their text.
    1: "script style",
    # Their text is not markup.
    2: "title textarea iframe xmp noembed noframes",
    # All is text after PLAINTEXT; FRAMESET and what is in it have rules of their own.
    4: "plaintex frameset",
    # In these, nothing is raw text, and elements of HTML end them.
    8: "svg math",
    # It ignores most elements.
    16: "select",
    32: "option optgroup hr br div span b i em strong",
    64: "a animate animatem animatet circle clippath defs ellipse feblend fecolorm fecompos feflood fegaussi femerge "
    "femergen feoffset filter g image line lineargr marker mask path pattern polygon polyline radialgr rect set stop "
    "symbol text textpath tspan use view maction mfrac mover mpadded mphantom mroot mrow mspace msqrt mstyle msub "
    "msubsup msup mtable mtd mtr munder mundover semantic",
    # HTML can be in them.
    128: "desc mi mn mo ms mtext annotati",
    256: "html body",
    512: " ".join(FORMATTING_NAMES),
    # The tree depends on their attributes, or the parser changes these (in SVG and MathML), or they are read here.
    1024: f"html body input template script style svg math {' '.join(FORMATTING_NAMES)}",
}
_LAST_SLOT = cython.declare(cython.ulonglong, 511)
_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_SCRIPT = cython.declare(cython.ulonglong, int.from_bytes(b"script", "big"))
_SHORT = cython.declare(cython.Py_ssize_t, 32)
"""Text of scripts and styles that is not left out."""
_FEW = cython.declare(cython.Py_ssize_t, 12)
"""Bytes of attributes that are not moved: what stands for them is hardly shorter."""
_ROOM = cython.declare(cython.Py_ssize_t, 32)

# What may be in a script, given its start tag, as bits.
_READ = cython.declare(cython.int, 1)
_TEX = cython.declare(cython.int, 2)


def _tables() -> tuple[object, object]:
    """In each slot the first eight letters of a name as a number, and what the name means."""
    names, meanings = np.zeros(512, dtype=np.uint64), np.zeros(512, dtype=np.uint16)
    for meaning, words in _MEANINGS.items():
        for word in words.split():
            name = int.from_bytes(word.encode(), "big")
            slot = name * 0x9E3779B97F4A7C15 % 2**64 >> 55
            while names[slot] not in (0, name):
                slot = (slot + 1) % 512
            names[slot] = name
            meanings[slot] |= meaning
    return names.data, meanings.data


_NAMES_AND_MEANINGS = _tables()
_NAMES = cython.declare(views.Hashes, _NAMES_AND_MEANINGS[0])
_MEANING = cython.declare(views.Tags, _NAMES_AND_MEANINGS[1])


class ScannedMarkup(NamedTuple):
    """What is left of a document, and how often it has what the parser can handle only a few times."""

    html: str
    moved: moved_attributes.MovedAttributes
    tags: int
    """All "<"."""
    root_tags: int
    """Start tags of HTML and BODY."""
    formatting_tags: int
    """Start tags of formatting elements (B, FONT, ...)."""
    plain_formatting_tags: int
    """Those of them without attributes."""
    tex_scripts: int
    """Start tags of scripts that may contain TeX; all that do are among them."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _meaning(name: cython.ulonglong, length: cython.Py_ssize_t) -> cython.int:
    """What a name means, given its first eight letters as a number."""
    slot: cython.ulonglong = ((name * _FACTOR) & _MASK) >> 55
    while _NAMES[slot] != name:
        if _NAMES[slot] == 0:
            return 0
        slot = (slot + 1) & _LAST_SLOT
    return _MEANING[slot] & _OF_LONG_NAMES if length > 8 else _MEANING[slot]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_space(code: cython.int) -> cython.bint:
    return code == _SPACE or (9 <= code <= 13 and code != 11)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ends_name(code: cython.int) -> cython.bint:
    return code == _GREATER or code == _SLASH or _is_space(code)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _packed(data: views.Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.ulonglong:
    """The first eight letters of a name as a number; 0 if other signs are among them."""
    name: cython.ulonglong = 0
    code: cython.int
    i: cython.Py_ssize_t
    for i in range(start, min(stop, start + 8)):
        code = data[i] | 32
        if not 97 <= code <= 122:
            return 0
        name = (name << 8) | code
    return name


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tag_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a tag ends, given the end of its name, times 2; 1 more if it is self-closing; -1 if it does not end."""
    size: cython.Py_ssize_t = data.shape[0]
    code: cython.int
    is_closed: cython.bint
    while True:
        is_closed = False
        while at < size and (data[at] == _SLASH or _is_space(data[at])):
            is_closed = data[at] == _SLASH
            at += 1
        if at < size and data[at] == _GREATER:
            return 2 * (at + 1) + is_closed
        # The name of an attribute, which can begin with any sign. One with a tilde would look like moved attributes.
        if at < size and data[at] == _TILDE:
            return -1
        at += 1
        while at < size and not (data[at] == _EQUALS or _ends_name(data[at])):
            at += 1
        while at < size and _is_space(data[at]):
            at += 1
        if at < size and data[at] == _EQUALS:
            at += 1
            while at < size and _is_space(data[at]):
                at += 1
            code = data[at] if at < size else 0
            if code == _QUOTE or code == _APOSTROPHE:
                at = views.find_byte(data, at + 1, size, code) + 1
            else:
                while at < size and not (data[at] == _GREATER or _is_space(data[at])):
                    at += 1
        if at >= size:
            return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _comment_end(data: views.Bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a comment, or anything else that begins with "<!", "<?" or "</", ends; -1 if it does not."""
    size: cython.Py_ssize_t = data.shape[0]
    start: cython.Py_ssize_t = at + 4
    stop: cython.Py_ssize_t
    length: cython.Py_ssize_t
    if start > size or not (data[at + 1] == _MARK and data[at + 2] == _HYPHEN and data[at + 3] == _HYPHEN):
        stop = views.find_byte(data, at + 2, size, _GREATER)
        return stop + 1 if stop < size else -1
    stop = views.find_byte(data, start, size, _GREATER)
    while stop < size:
        length = stop - start
        if length == 0 or (data[stop - 1] == _HYPHEN and (length == 1 or data[stop - 2] == _HYPHEN)):
            return stop + 1
        if length >= 3 and data[stop - 1] == _MARK and data[stop - 2] == _HYPHEN and data[stop - 3] == _HYPHEN:
            return stop + 1
        stop = views.find_byte(data, stop + 1, size, _GREATER)
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_name(
    data: views.Bytes, at: cython.Py_ssize_t, name: cython.ulonglong, length: cython.Py_ssize_t
) -> cython.bint:
    """Whether a whole name of at most eight letters is at a place."""
    return at + length < data.shape[0] and _ends_name(data[at + length]) and _packed(data, at, at + length) == name


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _raw_text_end(
    data: views.Bytes, at: cython.Py_ssize_t, name: cython.ulonglong, length: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where the end tag is of an element whose text is not markup; -1 if there is none."""
    size: cython.Py_ssize_t = data.shape[0]
    if name == _SCRIPT:
        at = raw_text.script_end(data, at)
        return at if at < size else -1
    at = views.find_byte(data, at, size, _LESS)
    while at + 1 < size:
        if data[at + 1] == _SLASH and _is_name(data, at + 2, name, length):
            return at
        at = views.find_byte(data, at + 1, size, _LESS)
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_look_moved(data: views.Bytes, at: cython.Py_ssize_t) -> cython.bint:
    """Whether an attribute from a place on may look as if it stood for others: a tilde where a name can begin."""
    size: cython.Py_ssize_t = data.shape[0]
    before: cython.int
    at = views.find_byte(data, at, size, _TILDE)
    while at + 1 < size:
        before = data[at - 1] if at > 0 else 0
        if (before == _SLASH or before == _QUOTE or before == _APOSTROPHE or _is_space(before)) and (
            48 <= data[at + 1] <= 57 or 97 <= data[at + 1] | 32 <= 102
        ):
            return True
        at = views.find_byte(data, at + 1, size, _TILDE)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_text_only(
    data: views.Bytes, at: cython.Py_ssize_t, name_at: cython.Py_ssize_t, length: cython.Py_ssize_t
) -> cython.bint:
    """Whether the next tag after a place is the end tag of the element whose name is at another place."""
    size: cython.Py_ssize_t = data.shape[0]
    i: cython.Py_ssize_t
    at = views.find_byte(data, at, size, _LESS)
    if at + 2 + length >= size or data[at + 1] != _SLASH:
        return False
    for i in range(length):
        if data[at + 2 + i] != data[name_at + i]:
            return False
    return _ends_name(data[at + 2 + length])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _script_kind(data: views.Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """What may be in a script whose attributes are between two places: JSON-LD, or TeX ("h/t", as in "math/tex")."""
    size: cython.Py_ssize_t = data.shape[0]
    found: cython.int = 0
    i: cython.Py_ssize_t
    for i in range(at, min(stop, size - 4)):
        if data[i] == _SLASH and data[i - 1] | 32 == 104 and data[i + 1] | 32 == 116:
            found |= _READ | _TEX
        elif data[i] == _AMPERSAND or (
            data[i] == _PLUS
            and data[i + 1] | 32 == 106
            and data[i + 2] | 32 == 115
            and data[i + 3] | 32 == 111
            and data[i + 4] | 32 == 110
        ):
            found |= _READ
    return found


class MarkupScan:
    """Follows the tokenizer through a document; :func:`scan_markup` is for users of this module."""

    def __init__(self, document: bytes, *, moves: bool) -> None:
        if not isinstance(document, bytes):
            raise TypeError("document is not bytes")
        self.data = views.memory(document)
        self.size = len(document)
        self.mover = moved_attributes.AttributeMover(self.size if moves else 0, self.size // _FEW if moves else 0)
        self.moves = moves
        self.room = np.empty(self.size + _ROOM, dtype=np.uint8)
        self.out = self.room.data
        self.written = self.copied = 0
        self.tags = self.roots = self.formatting = self.plain = self.tex = 0
        self.is_certain = True
        self.around = self.around_meaning = self.opened = 0

    def run(self) -> bool:
        """Read the whole document; return False if something in it looks like moved attributes."""
        with cython.nogil:
            is_clear: cython.bint = self._run()
        return bool(is_clear)

    def scanned(self) -> ScannedMarkup:
        """What is left, what was moved, and the counts."""
        html = str(self.room[: self.written].data, "utf-8")
        return ScannedMarkup(html, self.mover.moved(), self.tags, self.roots, self.formatting, self.plain, self.tex)

    def _run(self) -> cython.bint:
        at: cython.Py_ssize_t = views.find_byte(self.data, 0, self.size, _LESS)
        after: cython.Py_ssize_t
        code: cython.int
        is_clear: cython.bint = True
        while at < self.size:
            self.tags += 1
            code = self.data[at + 1] if at + 1 < self.size else 0
            after = at + 1
            if 97 <= code | 32 <= 122:
                after = self._start_tag(at)
            elif self.is_certain and code == _SLASH:
                after = self._end_tag(at)
            elif self.is_certain and (code == _MARK or code == _QUESTION):
                after = self._comment(at)
            if after < 0:
                self.is_certain = False
                is_clear = is_clear and not (self.moves and _may_look_moved(self.data, at))
                after = at + 1
            at = views.find_byte(self.data, after, self.size, _LESS)
        self._leave_out(self.size, self.size)
        return is_clear

    def _leave_out(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Write the document up to a place, and go on behind another."""
        views.copy_bytes(self.out, self.written, self.data, self.copied, start)
        self.written += start - self.copied
        self.copied = stop
        return True

    def _name_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        while at < self.size and not _ends_name(self.data[at]):
            at += 1
        return at

    def _tag_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """As the function, faster for tags without attributes."""
        return 2 * at + 2 if at < self.size and self.data[at] == _GREATER else _tag_end(self.data, at)

    def _start_tag_end(self, at: cython.Py_ssize_t, meaning: cython.int) -> cython.Py_ssize_t:
        """As :meth:`_tag_end`, for a start tag, whose attributes are moved if the tree does not depend on them."""
        if at + _FEW >= self.size or self.data[at] == _GREATER:
            return self._tag_end(at)
        is_foreign: cython.bint = self.around_meaning == _FOREIGN
        if not self.moves or meaning & _KEEPS_ATTRIBUTES or (is_foreign and not meaning & _IN_FOREIGN):
            return _tag_end(self.data, at)
        number: cython.Py_ssize_t = self.mover.count
        end: cython.Py_ssize_t = self.mover.move(self.data, at, is_foreign)
        if end < 0:
            return _tag_end(self.data, at)
        is_closed: cython.bint = is_foreign and self.data[end - 2] == _SLASH
        if end - at <= _FEW:
            self.mover.take_back()
        else:
            self._leave_out(at, end - 1 - is_closed)
            self.written = moved_attributes.write_number(self.out, self.written, number)
        return 2 * end + is_closed

    def _comment(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The place after a comment or the like; -1 if that is not certain: CDATA is text in SVG and MathML only."""
        if self.around_meaning == _FOREIGN and at + 2 < self.size and self.data[at + 2] == _BRACKET:
            return -1
        return _comment_end(self.data, at)

    def _end_tag(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The place after an end tag; -1 if it does not end."""
        start: cython.Py_ssize_t = at + 2
        if start >= self.size or not 97 <= self.data[start] | 32 <= 122:
            return _comment_end(self.data, at)
        stop: cython.Py_ssize_t = self._name_end(start)
        end: cython.Py_ssize_t = self._tag_end(stop)
        if self.opened and stop - start <= 8 and _packed(self.data, start, stop) == self.around:
            self.opened -= 1
            if self.opened == 0:
                self.around_meaning = 0
        return end >> 1

    def _start_tag(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Count a start tag; the place after it, and after its text if that is not markup; -1 if it is not certain."""
        start: cython.Py_ssize_t = at + 1
        stop: cython.Py_ssize_t = self._name_end(start)
        name: cython.ulonglong = _packed(self.data, start, stop)
        meaning: cython.int = _meaning(name, stop - start) if name else 0
        end: cython.Py_ssize_t
        if stop < self.size and meaning & (_ROOT | _FORMATTING):
            self.roots += (meaning & _ROOT) != 0
            self.formatting += (meaning & _FORMATTING) != 0
            self.plain += (meaning & _FORMATTING) != 0 and self.data[stop] == _GREATER
        if not self.is_certain:
            if name == _SCRIPT:
                end = views.find_byte(self.data, stop, self.size, _LESS)
                self.tex += (_script_kind(self.data, stop, end) & _TEX) != 0
            return stop
        if meaning & _END_OF_SEARCH:
            return -1
        end = self._start_tag_end(stop, meaning)
        if end < 0:
            return -1
        if self.around_meaning == _FOREIGN:
            if meaning & _FOREIGN and name == self.around:
                self.opened += (end & 1) == 0
                return end >> 1
            if meaning & (_CODE | _RAW | _TEXT_IN_FOREIGN):
                return end >> 1 if _has_text_only(self.data, end >> 1, start, stop - start) else -1
            return end >> 1 if meaning & _IN_FOREIGN else -1
        if self.around_meaning == _SELECT and not (meaning & _IN_SELECT or name == _SCRIPT):
            return -1
        if meaning & _SELECT or (meaning & _FOREIGN and (end & 1) == 0):
            self.around = name
            self.around_meaning = meaning & (_FOREIGN | _SELECT)
            self.opened = 1
        if meaning & _CODE:
            return self._code(name, start, stop, end >> 1)
        return _raw_text_end(self.data, end >> 1, name, stop - start) if meaning & _RAW else end >> 1

    def _code(
        self, name: cython.ulonglong, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, at: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Where a script or style ends, given the places of its name and text; -1 if that is not certain."""
        end: cython.Py_ssize_t = _raw_text_end(self.data, at, name, stop - start)
        kind: cython.int = _script_kind(self.data, stop, at) if name == _SCRIPT else 0
        self.tex += (kind & _TEX) != 0
        if end - at > _SHORT and not kind & _READ:
            self._leave_out(at, end)
        return end


@views.checked
def scan_markup(document: bytes) -> ScannedMarkup:
    """What is left of a document in UTF-8 without the text of scripts and styles, but for those of JSON-LD and TeX.

    Attributes are moved, too, unless something in the document looks like moved attributes.

    >>> scan_markup(b"<p>Tea<script>let cups = '<p>two, three or four cups'</script>").html
    '<p>Tea<script></script>'
    >>> scan_markup(b"<p class=tea id=steep>Tea")[:2]
    ('<p ~0>Tea', MovedAttributes(source=b' class="tea" id="steep">', places=array([0])))
    >>> scan_markup(b"<body><b>Tea</b><i>")[2:]
    (4, 1, 2, 2, 0)
    """
    scan = MarkupScan(document, moves=True)
    return scan.scanned() if scan.run() else scan_text(document)


@views.checked
def scan_text(document: bytes) -> ScannedMarkup:
    """As :func:`scan_markup`, but all attributes stay where they are.

    >>> scan_text(b"<p class=tea id=steep>Tea").html
    '<p class=tea id=steep>Tea'
    """
    scan = MarkupScan(document, moves=False)
    scan.run()
    return scan.scanned()
