"""What a site remembers of a page's blocks: hashes of the text and of the path that leads to it, and the words."""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Hashes, Ints

_DIGITS = re.compile(r"\d+")
_CLASSES = 2
LONG_WORDS = 15
"""A text of so many words is long."""


class BlockKeys(NamedTuple):
    """The blocks of a page that hold text, in document order; columns run over them.

    Numbers in long texts are equal: a footer with a counter repeats. In short texts they are not: the dates below the
    headlines of a site are content of its pages. A path is made of tags, ids and at most two classes of each element,
    without those that have digits: they name one page.

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
        hashes = [stable_hash(_DIGITS.sub("0", text) if long else text) for text, long in pairs]
        text = np.array(hashes, dtype=np.uint64)
        return cls(text, _paths(page, blocks.holder), blocks.words.astype(np.intp))


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
