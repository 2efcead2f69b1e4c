"""The nodes of ``extraction.tree``.

>>> import dehusk
>>> tree = dehusk.extract("<h2>Tea</h2><p>Steep it for <b>three</b> minutes.", method="lqf").tree
>>> [block.level for block in tree.children if isinstance(block, dehusk.tree.Heading)]
[2]
"""

from __future__ import annotations

from dehusk.content.tree import (
    STYLES,
    Block,
    Caption,
    Cell,
    Code,
    CodeSpan,
    Definition,
    Definitions,
    Directed,
    Document,
    Figure,
    Formula,
    Heading,
    Image,
    Inline,
    Item,
    LineBreak,
    Link,
    List,
    Note,
    NoteMark,
    Paragraph,
    Quote,
    Rule,
    Styled,
    Table,
)

__all__ = [
    "STYLES",
    "Block",
    "Caption",
    "Cell",
    "Code",
    "CodeSpan",
    "Definition",
    "Definitions",
    "Directed",
    "Document",
    "Figure",
    "Formula",
    "Heading",
    "Image",
    "Inline",
    "Item",
    "LineBreak",
    "Link",
    "List",
    "Note",
    "NoteMark",
    "Paragraph",
    "Quote",
    "Rule",
    "Styled",
    "Table",
]
