"""Documents that are not HTML, recognised by how they begin: a picture or a feed gives a reason instead of garbage."""

from __future__ import annotations

import re

from dehusk.source.encoding import UTF_16

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive (or an office document)"),
    (b"\x1f\x8b", "gzip-compressed data (decompress it first)"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed data (decompress it first)"),
    (b"BZh", "bzip2-compressed data (decompress it first)"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"\x7fELF", "a program"),
    (b"ID3", "an MP3 file"),
    (b"OggS", "an Ogg file"),
    (b"wOF", "a font"),
)
_STARTS = tuple(signature for signature, _ in _SIGNATURES)
# "Binary data bytes" of https://mimesniff.spec.whatwg.org/#binary-data-byte
_BINARY = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})
_SNIFFED = 1445  # the standard's resource header
_BINARY_SHARE = 0.1


# The root element, after an XML declaration, a document type, comments and processing instructions.
_ROOT = re.compile(
    rb"\s*(?:<(?:\?[^>]{0,999}|!--(?:(?!-->).){0,2000}--|![a-z][^>]{0,999})>\s*){0,9}<([\w:]+)",
    re.IGNORECASE | re.DOTALL,
)
# Each with what must also be in the beginning: an unknown element of HTML may have the same name.
_ROOTS = {
    b"rss": (b"<channel", "an RSS feed"),
    b"rdf:rdf": (b"purl.org/rss/", "an RSS feed"),
    b"feed": (b"w3.org/2005/atom", "an Atom feed"),
    b"urlset": (b"sitemap", "a sitemap"),
    b"sitemapindex": (b"sitemap", "an index of sitemaps"),
}
_JSON_OBJECT = re.compile(rb"""[\s\[]*\{\s*"(?:[^"\\<>]|\\.){0,200}"\s*:""")
_JSON_VALUE = re.compile(rb"""\s*(?:[\[{"\d-]|true\b|false\b|null\b)""")
_JSON_TYPE = re.compile(r"\s*(?:application/|text/)(?:[\w.-]+\+)?json\b", re.IGNORECASE)
_HEAD = 8 * 1024


def data_format(document: str | bytes, content_type: str = "") -> str | None:
    """What a document in a format for programs is: JSON, a feed or a sitemap; None for any other.

    >>> data_format(b'{"title": "Tea"}'), data_format(b"<?xml version='1.0'?><rss><channel>")
    ('a JSON document', 'an RSS feed')
    """
    head = document[:_HEAD]
    head = (head if isinstance(head, bytes) else head.encode(errors="replace")).removeprefix(b"\xef\xbb\xbf")
    if head.lstrip().startswith((b"{", b"[")) and _JSON_OBJECT.match(head):
        return "a JSON document"
    if content_type and _JSON_TYPE.match(content_type) and _JSON_VALUE.match(head):
        return "a JSON document"
    if found := _ROOT.match(head):
        needed, kind = _ROOTS.get(found[1].lower(), (b"", None))
        return kind if kind and needed in head.lower() else None
    return None


def not_html(data: bytes, charset: str | None = None) -> str | None:
    """What the bytes are, if they are surely no HTML; ``charset``: what the transport says.

    >>> not_html(b"%PDF-1.7 ..."), not_html(b"<p>Tea"), not_html(bytes(100))
    ('a PDF document', None, 'binary data')
    """
    if data.startswith(_STARTS):
        return next(kind for signature, kind in _SIGNATURES if data.startswith(signature))
    if data[:4] == b"RIFF" and data[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        return "an image, sound or video"
    header = data[:_SNIFFED]
    binary = len(header) - len(header.translate(None, _BINARY))
    if binary <= _BINARY_SHARE * len(header):
        return None
    wide = header.startswith((b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")) or (charset or "").lower() in UTF_16
    return None if wide else "binary data"
