"""The pictures of docs/extension.md and of the stores: ``python extension/take_pictures.py OUT``, made in Chromium."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from build_extension import build
from extension_browser import ExtensionBrowser

PAGE = Path(__file__).parents[1] / "tests" / "drawn" / "news-grid-en" / "page.html"
SIZE = (1280, 800)


def take_pictures(browser: ExtensionBrowser, out: Path) -> None:
    """Before, after, reader view, reasons, options."""

    def save(name: str) -> None:
        (out / f"extension-{name}.png").write_bytes(browser.screenshot())

    browser.open(PAGE.as_uri())
    save("before")
    browser.press_and_wait()
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    save("after")
    browser.in_extension("dehusk.controller.toggle_reader()")
    save("reader")
    browser.in_extension("dehusk.controller.toggle_reader()")
    browser.in_extension("dehusk.controller.toggle_why()")
    box = "document.querySelector('main p, article p').getBoundingClientRect()"
    browser.mouse("mouseMoved", browser.evaluate(f"{box}.left + 60"), browser.evaluate(f"{box}.top + 9"))
    save("why")
    browser.in_extension("dehusk.controller.toggle_why()")
    browser.release()
    browser.open(f"chrome-extension://{browser.id}/options.html")
    browser.until("document.querySelector('form').elements.method.value === 'grain'")
    save("options")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, ExtensionBrowser(build(Path(folder))["chrome"], size=SIZE) as started:
        take_pictures(started, Path(sys.argv[1]))
