"""What a site repeats: a memory of its pages, which becomes evidence about the blocks of a page.

The memory holds hashes of block texts and of the paths that lead to them, for at most 64 pages of a site: enough to
know its template, and few enough that a crawl can hold the memories of many sites. Which pages are remembered depends
on their names alone, not on the order in which they come, so that memories of parts of a crawl can be merged.

The same article on two pages is not template. Two pages are *copies* if they share most of their long texts, leaving
out texts that are on many pages; copies count as one page.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Self
from zipfile import BadZipFile

import numpy as np

from dehusk.errors import ModelError
from dehusk.methods.base import require_number
from dehusk.site.block_keys import BlockKeys, headings_of, stable_hash
from dehusk.site.repeated_blocks import RememberedPage, RepeatedBlocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats

_MOST_BLOCKS = 4096
"""Of longer pages only the first blocks are remembered."""
_FORMAT = 2
_COLUMNS = {"text": np.uint64, "path": np.uint64, "words": np.intp, "logits": np.float64}


class SiteMemory:
    """What the pages of one site have in common.

    ``pages``: how many pages are remembered.

    >>> from dehusk import parse
    >>> memory = SiteMemory()
    >>> for text in ("One.", "Two.", "Three."):
    ...     memory.add(parse(f"<ul><li>Home</ul><p>{text}"))
    >>> page = parse("<ul><li>Home</ul><p>Four.")
    >>> memory.adjust(page, np.array([1.0, 2.0])).tolist()
    [-5.0, 2.0]
    """

    repeat_penalty = 6.0
    """Taken from the logit of a block whose text stands at the same path on other pages, times the share of repeated
    words at that path. If fewer than ``full_share`` of the other pages have the text, it is less in proportion."""
    full_share = 1 / 3
    path_weight = 0.3
    """How far a logit moves towards the mean logit at the same path on n other pages, times n / (n + 1)."""

    def __init__(self, *, pages: int = 64) -> None:
        self.pages = int(require_number("pages", pages, 1))
        self._known: dict[int, RememberedPage] = {}
        self._repeated: RepeatedBlocks | None = None

    def __len__(self) -> int:
        return len(self._known)

    def add(self, page: Page, logits: Floats | None = None) -> None:
        """Remember a page and, if they are given, the logits of its blocks.

        A page with the same texts is not added again.
        """
        keys = BlockKeys.of(page)
        if logits is None:
            logits = np.full(len(keys.text), np.nan)
        cut = slice(_MOST_BLOCKS)
        first = BlockKeys(keys.text[cut], keys.path[cut], keys.words[cut])
        self._add({_name(keys): RememberedPage(first, logits[cut])})

    def merge(self, other: SiteMemory) -> None:
        """Remember what another memory of the same site does; the order of merging does not matter."""
        self._add(other._known)

    def _add(self, known: Mapping[int, RememberedPage]) -> None:
        together = {**known, **self._known}
        kept = {name: together[name] for name in sorted(together)[: self.pages]}
        if kept.keys() != self._known.keys():
            self._known, self._repeated = kept, None

    def adjust(self, page: Page, logits: Floats) -> Floats:
        """The logits of a page's blocks in the light of the other pages; it does not matter if the page is known.

        Blocks that other pages have at the same path are lowered, less if few pages have them; a heading not more than
        the blocks around it. If pages were added with logits, a block moves towards what its path was worth on the
        others.
        """
        if self._repeated is None:
            self._repeated = RepeatedBlocks(self._known)
        keys = BlockKeys.of(page)
        found = self._repeated.evidence(_name(keys), keys)
        trust = found.pages / (found.pages + 1)
        repeated = np.minimum(found.repeated / self.full_share, 1.0)
        penalty = _without_headings(self.repeat_penalty * repeated * found.path_repeat, headings_of(page))
        adjusted: Floats = logits - penalty + self.path_weight * trust * (found.path_logit - logits)
        return adjusted

    def to_bytes(self) -> bytes:
        """The memory as bytes, to be read by :meth:`from_bytes`; the same for the same pages.

        >>> from dehusk import parse
        >>> memory = SiteMemory()
        >>> memory.add(parse("<p>Tea"))
        >>> len(SiteMemory.from_bytes(memory.to_bytes()))
        1
        """
        names = sorted(self._known)
        columns = [(*self._known[name].keys, self._known[name].logits) for name in names]
        arrays: dict[str, npt.NDArray[Any]] = {
            "format": np.array([_FORMAT, self.pages]),
            "names": np.array(names, dtype=np.uint64),
            "sizes": np.array([len(each[0]) for each in columns], dtype=np.intp),
        }
        for number, (name, kind) in enumerate(_COLUMNS.items()):
            arrays[name] = np.concatenate([np.zeros(0, dtype=kind), *[each[number].astype(kind) for each in columns]])
        buffer = io.BytesIO()
        np.savez_compressed(buffer, allow_pickle=False, **arrays)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what :meth:`to_bytes` wrote.

        Raises :class:`~dehusk.errors.ModelError` if it is anything else.

        >>> SiteMemory.from_bytes(b"tea")
        Traceback (most recent call last):
        dehusk.errors.ModelError: this is not a site memory: ...
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                version, pages = arrays["format"].tolist()
                if version != _FORMAT:
                    raise ModelError(f"this site memory has format {version}, dehusk reads format {_FORMAT}")
                memory = cls(pages=pages)
                ends = np.cumsum(arrays["sizes"])
                for name, start, end in zip(arrays["names"].tolist(), ends - arrays["sizes"], ends, strict=True):
                    text, path, words, logits = (arrays[column][start:end] for column in _COLUMNS)
                    memory._known[name] = RememberedPage(BlockKeys(text, path, words), logits)
        except (KeyError, OSError, ValueError, EOFError, BadZipFile) as error:
            raise ModelError(f"this is not a site memory: {error}") from error
        return memory


def _without_headings(penalty: Floats, headings: Bools) -> Floats:
    """Headings such as "Sources" repeat, but belong to what is around them: the text before and after counts."""
    around = np.flatnonzero(~headings)
    if not len(around):
        return penalty
    place = np.searchsorted(around, np.arange(len(penalty)))
    before, after = around[np.maximum(place - 1, 0)], around[np.minimum(place, len(around) - 1)]
    return np.where(headings, np.minimum(penalty, np.maximum(penalty[before], penalty[after])), penalty)


def _name(keys: BlockKeys) -> int:
    """What a page is known by: its texts. Addresses do not do: they differ for one page, and agree for many."""
    return stable_hash(keys.text.tobytes().hex())
