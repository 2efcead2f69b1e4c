"""Visitors: one method per kind of node, for code that treats every kind differently.

A subclass defines the methods of the kinds that it treats; the others go to ``visit_other_block`` and
``visit_other_inline``. To look for nodes of a few kinds, ``ContentTree.walk`` is simpler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from dehusk.content.tree_nodes import Result

if TYPE_CHECKING:
    from dehusk.content.tree_nodes import (
        BlockNode,
        BlockQuote,
        CodeBlock,
        CodeSpan,
        DefinitionList,
        FigureBlock,
        FigureCaption,
        Footnote,
        FootnoteMark,
        Formula,
        Heading,
        InlineMedia,
        InlineNode,
        LineBreak,
        Link,
        ListBlock,
        Paragraph,
        StyledText,
        Table,
        ThematicBreak,
    )


class BlockVisitor(Generic[Result]):
    """Computes a result for a block.

    >>> from dehusk.content.tree_nodes import Heading, Paragraph
    >>> class Outline(BlockVisitor[str]):
    ...     def visit_heading(self, block):
    ...         return "#" * block.level
    ...     def visit_other_block(self, block):
    ...         return "."
    >>> [Outline().visit_block(block) for block in (Heading(2, ["Tea"]), Paragraph(["Milk"]))]
    ['##', '.']
    """

    def visit_block(self, block: BlockNode) -> Result:
        """Call the method for this kind of block."""
        return block.accept(self)

    def visit_other_block(self, block: BlockNode) -> Result:
        """Called for blocks of all kinds whose method is not defined."""
        raise NotImplementedError(f"{type(self).__name__} has no method for {type(block).__name__}")

    def visit_paragraph(self, block: Paragraph) -> Result:
        """The result for a paragraph."""
        return self.visit_other_block(block)

    def visit_heading(self, block: Heading) -> Result:
        """The result for a heading."""
        return self.visit_other_block(block)

    def visit_code_block(self, block: CodeBlock) -> Result:
        """The result for preformatted text."""
        return self.visit_other_block(block)

    def visit_list(self, block: ListBlock) -> Result:
        """The result for a list."""
        return self.visit_other_block(block)

    def visit_definition_list(self, block: DefinitionList) -> Result:
        """The result for a definition list."""
        return self.visit_other_block(block)

    def visit_table(self, block: Table) -> Result:
        """The result for a table."""
        return self.visit_other_block(block)

    def visit_quote(self, block: BlockQuote) -> Result:
        """The result for a quotation."""
        return self.visit_other_block(block)

    def visit_figure(self, block: FigureBlock) -> Result:
        """The result for a figure."""
        return self.visit_other_block(block)

    def visit_caption(self, block: FigureCaption) -> Result:
        """The result for the caption of a figure."""
        return self.visit_other_block(block)

    def visit_footnote(self, block: Footnote) -> Result:
        """The result for a footnote."""
        return self.visit_other_block(block)

    def visit_thematic_break(self, block: ThematicBreak) -> Result:
        """The result for a horizontal line."""
        return self.visit_other_block(block)


class InlineVisitor(Generic[Result]):
    """Computes a result for an inline node.

    >>> from dehusk.content.tree_nodes import LineBreak
    >>> class Length(InlineVisitor[int]):
    ...     def visit_text(self, text):
    ...         return len(text)
    ...     def visit_line_break(self, node):
    ...         return 1
    >>> [Length().visit_inline(node) for node in ("Tea", LineBreak())]
    [3, 1]
    """

    def visit_inline(self, node: InlineNode) -> Result:
        """Call the method for this kind of inline node."""
        return self.visit_text(node) if isinstance(node, str) else node.accept(self)

    def visit_other_inline(self, node: InlineNode) -> Result:
        """Called for inline nodes of all kinds whose method is not defined."""
        raise NotImplementedError(f"{type(self).__name__} has no method for {type(node).__name__}")

    def visit_text(self, text: str) -> Result:
        """The result for plain text."""
        return self.visit_other_inline(text)

    def visit_styled_text(self, node: StyledText) -> Result:
        """The result for styled text."""
        return self.visit_other_inline(node)

    def visit_link(self, node: Link) -> Result:
        """The result for a link."""
        return self.visit_other_inline(node)

    def visit_code_span(self, node: CodeSpan) -> Result:
        """The result for code within a line."""
        return self.visit_other_inline(node)

    def visit_formula(self, node: Formula) -> Result:
        """The result for a formula."""
        return self.visit_other_inline(node)

    def visit_media(self, node: InlineMedia) -> Result:
        """The result for an image, video or audio."""
        return self.visit_other_inline(node)

    def visit_line_break(self, node: LineBreak) -> Result:
        """The result for a line break."""
        return self.visit_other_inline(node)

    def visit_footnote_mark(self, node: FootnoteMark) -> Result:
        """The result for a reference to a footnote."""
        return self.visit_other_inline(node)
