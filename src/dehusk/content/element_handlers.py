"""What each kind of element begins in the content tree.

A handler puts the node of its element in its place and returns what is open from here to the end of the element; None
if the element becomes nothing, so that only its content counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.code_language import code_language
from dehusk.content.element_kinds import STYLE_OF_TAG, ElementKind
from dehusk.content.embeds import post_address
from dehusk.content.inline_flow import InlineFlow
from dehusk.content.tree_nodes import (
    BlockQuote,
    CodeBlock,
    DefinitionList,
    DefinitionPart,
    FigureBlock,
    FigureCaption,
    Footnote,
    Heading,
    Link,
    ListBlock,
    ListItem,
    StyledText,
    Table,
    TableCell,
)
from dehusk.content.tree_plan import Scope
from dehusk.content.tree_state import (
    BlockContainer,
    Container,
    DefinitionListContainer,
    FigureContainer,
    ListContainer,
    OpenCodeSpan,
    OpenElement,
    OpenLine,
    OpenListing,
    OpenStyle,
    PostContainer,
    RowContainer,
    SidenoteContainer,
    TableContainer,
    TreeState,
)
from dehusk.content.urls import safe_url
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.content.sidenotes import Sidenote

MAX_NESTING = 32
"""Lists, quotes and tables inside each other; deeper content is written at this level. It bounds the cost of indenting
and the depth of recursion in writers."""
MAX_STYLES = 12
"""Links and styles inside each other."""
# Writers put signs around these in every format, so they may not be left out.
_REQUIRED_STYLES = frozenset({"q", "rt", "ruby"})

_OL = tags.NUMBERS["ol"]
_LI = tags.NUMBERS["li"]
_DT = tags.NUMBERS["dt"]
_TH = tags.NUMBERS["th"]
_THEAD = tags.NUMBERS["thead"]
_NUMBER = re.compile(r"\s*(-?\d{1,9})")
_MAX_SPAN = 1000

InlineHandler = Callable[[TreeState, int, int, int, Scope | None], OpenElement | None]
"""Takes the state, the element's row, the row after its last descendant, its tag, and the scope that it states."""
BlockHandler = Callable[[TreeState, int, int, int], OpenElement | None]
ContainerHandler = Callable[[TreeState, int, int, int], Container | None]

# ---- inline elements -----------------------------------------------------------------------------


def open_style(state: TreeState, row: int, end: int, style: str, own: Scope | None) -> OpenElement | None:
    """Begin a style, unless it is open already (B in STRONG); a scope makes it a span at least."""
    styles = state.flow.styles
    open_styles = [node.style for node in styles if isinstance(node, StyledText)]
    is_new = style not in open_styles and (style != "rt" or "ruby" in open_styles)
    if not (is_new or own is not None) or (len(styles) >= MAX_STYLES and style not in _REQUIRED_STYLES):
        return None
    styles.append(StyledText(style if is_new else "span", [], *(own or (None, None))))
    return OpenStyle(row, end)


def _open_style_of_tag(state: TreeState, row: int, end: int, tag: int, own: Scope | None) -> OpenElement | None:
    return open_style(state, row, end, STYLE_OF_TAG[tag], own)


def _open_link(state: TreeState, row: int, end: int, _tag: int, _own: Scope | None) -> OpenElement | None:
    """Begin a link, unless a link is open already."""
    page, styles = state.plan.page, state.flow.styles
    href = page.attr(row, "href")
    if href is None or (styles and any(isinstance(style, Link) for style in styles)):
        return None
    url = safe_url(href, state.base)
    if url is None:
        return None
    title = page.attr(row, "title")
    styles.append(Link(url, [], (collapse(title) or None) if title else None))
    return OpenStyle(row, end)


def _open_code_span(state: TreeState, row: int, end: int, _tag: int, _own: Scope | None) -> OpenElement:
    state.flow.code_rows.append(row)
    return OpenCodeSpan(row, end)


# ---- blocks that contain no blocks ---------------------------------------------------------------


def _open_heading(state: TreeState, row: int, end: int, tag: int) -> OpenElement:
    heading = Heading(int(tags.HEADING_LEVEL[tag]))
    state.add_block(heading)
    state.flow.begin_line(heading.children)
    return OpenLine(row, end)


def _open_preformatted(state: TreeState, row: int, end: int, _tag: int) -> OpenElement:
    page = state.plan.page
    state.listing = OpenListing(row, end, CodeBlock("", code_language(page, row)))
    state.flow.stop = int(page.offset[row])
    return state.listing


def _add_thematic_break(state: TreeState, _row: int, _end: int, _tag: int) -> None:
    """The line is written when a block follows."""
    state.break_in = state.containers[-1]


def _open_table_caption(state: TreeState, row: int, end: int, _tag: int) -> OpenElement | None:
    container = state.containers[-1]
    if not isinstance(container, TableContainer) or container.block.rows:
        return None
    state.flow.begin_line(container.block.caption)
    return OpenLine(row, end)


# ---- containers ----------------------------------------------------------------------------------


def _open_list(state: TreeState, row: int, end: int, tag: int) -> Container:
    page, container = state.plan.page, state.containers[-1]
    block = ListBlock(tag == _OL)
    opened = ListContainer(row, end, state.scope, block)
    if block.ordered:
        start = _number(state, row, "start")
        if page.attr(row, "reversed") is not None:
            opened.step = -1
            below = slice(row, end)
            opened.next_value = int(np.sum((page.tag[below] == _LI) & (page.parent[below] == row)))
        opened.next_value = opened.next_value if start is None else start
    if isinstance(container, ListContainer) and container.block.items:
        # A list directly inside a list belongs to the item before it.
        container.block.items[-1].children.append(block)
    else:
        state.add_block(block)
    return opened


def _open_item(state: TreeState, row: int, end: int, _tag: int) -> Container | None:
    container, has_content = state.containers[-1], bool(state.plan.has_content[row])
    item = ListItem()
    if isinstance(container, ListContainer):
        if container.block.ordered:
            stated = _number(state, row, "value")
            item.value = container.next_value if stated is None else stated
            container.next_value = item.value + container.step
        if not has_content:
            return None
        state.state_scope(item)
        container.block.items.append(item)
    elif not has_content:
        return None
    else:
        children = container.children if isinstance(container, BlockContainer) else []
        if state.loose_items is None or not children or children[-1] is not state.loose_items:
            state.loose_items = ListBlock()
            state.add_block(state.loose_items)
        state.loose_items.items.append(item)
    return BlockContainer(row, end, state.scope, item.children)


def _open_table(state: TreeState, row: int, end: int, _tag: int) -> Container | None:
    if row not in state.plan.tables:
        return None
    block = Table()
    state.add_block(block)
    return TableContainer(row, end, state.scope, block)


def _open_row(state: TreeState, row: int, end: int, _tag: int) -> Container | None:
    container = state.containers[-1]
    if not isinstance(container, TableContainer):
        return None
    cells: list[TableCell] = []
    container.block.rows.append(cells)
    return RowContainer(row, end, state.scope, cells)


def _open_cell(state: TreeState, row: int, end: int, tag: int) -> Container | None:
    container, page = state.containers[-1], state.plan.page
    if not isinstance(container, RowContainer):
        return None
    header = tag == _TH or bool(page.tag[page.parent[page.parent[row]]] == _THEAD)
    cell = TableCell([], header, _span(state, row, "colspan"), _span(state, row, "rowspan"))
    state.state_scope(cell)
    container.cells.append(cell)
    return BlockContainer(row, end, state.scope, cell.children)


def _open_definition_list(state: TreeState, row: int, end: int, _tag: int) -> Container:
    block = DefinitionList()
    state.add_block(block)
    return DefinitionListContainer(row, end, state.scope, block)


def _open_definition_part(state: TreeState, row: int, end: int, tag: int) -> Container | None:
    container = state.containers[-1]
    if not isinstance(container, DefinitionListContainer):
        return None
    part = DefinitionPart(tag == _DT)
    state.state_scope(part)
    container.block.parts.append(part)
    return BlockContainer(row, end, state.scope, part.children)


def _open_quote(state: TreeState, row: int, end: int, _tag: int) -> Container:
    cite = state.plan.page.attr(row, "cite")
    cited = safe_url(cite, state.base) if cite else None
    block = BlockQuote(cite=cited, callout=state.plan.callouts.get(row))
    state.add_block(block)
    post = None if block.callout else post_address(state.plan.page, row, state.base)
    if post is not None:
        block.cite = post
        return PostContainer(row, end, state.scope, block)
    return BlockContainer(row, end, state.scope, block.children)


def _open_figure(state: TreeState, row: int, end: int, _tag: int) -> Container:
    block = FigureBlock()
    state.add_block(block)
    return FigureContainer(row, end, state.scope, block.children)


def _open_figure_caption(state: TreeState, row: int, end: int, _tag: int) -> Container | None:
    of_media = row in state.plan.captions.rows
    if not of_media and not isinstance(state.containers[-1], FigureContainer):
        return None
    block = FigureCaption(of_media=of_media)
    state.add_block(block)
    return BlockContainer(row, end, state.scope, block.children)


def open_footnote(state: TreeState, row: int, end: int, label: str, opened: OpenElement | None) -> OpenElement | None:
    """Begin a footnote: in the container that its element opened, or as a container of its own if it opened none."""
    footnote = Footnote(label, attached=row in state.plan.footnotes.attached)
    if isinstance(opened, BlockContainer):
        opened.children.append(footnote)
        opened.children = footnote.children
    elif opened is None:
        state.add_block(footnote)
        opened = BlockContainer(row, end, state.scope, footnote.children)
        state.containers.append(opened)
    return opened


def open_sidenote(state: TreeState, note: Sidenote) -> None:
    """Begin the footnote that a sidenote becomes, after the block of its mark; it has a line of its own."""
    footnote = Footnote(note.label)
    container = state.containers[-1]
    container.children_for_block().append(footnote)
    opened = SidenoteContainer(note.first, note.stop, state.scope, footnote.children)
    opened.outer_scope, opened.outer_flow = state.scope, state.flow
    state.flow = InlineFlow(state.plan.gaps)
    state.containers.append(opened)
    state.open_elements.append(opened)


def _number(state: TreeState, row: int, attribute: str) -> int | None:
    stated = _NUMBER.match(state.plan.page.attr(row, attribute) or "")
    return int(stated[1]) if stated else None


def _span(state: TreeState, row: int, attribute: str) -> int:
    return min(max(_number(state, row, attribute) or 1, 1), _MAX_SPAN)


INLINE_HANDLERS: dict[int, InlineHandler] = {
    ElementKind.STYLE: _open_style_of_tag,
    ElementKind.LINK: _open_link,
    ElementKind.CODE_SPAN: _open_code_span,
}
BLOCK_HANDLERS: dict[int, BlockHandler] = {
    ElementKind.HEADING: _open_heading,
    ElementKind.PREFORMATTED: _open_preformatted,
    ElementKind.THEMATIC_BREAK: _add_thematic_break,
    ElementKind.TABLE_CAPTION: _open_table_caption,
}
CONTAINER_HANDLERS: dict[int, ContainerHandler] = {
    ElementKind.LIST: _open_list,
    ElementKind.ITEM: _open_item,
    ElementKind.DEFINITION_LIST: _open_definition_list,
    ElementKind.DEFINITION_PART: _open_definition_part,
    ElementKind.TABLE: _open_table,
    ElementKind.ROW: _open_row,
    ElementKind.CELL: _open_cell,
    ElementKind.QUOTE: _open_quote,
    ElementKind.FIGURE: _open_figure,
    ElementKind.FIGURE_CAPTION: _open_figure_caption,
}
