"""Where the walk over the rows of the content is: the elements that are open, and where the next block or line goes.

Every form of open element ends in its own way; every container knows where blocks inside it go.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from dehusk._core import no_cython as cython  # type: ignore[no-redef]

from typing import Any

from dehusk._core import inline_flow

Node = Any
Scope = Any
"""Direction and language."""

# Forms of open elements: those that contain no blocks, those whose children are blocks, and those with items or cells.
SCOPE, STYLE, CODE, LINES, LINE, LISTING, BLOCKS, POST, FIGURE, NOTE, LIST, DEFINITIONS, TABLE, ROW = range(14)
_SCOPE = cython.declare(cython.int, SCOPE)
_STYLE = cython.declare(cython.int, STYLE)
_CODE = cython.declare(cython.int, CODE)
_LINES = cython.declare(cython.int, LINES)
_LINE = cython.declare(cython.int, LINE)
_LISTING = cython.declare(cython.int, LISTING)
_BLOCKS = cython.declare(cython.int, BLOCKS)
_POST = cython.declare(cython.int, POST)
_FIGURE = cython.declare(cython.int, FIGURE)
_NOTE = cython.declare(cython.int, NOTE)
_LIST = cython.declare(cython.int, LIST)
_DEFINITIONS = cython.declare(cython.int, DEFINITIONS)
_TABLE = cython.declare(cython.int, TABLE)
_ROW = cython.declare(cython.int, ROW)


class OpenElement:
    """An element that is open."""

    form: cython.int
    row: cython.Py_ssize_t
    end: cython.Py_ssize_t
    scope: Scope
    outer_scope: Scope
    """Outside of it."""
    node: Node
    children: Node
    """Its blocks; of a listing, the pieces of its text; of a row, its cells."""
    media: Node
    """Of a listing: media inside it, which follow it."""
    outer_flow: Node
    """Of a note in a line: the line, which continues after it."""
    next_value: cython.Py_ssize_t
    step: cython.Py_ssize_t
    """A list counts its items, also those without content."""


@cython.cfunc
def open_element(form: cython.int, row: cython.Py_ssize_t, end: cython.Py_ssize_t) -> OpenElement:
    """An element that begins."""
    opened: OpenElement = OpenElement.__new__(OpenElement)
    opened.form, opened.row, opened.end = form, row, end
    opened.scope = opened.outer_scope = opened.node = None
    opened.children = opened.media = opened.outer_flow = None
    opened.next_value = opened.step = 1
    return opened


class TreeState:
    """The state of the walk.

    ``plan``: what is special at rows (``content/tree_plan.py``); ``types``: has the classes of nodes. The text and the
    columns of the page are set by the walk.
    """

    text: str

    def begin(self, count: cython.Py_ssize_t, plan: Node, types: Node) -> cython.bint:
        """Set the state before the first row; ``count``: how many rows the page has."""
        self.count, self.plan, self.types = count, plan, types
        self.scope: Scope = plan.root_scope
        self.flow = inline_flow.InlineFlow(types, plan.gaps)
        body = self.container(_BLOCKS, 0, count + 1, [], None)
        body.outer_scope = self.scope
        self.open_elements: list[OpenElement] = [body]
        self.top: OpenElement = body
        # Those of the open elements that contain blocks, and the innermost of them.
        self.containers: list[OpenElement] = [body]
        self.inner: OpenElement = body
        # The container in which an HR was found after the last block.
        self.break_in: OpenElement | None = None
        # The list of the last items outside of any list.
        self.loose_items: Node = None
        self.listing: Any = None
        # In the order of their ends: tables, and pairs of an embedded post and its blocks.
        self.tables: list[Node] = []
        self.posts: list[tuple[Node, list[Node]]] = []
        return True

    def container(
        self, form: cython.int, row: cython.Py_ssize_t, end: cython.Py_ssize_t, children: list[Node] | None, node: Node
    ) -> OpenElement:
        """An open element that contains blocks."""
        opened = open_element(form, row, end)
        opened.scope, opened.children, opened.node = self.scope, children, node
        return opened

    def push(self, opened: OpenElement, outer_scope: Scope) -> cython.bint:
        """Put an element on the stack; ``outer_scope``: the scope outside of it."""
        opened.outer_scope = outer_scope
        self.open_elements.append(opened)
        self.top = opened
        return True

    def push_container(self, opened: OpenElement) -> cython.bint:
        """Make an open element the innermost container."""
        self.containers.append(opened)
        self.inner = opened
        return True

    # ---- what goes into the tree -----------------------------------------------------------------

    def add_block(self, block: Node) -> cython.bint:
        """Put a block into the innermost container."""
        container = self.inner
        children: list[Node] = self.children_for_block(container)
        if self.break_in is not None:
            is_break = isinstance(inline_flow.last_of(children), self.types.ThematicBreak)
            if self.break_in is container and children and not is_break:
                children.append(self.types.ThematicBreak())
            self.break_in = None
        self.state_scope(block)
        children.append(block)
        return True

    def children_for_block(self, container: OpenElement) -> Node:
        """Where the next block goes; in a list or table, a new item or cell is made for a block outside of them."""
        if container.form <= _NOTE:
            return container.children
        types = self.types
        if container.form == _LIST:
            item = types.ListItem(value=container.next_value if container.node.ordered else None)
            container.next_value += container.step
            container.node.items.append(item)
            return item.children
        if container.form == _DEFINITIONS:
            part = types.DefinitionPart(term=False)
            container.node.parts.append(part)
            return part.children
        cell = types.TableCell()
        if container.form == _TABLE:
            container.node.rows.append([cell])
        else:
            container.children.append(cell)
        return cell.children

    def state_scope(self, node: Node) -> cython.bint:
        """State direction and language on a node, where they differ from those of its container."""
        outer: Scope = self.inner.scope
        if self.scope is not outer:
            node.dir = self.scope[0] if self.scope[0] != outer[0] else None
            node.lang = self.scope[1] if self.scope[1] != outer[1] else None
        return True

    def add_inline(
        self,
        node: Node,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> cython.bint:
        """Put an inline node other than text into the current line."""
        begun = self.flow.paragraph_at(paragraph, block)
        if begun is not None:
            self.add_block(begun)
        self.flow.add_node(node, start, stop, paragraph, block)
        return True

    def add_to_listing(
        self,
        raw: str,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        paragraph: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
    ) -> cython.bint:
        """Add preformatted text to the listing, with the blank text and the line breaks before it."""
        flow, pieces = self.flow, self.listing.children
        before: str = inline_flow.last_of(pieces) or ""
        gap: str = self.text[flow.stop : start]
        if gap and not gap.isspace():
            at_start = not pieces or before.endswith("\n")
            gap = "\n" if "\n" in gap else "" if at_start else " "
        breaks: cython.Py_ssize_t = block - flow.last_block
        if breaks and pieces:
            if paragraph == flow.last_paragraph:
                gap = "\n" * breaks + gap
            elif not (before + gap).endswith("\n"):
                gap += "\n"
        pieces.append(gap + raw)
        flow.stop, flow.last_block, flow.last_paragraph = stop, block, paragraph
        return True

    # ---- ends of elements ------------------------------------------------------------------------

    def close_last(self) -> cython.bint:
        """End the innermost element."""
        element: OpenElement = self.open_elements.pop()
        self.top = inline_flow.last_of(self.open_elements)
        form: cython.int = element.form
        flow = self.flow
        if form == _STYLE:
            flow.close_style()
        elif form >= _BLOCKS:
            flow.close()
            self.containers.pop()
            self.inner = inline_flow.last_of(self.containers)
            if form > _BLOCKS:
                self.end_container(element)
        elif form == _LINE:
            flow.close()
        elif form == _SCOPE:
            if not flow.spans_blocks:
                flow.close()
        elif form == _CODE:
            flow.code_rows.pop()
        elif form == _LINES:
            flow.keeps_lines = False
        else:
            self.end_listing(element)
        self.scope = element.outer_scope
        return True

    def end_container(self, element: OpenElement) -> cython.bint:
        """What follows the end of a container."""
        if element.form == _LIST:
            self.end_list(element.node)
        elif element.form == _TABLE:
            self.tables.append(element.node)
        elif element.form == _POST:
            self.posts.append((element.node, element.children))
        elif element.form == _NOTE:
            self.flow = element.outer_flow
        return True

    def end_listing(self, listing: OpenElement) -> cython.bint:
        """Put a listing into its container, and the media that were inside it after it."""
        flow = self.flow
        self.listing = None
        text: str = "".join(listing.children).replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        if text:
            listing.node.text = text
            self.add_block(listing.node)
        flow.close()
        for media in listing.media:
            self.add_inline(media, flow.stop, flow.stop, -1, -1)
        flow.close()
        return True

    def end_list(self, block: Node) -> cython.bint:
        """Move items that are footnotes out of a list; remove a list without items."""
        items: list[Node] = block.items
        found: list[Node] = [item for item in items if self.footnote_of(item) is not None]
        if items and not found:
            return False
        container = self.inner
        if container.form <= _NOTE and inline_flow.last_of(container.children) is block:
            container.children.pop()
            container.children += self.split_at_footnotes(block)
        return True

    def footnote_of(self, item: Node) -> Node:
        """The footnote that an item consists of; None if there is more, or something else, in it."""
        children: list[Node] = item.children
        if len(children) == 1 and isinstance(children[0], self.types.Footnote):
            return children[0]
        return None

    def split_at_footnotes(self, block: Node) -> list[Node]:
        """The footnotes that are items of a list, and the items between them as lists."""
        blocks: list[Node] = []
        part: Node = None
        for item in block.items:
            footnote = self.footnote_of(item)
            if footnote is not None:
                blocks.append(footnote)
                part = None
                continue
            if part is None:
                part = self.types.ListBlock(block.ordered, dir=block.dir, lang=block.lang)
                blocks.append(part)
            part.items.append(item)
        return blocks
