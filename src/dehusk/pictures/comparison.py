"""A comparison of what several methods kept of one page, block by block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.page_blocks import block_texts
from dehusk.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.extraction import Extraction
    from dehusk.page import Page


class ComparedBlock(NamedTuple):
    """A block and the methods that kept it; a block that a method kept in part is divided into several.

    >>> ComparedBlock("Tea", (True, False), "p", "/html/body/p").disputed
    True
    """

    text: str
    kept: tuple[bool, ...]
    """One value per method, in the order of the comparison."""
    tag: str
    path: str

    @property
    def disputed(self) -> bool:
        """Whether some methods kept it and others did not."""
        return any(self.kept) and not all(self.kept)


class KeptCount(NamedTuple):
    """What a method kept, counted as in its Extraction.

    >>> str(KeptCount(1, 2, 1234))
    '1 of 2 blocks, 1,234 characters'
    """

    kept: int
    blocks: int
    """All blocks of the page; a block that the method kept in part counts as several."""
    chars: int
    """Of the extracted text."""

    def __str__(self) -> str:
        return f"{self.kept:,} of {self.blocks:,} block{'s' * (self.blocks != 1)}, {self.chars:,} characters"


@dataclass(frozen=True)
class Comparison:
    """Several methods on one page.

    >>> import dehusk
    >>> html = "<ul><li><a href=/>Home</a></ul><p>Steep the tea for three minutes and serve."
    >>> compared = compare([dehusk.extract(html, method=name) for name in ("arias", "cetd-ds")])
    >>> compared.methods, [block.kept for block in compared.blocks]
    (('arias', 'cetd-ds'), [(False, True), (True, True)])
    """

    title: str
    methods: tuple[str, ...]
    blocks: tuple[ComparedBlock, ...]
    counts: tuple[KeptCount, ...]
    """One per method; the same as ``dehusk explain`` shows."""
    notes: tuple[str, ...] = ()
    """Status and reason of each method whose status is not ok."""

    @cached_property
    def kept_by_all(self) -> int:
        """Blocks that every method kept."""
        return sum(all(block.kept) for block in self.blocks)

    @cached_property
    def kept_by_none(self) -> int:
        """Blocks that no method kept."""
        return sum(not any(block.kept) for block in self.blocks)

    @cached_property
    def disputed(self) -> int:
        """Blocks that some methods kept and others dropped."""
        return len(self.blocks) - self.kept_by_all - self.kept_by_none

    @cached_property
    def groups(self) -> tuple[tuple[str, list[ComparedBlock]], ...]:
        """The blocks in groups, disputed ones first; a group is in the order of the page."""
        names: dict[str, list[ComparedBlock]] = {"disputed": [], "kept by all": [], "kept by none": []}
        for block in self.blocks:
            names["disputed" if block.disputed else "kept by all" if all(block.kept) else "kept by none"].append(block)
        return tuple((name, blocks) for name, blocks in names.items() if blocks)

    def agreement(self) -> dict[tuple[int, int], float]:
        """For each pair of methods, the share of characters on which they agree."""
        total = sum(len(block.text) for block in self.blocks)
        return {
            (one, other): sum(len(block.text) for block in self.blocks if block.kept[one] == block.kept[other])
            / max(total, 1)
            for one, other in combinations(range(len(self.methods)), 2)
        }


def compare(extractions: Sequence[Extraction], names: Sequence[str] | None = None) -> Comparison:
    """Compare several extractions of the same page.

    ``names``: the names to show, by default those of the methods; for example ``arias:c1=0.5``.

    >>> import dehusk
    >>> compare([dehusk.extract("<p>Tea"), dehusk.extract("<p>Tea<p>Milk")])
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: only extractions of the same page can be compared
    """
    if not extractions:
        raise ArgumentError("nothing to compare: at least one extraction is needed")
    page = extractions[0].page
    if any(other.page.text != page.text or len(other.page) != len(page) for other in extractions):
        raise ArgumentError("only extractions of the same page can be compared")
    methods = tuple(names or (extraction.method for extraction in extractions))
    notes = tuple(
        f"{name}: {extraction.status}: {extraction.reason}"
        for name, extraction in zip(methods, extractions, strict=True)
        if extraction.status != "ok"
    )
    counts = tuple(
        KeptCount(sum(block.kept for block in each.blocks), len(each.blocks), len(each.text)) for each in extractions
    )
    title = extractions[0].title or page.url or "a page"
    return Comparison(title, methods, tuple(_blocks(page, extractions)), counts, notes)


def _blocks(page: Page, extractions: Sequence[Extraction]) -> Iterator[ComparedBlock]:
    """The page's blocks, divided where a method kept one part of a block and dropped another."""
    leaves = page.leaves
    keeps = np.array([extraction.selection.keep[leaves] for extraction in extractions]).T
    block = page.block[leaves]
    divided = (block[1:] != block[:-1]) | (keeps[1:] != keeps[:-1]).any(axis=1)
    starts = np.append(0, np.flatnonzero(divided) + 1)[: len(leaves)]
    stops = np.append(starts[1:], len(leaves))[: len(starts)]
    first, stop = leaves[starts], leaves[stops - 1] + 1
    holders = page.block_holder[first].tolist()
    texts, paths = block_texts(page, first, stop), page.paths(holders)
    for text, kept, holder, path in zip(texts, keeps[starts].tolist(), holders, paths, strict=True):
        yield ComparedBlock(text, tuple(kept), page.tag_name(holder), path)
