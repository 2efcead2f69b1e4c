"""Screenshots of the web page of the service: ``python benchmarks/serve_screenshots.py [FOLDER]``; needs a browser.

Without a folder, the two pictures of the documentation are written. With one, pictures of all views in several sizes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE / "tests"))

from browser_window import Window  # noqa: E402
from dehusk.layout.devtools import DevTools  # noqa: E402
from dehusk.layout.find import find_browser  # noqa: E402
from running_service import running_service  # noqa: E402

SIZES = {"wide": (1440, 900), "tablet": (820, 1100), "phone": (390, 844), "narrow": (320, 640)}
VIEWS = ("read", "markdown", "blocks", "about", "compare", "picture", "call")
BLOCK = "document.getElementById('original').contentDocument.querySelector('article p:nth-of-type(4)')"


def wait_for(window: Window, condition: str) -> None:
    """Wait until an expression is true."""
    until = time.monotonic() + 30
    while not window.evaluate(f"Boolean({condition})"):
        if time.monotonic() > until:
            raise SystemExit(f"{condition} did not become true: {window.problems}")
        time.sleep(0.05)


def open_page(window: Window, url: str, size: tuple[int, int], *, dark: bool) -> None:
    """Open the start page in a window of a size."""
    width, height = size
    window.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    window.call("Emulation.setEmulatedMedia", features=[scheme])
    window.call("Page.navigate", url=url)
    wait_for(window, "document.querySelector('html[data-ready] body[data-view=start]')")


def open_sample(window: Window) -> None:
    """Extract the sample page, and point at a block."""
    window.evaluate("document.getElementById('sample').click()")
    wait_for(window, "document.getElementById('counts').textContent")
    window.evaluate(f"{BLOCK}.dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}))")
    time.sleep(0.3)


def show_view(window: Window, view: str) -> None:
    """Choose a tab, and wait for what it shows."""
    window.evaluate(f"document.getElementById('tab-{view}').click()")
    if view == "compare":
        window.evaluate("document.getElementById('run-compare').click()")
        wait_for(window, "document.querySelector('.matrix')")
    if view == "picture":
        wait_for(window, "document.querySelector('#panel-picture img')?.complete")
    time.sleep(0.2)


def main() -> None:
    """Take the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    devtools = DevTools(find_browser(), network=True)
    with running_service() as service, tempfile.TemporaryDirectory() as downloads:
        try:
            window = Window(devtools, Path(downloads))
            if folder is None:
                for name, view, dark in (("serve-page", "read", False), ("serve-compare", "compare", True)):
                    open_page(window, service.url, (1200, 700), dark=dark)
                    open_sample(window)
                    show_view(window, view)
                    (HERE / "docs" / "pictures" / f"{name}.png").write_bytes(window.screenshot())
                return
            folder.mkdir(parents=True, exist_ok=True)
            for name, size in SIZES.items():
                for dark in (False, True):
                    start = f"{name}-{'dark' if dark else 'light'}"
                    open_page(window, service.url, size, dark=dark)
                    (folder / f"{start}-start.png").write_bytes(window.screenshot())
                    open_sample(window)
                    for view in VIEWS:
                        show_view(window, view)
                        (folder / f"{start}-{view}.png").write_bytes(window.screenshot())
                    window.evaluate("document.querySelector('input[name=pane][value=original]').click()")
                    window.evaluate("document.querySelector('input[name=overlay][value=heat]').click()")
                    (folder / f"{start}-original.png").write_bytes(window.screenshot())
        finally:
            devtools.close()


if __name__ == "__main__":
    main()
