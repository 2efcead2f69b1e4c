"""How pages are requested: headers, cookies, proxies, retries."""

from __future__ import annotations

import pickle
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from dehusk import ArgumentError, Extractor, Fetching, Limits, Source, SourceError, extract, read
from dehusk.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = b"<p>It rained all night and the river rose."


class RecordingServer(ThreadingHTTPServer):
    """Answers by path, and remembers the requests. It is a proxy too: it answers for every host."""

    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), RecordingHandler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}

    def sent(self, name: str) -> list[str | None]:
        """A header of every request."""
        return [headers.get(name) or headers.get(name.lower()) for _, headers in self.requests]


class RecordingHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server: Any = self.server
        server.requests.append((self.path, dict(self.headers)))
        answers = server.answers.get(self.path, [(200, {})])
        status, headers = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(PAGE))} | headers).items():
            for each in value.split("\n"):
                self.send_header(name, each)
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def server() -> Iterator[RecordingServer]:
    with RecordingServer() as running:
        threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture
def other() -> Iterator[RecordingServer]:
    with RecordingServer() as running:
        threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def test_headers_and_cookies_are_sent(server: RecordingServer) -> None:
    fetching = Fetching(
        user_agent="tea-bot", headers={"accept": "text/html", "X-Tea": "Thé"}, cookies={"a": "1", "b": "2"}
    )
    read(server.url, fetching=pickle.loads(pickle.dumps(fetching)))  # noqa: S301
    headers = server.requests[0][1]
    assert (headers["User-Agent"], headers["X-Tea"], headers["Cookie"]) == ("tea-bot", "Thé", "a=1; b=2")
    assert [value for name, value in headers.items() if name.lower() == "accept"] == ["text/html"]


def test_cookies_of_a_redirect_are_sent_with_the_next_request(server: RecordingServer) -> None:
    answer = {"Location": "/page", "Set-Cookie": "consent=yes; Path=/\nother=1; Path=/elsewhere"}
    server.answers["/"] = [(302, answer)]
    read(f"{server.url}/", fetching=Fetching(cookies={"mine": "1"}))
    assert server.sent("Cookie") == ["mine=1", "mine=1; consent=yes"]
    read(f"{server.url}/page")
    assert server.sent("Cookie")[2] is None


def test_secrets_stay_with_the_host_that_they_are_for(server: RecordingServer, other: RecordingServer) -> None:
    server.answers["/"] = [(302, {"Location": f"{other.url}/page", "Set-Cookie": "a=1"})]
    fetching = Fetching(headers={"Authorization": "Basic dGVhOm1pbGs=", "X-Tea": "1"}, cookies={"mine": "1"})
    read(f"{server.url}/", fetching=fetching)
    assert (server.sent("Authorization"), other.sent("Authorization")) == (["Basic dGVhOm1pbGs="], [None])
    assert "mine" not in str(other.sent("Cookie"))
    assert other.sent("X-Tea") == ["1"]


def test_credentials_do_not_appear_in_the_address(server: RecordingServer) -> None:
    secret = server.url.replace("://", "://tea:milk@")
    server.answers["/"] = [(302, {"Location": f"{secret}/page"})]
    assert read(f"{server.url}/").url == f"{server.url}/page"
    assert read(f"{secret}/page").url == f"{server.url}/page"


def test_a_proxy_is_asked(server: RecordingServer) -> None:
    source = read("http://tea.invalid/page?x", fetching=Fetching(proxy=server.url.replace("://", "://tea:m%40lk@")))
    assert (source.data, source.url) == (PAGE, "http://tea.invalid/page?x")
    assert server.requests[0][0] == "http://tea.invalid/page?x"
    assert server.sent("Proxy-Authorization") == ["Basic dGVhOm1AbGs="]


def test_the_variables_for_proxies_apply(server: RecordingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "ALL_PROXY"):
        with monkeypatch.context() as patch:
            patch.setenv(name, server.url)
            assert read("http://tea.invalid/").data == PAGE
            patch.setenv("no_proxy", "127.0.0.1")
            assert read(f"{server.url}/direct").data == PAGE
    paths = [path for path, _ in server.requests]
    assert paths == ["http://tea.invalid/", "/direct"] * 2


@pytest.mark.parametrize("proxy", ["http://[", "http://tea:secret@127.0.0.1:x"])
def test_a_proxy_without_a_valid_address(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", proxy)
    with pytest.raises(SourceError, match="the address of the proxy is not valid"):
        read("http://127.0.0.1:1/")


def test_errors_do_not_contain_the_password_of_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "socks5://tea:secret@127.0.0.1:1")
    with pytest.raises(SourceError, match=r"the proxy socks5://127\.0\.0\.1:1 is not an HTTP proxy"):
        read("http://tea.invalid/")


def test_a_proxy_that_is_not_there() -> None:
    with pytest.raises(SourceError, match=r"the proxy cannot be used: connection refused \(check the address of"):
        read("http://tea.invalid/", fetching=Fetching(proxy="http://127.0.0.1:1"))


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(server: RecordingServer, status: int) -> None:
    server.answers["/"] = [(status, {"Retry-After": "0"}), (status, {"Retry-After": "0"}), (200, {})]
    with pytest.raises(SourceError, match=f"HTTP status {status}"):
        read(f"{server.url}/", fetching=Fetching(retries=1))
    assert read(f"{server.url}/", fetching=Fetching(retries=1)).data == PAGE
    assert len(server.requests) == 3


def test_other_failures_are_not_tried_again(server: RecordingServer) -> None:
    server.answers["/"] = [(404, {})]
    with pytest.raises(SourceError, match="HTTP status 404"):
        read(f"{server.url}/", fetching=Fetching(retries=5))
    assert len(server.requests) == 1


def test_the_deadline_bounds_all_attempts(server: RecordingServer) -> None:
    server.answers["/"] = [(503, {"Retry-After": "3600"})]
    with pytest.raises(SourceError, match=r"no complete answer in 0\.3 seconds"):
        read(f"{server.url}/", Limits(seconds=0.3), fetching=Fetching(retries=5))


@pytest.mark.parametrize(
    "options",
    [
        {"headers": {"X": "a\r\nY: b"}},
        {"headers": {"X Y": "a"}},
        {"headers": {"Host": "example.org"}},
        {"headers": "X: y"},
        {"cookies": {"a": "1; b=2"}},
        {"user_agent": "a\nb"},
        {"user_agent": None},
        {"proxy": "socks5://127.0.0.1"},
        {"retries": -1},
        {"retries": True},
    ],
)
def test_wrong_settings(options: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        Fetching(**options)


def test_what_cannot_apply() -> None:
    with pytest.raises(ArgumentError, match="fetching is for URLs"):
        read("page.html", fetching=Fetching())
    with pytest.raises(ArgumentError, match="encoding is for bytes"):
        Source.of("<p>Tea", encoding="latin1")
    with pytest.raises(ArgumentError, match="encoding must be a name such as 'windows-1252', not 'tea'"):
        Source.of(b"<p>Tea", encoding="tea")


@pytest.mark.parametrize("name", ["latin-1", "L1", "iso-8859-1", "windows-1252", "Latin1"])
def test_names_of_encodings(name: str) -> None:
    assert extract(Source.of("<p>Crème brûlée".encode("latin-1"), encoding=name)).text == "Crème brûlée"


@pytest.mark.parametrize("name", ["", "\0", "rot13", "utf-7", "unicode_escape", "x" * 100_000, "é", "../../tea"])
def test_names_that_are_no_encodings(name: str) -> None:
    with pytest.raises(ArgumentError, match="encoding must be a name"):
        Source.of(b"<p>Tea", encoding=name)


def test_an_encoding_that_is_given_counts_more_than_what_is_declared() -> None:
    data = b"<meta charset=utf-8><p>Th\xe9"
    source = Source.of(data, encoding="latin1", headers={"Content-Type": "text/html; charset=utf-8"})
    assert pickle.loads(pickle.dumps(source)).html.endswith("Thé")  # noqa: S301
    assert extract(source, method="arias").text == "Thé"
    assert Source.of(b"\xef\xbb\xbfTh\xc3\xa9", encoding="latin1").html == "Thé"
    plain = Source.of(b"Th\xe9 <b>", encoding="latin1", headers={"content-type": "text/plain"})
    assert plain.html == "<p>Thé &lt;b&gt;</p>"


def test_the_command_line(server: RecordingServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = tmp_path / "urls.txt"
    names.write_text(f"# pages\n{server.url}/a\n\n  {server.url}/b \n")
    options = ["--header", "X-Tea: 1:2", "--cookie", "a=b=c", "--user-agent", "tea-bot", "--retry", "1"]
    assert main(["-i", str(names), *options, "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").rglob("*.txt")) == ["a.txt", "b.txt"]
    assert server.sent("X-Tea") == ["1:2"] * 2
    assert server.sent("Cookie") == ["a=b=c"] * 2
    assert server.sent("User-Agent") == ["tea-bot"] * 2
    assert main(["--proxy", server.url, "http://tea.invalid/"]) == 0
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>Th\xe9 " * 9)
    capsys.readouterr()
    assert main(["--encoding", "windows-1253", str(page)]) == 0
    assert "Thι" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--header", "X", "http://tea.invalid/"], "--header needs a name and a value with ':' between them, not 'X'"),
        (["--retry", "2", "page.html"], "are for pages with an http(s) URL"),
        (["--encoding", "tea", "page.html"], "encoding must be a name"),
        (["--proxy", "tea", "http://tea.invalid/"], "proxy must be a URL"),
    ],
)
def test_wrong_options(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_an_extractor_reads_with_its_fetching_and_limits(server: RecordingServer, tmp_path: Path) -> None:
    extractor = Extractor(fetching=Fetching(user_agent="tea-bot"), limits=Limits(bytes=10))
    assert extractor.extract(extractor.read(f"{server.url}/")).status == "truncated"
    assert server.sent("User-Agent") == ["tea-bot"]
    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    assert extractor.read(page).content == PAGE[:10]
    assert pickle.loads(pickle.dumps(extractor)).fetching == extractor.fetching  # noqa: S301
    with pytest.raises(ArgumentError, match="fetching must be a Fetching"):
        Extractor(fetching={"retries": 2})  # type: ignore[arg-type]


@pytest.mark.parametrize("command", ["explain", "compare"])
def test_other_commands_request_pages_in_the_same_way(server: RecordingServer, tmp_path: Path, command: str) -> None:
    page = f"{server.url}/"
    output = ["-o", str(tmp_path / "out.html")]
    assert main([command, page, "--user-agent", "tea-bot", "--header", "X-Tea: green", *output]) == 0
    assert server.sent("User-Agent") == ["tea-bot"]
    assert server.sent("X-Tea") == ["green"]
    assert main([command, "page.html", "--retry", "2", *output]) == 2
