"""Which pages of a site to compare a page with: those that it links to and that link back, as a menu makes them."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dehusk.page import Page


_MOST_TRIED = 50


class LinkedPages:
    """The pages of a site and the links between them.

    A page whose address is not known has no links; it is compared with those that stand next to it.

    >>> from dehusk import parse
    >>> pages = [parse(f"<a href={n + 1}>next</a><a href={n - 1}>back</a>", url=f"http://e.org/{n}") for n in range(9)]
    >>> LinkedPages(pages).nearest(4, 3)
    [3, 5, 6]
    """

    def __init__(self, pages: Sequence[Page]) -> None:
        urls = [urldefrag(page.url).url if page.url else "" for page in pages]
        known = {url: number for number, url in enumerate(urls) if url}
        self.links = [_targets(page, known) for page in pages]
        self.order = sorted(range(len(pages)), key=lambda number: (urls[number], number))
        self.place = {number: place for place, number in enumerate(self.order)}

    def nearest(self, key: int, count: int) -> list[int]:
        """At most ``count`` other pages to compare the page ``key`` with, best first.

        First those of a complete subdigraph: linked with the key page and with each other, both ways. If these are too
        few: linked both ways with the key page, linked from it, then the neighbours in the order of addresses.
        """
        linked = sorted(self.links[key])
        mutual = [other for other in linked if key in self.links[other]]
        found = self._all_linked(mutual[:_MOST_TRIED], count)
        for other in (*mutual, *linked, *self._neighbours(key)):
            if len(found) == count:
                break
            if other not in found and other != key:
                found.append(other)
        return found

    def _all_linked(self, pages: list[int], count: int) -> list[int]:
        """The most of these pages, up to ``count``, that are all linked with each other; grown from each in turn."""
        best: list[int] = []
        for start in range(len(pages)):
            found: list[int] = []
            for other in pages[start:]:
                if len(found) < count and all(self._are_linked(other, known) for known in found):
                    found.append(other)
            if len(found) > len(best):
                best = found
            if len(best) == count:
                break
        return best

    def _are_linked(self, one: int, other: int) -> bool:
        return one in self.links[other] and other in self.links[one]

    def _neighbours(self, key: int) -> Iterator[int]:
        place = self.place[key]
        before, after = reversed(self.order[:place]), self.order[place + 1 :]
        for pair in zip_longest(after, before):
            yield from (other for other in pair if other is not None)


def _targets(page: Page, known: dict[str, int]) -> set[int]:
    """The numbers of the known pages that a page links to, except itself."""
    if not page.url:
        return set()
    found = set()
    for row in np.flatnonzero(tags.LINK[page.tag]).tolist():
        try:
            target = urldefrag(urljoin(page.url, page.attr(row, "href") or "")).url
        except ValueError:  # no address at all, such as http://[
            continue
        if target in known:
            found.add(known[target])
    return found - {known.get(urldefrag(page.url).url, -1)}
