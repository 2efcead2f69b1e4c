"""The character encodings that the META elements of a page name, found before it is decoded.

https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Comments; start tags of META; other tags; declarations.
_MARKUP = re.compile(rb"<(?:(!--)|(meta(?=[\s/]))|(/?[a-z][^\s/>]*+)|[!/?])", re.IGNORECASE)
# The last alternative is a quotation mark without its partner.
_ATTRIBUTE = re.compile(
    rb"""[\s/]*+(=?[^\s=/>]++|=)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|((?!["'])[^\s>]*+)|(["'])))?+"""
)
# The same for all attributes of a tag, and its end.
_REST_OF_TAG = re.compile(
    rb"""(?:[\s/]*+(?:=?[^\s=/>]++|=)(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])[^\s>]*+|(["'])))?+)*+[\s/]*+>"""
)
_TAG_END = re.compile(rb"[\s/]*+>")
_CHARSET = re.compile(rb"""charset\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s;"'][^\s;]*+))""", re.IGNORECASE)


def meta_charsets(data: bytes) -> Iterator[str]:
    """The labels of encodings that META elements name, in order.

    An encoding is named by the attribute ``charset``, or by ``content`` if ``http-equiv`` is ``Content-Type``. What is
    in comments and in attributes of other elements does not count. A tag that does not end is the last one.

    >>> page = b'<!-- <meta charset=big5> --><meta name=x content="charset=koi8-r"><meta charset=utf-8>'
    >>> list(meta_charsets(page))
    ['utf-8']
    """
    if b"charset" not in data and b"charset" not in data.lower():
        return
    place = 0
    while found := _MARKUP.search(data, place):
        comment, meta, tag = found.groups()
        place = found.end()
        if comment:
            # The dashes may be those of the beginning: "<!-->" is a comment.
            place = _after(b"-->", data, place - 2)
        elif tag:
            rest = _REST_OF_TAG.match(data, place)
            if rest is None or rest[1]:
                return
            place = rest.end()
        elif meta:
            attributes: dict[bytes, bytes] = {}
            while attribute := _ATTRIBUTE.match(data, place):
                place = attribute.end()
                if attribute[5]:
                    return
                value = attribute[2] or attribute[3] or attribute[4] or b""
                attributes.setdefault(attribute[1].lower(), value)
            if not _TAG_END.match(data, place):
                return
            if label := _named(attributes):
                yield label.strip().decode("latin-1")
        else:
            place = _after(b">", data, place)


def _after(mark: bytes, data: bytes, place: int) -> int:
    end = data.find(mark, place)
    return len(data) if end < 0 else end + len(mark)


def _named(attributes: dict[bytes, bytes]) -> bytes | None:
    if b"charset" in attributes:
        return attributes[b"charset"]
    if attributes.get(b"http-equiv", b"").lower() == b"content-type":
        found = _CHARSET.search(attributes.get(b"content", b""))
        return (found[1] or found[2] or found[3]) if found else None
    return None
