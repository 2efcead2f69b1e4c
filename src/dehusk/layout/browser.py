"""A browser that is kept warm for many pages, restarted when it dies, and renewed before it grows."""

from __future__ import annotations

import atexit
import os
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from dehusk.errors import DrawError
from dehusk.layout.devtools import DevTools, Gone, Late, Refused
from dehusk.layout.drawing import Drawing
from dehusk.layout.drawn import drawn_page
from dehusk.layout.find import find_browser
from dehusk.layout.tab import Document, Tab
from dehusk.limits import Limits, check_limits
from dehusk.page.parse import with_formulas
from dehusk.page.text import encodable
from dehusk.source import Source, is_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.page import Page
    from dehusk.page.parse import HiddenPolicy

# A page of no address is drawn at this one: the domain cannot exist (RFC 2606).
_NOWHERE = "http://page.invalid/"
# Both grow with the pages they have drawn; a new tab takes a quarter of a second, a new browser a whole one.
_PAGES_OF_A_TAB = 50
_PAGES_OF_A_PROCESS = 500
# Of the time that a page may take, what loading gets; the rest is for reading it back.
_SHARE_TO_LOAD = 0.5

Answer = TypeVar("Answer")


class Browser:
    """A warm browser. Threads may share it; they take turns.

    ``network``: whether its pages can reach the network at all. It starts with the first page, and again after it
    died; nothing is left of a page when the next one comes.

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
        """The number of the browser's process group; None while there is none."""
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
        """Draw a page; a :class:`~dehusk.errors.DrawError` says why if it cannot be."""
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
                # Chromium opens MHTML from files alone, and loads nothing that is not in it.
                Path(folder, "page.mhtml").write_bytes(source.data)
                return self._visit(Document(Path(folder, "page.mhtml").as_uri()), drawing, limits, read_back)
        html = source.html
        if not drawing.scripts:
            # MathJax will not show them: as in a page that is not drawn, they are formulas.
            html = with_formulas(html)
        page = self._visit(_document(source, html), drawing, limits, read_back)
        if source.truncated:
            page = replace(page, cut=(f"the page after {source.max_bytes:,} bytes", *page.cut))
        return page

    def snapshot(self, source: Source, drawing: Drawing | None = None, *, limits: Limits | None = None) -> bytes:
        """A page with its style sheets and pictures as one MHTML file, as a browser saves it."""
        limits = check_limits(limits)
        source = Source.of(source, limits=limits)
        if source.archive is not None and isinstance(source.data, bytes):
            return source.data
        drawing = replace(drawing or Drawing(), network=self.network)
        return self._visit(_document(source, source.html), drawing, limits, Tab.mhtml)

    def close(self) -> None:
        """End the browser; it starts again if it is asked to draw."""
        with self._lock:
            self._end(DevTools.close)

    def _end(self, how: Callable[[DevTools], None]) -> None:
        devtools, self._devtools, self._tab, self._pages = self._devtools, None, None, 0
        if devtools is not None:
            how(devtools)

    def _visit(
        self, document: Document, drawing: Drawing, limits: Limits, read_back: Callable[[Tab], Answer]
    ) -> Answer:
        """Load a page and read it back; once more in a new browser if the one there died."""
        with self._lock:
            for attempt in (1, 2):
                try:
                    return self._once(document, drawing, limits, read_back)
                except Gone:
                    self._end(DevTools.kill)
                    if attempt == 2:
                        raise DrawError("the browser died twice while it drew this page") from None
                except Late:
                    # Whatever hangs, hangs in this process.
                    self._end(DevTools.kill)
                    raise DrawError(f"the browser did not draw this page in {limits.seconds:g} seconds") from None
                except Refused as refusal:
                    self._end(DevTools.kill)
                    raise DrawError(f"the browser refused to draw this page: {refusal}") from None
        raise AssertionError("unreachable")

    def _once(self, document: Document, drawing: Drawing, limits: Limits, read_back: Callable[[Tab], Answer]) -> Answer:
        if self._devtools is not None and self._pages >= _PAGES_OF_A_PROCESS:
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
            tab.load(document, limits.seconds * _SHARE_TO_LOAD, deadline)
            answer = read_back(tab)
        except DrawError:
            self._leave(tab, reuse=False)
            raise
        # Without scripts and network a page leaves nothing behind.
        self._leave(tab, reuse=not (drawing.scripts or drawing.network or tab.notes) and tab.pages < _PAGES_OF_A_TAB)
        return answer

    def _leave(self, tab: Tab, *, reuse: bool) -> None:
        try:
            if reuse:
                tab.clear()
                self._tab = tab
            else:
                tab.close()
        except (Late, Gone, Refused):
            self._end(DevTools.kill)


def _document(source: Source, html: str) -> Document:
    return Document(_address(source), encodable(html).encode("utf-8", "replace"))


def _address(source: Source) -> str:
    """Where a page is drawn: relative addresses in it count from there."""
    if source.name != "-" and not is_url(source.name):
        return Path(source.name).resolve().as_uri()
    return source.url if source.url and is_url(source.url) else _NOWHERE


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
        # A browser of before a fork belongs to the parent: its pipes cannot be shared.
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
