from __future__ import annotations

import pytest

from dehusk import extract
from dehusk.source.sniff import data_format, not_html


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


XML = b"\xef\xbb\xbf<?xml version='1.0'?>\n<?xml-stylesheet href='a.xsl'?><!-- > -->\n"
DATA_FORMATS = [
    (b'{"title": "Tea", "text": "<p>Steep it"}', "a JSON document"),
    (b'\n[ [{ "a\\"b" : 1', "a JSON document"),
    (XML + b"<rss version='2.0'><channel><title>Tea", "an RSS feed"),
    (XML + b"<rdf:RDF xmlns='http://purl.org/rss/1.0/'>", "an RSS feed"),
    (XML + b"<feed xmlns='http://www.w3.org/2005/Atom'>", "an Atom feed"),
    (XML + b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", "a sitemap"),
    (b"<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", "an index of sitemaps"),
]


@pytest.mark.parametrize(("data", "kind"), DATA_FORMATS)
def test_formats_for_programs_are_named(data: bytes, kind: str) -> None:
    for document in (data, data.decode("utf-8-sig")):
        extraction = extract(document)
        assert (extraction.status, extraction.text) == ("unreadable", "")
        assert extraction.reason == f"this is {kind}, not HTML"


@pytest.mark.parametrize(
    "data",
    [
        b"<feed>Fish food</feed>",
        b"<rss>A word",
        XML + b"<html xmlns='http://www.w3.org/1999/xhtml'><p>Tea",
        b'<p>{"title": "Tea"}',
        b'{ "Tea" is a word',
        b"[1] A note.<p>Tea",
        b"<!-- <rss><channel> --><p>Tea",
    ],
)
def test_what_only_resembles_a_data_format_is_a_page(data: bytes) -> None:
    assert data_format(data) is None


def test_the_header_says_that_a_value_is_json() -> None:
    for kind in ("application/json; charset=utf-8", "application/ld+json", "text/json"):
        assert extract(b"[1, 2]", headers={"Content-Type": kind}).reason == "this is a JSON document, not HTML"
    assert extract(b"<p>Tea", headers={"Content-Type": "application/json"}).text == "Tea"


@pytest.mark.parametrize("method", ["grain", "arias"])
def test_plain_text_is_text(method: str) -> None:
    text = 'In a < b the <b> stays.\r\nSo does &amp;.\r\n\r\n{"a": 1}\n \n<script>alert(1)</script>\n'
    headers = {"content-type": "Text/Plain; charset=utf-8"}
    extraction = extract(text.encode(), headers=headers, method=method)
    lines = ["In a < b the <b> stays.", "So does &amp;.", '{"a": 1}', "<script>alert(1)</script>"]
    assert extraction.text.split("\n") == lines
    assert (extraction.status, extraction.reason) == ("ok", "this is plain text, kept whole")
    assert extraction.html.count("<p>") == 3
    assert "<script>" not in extraction.html
    assert "<p>In a &lt; b" in extraction.to_isolate()


def test_data_is_not_plain_text() -> None:
    extraction = extract(b"%PDF-1.7", headers={"Content-Type": "text/plain"})
    assert extraction.reason == "this is a PDF document, not HTML"
