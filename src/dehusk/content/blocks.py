"""The page's blocks, each with its text, where it stands, and whether it was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.changes import Change, changed, text_changes
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.content.atoms import Atoms
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints


class Block(NamedTuple):
    """Text between two block-level boundaries; all of it kept, or none."""

    text: str
    kept: bool
    score: float
    tag: str
    """The block-level element that holds it."""
    path: str
    """The XPath of that element in the parsed document."""


class Spans(NamedTuple):
    """Blocks as rows, an entry a block."""

    first: Ints
    """Its first leaf."""
    stop: Ints
    """The row after its last leaf."""
    kept: Bools


def spans(page: Page, keep: Bools) -> Spans:
    """Every block of the page, in order; a block that is kept in part becomes several."""
    leaves = page.leaves
    if not len(leaves):
        return Spans(leaves, leaves, keep[leaves])
    block, kept = page.block[leaves], keep[leaves]
    new = np.append(True, (block[1:] != block[:-1]) | (kept[1:] != kept[:-1]))
    starts = np.flatnonzero(new)
    stops = np.append(starts[1:], len(leaves))
    return Spans(leaves[starts], leaves[stops - 1] + 1, kept[starts])


def kept_spans(page: Page, keep: Bools) -> Spans:
    """The blocks that are kept."""
    found = spans(page, keep)
    return Spans(found.first[found.kept], found.stop[found.kept], found.kept[found.kept])


def block_texts(page: Page, first: Ints, stop: Ints, changes: Sequence[Change] = ()) -> list[str]:
    """The texts of blocks, white space collapsed unless it is preformatted.

    >>> from dehusk import parse
    >>> page = parse("<p> Green  tea<p>Milk")
    >>> block_texts(page, page.leaves, page.leaves + 1)
    ['Green tea', 'Milk']
    """
    text = page.text
    bounds = zip(page.offset[first].tolist(), page.offset[stop].tolist(), strict=True)
    raw = [changed(text, start, end, changes) if changes else text[start:end] for start, end in bounds]
    found = list(map(collapse, raw))
    for place in np.flatnonzero(page.preformatted[first]).tolist():
        found[place] = "\n".join(line.rstrip() for line in raw[place].splitlines()).strip("\n")
    return found


def kept_lines(page: Page, selection: Selection, atoms: Atoms) -> list[str]:
    """The texts of the kept blocks, and formulas that stand alone, in order."""
    first, stop, _ = kept_spans(page, selection.keep)
    changes, alone = text_changes(page, selection.keep, atoms)
    lines = block_texts(page, first, stop, changes)
    if not alone:
        return lines
    return [text for _, text in sorted([*zip(first.tolist(), lines, strict=True), *alone])]


def blocks(page: Page, selection: Selection, atoms: Atoms) -> list[Block]:
    """Every block of the page, kept or not."""
    first, stop, kept = spans(page, selection.keep)
    if not len(first):
        return []
    # A block's score is that of its characters; rows between blocks have none.
    score = np.add.reduceat(selection.score * page.chars, first) / np.add.reduceat(page.chars, first)
    holders = page.block_holder[first]
    changes, _ = text_changes(page, selection.keep, atoms)
    return list(
        map(
            Block,
            block_texts(page, first, stop, changes),
            kept.tolist(),
            np.clip(score, 0, 1).tolist(),
            [page.tag_names[number] for number in page.tag[holders].tolist()],
            page.paths(holders.tolist()),
        )
    )
