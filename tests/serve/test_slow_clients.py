"""Clients that send a request slowly, or do not read the answer, hold no connection without limit."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk.serve.service_settings import ServiceSettings
from running_service import RunningService, running_service

CLIENTS = 20


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service(ServiceSettings(jobs=1, rate=10_000, burst=10_000, wait_seconds=3.0)) as running:
        yield running


def connections(service: RunningService) -> int:
    return len(service.server.server_state.connections)


def connect(service: RunningService, sent: bytes = b"", room: int | None = None) -> socket.socket:
    client = socket.socket()
    if room is not None:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    client.settimeout(60)
    client.connect(("127.0.0.1", service.port))
    client.sendall(sent)
    return client


def send_byte(client: socket.socket) -> None:
    with suppress(OSError):  # closed, as it should be
        client.send(b"x")


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Tea: ", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /"],
    ids=["nothing", "a header byte by byte", "a second request byte by byte"],
)
def test_slow_heads(service: RunningService, sent: bytes) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(connect(service, sent)) for _ in range(CLIENTS)]
        until = time.monotonic() + 60
        while connections(service) < CLIENTS and time.monotonic() < until:
            time.sleep(0.01)
        # Other clients are answered meanwhile.
        assert service.get("/healthz").status == 200
        while connections(service) and time.monotonic() < until:
            time.sleep(0.05)
            for client in clients if sent else []:
                send_byte(client)
        assert connections(service) == 0


@pytest.mark.parametrize("connection", ["close", "keep-alive"])
def test_answers_that_are_not_read(service: RunningService, connection: str) -> None:
    body = json.dumps({"html": "<p>" + "Steep the tea for three minutes. " * 150_000, "format": "html"})
    head = (
        f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Connection: {connection}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with connect(service, (head + body).encode(), room=4096) as client:
        assert client.recv(12) == b"HTTP/1.1 200"
        until = time.monotonic() + 60
        while connections(service) and time.monotonic() < until:
            time.sleep(0.05)
        assert connections(service) == 0


def test_a_slow_reader_gets_the_whole_answer(service: RunningService) -> None:
    """It takes several times as long as a client has that does not read."""
    body = json.dumps({"html": "<p>" + "Steep the tea for three minutes. " * 150_000, "format": "text"})
    head = (
        f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    received = bytearray()
    with connect(service, (head + body).encode(), room=1 << 16) as client:
        while part := client.recv(150_000):
            received += part
            time.sleep(0.1)
    start, _, text = bytes(received).partition(b"\r\n\r\n")
    length = next(line for line in start.split(b"\r\n") if line.lower().startswith(b"content-length"))
    assert len(text) == int(length.split()[1])
    assert len(text) > 4_000_000


def test_one_connection_for_many_requests(service: RunningService) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connect(service) as client:
        for _ in range(8):
            client.sendall(request)
            answer = b""
            while not answer.endswith(b'{"status":"ok"}'):
                part = client.recv(10_000)
                assert part
                answer += part
            time.sleep(0.5)
