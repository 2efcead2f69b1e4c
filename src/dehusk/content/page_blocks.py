"""The blocks of a page: text, position, score, and whether they were kept."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core import kept_rows
from dehusk.content.text_changes import TextChange, apply_changes, text_changes
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.content.atoms import Atoms
    from dehusk.content.sidenotes import Sidenote
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints


class Block(NamedTuple):
    """Text between two block-level boundaries; either all of it was kept, or none."""

    text: str
    kept: bool
    score: float
    tag: str
    """The tag of the block-level element that contains it."""
    path: str
    """The XPath of that element in the parsed document."""


class BlockSpans(NamedTuple):
    """Blocks as ranges of rows, one entry per block."""

    first: Ints
    """Its first leaf."""
    stop: Ints
    """The row after its last leaf."""
    kept: Bools


def block_spans(page: Page, keep: Bools) -> BlockSpans:
    """Every block of the page, in order; a block that is kept in part becomes several."""
    leaves = page.leaves
    if not len(leaves):
        return BlockSpans(leaves, leaves, keep[leaves])
    block, kept = page.block[leaves], keep[leaves]
    new = np.append(True, (block[1:] != block[:-1]) | (kept[1:] != kept[:-1]))
    starts = np.flatnonzero(new)
    stops = np.append(starts[1:], len(leaves))
    return BlockSpans(leaves[starts], leaves[stops - 1] + 1, kept[starts])


def kept_spans(page: Page, keep: Bools) -> tuple[Ints, Ints]:
    """The blocks that are kept: their first leaves, and the rows after their last leaves."""
    first, stop = kept_rows.kept_spans(keep, page.chars, page.block)
    return first, stop


def block_texts(
    page: Page, first: Ints, stop: Ints, changes: Sequence[TextChange] = (), sidenotes: Sequence[Sidenote] = ()
) -> list[str]:
    """The texts of blocks; white space is collapsed, except in preformatted text. A sidenote is a line after its block.

    >>> from dehusk import parse
    >>> page = parse("<p> Green  tea<p>Milk")
    >>> block_texts(page, page.leaves, page.leaves + 1)
    ['Green tea', 'Milk']
    """
    text = page.text
    found = kept_rows.block_texts(text, page.char_classes, page.offset, page.preformatted, first, stop)
    if not changes and not sidenotes:
        return found
    starts, ends, preformatted = page.offset[first], page.offset[stop], page.preformatted[first]
    for place in _blocks_with_changes(starts, ends, changes):
        raw = apply_changes(text, int(starts[place]), int(ends[place]), changes)
        found[place] = kept_rows.trimmed_lines(raw) if preformatted[place] else collapse(raw)
    for note in sidenotes:
        place = int(np.searchsorted(first, note.first, side="right")) - 1
        start, end = int(page.offset[note.first]), int(page.offset[note.stop])
        inside = changes[bisect_left(changes, (start,)) : bisect_left(changes, (end,))]
        line = apply_changes(text, start, end, [change for change in inside if change[:2] != (start, end)])
        found[place] += f"\n{collapse(line)}"
    return found


def _blocks_with_changes(starts: Ints, ends: Ints, changes: Sequence[TextChange]) -> set[int]:
    """The places of the blocks in which, or beside which, something is changed; blocks are in order."""
    at = [change.start for change in changes]
    bounds = zip(ends.searchsorted(at).tolist(), starts.searchsorted(at, side="right").tolist(), strict=True)
    return {place for low, high in bounds for place in range(low, high)}


def kept_lines(page: Page, keep: Bools, atoms: Atoms) -> list[str]:
    """The texts of the kept blocks, and the formulas outside of blocks, in order."""
    keep = atoms.kept_whole(page, atoms.footnotes.without_backlinks(page, keep))
    first, stop = kept_spans(page, keep)
    changes, alone = text_changes(page, keep, atoms)
    lines = block_texts(page, first, stop, changes, atoms.sidenotes)
    if not alone:
        return lines
    return [text for _, text in sorted([*zip(first.tolist(), lines, strict=True), *alone])]


class BlockTable(NamedTuple):
    """Every block of a page in columns; :class:`Block` says what they are."""

    texts: list[str]
    kept: Bools
    scores: Floats
    tags: list[str]
    paths: list[str]

    def blocks(self) -> list[Block]:
        """The blocks one by one."""
        return list(map(Block, self.texts, self.kept.tolist(), self.scores.tolist(), self.tags, self.paths))


def block_table(page: Page, selection: Selection, keep: Bools, atoms: Atoms) -> BlockTable:
    """Every block of the page, kept or not; ``keep``: the leaves that are written."""
    keep = atoms.kept_whole(page, atoms.footnotes.without_backlinks(page, keep))
    first, stop, kept = block_spans(page, keep)
    if not len(first):
        return BlockTable([], kept, np.empty(0), [], [])
    # The score of a block is the mean over its characters; rows between blocks have no characters.
    score = np.add.reduceat(selection.score * page.chars, first) / np.add.reduceat(page.chars, first)
    holders = page.block_holder[first]
    changes, _ = text_changes(page, keep, atoms)
    return BlockTable(
        block_texts(page, first, stop, changes, atoms.sidenotes),
        kept,
        np.clip(score, 0, 1),
        [page.tag_names[number] for number in page.tag[holders].tolist()],
        page.paths(holders.tolist()),
    )
