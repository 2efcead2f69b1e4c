"""A local ``dehusk serve`` as the engine of the extension: a real service, a real browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs pip install '.[serve]'")
pytest.importorskip("uvicorn", reason="needs pip install '.[serve]'")

from browser_pages import PageServer, served_pages
from built_extension import built_extension
from dehusk.serve.service_settings import ServiceSettings
from drawing import needs_browser
from extension_browser import ExtensionBrowser
from running_service import running_service

pytestmark = needs_browser

TOKEN = "steep-for-three-minutes"  # noqa: S105 - of a service that lives as long as this test


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExtensionBrowser]:
    """A browser whose user has allowed the extension to reach this machine; there is no prompt without a window."""
    folder = Path(shutil.copytree(built_extension()["chrome"], tmp_path_factory.mktemp("extension") / "chrome"))
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["host_permissions"] = manifest.pop("optional_host_permissions")
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    with ExtensionBrowser(folder) as started:
        yield started


def press(browser: ExtensionBrowser, address: str, **settings: str) -> str:
    """Press with a server as the engine; returns what the bar says."""
    browser.evaluate(f"chrome.storage.local.set({json.dumps({'method': 'serve', **settings})})", browser.worker())
    browser.open(address)
    browser.press()
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    note = browser.in_extension("dehusk.controller.bar.note.textContent")
    browser.release()
    return str(note)


def test_the_service_decides_if_the_token_is_right(browser: ExtensionBrowser, server: PageServer) -> None:
    with running_service(ServiceSettings(jobs=1, rate=10_000, burst=10_000, token=TOKEN)) as service:
        page = server.address + "/plain.html"
        assert press(browser, page, server=service.url, token=TOKEN) == ""
        assert "401" in press(browser, page, server=service.url, token="another-token-of-length")  # noqa: S106


def test_without_a_service_the_page_decides(browser: ExtensionBrowser, server: PageServer) -> None:
    page = server.address + "/plain.html"
    assert "model in the extension" in press(browser, page, server="http://127.0.0.1:9", token=TOKEN)
    assert "127.0.0.1" in press(browser, page, server="https://example.org", token=TOKEN)
