"""A window of a real browser for tests of the web page for labelling: keys, clicks, downloads, and what went wrong."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dehusk.layout.devtools import DevTools
from dehusk.layout.find import find_browser

_SECONDS = 60.0
_SHIFT = 8
_CODES = {
    " ": 32,
    "Enter": 13,
    "Escape": 27,
    "ArrowUp": 38,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    "ArrowLeft": 37,
    "ArrowRight": 39,
}


class Window:
    """A tab; ``problems`` are uncaught errors and what the security policy refused, ``requests`` what it loaded."""

    def __init__(self, devtools: DevTools, downloads: Path) -> None:
        self.devtools, self.downloads = devtools, downloads
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.loaded = self.downloaded = False
        self.session: str | None = None
        devtools.on_event = self._on_event
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads), eventsEnabled=True)

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result."""
        session = None if method.startswith(("Target.", "Browser.")) else self.session
        return self.devtools.call(method, params, session=session, deadline=time.monotonic() + _SECONDS)

    def _on_event(self, event: dict[str, Any]) -> None:
        name, params = event["method"], event["params"]
        if name == "Runtime.exceptionThrown":
            self.problems.append(str(params["exceptionDetails"]))
        elif name == "Log.entryAdded":
            self.problems.append(params["entry"]["text"])
        elif name == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif name == "Page.loadEventFired":
            self.loaded = True
        elif name == "Browser.downloadProgress":
            self.downloaded |= params["state"] == "completed"

    def open(self, page: Path, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Load a file in a window of the given size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.loaded = False
        self.call("Page.navigate", url=page.as_uri())
        self._wait("loaded")

    def _wait(self, what: str) -> None:
        until = time.monotonic() + _SECONDS
        while not getattr(self, what):
            self.devtools.listen(until)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        """The value of a JavaScript expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def key(self, key: str, *, shift: bool = False) -> None:
        """Press and release a key."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        code = _CODES.get(key) or ord(key.upper())
        what = {"key": key, "windowsVirtualKeyCode": code, "modifiers": _SHIFT * shift}
        self.call("Input.dispatchKeyEvent", type="keyDown", **what, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **what)

    def write(self, text: str) -> None:
        """Type a text into the element that has the focus."""
        self.call("Input.insertText", text=text)

    def click(self, selector: str, *, shift: bool = False) -> None:
        """Click in the middle of the first line of an element, scrolled into view."""
        x, y = self.evaluate(
            f"(() => {{ const found = document.querySelector({selector!r});"
            "found.scrollIntoView({block: 'center'}); const box = found.getBoundingClientRect();"
            "return [box.left + box.width / 2, box.top + Math.min(box.height / 2, 12)]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            where = {"x": x, "y": y, "button": "left", "clickCount": 1, "modifiers": _SHIFT * shift}
            self.call("Input.dispatchMouseEvent", type=kind, **where)

    def download(self, selector: str) -> bytes:
        """Click on what downloads a file, and read the file."""
        self.downloaded = False
        self.click(selector)
        self._wait("downloaded")
        (file,) = self.downloads.iterdir()
        data = file.read_bytes()
        file.unlink()
        return data

    def screenshot(self) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


@contextmanager
def browser_window(downloads: Path) -> Iterator[Window]:
    """A window of a new browser without network."""
    downloads.mkdir(parents=True, exist_ok=True)
    devtools = DevTools(find_browser(), network=False)
    try:
        yield Window(devtools, downloads)
    finally:
        devtools.close()
