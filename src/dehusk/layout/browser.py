"""A browser that is used for many pages, restarted when it dies, and renewed after a number of pages."""

from __future__ import annotations

import atexit
import os
import re
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from dehusk.errors import DrawError
from dehusk.layout.devtools import BrowserClosedError, BrowserTimeoutError, CommandError, DevTools, DevToolsError
from dehusk.layout.drawing import Drawing
from dehusk.layout.drawn import drawn_page
from dehusk.layout.find import find_browser
from dehusk.layout.tab import Navigation, ReplacedError, Tab
from dehusk.limits import Limits, check_limits
from dehusk.page.parser import with_formulas
from dehusk.page.text_measures import encodable
from dehusk.source import Source, is_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.page import HiddenPolicy, Page

# A page without an address is drawn at this one: the domain cannot exist (RFC 2606).
_INVALID_URL = "http://page.invalid/"
# Both use more memory with every page; a new tab takes a quarter of a second, a new browser one second.
_PAGES_PER_TAB = 50
_PAGES_PER_PROCESS = 500
# The share of the time limit of a page that is for loading; the rest is for reading it back.
_LOADING_SHARE = 0.5

_SCRIPTS_LEFT_OUT = "what the scripts of the page make (they replaced it by another document)"

_REFRESH = re.compile(rb"""\bhttp-equiv\s{0,9}=\s{0,9}["']?\s{0,9}refresh""", re.IGNORECASE)

Answer = TypeVar("Answer")


class Browser:
    """A browser that keeps running between pages. Threads can share it; they take turns.

    ``network``: whether its pages can use the network at all. It starts with the first page, and again after it died.
    Nothing of a page is left when the next one is loaded.

    >>> from dehusk.source import Source
    >>> Browser(program="/no/such/browser").draw(Source.of("<p>Tea"))
    Traceback (most recent call last):
    dehusk.errors.BrowserError: the browser /no/such/browser did not start: ...
    """

    def __init__(self, *, network: bool = False, program: str | None = None) -> None:
        self.network, self.program = network, program
        self._devtools: DevTools | None = None
        self._tab: Tab | None = None
        self._pages = 0
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The process group of the browser; None if it is not running."""
        return None if self._devtools is None else self._devtools.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def draw(
        self,
        source: Source,
        drawing: Drawing | None = None,
        *,
        hidden: HiddenPolicy = "drop",
        limits: Limits | None = None,
    ) -> Page:
        """Draw a page; raises :class:`~dehusk.errors.DrawError` if this fails."""
        limits = check_limits(limits)
        source = Source.of(source, limits=limits)
        drawing = replace(drawing or Drawing(), network=self.network)

        def read_back(tab: Tab) -> Page:
            snapshot = tab.snapshot()
            page = drawn_page(snapshot, url=source.page_url, window=drawing.window, limits=limits, hidden=hidden)
            picture = tab.screenshot() if drawing.screenshot else None
            return _with_notes(page, tab.notes, picture)

        if source.archive is not None and isinstance(source.data, bytes):
            with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
                # Chromium opens MHTML only from files, and loads nothing that is not in it.
                Path(folder, "page.mhtml").write_bytes(source.data)
                return self._visit(Navigation(Path(folder, "page.mhtml").as_uri()), drawing, limits, read_back)
        html = source.html
        if not drawing.scripts:
            # Without scripts MathJax does not show TeX; it becomes formulas, as in a page that is not drawn.
            html = with_formulas(html)
        page = self._visit(_navigation(source, html), drawing, limits, read_back)
        return replace(page, cut=(*source.cut, *page.cut)) if source.cut else page

    def snapshot(self, source: Source, drawing: Drawing | None = None, *, limits: Limits | None = None) -> bytes:
        """A page with its style sheets and images as one MHTML file, as a browser saves it."""
        limits = check_limits(limits)
        source = Source.of(source, limits=limits)
        if source.archive is not None and isinstance(source.data, bytes):
            return source.data
        drawing = replace(drawing or Drawing(), network=self.network)
        return self._visit(_navigation(source, source.html), drawing, limits, Tab.mhtml)

    def close(self) -> None:
        """End the browser; it starts again with the next page."""
        with self._lock:
            self._end(DevTools.close)

    def _end(self, how: Callable[[DevTools], None]) -> None:
        devtools, self._devtools, self._tab, self._pages = self._devtools, None, None, 0
        if devtools is not None:
            how(devtools)

    def _visit(
        self, navigation: Navigation, drawing: Drawing, limits: Limits, read_back: Callable[[Tab], Answer]
    ) -> Answer:
        """Load a page and read it back.

        Again in a new browser if the browser died, and without scripts and refreshes if they replaced the document.
        """
        with self._lock:
            for attempt in (1, 2):
                try:
                    return self._once(navigation, drawing, limits, read_back)
                except ReplacedError:
                    if attempt == 2:
                        raise
                    html = None if navigation.html is None else _REFRESH.sub(rb"data-\g<0>", navigation.html)
                    navigation = replace(navigation, html=html, note=_SCRIPTS_LEFT_OUT if drawing.scripts else "")
                    drawing = replace(drawing, scripts=False)
                except BrowserClosedError:
                    self._end(DevTools.kill)
                    if attempt == 2:
                        raise DrawError("the browser died twice while it drew this page") from None
                except BrowserTimeoutError:
                    # What does not answer is in this process.
                    self._end(DevTools.kill)
                    raise DrawError(f"the browser did not draw this page in {limits.seconds:g} seconds") from None
                except CommandError as error:
                    self._end(DevTools.kill)
                    raise DrawError(f"the browser refused to draw this page: {error}") from None
        raise AssertionError("unreachable")

    def _once(
        self, navigation: Navigation, drawing: Drawing, limits: Limits, read_back: Callable[[Tab], Answer]
    ) -> Answer:
        if self._devtools is not None and self._pages >= _PAGES_PER_PROCESS:
            self._end(DevTools.close)
        if self._devtools is None:
            self._devtools = DevTools(self.program or find_browser(), network=self.network)
        self._pages += 1
        deadline = time.monotonic() + limits.seconds
        tab, self._tab = self._tab, None
        if tab is None or tab.drawing != drawing:
            if tab is not None:
                tab.close()
            tab = Tab(self._devtools, drawing, deadline)
        try:
            tab.load(navigation, limits.seconds * _LOADING_SHARE, deadline)
            answer = read_back(tab)
        except DrawError:
            self._leave(tab, reuse=False)
            raise
        # Without scripts and network nothing of a page is left in the tab.
        self._leave(tab, reuse=not (drawing.scripts or drawing.network or tab.notes) and tab.pages < _PAGES_PER_TAB)
        return answer

    def _leave(self, tab: Tab, *, reuse: bool) -> None:
        try:
            if reuse:
                tab.clear()
                self._tab = tab
            else:
                tab.close()
        except DevToolsError:
            self._end(DevTools.kill)


def _navigation(source: Source, html: str) -> Navigation:
    return Navigation(_address(source), encodable(html).encode("utf-8", "replace"))


def _address(source: Source) -> str:
    """The address at which a page is drawn: relative links are resolved against it."""
    if source.name != "-" and not is_url(source.name):
        return Path(source.name).resolve().as_uri()
    return source.url if source.url and is_url(source.url) else _INVALID_URL


def _with_notes(page: Page, notes: list[str], screenshot: bytes | None) -> Page:
    if page.layout is None or not (notes or screenshot):
        return page
    layout = replace(page.layout, notes=(*page.layout.notes, *notes), screenshot=screenshot)
    return replace(page, layout=layout, cut=(*page.cut, *notes))


_shared: dict[tuple[int, bool], Browser] = {}
_shared_lock = threading.Lock()


def shared_browser(*, network: bool) -> Browser:
    """This process's browser with or without network: started once, closed at exit.

    >>> shared_browser(network=False) is shared_browser(network=False)
    True
    """
    with _shared_lock:
        # A browser that was started before a fork belongs to the parent: its pipes cannot be shared.
        return _shared.setdefault((os.getpid(), network), Browser(network=network))


@atexit.register
def _close_shared() -> None:
    for (pid, _), browser in _shared.items():
        if pid == os.getpid():
            browser.close()


def browser_for(source: Source, drawing: Drawing | None) -> Browser:
    """This process's browser for a page: with network if ``drawing`` says so, or if the page came from there.

    >>> from dehusk.source import Source
    >>> browser_for(Source.of("<p>Tea"), None).network
    False
    """
    network = drawing.network if drawing else None
    return shared_browser(network=is_url(source.name) if network is None else network)
