"""The character encodings that the META elements of a page name, found before it is decoded.

https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk._core.meta_search import next_meta

if TYPE_CHECKING:
    from collections.abc import Iterator

_ATTRIBUTE = re.compile(rb"""[\s/]*+(=?[^\s=/>]++|=)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|((?!["'])[^\s>]*+)))?+""")
_CHARSET = re.compile(rb"""charset\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s;"'][^\s;]*+))""", re.IGNORECASE)


def meta_charsets(data: bytes, size: int) -> Iterator[str]:
    """The labels of encodings that META elements in the first bytes name, in order.

    An encoding is named by the attribute ``charset``, or by ``content`` if ``http-equiv`` is ``Content-Type``. What is
    in comments and in attributes of other elements does not count. A tag that does not end is the last one.

    >>> page = b'<!-- <meta charset=big5> --><meta name=x content="charset=koi8-r"><meta charset=utf-8>'
    >>> list(meta_charsets(page, 1024))
    ['utf-8']
    """
    start, stop = next_meta(data, 0, size)
    while start >= 0:
        if label := _named(data[start:stop]):
            yield label.strip().decode("latin-1")
        start, stop = next_meta(data, stop, size)


def _named(tag: bytes) -> bytes | None:
    """The label that a META element names, given its tag after the name."""
    if b"charset" not in tag.lower():
        return None
    attributes: dict[bytes, bytes] = {}
    for name, *values in _ATTRIBUTE.findall(tag):
        attributes.setdefault(name.lower(), next(filter(None, values), b""))
    if b"charset" in attributes:
        return attributes[b"charset"]
    if attributes.get(b"http-equiv", b"").lower() == b"content-type":
        found = _CHARSET.search(attributes.get(b"content", b""))
        return (found[1] or found[2] or found[3]) if found else None
    return None
