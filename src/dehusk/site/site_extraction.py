"""``extract_site``: from pages of one or several sites to Extractions."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlsplit

import numpy as np

from dehusk.api import extract
from dehusk.methods import Selection
from dehusk.page import Page
from dehusk.site.site_registry import make_site_method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dehusk.content import Extraction
    from dehusk.limits import Limits
    from dehusk.page.parse import HiddenPolicy
    from dehusk.site.site_method import SiteMethod
    from dehusk.source import Source

DEFAULT_SITE_METHOD = "grain-site"


def extract_site(
    pages: Iterable[str | bytes | Source | Page],
    *,
    method: str | SiteMethod = DEFAULT_SITE_METHOD,
    key: Callable[[Page], str] | None = None,
    hidden: HiddenPolicy = "drop",
    limits: Limits | None = None,
) -> list[Extraction]:
    """Extract the main content of pages by comparing those of the same site: one Extraction per page, in order.

    ``pages``: as :func:`dehusk.extract` takes them; all are held in memory. ``method``: the name of a site method, with
    parameters after a colon if need be, or a site method object; ``dehusk.list_site_methods()`` lists them. ``key``:
    tells which site a page is of; by default the host of its address, and pages without one are one site. ``hidden``
    and ``limits``: as of :func:`dehusk.extract`.

    >>> from dehusk import parse
    >>> pages = [parse(f"<ul><li>Home</ul><p>{text}") for text in ("One.", "Two.", "Three.")]
    >>> [extraction.text for extraction in extract_site(pages, method="temex")]
    ['One.', 'Two.', 'Three.']
    """
    chosen, key = make_site_method(method), key or host
    read = [_read(each, hidden, limits) for each in pages]
    sites: dict[str, list[int]] = {}
    for number, each in enumerate(read):
        if each.status != "unreadable":
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


def _read(given: str | bytes | Source | Page, hidden: HiddenPolicy, limits: Limits | None) -> Extraction:
    """The page as it was read, with nothing selected."""
    if isinstance(given, Page):
        return extract(given, method=_Nothing())
    return extract(given, method=_Nothing(), hidden=hidden, limits=limits)


def _extractions(pages: list[Page], method: SiteMethod) -> list[Extraction]:
    started = time.perf_counter()
    try:
        selections: list[Selection | Exception] = [*method.select_site(pages)]
    except Exception as error:  # noqa: BLE001 - one site that breaks a method must not end a crawl
        selections = [error] * len(pages)
    seconds = (time.perf_counter() - started) / len(pages)
    made = zip(pages, selections, strict=True)
    found = [extract(page, method=_Decided(method.name, selection)) for page, selection in made]
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
