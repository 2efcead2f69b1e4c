"""Web servers on 127.0.0.1 for tests, and one with a few pages, for tests of code that fetches."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NEWS_FILE = Path(__file__).parent / "pages" / "news-en" / "page.html"
NEWS = NEWS_FILE.read_text("utf-8")
MENU = "<ul><li><a href=/>Home</a><li><a href=/shop>Shop</a></ul>"
PAGES = {
    "/news": NEWS.encode(),
    "/latin": "<title>Café</title><p>Le café est prêt, et le thé aussi.".encode("latin-1"),
    "/empty": b"<title>Nothing</title>",
    "/pdf": b"%PDF-1.7",
}


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = PAGES.get(self.path)
        self.send_response(404 if body is None else 200)
        charset = "; charset=iso-8859-1" if self.path == "/latin" else ""
        self.send_header("Content-Type", f"text/html{charset}")
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_arguments: object) -> None:
        pass


@contextmanager
def running_server(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server on a free port, whose requests a handler answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def page_server() -> Iterator[str]:
    """The address of a server of a few pages."""
    with running_server(_Pages) as address:
        yield address
