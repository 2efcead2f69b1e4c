"""Bytes to text, in the order of the WHATWG standard: byte-order mark, transport, ``<meta>``, detection.

https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
"""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dehusk.source.prescan import meta_charsets

if TYPE_CHECKING:
    from collections.abc import Mapping

_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';,>]+)""", re.IGNORECASE)
_LABEL = re.compile(r"[a-z0-9_-]+(?::\d{4})?")
_LONGEST_LABEL = 40
_META = re.compile(rb"""<meta\s[^<>]{0,1000}?charset\s*=\s*["']?\s*([^\s"';,/>]+)""", re.IGNORECASE)

# https://encoding.spec.whatwg.org/#names-and-labels maps these labels to "replacement": a page in one of
# them is not decoded, because attackers use them to smuggle markup. We go on to <meta> and detection.
_UNSAFE = frozenset({"replacement", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "csiso2022kr"})

_UTF_8 = frozenset({"utf-8", "utf8"})
_WHATWG_UTF_8 = "whatwg-utf-8"

UTF_16 = frozenset({
    *("utf-16", "utf-16le", "utf-16be", "unicode", "unicodefeff", "unicodefffe"),
    *("csunicode", "iso-10646-ucs-2", "ucs-2"),
})  # fmt: skip

# What stands at the start of the bytes and settles the encoding. The last two are UTF-16 without its mark:
# such a page would otherwise come out as letters with NULs between them.
UTF_8_MARK = b"\xef\xbb\xbf"
_MARKS = (
    (UTF_8_MARK, "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)

_ALL_MARKS = tuple(mark for mark, _ in _MARKS)

# Browsers restart with the encoding of a <meta> found later than the first 1,024 bytes; we look this far.
_META_BYTES = 64 * 1024
# The detector reads a prefix: its verdict settles long before this.
_DETECT_BYTES = 256 * 1024


class Decoded(NamedTuple):
    """Text, the encoding it was read with, and what named that encoding: mark, header, meta or detection."""

    text: str
    encoding: str
    named_by: str


class FoundEncoding(NamedTuple):
    """The encoding of a page: the codec that decodes it, its label, and what named it."""

    codec: str
    label: str
    named_by: str

    @property
    def is_utf8(self) -> bool:
        """Whether it is UTF-8."""
        return self.codec in (_WHATWG_UTF_8, "utf-8")


def header_charset(headers: Mapping[str, str] | None) -> str | None:
    """The charset that the ``Content-Type`` header names, if any.

    >>> header_charset({"content-type": 'text/html; charset="ISO-8859-1"'})
    'ISO-8859-1'
    """
    if headers:
        for name, value in headers.items():
            if name.lower() == "content-type" and (found := _CHARSET.search(value)):
                return found[1]
    return None


def decode(data: bytes, headers: Mapping[str, str] | None = None) -> Decoded:
    """Decode a page; bytes that are wrong for the encoding become U+FFFD, nothing is lost or raised.

    >>> decode("žluťoučký".encode("windows-1250"), {"Content-Type": "text/html; charset=windows-1250"}).text
    'žluťoučký'
    >>> decode(b"<meta charset=gb2312>" + "中文".encode("gbk"))[1:]
    ('gb2312', 'meta')
    """
    found = find_encoding(data, headers)
    return Decoded(decode_as(data, found), found.label, found.named_by)


def find_encoding(data: bytes, headers: Mapping[str, str] | None = None) -> FoundEncoding:
    """The encoding of a page.

    >>> find_encoding(b"\\xef\\xbb\\xbfTea")
    FoundEncoding(codec='utf-8', label='utf-8', named_by='mark')
    """
    if data.startswith(_ALL_MARKS):
        name = next(name for mark, name in _MARKS if data.startswith(mark))
        return FoundEncoding(name, name, "mark")
    if (label := header_charset(headers)) and (codec := _codec(label)):
        return FoundEncoding(codec, label.lower(), "header")
    if named := _meta_encoding(data):
        return named
    # Loads the tables of the detector, which pages that name their encoding do without.
    from turbohtml.detect import detect

    # The detector obeys <meta> too; one that is still here names nothing that we would read.
    found = detect(_META.sub(b"", data[:_DETECT_BYTES]))
    if found.codec is None or str(found.encoding).lower() in _UNSAFE:
        return FoundEncoding("utf-8", "utf-8", "detection")
    return FoundEncoding(found.codec, str(found.encoding).lower(), "detection")


def decode_as(data: bytes, encoding: FoundEncoding) -> str:
    """Decode a page whose encoding was found; bytes that are wrong for it become U+FFFD.

    >>> decode_as(b"Th\\xe9", FoundEncoding("whatwg-windows-1252", "latin1", "header"))
    'Thé'
    """
    if encoding.is_utf8:
        # The same text by Python's own decoder, in half of the time.
        with suppress(UnicodeDecodeError):
            return data.removeprefix(UTF_8_MARK).decode()
    if encoding.codec.startswith("whatwg-"):
        # Registers the codecs.
        import turbohtml.detect  # noqa: F401
    text = data.decode(encoding.codec, "replace")
    return text.removeprefix("\ufeff") if encoding.named_by == "mark" else text


def _meta_encoding(data: bytes) -> FoundEncoding | None:
    """The encoding of the first META element that names one that is known."""
    for given in meta_charsets(data, _META_BYTES):
        label = given.lower()
        # "If encoding is UTF-16, set it to UTF-8": the declaration was read as ASCII, so it is not UTF-16.
        if label in UTF_16:
            label = "utf-8"
        elif label == "x-user-defined":
            label = "windows-1252"
        if codec := _codec(label):
            return FoundEncoding(codec, label, "meta")
    return None


def _codec(label: str) -> str | None:
    """The WHATWG decoder for a label: Python's own codecs of the same name often differ from it."""
    # Python ignores other characters, and does not find the labels with a year (iso_8859-1:1987).
    label = label.strip().lower()
    if label in _UTF_8:
        return _WHATWG_UTF_8
    if label in _UNSAFE or len(label) > _LONGEST_LABEL or not _LABEL.fullmatch(label):
        return None
    return _registered(label)


@lru_cache
def _registered(label: str) -> str | None:
    # Registers the codecs.
    import turbohtml.detect  # noqa: F401

    codec = f"whatwg-{label.partition(':')[0]}"
    try:
        codecs.lookup(codec)
    except LookupError:
        return None
    return codec


def encoding_label(name: str) -> str | None:
    """The label of the encoding with this name, which may be one of Python's names; None if there is none.

    >>> encoding_label("windows-1252"), encoding_label("latin-1"), encoding_label("no-such-encoding")
    ('windows-1252', 'iso8859-1', None)
    """
    if _codec(name) is not None:
        return name
    try:
        label = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return label if _codec(label) is not None else None
