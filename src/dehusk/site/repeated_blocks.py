"""Which blocks of a page the other pages of its site repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dehusk.site.block_keys import LONG_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from dehusk.page.arrays import Bools, Floats, Hashes, Ints
    from dehusk.site.block_keys import BlockKeys

_COPY_SHARE = 0.8
"""Pages that share so much of their long texts are copies of each other ..."""
_FEW_PAGES, _FEW_SHARE = 3, 0.34
"""... counting only texts that are on few pages: three, or a third of them."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


class RememberedPage(NamedTuple):
    """What a site remembers of a page's blocks; logits are NaN if they are not known."""

    keys: BlockKeys
    logits: Floats


class Evidence(NamedTuple):
    """What the other pages say about the blocks of a page; columns run over its blocks."""

    repeated: Floats
    """The share of the other pages on which the text stands at the same path."""
    path_repeat: Floats
    """The share of the words at the path that are on several pages; the mean over the other pages with the path."""
    path_logit: Floats
    """The logit at the path; the mean over the other pages where it is known, 0 if there is none."""
    pages: Ints
    """How many pages these are."""


class RepeatedBlocks:
    """The blocks of some pages as tables: what stands on which page.

    >>> from dehusk import parse
    >>> from dehusk.site.block_keys import BlockKeys
    >>> pages = [BlockKeys.of(parse(f"<ul><li>Home</ul><p>{text}")) for text in ("One.", "Two.", "Three.")]
    >>> known = {number: RememberedPage(keys, np.zeros(2)) for number, keys in enumerate(pages)}
    >>> found = RepeatedBlocks(known).evidence(0, pages[0])
    >>> found.repeated.tolist(), found.path_repeat.tolist(), found.pages.tolist()
    ([1.0, 0.0], [1.0, 0.0], [2, 2])
    """

    def __init__(self, known: Mapping[int, RememberedPage]) -> None:
        pages = list(known.values())
        self.place = {name: place for place, name in enumerate(known)}
        page = np.repeat(np.arange(len(pages)), [len(each.logits) for each in pages])
        text, path = (_joined([each.keys[column] for each in pages], np.uint64) for column in (0, 1))
        self.words = np.maximum(_joined([each.keys.words for each in pages], np.float64), 1.0)
        self.texts, self.text_number = np.unique(text, return_inverse=True)
        self.paths, path_number = np.unique(path, return_inverse=True)
        self.pairs, pair_number = np.unique(_paired(text, path), return_inverse=True)
        self.text_on = _marked(self.texts, len(pages), self.text_number, page)
        self.pair_on = _marked(self.pairs, len(pages), pair_number, page)
        self.cell = path_number * len(pages) + page
        self.path_words = self._of_paths(self.words)
        self.path_logits = self._of_paths(self.words * _joined([each.logits for each in pages], np.float64))
        self.path_logits /= np.maximum(self.path_words, 1.0)
        self.rare = self.text_on.sum(axis=1) <= max(_FEW_PAGES, _FEW_SHARE * len(pages))
        self.long_words = np.zeros(len(self.texts))
        self.long_words[self.text_number] = np.where(self.words >= LONG_WORDS, self.words, 0.0)
        self.long_words *= self.rare
        shared = (self.text_on * self.long_words[:, None]).T @ self.text_on
        self.copies = _are_copies(shared, np.minimum.outer(shared.diagonal(), shared.diagonal()))
        np.fill_diagonal(self.copies, val=True)

    def _of_paths(self, column: Floats) -> Floats:
        """The sum of a column of blocks for each path and page."""
        pages = self.text_on.shape[1]
        sums = np.bincount(self.cell, weights=column, minlength=len(self.paths) * pages)
        return sums.astype(np.float64).reshape(len(self.paths), pages)

    def evidence(self, name: int, keys: BlockKeys) -> Evidence:
        """What is known about the blocks of a page, leaving out the page of this name and copies of it."""
        others = self._others(name, keys)
        again = (self.text_on[:, others].sum(axis=1) > 1) | np.isin(self.texts, keys.text)
        repeated_words = self._of_paths(self.words * again[self.text_number])[:, others]
        words, logits = self.path_words[:, others], self.path_logits[:, others]
        known = (words > 0) & np.isfinite(logits)
        path, pair = _places(self.paths, keys.path), _places(self.pairs, _paired(keys.text, keys.path))
        return Evidence(
            _at(self.pair_on[:, others].sum(axis=1), pair) / max(len(others), 1),
            _at(_mean(repeated_words / np.maximum(words, 1.0), words > 0), path),
            _at(_mean(logits, known), path),
            _at(known.sum(axis=1), path),
        )

    def _others(self, name: int, keys: BlockKeys) -> Ints:
        """The pages that are neither the page nor copies of it, one of each group of copies."""
        copies = self.copies[self.place[name]] if name in self.place else self._copies_of(keys)
        chosen: list[int] = []
        for other in np.flatnonzero(~copies).tolist():
            if not self.copies[other, chosen].any():
                chosen.append(other)
        return np.array(chosen, dtype=np.intp)

    def _copies_of(self, keys: BlockKeys) -> Bools:
        """The pages that a page which is not among them is a copy of."""
        own = np.isin(self.texts, keys.text) * self.long_words
        new = keys.words[(keys.words >= LONG_WORDS) & ~np.isin(keys.text, self.texts)].sum()
        total = self.long_words @ self.text_on
        return _are_copies(own @ self.text_on, np.minimum(total, own.sum() + new))


def _joined(columns: list[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate([np.zeros(0, dtype=kind), *columns]).astype(kind, copy=False)


def _paired(text: Hashes, path: Hashes) -> Hashes:
    """A hash of a text together with a path."""
    pair: Hashes = text * _MIX ^ path
    return pair


def _marked(keys: Hashes, pages: int, number: Ints, page: Ints) -> Bools:
    """A table of keys and pages: what is on which page."""
    table = np.zeros((len(keys), pages), dtype=np.bool_)
    table[number, page] = True
    return table


def _are_copies(shared: Floats, smaller: Floats) -> Bools:
    copies: Bools = (shared > 0) & (shared >= _COPY_SHARE * smaller)
    return copies


def _mean(table: Floats, known: Bools) -> Floats:
    """The mean of each row over what is known; 0 if nothing is."""
    mean: Floats = np.where(known, table, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    return mean


def _places(keys: Hashes, wanted: Hashes) -> Ints:
    """Where hashes stand among sorted keys; -1 if they do not."""
    place = np.searchsorted(keys, wanted)
    found = np.isin(wanted, keys)
    return np.where(found, place, -1)


def _at(column: npt.NDArray[Any], place: Ints) -> npt.NDArray[Any]:
    """The entries at some places, 0 where the place is -1."""
    entries: npt.NDArray[Any] = np.append(column, column.dtype.type(0))[place]
    return entries
