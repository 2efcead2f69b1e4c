"""The insertion modes outside of the body, tables, and SVG and MathML (HTML standard, 13.2.6)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import attribute_loops, html_body, html_elements, html_head, html_tree, views

_INITIAL = cython.declare(cython.int, html_head.INITIAL)
_BEFORE_HTML = cython.declare(cython.int, html_head.BEFORE_HTML)
_BEFORE_HEAD = cython.declare(cython.int, html_head.BEFORE_HEAD)
_IN_HEAD = cython.declare(cython.int, html_head.IN_HEAD)
_IN_HEAD_NOSCRIPT = cython.declare(cython.int, html_head.IN_HEAD_NOSCRIPT)
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
_IN_FRAMESET = cython.declare(cython.int, html_head.IN_FRAMESET)
_AFTER_FRAMESET = cython.declare(cython.int, html_head.AFTER_FRAMESET)
_AFTER_AFTER_BODY = cython.declare(cython.int, html_head.AFTER_AFTER_BODY)
_AFTER_AFTER_FRAMESET = cython.declare(cython.int, html_head.AFTER_AFTER_FRAMESET)

_MAX_OPEN = cython.declare(cython.Py_ssize_t, html_tree.MAX_OPEN)
_HTML_POINT_STATE = cython.declare(cython.int, html_tree.HTML_POINT)
_KNOWN = cython.declare(cython.int, len(html_elements.NAMES))
_SAID = cython.declare(views.Ints, html_elements.SAID.data)
_TABLE_SCOPE = cython.declare(cython.Py_ssize_t, html_elements.TABLE_SCOPE)
_TABLE_PART = cython.declare(cython.Py_ssize_t, html_elements.TABLE_PART)
_TABLE_PLACE = cython.declare(cython.Py_ssize_t, html_elements.TABLE_PLACE)
_LEAVES_FOREIGN = cython.declare(cython.Py_ssize_t, html_elements.LEAVES_FOREIGN)
_MATH_TEXT = cython.declare(cython.Py_ssize_t, html_elements.MATH_TEXT)
_HTML_POINT = cython.declare(cython.Py_ssize_t, html_elements.HTML_POINT)
_MIXED_CASE = cython.declare(views.Ints, html_elements.MIXED_CASE.data)
_LOWER_CASE = cython.declare(views.Ints, html_elements.LOWER_CASE.data)
_INPUT_KIND = cython.declare(cython.int, html_elements.INPUT)
_HEAD_VOID = cython.declare(cython.int, html_elements.HEAD_VOID)
_HEAD_RAW = cython.declare(cython.int, html_elements.HEAD_RAW)
_SCRIPT_KIND = cython.declare(cython.int, html_elements.SCRIPT)
_TEMPLATE_KIND = cython.declare(cython.int, html_elements.TEMPLATE)

_MATH_SPACE = cython.declare(cython.int, html_elements.MATH)
_SVG_SPACE = cython.declare(cython.int, html_elements.SVG)
_ANNOTATION = cython.declare(cython.int, html_elements.code("annotation-xml", html_elements.MATH))
_BASE = cython.declare(cython.int, html_elements.code("base"))
_BODY = cython.declare(cython.int, html_elements.code("body"))
_BR = cython.declare(cython.int, html_elements.code("br"))
_CAPTION = cython.declare(cython.int, html_elements.code("caption"))
_COL = cython.declare(cython.int, html_elements.code("col"))
_COLGROUP = cython.declare(cython.int, html_elements.code("colgroup"))
_FONT = cython.declare(cython.int, html_elements.code("font"))
_FORM = cython.declare(cython.int, html_elements.code("form"))
_FRAME = cython.declare(cython.int, html_elements.code("frame"))
_FRAMESET = cython.declare(cython.int, html_elements.code("frameset"))
_HEAD = cython.declare(cython.int, html_elements.code("head"))
_HTML = cython.declare(cython.int, html_elements.code("html"))
_MALIGNMARK = cython.declare(cython.int, html_elements.code("malignmark"))
_MGLYPH = cython.declare(cython.int, html_elements.code("mglyph"))
_MATH = cython.declare(cython.int, html_elements.code("math"))
_NOFRAMES = cython.declare(cython.int, html_elements.code("noframes"))
_NOSCRIPT = cython.declare(cython.int, html_elements.code("noscript"))
_P = cython.declare(cython.int, html_elements.code("p"))
_SVG = cython.declare(cython.int, html_elements.code("svg"))
_TABLE = cython.declare(cython.int, html_elements.code("table"))
_TBODY = cython.declare(cython.int, html_elements.code("tbody"))
_TD = cython.declare(cython.int, html_elements.code("td"))
_TEMPLATE = cython.declare(cython.int, html_elements.code("template"))
_TFOOT = cython.declare(cython.int, html_elements.code("tfoot"))
_TH = cython.declare(cython.int, html_elements.code("th"))
_THEAD = cython.declare(cython.int, html_elements.code("thead"))
_TR = cython.declare(cython.int, html_elements.code("tr"))


class ModeRules(html_body.BodyRules):
    """The rules of all insertion modes. A rule returns False if the tag is to be read again, in another mode."""

    # ---- dispatch --------------------------------------------------------------------------------

    def _start_tag(self, number: cython.int) -> cython.bint:
        """Handle a start tag whose attributes were read."""
        if self._is_foreign() and not self._is_html_start(number) and self._start_foreign(number):
            return True
        while not self._start_in_mode(number):
            pass
        return True

    def _end_tag(self, number: cython.int) -> cython.bint:
        if self.overflow:
            self.overflow -= 1
            return True
        if self._is_foreign() and self._end_foreign(number):
            return True
        while not self._end_in_mode(number):
            pass
        return True

    def _start_in_mode(self, number: cython.int) -> cython.bint:
        mode: cython.int = self.mode
        if mode == _IN_BODY:
            return self._start_in_body(number)
        if _IN_TABLE <= mode <= _IN_CELL:
            return self._start_in_table_mode(number)
        if mode <= _AFTER_HEAD:
            return self._start_before_body(number)
        return self._start_in_other_mode(number)

    def _end_in_mode(self, number: cython.int) -> cython.bint:
        mode: cython.int = self.mode
        if mode == _IN_BODY:
            return self._end_in_body(number)
        if _IN_TABLE <= mode <= _IN_CELL:
            return self._end_in_table_mode(number)
        if mode <= _AFTER_HEAD:
            return self._end_before_body(number)
        return self._end_in_other_mode(number)

    # ---- before the body -------------------------------------------------------------------------

    def _start_root(self) -> cython.bint:
        self.root = self._imply(_HTML)
        self.mode = _BEFORE_HEAD
        return False

    def _start_head(self) -> cython.bint:
        self.head = self._imply(_HEAD)
        self.mode = _IN_HEAD
        return False

    def _start_body(self) -> cython.bint:
        self.body = self._imply(_BODY)
        self.mode = _IN_BODY
        return False

    def _leave_head(self) -> cython.bint:
        self._pop()
        self.mode = _AFTER_HEAD
        return False

    def _leave_noscript(self) -> cython.bint:
        self._pop()
        self.mode = _IN_HEAD
        return False

    def _start_before_body(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = self.mode
        kind: cython.int = self._kind(number)
        if mode == _INITIAL:
            self.is_quirky = True
            self.mode = _BEFORE_HTML
            return False
        if mode == _BEFORE_HTML:
            if code != _HTML:
                return self._start_root()
            self.root = self._insert(code)
            self.mode = _BEFORE_HEAD
        elif code == _HTML:
            return self._start_in_body(number)
        elif mode == _BEFORE_HEAD:
            if code != _HEAD:
                return self._start_head()
            self.head = self._insert(code)
            self.mode = _IN_HEAD
        elif mode == _IN_HEAD:
            if code == _NOSCRIPT:
                self._insert(code)
                self.mode = _IN_HEAD_NOSCRIPT
            elif not self._start_in_head(number) and code != _HEAD:
                return self._leave_head()
        elif mode == _IN_HEAD_NOSCRIPT:
            if (kind == _HEAD_VOID and code != _BASE) or kind == _HEAD_RAW:
                self._start_in_head(number)
            elif code != _HEAD and code != _NOSCRIPT:
                return self._leave_noscript()
        else:
            return self._start_after_head(number)
        return True

    def _start_after_head(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        if code == _BODY:
            self.body = self._insert(code)
            self.frameset_ok = False
            self.mode = _IN_BODY
        elif code == _FRAMESET:
            self._insert(code)
            self.mode = _IN_FRAMESET
        elif code != _HEAD:
            self._push(self.head)
            if not self._start_in_head(number):
                self._pop()
                return self._start_body()
            self._close(self.head)
        return True

    def _end_before_body(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = self.mode
        if mode == _INITIAL:
            self.is_quirky = True
            self.mode = _BEFORE_HTML
            return False
        if code == _TEMPLATE and mode != _IN_HEAD_NOSCRIPT and mode >= _IN_HEAD:
            self._end_template()
        elif code == _HEAD and mode == _IN_HEAD:
            self._leave_head()
        elif code == _NOSCRIPT and mode == _IN_HEAD_NOSCRIPT:
            self._leave_noscript()
        elif (
            code == _BR
            or ((code == _BODY or code == _HTML) and mode != _IN_HEAD_NOSCRIPT)
            or (code == _HEAD and mode <= _BEFORE_HEAD)
        ):
            return self._leave_mode_before_body()
        return True

    def _leave_mode_before_body(self) -> cython.bint:
        """Do what anything leads to that does not belong into a mode; it is to be read again."""
        if self.mode == _INITIAL:
            self.is_quirky = True
            self.mode = _BEFORE_HTML
        elif self.mode == _BEFORE_HTML:
            self._start_root()
        elif self.mode == _BEFORE_HEAD:
            self._start_head()
        elif self.mode == _IN_HEAD:
            self._leave_head()
        elif self.mode == _IN_HEAD_NOSCRIPT:
            self._leave_noscript()
        else:
            self._start_body()
        return False

    # ---- templates, framesets, after the body ----------------------------------------------------

    def _start_in_other_mode(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = self.mode
        if mode == _IN_TEMPLATE:
            return self._start_in_template(number)
        if code == _HTML:
            return self._start_in_body(number)
        if mode == _AFTER_BODY or mode == _AFTER_AFTER_BODY:
            self.mode = _IN_BODY
            return False
        if code == _NOFRAMES:
            self._start_in_head(number)
        elif mode == _IN_FRAMESET and code == _FRAMESET:
            self._insert(code)
        elif mode == _IN_FRAMESET and code == _FRAME:
            self._node_for_tag(code)
        return True

    def _start_in_template(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = _IN_BODY
        if self._start_in_head(number):
            return True
        if code == _TD or code == _TH:
            mode = _IN_ROW
        elif code == _TR:
            mode = _IN_TABLE_BODY
        elif code == _COL:
            mode = _IN_COLUMN_GROUP
        elif number < _KNOWN and _SAID[code] & _TABLE_PLACE:
            mode = _IN_TABLE
        if self.templates:
            self.template_modes[self.templates - 1] = mode
        self.mode = mode
        return False

    def _end_in_other_mode(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = self.mode
        if mode == _IN_TEMPLATE:
            if code == _TEMPLATE:
                self._end_template()
        elif mode == _AFTER_BODY and code == _HTML:
            self.mode = _AFTER_AFTER_BODY
        elif mode == _AFTER_BODY or mode == _AFTER_AFTER_BODY:
            self.mode = _IN_BODY
            return False
        elif mode == _IN_FRAMESET and code == _FRAMESET:
            if self.open > 1:
                self._pop()
                if self._current_code() != _FRAMESET:
                    self.mode = _AFTER_FRAMESET
        elif mode == _AFTER_FRAMESET and code == _HTML:
            self.mode = _AFTER_AFTER_FRAMESET
        return True

    # ---- tables ----------------------------------------------------------------------------------

    def _clear_to_table(self, one: cython.int, two: cython.int, three: cython.int) -> cython.bint:
        """Close elements until the current one has one of three codes, or is a template."""
        code: cython.int = self._current_code()
        while self.open > 1 and code != one and code != two and code != three and code != _TEMPLATE:
            self._pop()
            code = self._current_code()
        return True

    def _leave(self, mode: cython.int) -> cython.bint:
        """Close the current part of a table; the tag is to be read again in another mode."""
        if self.open > 1:
            self._pop()
        self.mode = mode
        return False

    def _body_of_table_is_open(self) -> cython.bint:
        return (
            self._in_scope(_TBODY, _TABLE_SCOPE)
            or self._in_scope(_THEAD, _TABLE_SCOPE)
            or self._in_scope(_TFOOT, _TABLE_SCOPE)
        )

    def _close_cell(self) -> cython.bint:
        code: cython.int
        self._imply_ends(0)
        while self.open > 1:
            code = self.code[self._pop()]
            if code == _TD or code == _TH:
                break
        self._clear_to_mark()
        self.mode = _IN_ROW
        return False

    def _close_caption(self) -> cython.bint:
        self._imply_ends(0)
        self._pop_until(_CAPTION)
        self._clear_to_mark()
        self.mode = _IN_TABLE
        return False

    def _start_marked(self, code: cython.int, mode: cython.int) -> cython.bint:
        """Open a cell or a caption."""
        self._insert(code)
        self._mark()
        self.mode = mode
        return True

    def _start_in_table_mode(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = self.mode
        is_place: cython.bint = number < _KNOWN and (_SAID[code] & _TABLE_PLACE) != 0
        is_cell: cython.bint = code == _TD or code == _TH
        # So deep that its parts might not be opened, a table is its text.
        if self.open > _MAX_OPEN - 8:
            return self._start_in_body(number)
        if mode == _IN_CELL:
            if not is_place:
                return self._start_in_body(number)
            if not (self._in_scope(_TD, _TABLE_SCOPE) or self._in_scope(_TH, _TABLE_SCOPE)):
                return True
            return self._close_cell()
        if mode == _IN_CAPTION:
            if not is_place:
                return self._start_in_body(number)
            return self._close_caption() if self._in_scope(_CAPTION, _TABLE_SCOPE) else True
        if mode == _IN_COLUMN_GROUP:
            return self._start_in_column_group(number)
        if mode == _IN_ROW:
            if is_cell:
                self._clear_to_table(_TR, _TR, _TR)
                return self._start_marked(code, _IN_CELL)
            if is_place:
                if not self._in_scope(_TR, _TABLE_SCOPE):
                    return True
                self._clear_to_table(_TR, _TR, _TR)
                return self._leave(_IN_TABLE_BODY)
        elif mode == _IN_TABLE_BODY and (is_cell or code == _TR):
            self._clear_to_table(_TBODY, _TFOOT, _THEAD)
            self.mode = _IN_ROW
            if is_cell:
                self._imply(_TR)
                return False
            self._insert(code)
            return True
        elif mode == _IN_TABLE_BODY and is_place:
            if not self._body_of_table_is_open():
                return True
            self._clear_to_table(_TBODY, _TFOOT, _THEAD)
            return self._leave(_IN_TABLE)
        return self._start_in_table(number)

    def _start_in_column_group(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        if code == _HTML:
            return self._start_in_body(number)
        if code == _COL:
            self._node_for_tag(code)
        elif code == _TEMPLATE:
            self._start_in_head(number)
        elif self._current_code() == _COLGROUP:
            return self._leave(_IN_TABLE)
        return True

    def _start_in_table(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        kind: cython.int = self._kind(number)
        if code == _CAPTION:
            self._clear_to_table(_TABLE, _TABLE, _TABLE)
            return self._start_marked(code, _IN_CAPTION)
        if number < _KNOWN and _SAID[code] & _TABLE_PLACE:
            self._clear_to_table(_TABLE, _TABLE, _TABLE)
            if code == _COLGROUP or code == _COL:
                self.mode = _IN_COLUMN_GROUP
            else:
                self.mode = _IN_TABLE_BODY
            if code == _COL:
                self._imply(_COLGROUP)
                return False
            if code == _TD or code == _TH or code == _TR:
                self._imply(_TBODY)
                return False
            self._insert(code)
            return True
        if code == _TABLE:
            if not self._in_scope(_TABLE, _TABLE_SCOPE):
                return True
            self._pop_until(_TABLE)
            self._reset_mode()
            return False
        if (kind == _HEAD_RAW and code != _NOFRAMES) or kind == _SCRIPT_KIND or kind == _TEMPLATE_KIND:
            return self._start_in_head(number)
        if kind == _INPUT_KIND and self._is_hidden_input():
            self._node_for_tag(code)
            return True
        if code == _FORM:
            if not self.form and not self._template_is_open():
                self.form = self._node_for_tag(code)
            return True
        self.fosters = True
        is_done: cython.bint = self._start_in_body(number)
        self.fosters = False
        return is_done

    def _end_in_table_mode(self, number: cython.int) -> cython.bint:
        code: cython.int = number << 2
        mode: cython.int = self.mode
        is_place: cython.bint = number < _KNOWN and (_SAID[code] & _TABLE_PLACE) != 0
        is_part: cython.bint = number < _KNOWN and (_SAID[code] & _TABLE_PART) != 0
        if code == _BODY or code == _HTML:
            return True if mode != _IN_COLUMN_GROUP else self._end_in_column_group(code)
        if mode == _IN_CELL:
            if code == _TD or code == _TH:
                return self._end_cell(code)
            if is_part:
                return self._close_cell() if self._in_scope(code, _TABLE_SCOPE) else True
            return True if is_place else self._end_in_body(number)
        if mode == _IN_CAPTION:
            if code == _CAPTION or code == _TABLE:
                if self._in_scope(_CAPTION, _TABLE_SCOPE):
                    self._close_caption()
                    return code == _CAPTION
                return True
            return True if is_place else self._end_in_body(number)
        if mode == _IN_COLUMN_GROUP:
            return self._end_in_column_group(code)
        if mode == _IN_ROW and is_part:
            if not (self._in_scope(_TR, _TABLE_SCOPE) and (code == _TABLE or self._in_scope(code, _TABLE_SCOPE))):
                return True
            self._clear_to_table(_TR, _TR, _TR)
            self._leave(_IN_TABLE_BODY)
            return code == _TR
        if mode == _IN_TABLE_BODY and is_part and code != _TR:
            if not (self._body_of_table_is_open() if code == _TABLE else self._in_scope(code, _TABLE_SCOPE)):
                return True
            self._clear_to_table(_TBODY, _TFOOT, _THEAD)
            self._leave(_IN_TABLE)
            return code != _TABLE
        return self._end_in_table(number, is_place)

    def _end_in_table(self, number: cython.int, is_place: cython.bint) -> cython.bint:
        code: cython.int = number << 2
        if code == _TABLE:
            if self._in_scope(_TABLE, _TABLE_SCOPE):
                self._pop_until(_TABLE)
                self._reset_mode()
            return True
        if is_place:
            return True
        if code == _TEMPLATE:
            return self._end_template()
        self.fosters = True
        is_done: cython.bint = self._end_in_body(number)
        self.fosters = False
        return is_done

    def _end_cell(self, code: cython.int) -> cython.bint:
        if self._in_scope(code, _TABLE_SCOPE):
            self._imply_ends(0)
            self._pop_until(code)
            self._clear_to_mark()
            self.mode = _IN_ROW
        return True

    def _end_in_column_group(self, code: cython.int) -> cython.bint:
        if code == _TEMPLATE:
            return self._end_template()
        if code == _COL or self._current_code() != _COLGROUP:
            return True
        self._leave(_IN_TABLE)
        return code == _COLGROUP

    # ---- SVG and MathML --------------------------------------------------------------------------

    def _is_foreign(self) -> cython.bint:
        return self.open > 0 and self.code[self.stack[self.open - 1]] & 3 != 0

    def _is_html_point(self) -> cython.bint:
        """Whether the current element, of SVG or MathML, has HTML in it."""
        node: cython.Py_ssize_t = self._current()
        return (self._said(node) & _HTML_POINT) != 0 or (self.state[node] & _HTML_POINT_STATE) != 0

    def _is_html_start(self, number: cython.int) -> cython.bint:
        """Whether a start tag in the current element of SVG or MathML is one of HTML."""
        code: cython.int = number << 2
        if self._said(self._current()) & _MATH_TEXT:
            return code != _MGLYPH and code != _MALIGNMARK
        if self._current_code() == _ANNOTATION and code == _SVG:
            return True
        return self._is_html_point()

    def _is_foreign_text(self) -> cython.bint:
        """Whether text here is one of SVG or MathML."""
        return self._is_foreign() and not (self._said(self._current()) & _MATH_TEXT or self._is_html_point())

    def _space_of_start(self, number: cython.int) -> cython.int:
        """The namespace of an element with a start tag here."""
        if self._is_foreign() and not self._is_html_start(number):
            return 0 if number < _KNOWN and _SAID[number << 2] & _LEAVES_FOREIGN else self._current_code() & 3
        if number << 2 == _SVG:
            return _SVG_SPACE
        return _MATH_SPACE if number << 2 == _MATH else 0

    def _leave_foreign(self) -> cython.bint:
        while self._is_foreign_text():
            self._pop()
        return False

    def _start_foreign(self, number: cython.int) -> cython.bint:
        """A start tag in SVG or MathML; False if it leaves them."""
        code: cython.int = number << 2
        space: cython.int = self._current_code() & 3
        node: cython.Py_ssize_t
        if (number < _KNOWN and _SAID[code] & _LEAVES_FOREIGN) or (code == _FONT and self._is_styled_font()):
            return self._leave_foreign()
        if space == _SVG_SPACE and number < _KNOWN:
            number = _MIXED_CASE[number]
        node = self.count
        self._insert_foreign(number, space)
        if number << 2 | space == _ANNOTATION and self._contains_html():
            self.state[node] |= _HTML_POINT_STATE
        return True

    def _is_styled_font(self) -> cython.bint:
        return any(name in ("color", "face", "size") for name, _ in attribute_loops.decode(self.attributes.last()))

    def _contains_html(self) -> cython.bint:
        """Whether the tag that is read is that of an annotation with HTML in it."""
        encoding = dict(attribute_loops.decode(self.attributes.last())).get("encoding") or ""
        return encoding.lower() in ("text/html", "application/xhtml+xml")

    def _end_foreign(self, number: cython.int) -> cython.bint:
        """An end tag in SVG or MathML; False if it is one of HTML."""
        i: cython.Py_ssize_t = self.open - 1
        code: cython.Py_ssize_t = number << 2
        open_number: cython.Py_ssize_t
        if code == _BR or code == _P:
            return self._leave_foreign()
        while i > 0 and self.code[self.stack[i]] & 3:
            open_number = self.code[self.stack[i]] >> 2
            if (_LOWER_CASE[open_number] if open_number < _KNOWN else open_number) == number:
                return self._pop_to(i)
            i -= 1
        return i == 0
