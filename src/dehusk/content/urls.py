"""URLs that are safe to write, made absolute."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from dehusk._core.url_forms import FRAGMENT, PATH, WHOLE, url_form
from dehusk.page.head_items import likely_items

if TYPE_CHECKING:
    from dehusk.page import Page

SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
"""Schemes of URLs that do not run code."""

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
# The site and the folder of an address.
_PLAIN_BASE = re.compile(r"((https?://[\w.-]+)/(?:[\w%~+-][\w.%~+-]*/)*)[^/?#]*(?:[?#]|$)", re.ASCII)
# Browsers remove these characters from a URL, and then see the scheme that they hid.
_IGNORED_IN_URLS = re.compile(r"[\x00-\x20\x7f-\xa0\u2000-\u200f\u2028\u2029\ufeff]")

_SHORT_BASE = 200
_MAX_RESOLVED = 4_000_000  # characters


def safe_url(url: str, base: str | None = None) -> str | None:
    """The URL, made absolute if the base is known; None if opening it could run code, or if it is no URL.

    >>> safe_url("java\\tscript:alert(1)"), safe_url("/tea", "https://example.org/a/b")
    (None, 'https://example.org/tea')
    """
    url = url.strip()
    # Most URLs are plain; what follows would give the same result, at ten times the cost.
    form = url_form(url)
    if form == WHOLE:
        return url
    if base and form == PATH and (place := _site_and_folder(base)):
        return place[not url.startswith("/")] + url
    if base and form == FRAGMENT and url_form(base) == WHOLE:
        return base.partition("#")[0] + url
    scheme = _SCHEME.match(_IGNORED_IN_URLS.sub("", url))
    if scheme and scheme[1].lower() not in SAFE_SCHEMES:
        return None
    try:
        if base:
            return urljoin(base, url)
        urlsplit(url)
    except ValueError:
        return None
    return url


@lru_cache(maxsize=16)
def _site_and_folder(base: str) -> tuple[str, str] | None:
    """How the addresses of paths begin: with a slash, without; None for a base that is not plain."""
    place = _PLAIN_BASE.match(base)
    return (place[2], place[1]) if place else None


def base_url(page: Page) -> str | None:
    """What relative URLs are resolved against: the page's BASE element, its own URL, or the address that it states.

    None if that would make the URLs of the page longer than 4 million characters in all.

    >>> from dehusk import parse
    >>> base_url(parse("<base href=/a/><p>x", url="https://example.org/b/c"))
    'https://example.org/a/'
    """
    for item in likely_items(page.head, {"base": b""}):
        if href := dict(item.attrs).get("href"):
            base = safe_url(href, page.url)
            if base and _is_short_enough(base, page):
                return base
            break
    own = page.url or stated_address(page)
    return own if own and _is_short_enough(own, page) else None


def stated_address(page: Page) -> str | None:
    """The canonical address that a page states in full.

    >>> from dehusk import parse
    >>> stated_address(parse("<link rel=canonical href=https://example.org/tea>"))
    'https://example.org/tea'
    """
    for item in likely_items(page.head, {"link": b"canonical", "meta": b"og:url"}):
        attrs = dict(item.attrs)
        if item.tag == "link" and "canonical" in (attrs.get("rel") or "").lower().split():
            stated = attrs.get("href") or ""
        elif item.tag == "meta" and attrs.get("property") == "og:url":
            stated = attrs.get("content") or ""
        else:
            continue
        if url_form(stated.strip()) == WHOLE:
            return stated.strip()
    return None


def _is_short_enough(base: str, page: Page) -> bool:
    return len(base) <= _SHORT_BASE or len(base) * page.attrs.count() <= _MAX_RESOLVED
