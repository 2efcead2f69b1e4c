"""The URL of an image, video or audio: lazy loading, srcset, PICTURE and NOSCRIPT are resolved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.media_loops import noscript_images
from dehusk._core.srcset import largest_candidate
from dehusk.content.urls import safe_url
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Ints
    from dehusk.page.attributes import AttributeValues

_IMG = tags.NUMBERS["img"]
_SOURCE = tags.NUMBERS["source"]
_PICTURE = tags.NUMBERS["picture"]
_NOSCRIPT = tags.NUMBERS["noscript"]

SRCSETS = ("srcset", "data-srcset", "data-lazy-srcset", "data-original-set")
_SOURCE_ATTRIBUTES = frozenset(SRCSETS)
# The attributes that lazy-loading scripts read, then the one that browsers read.
URL_ATTRIBUTES = (
    *("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-full-src"),
    *("data-hi-res-src", "data-url", "data-image", "data-image-src", "data-img-src", "data-href", "src"),
)
# File names, in lower case, of the placeholders that are shown until an image is loaded.
_PLACEHOLDER = re.compile(
    r"/(?:blank|spacer|placeholder|transparent|pixel|1x1|loading|loader|lazy|lazyload|grey|gray|dummy|clear|dot)"
    r"(?:[-_.]?[\dx]+)?\.(?:gif|png|svg)(?:\?|$)"
)


def media_url(url: str | None, base: str | None) -> str | None:
    """The URL, absolute and safe; None for placeholders and ``data:`` URLs.

    >>> media_url("/img/spacer.gif", None), media_url("data:image/gif;base64,R0", None), media_url("/a.jpg", None)
    (None, None, '/a.jpg')
    """
    # A data: URL, which is not safe, can be long.
    if not url or not url.strip() or url.startswith(("#", "data:")) or _PLACEHOLDER.search(f"/{url.lower()}"):
        return None
    return safe_url(url, base)


def image_url(
    page: Page, row: int, attrs: AttributeValues, base: str | None, *, is_preview: bool = False
) -> str | None:
    """The URL of an image, the largest version that the page offers.

    In this order: its srcset, the attributes of lazy loaders, its src, the sources of its PICTURE; the sources come
    first if the image itself is a small preview.

    >>> from dehusk import parse
    >>> page = parse('<img src="data:,x" data-src="/tea.jpg">')
    >>> image_url(page, 1, dict(page.attrs[1]), "https://example.org/")
    'https://example.org/tea.jpg'
    """
    if is_preview:
        return _picture_url(page, row, base) or _own_url(attrs, base)
    return _own_url(attrs, base) or _picture_url(page, row, base)


def _own_url(attrs: AttributeValues, base: str | None) -> str | None:
    if url := _srcset_url(attrs, base):
        return url
    for name in URL_ATTRIBUTES:
        if (stated := attrs.get(name)) and (url := media_url(stated, base)):
            return url
    return None


def _picture_url(page: Page, row: int, base: str | None) -> str | None:
    parent = page.parent.item(row)
    if parent < 0 or page.tag[parent] != _PICTURE:
        return None
    sources = page.attrs.values_of(children(page, parent, _SOURCE), _SOURCE_ATTRIBUTES)
    return next((url for attrs in sources if (url := _srcset_url(attrs, base))), None)


def _srcset_url(attrs: AttributeValues, base: str | None) -> str | None:
    for name in SRCSETS:
        if (srcset := attrs.get(name)) and (url := media_url(largest_candidate(srcset), base)):
            return url
    return None


def player_url(page: Page, row: int, base: str | None) -> str | None:
    """The URL of a video, audio or embedded page: its own, otherwise that of its first SOURCE.

    >>> from dehusk import parse
    >>> page = parse("<video><source src=a.webm><source src=a.mp4></video>").origin
    >>> player_url(page, 1, "https://example.org/")
    'https://example.org/a.webm'
    """
    rows = [row, *children(page, row, _SOURCE)]
    names = ("src", "data-src", "data-lazy-src", "data-original", "data")
    urls = (page.attr(at, name) for at in rows for name in names)
    return next((found for url in urls if (found := media_url(url, base))), None)


def images_in_noscript(page: Page, images: Ints) -> dict[int, int]:
    """Image -> the image in the NOSCRIPT next to it, or next to the elements that contain only the first one.

    >>> from dehusk import parse
    >>> page = parse("<p>x</p><img src=data:,x><noscript><img src=a.jpg></noscript>").origin
    >>> images_in_noscript(page, np.array([3]))
    {3: 5}
    """
    found = noscript_images(page.tag, page.parent, page.end, page.chars, images, _IMG, _NOSCRIPT, _SOURCE)
    pairs = zip(images.tolist(), found.tolist(), strict=True)
    return {image: replacement for image, replacement in pairs if replacement >= 0}


def children(page: Page, row: int, tag: int) -> list[int]:
    """The children of a row that have the given tag.

    >>> from dehusk import parse
    >>> children(parse("<ul><li>a<li>b</ul>"), 1, tags.NUMBERS["li"])
    [2, 4]
    """
    rows = np.arange(row + 1, page.end[row])
    found: list[int] = rows[(page.parent[rows] == row) & (page.tag[rows] == tag)].tolist()
    return found
