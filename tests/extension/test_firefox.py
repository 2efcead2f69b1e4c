"""The button in a real Firefox: pressed and pressed again, a page is what it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser_pages import PageServer, served_pages
from built_extension import built_extension
from firefox_browser import FirefoxBrowser, find_firefox

pytestmark = pytest.mark.skipif(find_firefox() is None, reason="Firefox is not installed")

STATE = """(() => ({
  html: document.documentElement.outerHTML, scroll: [scrollX, scrollY],
  forms: [...document.querySelectorAll("input,textarea,select")].map((each) => [each.value, each.checked]),
}))()"""
PAGES = (
    *("/plain.html", "/form.html", "/strict.html", "/mixed.html", "/long.html", "/animated.html", "/rtl.html"),
    *("/pages/news-ar/page.html", "/pages/news-zh/page.html", "/drawn/news-grid-en/page.html"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[FirefoxBrowser]:
    with FirefoxBrowser(find_firefox() or "", built_extension()["firefox"]) as started:
        yield started


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


@pytest.mark.parametrize("path", PAGES)
def test_pressed_twice_a_page_is_what_it_was(browser: FirefoxBrowser, server: PageServer, path: str) -> None:
    browser.open(server.address + path)
    before = browser.evaluate(STATE)
    browser.press()
    browser.until("!!document.querySelector('dehusk-bar')")
    kept = "[...document.querySelectorAll('[data-dehusk-keep]')].map((each) => getComputedStyle(each).visibility)"
    browser.until(f"new Set({kept}).has('visible')")
    assert set(browser.evaluate(kept)) == {"visible"}
    assert browser.evaluate("getComputedStyle(document.body).visibility") == "hidden"
    browser.press()
    browser.until("!document.querySelector('dehusk-bar,[data-dehusk-keep]')")
    assert browser.evaluate(STATE) == before
