"""META elements that name an encoding, beside a slow search by patterns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk.source import prescan

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


def slow_meta_charsets(data: bytes) -> Iterator[str]:
    """The labels of encodings that META elements name, in order, found by patterns."""
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


_PIECES = (
    *(b"<meta", b"<META ", b"<meta/", b"<metal ", b"</meta ", b"<p", b"</p", b"<!--", b"-->", b"--!>", b"<!", b"<?"),
    *(b"</", b"<", b">", b"/", b"=", b" ", b"\n", b"\x0b", b"'", b'"', b"-", b"a", b"\xff", b"charset", b"content="),
    *(b"CHARSET=utf-8", b'http-equiv="Content-Type"', b"content='text/html; charset=koi8-r'", b"charset = 'big5'"),
    *(b'charset="latin1"', b"<meta charset=utf-8>", b"<meta name=x content=y />", b"<p title='<meta charset=big5>'>"),
    b"<!-- <meta charset=big5> -->",
)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=500)
@given(st.lists(st.sampled_from(_PIECES), max_size=14).map(b"".join), st.integers(0, 200))
def test_any_bytes(form: str, document: bytes, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prescan, "next_meta", core_module("meta_search", form).next_meta)
        found = list(prescan.meta_charsets(document, size))
    assert found == list(slow_meta_charsets(document[:size]))
