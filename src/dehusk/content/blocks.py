"""The page's blocks, each with its text, where it stands, and whether it was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.changes import Change, changed, text_changes
from dehusk.page.text import collapse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.content.atoms import Atoms
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


def block_text(page: Page, span: Span, changes: Sequence[Change] = ()) -> str:
    """A block's text, white space collapsed unless it is preformatted."""
    start, stop = int(page.offset[span.first]), int(page.offset[span.stop])
    raw = changed(page.text, start, stop, changes) if changes else page.text[start:stop]
    if page.preformatted[span.first]:
        return "\n".join(line.rstrip() for line in raw.splitlines()).strip("\n")
    return collapse(raw)


def kept_lines(page: Page, selection: Selection, atoms: Atoms) -> list[str]:
    """The texts of the kept blocks, and formulas that stand alone, in order."""
    found = [span for span in spans(page, selection.keep) if span.kept]
    changes, alone = text_changes(page, selection.keep, atoms)
    lines = [(span.first, block_text(page, span, changes)) for span in found]
    if alone:
        lines = sorted([*lines, *alone])
    return [text for _, text in lines]


def blocks(page: Page, selection: Selection, atoms: Atoms) -> list[Block]:
    """Every block of the page, kept or not."""
    found = spans(page, selection.keep)
    if not found:
        return []
    firsts = [span.first for span in found]
    # A block's score is that of its characters; rows between blocks have none.
    score = np.add.reduceat(selection.score * page.chars, firsts) / np.add.reduceat(page.chars, firsts)
    holders = page.block_holder[firsts].tolist()
    changes, _ = text_changes(page, selection.keep, atoms)
    return [
        Block(block_text(page, span, changes), span.kept, score, page.tag_name(holder), path)
        for span, score, holder, path in zip(
            found, np.clip(score, 0, 1).tolist(), holders, page.paths(holders), strict=True
        )
    ]
