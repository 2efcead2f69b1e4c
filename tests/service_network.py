"""Runs in a network namespace of its own, where 8.8.8.8 is this machine: the service reads a page by its address."""

# ruff: noqa: T201 - a command

from __future__ import annotations

import subprocess

from dehusk.serve.service_settings import ServiceSettings
from public_network import CANARY, CanaryHandler, PublicHandler, serve
from running_service import running_service


def main() -> None:
    for command in ("link set lo up", "address add 8.8.8.8/32 dev lo"):
        subprocess.run(["ip", *command.split()], check=True)  # noqa: S603, S607 - our own
    serve("8.8.8.8", PublicHandler)
    serve("127.0.0.1", CanaryHandler)
    with running_service(ServiceSettings(jobs=1, allow_fetch=True)) as service:
        reply = service.post("/v1/extract", {"url": "http://8.8.8.8/"})
        assert (reply.status, reply.json["text"]) == (200, "public"), reply
        reader = service.get("/read?url=http://8.8.8.8/")
        assert reader.status == 200, reader
        assert b"public" in reader.body
        redirected = service.post("/v1/extract", {"url": "http://8.8.8.8/?to=http://127.0.0.1/"})
        assert (redirected.status, redirected.json["code"]) == (422, "fetch"), redirected
    assert not CANARY
    print("all correct")


if __name__ == "__main__":
    main()
