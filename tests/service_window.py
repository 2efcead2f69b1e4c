"""The web page of the service in a window of a real browser: what its tests do there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser_window import Window
from dehusk.layout.devtools import CommandError, DevTools
from dehusk.layout.find import find_browser

FRAME = "document.getElementById('original').contentDocument"
COUNTS = "document.getElementById('counts').textContent"
STATUS = "document.getElementById('status').textContent"


@contextmanager
def service_window(downloads: Path) -> Iterator[Window]:
    """A window of a new browser that can reach the service."""
    devtools = DevTools(find_browser(), network=True)
    try:
        yield Window(devtools, downloads)
    finally:
        devtools.close()


def show(window: Window, address: str, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
    window.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    window.call("Emulation.setEmulatedMedia", features=[scheme])
    # Another fragment alone would not load the page again.
    for each in ("about:blank", address):
        window.loaded = False
        window.call("Page.navigate", url=each)
        wait_for(window, "document.readyState === 'complete' && location.href !== ''")
    wait_for(window, "document.querySelector('html[data-ready]')")


def holds(window: Window, condition: str) -> bool:
    try:
        return bool(window.evaluate(f"Boolean({condition})"))
    except CommandError:  # between two documents
        return False


def wait_for(window: Window, condition: str, seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not holds(window, condition):
        assert time.monotonic() < until, (condition, window.evaluate(STATUS), window.problems)
        time.sleep(0.03)


def text_of(window: Window, selector: str) -> str:
    return str(window.evaluate(f"document.querySelector({selector!r}).textContent"))


def paste(window: Window, html: str) -> None:
    window.evaluate("document.getElementById('html').focus()")
    window.evaluate("document.getElementById('html').select()")
    window.write(html)
    window.click("#page-form button.main")
    wait_for(window, f"{COUNTS} || document.querySelector('.status.problem')")


def sample(window: Window) -> None:
    window.click("#sample")
    wait_for(window, f"{COUNTS} && document.querySelector('#panel-read article')")


def kept_in_list(window: Window) -> str:
    options = "[...document.querySelectorAll('.block-list li')]"
    return str(window.evaluate(f"{options}.map((each) => each.ariaSelected === 'true' ? '1' : '0').join('')"))


def kept_in_frame(window: Window) -> dict[str, str]:
    marks = f"[...{FRAME}.querySelectorAll('[data-dehusk]')]"
    pairs = window.evaluate(f"{marks}.map((each) => [each.dataset.dehusk, each.dataset.dehuskKept])")
    return dict(pairs)
