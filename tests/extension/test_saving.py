"""Files that the bar saves, and printing, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser_pages import PARAGRAPHS, PageServer, served_pages
from built_extension import built_extension
from drawing import needs_browser
from extension_browser import ExtensionBrowser

pytestmark = needs_browser

TITLE = "Tea on the hill"


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


@pytest.fixture(scope="module")
def started() -> Iterator[ExtensionBrowser]:
    with ExtensionBrowser(built_extension()["chrome"]) as browser:
        yield browser


@pytest.fixture
def browser(started: ExtensionBrowser, server: PageServer) -> ExtensionBrowser:
    """A browser with a pressed page."""
    started.open(server.address + "/plain.html")
    started.press_and_wait()
    started.until("!!document.querySelector('dehusk-bar')")
    return started


def button(browser: ExtensionBrowser, name: str) -> str:
    label = browser.in_extension(f"chrome.i18n.getMessage('{name}_title')")
    return f'button[title="{label}"]'


def saved(browser: ExtensionBrowser, folder: Path, file_format: str) -> tuple[str, str]:
    """Choose a format, press Save; returns the name and the text of the file."""
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.run_on("dehusk-bar", "select", f"this.value = {file_format!r}")
    browser.click("dehusk-bar", button(browser, "save"))

    def complete() -> list[Path]:
        return [path for path in folder.iterdir() if path.suffix in (".md", ".html", ".txt") and path.stat().st_size]

    (path,) = browser.wait_for(complete)
    return path.name, path.read_text("utf-8")


def test_markdown_with_front_matter(browser: ExtensionBrowser, server: PageServer, tmp_path: Path) -> None:
    name, text = saved(browser, tmp_path, "markdown")
    assert name == f"{TITLE}.md"
    head = f'---\ntitle: "{TITLE}"\nlanguage: "en"\nurl: "{server.address}/plain.html"\n---\n\n'
    assert text == head + "\n\n".join([f"# {TITLE}", *PARAGRAPHS]) + "\n"


def test_html(browser: ExtensionBrowser, tmp_path: Path) -> None:
    name, text = saved(browser, tmp_path, "html")
    assert name == f"{TITLE}.html"
    assert text.startswith("<!DOCTYPE html>")
    assert f"<title>{TITLE}</title>" in text
    assert "\n".join([f"<h1>{TITLE}</h1>", *(f"<p>{each}</p>" for each in PARAGRAPHS)]) in text
    assert "Imprint" not in text


def test_text(browser: ExtensionBrowser, tmp_path: Path) -> None:
    assert saved(browser, tmp_path, "text") == (f"{TITLE}.txt", "\n".join([TITLE, *PARAGRAPHS]) + "\n")


def test_metadata_in_front_matter(browser: ExtensionBrowser, server: PageServer, tmp_path: Path) -> None:
    browser.open(server.address + "/pages/news-en/page.html")
    browser.press_and_wait()
    _, text = saved(browser, tmp_path, "markdown")
    head = text.split("---\n")[1]
    assert 'authors: ["Maren Oldcastle"]' in head
    assert "\npublished: " in head


def test_print_shows_the_reader_view_and_closes_it(browser: ExtensionBrowser) -> None:
    browser.evaluate(
        "window.printed = []; addEventListener('beforeprint', () => "
        "printed.push([!!document.querySelector('dehusk-reader'), document.documentElement.dataset.dehuskPage]))"
    )
    browser.click("dehusk-bar", button(browser, "print"))
    browser.until("printed.length === 1")
    assert browser.evaluate("printed") == [[True, "main"]]
    browser.until("!document.querySelector('dehusk-reader')")


def test_on_paper_there_is_only_the_reader_view(browser: ExtensionBrowser) -> None:
    browser.click("dehusk-bar", button(browser, "reader"))
    browser.until("!!document.querySelector('dehusk-reader')")
    browser.call("Emulation.setEmulatedMedia", browser.page, media="print")
    shown = "['body', 'dehusk-bar', 'dehusk-reader'].map((name) => document.querySelector(name).checkVisibility())"
    assert browser.evaluate(shown) == [False, False, True]
    position = browser.run_on("dehusk-reader", ".reader-body", "return getComputedStyle(this).position")
    assert position == "static", "as high as the text, so that it is printed on several pages"
    browser.call("Emulation.setEmulatedMedia", browser.page, media="")
