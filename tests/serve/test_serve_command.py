"""``dehusk serve`` from the command line: a real process, from start to end."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from dehusk.cli import main, serve_command

needs_extra = pytest.mark.skipif(find_spec("starlette") is None, reason="needs pip install '.[serve]'")


def test_the_extra_is_named_if_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve_command, "find_spec", lambda name: None if name == "uvicorn" else name)
    assert main(["serve"]) == 2
    assert "pip install '.[serve]'" in capsys.readouterr().err


@needs_extra
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0"], "it needs a token"),  # noqa: S104
        (["--host", "0.0.0.0", "--token", "short"], "at least 16 characters"),  # noqa: S104
        (["--fetch-port", "8080"], "--fetch-port is for --allow-fetch"),
        (["--queue", "0"], "queue must be above zero"),
        (["--port", "70000"], "port must be between 0 and 65535"),
        (["--max-seconds", "0"], "'seconds' must be above zero"),
    ],
)
def test_wrong_options(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DEHUSK_TOKEN", raising=False)
    assert main(["serve", *arguments]) == 2
    assert message in capsys.readouterr().err


def status(port: int, path: str, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


@needs_extra
def test_a_service_from_start_to_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    token = "steep-for-three-minutes"  # noqa: S105
    command = [sys.executable, "-m", "dehusk", "serve", "--port", str(port), "--jobs", "1"]
    process = subprocess.Popen(  # noqa: S603 - our own
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"DEHUSK_TOKEN": token}
    )
    try:
        until = time.monotonic() + 120
        while status(port, "/readyz") != 200:
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        assert status(port, "/v1/methods") == 401
        assert status(port, "/v1/methods", Authorization=f"Bearer {token}") == 200
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert f"open http://127.0.0.1:{port}/" in errors
    entries = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
    assert {entry["status"] for entry in entries} >= {200, 401}
    assert token not in errors
