"""The nodes of the content tree, from which every structured format is written.

A block holds blocks or inline nodes; inline nodes are strings, links, styled text and so on. White space is
normalized: single spaces, none at the edges of a line or of an inline node. In code it is as in the source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.content.media import Media
    from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor

Result = TypeVar("Result")

# ---- inline nodes --------------------------------------------------------------------------------


@dataclass(slots=True)
class StyledText:
    """Text with a style, one of ``STYLES``."""

    style: str
    children: list[InlineNode] = field(default_factory=list)
    dir: str | None = None
    lang: str | None = None

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for styled text."""
        return visitor.visit_styled_text(self)


@dataclass(slots=True)
class Link:
    """Text that links to a URL; the URL is safe, and absolute if the URL of the page is known."""

    url: str
    children: list[InlineNode] = field(default_factory=list)
    title: str | None = None

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for links."""
        return visitor.visit_link(self)


@dataclass(slots=True)
class CodeSpan:
    """Code within a line."""

    text: str

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for code within a line."""
        return visitor.visit_code_span(self)


@dataclass(slots=True)
class Formula:
    """A mathematical formula, as TeX."""

    tex: str
    display: bool = False
    """Whether it is displayed on a line of its own."""

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for formulas."""
        return visitor.visit_formula(self)


@dataclass(slots=True)
class InlineMedia:
    """An image, video or audio."""

    media: Media

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for media."""
        return visitor.visit_media(self)


@dataclass(slots=True)
class LineBreak:
    """A line break that the author chose, as in poems and addresses."""

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for line breaks."""
        return visitor.visit_line_break(self)


@dataclass(slots=True)
class FootnoteMark:
    """The reference to the footnote that has the same label."""

    label: str

    def accept(self, visitor: InlineVisitor[Result]) -> Result:
        """Call the visitor's method for footnote marks."""
        return visitor.visit_footnote_mark(self)


InlineNode = str | StyledText | Link | CodeSpan | Formula | InlineMedia | LineBreak | FootnoteMark

STYLES = ("em", "strong", "del", "u", "sub", "sup", "mark", "kbd", "q", "bdi", "bdo", "ruby", "rt", "span")
"""Styles have the names of HTML elements; ``b`` becomes strong, ``i`` em, ``s`` del. ``rt`` occurs only in ``ruby``."""

# ---- blocks --------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class BlockBase:
    """Direction and language of a block, where they differ from those of the block around it."""

    dir: str | None = field(default=None, repr=False)
    """``rtl``, ``ltr`` or ``auto``."""
    lang: str | None = field(default=None, repr=False)


@dataclass(slots=True)
class Paragraph(BlockBase):
    """One line of text, or several with line breaks between them."""

    children: list[InlineNode] = field(default_factory=list)

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for paragraphs."""
        return visitor.visit_paragraph(self)


@dataclass(slots=True)
class Heading(BlockBase):
    """A heading of level 1 to 6."""

    level: int
    children: list[InlineNode] = field(default_factory=list)

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for headings."""
        return visitor.visit_heading(self)


@dataclass(slots=True)
class CodeBlock(BlockBase):
    """Preformatted text."""

    text: str
    language: str | None = None

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for preformatted text."""
        return visitor.visit_code_block(self)


@dataclass(slots=True)
class ListItem(BlockBase):
    """An item of a list."""

    children: list[BlockNode] = field(default_factory=list)
    value: int | None = None
    """Its number in an ordered list."""


@dataclass(slots=True)
class ListBlock(BlockBase):
    """A list; the items of an ordered list have numbers."""

    ordered: bool = False
    items: list[ListItem] = field(default_factory=list)

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for lists."""
        return visitor.visit_list(self)


@dataclass(slots=True)
class DefinitionPart(BlockBase):
    """A part of a definition list: a term or a definition."""

    term: bool
    children: list[BlockNode] = field(default_factory=list)


@dataclass(slots=True)
class DefinitionList(BlockBase):
    """Terms and their definitions, in order."""

    parts: list[DefinitionPart] = field(default_factory=list)

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for definition lists."""
        return visitor.visit_definition_list(self)


@dataclass(slots=True)
class TableCell(BlockBase):
    """A cell of a table."""

    children: list[BlockNode] = field(default_factory=list)
    header: bool = False
    columns: int = 1
    """How many columns it spans."""
    rows: int = 1
    """How many rows it spans."""


@dataclass(slots=True)
class Table(BlockBase):
    """A data table, row by row; a cell that spans several rows or columns is listed once, in the first."""

    rows: list[list[TableCell]] = field(default_factory=list)
    caption: list[InlineNode] = field(default_factory=list)

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for tables."""
        return visitor.visit_table(self)


@dataclass(slots=True)
class BlockQuote(BlockBase):
    """A quotation of one or more blocks; ``cite`` is the URL of its source."""

    children: list[BlockNode] = field(default_factory=list)
    cite: str | None = None
    callout: str | None = None
    """The kind of a callout, which is no quotation: ``note``, ``tip``, ``important``, ``warning`` or ``caution``."""

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for quotations."""
        return visitor.visit_quote(self)


@dataclass(slots=True)
class FigureCaption(BlockBase):
    """The caption of a figure."""

    children: list[BlockNode] = field(default_factory=list)
    of_media: bool = field(default=False, repr=False)
    """Whether it was not selected as text, and is left out where media are."""

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for captions."""
        return visitor.visit_caption(self)


@dataclass(slots=True)
class FigureBlock(BlockBase):
    """An image, table or code listing with its caption."""

    children: list[BlockNode] = field(default_factory=list)

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for figures."""
        return visitor.visit_figure(self)


@dataclass(slots=True)
class Footnote(BlockBase):
    """A footnote."""

    label: str
    children: list[BlockNode] = field(default_factory=list)
    attached: bool = field(default=False, repr=False)
    """Whether it was not selected as text, and belongs to its mark."""

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for footnotes."""
        return visitor.visit_footnote(self)


@dataclass(slots=True)
class ThematicBreak(BlockBase):
    """A horizontal line between two sections."""

    def accept(self, visitor: BlockVisitor[Result]) -> Result:
        """Call the visitor's method for horizontal lines."""
        return visitor.visit_thematic_break(self)


BlockNode = (
    Paragraph
    | Heading
    | CodeBlock
    | ListBlock
    | DefinitionList
    | Table
    | BlockQuote
    | FigureBlock
    | FigureCaption
    | Footnote
    | ThematicBreak
)

TreeNode = BlockNode | ListItem | DefinitionPart | TableCell | InlineNode

# ---- the tree ------------------------------------------------------------------------------------


@dataclass(slots=True)
class ContentTree:
    """The content of a page, with the direction and language of the page."""

    children: list[BlockNode] = field(default_factory=list)
    dir: str | None = None
    lang: str | None = None

    def walk(self) -> Iterator[TreeNode]:
        """Every node of the tree, in document order.

        >>> tree = ContentTree([Heading(2, ["Tea"]), Paragraph(["with ", Link("/milk", ["milk"])])])
        >>> [node.level for node in tree.walk() if isinstance(node, Heading)]
        [2]
        >>> [node for node in tree.walk() if isinstance(node, str)]
        ['Tea', 'with ', 'milk']
        """
        stack: list[TreeNode] = list(reversed(self.children))
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(_child_nodes(node))


def _child_nodes(node: TreeNode) -> Sequence[TreeNode]:
    if isinstance(node, str | CodeSpan | Formula | InlineMedia | LineBreak | FootnoteMark | CodeBlock | ThematicBreak):
        return ()
    if isinstance(node, ListBlock):
        return node.items
    if isinstance(node, DefinitionList):
        return node.parts
    if isinstance(node, Table):
        return [*node.caption, *(cell for row in node.rows for cell in row)]
    return node.children
