"""No document raises: whatever the bytes, an Extraction comes back, and every format can be written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Extraction, Limits, extract
from dehusk.compat import trafilatura
from dehusk.methods.registry import plain_methods
from dehusk.output import writer_names
from dehusk.testing import fuzzed_html
from html_strategies import any_html

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89"
PROSE = "It rained all night, and in the morning the river stood a hand below the bridge. "
METHODS = ("arias", "cetd-ds", "cectd-ds", "cectd-s")
NO_ADDRESSES = ("http://[", "//[x", "http://a\u2100b/", "http://a:x/")
HARD: dict[str, str | bytes] = {
    "100,000 nested blocks": "<div>" * 100_000 + PROSE,
    "100,000 nested inline elements": "<b>" * 100_000 + PROSE,
    "100,000 nested links and tables": "<a><table><tr><td>" * 25_000 + PROSE,
    "tables nested as deep as the parser goes": f"<p>{PROSE * 9}</p>" + "<div>" * 3 + "<table><td>" * 127 + "</tr> ",
    "5 MB of text in one node": f"<p>{PROSE * 62_500}</p>",
    "5 MB of ideographs": "<p>" + "雨" * 1_700_000,
    "200,000 siblings": "<p>x</p>" * 200_000,
    "200,000 links": "<ul>" + "<li><a href=#>x</a>" * 66_000 + "</ul>",
    "one tag of many attributes": "<p " + " ".join(f"a{n}=1" for n in range(50_000)) + ">Tea",
    "a long attribute": f"<p class='{'x' * 2_000_000}'>Tea",
    "many tag names": "".join(f"<x{n}>y</x{n}>" for n in range(70_000)),
    "unclosed comment": f"<p>{PROSE}<!--" + PROSE * 10_000,
    "many unclosed tags": "<p><b><i>" * 3000 + PROSE,
    "NULs": "\0" * 100_000 + "<p>a\0b" + "\0" * 100_000,
    "NUL bytes": b"<p>Tea" + b"\0" * 50,
    "lone surrogates": "<p \ud800='\udc00'>a\udfffb</p>\ud800" * 1000,
    "truncated UTF-16": "\ufeff<p>Tea".encode("utf-16-le")[:-1],
    "one byte of UTF-16": b"\xff\xfe<",
    "a PNG as .html": PNG,
    "a PNG inside HTML": b"<p>Tea</p>" + PNG * 100,
    "a PNG called text": "<p>" + PNG.decode("latin-1"),
    "UTF-8 cut in a character": "<p>雨".encode()[:-1],
    "entities": "<p>" + "&amp;&#x110000;&#0;&notit;&" * 20_000,
}


def assert_sound(extraction: Extraction) -> None:
    """Every part of an extraction can be had, and is text that can be written."""
    assert extraction.status in {"ok", "empty", "truncated", "unreadable"}, extraction.reason
    assert bool(extraction.text) == bool(extraction.selection.keep.any())
    for name in writer_names():
        extraction.to(name).encode()
    assert isinstance(extraction.tables, list)
    assert isinstance(extraction.links, list)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=300)
@given(html=any_html)
def test_hypothesis_html(method: str, html: str) -> None:
    assert_sound(extract(html, method=method))


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=300)
@given(data=st.binary(max_size=300))
def test_random_bytes(method: str, data: bytes) -> None:
    assert_sound(extract(data, method=method))


@settings(max_examples=300)
@given(html=any_html, codec=st.sampled_from(["utf-8", "utf-16", "shift_jis", "utf-32"]), noise=st.binary(max_size=30))
def test_html_in_any_encoding_with_noise(html: str, codec: str, noise: bytes) -> None:
    data = html.encode(codec, "replace")
    assert_sound(extract(data[: len(data) // 2] + noise + data[len(data) // 2 :]))


@settings(max_examples=300)
@given(st.text(st.characters(), max_size=200))
def test_any_text_lone_surrogates_included(text: str) -> None:
    assert_sound(extract(text))


@pytest.mark.parametrize("method", METHODS)
def test_seeded_html(method: str) -> None:
    for seed in range(600):
        assert_sound(extract(fuzzed_html(1000 + seed), method=method))


@pytest.mark.parametrize("name", HARD)
def test_hard_documents(name: str) -> None:
    large = len(HARD[name]) > 500_000
    for method in METHODS[:2] if large else METHODS:
        extraction = extract(HARD[name], method=method)
        assert extraction.status in {"ok", "empty", "truncated", "unreadable"}, extraction.reason
        assert bool(extraction.text) == bool(extraction.selection.keep.any())
    if not large:
        assert_sound(extraction)


@pytest.mark.parametrize("url", [None, "https://example.org/a", *NO_ADDRESSES])
@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_addresses_that_cannot_be_taken_apart(address: str, url: str | None) -> None:
    head = f"<base href='{address}'><link rel=canonical href='{address}'><meta property=og:url content='{address}'>"
    media = f"<img src='{address}' srcset='{address} 2x'><iframe src='{address}'></iframe>"
    links = f"<p>Tea<sup><a href='{address}#n'>1</a></sup> <a href='{address}'>Milk</a>.</p><p id=n>1. Leaf.</p>"
    for part in (head, media, links):
        html = f"<article><p>{PROSE * 9}</p>{part}<p>{PROSE}</p>"
        extraction = extract(html, url=url)
        assert_sound(extraction)
        assert PROSE.strip() in extraction.text
        assert extraction.quality is not None
        assert trafilatura.bare_extraction(html, url=url) is not None


@pytest.mark.parametrize("name", ["100,000 nested blocks", "200,000 siblings", "5 MB of text in one node"])
def test_no_text_of_a_hard_document_is_lost(name: str) -> None:
    html = HARD[name]
    assert isinstance(html, str)
    page = extract(html, method="arias").page
    assert page.text.count("x") + page.text.count("river") == html.count("x") + html.count("river")


@pytest.mark.parametrize("method", plain_methods())
def test_every_method_stays_within_the_limits(method: str) -> None:
    html = "<p>It rained <a href=#>all night</a></p>" * 5000
    extraction = extract(html, method=method, limits=Limits(nodes=1000, seconds=60))
    assert extraction.status == "truncated"
    assert len(extraction.page) <= 1001
