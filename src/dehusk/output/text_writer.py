"""Plain text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from dehusk.content.tree_contents import block_text, inline_text
from dehusk.content.tree_visitor import BlockVisitor
from dehusk.errors import ArgumentError
from dehusk.output.margins import Margins
from dehusk.output.writer_options import check_flag, check_width, prepare_tree
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.content import PageContent
    from dehusk.content.tree_nodes import BlockNode, BlockQuote, DefinitionList, FigureBlock, Footnote, ListBlock, Table

CELL_SEPARATORS = {"lines": "", "tabs": "\t", "pipes": " | "}
"""How the cells of a row are written: one line per block, or one line per row."""


def write_text(
    content: PageContent,
    *,
    wrap: int = 0,
    captions: bool = False,
    notes: bool = False,
    paragraphs: bool = False,
    list_marks: bool = False,
    cells: str = "lines",
) -> str:
    """Plain text, one line per block.

    Blocks that are wrapped are separated by empty lines, as with ``paragraphs``.

    >>> import dehusk
    >>> extraction = dehusk.extract("<p>Tea:<ul><li>green<li>black</ul>")
    >>> write_text(extraction), write_text(extraction, paragraphs=True, list_marks=True)
    ('Tea:\\ngreen\\nblack', 'Tea:\\n\\n- green\\n- black')
    """
    flags = {"captions": captions, "notes": notes, "paragraphs": paragraphs, "list_marks": list_marks}
    for name, flag in flags.items():
        check_flag(name, flag)
    if cells not in CELL_SEPARATORS:
        raise ArgumentError(f"cells must be one of {', '.join(CELL_SEPARATORS)}, not {cells!r}")
    width = check_width("wrap", wrap)
    paragraphs = paragraphs or width > 0
    if paragraphs or list_marks or cells != "lines":
        tree = prepare_tree(content.tree, links=True, images=captions, tables=cells != "lines", attached_notes=notes)
        blocks = _TextBlocks(list_marks, CELL_SEPARATORS[cells]).blocks(tree.children)
    else:
        text = content.text_with(captions=captions, notes=notes) if captions or notes else content.text
        blocks = text.split("\n")
    if width:
        wrapper = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False, replace_whitespace=False)
        blocks = ["\n".join(map(wrapper.fill, block.split("\n"))) for block in blocks]
    return ("\n\n" if paragraphs else "\n").join(blocks)


class _TextBlocks(BlockVisitor["list[str]"]):
    """The blocks of a tree as plain text; a list or a table is one block."""

    def __init__(self, list_marks: bool, separator: str) -> None:
        self.list_marks, self.separator = list_marks, separator
        self.margins = Margins()

    def blocks(self, blocks: list[BlockNode]) -> list[str]:
        return [text for block in blocks for text in block.accept(self) if text]

    def visit_other_block(self, block: BlockNode) -> list[str]:
        return [block_text([block])]

    def visit_list(self, block: ListBlock) -> list[str]:
        items = ["\n".join(self.blocks(item.children)) for item in block.items]
        if not self.list_marks:
            return ["\n".join(items)]
        marks = [f"{item.value}. " if block.ordered and item.value is not None else "- " for item in block.items]
        return ["\n".join(map(self._marked, marks, items))]

    def _marked(self, mark: str, text: str) -> str:
        width = len(mark)
        return mark + text.replace("\n", "\n" + " " * width) if self.margins.have_room(text, width) else text

    def visit_definition_list(self, block: DefinitionList) -> list[str]:
        return ["\n".join(text for part in block.parts for text in self.blocks(part.children))]

    def visit_table(self, block: Table) -> list[str]:
        rows = (
            self.separator.join(collapse(" ".join(self.blocks(cell.children))) for cell in row) for row in block.rows
        )
        caption = [collapse(inline_text(block.caption))] if block.caption else []
        return ["\n".join([*caption, *rows])]

    def visit_quote(self, block: BlockQuote) -> list[str]:
        return self.blocks(block.children)

    def visit_figure(self, block: FigureBlock) -> list[str]:
        return self.blocks(block.children)

    def visit_footnote(self, block: Footnote) -> list[str]:
        return self.blocks(block.children)
