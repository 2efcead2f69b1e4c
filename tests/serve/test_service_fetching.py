"""Pages by address: off unless allowed, and from public addresses only."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk.serve.service_settings import ServiceSettings
from own_network import run_in_own_network
from running_service import running_service


def test_fetching_is_off() -> None:
    with running_service(ServiceSettings(jobs=1)) as service:
        for reply in (
            service.post("/v1/extract", {"url": "https://example.org/"}),
            service.get("/read?url=https://example.org/"),
        ):
            assert (reply.status, reply.json["code"]) == (403, "fetch_off")


def test_no_address_of_this_machine_is_fetched() -> None:
    settings = ServiceSettings(jobs=1, allow_fetch=True, rate=1000, burst=1000)
    with running_service(settings) as service, running_service(ServiceSettings(jobs=1)) as canary:
        hosts = ("127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:7f00:1]", "169.254.169.254")
        for host in hosts:
            for url in (f"http://{host}/", f"http://{host}:{canary.port}/healthz"):
                reply = service.post("/v1/extract", {"url": url})
                assert (reply.status, reply.json["code"]) == (422, "fetch")
                assert service.get(f"/read?url={url}").status == 422
                assert "127.0.0.1" not in reply.json["detail"]
        assert "healthz" not in canary.get("/metrics").body.decode()


def test_a_public_page_is_read() -> None:
    """In a network where a public address is this machine's: extraction, reader view, a private redirect."""
    run_in_own_network("service_network.py")
