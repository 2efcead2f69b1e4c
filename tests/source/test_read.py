from __future__ import annotations

import gzip
import http.client
import pickle
import socket
import subprocess
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar

import brotli  # type: ignore[import-untyped]
import pytest

from dehusk import Limits, SourceError, extract
from dehusk.source import is_url, read
from dehusk.source.content_encoding import decompress

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = "<p>Příliš žluťoučký kůň".encode()
NOISE = PAGE + "".join(f"<p>{number * number}" for number in range(5000)).encode()
ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/page": (200, {"Content-Type": "text/html; charset=utf-8"}, PAGE),
    "/legacy": (200, {"Content-Type": "text/html; charset=windows-1250"}, PAGE.decode().encode("windows-1250")),
    "/missing": (404, {}, b"<p>Not here"),
    "/broken": (500, {}, b"<p>Broken"),
    "/relative": (302, {"Location": "page"}, b""),
    "/chain": (301, {"Location": "/relative"}, b""),
    "/loop": (302, {"Location": "/loop"}, b""),
    "/to-file": (302, {"Location": "file:///etc/passwd"}, b""),
    "/no-location": (302, {}, PAGE),
    "/gzip": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE)),
    "/brotli": (200, {"Content-Encoding": "br"}, brotli.compress(PAGE)),
    "/gzip-bomb": (200, {"Content-Encoding": "gzip"}, gzip.compress(bytes(50_000_000))),
    "/brotli-bomb": (200, {"Content-Encoding": "br"}, brotli.compress(bytes(50_000_000), quality=3)),
    "/not-gzip": (200, {"Content-Encoding": "gzip"}, PAGE),
    "/not-brotli": (200, {"Content-Encoding": "br"}, PAGE),
    "/deflate": (200, {"Content-Encoding": "deflate"}, zlib.compress(PAGE)),
    "/bare-deflate": (200, {"Content-Encoding": "deflate"}, zlib.compress(PAGE, wbits=-15)),
    "/twice": (200, {"Content-Encoding": "br, gzip"}, gzip.compress(brotli.compress(PAGE))),
    "/members": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:]) + bytes(99)),
    "/nothing": (200, {"Content-Encoding": "gzip"}, b""),
    "/cut-gzip": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE * 100)[:-20]),
    "/cut-member": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE * 99) + gzip.compress(PAGE * 99)[:-20]),
    "/cut-brotli": (200, {"Content-Encoding": "br"}, brotli.compress(NOISE)[:-20]),
    "/cut-deflate": (200, {"Content-Encoding": "deflate"}, zlib.compress(PAGE * 100)[:-3]),
    "/cut-chunks": (
        200,
        {"Transfer-Encoding": "chunked", "Content-Length": ""},
        b"%x\r\n%b\r\n9\r\nx" % (len(PAGE), PAGE),
    ),
    "/short": (200, {"Content-Length": "99999"}, PAGE),
    "/large": (200, {}, b"x" * 5000),
}


COMPLETE = (
    *("/page", "/gzip", "/brotli", "/no-location"),
    *("/deflate", "/bare-deflate", "/twice", "/members"),
)


class Handler(BaseHTTPRequestHandler):
    seen: ClassVar[dict[str, str]] = {}

    def do_GET(self) -> None:
        if self.path == "/drip":
            self.drip()
            return
        if self.path == "/silent":
            time.sleep(1)
            return
        self.seen.update(self.headers)
        status, headers, body = ANSWERS[self.path]
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def drip(self) -> None:
        """Send a byte at a time, each well before a reader of single bytes would give up."""
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        try:
            for _ in range(1000):
                self.wfile.write(b"x")
                time.sleep(0.02)
        except OSError:
            pass

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.block_on_close = False
        thread = threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.mark.parametrize("path", [*COMPLETE])
def test_a_page_is_fetched(server: str, path: str) -> None:
    source = read(server + path)
    assert (source.data, source.name, source.url) == (PAGE, server + path, server + path)


def test_the_header_names_the_encoding(server: str) -> None:
    source = read(f"{server}/legacy")
    extraction = extract(source.data, headers=source.headers)
    assert (extraction.text, extraction.encoding) == ("Příliš žluťoučký kůň", "windows-1250")


def test_a_request_says_who_asks_and_what_it_takes(server: str) -> None:
    read(f"{server}/page")
    assert Handler.seen["User-Agent"] == "dehusk"
    assert Handler.seen["Accept-Encoding"] == "gzip, br"


@pytest.mark.parametrize("path", ["/relative", "/chain"])
def test_redirects_are_followed(server: str, path: str) -> None:
    source = read(server + path)
    assert (source.name, source.url, source.data) == (server + path, f"{server}/page", PAGE)


@pytest.mark.parametrize(
    ("path", "cause"),
    [
        ("/missing", "HTTP status 404"),
        ("/broken", "HTTP status 500"),
        ("/loop", "more than 5 redirects"),
        ("/to-file", "redirects to file:///etc/passwd"),
        ("/not-gzip", "the answer is damaged: its gzip stream is not valid"),
        ("/not-brotli", "the answer is damaged: its brotli stream is not valid"),
        ("/nothing", "the answer is empty"),
    ],
)
def test_a_failure_names_the_address_the_cause_and_what_to_try(server: str, path: str, cause: str) -> None:
    with pytest.raises(SourceError) as caught:
        read(server + path)
    assert caught.value.name == server + path
    assert cause in caught.value.cause
    assert caught.value.remedy


@pytest.mark.parametrize("path", ["/gzip-bomb", "/brotli-bomb", "/large"])
def test_no_more_is_expanded_than_the_limit(server: str, path: str) -> None:
    source = read(server + path, Limits(bytes=1000))
    assert len(source.data) == 1001
    assert source.truncated
    assert len(source.content) == 1000


@pytest.mark.parametrize("path", ["/drip", "/silent"])
def test_a_slow_server_meets_the_deadline(server: str, path: str) -> None:
    with pytest.raises(SourceError, match=r"no complete answer in 0.2 seconds \(try again"):
        read(server + path, Limits(seconds=0.2))


@pytest.mark.parametrize("path", ["/cut-gzip", "/cut-member", "/cut-brotli", "/cut-deflate", "/cut-chunks", "/short"])
def test_an_answer_that_was_cut_short_is_truncated(server: str, path: str) -> None:
    source = read(server + path)
    extraction = extract(pickle.loads(pickle.dumps(source)))  # noqa: S301
    assert source.html.startswith(PAGE.decode())
    assert extraction.status == "truncated"
    assert extraction.reason.startswith("cut: the rest of the page, which the server did not send")


def _answer(*parts: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\n" + b"".join(parts)


CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
# What a server sends first, and then without end.
ENDLESS = {
    "headers": (_answer(), b"X"),
    "many headers": (_answer(), b"X: y\r\n"),
    "100 Continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "103 Early Hints": (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "chunk header": (_answer(CHUNKED, b"5;"), b"x"),
    "chunk": (_answer(CHUNKED, b"ffffffff\r\n"), b"x"),
    "trailer": (_answer(CHUNKED, b"1\r\nx\r\n0\r\n"), b"X: y\r\n"),
    "body": (_answer(b"\r\n"), b"x"),
    "empty gzip members": (_answer(b"Content-Encoding: gzip\r\n\r\n"), gzip.compress(b"")),
    "empty brotli blocks": (_answer(b"Content-Encoding: br\r\n\r\n", b"\x0c"), b"\x06"),
}
# Later versions of Python end these after 100 answers or lines.
LIMITED_BY_PYTHON = (
    {"100 Continue", "103 Early Hints", "trailer"} if hasattr(http.client, "_MAXINTERIMRESPONSES") else set[str]()
)


class EndlessServer(threading.Thread):
    """Sends bytes until the client closes the connection."""

    def __init__(self, first: bytes, then: bytes, pause: float) -> None:
        super().__init__(daemon=True)
        self.first, self.then, self.pause = first, then, pause
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.closed_by_client = threading.Event()
        self.test_is_over = threading.Event()

    def run(self) -> None:
        connection, _ = self.listener.accept()
        with self.listener, connection:
            connection.recv(10_000)
            try:
                connection.sendall(self.first)
                while not self.test_is_over.wait(self.pause):
                    connection.sendall(self.then)
            except OSError:
                self.closed_by_client.set()


@pytest.mark.parametrize("pause", [0.01, 0.0])
@pytest.mark.parametrize("name", ENDLESS)
def test_at_the_deadline_the_connection_is_closed(name: str, pause: float) -> None:
    server = EndlessServer(*ENDLESS[name], pause)
    server.start()
    answer: list[str] = []

    def fetch() -> None:
        try:
            read(f"http://127.0.0.1:{server.listener.getsockname()[1]}/", Limits(seconds=0.3, bytes=10**9))
        except SourceError as error:
            answer.append(error.cause)

    reader = threading.Thread(target=fetch, daemon=True)
    reader.start()
    # Far beyond the deadline: without one, the server would never be left.
    left = server.closed_by_client.wait(20)
    server.test_is_over.set()
    reader.join()
    assert left
    # A server that sends fast reaches the client's limits for headers and lines before the deadline.
    limited = pause == 0 and name in {"headers", "many headers", "chunk header", *LIMITED_BY_PYTHON}
    assert limited or answer == ["no complete answer in 0.3 seconds"]


def test_a_name_that_is_looked_up_for_long_meets_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def look_up(*_arguments: object, **_options: object) -> list[object]:
        over.wait(20)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(SourceError, match="no complete answer"):
        read("http://slow.invalid/", Limits(seconds=0.2))
    assert not over.is_set()
    over.set()


def test_many_empty_gzip_members_cost_as_much_as_their_bytes() -> None:
    member = gzip.compress(b"")
    assert b"".join(decompress([member * 100_000, gzip.compress(PAGE)], "gzip")) == PAGE


def test_a_refused_connection_is_not_called_a_time_out() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(SourceError, match="check the address and the connection") as caught:
        read(f"http://127.0.0.1:{port}/")
    assert "refused" in caught.value.cause


@pytest.mark.parametrize(
    "address", ["http://", "http://[::1/", "https://exa mple/", "http://a..b/", "http://:80/", "http://x:99999/"]
)
def test_a_malformed_address_is_a_source_error(address: str) -> None:
    with pytest.raises(SourceError):
        read(address, Limits(seconds=1))


def test_what_is_a_web_address() -> None:
    assert is_url("HTTPS://example.org")
    assert not any(map(is_url, ("page.html", "file:///page.html", "ftp://x", "http.html", "")))


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    source = read(str(path))
    assert (source.name, source.data, source.url, source.headers) == (str(path), PAGE, None, None)


def test_a_large_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"x" * 1000)
    assert len(read(str(path), Limits(bytes=10)).data) == 11


def test_a_missing_file_is_named() -> None:
    with pytest.raises(SourceError, match=r"nothing.html: no such file \(check the path; .*http://"):
        read("nothing.html")


def test_a_directory_is_no_page(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"is a directory \(name the files in it\)"):
        read(str(tmp_path))


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, ""])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(SourceError):
        read(name)


def test_standard_input_is_read() -> None:
    script = "from dehusk.source import read; print(read('-').data)"
    done = subprocess.run([sys.executable, "-c", script], input=PAGE, capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().strip() == repr(PAGE)
