"""A real Chromium with the extension, driven through the DevTools protocol: for tests, pictures and measurements."""

from __future__ import annotations

import base64
import json
import time
from typing import TYPE_CHECKING, Any, Self

from dehusk.layout.devtools import DevTools
from dehusk.layout.find import find_browser

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SECONDS = 60.0
LOCAL_SERVERS = ("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",)
"""As for drawing pages, no name resolves; servers of tests are on this machine."""


class ExtensionBrowser:
    """A browser with the extension loaded, and one tab."""

    def __init__(self, folder: Path, *, size: tuple[int, int] = (1280, 900)) -> None:
        self.devtools = _WithExtensions(
            find_browser(), network=False, flags=(*LOCAL_SERVERS, "--enable-unsafe-extension-debugging")
        )
        self.requests: list[str] = []
        self.problems: list[str] = []
        self._context = 0
        self.id = "not loaded"
        self.devtools.on_event = self._on_event
        self.id = str(self.call("Extensions.loadUnpacked", path=str(folder.resolve()))["id"])
        self.until("typeof press === 'function' && dehusk.read_settings && true", self.worker())
        page = str(self.call("Target.createTarget", url="about:blank")["targetId"])
        tabs = self.call("Target.getTargets", filter=[{"type": "tab"}])["targetInfos"]
        self.tab = next(tab["targetId"] for tab in tabs if tab["url"] == "about:blank")
        self.page = self.attach(page)
        self.watch(self.page)
        self.call("Page.enable", self.page)
        width, height = size
        self.call(
            "Emulation.setDeviceMetricsOverride",
            self.page,
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.devtools.close()

    # ---- the protocol ----------------------------------------------------------------------------

    def call(self, method: str, session: str | None = None, **params: object) -> dict[str, Any]:
        """Send a command and return its result."""
        return self.devtools.call(method, params, session=session, deadline=time.monotonic() + _SECONDS)

    def attach(self, target: str) -> str:
        """A session with a target."""
        return str(self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def watch(self, session: str) -> None:
        """Record the requests and the errors of a target."""
        for domain in ("Runtime", "Log", "Network"):
            self.call(f"{domain}.enable", session)

    def _on_event(self, event: dict[str, Any]) -> None:
        name, params = event["method"], event["params"]
        if name == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif name == "Runtime.executionContextCreated" and self.id in params["context"]["origin"]:
            self._context = params["context"]["id"]
        elif name == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(params["exceptionDetails"])[:1000])
        elif name == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.problems.append(params["entry"]["text"])

    def until(self, condition: str, session: str | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """Wait until an expression in the page is true; returns its value."""
        try:
            return self.wait_for(lambda: self.evaluate(condition, session))
        except TimeoutError:
            raise TimeoutError(condition) from None

    def evaluate(self, expression: str, session: str | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """The value of an expression in the page."""
        params = {"expression": expression, "returnByValue": True, "awaitPromise": True, "userGesture": True}
        answer = self.call("Runtime.evaluate", session or self.page, **params)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def in_extension(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        """The value of an expression in the world of the extension's scripts in the page."""
        params = {"expression": expression, "returnByValue": True, "awaitPromise": True, "userGesture": True}
        answer = self.call("Runtime.evaluate", self.page, contextId=self._context, **params)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def wait_for(self, condition: Callable[[], Any]) -> Any:  # noqa: ANN401 - what the function returns
        """Wait until a function returns something true; returns that."""
        deadline = time.monotonic() + _SECONDS
        while not (value := condition()):
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.05)
        return value

    def in_shadow(self, host: str, selector: str) -> int:
        """The node of an element in a closed shadow root that is a child of the root element."""
        root = self.call("DOM.getDocument", self.page, depth=-1, pierce=True)["root"]
        html = next(node for node in root["children"] if node["nodeName"] == "HTML")
        found = next(node for node in html["children"] if node["localName"] == host)
        inner = found["shadowRoots"][0]["nodeId"]
        return int(self.call("DOM.querySelector", self.page, nodeId=inner, selector=selector)["nodeId"])

    def run_on(self, host: str, selector: str, body: str) -> Any:  # noqa: ANN401 - any JSON value
        """What the body of a function returns, where ``this`` is an element in a closed shadow root."""
        node = self.in_shadow(host, selector)
        item = self.call("DOM.resolveNode", self.page, nodeId=node)["object"]["objectId"]
        answer = self.call(
            "Runtime.callFunctionOn",
            self.page,
            objectId=item,
            functionDeclaration=f"function() {{ {body} }}",
            returnByValue=True,
        )
        return answer["result"].get("value")

    def text_of(self, host: str, selector: str) -> str:
        """The text of an element in a closed shadow root."""
        return str(self.run_on(host, selector, "return this.innerText"))

    def click(self, host: str, selector: str) -> None:
        """Click on an element in a closed shadow root."""
        box = self.call("DOM.getBoxModel", self.page, nodeId=self.in_shadow(host, selector))["model"]["content"]
        self.mouse("mousePressed", (box[0] + box[4]) / 2, (box[1] + box[5]) / 2)
        self.mouse("mouseReleased", (box[0] + box[4]) / 2, (box[1] + box[5]) / 2)

    def mouse(self, kind: str, x: float, y: float) -> None:
        """Move or press the mouse."""
        button = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
        self.call("Input.dispatchMouseEvent", self.page, type=kind, x=x, y=y, **button)

    # ---- pages -----------------------------------------------------------------------------------

    def open(self, address: str) -> None:
        """Load a page."""
        self.call("Page.navigate", self.page, url=address)
        self.until(f"location.href === {address!r} && document.readyState === 'complete'")

    def press(self) -> None:
        """Press the button."""
        self.call("Extensions.triggerAction", id=self.id, targetId=self.tab)

    def press_and_wait(self) -> None:
        """Press the button, and wait until the page shows its main content, or a message."""
        self.press()
        self.until("document.documentElement.dataset.dehuskPage === 'main' || !!document.querySelector('dehusk-bar')")

    def release(self) -> None:
        """Press the button again, and wait until the page is as before."""
        self.press()
        self.until(
            "!document.documentElement.dataset.dehuskPage && !document.querySelector('dehusk-bar,[data-dehusk-keep]')"
        )

    def worker(self) -> str:
        """A session with the extension's service worker."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            for target in self.call("Target.getTargets")["targetInfos"]:
                if target["type"] == "service_worker" and self.id in target["url"]:
                    return self.attach(target["targetId"])
            time.sleep(0.05)
        raise TimeoutError("the service worker did not start")

    def screenshot(self, session: str | None = None) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", session or self.page, format="png")["data"])


class _WithExtensions(DevTools):
    """A browser that is started without the flag that disables extensions."""

    def _start(self, log: Any) -> None:  # noqa: ANN401 - an open file
        self._flags = [flag for flag in self._flags if flag != "--disable-extensions"]
        super()._start(log)
