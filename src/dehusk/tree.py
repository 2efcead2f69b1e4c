"""The nodes of ``extraction.tree``, and visitors over them.

>>> import dehusk
>>> tree = dehusk.extract("<h2>Tea</h2><ul><li>green<li>black</ul>").tree
>>> [block.level for block in tree.children if isinstance(block, dehusk.tree.Heading)]
[2]
"""

from __future__ import annotations

from dehusk.content.tree_contents import ContentLink
from dehusk.content.tree_nodes import (
    STYLES,
    BlockBase,
    BlockNode,
    BlockQuote,
    CodeBlock,
    CodeSpan,
    ContentTree,
    DefinitionList,
    DefinitionPart,
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
    ListItem,
    Paragraph,
    StyledText,
    Table,
    TableCell,
    ThematicBreak,
    TreeNode,
)
from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor

__all__ = [
    "STYLES",
    "BlockBase",
    "BlockNode",
    "BlockQuote",
    "BlockVisitor",
    "CodeBlock",
    "CodeSpan",
    "ContentLink",
    "ContentTree",
    "DefinitionList",
    "DefinitionPart",
    "FigureBlock",
    "FigureCaption",
    "Footnote",
    "FootnoteMark",
    "Formula",
    "Heading",
    "InlineMedia",
    "InlineNode",
    "InlineVisitor",
    "LineBreak",
    "Link",
    "ListBlock",
    "ListItem",
    "Paragraph",
    "StyledText",
    "Table",
    "TableCell",
    "ThematicBreak",
    "TreeNode",
]
