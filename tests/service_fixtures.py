"""A service and a window of a real browser, for the tests of the web page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser_window import Window
    from running_service import RunningService


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    from dehusk.serve.service_settings import ServiceSettings
    from running_service import running_service

    with running_service(ServiceSettings(jobs=1, rate=10_000, burst=10_000, allow_fetch=True)) as running:
        yield running


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    from service_window import service_window

    with service_window(tmp_path_factory.mktemp("downloads")) as window:
        yield window


@pytest.fixture
def window(browser: Window, service: RunningService) -> Iterator[Window]:
    """The start page; nothing goes wrong, and nothing but the service is asked."""
    from service_window import show

    show(browser, service.url + "/")
    browser.problems.clear()
    browser.requests.clear()
    yield browser
    assert browser.problems == []
    own = (service.url, "data:", "blob:", "about:")
    assert [address for address in browser.requests if not address.startswith(own)] == []
