"""MHTML is read without a browser: the page that was saved, in its encoding, at its address."""

from __future__ import annotations

import email.message
import quopri
from base64 import encodebytes
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract
from dehusk.cli import main
from dehusk.methods.registry import plain_methods
from dehusk.source.mhtml import is_mhtml, read_mhtml

HTML = "<title>Té</title><link rel=stylesheet href=a.css><p>Infusez le thé pendant trois minutes, puis servez.</p>"
HEAD = (
    "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/tea\r\nSubject: Tea\r\n"
    'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----part"\r\n'
)


def archive(*parts: tuple[str, bytes], head: str = HEAD) -> bytes:
    """An archive of parts: headers and body."""
    body = b"".join(b"\r\n------part\r\n%s\r\n\r\n%s" % (head.encode(), content) for head, content in parts)
    return head.encode() + b"\r\n" + body + b"\r\n------part--\r\n"


def page(html: str = HTML, charset: str = "utf-8", transfer: str = "quoted-printable") -> tuple[str, bytes]:
    data = html.encode(charset)
    encoders: dict[str, Callable[[bytes], bytes]] = {
        "quoted-printable": quopri.encodestring,
        "base64": encodebytes,
        "binary": bytes,
    }
    encode = encoders[transfer]
    location = "Content-Location: https://example.org/tea?\r\n lang=fr"
    return f"Content-Type: text/html; charset={charset}\r\nContent-Transfer-Encoding: {transfer}\r\n{location}", encode(
        data
    )


STYLE = ("Content-Type: text/css\r\nContent-Location: https://example.org/a.css", b"p { color: red }")


@pytest.mark.parametrize("transfer", ["quoted-printable", "base64", "binary"])
@pytest.mark.parametrize("charset", ["utf-8", "windows-1252"])
def test_the_page_is_found_in_its_encoding(charset: str, transfer: str) -> None:
    extraction = extract(archive(STYLE, page(charset=charset, transfer=transfer)))
    assert extraction.text == "Infusez le thé pendant trois minutes, puis servez."
    assert (extraction.title, extraction.encoding) == ("Té", charset)
    assert extraction.url == "https://example.org/tea?lang=fr"


def test_the_start_parameter_names_the_page() -> None:
    frame = ("Content-Type: text/html\r\nContent-ID: <frame@x>", b"<p>An advertisement in a frame.")
    main_page = ("Content-Type: text/html\r\nContent-ID: <main@x>", b"<p>The page itself.")
    head = HEAD.replace('type="text/html"', 'start="<main@x>"')
    assert read_mhtml(archive(frame, main_page, head=head)).data == b"<p>The page itself."
    assert read_mhtml(archive(frame, main_page)).data == b"<p>An advertisement in a frame."


@pytest.mark.parametrize("method", plain_methods())
def test_every_method_reads_it(method: str) -> None:
    assert extract(archive(page(), STYLE), method=method).status in {"ok", "empty"}


def test_the_command_line_takes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "page.mhtml").write_bytes(archive(page(), STYLE))
    assert main([str(tmp_path / "page.mhtml")]) == 0
    assert capsys.readouterr().out == "Infusez le thé pendant trois minutes, puis servez.\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<p>Content-Type: multipart/related",
        b"Content-Type: text/html\r\n\r\n<p>multipart/related",
        b"Dear reader,\r\n\r\nContent-Type: multipart/related",
        b"https://example.org/",
    ],
)
def test_other_bytes_are_no_archive(data: bytes) -> None:
    assert not is_mhtml(data)


@given(st.binary(max_size=300))
def test_a_broken_archive_never_raises(junk: bytes) -> None:
    for data in (HEAD.encode() + junk, HEAD.encode() + b"\r\n" + junk, archive((junk.decode("latin-1"), junk))):
        assert extract(data).status in {"ok", "empty", "unreadable"}


def test_an_archive_without_a_page_is_empty() -> None:
    assert read_mhtml(archive(STYLE)).data == b""
    assert extract(archive(STYLE)).status == "empty"


def test_parameters_of_a_field_are_parsed_up_to_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser of the standard library takes quadratic time for them."""
    lengths: list[int] = []
    parse = email.message._parseparam  # type: ignore[attr-defined]

    def count(text: str) -> list[str]:
        lengths.append(len(text))
        return list(parse(text))

    monkeypatch.setattr(email.message, "_parseparam", count)
    part = b"--x\r\nContent-Type: text/html;" + b" a=b;" * 50_000 + b"\r\n\r\n<p>Tea\r\n"
    archive = (
        b"Content-Type: multipart/related; boundary=x;\r\n" + b" a=b;\r\n" * 50_000 + b"\r\n" + part * 3 + b"--x--"
    )
    assert is_mhtml(archive[:200] + b"\r\n\r\n")
    assert read_mhtml(archive).data == b"<p>Tea"
    assert lengths
    assert max(lengths) < 5_000
    assert len(lengths) < 50
