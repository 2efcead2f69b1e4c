from __future__ import annotations

import pytest

from dehusk import extract
from dehusk.source.sniff import not_html


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"GIF89a...", "a GIF image"),
        (b"%PDF-1.7", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b\x08", "gzip-compressed"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "an image, sound or video"),
        (b"\x7fELF", "a program"),
        (bytes(range(32)) * 8, "binary data"),
    ],
)
def test_what_is_no_html_is_named(data: bytes, kind: str) -> None:
    found = not_html(data)
    assert found is not None
    assert found.startswith(kind)
    extraction = extract(data)
    assert (extraction.status, extraction.text) == ("unreadable", "")
    assert extraction.reason.startswith(f"this is {kind}")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"plain text",
        b"<p>Tea\0</p>",
        b"\xff\xfe<\0p\0>\0",
        "<p>Tea".encode("utf-16-be"),
        "<p>雨が降った".encode("shift_jis"),
        b"<!-- \x1b$B iso-2022-jp -->",
        b"RIFF is a word",
    ],
)
def test_what_may_be_html_is_not(data: bytes) -> None:
    assert not_html(data) is None


def test_utf_16_that_only_the_header_names_is_no_binary_data() -> None:
    data = ("\r\n<p>" + "It rained all night and the river rose. " * 5).encode("utf-16-le")
    extraction = extract(data, headers={"Content-Type": "text/html; charset=utf-16le"}, method="arias")
    assert extraction.text.startswith("It rained")
