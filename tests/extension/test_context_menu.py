"""The entry in the context menu, in a real Chromium whose user has allowed it; there is no prompt without a window."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser_pages import PageServer, served_pages
from built_extension import built_extension
from drawing import needs_browser
from extension_browser import ExtensionBrowser

pytestmark = needs_browser

CLICK = """
chrome.tabs.query({}).then((tabs) => {
  const tab = tabs.find((each) => each.url.startsWith("http"));
  chrome.contextMenus.onClicked.dispatch({ menuItemId: "dehusk-press" }, tab);
})
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExtensionBrowser]:
    """A click on the entry gives access to the page; here the manifest does, because the click is made by a script."""
    folder = Path(shutil.copytree(built_extension()["chrome"], tmp_path_factory.mktemp("extension") / "chrome"))
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["permissions"] += manifest.pop("optional_permissions")
    manifest["host_permissions"] = manifest.pop("optional_host_permissions")
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    with ExtensionBrowser(folder) as started:
        yield started


def test_the_entry_exists(browser: ExtensionBrowser) -> None:
    title = "chrome.contextMenus.update('dehusk-press', {}).then(() => true, () => false)"
    assert browser.evaluate(title, browser.worker())


def test_a_click_presses_and_another_releases(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/plain.html")
    before = browser.evaluate("document.documentElement.outerHTML")
    browser.evaluate(CLICK, browser.worker())
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    assert browser.evaluate("getComputedStyle(document.querySelector('nav a')).visibility") == "hidden"
    browser.evaluate(CLICK, browser.worker())
    browser.until("!document.querySelector('dehusk-bar,[data-dehusk-keep]')")
    assert browser.evaluate("document.documentElement.outerHTML") == before


def test_another_permission_adds_no_second_press(browser: ExtensionBrowser, server: PageServer) -> None:
    """A browser tells of every permission that is added."""
    browser.open(server.address + "/plain.html")
    worker = browser.worker()
    browser.evaluate("chrome.permissions.onAdded.dispatch({ origins: ['http://localhost/*'] })", worker)
    count = "globalThis.presses = 0; const state = state_of; state_of = (tab) => (presses++, state(tab))"
    browser.evaluate(count, worker)
    browser.evaluate(CLICK, worker)
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    assert browser.evaluate("presses", worker) == 1
