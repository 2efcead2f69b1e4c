"""Drawing a page in a browser: how, and the functions that do. The browser's driver is loaded with the first page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.errors import ArgumentError
from dehusk.source import Source

if TYPE_CHECKING:
    from dehusk.limits import Limits
    from dehusk.page import Page
    from dehusk.page.parser import HiddenPolicy


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """How a page is drawn.

    ``window``: width and height in pixels; the default is that of the GCE paper. ``scripts``: run the page's scripts,
    then draw what they made. ``network``: let the page load its style sheets, pictures and fonts from the network;
    None: only if the page itself came from there. ``screenshot``: keep a picture in ``layout.screenshot``.

    >>> Drawing(window=(0, 600))
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: window must be a width and a height between 16 and 10000, not (0, 600)
    """

    window: tuple[int, int] = (1920, 1080)
    scripts: bool = False
    network: bool | None = None
    screenshot: bool = False

    def __post_init__(self) -> None:
        if not _is_window(self.window):
            raise ArgumentError(f"window must be a width and a height between 16 and 10000, not {self.window!r}")


def _is_window(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 2):
        return False
    return all(type(side) is int and 16 <= side <= 10_000 for side in value)


def draw(
    source: Source,
    drawing: Drawing | None = None,
    *,
    hidden: HiddenPolicy = "drop",
    limits: Limits | None = None,
) -> Page:
    """Draw a page in this process's browser: a :class:`~dehusk.Page` that carries its layout.

    ``source``: what :func:`dehusk.read` or :meth:`dehusk.Source.of` returns. A page from a file finds the files beside
    it; one from the network may load from there, any other may not (``drawing.network`` decides otherwise).

    >>> draw("<p>Tea")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: draw takes a Source, not str: dehusk.Source.of makes one
    """
    _check("draw", source, drawing)
    if hidden not in ("drop", "keep"):
        raise ArgumentError(f"hidden must be 'drop' or 'keep', not {hidden!r}")
    from dehusk.layout.browser import browser_for

    return browser_for(source, drawing).draw(source, drawing, hidden=hidden, limits=limits)


def snapshot(source: Source, drawing: Drawing | None = None, *, limits: Limits | None = None) -> bytes:
    """A page with its style sheets and images as one MHTML file; ``source`` and ``drawing`` as in :func:`draw`.

    >>> archive = b"Content-Type: multipart/related; boundary=x"
    >>> from dehusk.source import Source
    >>> snapshot(Source.of(archive)) == archive
    True
    """
    _check("snapshot", source, drawing)
    from dehusk.layout.browser import browser_for

    return browser_for(source, drawing).snapshot(source, drawing, limits=limits)


def _check(function: str, source: Source, drawing: Drawing | None) -> None:
    if not isinstance(source, Source):
        raise ArgumentError(f"{function} takes a Source, not {type(source).__name__}: dehusk.Source.of makes one")
    check_drawing(drawing)


def check_drawing(drawing: Drawing | None) -> None:
    """Raise unless this is a Drawing or None.

    >>> check_drawing(True)
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: drawing must be a Drawing, such as dehusk.Drawing(scripts=True), not True
    """
    if not isinstance(drawing, Drawing | None):
        raise ArgumentError(f"drawing must be a Drawing, such as dehusk.Drawing(scripts=True), not {drawing!r}")
