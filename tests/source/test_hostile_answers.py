"""Answers that no decent server sends: each is a source within the limits, or an error in words."""

from __future__ import annotations

import gzip
import socket
import threading
import tracemalloc
import zlib
from itertools import product

import brotli  # type: ignore[import-untyped]
import pytest

from dehusk import Limits, Source, SourceError, extract
from dehusk.source import read

PAGE = b"<p>It rained all night."
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
WHOLE = b"%x\r\n%b\r\n0\r\n\r\n" % (len(PAGE), PAGE)
LIMITS = Limits(bytes=100_000, seconds=10)
COMPRESS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": lambda data: brotli.compress(data, quality=1),
}

COMPLETE = {
    "chunked and a shorter length": OK + CHUNKED + b"Content-Length: 3\r\n\r\n" + WHOLE,
    "chunked after a longer length": OK + b"Content-Length: 99999\r\n" + CHUNKED + b"\r\n" + WHOLE,
    "a second answer after the first": OK + b"Content-Length: %d\r\n\r\n%b" % (len(PAGE), PAGE) + OK + b"\r\n<p>Other",
    "no reason": b"HTTP/1.1 200\r\n\r\n" + PAGE,
    "extension of a chunk": OK + CHUNKED + b"\r\n%x;a=b\r\n%b\r\n0\r\n\r\n" % (len(PAGE), PAGE),
    "length of white space": OK + b"Content-Length:   \r\n\r\n" + PAGE,
    "negative length": OK + b"Content-Length: -5\r\n\r\n" + PAGE,
    "early hints": b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + OK + b"\r\n" + PAGE,
    "processing, twice": b"HTTP/1.1 102 Processing\r\n\r\n" * 2 + OK + b"\r\n" + PAGE,
    "unknown encoding": OK + b"Content-Encoding: tea\r\n\r\n" + PAGE,
}
OTHER = {
    "two lengths": OK + b"Content-Length: 3\r\nContent-Length: 99\r\n\r\n" + PAGE,
    "list of lengths": OK + b"Content-Length: 3, 99\r\n\r\n" + PAGE,
    "length of letters": OK + b"Content-Length: tea\r\n\r\n" + PAGE,
    "endless length": OK + b"Content-Length: 1" + b"0" * 5000 + b"\r\n\r\n" + PAGE,
    "negative chunk": OK + CHUNKED + b"\r\n-5\r\n" + PAGE,
    "endless chunk": OK + CHUNKED + b"\r\n" + b"f" * 40 + b"\r\n" + PAGE,
    "chunk of letters": OK + CHUNKED + b"\r\ntea\r\n" + PAGE,
    "long line of a chunk": OK + CHUNKED + b"\r\n5;" + b"x" * 500_000 + b"\r\n" + PAGE,
    "long trailer": OK + CHUNKED + b"\r\n" + WHOLE[:-2] + b"x: " + b"y" * 500_000,
    "long header": OK + b"X: " + b"y" * 500_000 + b"\r\n\r\n" + PAGE,
    "many headers": OK + b"X: y\r\n" * 20_000 + b"\r\n" + PAGE,
    "cookies": OK + b"Set-Cookie: a=b\r\n" * 90 + b"Set-Cookie: c=" + b"d" * 60_000 + b"\r\n\r\n" + PAGE,
    "folded header": OK + b"X: a\r\n b\r\n\tc\r\n\r\n" + PAGE,
    "header without a name": OK + b": tea\r\n\r\n" + PAGE,
    "NUL in a header": OK + b"Content-Encoding: g\0zip\r\n\r\n" + PAGE,
    "no HTTP": PAGE,
    "other version": b"HTTP/9.9 200 OK\r\n\r\n" + PAGE,
    "status of letters": b"HTTP/1.1 tea OK\r\n\r\n" + PAGE,
    "status 999": b"HTTP/1.1 999 No\r\n\r\n" + PAGE,
    "nothing": b"",
    "redirect to a script": b"HTTP/1.1 302 x\r\nLocation: javascript:tea\r\n\r\n",
    "redirect to an open bracket": b"HTTP/1.1 302 x\r\nLocation: http://[::1\r\n\r\n",
    "redirect to a port of letters": b"HTTP/1.1 302 x\r\nLocation: http://a:tea/\r\n\r\n",
    "long redirect": b"HTTP/1.1 302 x\r\nLocation: /" + b"x" * 60_000 + b"\r\n\r\n",
    "redirect of bytes": b"HTTP/1.1 302 x\r\nLocation: /\xff\xfe \x01\r\n\r\n",
    "compressed four times": OK + b"Content-Encoding: gzip, gzip, gzip, gzip\r\n\r\n" + PAGE,
    "not modified": b"HTTP/1.1 304 x\r\n\r\n",
}


class RawServer(threading.Thread):
    """Sends one answer to every request, then closes the connection."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(daemon=True)
        self.answer = answer
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                try:
                    connection.recv(65536)
                    connection.sendall(self.answer)
                except OSError:
                    pass

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.join()


def answer_of(answer: bytes) -> Source | SourceError:
    server = RawServer(answer)
    server.start()
    try:
        return read(server.address, limits=LIMITS)
    except SourceError as error:
        return error
    finally:
        server.close()


@pytest.mark.parametrize("name", COMPLETE)
def test_the_page_is_read_whole(name: str) -> None:
    source = answer_of(COMPLETE[name])
    assert isinstance(source, Source)
    assert (source.data, source.cut) == (PAGE, ())


def test_a_part_of_a_page_that_nobody_asked_for_is_cut() -> None:
    head = b"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-22/99999\r\nContent-Length: 23\r\n\r\n"
    source = answer_of(head + PAGE)
    assert isinstance(source, Source)
    assert source.cut == ("the rest of the page, which the server did not send",)
    assert extract(source).status == "truncated"


@pytest.mark.parametrize("name", ["redirect to an open bracket", "redirect to a port of letters"])
def test_a_redirect_to_no_address_is_told_as_one(name: str) -> None:
    error = answer_of(OTHER[name])
    assert isinstance(error, SourceError)
    assert error.cause == "redirects to what is not a valid address"


@pytest.mark.parametrize("name", OTHER)
def test_a_source_or_an_error_in_words(name: str) -> None:
    source = answer_of(OTHER[name])
    if isinstance(source, SourceError):
        assert "Error" not in str(source)
        assert "(" not in source.cause
    else:
        assert len(source.data) <= LIMITS.bytes + 1
        assert extract(source).status in {"ok", "truncated", "empty"}


@pytest.mark.parametrize("codings", [*product(COMPRESS, repeat=2), ("gzip", "deflate", "br")], ids=", ".join)
def test_bombs_in_bombs(codings: tuple[str, ...]) -> None:
    """10 MB of nothing are read up to the limit, in memory of that order."""
    body = b"<p>tea" + bytes(10_000_000)
    for coding in codings:
        body = COMPRESS[coding](body)
    server = RawServer(OK + b"Content-Encoding: %b\r\n\r\n" % ", ".join(codings).encode() + body)
    server.start()
    del body
    tracemalloc.start()
    try:
        source = read(server.address, limits=LIMITS)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        server.close()
    assert len(source.data) == LIMITS.bytes + 1
    assert source.truncated
    assert peak < 5_000_000
