"""Lines, plain text, tables and links of a content tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dehusk.content.data_tables import table_grid
from dehusk.content.tree_nodes import InlineMedia, Link, Table
from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.content.tree_nodes import (
        BlockNode,
        BlockQuote,
        CodeBlock,
        CodeSpan,
        ContentTree,
        DefinitionList,
        FigureBlock,
        FigureCaption,
        Footnote,
        FootnoteMark,
        Formula,
        Heading,
        InlineNode,
        LineBreak,
        ListBlock,
        Paragraph,
        StyledText,
        TableCell,
        ThematicBreak,
    )

    TreeLine = list[InlineNode] | str


class ContentLink(NamedTuple):
    """A link in the content."""

    text: str
    url: str


def tree_links(tree: ContentTree) -> list[ContentLink]:
    """The links of a tree, in document order.

    >>> from dehusk.content.tree_nodes import ContentTree, Link, Paragraph
    >>> tree_links(ContentTree([Paragraph(["Tea and ", Link("/milk", ["milk"])])]))
    [ContentLink(text='milk', url='/milk')]
    """
    return [ContentLink(_link_text(node), node.url) for node in tree.walk() if isinstance(node, Link)]


def _link_text(link: Link) -> str:
    text = collapse(inline_text(link.children))
    if text:
        return text
    return " ".join(node.media.alt for node in link.children if isinstance(node, InlineMedia) and node.media.alt)


def tree_tables(tree: ContentTree) -> list[list[list[str]]]:
    """The tables of a tree in document order, also those inside cells; each is a list of rows of cell texts.

    >>> from dehusk.content.tree_nodes import ContentTree, Paragraph, Table, TableCell
    >>> cells = [TableCell([Paragraph(["Tea"])]), TableCell([Paragraph(["Milk"])])]
    >>> tree_tables(ContentTree([Table([cells])]))
    [[['Tea', 'Milk']]]
    """
    return [
        [[_cell_text(cell) for cell in row] for row in table_grid(node.rows)]
        for node in tree.walk()
        if isinstance(node, Table)
    ]


def _cell_text(cell: TableCell | None) -> str:
    return "" if cell is None else block_text(cell.children)


def block_text(blocks: Sequence[BlockNode]) -> str:
    """Blocks as plain text, one line per block or line break.

    >>> from dehusk.content.tree_nodes import ListBlock, ListItem, Paragraph
    >>> block_text([Paragraph(["Tea:"]), ListBlock(False, [ListItem([Paragraph(["green"])])])])
    'Tea:\\ngreen'
    """
    lines = [line if isinstance(line, str) else _line_text(line) for line in block_lines(blocks)]
    return "\n".join(filter(None, lines))


def _line_text(line: list[InlineNode]) -> str:
    # Media are left out, but the spaces around them are not.
    return "\n".join(filter(None, map(collapse, inline_text(line).split("\n"))))


def inline_text(nodes: Sequence[InlineNode]) -> str:
    """Inline nodes as plain text, with the words that ``Extraction.text`` has for them; media are left out.

    >>> from dehusk.content.tree_nodes import FootnoteMark, Formula, StyledText
    >>> inline_text([StyledText("q", ["Tea"]), " is ", Formula("x^2"), FootnoteMark("1")])
    '“Tea” is $x^2$[1]'
    """
    return "".join(map(_INLINE_TEXT.visit_inline, nodes))


class _InlineText(InlineVisitor[str]):
    def visit_text(self, text: str) -> str:
        return text

    def visit_styled_text(self, node: StyledText) -> str:
        text = inline_text(node.children)
        if node.style == "q":
            return f"“{text}”"
        return f"({text})" if node.style == "rt" else text

    def visit_link(self, node: Link) -> str:
        return inline_text(node.children)

    def visit_code_span(self, node: CodeSpan) -> str:
        return node.text

    def visit_formula(self, node: Formula) -> str:
        return f"$${node.tex}$$" if node.display else f"${node.tex}$"

    def visit_media(self, node: InlineMedia) -> str:  # noqa: ARG002
        return ""

    def visit_line_break(self, node: LineBreak) -> str:  # noqa: ARG002
        return "\n"

    def visit_footnote_mark(self, node: FootnoteMark) -> str:
        return f"[{node.label}]"


_INLINE_TEXT = _InlineText()


def block_lines(blocks: Sequence[BlockNode]) -> list[TreeLine]:
    """The lines of blocks: inline nodes, or a string for a line of preformatted text.

    >>> from dehusk.content.tree_nodes import BlockQuote, CodeBlock, Paragraph
    >>> block_lines([BlockQuote([Paragraph(["Tea"])]), CodeBlock("x\\ny")])
    [['Tea'], 'x', 'y']
    """
    return [line for block in blocks for line in block.accept(_BLOCK_LINES)]


class _BlockLines(BlockVisitor["list[TreeLine]"]):
    def visit_paragraph(self, block: Paragraph) -> list[TreeLine]:
        return [block.children]

    def visit_heading(self, block: Heading) -> list[TreeLine]:
        return [block.children]

    def visit_code_block(self, block: CodeBlock) -> list[TreeLine]:
        return list(block.text.split("\n"))

    def visit_list(self, block: ListBlock) -> list[TreeLine]:
        return [line for item in block.items for line in block_lines(item.children)]

    def visit_definition_list(self, block: DefinitionList) -> list[TreeLine]:
        return [line for part in block.parts for line in block_lines(part.children)]

    def visit_table(self, block: Table) -> list[TreeLine]:
        cells = [line for row in block.rows for cell in row for line in block_lines(cell.children)]
        return [block.caption, *cells] if block.caption else cells

    def visit_quote(self, block: BlockQuote) -> list[TreeLine]:
        return block_lines(block.children)

    def visit_figure(self, block: FigureBlock) -> list[TreeLine]:
        return block_lines(block.children)

    def visit_caption(self, block: FigureCaption) -> list[TreeLine]:
        return [] if block.of_media else block_lines(block.children)

    def visit_footnote(self, block: Footnote) -> list[TreeLine]:
        return block_lines(block.children)

    def visit_thematic_break(self, block: ThematicBreak) -> list[TreeLine]:  # noqa: ARG002
        return []


_BLOCK_LINES = _BlockLines()
