"""URLs that are safe to write, made absolute."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from dehusk.page import Page

SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
"""Schemes of URLs that do not run code."""

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_PLAIN = re.compile(r"https?://[\w.-]+(?:/(?:[\w./%=&?~+,:@!-]*[\w/])?)?(?:#[\w.%~+-]+)?", re.ASCII)
_PLAIN_PATH = re.compile(r"(?:/[\w%~+-][\w.%~+-]*)+/?(?:\?[\w./:,%=&~+-]+)?(?:#[\w.%~+-]+)?", re.ASCII)
_SITE = re.compile(r"https?://[\w.-]+(?=/)", re.ASCII)
# Browsers remove these characters from a URL, and then see the scheme that they hid.
_IGNORED_IN_URLS = re.compile(r"[\x00-\x20\x7f-\xa0\u2000-\u200f\u2028\u2029\ufeff]")

_SHORT_BASE = 200
_MAX_RESOLVED = 4_000_000  # characters


def safe_url(url: str, base: str | None = None) -> str | None:
    """The URL, made absolute if the base is known; None if opening it could run code.

    >>> safe_url("java\\tscript:alert(1)"), safe_url("/tea", "https://example.org/a/b")
    (None, 'https://example.org/tea')
    """
    url = url.strip()
    # Most URLs are plain; what follows would give the same result, at ten times the cost.
    if _PLAIN.fullmatch(url):
        return url
    if base and _PLAIN_PATH.fullmatch(url) and (site := _SITE.match(base)):
        return site[0] + url
    scheme = _SCHEME.match(_IGNORED_IN_URLS.sub("", url))
    if scheme and scheme[1].lower() not in SAFE_SCHEMES:
        return None
    try:
        return urljoin(base, url) if base else url
    except ValueError:
        return None


def base_url(page: Page) -> str | None:
    """What relative URLs are resolved against: the page's BASE element, otherwise its own URL.

    None if that would make the URLs of the page longer than 4 million characters in all.

    >>> from dehusk import parse
    >>> base_url(parse("<base href=/a/><p>x", url="https://example.org/b/c"))
    'https://example.org/a/'
    """
    for item in page.head:
        if item.tag == "base" and (href := dict(item.attrs).get("href")):
            base = safe_url(href, page.url)
            if base and _is_short_enough(base, page):
                return base
            break
    return page.url if page.url and _is_short_enough(page.url, page) else None


def _is_short_enough(base: str, page: Page) -> bool:
    return len(base) <= _SHORT_BASE or len(base) * sum(map(bool, page.attrs)) <= _MAX_RESOLVED
