"""A service in a thread, on a free port of 127.0.0.1, and plain HTTP requests to it."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import uvicorn

from dehusk.serve.run_service import server_config
from dehusk.serve.service_settings import ServiceSettings
from dehusk.serve.service_tasks import run_task
from dehusk.serve.web_app import ExtractionService, make_app

_SECONDS = 60.0


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(self.body)


class RunningService:
    def __init__(self, port: int, service: ExtractionService, server: uvicorn.Server) -> None:
        self.port, self.service, self.server = port, service, server
        self.url = f"http://127.0.0.1:{port}"

    def send(
        self,
        method: str,
        path: str,
        body: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = _SECONDS,
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, names, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, value: object, **headers: str) -> Reply:
        """Post a value as JSON."""
        return self.send("POST", path, json.dumps(value), {"Content-Type": "application/json", **headers})


@contextmanager
def running_service(
    settings: ServiceSettings | None = None, run: Callable[..., Any] = run_task
) -> Iterator[RunningService]:
    """A service that can work; ``run``: what its workers do."""
    settings = settings or ServiceSettings(jobs=1, rate=10_000, burst=10_000)
    service = ExtractionService(settings, run)
    listener = socket.create_server(("127.0.0.1", 0))
    config = server_config(make_app(settings, service), settings)
    config.timeout_graceful_shutdown = 5
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = time.monotonic() + _SECONDS
    while not service.is_ready and time.monotonic() < until:
        time.sleep(0.05)
    try:
        assert service.is_ready
        yield RunningService(listener.getsockname()[1], service, server)
    finally:
        server.should_exit = True
        thread.join(_SECONDS)
        listener.close()
