"""From a selection to the content tree: a plan, the nodes of elements, one walk over the rows, the ends of tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.tree_walk import walk_rows
from dehusk.content import tree_nodes
from dehusk.content.element_nodes import element_nodes
from dehusk.content.media import Media
from dehusk.content.tree_contents import inline_text
from dehusk.content.tree_nodes import ContentTree, InlineMedia, Link, Paragraph, StyledText
from dehusk.content.tree_plan import plan_tree

if TYPE_CHECKING:
    from dehusk.content.atoms import Atoms
    from dehusk.content.captions import MediaCaptions
    from dehusk.content.media import PlacedMedia
    from dehusk.content.tree_nodes import BlockNode, BlockQuote, Table, TableCell
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_NO_LABEL = re.compile(r"\d|.{61}", re.DOTALL)
_DATA = re.compile(r"[^\w]{0,3}\d[\d.,:/\s-]*\W?\s?\w{0,4}")


def build_tree(page: Page, keep: Bools, media: list[PlacedMedia], atoms: Atoms, captions: MediaCaptions) -> ContentTree:
    """The content as a tree.

    >>> from dehusk import extract
    >>> extract("<h2>Tea</h2><ul><li>green<li>black</ul>").tree.children[0]
    Heading(level=2, children=['Tea'])
    """
    plan = plan_tree(page, keep, media, atoms, captions)
    columns = page.text, page.char_classes, page.offset, page.end, page.paragraph, page.block
    elements = element_nodes(plan)
    children, tables, posts = walk_rows(*columns, plan.rows, plan.kinds, elements, plan, tree_nodes)
    for table in tables:
        _finish_table(table)
    for post, blocks in posts:
        _add_address(post, blocks)
    return ContentTree(children, *plan.root_scope)


def _add_address(post: BlockQuote, blocks: list[BlockNode]) -> None:
    """End an embedded post with its address, unless its text links to it."""
    linked = {node.url for node in ContentTree(blocks).walk() if isinstance(node, Link)}
    if post.cite not in linked:
        blocks.append(Paragraph([InlineMedia(Media("embed", post.cite, "", "", None, None, ""))]))


def _finish_table(table: Table) -> None:
    """Remove rows without content, shorten the cells that span them, and find a first row of labels."""
    rows = table.rows
    full = [any(cell.children for cell in row) for row in rows]
    full_before = np.concatenate(([0], np.cumsum(full))).tolist()
    for place, row in enumerate(rows):
        for cell in row:
            last = min(place + cell.rows, len(full))
            cell.rows = max(full_before[last] - full_before[place], 1)
    table.rows = [row for row, has_content in zip(rows, full, strict=True) if has_content]
    if _first_row_is_labels(table.rows):
        for cell in table.rows[0]:
            cell.header = True


def _first_row_is_labels(rows: list[list[TableCell]]) -> bool:
    """Whether a table without header cells begins with a row of labels: short texts without digits, above data."""
    if len(rows) < 3 or any(cell.header for row in rows for cell in row):
        return False
    first, rest = rows[0], rows[1:]
    if len(first) < 2 or any(len(row) != len(first) for row in rest):
        return False
    texts = [_plain_text(cell) for cell in first]
    if not all(texts) or len(set(texts)) < len(texts) or any(_NO_LABEL.search(text) for text in texts):
        return False
    if all(_is_bold(cell) for cell in first) and not all(_is_bold(cell) for cell in rest[0]):
        return True
    # Some column has numbers in most of the other rows.
    columns = zip(*rest, strict=True)
    return any(2 * sum(bool(_DATA.fullmatch(_plain_text(cell))) for cell in column) > len(rest) for column in columns)


def _plain_text(cell: TableCell) -> str:
    only = cell.children[0] if len(cell.children) == 1 else None
    return inline_text(only.children).strip() if isinstance(only, Paragraph) else ""


def _is_bold(cell: TableCell) -> bool:
    only = cell.children[0] if len(cell.children) == 1 else None
    line = only.children if isinstance(only, Paragraph) else []
    return len(line) == 1 and isinstance(line[0], StyledText) and line[0].style == "strong"
