"""Runs in a network namespace of its own, where 8.8.8.8 and 1.1.1.1 are this machine: real connections to judge."""

# ruff: noqa: T201 - a command

from __future__ import annotations

import socket
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

from dehusk import Limits, SourceError, read
from page_server import PAGES

ANSWERS: dict[str, list[list[str]]] = {}
"""Name -> the answers of the resolver, one after the other; the last one is repeated."""
REQUESTS: list[tuple[str, str, str | None]] = []
CANARY: list[str] = []
system_getaddrinfo = socket.getaddrinfo


def resolve(host: str, port: int, *args: int, **options: int) -> list[Any]:
    answers = ANSWERS.get(host, [[host]])
    found = answers.pop(0) if len(answers) > 1 else answers[0]
    return [each for address in found for each in system_getaddrinfo(address, port, *args, **options)]


class PublicHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        host = self.headers["Host"]
        REQUESTS.append((host, self.path, self.headers["Cookie"]))
        target = unquote(self.path.partition("?to=")[2])
        self.send_response(302 if target else 200)
        if target:
            self.send_header("Location", target)
            self.send_header("Set-Cookie", f"from={host}; Domain=example.org; Path=/")
        self.end_headers()
        self.wfile.write(PAGES.get(self.path, b"<p>public"))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class CanaryHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        CANARY.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<p>secret")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def serve(address: str, handler: type[BaseHTTPRequestHandler]) -> None:
    server = ThreadingHTTPServer((address, 80), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def fetched(url: str) -> str:
    try:
        return str(read(url, Limits(seconds=5), public_only=True).html)
    except SourceError as caught:
        error = caught
    hidden = ("8.8.8.8", "1.1.1.1", "127.0.0.1", "::")
    found = any(each in error.cause + error.remedy for each in hidden)
    return "an address was revealed" if found else error.cause


def check(found: str, expected: str, name: str) -> None:
    print(name, "->", found)
    assert found == expected, (name, found, expected)
    assert not CANARY, name


def main() -> None:
    for command in ("link set lo up", "address add 8.8.8.8/32 dev lo", "address add 1.1.1.1/32 dev lo"):
        subprocess.run(["ip", *command.split()], check=True)  # noqa: S603, S607 - our own
    serve("8.8.8.8", PublicHandler)
    serve("127.0.0.1", CanaryHandler)
    socket.getaddrinfo = resolve  # type: ignore[assignment]
    refused = "no public host of this name was found"
    ANSWERS.update(
        {
            "a.example.org": [["8.8.8.8"]],
            "b.example.org": [["8.8.8.8"]],
            "second.example.org": [["1.1.1.1", "8.8.8.8"]],
            "rebinding.example.org": [["8.8.8.8"], ["127.0.0.1"]],
            "flipping.example.org": [["127.0.0.1"], ["8.8.8.8"]],
            "private.example.org": [["127.0.0.1"]],
            "refusing.example.org": [["1.1.1.1"]],
        }
    )
    check(fetched("http://a.example.org/"), "<p>public", "a public host")
    check(fetched("http://second.example.org/"), "<p>public", "the second address answers")
    check(fetched("http://refusing.example.org/"), "connection refused", "a public host that refuses")
    check(fetched("http://rebinding.example.org/"), "<p>public", "one resolution per connection")
    check(fetched("http://rebinding.example.org/"), refused, "the next request is judged again")
    check(fetched("http://flipping.example.org/"), refused, "a name that was private first")
    for target in ("http://127.0.0.1/", "http://private.example.org/", "//localhost/", "http://[::ffff:7f00:1]/"):
        check(fetched(f"http://a.example.org/?to={target}"), refused, f"a redirect to {target}")
    chain = "http://a.example.org/?to=http://b.example.org/?to=http://0177.0.0.1/"
    check(fetched(chain), refused, "the second redirect")
    ANSWERS["rebinding.example.org"] = [["8.8.8.8"], ["127.0.0.1"]]
    check(fetched("http://rebinding.example.org/?to=/page"), refused, "a redirect to the same name, bound again")
    check(fetched("http://a.example.org/?to=http://a.example.org:22/").partition(",")[0], "its port", "a port")
    check(fetched("http://a.example.org/?to=file:///etc/passwd").split()[0], "redirects", "a redirect to a file")
    REQUESTS.clear()
    check(fetched("http://a.example.org/?to=http://b.example.org/"), "<p>public", "a redirect to another host")
    assert REQUESTS[1][2] is None, f"a cookie of a.example.org went to b.example.org: {REQUESTS}"
    REQUESTS.clear()
    check(fetched("http://a.example.org/?to=/page"), "<p>public", "a redirect to the same host")
    assert REQUESTS[1][2] == "from=a.example.org", REQUESTS
    print("all correct")


if __name__ == "__main__":
    main()
