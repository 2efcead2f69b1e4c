"""From rows of a page to blocks of the content tree: one walk over the rows of the content.

The walk keeps the elements that are open, as a parser does. A line of text begins at the first leaf of a paragraph, and
links and styles that are open around it are begun again in it, so a link around three blocks becomes three links.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import Any

from dehusk._core import feature_steps, inline_flow, text_loops, tree_state, views

Node = Any
Scope = Any

NONE, HEADING, PREFORMATTED, LIST, ITEM, DEFINITION_LIST, DEFINITION_PART, TABLE, ROW, CELL = range(10)
TABLE_CAPTION, QUOTE, FIGURE, FIGURE_CAPTION, THEMATIC_BREAK, LINK, STYLE, CODE_SPAN, TEXT = range(10, 19)
"""What the row of a page becomes; NONE: nothing, only its content counts."""
_NONE = cython.declare(cython.int, NONE)
_HEADING = cython.declare(cython.int, HEADING)
_PREFORMATTED = cython.declare(cython.int, PREFORMATTED)
_LIST = cython.declare(cython.int, LIST)
_ITEM = cython.declare(cython.int, ITEM)
_DEFINITION_LIST = cython.declare(cython.int, DEFINITION_LIST)
_DEFINITION_PART = cython.declare(cython.int, DEFINITION_PART)
_TABLE = cython.declare(cython.int, TABLE)
_ROW = cython.declare(cython.int, ROW)
_CELL = cython.declare(cython.int, CELL)
_TABLE_CAPTION = cython.declare(cython.int, TABLE_CAPTION)
_QUOTE = cython.declare(cython.int, QUOTE)
_FIGURE = cython.declare(cython.int, FIGURE)
_FIGURE_CAPTION = cython.declare(cython.int, FIGURE_CAPTION)
_THEMATIC_BREAK = cython.declare(cython.int, THEMATIC_BREAK)
_LINK = cython.declare(cython.int, LINK)
_STYLE = cython.declare(cython.int, STYLE)
_CODE_SPAN = cython.declare(cython.int, CODE_SPAN)
_TEXT = cython.declare(cython.int, TEXT)
_SPACE = cython.declare(cython.int, 0)

_STYLE_FORM = cython.declare(cython.int, tree_state.STYLE)
_SCOPE_FORM = cython.declare(cython.int, tree_state.SCOPE)
_CODE_FORM = cython.declare(cython.int, tree_state.CODE)
_LINES_FORM = cython.declare(cython.int, tree_state.LINES)
_LINE_FORM = cython.declare(cython.int, tree_state.LINE)
_LISTING_FORM = cython.declare(cython.int, tree_state.LISTING)
_BLOCKS_FORM = cython.declare(cython.int, tree_state.BLOCKS)
_POST_FORM = cython.declare(cython.int, tree_state.POST)
_FIGURE_FORM = cython.declare(cython.int, tree_state.FIGURE)
_NOTE_FORM = cython.declare(cython.int, tree_state.NOTE)
_LIST_FORM = cython.declare(cython.int, tree_state.LIST)
_DEFINITIONS_FORM = cython.declare(cython.int, tree_state.DEFINITIONS)
_TABLE_FORM = cython.declare(cython.int, tree_state.TABLE)
_ROW_FORM = cython.declare(cython.int, tree_state.ROW)

MAX_NESTING = 32
"""Lists, quotes and tables inside each other; deeper content is written at this level. It bounds the cost of indenting
and the depth of recursion in writers."""
_MAX_NESTING = cython.declare(cython.Py_ssize_t, MAX_NESTING)
MAX_STYLES = 12
"""Links and styles inside each other."""
_MAX_STYLES = cython.declare(cython.Py_ssize_t, MAX_STYLES)
# Writers put signs around these in every format, so they may not be left out.
_REQUIRED_STYLES = frozenset({"q", "rt", "ruby"})


@views.checked
def walk_rows(
    text: str,
    classes: views.Bytes,
    offset: views.Ints,
    end: views.Ints,
    paragraph: views.Ints,
    block: views.Ints,
    rows: views.Ints,
    kinds: views.Bytes,
    elements: Node,
    plan: Node,
    types: Node,
) -> tuple[list[Node], list[Node], list[Node]]:
    """The blocks of the content, its tables, and pairs of embedded posts and their blocks, in the order of their ends.

    ``classes``: the class of each character of the text. ``rows``: the rows to visit; ``kinds``: what each of them
    becomes; ``elements``: their nodes (``content/element_nodes.py``). ``plan``: what is special at rows
    (``content/tree_plan.py``). ``types``: has the classes of nodes.
    """
    views.align(offset)
    views.align(end)
    views.align(paragraph)
    views.align(block)
    views.align(rows)
    count: cython.Py_ssize_t = end.shape[0]
    place: cython.Py_ssize_t
    row: cython.Py_ssize_t
    last: cython.Py_ssize_t = 0
    feature_steps.check_length("classes", classes.shape[0], len(text))
    feature_steps.check_length("offset", offset.shape[0], count + 1)
    feature_steps.check_length("paragraph", paragraph.shape[0], count)
    feature_steps.check_length("block", block.shape[0], count)
    feature_steps.check_length("kinds", kinds.shape[0], rows.shape[0])
    feature_steps.check_length("nodes", len(elements.nodes), rows.shape[0])
    feature_steps.check_ends_after(end)
    for row in range(count):
        if offset[row] < 0 or offset[row] > offset[row + 1] or offset[row + 1] > classes.shape[0]:
            raise IndexError(f"the text of row {row} is from {offset[row]} to {offset[row + 1]}")
    for place in range(rows.shape[0]):
        if rows[place] < last or rows[place] >= count:
            raise IndexError(f"row {rows[place]} is not after {last}")
        last = rows[place]
    walk = TreeWalk()
    walk.text, walk.classes, walk.offset, walk.end = text, classes, offset, end
    walk.paragraph, walk.block, walk.rows, walk.kinds = paragraph, block, rows, kinds
    walk.elements, walk.nodes = elements, elements.nodes
    walk.begin(count, plan, types)
    walk.run()
    return walk.top.children, walk.tables, walk.posts


class TreeWalk(tree_state.TreeState):
    """The walk, row by row."""

    classes: views.Bytes
    offset: views.Ints
    end: views.Ints
    paragraph: views.Ints
    block: views.Ints
    rows: views.Ints
    kinds: views.Bytes
    elements: Node
    nodes: list[Node]

    def run(self) -> cython.bint:
        """Visit the rows."""
        plan = self.plan
        self.scopes, self.notes = plan.scopes, plan.footnotes.notes
        # Formulas in the text of leaves, the next one last.
        self.spans: list[Node] = list(reversed(plan.spans))
        self.are_whole = not plan.spans and not plan.footnotes.cuts
        special: list[int] = sorted(plan.special)
        special.append(self.count)
        next_special: cython.Py_ssize_t = special[0]
        passed: cython.Py_ssize_t = 0
        skip: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t
        row: cython.Py_ssize_t
        kind: cython.int
        for place in range(self.rows.shape[0]):
            row = self.rows[place]
            while next_special < row:
                passed += 1
                next_special = special[passed]
            if row < skip:
                continue
            if row == next_special:
                skip = self.visit_special(row)
                if row < skip:
                    continue
            while self.top.end <= row:
                self.close_last()
            kind = self.kinds[place]
            if kind == _TEXT:
                self.visit_leaf(row)
            elif self.listing is None:
                self.visit_element(place, row, kind)
        if self.count in plan.media:
            self.add_media(self.count, len(self.text), len(self.text), -1, -1)
        while len(self.open_elements) > 1:
            self.close_last()
        self.flow.close()
        return True

    # ---- rows ------------------------------------------------------------------------------------

    def visit_special(self, row: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Media, atoms, links back from footnotes and parentheses around ruby; returns the next row to visit."""
        plan = self.plan
        start: cython.Py_ssize_t = self.offset[row]
        paragraph: cython.Py_ssize_t = self.paragraph[row]
        block: cython.Py_ssize_t = self.block[row]
        if row in plan.media and row not in plan.atoms:
            self.add_media(row, start, self.offset[row + 1], paragraph, block)
        while self.top.end <= row:
            self.close_last()
        if row in plan.parentheses:
            self.flow.stop = self.offset[self.end[row]]
            return self.end[row]
        if row in plan.footnotes.backlinks:
            return self.end[row]
        if row in plan.sidenotes:
            note = plan.sidenotes[row]
            mark = self.types.FootnoteMark(note.label)
            self.add_inline(mark, start, self.stop_before(note.stop), paragraph, block)
            self.open_sidenote(note)
            return row
        if row not in plan.atoms:
            return row
        atom = plan.atoms[row]
        stop: cython.Py_ssize_t = self.stop_before(atom.stop)
        if self.listing is not None:
            self.add_to_listing(atom.text, start, stop, paragraph, block)
        else:
            self.add_inline(self.elements.atoms[row], start, stop, paragraph, block)
        after: cython.Py_ssize_t = atom.stop
        return after

    def stop_before(self, row: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the text before a row ends."""
        if not 0 <= row <= self.count:
            raise IndexError(f"there is no row {row}")
        return self.offset[row]

    def add_media(
        self,
        row: cython.Py_ssize_t,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> cython.bint:
        """Add media at a row or before it; they may be the last thing in an element that ends before the row."""
        parent: cython.Py_ssize_t
        for placed in self.plan.media[row]:
            parent = placed.parent
            while len(self.open_elements) > 1 and (self.top.end <= parent or self.top.row > parent):
                self.close_last()
            if placed.media.kind == "embed" and self.is_in_link():
                continue
            node = self.types.InlineMedia(placed.media)
            if self.listing is None:
                self.add_inline(node, start, stop, paragraph, block)
            else:
                self.listing.media.append(node)
        return True

    def visit_leaf(self, row: cython.Py_ssize_t) -> cython.bint:
        """A leaf: text, which may be preformatted, begin with the label of its footnote, or contain formulas."""
        start: cython.Py_ssize_t = self.offset[row]
        stop: cython.Py_ssize_t = self.offset[row + 1]
        if start == stop:
            return False
        if self.are_whole and self.listing is None and not self.flow.keeps_lines:
            words = text_loops.collapsed(self.text, self.classes, start, stop)
            begun = self.flow.add_words(
                words,
                self.classes[start] == _SPACE,
                self.classes[stop - 1] == _SPACE,
                start,
                stop,
                self.paragraph[row],
                self.block[row],
            )
            if begun is not None:
                self.add_block(begun)
            return True
        start += self.plan.footnotes.cuts.get(row, 0)
        if start >= stop:
            return False
        if len(self.spans) and inline_flow.last_of(self.spans).start < stop:
            self.visit_formulas(row, start, stop)
        else:
            self.visit_text(row, start, stop)
        return True

    def visit_formulas(self, row: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """A leaf in parts: text, and the formulas in it, which are the last of ``spans``."""
        begin: cython.Py_ssize_t
        while len(self.spans) and inline_flow.last_of(self.spans).start < stop:
            span = self.spans.pop()
            begin = span.start
            self.visit_part(row, start, begin)
            start = span.stop
            if self.listing is None:
                node = self.types.Formula(span.tex, span.display)
                self.add_inline(node, begin, start, self.paragraph[row], self.block[row])
        return self.visit_part(row, start, stop)

    def visit_part(self, row: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """The text beside a formula, which may be blank or nothing."""
        if self.text[start:stop].strip():
            self.visit_text(row, start, stop)
        elif start < stop:
            self.flow.pending_space = True
        return True

    def visit_text(self, row: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """A part of a leaf."""
        flow = self.flow
        raw: str = self.text[start:stop]
        paragraph: cython.Py_ssize_t = self.paragraph[row]
        block: cython.Py_ssize_t = self.block[row]
        if self.listing is not None:
            self.add_to_listing(raw, start, stop, paragraph, block)
        elif flow.keeps_lines:
            flow.add_lines(self.text[flow.stop : start], raw, start, stop, paragraph, block)
        else:
            begun = flow.add_text(raw, start, stop, paragraph, block)
            if begun is not None:
                self.add_block(begun)
        return True

    # ---- elements that open ----------------------------------------------------------------------

    def visit_element(self, place: cython.Py_ssize_t, row: cython.Py_ssize_t, kind: cython.int) -> cython.bint:
        """An element: what it opens, and the direction and language that it states."""
        node = self.nodes[place]
        end: cython.Py_ssize_t = self.end[row]
        own: Scope = self.scopes.get(row) if self.scopes else None
        outer: Scope = self.scope
        opened: tree_state.OpenElement | None = None
        if own is not None:
            self.scope = own[0] or outer[0], own[1] or outer[1]
        if kind == _STYLE:
            opened = self.open_style(row, end, node, own)
        elif kind == _LINK:
            if node is not None and not self.is_in_link():
                self.flow.styles.append(node)
                opened = tree_state.open_element(_STYLE_FORM, row, end)
        elif kind == _CODE_SPAN:
            self.flow.code_rows.append(row)
            opened = tree_state.open_element(_CODE_FORM, row, end)
        elif kind != _NONE or own is not None or row in self.notes:
            opened = self.open_in_line(row, end) if self.flow.spans_blocks else self.open_block(place, row, end, kind)
            if opened is None and own is not None:
                opened = tree_state.open_element(_SCOPE_FORM, row, end)
        if opened is None:
            self.scope = outer
        else:
            self.push(opened, outer)
        return True

    def is_in_link(self) -> cython.bint:
        """Whether a link is open."""
        for style in self.flow.styles:
            if isinstance(style, self.types.Link):
                return True
        return False

    def open_style(
        self, row: cython.Py_ssize_t, end: cython.Py_ssize_t, style: str, own: Scope
    ) -> tree_state.OpenElement | None:
        """Begin a style, unless it is open already (B in STRONG); a scope makes it a span at least."""
        styles: list[Node] = self.flow.styles
        is_new: cython.bint = True
        if len(styles) or style == "rt":
            open_styles = [node.style for node in styles if isinstance(node, self.types.StyledText)]
            is_new = style not in open_styles and (style != "rt" or "ruby" in open_styles)
            if not is_new and own is None:
                return None
            if len(styles) >= _MAX_STYLES and style not in _REQUIRED_STYLES:
                return None
        direction, lang = own or (None, None)
        styles.append(self.types.StyledText(style if is_new else "span", [], direction, lang))
        return tree_state.open_element(_STYLE_FORM, row, end)

    def open_in_line(self, row: cython.Py_ssize_t, end: cython.Py_ssize_t) -> tree_state.OpenElement | None:
        """A block inside one that consists of one line: only the line breaks of preformatted text are kept."""
        flow = self.flow
        if flow.keeps_lines or not self.plan.keeps_lines(row):
            return None
        flow.keeps_lines, flow.stop = True, self.offset[row]
        return tree_state.open_element(_LINES_FORM, row, end)

    def open_block(
        self, place: cython.Py_ssize_t, row: cython.Py_ssize_t, end: cython.Py_ssize_t, kind: cython.int
    ) -> tree_state.OpenElement | None:
        """Begin a block or a container, and the footnote that the element is."""
        self.flow.close()
        opened: tree_state.OpenElement | None = None
        node = self.nodes[place]
        if kind == _HEADING:
            self.add_block(node)
            self.flow.begin_line(node.children)
            opened = tree_state.open_element(_LINE_FORM, row, end)
        elif kind == _PREFORMATTED:
            opened = tree_state.open_element(_LISTING_FORM, row, end)
            opened.node, opened.children, opened.media = node, [], []
            self.listing, self.flow.stop = opened, self.offset[row]
        elif kind == _THEMATIC_BREAK:
            # The line is written when a block follows.
            self.break_in = self.inner
        elif kind == _TABLE_CAPTION:
            opened = self.open_caption(row, end)
        elif kind != _NONE and (len(self.containers) < _MAX_NESTING or row in self.plan.captions.rows):
            opened = self.open_container(row, end, kind, node)
            if opened is not None:
                self.push_container(opened)
        if self.notes and row in self.notes and len(self.containers) < _MAX_NESTING:
            opened = self.open_footnote(row, end, opened)
        return opened

    def open_caption(self, row: cython.Py_ssize_t, end: cython.Py_ssize_t) -> tree_state.OpenElement | None:
        """Begin the caption of a table, before its rows."""
        container = self.inner
        if container.form != _TABLE_FORM or container.node.rows:
            return None
        self.flow.begin_line(container.node.caption)
        return tree_state.open_element(_LINE_FORM, row, end)

    def open_container(
        self, row: cython.Py_ssize_t, end: cython.Py_ssize_t, kind: cython.int, node: Node
    ) -> tree_state.OpenElement | None:
        """Begin an element that contains blocks, if it is one at this place."""
        around = self.inner
        if kind == _ITEM:
            return self.open_item(row, end, node)
        if kind == _LIST:
            return self.open_list(row, end, node)
        if kind == _ROW:
            if around.form != _TABLE_FORM:
                return None
            cells: list[Node] = []
            around.node.rows.append(cells)
            return self.container(_ROW_FORM, row, end, cells, None)
        if node is None:
            return None
        if kind == _CELL:
            if around.form != _ROW_FORM:
                return None
            self.state_scope(node)
            around.children.append(node)
            return self.container(_BLOCKS_FORM, row, end, node.children, node)
        if kind == _DEFINITION_PART:
            if around.form != _DEFINITIONS_FORM:
                return None
            self.state_scope(node)
            around.node.parts.append(node)
            return self.container(_BLOCKS_FORM, row, end, node.children, node)
        if kind == _FIGURE_CAPTION and around.form != _FIGURE_FORM and not node.of_media:
            return None
        self.add_block(node)
        if kind == _TABLE:
            return self.container(_TABLE_FORM, row, end, None, node)
        if kind == _DEFINITION_LIST:
            return self.container(_DEFINITIONS_FORM, row, end, None, node)
        form: cython.int = _BLOCKS_FORM
        if kind == _FIGURE:
            form = _FIGURE_FORM
        elif kind == _QUOTE and row in self.elements.posts:
            form = _POST_FORM
        return self.container(form, row, end, node.children, node)

    def open_list(self, row: cython.Py_ssize_t, end: cython.Py_ssize_t, node: Node) -> tree_state.OpenElement:
        """Begin a list; a list directly inside a list belongs to the item before it."""
        around = self.inner
        opened = self.container(_LIST_FORM, row, end, None, node)
        if row in self.elements.numbering:
            opened.next_value, opened.step = self.elements.numbering[row]
        if around.form == _LIST_FORM and around.node.items:
            inline_flow.last_of(around.node.items).children.append(node)
        else:
            self.add_block(node)
        return opened

    def open_item(self, row: cython.Py_ssize_t, end: cython.Py_ssize_t, node: Node) -> tree_state.OpenElement | None:
        """Begin an item; ``node``: None if the item has no content, so that it only counts."""
        around = self.inner
        if around.form == _LIST_FORM:
            if around.node.ordered:
                value = self.elements.values.get(row, around.next_value)
                around.next_value = value + around.step
                if node is not None:
                    node.value = value
            if node is None:
                return None
            self.state_scope(node)
            around.node.items.append(node)
        elif node is None:
            return None
        else:
            children = around.children if _BLOCKS_FORM <= around.form <= _NOTE_FORM else None
            if self.loose_items is None or not children or inline_flow.last_of(children) is not self.loose_items:
                self.loose_items = self.types.ListBlock()
                self.add_block(self.loose_items)
            self.loose_items.items.append(node)
        return self.container(_BLOCKS_FORM, row, end, node.children, node)

    def open_footnote(
        self, row: cython.Py_ssize_t, end: cython.Py_ssize_t, opened: tree_state.OpenElement | None
    ) -> tree_state.OpenElement | None:
        """Begin a footnote: in the container that its element opened, or as a container of its own without one."""
        footnote = self.types.Footnote(self.notes[row], attached=row in self.plan.footnotes.attached)
        if opened is None:
            self.add_block(footnote)
            opened = self.container(_BLOCKS_FORM, row, end, footnote.children, footnote)
            self.push_container(opened)
        elif _BLOCKS_FORM <= opened.form <= _NOTE_FORM:
            opened.children.append(footnote)
            opened.children = footnote.children
        return opened

    def open_sidenote(self, note: Node) -> cython.bint:
        """Begin the footnote that a sidenote becomes, after the block of its mark; it has a line of its own."""
        footnote = self.types.Footnote(note.label)
        container = self.inner
        self.children_for_block(container).append(footnote)
        opened = self.container(_NOTE_FORM, note.first, note.stop, footnote.children, footnote)
        opened.outer_flow = self.flow
        self.flow = inline_flow.InlineFlow(self.types, self.plan.gaps)
        self.push_container(opened)
        self.push(opened, self.scope)
        return True
