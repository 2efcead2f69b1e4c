"""What the standard does with tags in the body (HTML standard, 13.2.6.4.7)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import attribute_loops, html_elements, html_head, html_tree, views

_IN_TABLE = cython.declare(cython.int, html_head.IN_TABLE)
_IN_FRAMESET = cython.declare(cython.int, html_head.IN_FRAMESET)
_AFTER_BODY = cython.declare(cython.int, html_head.AFTER_BODY)
_ESCAPED_TEXT = cython.declare(cython.int, html_head.ESCAPED_TEXT)
_RAW_TEXT = cython.declare(cython.int, html_head.RAW_TEXT)
_ALL_TEXT = cython.declare(cython.int, html_head.ALL_TEXT)
_OPEN = cython.declare(cython.int, html_tree.OPEN)

_ANY = cython.declare(cython.int, html_elements.ANY)
_BLOCK = cython.declare(cython.int, html_elements.BLOCK)
_HEADING = cython.declare(cython.int, html_elements.HEADING)
_PRE = cython.declare(cython.int, html_elements.PRE)
_FORM_KIND = cython.declare(cython.int, html_elements.FORM)
_LIST_ITEM = cython.declare(cython.int, html_elements.LIST_ITEM)
_TERM = cython.declare(cython.int, html_elements.TERM)
_PLAINTEXT = cython.declare(cython.int, html_elements.PLAINTEXT)
_BUTTON_KIND = cython.declare(cython.int, html_elements.BUTTON)
_LINK = cython.declare(cython.int, html_elements.LINK)
_FORMATTING = cython.declare(cython.int, html_elements.FORMATTING)
_NOBR_KIND = cython.declare(cython.int, html_elements.NOBR)
_MARKER = cython.declare(cython.int, html_elements.MARKER)
_TABLE_KIND = cython.declare(cython.int, html_elements.TABLE)
_VOID = cython.declare(cython.int, html_elements.VOID)
_INPUT_KIND = cython.declare(cython.int, html_elements.INPUT)
_MEDIA_VOID = cython.declare(cython.int, html_elements.MEDIA_VOID)
_RULE = cython.declare(cython.int, html_elements.RULE)
_IMAGE = cython.declare(cython.int, html_elements.IMAGE)
_TEXTAREA = cython.declare(cython.int, html_elements.TEXTAREA)
_XMP = cython.declare(cython.int, html_elements.XMP)
_NOEMBED = cython.declare(cython.int, html_elements.NOEMBED)
_SELECT_KIND = cython.declare(cython.int, html_elements.SELECT)
_OPTION_KIND = cython.declare(cython.int, html_elements.OPTION)
_RUBY_BASE = cython.declare(cython.int, html_elements.RUBY_BASE)
_RUBY_TEXT = cython.declare(cython.int, html_elements.RUBY_TEXT)
_FORMULA = cython.declare(cython.int, html_elements.FORMULA)
_DRAWING = cython.declare(cython.int, html_elements.DRAWING)
_IGNORED = cython.declare(cython.int, html_elements.IGNORED)
_ROOT = cython.declare(cython.int, html_elements.ROOT)
_BODY_KIND = cython.declare(cython.int, html_elements.BODY)
_FRAMESET_KIND = cython.declare(cython.int, html_elements.FRAMESET)
_TEMPLATE_KIND = cython.declare(cython.int, html_elements.TEMPLATE)

_SPECIAL = cython.declare(cython.Py_ssize_t, html_elements.SPECIAL)
_SCOPE = cython.declare(cython.Py_ssize_t, html_elements.SCOPE)
_LIST_SCOPE = cython.declare(cython.Py_ssize_t, html_elements.LIST_SCOPE)
_CLOSED_BLOCK = cython.declare(cython.Py_ssize_t, html_elements.CLOSED_BLOCK)
_SAID = cython.declare(views.Ints, html_elements.SAID.data)
_KNOWN = cython.declare(cython.int, len(html_elements.NAMES))

_A = cython.declare(cython.int, html_elements.code("a"))
_ADDRESS = cython.declare(cython.int, html_elements.code("address"))
_BODY = cython.declare(cython.int, html_elements.code("body"))
_BR = cython.declare(cython.int, html_elements.code("br"))
_BUTTON = cython.declare(cython.int, html_elements.code("button"))
_DD = cython.declare(cython.int, html_elements.code("dd"))
_DIV = cython.declare(cython.int, html_elements.code("div"))
_DT = cython.declare(cython.int, html_elements.code("dt"))
_FORM = cython.declare(cython.int, html_elements.code("form"))
_IMG = cython.declare(cython.int, html_elements.NUMBERS["img"])
_LI = cython.declare(cython.int, html_elements.code("li"))
_NOBR = cython.declare(cython.int, html_elements.code("nobr"))
_OPTGROUP = cython.declare(cython.int, html_elements.code("optgroup"))
_OPTION = cython.declare(cython.int, html_elements.code("option"))
_P = cython.declare(cython.int, html_elements.code("p"))
_RTC = cython.declare(cython.int, html_elements.code("rtc"))
_RUBY = cython.declare(cython.int, html_elements.code("ruby"))
_SELECT = cython.declare(cython.int, html_elements.code("select"))
_SVG = cython.declare(cython.int, html_elements.SVG)
_MATH = cython.declare(cython.int, html_elements.MATH)


class BodyRules(html_head.HeadRules):
    """The rules for tags in the body. A rule returns False if the tag is to be read again, in another mode."""

    def _start_in_body(self, number: cython.int) -> cython.bint:
        kind: cython.int = self._kind(number)
        code: cython.int = number << 2
        if kind == _ANY:
            self._reopen_formatting()
            self._insert(code)
        elif kind == _BLOCK or kind == _HEADING or kind == _PRE:
            self._end_p()
            if kind == _HEADING and self._is_heading(self._current_code()):
                self._pop()
            self._insert(code)
            if kind == _PRE:
                self.skip_newline = True
                self.frameset_ok = False
        elif kind == _LINK or kind == _FORMATTING or kind == _NOBR_KIND:
            self._start_formatting(code, kind)
        elif kind == _LIST_ITEM or kind == _TERM:
            self._start_item(code, kind == _TERM)
        elif kind == _VOID:
            self._reopen_formatting()
            self._node_for_tag(code)
            self.frameset_ok = False
        elif kind == _FORMULA or kind == _DRAWING:
            self._reopen_formatting()
            self._insert_foreign(number, _SVG if kind == _DRAWING else _MATH)
        elif kind == _TABLE_KIND:
            if not self.is_quirky:
                self._end_p()
            if self.state[self._insert(code)] & _OPEN:
                self.mode = _IN_TABLE
            self.frameset_ok = False
        elif kind != _IGNORED and not self._start_in_head(number):
            if kind == _ROOT or kind == _BODY_KIND or kind == _FRAMESET_KIND:
                self._start_outer(code, kind)
            else:
                self._start_rarer(number, kind)
        return True

    def _end_p(self) -> cython.bint:
        """Close a paragraph if one is open in button scope."""
        return self._close_p() if self._p_in_scope() else False

    def _start_formatting(self, code: cython.int, kind: cython.int) -> cython.bint:
        node: cython.Py_ssize_t
        if kind == _LINK:
            node = self._listed_with(_A)
            if node:
                self._adopt(_A)
                self._unlist(node)
                self._close(node)
        self._reopen_formatting()
        if kind == _NOBR_KIND and self._in_scope(_NOBR, _SCOPE):
            self._end_formatting(_NOBR)
            self._reopen_formatting()
        node = self._insert(code)
        if self.state[node] & _OPEN:
            self._list(node)
        return True

    def _start_item(self, code: cython.int, is_term: cython.bint) -> cython.bint:
        i: cython.Py_ssize_t = self.open - 1
        open_code: cython.int
        self.frameset_ok = False
        while i > 0:
            open_code = self.code[self.stack[i]]
            if (open_code == _DD or open_code == _DT) if is_term else open_code == _LI:
                self._imply_ends(open_code)
                self._pop_until(open_code)
                break
            if self._said(self.stack[i]) & _SPECIAL and not (
                open_code == _ADDRESS or open_code == _DIV or open_code == _P
            ):
                break
            i -= 1
        self._end_p()
        self._insert(code)
        return True

    def _insert_foreign(self, number: cython.int, space: cython.int) -> cython.bint:
        """Insert an element of SVG or MathML, and open it if its tag is not self-closing."""
        node: cython.Py_ssize_t = self._node_for_tag(number << 2 | space)
        if not self.attributes.is_closed:
            self._push(node)
        return True

    def _start_outer(self, code: cython.int, kind: cython.int) -> cython.bint:
        """HTML, BODY or FRAMESET in the body."""
        has_body: cython.bint = self.open > 1 and self.code[self.stack[1]] == _BODY
        if kind == _ROOT:
            if not self._template_is_open():
                self._merge_attributes(self.root)
        elif not has_body or (kind == _BODY_KIND and self._template_is_open()):
            return True
        elif kind == _BODY_KIND:
            self.frameset_ok = False
            self._merge_attributes(self.body)
        elif self.frameset_ok:
            self._take_out(self.body)
            self.body = 0
            self._pop_to(1)
            self._insert(code)
            self.mode = _IN_FRAMESET
        return True

    def _start_rarer(self, number: cython.int, kind: cython.int) -> cython.bint:
        code: cython.int = number << 2
        node: cython.Py_ssize_t
        if kind == _INPUT_KIND:
            if self._in_scope(_SELECT, _SCOPE):
                self._pop_until(_SELECT)
            self._reopen_formatting()
            self._node_for_tag(code)
            if self.frameset_ok and not self._is_hidden_input():
                self.frameset_ok = False
        elif kind == _OPTION_KIND:
            if self._in_scope(_SELECT, _SCOPE):
                self._imply_ends(_OPTGROUP if code == _OPTION else 0)
            elif self._current_code() == _OPTION:
                self._pop()
            self._reopen_formatting()
            self._insert(code)
        elif kind == _SELECT_KIND:
            self.frameset_ok = False
            if self._in_scope(_SELECT, _SCOPE):
                self._pop_until(_SELECT)
            else:
                self._reopen_formatting()
                self._insert(code)
        elif kind == _FORM_KIND:
            if not self.form or self._template_is_open():
                self._end_p()
                node = self._insert(code)
                if not self._template_is_open():
                    self.form = node
        elif kind == _BUTTON_KIND:
            if self._in_scope(_BUTTON, _SCOPE):
                self._imply_ends(0)
                self._pop_until(_BUTTON)
            self._reopen_formatting()
            self._insert(code)
            self.frameset_ok = False
        elif kind == _MARKER:
            self._reopen_formatting()
            if self.state[self._insert(code)] & _OPEN:
                self._mark()
            self.frameset_ok = False
        elif kind == _MEDIA_VOID:
            self._node_for_tag(code)
        elif kind == _RULE:
            self._end_p()
            if self._in_scope(_SELECT, _SCOPE):
                self._imply_ends(0)
            self._node_for_tag(code)
            self.frameset_ok = False
        elif kind == _IMAGE:
            self._start_in_body(_IMG)
        elif kind == _RUBY_BASE or kind == _RUBY_TEXT:
            if self._in_scope(_RUBY, _SCOPE):
                self._imply_ends(_RTC if kind == _RUBY_TEXT else 0)
            self._insert(code)
        else:
            self._start_text(number, kind)
        return True

    def _start_text(self, number: cython.int, kind: cython.int) -> cython.bint:
        """Elements whose text is not markup."""
        if kind != _NOEMBED:
            self.frameset_ok = False
        if kind == _TEXTAREA:
            self.skip_newline = True
            self._insert_raw(number, _ESCAPED_TEXT)
        elif kind == _PLAINTEXT:
            self._end_p()
            self._insert(number << 2)
            self.raw = _ALL_TEXT
        else:
            if kind == _XMP:
                self._end_p()
                self._reopen_formatting()
            self._insert_raw(number, _RAW_TEXT)
        return True

    def _is_hidden_input(self) -> cython.bint:
        """Whether the tag that is read has the attribute ``type=hidden``."""
        return (dict(attribute_loops.decode(self.attributes.last())).get("type") or "").lower() == "hidden"

    # ---- end tags --------------------------------------------------------------------------------

    def _end_in_body(self, number: cython.int) -> cython.bint:
        kind: cython.int = self._kind(number)
        code: cython.int = number << 2
        if kind == _ANY:
            return self._end_any(code)
        if number < _KNOWN and _SAID[code] & _CLOSED_BLOCK:
            self._end_scoped(code)
        elif kind == _LINK or kind == _FORMATTING or kind == _NOBR_KIND:
            self._end_formatting(code)
        elif code == _P:
            if not self._p_in_scope():
                self._imply(_P)
            self._close_p()
        elif kind == _LIST_ITEM or kind == _TERM:
            if self._in_scope(code, _SCOPE if kind == _TERM else _LIST_SCOPE):
                self._imply_ends(code)
                self._pop_until(code)
        elif kind == _HEADING:
            if self._heading_in_scope():
                self._imply_ends(0)
                while self.open > 1 and not self._is_heading(self.code[self._pop()]):
                    pass
        elif kind == _FORM_KIND:
            self._end_form()
        elif kind == _MARKER:
            if self._end_scoped(code):
                self._clear_to_mark()
        elif kind == _TEMPLATE_KIND:
            self._end_template()
        elif code == _BR:
            self._reopen_formatting()
            self._insert_node(self._new_node(_BR, 0, 0))
            self.frameset_ok = False
        elif kind == _BODY_KIND or kind == _ROOT:
            if self._in_scope(_BODY, _SCOPE):
                self.mode = _AFTER_BODY
                return kind == _BODY_KIND
        else:
            self._end_any(code)
        return True

    def _end_any(self, code: cython.int) -> cython.bint:
        i: cython.Py_ssize_t = self.open - 1
        node: cython.Py_ssize_t
        while i > 0:
            node = self.stack[i]
            if self.code[node] == code:
                self._imply_ends(code)
                self._pop_to(i)
                break
            if self._said(node) & _SPECIAL:
                break
            i -= 1
        return True

    def _end_formatting(self, code: cython.int) -> cython.bint:
        return self._adopt(code) or self._end_any(code)

    def _end_scoped(self, code: cython.int) -> cython.bint:
        """Close an element with all that is open in it, if it is in scope."""
        if not self._in_scope(code, _SCOPE):
            return False
        self._imply_ends(0)
        return self._pop_until(code)

    def _end_form(self) -> cython.bint:
        form: cython.Py_ssize_t = self.form
        if self._template_is_open():
            return self._end_scoped(_FORM)
        self.form = 0
        if form and self._node_in_scope(form):
            self._imply_ends(0)
            self._close(form)
        return True
