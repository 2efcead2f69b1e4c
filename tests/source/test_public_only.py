"""``public_only=True``: no form of an address, answer of a resolver or redirect leads to a host that is not public."""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from dehusk import ArgumentError, Fetching, Limits, SourceError, read
from dehusk.source.public_address import is_public
from own_network import run_in_own_network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMITS = Limits(seconds=5)

NOT_PUBLIC = [
    "0.0.0.0",  # noqa: S104
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::a9fe:a9fe",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "64:ff9b:1::8.8.8.8",
    "64:ff9b:1:a9fe:a9:fe00::",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:0:0:0:0:0:80ff:fffe",
    "2001:0:a9fe:a9fe::",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::",
    "2002:c0a8:101::1",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::200:5efe:169.254.169.254",
    "3ffe::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%lo",
    "febf::1",
    "fec0::1",
    "feff::1",
    "ff02::1",
    "ff0e::1",
    "2606:4700::1111%eth0",
    "localhost",
    "8.8.8",
    "08.8.8.8",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.1",
    "169.253.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "198.17.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:200::1",
    "2a00:1450:4001::200e",
    "2003::1",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
    "2606:4700::5efe:8.8.8.8",
]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


class Canary(ThreadingHTTPServer):
    """A server on the loopback address that counts connections."""

    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), CanaryHandler)
        self.connections = 0

    def get_request(self) -> tuple[socket.socket, Any]:
        self.connections += 1
        return super().get_request()


class CanaryHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<p>secret")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def canary() -> Iterator[Canary]:
    with Canary() as running:
        threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield running
        running.shutdown()


NAMES = {
    "loopback.test": ["127.0.0.1"],
    "loopback6.test": ["::1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "compatible.test": ["::127.0.0.1"],
    "nat64.test": ["64:ff9b::7f00:1"],
    "local-nat64.test": ["64:ff9b:1::7f00:1"],
    "6to4.test": ["2002:7f00:1::"],
    "teredo.test": ["2001:0:0:0:0:0:80ff:fffe"],
    "isatap.test": ["2606:4700::5efe:7f00:1"],
    "site-local.test": ["fec0::1"],
    "metadata.test": ["169.254.169.254"],
    "private.test": ["10.0.0.1"],
    "mixed.test": ["8.8.8.8", "127.0.0.1"],
    "mixed6.test": ["2606:4700::1111", "::1"],
    "mixed-last.test": ["8.8.8.8", "1.1.1.1", "10.0.0.1"],
    "nothing.test": [],
}


def controlled(names: dict[str, list[str]]) -> Callable[..., list[Any]]:
    """A resolver that knows these names, and asks the system for numeric forms only."""
    system = socket.getaddrinfo

    def resolve(host: str | bytes, port: int, *args: int, **options: int) -> list[Any]:
        name = host.decode() if isinstance(host, bytes) else host
        found = names.get(name.rstrip(".").lower())
        if found is None:
            # What a resolver on the way would do: full-width digits and ideographic full stops are ASCII after IDNA.
            name = name.encode("idna").decode()
            options["flags"] = options.get("flags", 0) | socket.AI_NUMERICHOST
            return list(system(name, port, *args, **options))
        if not found:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [each for address in found for each in system(address, port, *args, **options)]

    return resolve


FORMS = [
    *NAMES,
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.000.000.001",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "0x7f.0x0.0x0.0x1",
    "0177.0x0.0.1",
    "127.0.0.1.",
    "0",
    "0.0.0.0",  # noqa: S104
    "00000000000",
    "127.127.127.127",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::1%25lo]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::1]",
    "[2001:0:0:0:0:0:80ff:fffe]",
    "[fe80::1%25lo]",
    "[2606:4700::5efe:7f00:1]",
    "[fec0::1]",
    "[ff02::1]",
    "[fd00:ec2::254]",
    "[fe80::1%lo]",
    "[::ffff:0:127.0.0.1]",
    "１２７.０.０.１",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "127｡0｡0｡1",
    "LOOPBACK.test",
    "loopback.test.",
    "ⓛoopback.test",
    "tea:milk@127.0.0.1",
    "8.8.8.8@127.0.0.1",
    "8.8.8.8:80@loopback.test",
    "8.8.8.8%40@127.0.0.1",
    "8.8.8.8#@127.0.0.1",
    "127.0.0.1#@8.8.8.8",
    "127.0.0.1\\@8.8.8.8",
    "8.8.8.8\\@127.0.0.1",
    "127.0.0.1%00.example.org",
    "%31%32%37.0.0.1",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "10.0.0.1",
    "100.64.0.1",
    "198.18.0.1",
    "255.255.255.255",
    "localhost",
    "127.0.0.1\t",
    "127.0.0.1 .example.org",
    "[127.0.0.1]",
    "loopback.test?",
    "loopback.test/..",
    "0x7f.0.0.0x1",
]


def test_there_are_many_forms() -> None:
    assert len(set(FORMS)) >= 80


@pytest.mark.parametrize("form", FORMS)
def test_no_form_reaches_the_canary(form: str, canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", controlled(NAMES | {"localhost": ["127.0.0.1", "::1"]}))
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{canary.server_port}")
    fetching = Fetching(ports=(80, canary.server_port), retries=1)
    with pytest.raises(SourceError) as caught:
        read(f"http://{form}:{canary.server_port}/", LIMITS, fetching=fetching, public_only=True)
    assert canary.connections == 0
    message = str(caught.value).replace(form, "")
    assert not any(address in message for addresses in NAMES.values() for address in addresses)


def test_the_canary_works(canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", controlled(NAMES))
    for name in ("loopback.test", "mapped.test", "2130706433", "0177.0.0.1"):
        assert read(f"http://{name}:{canary.server_port}/", LIMITS).data == b"<p>secret"
    assert canary.connections == 4


def test_a_private_host_and_an_unknown_one_have_the_same_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", controlled(NAMES))
    causes = set()
    for name in ("private.test", "nothing.test", "mixed.test"):
        with pytest.raises(SourceError) as caught:
            read(f"http://{name}/", LIMITS, public_only=True)
        causes.add(caught.value.cause)
    assert causes == {"no public host of this name was found"}


def test_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", controlled({"public.test": ["8.8.8.8"]}))
    with pytest.raises(SourceError, match=r"port.* is not allowed \(allowed: 80, 443\)"):
        read("http://public.test:22/", LIMITS, public_only=True)
    with pytest.raises(SourceError, match=r"not allowed \(allowed: 8080\)"):
        read("http://public.test/", LIMITS, fetching=Fetching(ports=[8080]), public_only=True)
    with pytest.raises(SourceError, match=r"not allowed"):
        read("http://127.0.0.1:1/", LIMITS, fetching=Fetching(ports=[8080]))


@pytest.mark.parametrize("name", ["-", "/etc/hostname", "file:///etc/hostname", "ftp://example.org/", "gopher://x/"])
def test_only_urls_are_read(name: str) -> None:
    with pytest.raises(ArgumentError, match="http and https"):
        read(name, public_only=True)


def test_a_proxy_is_refused() -> None:
    with pytest.raises(ArgumentError, match="exclude each other"):
        read("http://example.org/", fetching=Fetching(proxy="http://127.0.0.1:3128"), public_only=True)


@pytest.mark.parametrize("ports", [[], [0], ["80"], 80, [True], [70000]])
def test_wrong_ports(ports: list[int]) -> None:
    with pytest.raises(ArgumentError, match="ports must be numbers"):
        Fetching(ports=ports)


def test_in_a_network_of_its_own() -> None:
    """Public addresses that are ours: redirects, rebinding, cookies, and a page that is read."""
    run_in_own_network("public_network.py")
