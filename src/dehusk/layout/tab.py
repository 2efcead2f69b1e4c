"""A tab of the browser: loads a page under rules, stops it in time, and reads it back."""

from __future__ import annotations

import base64
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from dehusk.errors import DrawError
from dehusk.layout.devtools import BrowserTimeoutError, CommandError
from dehusk.layout.drawn import STYLES

if TYPE_CHECKING:
    from dehusk.layout.devtools import DevTools, Message
    from dehusk.layout.drawing import Drawing

# With scripts, a page is ready when it has requested nothing for half a second, or after this time.
_SECONDS_TO_SETTLE = 5.0
# Resources of other types do not change the layout: video and audio, icons, reports, prefetched pages.
_LAYOUT_TYPES = frozenset(["Stylesheet", "Image", "Font"])
_SCRIPT_TYPES = frozenset(["Script", "XHR", "Fetch", "EventSource"])
# Only requests for what may be needed later have one of these.
_PREFETCH_HEADERS = frozenset(["sec-purpose", "purpose"])
# A service worker would be requested outside of the tab.
_DOCUMENT_HEADERS = [
    {"name": "Content-Type", "value": "text/html; charset=utf-8"},
    {"name": "Content-Security-Policy", "value": "worker-src 'none'"},
]
_MAX_DIALOGS = 20
_SECONDS_TO_LEAVE = 5.0
SCREENSHOT_WINDOWS = 3
"""The maximum height of a screenshot, in heights of the window."""
_JPEG_QUALITY = 80


@dataclass(frozen=True)
class Navigation:
    """What a tab loads."""

    address: str
    html: bytes | None = None
    """The document at the address; None: the browser opens the address itself."""
    note: str = ""
    """What is known to be missing already."""


class ReplacedError(DrawError):
    """The page replaced its document by one that is not requested, such as ``about:blank``."""


class Tab:
    """A tab in a browser context of its own: cookies, cache and storage are deleted with it.

    Rules: the document is the given one and nothing replaces it (no refresh, no redirect by a script); documents in
    frames are not loaded; a page from a file may load files from its folder and subfolders; everything else is loaded
    only with network; dialogs are dismissed.
    """

    def __init__(self, devtools: DevTools, drawing: Drawing, deadline: float) -> None:
        self.devtools, self.drawing, self.deadline = devtools, drawing, deadline
        self.pages = 0
        self._begin(Navigation("about:blank"))
        self.context = devtools.call("Target.createBrowserContext", deadline=deadline)["browserContextId"]
        target = {"url": "about:blank", "browserContextId": self.context}
        # The main frame of a tab has the identifier of the tab.
        self.main_frame = devtools.call("Target.createTarget", target, deadline=deadline)["targetId"]
        attach = {"targetId": self.main_frame, "flatten": True}
        self.session: str = devtools.call("Target.attachToTarget", attach, deadline=deadline)["sessionId"]
        width, height = drawing.window
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        still = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
        setup: list[tuple[str, Message]] = [
            ("Page.enable", {}),
            ("Inspector.enable", {}),
            ("Page.setLifecycleEventsEnabled", {"enabled": True}),
            ("Emulation.setScriptExecutionDisabled", {"value": not drawing.scripts}),
            ("Emulation.setDeviceMetricsOverride", size),
            ("Emulation.setEmulatedMedia", still),
            ("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}),
        ]
        sent = [self._send(method, params) for method, params in setup]
        while not all(map(devtools.answered, sent)):
            devtools.listen(deadline)
        for number in sent:
            devtools.result(number)

    def _begin(self, navigation: Navigation) -> None:
        self.navigation = navigation
        self.loaded = self.settled = self.opened = self.crashed = False
        self.replaced = False
        self.dialogs = 0
        self.notes: list[str] = [navigation.note] if navigation.note else []
        self.devtools.on_event = self._on_event

    # ---- loading ---------------------------------------------------------------------------------

    def load(self, navigation: Navigation, seconds: float, deadline: float) -> None:
        """Load a page for at most ``seconds``; what has loaded by then is the page."""
        self.pages += 1
        self._begin(navigation)
        self.deadline = deadline
        until = min(time.monotonic() + seconds, deadline)
        number = self._send("Page.navigate", {"url": navigation.address})
        settle = 0.0
        try:
            while not self._is_ready(settle):
                self.devtools.listen(min(until, settle) if settle else until)
                self._check()
                if self.loaded and self.drawing.scripts and not settle:
                    settle = time.monotonic() + _SECONDS_TO_SETTLE
                if self.devtools.answered(number) and (error := self._navigation_error(number)):
                    raise DrawError(f"the page could not be opened: {error}")
        except BrowserTimeoutError:
            if not self.opened:
                raise
            if not self.loaded:
                self._stop(seconds)

    def _is_ready(self, settle: float) -> bool:
        if not self.drawing.scripts:
            return self.loaded
        return self.loaded and (self.settled or bool(settle and time.monotonic() >= settle))

    def _navigation_error(self, number: int) -> str:
        return str(self.devtools.result(number).get("errorText", ""))

    def _stop(self, seconds: float) -> None:
        self.notes.append(f"what had not loaded after {seconds:g} seconds")
        if self.drawing.scripts:
            self._send("Runtime.terminateExecution")
            self._send("Emulation.setScriptExecutionDisabled", {"value": True})
        self._send("Page.stopLoading")

    def _on_event(self, event: Message) -> None:
        name, params = event["method"], event["params"]
        if name == "Fetch.requestPaused":
            self._answer_request(params)
        elif name == "Page.loadEventFired":
            self.loaded = self.opened
        elif name == "Page.lifecycleEvent":
            if params["name"] == "networkAlmostIdle" and params["frameId"] == self.main_frame:
                self.settled = self.loaded
        elif name == "Page.frameNavigated":
            frame = params["frame"]
            if frame["id"] == self.main_frame:
                self.replaced |= self.opened
                self.opened |= frame["url"] != "about:blank"
        elif name == "Page.javascriptDialogOpening":
            self.dialogs += 1
            self._send("Page.handleJavaScriptDialog", {"accept": False})
        elif name in {"Inspector.targetCrashed", "Target.targetCrashed"}:
            self.crashed = True

    def _answer_request(self, params: dict[str, Any]) -> None:
        request = {"requestId": params["requestId"]}
        if params["resourceType"] == "Document":
            if params["frameId"] != self.main_frame:
                self._send("Fetch.failRequest", request | {"errorReason": "BlockedByClient"})
            elif self.opened:
                # Unlike other reasons, this one does not replace the current page.
                self._send("Fetch.failRequest", request | {"errorReason": "Aborted"})
            elif self.navigation.html is None:
                self._send("Fetch.continueRequest", request)
            else:
                body = base64.b64encode(self.navigation.html).decode()
                answer = {"responseCode": 200, "responseHeaders": _DOCUMENT_HEADERS, "body": body}
                self._send("Fetch.fulfillRequest", request | answer)
        elif self._may_load(params["request"], params["resourceType"]):
            self._send("Fetch.continueRequest", request)
        else:
            self._send("Fetch.failRequest", request | {"errorReason": "BlockedByClient"})

    def _may_load(self, request: dict[str, Any], kind: str) -> bool:
        if kind not in _LAYOUT_TYPES and not (self.drawing.scripts and kind in _SCRIPT_TYPES):
            return False
        if any(name.lower() in _PREFETCH_HEADERS for name in request["headers"]):
            return False
        parts = urlsplit(request["url"])
        if parts.scheme == "file":
            own = urlsplit(self.navigation.address)
            folder = Path(unquote(own.path)).parent
            return own.scheme == "file" and Path(unquote(parts.path)).resolve().is_relative_to(folder.resolve())
        return parts.scheme in {"data", "blob"} or bool(self.drawing.network)

    # ---- reading back ----------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The tree, boxes and styles of the page in its current state."""
        return self._call("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})

    def screenshot(self) -> bytes:
        """A JPEG image of the page, from its top."""
        width, height = self.drawing.window
        size = self._call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": width}
        clip |= {"height": min(max(size["height"], height), SCREENSHOT_WINDOWS * height)}
        how = {"format": "jpeg", "quality": _JPEG_QUALITY, "captureBeyondViewport": True, "clip": clip | {"scale": 1}}
        return base64.b64decode(self._call("Page.captureScreenshot", how)["data"])

    def mhtml(self) -> bytes:
        """The page with its style sheets and images as one MHTML file."""
        data: str = self._call("Page.captureSnapshot", {"format": "mhtml"})["data"]
        return data.encode("utf-8", "surrogateescape")

    def clear(self) -> None:
        """Leave the page, so that the tab is empty for the next one."""
        self.devtools.call("Page.navigate", {"url": "about:blank"}, session=self.session, deadline=_soon())
        self.devtools.forget()

    def close(self) -> None:
        """Close the tab; raises a :class:`DevToolsError` if the browser does not answer."""
        self.devtools.on_event = lambda _event: None
        self.devtools.call("Target.disposeBrowserContext", {"browserContextId": self.context}, deadline=_soon())
        self.devtools.forget()

    def _check(self) -> None:
        if self.crashed:
            raise DrawError("the page crashed in the browser")
        if self.replaced:
            raise ReplacedError("the page replaced its document by another")
        if self.dialogs > _MAX_DIALOGS:
            raise DrawError(f"the page opened more than {_MAX_DIALOGS} dialogs")

    def _send(self, method: str, params: Message | None = None) -> int:
        return self.devtools.send(method, params, session=self.session, deadline=self.deadline)

    def _call(self, method: str, params: Message | None = None) -> Message:
        number = self._send(method, params)
        while not self.devtools.answered(number):
            self.devtools.listen(self.deadline)
            self._check()
        try:
            return self.devtools.result(number)
        except CommandError as error:
            raise DrawError(f"the browser refused {method}: {error}") from None


def _soon() -> float:
    return time.monotonic() + _SECONDS_TO_LEAVE
