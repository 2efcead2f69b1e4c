"""HTML to a tree: the tokenizer of the HTML standard (13.2.5), which calls the rules of tree construction.

The document is UTF-8. Scripting is off. Comments and document types are not part of the tree. What differs from the
standard on purpose: at most 512 elements are open, and 4 formatting elements per tag are opened again; SELECTEDCONTENT
stays empty.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

import re

from dehusk._core import html_elements, html_head, html_modes, html_references, html_tree, raw_text, views

_INITIAL = cython.declare(cython.int, html_head.INITIAL)
_BEFORE_HTML = cython.declare(cython.int, html_head.BEFORE_HTML)
_BEFORE_HEAD = cython.declare(cython.int, html_head.BEFORE_HEAD)
_AFTER_HEAD = cython.declare(cython.int, html_head.AFTER_HEAD)
_IN_BODY = cython.declare(cython.int, html_head.IN_BODY)
_IN_TABLE = cython.declare(cython.int, html_head.IN_TABLE)
_IN_CAPTION = cython.declare(cython.int, html_head.IN_CAPTION)
_IN_COLUMN_GROUP = cython.declare(cython.int, html_head.IN_COLUMN_GROUP)
_IN_TABLE_BODY = cython.declare(cython.int, html_head.IN_TABLE_BODY)
_IN_ROW = cython.declare(cython.int, html_head.IN_ROW)
_IN_CELL = cython.declare(cython.int, html_head.IN_CELL)
_IN_TEMPLATE = cython.declare(cython.int, html_head.IN_TEMPLATE)
_AFTER_BODY = cython.declare(cython.int, html_head.AFTER_BODY)
_AFTER_AFTER_BODY = cython.declare(cython.int, html_head.AFTER_AFTER_BODY)
_ESCAPED_TEXT = cython.declare(cython.int, html_head.ESCAPED_TEXT)
_SCRIPT_TEXT = cython.declare(cython.int, html_head.SCRIPT_TEXT)
_ALL_TEXT = cython.declare(cython.int, html_head.ALL_TEXT)
_RAW = cython.declare(cython.int, html_tree.RAW)
_NEW_NODES = cython.declare(cython.Py_ssize_t, html_tree.NEW_NODES)
_TABLE_PART = cython.declare(cython.Py_ssize_t, html_elements.TABLE_PART)
_SKIPPED = cython.declare(cython.Py_ssize_t, html_elements.SKIPPED)
_SAID = cython.declare(views.Ints, html_elements.SAID.data)
_TEMPLATE = cython.declare(cython.int, html_elements.code("template"))
_COLGROUP = cython.declare(cython.int, html_elements.code("colgroup"))
_SLOTS = cython.declare(views.Ints, html_elements.NAME_SLOTS.data)
_SLOT_MASK = cython.declare(cython.ulonglong, html_elements.SLOTS - 1)
_NAME_KEYS = cython.declare(views.Hashes, html_elements.NAME_KEYS.data)
_NAME_BYTES = cython.declare(views.Bytes, memoryview(html_elements.NAME_BYTES))
_NAME_STARTS = cython.declare(views.Ints, html_elements.NAME_STARTS.data)
_KNOWN = cython.declare(cython.int, len(html_elements.NAMES))
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_SPREAD = cython.declare(cython.ulonglong, html_elements.SPREAD)
_SLOT_SHIFT = cython.declare(cython.int, html_elements.SLOT_SHIFT)
_KEY_BYTES = cython.declare(cython.Py_ssize_t, 8)

_H = cython.declare(cython.int, 104)
_T = cython.declare(cython.int, 116)
_LESS = cython.declare(cython.int, 60)
_GREATER = cython.declare(cython.int, 62)
_SLASH = cython.declare(cython.int, 47)
_MARK = cython.declare(cython.int, 33)
_QUESTION = cython.declare(cython.int, 63)
_AMPERSAND = cython.declare(cython.int, 38)
_BRACKET = cython.declare(cython.int, 93)
_NEWLINE = cython.declare(cython.int, 10)
_RETURN = cython.declare(cython.int, 13)
_REPLACEMENT = cython.declare(cython.int, 0xFFFD)
_CDATA = cython.declare(views.Bytes, memoryview(b"<![CDATA["))
_DOCTYPE = cython.declare(views.Bytes, memoryview(b"<!doctype"))
MAX_NAME = 100
"""Longer names are cut to this many characters: paths repeat the names of elements, and a page can choose them."""
_DOCTYPE_PARTS = re.compile(
    rb"""<!doctype[\t\n\f\r ]*([^\t\n\f\r >]*)[\t\n\f\r ]*
    (?:(?:(public)[\t\n\f\r ]*(?:"([^">]*)"|'([^'>]*)'))|(system))?[\t\n\f\r ]*(?:"([^">]*)"|'([^'>]*)')?(.?)""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
# HTML standard, 13.2.6.4.1.
_QUIRKY_PUBLIC = (
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//", "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//", "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//", "-//ietf//dtd html 3.2 final//", "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//", "-//ietf//dtd html level 0//", "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//", "-//ietf//dtd html level 3//", "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//", "-//ietf//dtd html strict level 2//", "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//", "-//ietf//dtd html//", "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//", "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//", "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//", "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//", "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
)  # fmt: skip
_QUIRKY_PUBLIC_ONLY = ("-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html")
_QUIRKY_WITHOUT_SYSTEM = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
_QUIRKY_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"


def is_quirky(doctype: bytes) -> bool:
    """Whether a document type stands for quirks mode, in which a table does not end a paragraph.

    >>> is_quirky(b"<!DOCTYPE html>"), is_quirky(b'<!doctype html public "-//W3C//DTD HTML 3.2 Final//EN">')
    (False, True)
    """
    match = _DOCTYPE_PARTS.match(doctype)
    if match is None:
        return True
    name, has_public, public_1, public_2, has_system, system_1, system_2, end = match.groups()
    has_id = (public_1 is not None or public_2 is not None) if has_public else True
    given = system_1 if system_1 is not None else system_2
    # A document type that is cut or malformed in its parts that count.
    if name.lower() != b"html" or not has_id or (has_system and given is None) or (end == b"" and given is None):
        return True
    if end != b">" and given is None:
        return True
    public = (public_1 or public_2 or b"").decode("utf-8", "replace").lower()
    system = (given or b"").decode("utf-8", "replace").lower()
    return (
        (has_public is not None and public in _QUIRKY_PUBLIC_ONLY)
        or public.startswith(_QUIRKY_PUBLIC)
        or system == _QUIRKY_SYSTEM
        or (given is None and public.startswith(_QUIRKY_WITHOUT_SYSTEM))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_letter(code: cython.int) -> cython.bint:
    return 97 <= code | 32 <= 122


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_space(code: cython.int) -> cython.bint:
    return code == 32 or (9 <= code <= 13 and code != 11)


class HtmlParser(html_modes.ModeRules):
    """Builds the tree of a document, in steps: ``run`` goes on until there are that many nodes.

    >>> parser = HtmlParser("<p>Thé<p>Lait".encode())
    >>> parser.run(1000), parser.all_text().decode()
    (True, 'ThéLait')
    """

    def __init__(self, source: bytes) -> None:
        self.data = views.memory(source)
        self.size = self.data.shape[0]
        # Text becomes longer by NUL, which is three bytes, and by few references that stand for two characters.
        growth = 3 if b"\0" in source else 1.25
        super().__init__(source, views.count_byte(self.data, _LESS), int(growth * self.size))
        self.references = html_references.ReferenceReader()
        self.at = 0
        self.has_tex = self.is_after_nul = False

    def run(self, nodes: cython.Py_ssize_t) -> bool:
        """Go on until there are that many nodes; return whether the document ended before."""
        while self.at < self.size and self.count < nodes:
            if self.count + _NEW_NODES >= self.room:
                self._make_room(2 * self.room)
            with cython.nogil:
                self._run(min(nodes, self.room - _NEW_NODES))
        return bool(self.at >= self.size)

    def node_count(self) -> int:
        """The number of nodes so far."""
        return int(self.count)

    def finish(self) -> None:
        """Add what a document has in any case: it ends here."""
        while self.mode <= _AFTER_HEAD:
            self._leave_mode_before_body()

    # ---- tokens ----------------------------------------------------------------------------------

    def _run(self, nodes: cython.Py_ssize_t) -> cython.bint:
        code: cython.int
        while self.at < self.size and self.count < nodes:
            code = self.data[self.at + 1] if self.at + 1 < self.size else 0
            if self.data[self.at] != _LESS:
                self._read_text()
            elif _is_letter(code):
                self._read_start_tag()
            elif code == _SLASH and self.at + 2 < self.size:
                self._read_end_tag()
            elif code == _MARK or code == _QUESTION:
                self._read_markup()
            else:
                self._read_text()
        return True

    def _read_text(self) -> cython.bint:
        """Text until the next markup."""
        start: cython.Py_ssize_t = self.used
        self._copy_text(self.size, True, self._is_foreign_text())
        self._characters(start, self.used)
        if self.is_after_nul:
            self.is_after_nul = False
            while self.mode <= _AFTER_HEAD:
                self._leave_mode_before_body()
        return True

    def _copy_text(self, stop: cython.Py_ssize_t, is_markup: cython.bint, keeps_nul: cython.bint) -> cython.bint:
        """Copy text, decoded, until a place, or until the next markup (``is_markup``); references are read in both."""
        at: cython.Py_ssize_t = self.at
        end: cython.Py_ssize_t
        code: cython.int
        while at < stop:
            end = views.find_markup(self.data, at, stop)
            views.copy_bytes(self.text, self.used, self.data, at, end)
            self.used += end - at
            at = end
            if at >= stop:
                break
            code = self.data[at]
            at += 1
            if code == _LESS and is_markup and self._is_markup(at):
                if self._is_empty_tag(at):
                    at += 2
                    continue
                at -= 1
                break
            if code == _AMPERSAND:
                end = self.references.read(self.data, at, stop, False)
                if end >= 0:
                    at = end
                    self._write(self.references.first)
                    code = self.references.second
                if code:
                    self._write(code)
            elif code == _RETURN:
                at += at < stop and self.data[at] == _NEWLINE
                self._write(_NEWLINE)
            elif code:
                self._write(code)
            elif keeps_nul:
                self._write(_REPLACEMENT)
            elif self.mode <= _AFTER_HEAD:
                # It is ignored, but only in the body.
                self.is_after_nul = True
                break
        self.at = at
        return True

    def _copy_raw_text(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Copy text until a place in which "&" is only a sign."""
        at: cython.Py_ssize_t = self.at
        end: cython.Py_ssize_t
        code: cython.int
        while at < stop:
            end = views.find_markup(self.data, at, stop)
            views.copy_bytes(self.text, self.used, self.data, at, end)
            self.used += end - at
            at = end
            if at < stop:
                code = self.data[at]
                at += 1
                if code == _RETURN:
                    at += at < stop and self.data[at] == _NEWLINE
                    code = _NEWLINE
                self._write(code or _REPLACEMENT)
        self.at = stop
        return True

    def _write(self, code: cython.int) -> cython.bint:
        self.used = html_references.write_character(self.text, self.used, code)
        return True

    def _is_markup(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether "<" before a place starts markup."""
        code: cython.int = self.data[at] if at < self.size else 0
        return _is_letter(code) or code == _MARK or code == _QUESTION or (code == _SLASH and at + 1 < self.size)

    def _is_empty_tag(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether "<" before a place starts "</>", which stands for nothing: text goes on after it."""
        return at + 1 < self.size and self.data[at] == _SLASH and self.data[at + 1] == _GREATER

    def _name_end(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        while at < self.size and not (self.data[at] == _GREATER or self.data[at] == _SLASH or _is_space(self.data[at])):
            at += 1
        return at

    def _number_of(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """The number of the name between two places."""
        key: cython.ulonglong = 0
        length: cython.Py_ssize_t = stop - start
        code: cython.int
        i: cython.Py_ssize_t
        number: cython.int
        for i in range(start, stop):
            code = self.data[i]
            if 65 <= code <= 90:
                code |= 32
            key = ((key << 8 | key >> 56) ^ code) & _MASK
        slot: cython.ulonglong = ((key * _SPREAD) & _MASK) >> _SLOT_SHIFT
        while _SLOTS[slot]:
            number = _SLOTS[slot]
            if (
                _NAME_KEYS[number] == key
                and _NAME_STARTS[number + 1] - _NAME_STARTS[number] == length
                and (length <= _KEY_BYTES or self._is_name(start, number))
            ):
                return number
            slot = (slot + 1) & _SLOT_MASK
        return self._extra_number(start, stop)

    def _is_name(self, at: cython.Py_ssize_t, number: cython.int) -> cython.bint:
        """Whether the letters of a name are at a place, in any case."""
        i: cython.Py_ssize_t
        code: cython.int
        for i in range(_NAME_STARTS[number], _NAME_STARTS[number + 1]):
            if at >= self.size:
                return False
            code = self.data[at]
            if 65 <= code <= 90:
                code |= 32
            if code != _NAME_BYTES[i]:
                return False
            at += 1
        return True

    def _extra_number(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        name = self.source[start:stop].lower().decode("utf-8", "replace").replace("\0", "\ufffd")[:MAX_NAME]
        number: int = self.names.setdefault(name, _KNOWN + len(self.names))
        return number

    # ---- tags ------------------------------------------------------------------------------------

    def _read_start_tag(self) -> cython.bint:
        stop: cython.Py_ssize_t = self._name_end(self.at + 2)
        number: cython.int = self._number_of(self.at + 1, stop)
        end: cython.Py_ssize_t = self.attributes.read(self.data, stop, self._space_of_start(number))
        if end < 0:
            self.at = self.size
            return True
        self.at = end
        self.skip_newline = self.is_used = False
        self._start_tag(number)
        if not self.is_used:
            self.attributes.forget()
        if self.raw:
            self._read_raw_element()
        return True

    def _read_end_tag(self) -> cython.bint:
        start: cython.Py_ssize_t = self.at + 2
        stop: cython.Py_ssize_t
        end: cython.Py_ssize_t
        if self._is_empty_tag(start - 1):
            self.at = start + 1
            return True
        if not _is_letter(self.data[start]):
            return self._read_markup()
        stop = self._name_end(start + 1)
        end = stop + 1
        if stop >= self.size or self.data[stop] != _GREATER:
            end = self.attributes.read(self.data, stop, 0)
            self.attributes.forget()
        self.at = self.size if end < 0 else end
        self.skip_newline = False
        if end >= 0:
            self._end_tag(self._number_of(start, stop))
        return True

    def _read_raw_element(self) -> cython.bint:
        """The text of an element in which tags are text, and its end tag."""
        number: cython.int = self.code[self.raw_node] >> 2
        start: cython.Py_ssize_t = self.used
        stop: cython.Py_ssize_t = self.size
        raw: cython.int = self.raw
        node: cython.Py_ssize_t
        self.raw = 0
        if raw == _ALL_TEXT:
            self._copy_raw_text(self.size)
            return self._characters(start, self.used)
        if raw == _SCRIPT_TEXT:
            self.has_tex = self.has_tex or self._is_tex()
            stop = raw_text.script_end(self.data, self.at)
        else:
            stop = self._raw_end(number)
        if raw == _ESCAPED_TEXT:
            self._copy_text(stop, False, True)
            if self.skip_newline and start < self.used and self.text[start] == _NEWLINE:
                start += 1
            node = self._new_node(0, start, self.used)
        elif _SAID[number << 2] & _SKIPPED:
            node = self._new_node(0, self.at, stop)
            self.state[node] = _RAW
        else:
            self._copy_raw_text(stop)
            node = self._new_node(0, start, self.used)
        self.skip_newline = False
        if self.stop[node] > self.start[node]:
            self._put(node, self.raw_node, 0)
        self.at = self.size
        if stop < self.size:
            stop = self.attributes.read(self.data, self._name_end(stop + 2), 0)
            self.attributes.forget()
            if stop >= 0:
                self.at = stop
        return True

    def _is_tex(self) -> cython.bint:
        """Whether the script that is read may be one of TeX: "h/t", as in "math/tex", is in its attributes."""
        i: cython.Py_ssize_t
        for i in range(self.attributes.start + 1, self.attributes.stop - 1):
            if (
                self.attributes.out[i] == _SLASH
                and self.attributes.out[i - 1] | 32 == _H
                and self.attributes.out[i + 1] | 32 == _T
            ):
                return True
        return False

    def _raw_end(self, number: cython.int) -> cython.Py_ssize_t:
        """Where the next end tag of a name is."""
        length: cython.Py_ssize_t = _NAME_STARTS[number + 1] - _NAME_STARTS[number]
        at: cython.Py_ssize_t = views.find_byte(self.data, self.at, self.size, _LESS)
        while at + 2 + length < self.size:
            if (
                self.data[at + 1] == _SLASH
                and self._is_name(at + 2, number)
                and self._name_end(at + 2 + length) == at + 2 + length
            ):
                return at
            at = views.find_byte(self.data, at + 1, self.size, _LESS)
        return self.size

    # ---- comments, document types, CDATA ---------------------------------------------------------

    def _starts_with(self, word: views.Bytes) -> cython.bint:
        """Whether a word in lower case is at the current place, in any case of letters."""
        i: cython.Py_ssize_t
        code: cython.int
        if self.at + word.shape[0] > self.size:
            return False
        for i in range(word.shape[0]):
            code = self.data[self.at + i]
            if code != word[i] and not (_is_letter(code) and code | 32 == word[i]):
                return False
        return True

    def _read_markup(self) -> cython.bint:
        """What begins with "<!", "<?", or "</" without a name."""
        start: cython.Py_ssize_t = self.used
        stop: cython.Py_ssize_t
        self.skip_newline = False
        if self.mode == _INITIAL and self._starts_with(_DOCTYPE):
            stop = min(self.size, views.find_byte(self.data, self.at, self.size, _GREATER) + 1)
            self._read_doctype(stop)
            self.at = stop
        elif self._is_foreign() and self._starts_with(_CDATA):
            self.at += _CDATA.shape[0]
            stop = views.find_byte(self.data, self.at, self.size, _GREATER)
            while stop < self.size and not (
                stop >= self.at + 2 and self.data[stop - 1] == _BRACKET and self.data[stop - 2] == _BRACKET
            ):
                stop = views.find_byte(self.data, stop + 1, self.size, _GREATER)
            self._copy_raw_text(stop if stop == self.size else stop - 2)
            self.at = min(self.size, stop + 1)
            self._characters(start, self.used)
        else:
            self.at = raw_text.comment_end(self.data, self.at)
        return True

    def _read_doctype(self, stop: cython.Py_ssize_t) -> cython.bint:
        self.is_quirky = is_quirky(self.source[self.at : stop])
        self.mode = _BEFORE_HTML
        return True

    # ---- characters ------------------------------------------------------------------------------

    def _first_word(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the first character is that is not white space."""
        while start < stop and _is_space(self.text[start]):
            start += 1
        return start

    def _add_text(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Insert text as in the body."""
        self._reopen_formatting()
        if self.frameset_ok and self._first_word(start, stop) < stop:
            self.frameset_ok = False
        return self._insert_text(start, stop)

    def _characters(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Text between two places of all text, in the current mode."""
        middle: cython.Py_ssize_t
        if self.skip_newline:
            self.skip_newline = False
            start += start < stop and self.text[start] == _NEWLINE
        if self._is_foreign_text():
            if self.frameset_ok and self._first_word(start, stop) < stop:
                self.frameset_ok = False
            return self._insert_text(start, stop)
        while start < stop:
            if self.mode == _IN_BODY or self.mode == _IN_CAPTION or self.mode == _IN_CELL or self.mode == _IN_TEMPLATE:
                return self._add_text(start, stop)
            if self.mode == _IN_TABLE or self.mode == _IN_TABLE_BODY or self.mode == _IN_ROW:
                return self._table_text(start, stop)
            middle = self._first_word(start, stop)
            if self.mode == _AFTER_BODY or self.mode == _AFTER_AFTER_BODY:
                if middle == stop:
                    return self._add_text(start, stop)
                self.mode = _IN_BODY
                continue
            if self.mode == _IN_COLUMN_GROUP:
                if self._current_code() != _COLGROUP:
                    return self._add_white_space(start, stop)
                self._insert_text(start, middle)
                if middle < stop:
                    self._leave(_IN_TABLE)
            elif self.mode <= _AFTER_HEAD:
                if self.mode > _BEFORE_HEAD:
                    self._insert_text(start, middle)
                if middle < stop:
                    self._leave_mode_before_body()
            else:
                return self._add_white_space(start, stop)
            start = middle
        return True

    def _table_text(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        is_part: cython.bint = (self._said(self._current()) & _TABLE_PART) != 0 or self._current_code() == _TEMPLATE
        if is_part and self._first_word(start, stop) == stop:
            return self._insert_text(start, stop)
        self.fosters = True
        self._add_text(start, stop)
        self.fosters = False
        return True

    def _add_white_space(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Insert the white space of a text: one text, in its place."""
        end: cython.Py_ssize_t = start
        i: cython.Py_ssize_t
        for i in range(start, stop):
            if _is_space(self.text[i]):
                self.text[end] = self.text[i]
                end += 1
        return self._insert_text(start, end)
