"""How content is written, and the tree as some options want it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from dehusk.content.tree import (
    Code,
    Definitions,
    Document,
    Heading,
    Image,
    LineBreak,
    Link,
    List,
    Paragraph,
    Rule,
    Styled,
    Table,
)

if TYPE_CHECKING:
    from dehusk.content.tree import Block, Inline


class Options(NamedTuple):
    """How content is written; what is content does not depend on it."""

    links: bool = True
    """Write where links point to; without, their text alone."""
    images: bool = True
    """Write pictures, films and sounds."""
    tables: bool = True
    """Write tables as such; without, their cells one after the other."""
    wrap: int = 0
    """Break the lines of text and Markdown at this width; 0 for never."""
    front_matter: bool = False
    """Begin Markdown with what is known of the page, as YAML."""


DEFAULTS = Options()


def prepared(document: Document, options: Options) -> Document:
    """The tree without the links, images and tables that are not to be written; words stay.

    >>> import dehusk
    >>> tree = dehusk.extract("<p>Tea from <a href=/y>Yunnan</a>.").tree
    >>> prepared(tree, Options(links=False)).children
    [Paragraph(children=['Tea from Yunnan.'])]
    """
    if options.links and options.images and options.tables:
        return document
    return replace(document, children=_blocks(document.children, options))


def _blocks(blocks: list[Block], options: Options) -> list[Block]:
    written: list[Block] = []
    for block in blocks:
        if isinstance(block, Table) and not options.tables:
            if block.caption:
                written.append(Paragraph(_line(block.caption, options)))
            for cell in (cell for row in block.rows for cell in row):
                written += _blocks(cell.children, options)
        elif (changed := _block(block, options)) is not None:
            written.append(changed)
    return written


def _block(block: Block, options: Options) -> Block | None:
    """A block with its inside changed; None if nothing is left."""
    if isinstance(block, Paragraph | Heading):
        line = _line(block.children, options)
        return replace(block, children=line) if line else None
    if isinstance(block, List):
        items = [replace(item, children=_blocks(item.children, options)) for item in block.items]
        items = [item for item in items if item.children]
        return replace(block, items=items) if items else None
    if isinstance(block, Definitions):
        parts = [replace(part, children=_blocks(part.children, options)) for part in block.parts]
        parts = [part for part in parts if part.children]
        return replace(block, parts=parts) if parts else None
    if isinstance(block, Table):
        rows = [[replace(cell, children=_blocks(cell.children, options)) for cell in row] for row in block.rows]
        return replace(block, rows=rows, caption=_line(block.caption, options))
    if isinstance(block, Rule | Code):
        return block
    children = _blocks(block.children, options)
    return replace(block, children=children) if children else None


def _line(nodes: list[Inline], options: Options) -> list[Inline]:
    """A line of text, with the spaces and breaks around what was taken out put right."""
    line = _inlines(nodes, options)
    while line and (isinstance(line[-1], LineBreak) or line[-1] == " "):
        line.pop()
    while line and (isinstance(line[0], LineBreak) or line[0] == " "):
        line.pop(0)
    if line and isinstance(line[-1], str):
        line[-1] = line[-1].rstrip()
    if line and isinstance(line[0], str):
        line[0] = line[0].lstrip()
    return line


def _inlines(nodes: list[Inline], options: Options) -> list[Inline]:
    line: list[Inline] = []
    for node in nodes:
        if isinstance(node, Image) and not options.images:
            continue
        if isinstance(node, Link | Styled):
            children = _inlines(node.children, options)
            if isinstance(node, Link) and not options.links:
                for child in children:
                    _append(line, child)
            elif children:
                _append(line, replace(node, children=children))
        else:
            _append(line, node)
    return line


def _append(line: list[Inline], node: Inline) -> None:
    last = line[-1] if line else None
    if isinstance(node, LineBreak) and isinstance(last, LineBreak):
        return
    if isinstance(node, str) and isinstance(last, str):
        line[-1] = last + (node.lstrip() if last.endswith(" ") else node)
    else:
        line.append(node)
