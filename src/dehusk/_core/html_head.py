"""What the standard does with tags in the head, and what all modes share (HTML standard, 13.2.6.4.4 and 13.2.4.1)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from dehusk._core import attribute_loops, html_elements, html_tree, views

# Insertion modes. Text of scripts and the like is read where their start tags are.
INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE, IN_CAPTION = range(9)
IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET = range(9, 16)
AFTER_FRAMESET, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET = range(16, 19)
_BEFORE_HEAD = cython.declare(cython.int, BEFORE_HEAD)
_IN_HEAD = cython.declare(cython.int, IN_HEAD)
_AFTER_HEAD = cython.declare(cython.int, AFTER_HEAD)
_IN_BODY = cython.declare(cython.int, IN_BODY)
_IN_TABLE = cython.declare(cython.int, IN_TABLE)
_IN_CAPTION = cython.declare(cython.int, IN_CAPTION)
_IN_COLUMN_GROUP = cython.declare(cython.int, IN_COLUMN_GROUP)
_IN_TABLE_BODY = cython.declare(cython.int, IN_TABLE_BODY)
_IN_ROW = cython.declare(cython.int, IN_ROW)
_IN_CELL = cython.declare(cython.int, IN_CELL)
_IN_TEMPLATE = cython.declare(cython.int, IN_TEMPLATE)
_IN_FRAMESET = cython.declare(cython.int, IN_FRAMESET)

# How the text of an element is read whose start tag was inserted.
MARKUP, ESCAPED_TEXT, RAW_TEXT, SCRIPT_TEXT, ALL_TEXT = range(5)
_ESCAPED_TEXT = cython.declare(cython.int, ESCAPED_TEXT)
_RAW_TEXT = cython.declare(cython.int, RAW_TEXT)
_SCRIPT_TEXT = cython.declare(cython.int, SCRIPT_TEXT)

_MAY_HIDE = cython.declare(cython.int, html_tree.MAY_HIDE)
_MAX_OPEN = cython.declare(cython.Py_ssize_t, html_tree.MAX_OPEN)
_IMPLIED_IN_TEMPLATE = cython.declare(cython.Py_ssize_t, html_elements.IMPLIED_IN_TEMPLATE)
_KINDS = cython.declare(views.Bytes, html_elements.KINDS.data)
_KNOWN = cython.declare(cython.int, len(html_elements.NAMES))
_HEAD_VOID = cython.declare(cython.int, html_elements.HEAD_VOID)
_HEAD_RAW = cython.declare(cython.int, html_elements.HEAD_RAW)
_TITLE_KIND = cython.declare(cython.int, html_elements.TITLE)
_SCRIPT_KIND = cython.declare(cython.int, html_elements.SCRIPT)
_TEMPLATE_KIND = cython.declare(cython.int, html_elements.TEMPLATE)
_TEMPLATE = cython.declare(cython.int, html_elements.code("template"))
_HTML = cython.declare(cython.int, html_elements.code("html"))
_HEAD = cython.declare(cython.int, html_elements.code("head"))
_BODY = cython.declare(cython.int, html_elements.code("body"))
_FRAMESET = cython.declare(cython.int, html_elements.code("frameset"))
_TABLE = cython.declare(cython.int, html_elements.code("table"))
_TR = cython.declare(cython.int, html_elements.code("tr"))
_TD = cython.declare(cython.int, html_elements.code("td"))
_TH = cython.declare(cython.int, html_elements.code("th"))
_TBODY = cython.declare(cython.int, html_elements.code("tbody"))
_TFOOT = cython.declare(cython.int, html_elements.code("tfoot"))
_THEAD = cython.declare(cython.int, html_elements.code("thead"))
_CAPTION = cython.declare(cython.int, html_elements.code("caption"))
_COLGROUP = cython.declare(cython.int, html_elements.code("colgroup"))
_MAX_MERGED = cython.declare(cython.Py_ssize_t, 100)
"""Further start tags of HTML and BODY whose attributes count: each could have a new name."""
_MAX_MERGED_BYTES = cython.declare(cython.Py_ssize_t, 65536)
"""To more attributes none are added: all that there are would be read for each of these tags."""


class HeadRules(html_tree.HtmlTree):
    """The rules for the head, and the state of the construction that is not in the tree."""

    def __init__(self, source: bytes, tags: cython.Py_ssize_t, text: cython.Py_ssize_t) -> None:
        super().__init__(source, tags, text)
        if not cython.compiled:
            self.template_modes = [0] * (_MAX_OPEN + 1)
        self.mode = self.raw = 0
        self.raw_node = self.head = self.form = 0
        self.frameset_ok = True
        self.is_quirky = self.skip_newline = self.is_used = False
        self.templates = self.merges = 0

    # ---- elements for tags -----------------------------------------------------------------------

    def _kind(self, number: cython.int) -> cython.int:
        """The kind of a start tag; names that the standard does not know are of the kind 0."""
        return _KINDS[number] if number < _KNOWN else 0

    def _node_for_tag(self, code: cython.int) -> cython.Py_ssize_t:
        """A new element with the attributes of the tag that is read."""
        node: cython.Py_ssize_t = self._new_node(code, self.attributes.start, self.attributes.stop)
        self.is_used = True
        if self.attributes.may_hide:
            self.state[node] = _MAY_HIDE
        self._insert_node(node)
        return node

    def _insert(self, code: cython.int) -> cython.Py_ssize_t:
        """Insert an element for the tag, and open it."""
        node: cython.Py_ssize_t = self._node_for_tag(code)
        self._push(node)
        return node

    def _imply(self, code: cython.int) -> cython.Py_ssize_t:
        """Insert an element without a tag, and open it."""
        node: cython.Py_ssize_t = self._new_node(code, 0, 0)
        self._insert_node(node)
        self._push(node)
        return node

    def _insert_raw(self, number: cython.int, raw: cython.int) -> cython.bint:
        """Insert an element whose text is not markup; the parser reads it next."""
        self.raw_node = self._node_for_tag(number << 2)
        self.raw = raw
        return True

    def _merge_attributes(self, node: cython.Py_ssize_t) -> cython.bint:
        """Add the attributes of the tag to an element, but those that it has."""
        if self.attributes.stop == self.attributes.start or self.merges >= _MAX_MERGED:
            return True
        if self.stop[node] - self.start[node] > _MAX_MERGED_BYTES:
            return True
        self.merges += 1
        known = self.attributes.piece(self.start[node], self.stop[node])
        names = {name for name, _ in attribute_loops.decode(known)}
        added = [pair for pair in attribute_loops.decode(self.attributes.last()) if pair[0] not in names]
        merged = known + attribute_loops.encode_pairs(added)
        self.attributes.forget()
        self.start[node] = self.attributes.append(merged)
        self.stop[node] = self.start[node] + len(merged)
        self.is_used = True
        return True

    def _template_is_open(self) -> cython.bint:
        return self.templates > 0 and self._place_of_code(_TEMPLATE) >= 0

    # ---- tags in the head ------------------------------------------------------------------------

    def _start_in_head(self, number: cython.int) -> cython.bint:
        """A start tag that belongs into the head, wherever it is; False for other tags."""
        kind: cython.int = self._kind(number)
        if kind == _HEAD_VOID:
            self._node_for_tag(number << 2)
        elif kind == _TITLE_KIND:
            self._insert_raw(number, _ESCAPED_TEXT)
        elif kind == _HEAD_RAW:
            self._insert_raw(number, _RAW_TEXT)
        elif kind == _SCRIPT_KIND:
            self._insert_raw(number, _SCRIPT_TEXT)
        elif kind == _TEMPLATE_KIND:
            if self.open < _MAX_OPEN:
                self._mark()
                self.mode = _IN_TEMPLATE
                self.template_modes[self.templates] = _IN_TEMPLATE
                self.templates += 1
            self._insert(number << 2)
            self.frameset_ok = False
        else:
            return False
        return True

    def _end_template(self) -> cython.bint:
        if not self._template_is_open():
            return True
        self._close_said(_IMPLIED_IN_TEMPLATE, 0)
        self._pop_until(_TEMPLATE)
        self._clear_to_mark()
        self.templates -= 1
        return self._reset_mode()

    def _reset_mode(self) -> cython.bint:
        """Reset the insertion mode appropriately."""
        i: cython.Py_ssize_t = self.open - 1
        code: cython.int
        self.mode = _IN_BODY
        while i >= 0:
            code = self.code[self.stack[i]]
            if (code == _TD or code == _TH) and i > 0:
                self.mode = _IN_CELL
            elif code == _TR:
                self.mode = _IN_ROW
            elif code == _TBODY or code == _THEAD or code == _TFOOT:
                self.mode = _IN_TABLE_BODY
            elif code == _CAPTION:
                self.mode = _IN_CAPTION
            elif code == _COLGROUP:
                self.mode = _IN_COLUMN_GROUP
            elif code == _TABLE:
                self.mode = _IN_TABLE
            elif code == _TEMPLATE:
                self.mode = self.template_modes[self.templates - 1] if self.templates else _IN_BODY
            elif code == _HEAD and i > 0:
                self.mode = _IN_HEAD
            elif code == _FRAMESET:
                self.mode = _IN_FRAMESET
            elif code == _HTML:
                self.mode = _AFTER_HEAD if self.head else _BEFORE_HEAD
            elif code != _BODY:
                i -= 1
                continue
            return True
        return True
