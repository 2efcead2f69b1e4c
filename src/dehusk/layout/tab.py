"""One page in a browser: loaded under rules, stopped in time, and read back."""

from __future__ import annotations

import base64
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from dehusk.errors import DrawError
from dehusk.layout.devtools import Late, Refused
from dehusk.layout.drawn import STYLES

if TYPE_CHECKING:
    from dehusk.layout.devtools import DevTools, Message
    from dehusk.layout.drawing import Drawing

# With scripts on, a page is ready when it has asked for nothing for half a second, or after this long.
_SECONDS_TO_SETTLE = 5.0
# Other kinds have no say in where things stand: films, icons, reports, what is fetched for later.
_SHAPES_THE_PAGE = frozenset(["Stylesheet", "Image", "Font"])
_MADE_BY_SCRIPTS = frozenset(["Script", "XHR", "Fetch", "EventSource"])
_MOST_DIALOGS = 20
_SECONDS_TO_LEAVE = 5.0
WINDOWS_IN_PICTURE = 3
"""How many windows high a screenshot is at most."""
_JPEG_QUALITY = 80


@dataclass(frozen=True)
class Document:
    """What a tab loads: its address, and its bytes unless the browser is to open the address itself."""

    address: str
    html: bytes | None = None


class Tab:
    """A tab in a context of its own: cookies, cache and storage end with it.

    Rules: the document is the given one and nothing replaces it (no refresh, no redirect by script); documents in
    frames are not loaded; a page from a file may load files from its own folder and below; anything else only with
    the network on; dialogs are dismissed.
    """

    def __init__(self, devtools: DevTools, drawing: Drawing, deadline: float) -> None:
        self.devtools, self.drawing, self.deadline = devtools, drawing, deadline
        self.pages = 0
        self._begin(Document("about:blank"))
        self.context = devtools.call("Target.createBrowserContext", deadline=deadline)["browserContextId"]
        target = {"url": "about:blank", "browserContextId": self.context}
        # A tab's main frame has the tab's own identifier.
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

    def _begin(self, document: Document) -> None:
        self.document = document
        self.loaded = self.settled = self.opened = self.crashed = False
        self.dialogs = 0
        self.notes: list[str] = []
        self.devtools.on_event = self._on_event

    # ---- loading ---------------------------------------------------------------------------------

    def load(self, document: Document, seconds: float, deadline: float) -> None:
        """Load a page for at most so many seconds; what has come by then is the page."""
        self.pages += 1
        self._begin(document)
        self.deadline = deadline
        until = min(time.monotonic() + seconds, deadline)
        number = self._send("Page.navigate", {"url": document.address})
        settle = 0.0
        try:
            while not self._is_ready(settle):
                self.devtools.listen(min(until, settle) if settle else until)
                self._check()
                if self.loaded and self.drawing.scripts and not settle:
                    settle = time.monotonic() + _SECONDS_TO_SETTLE
                if self.devtools.answered(number) and (error := self._navigation_error(number)):
                    raise DrawError(f"the page could not be opened: {error}")
        except Late:
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
            self.opened |= frame["id"] == self.main_frame and frame["url"] != "about:blank"
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
                # Unlike any other reason, this one leaves the page that is there.
                self._send("Fetch.failRequest", request | {"errorReason": "Aborted"})
            elif self.document.html is None:
                self._send("Fetch.continueRequest", request)
            else:
                kind = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
                body = base64.b64encode(self.document.html).decode()
                answer = {"responseCode": 200, "responseHeaders": kind, "body": body}
                self._send("Fetch.fulfillRequest", request | answer)
        elif self._may_load(params["request"]["url"], params["resourceType"]):
            self._send("Fetch.continueRequest", request)
        else:
            self._send("Fetch.failRequest", request | {"errorReason": "BlockedByClient"})

    def _may_load(self, url: str, kind: str) -> bool:
        if kind not in _SHAPES_THE_PAGE and not (self.drawing.scripts and kind in _MADE_BY_SCRIPTS):
            return False
        parts = urlsplit(url)
        if parts.scheme == "file":
            own = urlsplit(self.document.address)
            folder = Path(unquote(own.path)).parent
            return own.scheme == "file" and Path(unquote(parts.path)).resolve().is_relative_to(folder.resolve())
        return parts.scheme in {"data", "blob"} or bool(self.drawing.network)

    # ---- reading back ----------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The tree, boxes and styles of the page as it stands."""
        return self._call("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})

    def screenshot(self) -> bytes:
        """The page as a JPEG picture, from its top."""
        width, height = self.drawing.window
        size = self._call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": width}
        clip |= {"height": min(max(size["height"], height), WINDOWS_IN_PICTURE * height)}
        how = {"format": "jpeg", "quality": _JPEG_QUALITY, "captureBeyondViewport": True, "clip": clip | {"scale": 1}}
        return base64.b64decode(self._call("Page.captureScreenshot", how)["data"])

    def mhtml(self) -> bytes:
        """The page with its style sheets and pictures as one MHTML file."""
        data: str = self._call("Page.captureSnapshot", {"format": "mhtml"})["data"]
        return data.encode("utf-8", "surrogateescape")

    def clear(self) -> None:
        """Leave the page, so that the next one finds an empty tab."""
        self.devtools.call("Page.navigate", {"url": "about:blank"}, session=self.session, deadline=_soon())
        self.devtools.forget()

    def close(self) -> None:
        """End the tab; :class:`Late` if the browser does not follow."""
        self.devtools.on_event = lambda _event: None
        self.devtools.call("Target.disposeBrowserContext", {"browserContextId": self.context}, deadline=_soon())
        self.devtools.forget()

    def _check(self) -> None:
        if self.crashed:
            raise DrawError("the page crashed in the browser")
        if self.dialogs > _MOST_DIALOGS:
            raise DrawError(f"the page opened more than {_MOST_DIALOGS} dialogs")

    def _send(self, method: str, params: Message | None = None) -> int:
        return self.devtools.send(method, params, session=self.session, deadline=self.deadline)

    def _call(self, method: str, params: Message | None = None) -> Message:
        number = self._send(method, params)
        while not self.devtools.answered(number):
            self.devtools.listen(self.deadline)
            self._check()
        try:
            return self.devtools.result(number)
        except Refused as refusal:
            raise DrawError(f"the browser refused {method}: {refusal}") from None


def _soon() -> float:
    return time.monotonic() + _SECONDS_TO_LEAVE
