"""What a site remembers of a page's blocks: hashes of the text and of the path that leads to it, and the words."""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Hashes, Ints

_DIGITS = re.compile(r"\d+")
_CLASSES = 2
LONG_WORDS = 15
"""A text of so many words is long."""
_FACTS = tags.tag_table("table dl")
_HEADING = tags.tag_table("h2 h3 h4 h5 h6")


class BlockKeys(NamedTuple):
    """The blocks of a page that hold text, in document order; columns run over them.

    Numbers in long texts are equal: a footer with a counter repeats. In short texts they are not: the dates below the
    headlines of a site are content of its pages. A cell of a table of facts is equal only if the whole table is: pages
    about things of one kind have the same labels and few values, but not the same facts. A path is made of tags, ids
    and at most two classes of each element, without those that have digits: they name one page.

    >>> from dehusk import parse
    >>> keys = BlockKeys.of(parse("<ul class=menu><li>3 notes<li>3  notes</ul><p>12 notes"))
    >>> [len(set(column.tolist())) for column in (keys.text, keys.path)]
    [2, 2]
    """

    text: Hashes
    path: Hashes
    words: Ints

    @classmethod
    def of(cls, page: Page) -> BlockKeys:
        """The keys of the blocks of a page, which are those of the learned default."""
        blocks = Blocks.of(page)
        texts = [collapse(page.text[start:stop]) for start, stop in pairwise(blocks.bounds.tolist())]
        pairs = zip(texts, (blocks.words >= LONG_WORDS).tolist(), strict=True)
        named = [_DIGITS.sub("0", text) if long else text for text, long in pairs]
        hashes = [stable_hash(text + facts) for text, facts in zip(named, _facts(page, blocks), strict=True)]
        text = np.array(hashes, dtype=np.uint64)
        return cls(text, _paths(page, blocks.holder), blocks.words.astype(np.intp))


def headings_of(page: Page) -> Bools:
    """Which blocks are headings below the first level."""
    headings: Bools = _HEADING[Blocks.of(page).tag]
    return headings


def _facts(page: Page, blocks: Blocks) -> list[str]:
    """The text of the table of facts that each block is in; "" if it is in none.

    A table with a long text or with a table in it is taken for the layout of the page.
    """
    tables, long = _FACTS[page.tag], np.zeros(len(page), dtype=np.bool_)
    long[blocks.first[blocks.words >= LONG_WORDS]] = True
    of_facts = tables & (page.subtree_sum(tables) == 1) & (page.subtree_sum(long) == 0)
    around = page.nearest(of_facts)[blocks.first].tolist()
    texts = {row: page.text[page.offset[row] : page.offset[page.end[row]]] for row in set(around) if row}
    return [f"\0{texts[row]}" if row else "" for row in around]


def _paths(page: Page, holders: Ints) -> Hashes:
    """The hash of the path to each of these elements."""
    wanted = np.zeros(len(page), dtype=np.bool_)
    wanted[holders] = True
    known = {-1: 0}
    for row in np.flatnonzero(page.above(wanted)).tolist():
        known[row] = stable_hash(f"{known[int(page.parent[row])]}/{_step(page, row)}")
    return np.array([known[row] for row in holders.tolist()], dtype=np.uint64)


def _step(page: Page, row: int) -> str:
    names = [name for name in (page.attr(row, "class") or "").split() if not _DIGITS.search(name)]
    step = [page.tag_name(row), *[f".{name}" for name in sorted(names)[:_CLASSES]]]
    if (identity := page.attr(row, "id")) and not _DIGITS.search(identity):
        step.append(f"#{identity}")
    return "".join(step)


def stable_hash(text: str) -> int:
    """64 bits that are the same in every process.

    >>> stable_hash("tea") == stable_hash("te" + "a") != stable_hash("milk")
    True
    """
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
