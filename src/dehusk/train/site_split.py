"""Which pages may be trained on: none of a site that has a test page in any collection, and none twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dehusk.bench.collections import LabelledPage

TEST = "test"


class Address(NamedTuple):
    """A URL without what two addresses of one page may differ in: the scheme, "www.", a slash at the end, case."""

    host: str
    path: str


def address(url: str) -> Address:
    """The address of a URL; both parts are "" if it has no host.

    >>> address("https://www.example.org/Tea/"), address("")
    (Address(host='example.org', path='/tea'), Address(host='', path=''))
    """
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host = (parts.hostname or "").lower().removeprefix("www.")
    except ValueError:
        return Address("", "")
    path = parts.path.rstrip("/").lower() + (f"?{parts.query}" if parts.query else "")
    return Address(host, path if host else "")


def separate_sites(pages: Sequence[LabelledPage]) -> tuple[list[LabelledPage], dict[str, int]]:
    """The pages without training pages from the site of a test page, or whose URL was there; how many were dropped.

    Collections overlap. If a page is in two of them, the one with gold text stays, else the first. A URL without a
    path names a site, not a page: it is not compared.

    >>> from dehusk.bench.collections import LabelledPage
    >>> tea = LabelledPage(id="1", dataset="tea", html="", gold="", url="http://a.org/1", split="test")
    >>> milk = LabelledPage(id="2", dataset="milk", html="", gold="", url="http://www.a.org/2", split="train")
    >>> kept, dropped = separate_sites([tea, milk])
    >>> [page.id for page in kept], dropped
    (['1'], {'milk: site of a test page': 1})
    """
    addresses = [address(page.url) for page in pages]
    test_hosts = {found.host for page, found in zip(pages, addresses, strict=True) if page.split == TEST and found.host}
    first: dict[Address, int] = {}
    for with_gold in (True, False):
        for place, (page, found) in enumerate(zip(pages, addresses, strict=True)):
            if page.split != TEST and found.path and bool(page.gold) == with_gold:
                first.setdefault(found, place)
    kept, dropped = [], Counter[str]()
    for place, (page, found) in enumerate(zip(pages, addresses, strict=True)):
        if page.split != TEST and found.host in test_hosts:
            dropped[f"{page.dataset}: site of a test page"] += 1
        elif page.split != TEST and first.get(found, place) != place:
            dropped[f"{page.dataset}: twice"] += 1
        else:
            kept.append(page)
    return kept, dict(sorted(dropped.items()))
