"""Source: one way in for every kind of document, decoded and unpacked once."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk import ArgumentError, Limits, Source, SourceError, extract
from dehusk.source import source as module

if TYPE_CHECKING:
    from collections.abc import Callable

HTML = "<p>Infusez le thé pendant trois minutes."
ARCHIVE = (
    b"Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=latin1\r\n"
    b"Content-Location: https://example.org/tea\r\n\r\n" + HTML.encode("latin-1") + b"\r\n--x--"
)


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[None]:
    """Replace a function of the module by one that counts its calls."""
    calls: list[None] = []
    function: Callable[..., object] = getattr(module, name)

    def count(*arguments: object) -> object:
        calls.append(None)
        return function(*arguments)

    monkeypatch.setattr(module, name, count)
    return calls


@pytest.mark.parametrize(
    "document",
    [HTML, HTML.encode(), bytearray(HTML.encode()), memoryview(HTML.encode()), Source(HTML), HTML.encode("utf-16")],
    ids=["text", "bytes", "bytearray", "memoryview", "Source", "UTF-16"],
)
def test_every_kind_of_document(document: str | bytes | bytearray | memoryview | Source) -> None:
    source = Source.of(document, url="https://example.org/")
    assert (source.html, source.url, source.problem, source.truncated) == (HTML, "https://example.org/", None, False)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_text(HTML, "utf-8")
    assert (Source.of(path).html, Source.of(path).name) == (HTML, str(path))
    with pytest.raises(SourceError, match="no such file"):
        Source.of(tmp_path / "missing.html")


def test_url_and_headers_replace_those_of_a_source() -> None:
    source = Source.of(HTML.encode("latin-1"), url="https://a.example/", headers={"Content-Type": "text/html"})
    changed = Source.of(source, url="https://b.example/", headers={"content-type": "text/html; charset=latin1"})
    assert (changed.url, changed.html) == ("https://b.example/", HTML)
    assert source.url == "https://a.example/"


def test_a_source_that_needs_no_change_is_itself() -> None:
    source = Source.of(HTML)
    assert Source.of(source) is source
    assert Source.of(source, limits=Limits(bytes=source.max_bytes)) is source


def test_bytes_are_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches, decodings = counted(monkeypatch, "find_encoding"), counted(monkeypatch, "decode_as")
    source = Source.of(HTML.encode())
    assert (searches, decodings) == ([], [])
    for _ in range(2):
        assert (source.html, source.encoding) == (HTML, "utf-8")
    assert (len(searches), len(decodings)) == (1, 1)


UTF_8 = {"Content-Type": "text/html; charset=utf-8"}


def test_valid_utf_8_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch, "decode_as")
    assert Source.of(HTML.encode(), headers=UTF_8).utf8 == HTML.encode()
    assert Source.of(b"\xef\xbb\xbf" + HTML.encode()).utf8 == HTML.encode()
    for document in (HTML, HTML.encode("latin-1"), HTML.encode("utf-16"), HTML.encode() + b"\xc3"):
        assert Source.of(document).utf8 is None
    assert Source.of(HTML.encode(), headers={"Content-Type": "text/html; charset=latin1"}).utf8 is None
    assert Source.of(HTML.encode(), headers={"Content-Type": "text/plain; charset=utf-8"}).utf8 is None
    assert calls == []


@given(st.binary(max_size=6) | st.text(max_size=4).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_what_is_valid_utf_8(tail: bytes) -> None:
    for document in (tail, b"<p>some tea" + tail, b"<p>some tea" + tail + b" and milk"):
        try:
            document.decode()
        except UnicodeDecodeError:
            is_valid = False
        else:
            is_valid = True
        assert all(core_module("text_loops", form).is_utf8(document) == is_valid for form in FORMS)


@pytest.mark.parametrize("html", [HTML, f"<meta charset=utf-8>{HTML * 99}", "<p>\0\r\nTea \ufeff<b", ""])
def test_a_page_in_utf_8_is_the_same_as_text_and_as_bytes(html: str) -> None:
    for data in (html.encode(), b"\xef\xbb\xbf" + html.encode(), html.encode() + b"\xff"):
        ours = extract(data, headers=UTF_8)
        theirs = extract(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"))
        assert (ours.text, ours.page.text, ours.blocks) == (theirs.text, theirs.page.text, theirs.blocks)


def test_an_archive_is_unpacked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = counted(monkeypatch, "read_mhtml")
    source = Source.of(ARCHIVE)
    for _ in range(2):
        assert (source.html.strip(), source.encoding) == (HTML, "latin1")
        assert (source.url, source.page_url) == (None, "https://example.org/tea")
        assert source.problem is None
    assert len(calls) == 1
    assert Source.of(ARCHIVE, url="https://b.example/").page_url == "https://b.example/"


def test_what_is_beyond_the_limit_is_cut() -> None:
    limits = Limits(bytes=6)
    for document in ("<p>Tea and milk", b"<p>Tea and milk"):
        source = Source.of(document, limits=limits)
        assert (source.html, source.truncated, source.data) == ("<p>Tea", True, document)
        assert not Source.of(document).truncated
    assert Source.of(Source.of("<p>Tea and milk", limits=limits)).html == "<p>Tea"
    archived = Source.of(ARCHIVE, limits=limits)
    assert (archived.html, archived.truncated) == (HTML[:6], True)


def test_a_source_is_immutable() -> None:
    headers = {"Content-Type": "text/html"}
    source = Source.of(HTML, headers=headers)
    headers["Content-Type"] = "text/plain"
    assert dict(source.headers or {}) == {"Content-Type": "text/html"}
    with pytest.raises(AttributeError):
        source.url = "https://example.org/"  # type: ignore[misc]
    with pytest.raises(TypeError):
        source.headers["Server"] = "x"  # type: ignore[index]


def test_a_pickle_holds_the_document_only_once() -> None:
    source = Source.of(b"<p>" + b"tea " * 100_000, url="https://example.org/", headers={"Content-Type": "text/html"})
    assert len(source.html) == len(source.data)
    pickled = pickle.dumps(source)
    assert len(pickled) < len(source.data) + 1000
    again = pickle.loads(pickled)  # noqa: S301
    assert again == source
    assert again.html == source.html


@pytest.mark.parametrize("wrong", [None, 7, ["<p>Tea"], ("<p>Tea", "https://example.org/")])
def test_what_is_no_document(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="a page is text, bytes, a Path or a Source, not"):
        Source.of(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("headers", [[("a", "b")], 5, "text/html", {"Content-Type": b"text/html"}, {1: "a"}])
def test_wrong_headers(headers: object) -> None:
    with pytest.raises(ArgumentError, match="headers must map names to values, both text, such as"):
        Source.of(HTML, headers=headers)  # type: ignore[arg-type]


def test_wrong_urls_and_limits() -> None:
    with pytest.raises(ArgumentError, match=r"url must be text such as 'https://example.org/', not 5"):
        Source.of(HTML, url=5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"limits must be Limits, such as dehusk.Limits\(seconds=5\), not 5"):
        Source.of(HTML, limits=5)  # type: ignore[arg-type]


def test_headers_say_what_kind_of_document_a_text_is() -> None:
    assert Source.of("a <b> c", headers={"content-type": "text/plain; charset=utf-7"}).html == "<p>a &lt;b&gt; c</p>"
    json = Source.of('{"a": 1}', headers={"Content-Type": "application/json"})
    assert json.problem == "this is a JSON document, not HTML"
    assert Source.of("<p>é", headers={"Content-Type": "text/html; charset=utf-7"}).html == "<p>é"
