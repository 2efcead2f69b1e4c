"""More requests than the service can answer, and pages that hang, crash or need 5 GB among others."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk import Limits
from dehusk.serve.service_settings import ServiceSettings
from poisoned_tasks import run_poisoned
from running_service import Reply, running_service

TEA = "<title>Tea</title><p>" + "Steep the tea for three minutes, then drink it. " * 8


def test_overload_sheds_and_every_accepted_request_is_answered() -> None:
    settings = ServiceSettings(jobs=1, queue=4, rate=10_000, burst=10_000)
    with running_service(settings, run_poisoned) as service, ThreadPoolExecutor(24) as threads:
        replies = list(threads.map(lambda _: service.post("/v1/extract", {"html": "<p>SLOW"}), range(24)))
        statuses = {reply.status for reply in replies}
        assert statuses == {200, 503}
        assert all(reply.headers["retry-after"] == "1" for reply in replies if reply.status == 503)
        assert sum(reply.status == 200 for reply in replies) >= 4
        assert service.post("/v1/extract", {"html": TEA}).status == 200
        assert service.service.queue.length == 0


def test_poisonous_pages_cost_only_themselves() -> None:
    limits = Limits(bytes=1_000_000, seconds=10)
    settings = ServiceSettings(jobs=2, limits=limits, memory=500_000_000, rate=10_000, burst=10_000)
    poison = {
        "<p>HANG": (504, "timeout"),
        "<p>CRASH": (500, "crash"),
        "<p>5 GB IN PIECES": (422, "memory"),
        "<p>5 GB AT ONCE": (422, "memory"),
    }
    pages = [page for each in poison for page in (TEA, each, TEA)]
    with running_service(settings, run_poisoned) as service, ThreadPoolExecutor(len(pages)) as threads:
        replies = list(threads.map(lambda html: service.post("/v1/extract", {"html": html}), pages))
        for html, reply in zip(pages, replies, strict=True):
            found = (reply.status, reply.json.get("code"))
            assert found == poison.get(html, (200, None)), (html, reply)
        metrics = service.get("/metrics").body.decode()
        for kind, count in (("timeout", 1), ("crash", 1), ("memory", 2)):
            assert f'dehusk_worker_failures_total{{kind="{kind}"}} {count}' in metrics


def test_requests_that_run_are_answered_when_the_service_ends() -> None:
    with running_service(ServiceSettings(jobs=1), run_poisoned) as service:
        replies: list[Reply] = []
        thread = threading.Thread(target=lambda: replies.append(service.post("/v1/extract", {"html": "<p>SLOW"})))
        thread.start()
        while not service.service.queue.length:
            pass
        service.server.should_exit = True
        thread.join()
    assert [reply.status for reply in replies] == [200]
    with pytest.raises(OSError, match="refused"):
        service.get("/healthz")
