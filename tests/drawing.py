"""What tests of drawn pages share: a mark for tests that need a browser, sources from HTML, a server of pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple

import pytest

from dehusk.errors import BrowserError
from dehusk.layout import find_browser
from dehusk.source import Source
from page_server import running_server


def _missing() -> str:
    try:
        find_browser()
    except BrowserError as error:
        return str(error)
    return ""


needs_browser = pytest.mark.skipif(bool(_missing()), reason=f"draws pages: {_missing()}")


def html_source(html: str, url: str | None = None) -> Source:
    """HTML as if it had been read from standard input."""
    return Source.of(html, url=url)


class Server(NamedTuple):
    """A server on this machine: its address, the paths that were asked for, and the hosts that connected."""

    address: str
    asked: list[str]
    connected: list[str]


@contextmanager
def serve(pages: dict[str, tuple[str, str]]) -> Iterator[Server]:
    """Serve pages by path: (content type, content). The type ``redirect`` sends elsewhere, ``hang`` never answers."""
    asked: list[str] = []
    connected: list[str] = []
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def setup(self) -> None:
            connected.append(self.client_address[0])
            super().setup()

        def do_GET(self) -> None:
            asked.append(self.path)
            kind, content = pages.get(self.path, ("", ""))
            if kind == "hang":
                over.wait(60)
                return
            self.send_response(302 if kind == "redirect" else 200 if kind else 404)
            if kind == "redirect":
                self.send_header("Location", content)
            self.send_header("Content-Type", kind)
            body = content.encode()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            pass

    with running_server(Handler) as address:
        try:
            yield Server(address, asked, connected)
        finally:
            over.set()


def wait_until_gone(is_there: object, seconds: float = 10.0) -> bool:
    """Whether a condition, a function without arguments, stops to hold in time."""
    deadline = time.monotonic() + seconds
    while callable(is_there) and is_there():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
