"""From a selection to content: text, blocks, the content tree, media, metadata, quality.

The names are imported from their modules when they are first used, so that plain text costs no more than it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.content.media import Media
    from dehusk.content.metadata import Metadata
    from dehusk.content.page_blocks import Block
    from dehusk.content.page_content import PageContent, Status
    from dehusk.content.quality import Quality, QualityFlag
    from dehusk.content.threads import Thread, ThreadPost
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

_MODULES = {
    "Media": "media",
    "Metadata": "metadata",
    "Block": "page_blocks",
    "PageContent": "page_content",
    "Status": "page_content",
    "Quality": "quality",
    "QualityFlag": "quality",
    "Thread": "threads",
    "ThreadPost": "threads",
    "ContentLink": "tree_contents",
    "BlockVisitor": "tree_visitor",
    "InlineVisitor": "tree_visitor",
}
"""Name -> its module; all others are in ``tree_nodes``."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'tree_nodes')}"), name)


__all__ = [
    "STYLES",
    "Block",
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
    "Media",
    "Metadata",
    "PageContent",
    "Paragraph",
    "Quality",
    "QualityFlag",
    "Status",
    "StyledText",
    "Table",
    "TableCell",
    "ThematicBreak",
    "Thread",
    "ThreadPost",
    "TreeNode",
]
