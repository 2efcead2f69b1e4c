"""Where a picture, film or sound really comes from: lazy loading, srcset, PICTURE and NOSCRIPT resolved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.urls import safe_url
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page

_IMG = tags.NUMBERS["img"]
_SOURCE = tags.NUMBERS["source"]
_PICTURE = tags.NUMBERS["picture"]

_SRCSETS = ("srcset", "data-srcset", "data-lazy-srcset", "data-original-set")
# Where scripts that load pictures late find the address, and where browsers do.
_ADDRESSES = (
    *("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-full-src"),
    *("data-hi-res-src", "data-url", "data-image", "data-image-src", "data-img-src", "data-href", "src"),
)
# The most rows, blank text and sources, that an element around an image alone may have.
_WRAPPING = 20
# What stands in a picture's place until it is loaded.
_PLACEHOLDER = re.compile(
    r"/(?:blank|spacer|placeholder|transparent|pixel|1x1|loading|loader|lazy|lazyload|grey|gray|dummy|clear|dot)"
    r"(?:[-_.]?[\dx]+)?\.(?:gif|png|svg)(?:\?|$)",
    re.IGNORECASE,
)
# An address and its size, if it states one; an address may have commas in it, but does not end in one.
_CANDIDATE = re.compile(r"([^\s,](?:\S*[^\s,])?)(?:,|\s+([\d.]{1,12})[wxh]\s*(?=,|$)|[^,]*)")


def largest(srcset: str) -> str | None:
    """The largest candidate of a srcset; the first of those that do not state their size.

    >>> largest("small.jpg 480w, large.jpg 1600w, middle.jpg 800w"), largest("a.jpg, b.jpg 2x")
    ('large.jpg', 'b.jpg')
    """
    best, size = None, -1.0
    for url, stated in _CANDIDATE.findall(srcset):
        own = _number(stated) if stated else 1.0
        if own > size:
            best, size = url, own
    return best


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 1.0


def usable(url: str | None, base: str | None) -> str | None:
    """The address, absolute and safe, if it can be a picture's own; None for placeholders and data.

    >>> usable("/img/spacer.gif", None), usable("data:image/gif;base64,R0", None), usable("/a.jpg", None)
    (None, None, '/a.jpg')
    """
    if not url or not url.strip() or url.startswith("#") or _PLACEHOLDER.search(f"/{url}"):
        return None
    return safe_url(url, base)


def image_url(page: Page, row: int, base: str | None) -> str | None:
    """The address of an image, the largest that the page offers.

    In this order: its srcset, what a lazy loader would load, its src, the sources of its PICTURE.

    >>> from dehusk import parse
    >>> page = parse('<img src="data:,x" data-src="/tea.jpg">')
    >>> image_url(page, 1, "https://example.org/")
    'https://example.org/tea.jpg'
    """
    return next((found for url in _image_candidates(page, row) if (found := usable(url, base))), None)


def _image_candidates(page: Page, row: int) -> Iterator[str | None]:
    attrs = dict(page.attrs[row])
    yield from _of_srcsets(attrs)
    for name in _ADDRESSES:
        yield attrs.get(name)
    parent = int(page.parent[row])
    if parent >= 0 and page.tag[parent] == _PICTURE:
        for source in children(page, parent, _SOURCE):
            yield from _of_srcsets(dict(page.attrs[source]))


def _of_srcsets(attrs: dict[str, str | None]) -> Iterator[str | None]:
    for name in _SRCSETS:
        if srcset := attrs.get(name):
            yield largest(srcset)


def player_url(page: Page, row: int, base: str | None) -> str | None:
    """The address of a video, a sound or an embedded page: its own, else that of its first SOURCE.

    >>> from dehusk import parse
    >>> page = parse("<video><source src=a.webm><source src=a.mp4></video>").origin
    >>> player_url(page, 1, "https://example.org/")
    'https://example.org/a.webm'
    """
    rows = [row, *children(page, row, _SOURCE)]
    names = ("src", "data-src", "data-lazy-src", "data-original", "data")
    urls = (page.attr(at, name) for at in rows for name in names)
    return next((found for url in urls if (found := usable(url, base))), None)


def noscript_image(page: Page, row: int) -> int | None:
    """The image in the NOSCRIPT next to an image, or next to what wraps it alone; None if there is none.

    >>> from dehusk import parse
    >>> page = parse("<p>x</p><img src=data:,x><noscript><img src=a.jpg></noscript>").origin
    >>> page.attr(noscript_image(page, 3), "src")
    'a.jpg'
    """
    while True:
        parent = int(page.parent[row])
        for sibling in _beside(page, row):
            if page.tag_name(sibling) == "noscript":
                images = np.flatnonzero(page.tag[sibling : page.end[sibling]] == _IMG)
                if len(images):
                    return sibling + int(images[0])
        if parent <= 0 or not _wraps(page, parent, row):
            return None
        row = parent


def _wraps(page: Page, parent: int, row: int) -> bool:
    """Whether an element holds nothing but a row, blank text and a PICTURE's sources."""
    if page.end[parent] - parent - (page.end[row] - row) > _WRAPPING:
        return False
    outside = [*range(parent + 1, row), *range(int(page.end[row]), int(page.end[parent]))]
    return all((page.is_text[at] and not page.chars[at]) or page.tag[at] == _SOURCE for at in outside)


def _beside(page: Page, row: int) -> Iterator[int]:
    """The sibling elements next to a row, blank text between them aside: the one after it, the one before."""
    after = int(page.end[row])
    parent = int(page.parent[row])
    if after < page.end[parent] and page.is_text[after] and not page.chars[after]:
        after += 1
    if after < page.end[parent] and page.is_element[after]:
        yield after
    before = row - 1
    if before > parent and page.is_text[before] and not page.chars[before] and page.parent[before] == parent:
        before -= 1
    while before > parent and page.parent[before] != parent:
        before = int(page.parent[before])
    if before > parent and page.is_element[before]:
        yield before


def children(page: Page, row: int, tag: int) -> list[int]:
    """The children of a row that have a tag.

    >>> from dehusk import parse
    >>> children(parse("<ul><li>a<li>b</ul>"), 1, tags.NUMBERS["li"])
    [2, 4]
    """
    below = np.arange(row + 1, page.end[row])
    found: list[int] = below[(page.parent[below] == row) & (page.tag[below] == tag)].tolist()
    return found
