"""``extract_site``: from pages of one or several sites to Extractions."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlsplit

import numpy as np

from dehusk.extractor import extract
from dehusk.methods import Selection
from dehusk.site.site_registry import DEFAULT_SITE_METHOD, make_site_method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dehusk.extraction import Extraction
    from dehusk.extractor import PageInput
    from dehusk.limits import Limits
    from dehusk.page import HiddenPolicy, Page
    from dehusk.site.site_method import SiteMethod


def extract_site(
    pages: Iterable[PageInput],
    *,
    method: str | SiteMethod = DEFAULT_SITE_METHOD,
    key: Callable[[Page], str] | None = None,
    hidden: HiddenPolicy | None = None,
    limits: Limits | None = None,
) -> list[Extraction]:
    """Extract the main content of pages by comparing those of the same site: one Extraction per page, in order.

    ``pages``: what :func:`dehusk.extract` takes; all are held in memory. ``method``: a name, a name with parameters
    (``"sst:t=0.3"``) or a site method object; :func:`dehusk.list_site_methods` lists the names. ``key``: a function
    that returns the site of a page (default: the host of its URL; pages without a URL are one site). ``hidden`` and
    ``limits``: as for :func:`dehusk.extract`.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [extraction.text for extraction in extract_site(pages, method="temex")]
    ['One.', 'Two.', 'Three.']
    """
    chosen, key = make_site_method(method), key or host
    read = [extract(each, method=_Nothing(), hidden=hidden, limits=limits) for each in pages]
    sites: dict[str, list[int]] = {}
    for number, each in enumerate(read):
        # Plain text is kept whole, whatever the method.
        if each.status not in ("unreadable", "failed") and not each.selection.keep.any():
            sites.setdefault(key(each.page), []).append(number)
    for numbers in sites.values():
        found = _extractions([read[number].page for number in numbers], chosen)
        for number, each in zip(numbers, found, strict=True):
            before = read[number]
            timings = {**before.timings, **each.timings}
            read[number] = replace(each, encoding=before.encoding, source=before.source, timings=timings)
    return [replace(each, method=chosen.name) for each in read]


def host(page: Page) -> str:
    """The host of a page's address; "" if it has none.

    >>> from dehusk import parse
    >>> host(parse("", url="https://www.example.org/tea"))
    'www.example.org'
    """
    return host_of(page.url)


def host_of(url: str | None) -> str:
    """The host of an address; "" if there is none.

    >>> host_of("https://www.Example.org/tea"), host_of(None), host_of("http://[")
    ('www.example.org', '', '')
    """
    try:
        return urlsplit(url or "").netloc.lower()
    except ValueError:
        return ""


def _extractions(pages: list[Page], method: SiteMethod) -> list[Extraction]:
    started = time.perf_counter()
    try:
        selections: list[Selection | Exception] = [*method.select_site(pages)]
    except Exception as error:  # noqa: BLE001 - a site that breaks a method must not end a crawl
        selections = [error] * len(pages)
    seconds = (time.perf_counter() - started) / len(pages)
    pairs = zip(pages, selections, strict=True)
    found = [extract(page, method=_Decided(method.name, selection)) for page, selection in pairs]
    return [replace(each, timings={"select": seconds}) for each in found]


class _Nothing:
    """A method that keeps nothing: what it extracts is the page as it was read."""

    name: ClassVar[str] = "nothing"
    description: ClassVar[str] = "nothing"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        return Selection.of_leaves(page, np.zeros(len(page), dtype=np.bool_))


class _Decided:
    """A method that has decided already, or failed to."""

    name: ClassVar[str] = "decided"
    description: ClassVar[str] = "decided"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, name: str, selection: Selection | Exception) -> None:
        self.name = name  # type: ignore[misc] # messages name the site method
        self.selection = selection

    def select(self, page: Page) -> Selection:  # noqa: ARG002 - decided before
        if isinstance(self.selection, Exception):
            raise self.selection
        return self.selection
