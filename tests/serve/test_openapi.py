"""The OpenAPI document: complete, and what the service does. Requests made from it find no error of the service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk import Limits
from dehusk.output.json_writer import field_names
from dehusk.serve.openapi_document import openapi_document
from dehusk.serve.page_request import MEMBERS
from dehusk.serve.service_settings import ServiceSettings
from running_service import RunningService, running_service

SETTINGS = ServiceSettings(jobs=1, rate=10_000, burst=10_000, limits=Limits(bytes=200_000, seconds=10))


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service(SETTINGS) as running:
        yield running


def test_the_members_of_requests_are_described() -> None:
    schemas = openapi_document(SETTINGS)["components"]["schemas"]
    assert set(schemas["PageRequest"]["properties"]) == set(MEMBERS)
    assert schemas["PageRequest"]["properties"]["fields"]["items"]["enum"] == field_names()


def test_every_path_is_described(service: RunningService) -> None:
    document = service.get("/openapi.json").json
    assert document["openapi"] == "3.1.0"
    for path, operations in document["paths"].items():
        for method in operations:
            reply = service.send(method.upper(), path, "{}", {"Content-Type": "application/json"})
            assert reply.status in (200, 422), (method, path)
            assert str(reply.status) in operations[method]["responses"]


def test_requests_made_from_the_document(service: RunningService) -> None:
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: it is a development tool")
    names = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
    checks = [getattr(schemathesis.checks, name) for name in names]
    few = settings(
        max_examples=10, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    asked = 0
    for result in schemathesis.openapi.from_url(f"{service.url}/openapi.json").get_all_operations():

        @few
        @given(case=result.ok().as_strategy())
        def ask(case: Any) -> None:  # noqa: ANN401 - of schemathesis
            nonlocal asked
            asked += 1
            case.call_and_validate(base_url=service.url, checks=checks)

        ask()
    assert asked > 40
