"""Options of the writers: how content is written, never what is content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from dehusk.content.tree_nodes import LineBreak, Paragraph
from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import (
        BlockNode,
        BlockQuote,
        CodeBlock,
        ContentTree,
        DefinitionList,
        FigureBlock,
        FigureCaption,
        Footnote,
        Heading,
        InlineMedia,
        InlineNode,
        Link,
        ListBlock,
        StyledText,
        Table,
        ThematicBreak,
    )


class TextOptions(TypedDict, total=False):
    """Options of plain text."""

    wrap: int
    """Break lines at this width; 0 (the default): never."""
    captions: bool
    """Write the captions of pictures that were not selected as text (default: False)."""
    notes: bool
    """Write the notes of marks that were not selected as text (default: False)."""
    paragraphs: bool
    """Write an empty line between blocks (default: False)."""
    list_marks: bool
    """Write the marks and numbers of list items (default: False)."""
    cells: str
    """``lines`` (the default), or rows of tables as lines whose cells are separated by ``tabs`` or ``pipes``."""


class TreeOptions(TypedDict, total=False):
    """Options of HTML, XML and Markdown."""

    links: bool
    """Write the URLs of links (default: True); without, only their text."""
    images: bool
    """Write images, video and audio, and the captions that belong to them (default: True)."""
    tables: bool
    """Write tables as tables (default: True); without, the blocks of their cells."""


class XmlOptions(TreeOptions, total=False):
    """Options of XML."""

    threads: bool
    """Write the threads of the page as back matter (default: False)."""


class PostOptions(TypedDict, total=False):
    """Options of threads as Markdown."""

    style: str
    """``quotes`` (the default): replies are nested quotes; ``headings``: each post is under a heading."""


class HtmlOptions(TreeOptions, total=False):
    """Options of HTML."""

    document: bool
    """Write a whole document with charset and title (default: False, a fragment)."""


class JsonOptions(TypedDict, total=False):
    """Options of JSON."""

    fields: Sequence[str] | None
    """The fields to write, in this order; None (the default): all but ``blocks`` and other formats."""


class MarkdownOptions(TreeOptions, total=False):
    """Options of Markdown."""

    wrap: int
    """Break lines at this width; 0 (the default): never."""
    front_matter: bool
    """Begin with the metadata as YAML (default: False)."""


def check_flag(name: str, value: object) -> bool:
    """An option that is True or False, or an error.

    >>> check_flag("links", "no")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: links must be True or False, not 'no'
    """
    if not isinstance(value, bool):
        raise ArgumentError(f"{name} must be True or False, not {value!r}")
    return value


def check_width(name: str, value: object) -> int:
    """An option that is a width in characters, or an error.

    >>> check_width("wrap", -1)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: wrap must be an integer of at least 0, not -1
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ArgumentError(f"{name} must be an integer of at least 0, not {value!r}")
    return value


def prepare_tree(
    tree: ContentTree, *, links: bool, images: bool, tables: bool, attached_notes: bool = True
) -> ContentTree:
    """The tree without the links, media, tables and attached notes that are not to be written.

    >>> import dehusk
    >>> tree = dehusk.extract("<p>Tea from <a href=/y>Yunnan</a>.").tree
    >>> prepare_tree(tree, links=False, images=True, tables=True).children
    [Paragraph(children=['Tea from Yunnan.'])]
    """
    for name, value in (("links", links), ("images", images), ("tables", tables)):
        check_flag(name, value)
    if links and images and tables and attached_notes:
        return tree
    return replace(tree, children=_Preparation(links, images, tables, attached_notes).blocks(tree.children))


class _Preparation(BlockVisitor["list[BlockNode]"], InlineVisitor["list[InlineNode]"]):
    """Replaces each node by a list of nodes, which is empty if nothing is left of it."""

    def __init__(self, links: bool, images: bool, tables: bool, attached_notes: bool) -> None:
        self.links, self.images, self.tables, self.attached_notes = links, images, tables, attached_notes

    def blocks(self, blocks: list[BlockNode]) -> list[BlockNode]:
        return [changed for block in blocks for changed in self.visit_block(block)]

    def line(self, nodes: list[InlineNode]) -> list[InlineNode]:
        """A line of text, without spaces and line breaks at its edges."""
        line = self.inlines(nodes)
        while line and (isinstance(line[-1], LineBreak) or line[-1] == " "):
            line.pop()
        while line and (isinstance(line[0], LineBreak) or line[0] == " "):
            line.pop(0)
        if line and isinstance(line[-1], str):
            line[-1] = line[-1].rstrip()
        if line and isinstance(line[0], str):
            line[0] = line[0].lstrip()
        return line

    def inlines(self, nodes: list[InlineNode]) -> list[InlineNode]:
        line: list[InlineNode] = []
        for node in nodes:
            for changed in self.visit_inline(node):
                _append(line, changed)
        return line

    # ---- blocks ------------------------------------------------------------------------------------

    def visit_paragraph(self, block: Paragraph) -> list[BlockNode]:
        line = self.line(block.children)
        return [replace(block, children=line)] if line else []

    def visit_heading(self, block: Heading) -> list[BlockNode]:
        line = self.line(block.children)
        return [replace(block, children=line)] if line else []

    def visit_code_block(self, block: CodeBlock) -> list[BlockNode]:
        return [block]

    def visit_thematic_break(self, block: ThematicBreak) -> list[BlockNode]:
        return [block]

    def visit_list(self, block: ListBlock) -> list[BlockNode]:
        items = [replace(item, children=self.blocks(item.children)) for item in block.items]
        items = [item for item in items if item.children]
        return [replace(block, items=items)] if items else []

    def visit_definition_list(self, block: DefinitionList) -> list[BlockNode]:
        parts = [replace(part, children=self.blocks(part.children)) for part in block.parts]
        parts = [part for part in parts if part.children]
        return [replace(block, parts=parts)] if parts else []

    def visit_table(self, block: Table) -> list[BlockNode]:
        caption = self.line(block.caption)
        if self.tables:
            rows = [[replace(cell, children=self.blocks(cell.children)) for cell in row] for row in block.rows]
            return [replace(block, rows=rows, caption=caption)]
        cells = [changed for row in block.rows for cell in row for changed in self.blocks(cell.children)]
        return [Paragraph(caption), *cells] if block.caption else cells

    def visit_quote(self, block: BlockQuote) -> list[BlockNode]:
        return self._container(block)

    def visit_figure(self, block: FigureBlock) -> list[BlockNode]:
        return self._container(block)

    def visit_caption(self, block: FigureCaption) -> list[BlockNode]:
        return self._container(block) if self.images or not block.of_media else []

    def visit_footnote(self, block: Footnote) -> list[BlockNode]:
        return self._container(block) if self.attached_notes or not block.attached else []

    def _container(self, block: BlockQuote | FigureBlock | FigureCaption | Footnote) -> list[BlockNode]:
        children = self.blocks(block.children)
        return [replace(block, children=children)] if children else []

    # ---- inline nodes ------------------------------------------------------------------------------

    def visit_link(self, node: Link) -> list[InlineNode]:
        children = self.inlines(node.children)
        if not self.links:
            return children
        return [replace(node, children=children)] if children else []

    def visit_styled_text(self, node: StyledText) -> list[InlineNode]:
        children = self.inlines(node.children)
        return [replace(node, children=children)] if children else []

    def visit_media(self, node: InlineMedia) -> list[InlineNode]:
        return [node] if self.images else []

    def visit_other_inline(self, node: InlineNode) -> list[InlineNode]:
        return [node]


def _append(line: list[InlineNode], node: InlineNode) -> None:
    """Append a node; strings next to each other become one, line breaks next to each other too."""
    if isinstance(node, str):
        after_space = bool(line) and isinstance(line[-1], str) and line[-1].endswith(" ")
        _append_text(line, node.lstrip() if after_space else node)
    elif not (isinstance(node, LineBreak) and line and isinstance(line[-1], LineBreak)):
        line.append(node)


def _append_text(line: list[InlineNode], text: str) -> None:
    """Append text to a line, joined with the text at its end."""
    # The string is taken out of the list first: CPython extends a string in place only if nothing else refers to it,
    # and copying it each time would take quadratic time.
    last = line.pop() if line else None
    if isinstance(last, str):
        last += text
        line.append(last)
    elif last is None:
        line.append(text)
    else:
        line += (last, text)
