"""Bytes that are no HTML: told by how they begin, so that a picture gives a reason instead of garbage."""

from __future__ import annotations

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
# "Binary data bytes" of https://mimesniff.spec.whatwg.org/#binary-data-byte
_BINARY = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})
_SNIFFED = 1445  # the standard's resource header
_BINARY_SHARE = 0.1


def not_html(data: bytes, charset: str | None = None) -> str | None:
    """What the bytes are, if they are surely no HTML; ``charset``: what the transport says.

    >>> not_html(b"%PDF-1.7 ..."), not_html(b"<p>Tea"), not_html(bytes(100))
    ('a PDF document', None, 'binary data')
    """
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            return kind
    if data[:4] == b"RIFF" and data[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        return "an image, sound or video"
    header = data[:_SNIFFED]
    wide = header.startswith((b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")) or (charset or "").lower() in UTF_16
    binary = len(header) - len(header.translate(None, _BINARY))
    return "binary data" if binary > _BINARY_SHARE * len(header) and not wide else None
