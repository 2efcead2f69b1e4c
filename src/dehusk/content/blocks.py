"""The page's blocks, each with its text, where it stands, and whether it was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.page.text import collapse

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.text import Bools


class Block(NamedTuple):
    """Text between two block-level boundaries; all of it kept, or none."""

    text: str
    kept: bool
    score: float
    tag: str
    """The block-level element that holds it."""
    path: str
    """The XPath of that element in the parsed document."""


class Span(NamedTuple):
    """A block as rows: its first leaf, and the row after its last leaf."""

    first: int
    stop: int
    kept: bool


def spans(page: Page, keep: Bools) -> list[Span]:
    """Every block of the page, in order; a block that is kept in part becomes several."""
    leaves = page.leaves
    if not len(leaves):
        return []
    block, kept = page.block[leaves], keep[leaves]
    new = np.append(True, (block[1:] != block[:-1]) | (kept[1:] != kept[:-1]))
    starts = np.flatnonzero(new)
    stops = np.append(starts[1:], len(leaves))
    firsts, lasts = leaves[starts].tolist(), (leaves[stops - 1] + 1).tolist()
    return [Span(*span) for span in zip(firsts, lasts, kept[starts].tolist(), strict=True)]


def block_text(page: Page, span: Span) -> str:
    """A block's text, white space collapsed unless it is preformatted."""
    raw = page.text[page.offset[span.first] : page.offset[span.stop]]
    if page.preformatted[span.first]:
        return "\n".join(line.rstrip() for line in raw.splitlines()).strip("\n")
    return collapse(raw)


def blocks(page: Page, selection: Selection) -> list[Block]:
    """Every block of the page, kept or not."""
    found = spans(page, selection.keep)
    if not found:
        return []
    firsts = [span.first for span in found]
    # A block's score is that of its characters; rows between blocks have none.
    score = np.add.reduceat(selection.score * page.chars, firsts) / np.add.reduceat(page.chars, firsts)
    holders = page.block_holder[firsts].tolist()
    return [
        Block(block_text(page, span), span.kept, score, page.tag_name(holder), page.path(holder))
        for span, score, holder in zip(found, np.clip(score, 0, 1).tolist(), holders, strict=True)
    ]
