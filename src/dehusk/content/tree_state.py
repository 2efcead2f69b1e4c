"""Where the tree builder is: the elements that are open, and where the next block or line goes.

Every kind of open element knows what to do when it ends; every container knows where blocks inside it go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.inline_flow import InlineFlow
from dehusk.content.media import Media
from dehusk.content.tree_contents import inline_text
from dehusk.content.tree_nodes import (
    ContentTree,
    DefinitionPart,
    Footnote,
    InlineMedia,
    Link,
    ListBlock,
    ListItem,
    Paragraph,
    StyledText,
    TableCell,
    ThematicBreak,
)
from dehusk.content.urls import base_url
from dehusk.lazy_attribute import lazy_attribute

if TYPE_CHECKING:
    from dehusk.content.inline_flow import TextPosition
    from dehusk.content.tree_nodes import BlockBase, BlockNode, BlockQuote, CodeBlock, DefinitionList, InlineNode, Table
    from dehusk.content.tree_plan import Scope, TreePlan


_NO_LABEL = re.compile(r"\d|.{61}", re.DOTALL)
_DATA = re.compile(r"[^\w]{0,3}\d[\d.,:/\s-]*\W?\s?\w{0,4}")


class TreeState:
    """The state of the walk over a page."""

    def __init__(self, plan: TreePlan, root: list[BlockNode]) -> None:
        self.plan = plan
        self.flow = InlineFlow(plan.gaps)
        self.scope = plan.root_scope
        """The direction and language at this place."""
        body = BlockContainer(0, len(plan.page) + 1, self.scope, root)
        body.outer_scope = self.scope
        self.open_elements: list[OpenElement] = [body]
        self.containers: list[Container] = [body]
        """Those of the open elements that contain blocks."""
        self.break_in: Container | None = None
        """The container in which an HR was found after the last block."""
        self.loose_items: ListBlock | None = None
        """The list of the last items outside of any list."""
        self.listing: OpenListing | None = None

    @lazy_attribute
    def base(self) -> str | None:
        """What relative URLs are resolved against."""
        return base_url(self.plan.page)

    def close_until(self, row: int) -> None:
        """Close the elements that end before a row."""
        while self.open_elements[-1].end <= row:
            self.close_last()

    def close_last(self) -> None:
        """Close the innermost element."""
        element = self.open_elements.pop()
        element.close(self)
        self.scope = element.outer_scope

    def add_block(self, block: BlockNode) -> None:
        """Put a block into the innermost container."""
        container = self.containers[-1]
        children = container.children_for_block()
        if self.break_in is not None:
            if self.break_in is container and children and not isinstance(children[-1], ThematicBreak):
                children.append(ThematicBreak())
            self.break_in = None
        if self.scope is not container.scope:
            self.state_scope(block)
        children.append(block)

    def state_scope(self, node: BlockBase) -> None:
        """State direction and language on a node, where they differ from those of its container."""
        outer = self.containers[-1].scope
        if self.scope is not outer:
            node.dir = self.scope[0] if self.scope[0] != outer[0] else None
            node.lang = self.scope[1] if self.scope[1] != outer[1] else None

    def add_inline(self, node: InlineNode, position: TextPosition) -> None:
        """Put an inline node other than text into the current line."""
        begun = self.flow.paragraph_at(position[2], position[3])
        if begun is not None:
            self.add_block(begun)
        self.flow.add_node(node, position)


# ---- open elements -------------------------------------------------------------------------------


class OpenElement:
    """An element that is open; of this class are those that only state a direction or language."""

    __slots__ = ("end", "outer_scope", "row")
    outer_scope: Scope
    """The scope outside of the element."""

    def __init__(self, row: int, end: int) -> None:
        self.row, self.end = row, end

    def close(self, state: TreeState) -> None:
        """End the element."""
        if not state.flow.spans_blocks:
            state.flow.close()


class OpenStyle(OpenElement):
    """A link or a style."""

    __slots__ = ()

    def close(self, state: TreeState) -> None:
        """End the link or style."""
        state.flow.close_style()


class OpenCodeSpan(OpenElement):
    """Code within a line."""

    __slots__ = ()

    def close(self, state: TreeState) -> None:
        """End the code."""
        state.flow.code_rows.pop()


class OpenPreformattedPart(OpenElement):
    """Preformatted text inside a block that consists of one line."""

    __slots__ = ()

    def close(self, state: TreeState) -> None:
        """End the preformatted text."""
        state.flow.keeps_lines = False


class OpenLine(OpenElement):
    """A block that consists of one line: a heading, the caption of a table."""

    __slots__ = ()

    def close(self, state: TreeState) -> None:
        """End the line."""
        state.flow.close()


class OpenListing(OpenElement):
    """Preformatted text; nothing is opened inside it."""

    __slots__ = ("block", "media", "pieces")

    def __init__(self, row: int, end: int, block: CodeBlock) -> None:
        super().__init__(row, end)
        self.block = block
        self.pieces: list[str] = []
        self.media: list[Media] = []
        """Media inside it; they follow it."""

    def add(self, raw: str, position: TextPosition, state: TreeState) -> None:
        """Add text, with the blank text and the line breaks before it."""
        flow, pieces = state.flow, self.pieces
        start, stop, paragraph, block = position
        gap = state.plan.page.text[flow.stop : start]
        if gap and not gap.isspace():
            at_start = not pieces or pieces[-1].endswith("\n")
            gap = "\n" if "\n" in gap else "" if at_start else " "
        breaks = block - flow.last_block
        if breaks and pieces:
            if paragraph == flow.last_paragraph:
                gap = "\n" * breaks + gap
            elif not (pieces[-1] + gap).endswith("\n"):
                gap += "\n"
        pieces.append(gap + raw)
        flow.stop, flow.last_block, flow.last_paragraph = stop, block, paragraph

    def close(self, state: TreeState) -> None:
        """Put the listing into its container, and the media that were inside it after it."""
        flow = state.flow
        state.listing = None
        self.block.text = "".join(self.pieces).replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        if self.block.text:
            state.add_block(self.block)
        flow.close()
        for media in self.media:
            state.add_inline(InlineMedia(media), (flow.stop, flow.stop, -1, -1))
        flow.close()


# ---- containers ----------------------------------------------------------------------------------


class Container(OpenElement):
    """An element that contains blocks."""

    __slots__ = ("scope",)

    def __init__(self, row: int, end: int, scope: Scope) -> None:
        super().__init__(row, end)
        self.scope = scope

    def children_for_block(self) -> list[BlockNode]:
        """Where the next block goes; in a list or table, a new item or cell is made for a block outside of them."""
        raise NotImplementedError

    def close(self, state: TreeState) -> None:
        """End the container."""
        state.flow.close()
        state.containers.pop()


class BlockContainer(Container):
    """A container whose children are blocks."""

    __slots__ = ("children",)

    def __init__(self, row: int, end: int, scope: Scope, children: list[BlockNode]) -> None:
        super().__init__(row, end, scope)
        self.children = children

    def children_for_block(self) -> list[BlockNode]:
        """Its children."""
        return self.children


class PostContainer(BlockContainer):
    """A quotation that is an embedded post; it ends with the address of the post."""

    __slots__ = ("quote",)

    def __init__(self, row: int, end: int, scope: Scope, quote: BlockQuote) -> None:
        super().__init__(row, end, scope, quote.children)
        self.quote = quote

    def close(self, state: TreeState) -> None:
        """Add the address, unless the text links to it."""
        super().close(state)
        linked = {node.url for node in ContentTree(self.children).walk() if isinstance(node, Link)}
        if self.quote.cite not in linked:
            media = Media("embed", self.quote.cite, "", "", None, None, "")
            self.children.append(Paragraph([InlineMedia(media)]))


class SidenoteContainer(BlockContainer):
    """A note inside a line; the line continues after it."""

    __slots__ = ("outer_flow",)
    outer_flow: InlineFlow

    def close(self, state: TreeState) -> None:
        """End the note and continue the line."""
        super().close(state)
        state.flow = self.outer_flow


class FigureContainer(BlockContainer):
    """A figure, the only place for captions of figures."""

    __slots__ = ()


class ListContainer(Container):
    """A list; in an ordered list it counts the items, also those without content."""

    __slots__ = ("block", "next_value", "step")

    def __init__(self, row: int, end: int, scope: Scope, block: ListBlock) -> None:
        super().__init__(row, end, scope)
        self.block = block
        self.next_value = self.step = 1

    def children_for_block(self) -> list[BlockNode]:
        """The children of a new item."""
        item = ListItem(value=self.next_value if self.block.ordered else None)
        self.next_value += self.step
        self.block.items.append(item)
        return item.children

    def close(self, state: TreeState) -> None:
        """Move items that are footnotes out of the list; remove a list without items."""
        super().close(state)
        if self.block.items and not any(map(_footnote_of, self.block.items)):
            return
        container = state.containers[-1]
        if isinstance(container, BlockContainer) and container.children and container.children[-1] is self.block:
            container.children[-1:] = _split_at_footnotes(self.block)


def _footnote_of(item: ListItem) -> Footnote | None:
    only = item.children[0] if len(item.children) == 1 else None
    return only if isinstance(only, Footnote) else None


def _split_at_footnotes(block: ListBlock) -> list[BlockNode]:
    """The footnotes that are items of a list, and the items between them as lists."""
    blocks: list[BlockNode] = []
    part: ListBlock | None = None
    for item in block.items:
        if footnote := _footnote_of(item):
            blocks.append(footnote)
            part = None
            continue
        if part is None:
            part = ListBlock(block.ordered, dir=block.dir, lang=block.lang)
            blocks.append(part)
        part.items.append(item)
    return blocks


class DefinitionListContainer(Container):
    """A definition list."""

    __slots__ = ("block",)

    def __init__(self, row: int, end: int, scope: Scope, block: DefinitionList) -> None:
        super().__init__(row, end, scope)
        self.block = block

    def children_for_block(self) -> list[BlockNode]:
        """The children of a new definition."""
        part = DefinitionPart(term=False)
        self.block.parts.append(part)
        return part.children


class TableContainer(Container):
    """A data table."""

    __slots__ = ("block",)

    def __init__(self, row: int, end: int, scope: Scope, block: Table) -> None:
        super().__init__(row, end, scope)
        self.block = block

    def children_for_block(self) -> list[BlockNode]:
        """The children of a new cell in a new row."""
        cell = TableCell()
        self.block.rows.append([cell])
        return cell.children

    def close(self, state: TreeState) -> None:
        """Remove rows without content, and shorten the cells that span them."""
        super().close(state)
        rows = self.block.rows
        full = [any(cell.children for cell in row) for row in rows]
        full_before = np.concatenate(([0], np.cumsum(full))).tolist()
        for place, row in enumerate(rows):
            for cell in row:
                last = min(place + cell.rows, len(full))
                cell.rows = max(full_before[last] - full_before[place], 1)
        self.block.rows = [row for row, has_content in zip(rows, full, strict=True) if has_content]
        if _first_row_is_labels(self.block.rows):
            for cell in self.block.rows[0]:
                cell.header = True


def _first_row_is_labels(rows: list[list[TableCell]]) -> bool:
    """Whether a table without header cells begins with a row of labels: short texts without digits, above data."""
    if len(rows) < 3 or any(cell.header for row in rows for cell in row):
        return False
    first, rest = rows[0], rows[1:]
    if len(first) < 2 or any(len(row) != len(first) for row in rest):
        return False
    texts = [_plain_text(cell) for cell in first]
    if not all(texts) or len(set(texts)) < len(texts) or any(_NO_LABEL.search(text) for text in texts):
        return False
    if all(_is_bold(cell) for cell in first) and not all(_is_bold(cell) for cell in rest[0]):
        return True
    # Some column has numbers in most of the other rows.
    columns = zip(*rest, strict=True)
    return any(2 * sum(bool(_DATA.fullmatch(_plain_text(cell))) for cell in column) > len(rest) for column in columns)


def _plain_text(cell: TableCell) -> str:
    only = cell.children[0] if len(cell.children) == 1 else None
    return inline_text(only.children).strip() if isinstance(only, Paragraph) else ""


def _is_bold(cell: TableCell) -> bool:
    only = cell.children[0] if len(cell.children) == 1 else None
    line = only.children if isinstance(only, Paragraph) else []
    return len(line) == 1 and isinstance(line[0], StyledText) and line[0].style == "strong"


class RowContainer(Container):
    """A row of a data table."""

    __slots__ = ("cells",)

    def __init__(self, row: int, end: int, scope: Scope, cells: list[TableCell]) -> None:
        super().__init__(row, end, scope)
        self.cells = cells

    def children_for_block(self) -> list[BlockNode]:
        """The children of a new cell."""
        cell = TableCell()
        self.cells.append(cell)
        return cell.children
