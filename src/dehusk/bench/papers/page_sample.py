"""The pages that the experiments of the papers run on: a fixed sample of each collection."""

from __future__ import annotations

from copy import copy
from hashlib import blake2b
from heapq import nsmallest
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.bench.collections import BadPage, LabelledPage, jsonl, read
from dehusk.bench.store import PageKey
from dehusk.errors import ArgumentError, CollectionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class PageSample:
    """At most ``size`` labelled pages of each file or folder; 0 means all pages.

    The pages are chosen by a hash of their ids, so they do not depend on the order of the collection, and a larger
    sample contains a smaller one. ``split``: only pages of this split, where a collection has splits. ``tell`` is
    called with what could not be read.

    >>> import json, tempfile
    >>> row = {"dataset": "tea", "html": "<p>Tea", "gold": "Tea"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "tea.jsonl")
    ...     _ = path.write_text("\\n".join(json.dumps(row | {"id": str(number)}) for number in range(9)))
    ...     sample = PageSample([path], size=2)
    ...     len(sample.keys), len(list(sample.pages()))
    (2, 2)
    """

    def __init__(
        self,
        collections: Sequence[Path],
        *,
        size: int = 0,
        split: str = "",
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        if size < 0:
            raise ArgumentError(f"the sample must be at least 1 page (or 0: all pages), not {size}")
        self.size = size
        self.keys: set[PageKey] = set()
        self._kept: list[LabelledPage] = []
        self._places: dict[Path, set[int]] = {}
        for collection in collections:
            read(collection)  # raises if it is missing or in no known format
            for file in jsonl.files(collection) or [collection]:
                self._choose(file, size, split, tell)
        if not self.keys:
            of_split = f" of split {split!r}" if split else ""
            raise CollectionError(f"no labelled page{of_split} in {', '.join(map(str, collections))}")

    def _choose(self, file: Path, size: int, split: str, tell: Callable[[str], None]) -> None:
        found: list[tuple[bytes, int, PageKey]] = []
        for place, page in enumerate(read(file)):
            if isinstance(page, BadPage):
                tell(str(page))
            elif page.gold and split in ("", page.split or split) and PageKey(page.dataset, page.id) not in self.keys:
                key = PageKey(page.dataset, page.id)
                found.append((blake2b(str(key).encode("utf-8", "surrogatepass")).digest(), place, key))
        chosen = nsmallest(size or len(found), found)
        self._places[file] = {place for _, place, _ in chosen}
        self.keys |= {key for _, _, key in chosen}

    def of_dataset(self, dataset: str) -> PageSample:
        """The pages of one collection."""
        part = copy(self)
        part.keys = {key for key in self.keys if key.dataset == dataset}
        part._kept = [page for page in self.pages() if page.dataset == dataset] if self.size else []
        return part

    def pages(self) -> Iterator[LabelledPage]:
        """The pages; a sample is kept in memory, all pages of a collection are read again."""
        if not self.size:
            yield from self._read()
            return
        if not self._kept:
            self._kept += self._read()
        yield from (page for page in self._kept if PageKey(page.dataset, page.id) in self.keys)

    def _read(self) -> Iterator[LabelledPage]:
        for file, places in self._places.items():
            left = set(places)
            for place, page in enumerate(read(file) if left else ()):
                if place in left and isinstance(page, LabelledPage):
                    left.remove(place)
                    if PageKey(page.dataset, page.id) in self.keys:
                        yield page
                    if not left:
                        break
