"""Pictures, films, sounds and embedded pages that are part of the content.

Which are: *for a method that returns elements* (``selection.roots``), media below them, unless the nearest
element around that holds text lost all of it (a group of links that was cut out, a dropped sidebar). *For a
method that returns text alone*, media between the first and the last kept leaf, if the block-level element
around has kept text; or if it has no text, a figure's caption aside, and the leaves next to it on both sides
are kept.

Never: what a browser hides, what states a size of at most 2 pixels a side (counters), images and drawings
that state at most 32 (icons), drawings that do not state a size above 64, placeholders, and images that are
written into the page as data.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.sources import image_url, noscript_image, player_url
from dehusk.content.urls import base_url
from dehusk.page import tags
from dehusk.page.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.text import Ints

_KINDS = {
    "img": "image",
    "video": "video",
    "audio": "audio",
    "iframe": "embed",
    "embed": "embed",
    "object": "embed",
    "svg": "drawing",
    "canvas": "drawing",
}
_MEDIA = tags.tag_table(_KINDS)
_FIGURE = tags.tag_table("figure")
_FIGCAPTION = tags.NUMBERS["figcaption"]
_NOSCRIPT = tags.tag_table("noscript")
_INSIDE_OTHERS = tags.tag_table("video audio object svg canvas")
_CONTROL = tags.tag_table("a button label")

_COUNTER = 2
_ICON = 32
_SMALL_DRAWING = 64

_PIXELS = re.compile(r"(\d{1,5})(?:\.\d{1,9})?(?: ?px)?")
_LONG_CAPTION = 1000
"""Characters; every picture of a figure carries its caption."""


class Media(NamedTuple):
    """A picture, film, sound, embedded page or drawing."""

    kind: str
    """``image``, ``video``, ``audio``, ``embed`` or ``drawing``."""
    url: str | None
    """Where it is; None for a drawing, which is in the page itself."""
    alt: str
    """What it says in place of itself: alt, title or label."""
    caption: str
    """The caption of its figure."""
    width: int | None
    """In pixels, as stated."""
    height: int | None
    path: str
    """The XPath of the element in the parsed document."""


class Placed(NamedTuple):
    """Media with its place."""

    before: int
    """The row of the page that it is, or stands before."""
    parent: int
    """The element of the page that it is in."""
    row: int
    """Its row in ``page.origin``, or in the page itself where that is None."""
    media: Media


def media(page: Page, selection: Selection) -> list[Placed]:
    """The media that are content, in document order.

    >>> from dehusk import extract
    >>> html = "<p>Tea, ready to drink.</p><img src=/tea.jpg alt=Tea width=640><p>Milk comes first.</p>"
    >>> extract(html, url="https://example.org/", method="arias").media[0][:3]
    ('image', 'https://example.org/tea.jpg', 'Tea')
    """
    return _Finder(page, selection).found()


class _Finder:
    """Looks at the page as it was before hidden rows were dropped: sources and NOSCRIPT stand only there."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.selection = page, selection
        self.full = page if page.origin is None else page.origin
        self.rows: Ints = np.arange(len(page)) if page.origin_rows is None else page.origin_rows
        self.shown = np.zeros(len(self.full), dtype=np.bool_)
        self.shown[self.rows] = True
        self.base = base_url(page)
        self.captions: dict[int, str] = {}
        self.kept = np.flatnonzero(selection.keep)
        self.has_text = page.above(page.chars > 0)
        self.has_kept = page.above(selection.keep)

    def found(self) -> list[Placed]:
        if not (self.selection.keep.any() or len(self.selection.roots)):
            return []
        placed = []
        for row in self._rows().tolist():
            parent = self._parent(row)
            if self._is_content(row, parent) and (described := self._describe(row)):
                before = int(np.searchsorted(self.rows, row))
                placed.append(Placed(before, parent, row, described))
        return placed

    def _rows(self) -> Ints:
        """Media that a browser shows, and images of NOSCRIPT that stand for no other image."""
        full = self.full
        of_others = np.append(False, full.inside(_INSIDE_OTHERS[full.tag])[full.parent[1:]])
        possible = np.flatnonzero(_MEDIA[full.tag] & ~of_others)
        noscript = full.inside(_NOSCRIPT[full.tag])
        shown = possible[self.shown[possible] & ~noscript[possible]]
        if not noscript.any():
            return shown
        twins = {noscript_image(full, row) for row in shown[full.tag[shown] == tags.NUMBERS["img"]].tolist()}
        holders = full.nearest(_NOSCRIPT[full.tag])
        alone = [
            row
            for row in possible[noscript[possible]].tolist()
            if row not in twins and self.shown[full.parent[holders[row]]]
        ]
        return np.array(sorted({*shown.tolist(), *alone}), dtype=np.intp)

    def _parent(self, row: int) -> int:
        """The element of the page that a row of the full page is in."""
        row = int(self.full.parent[row])
        while not self.shown[row]:
            row = int(self.full.parent[row])
        return int(np.searchsorted(self.rows, row))

    # ---- whether it is content ---------------------------------------------------------------------

    def _is_content(self, row: int, parent: int) -> bool:
        before = int(np.searchsorted(self.rows, row))
        if len(self.selection.roots):
            return self._below_roots(before, parent)
        return self._among_kept(before, parent)

    def _below_roots(self, row: int, parent: int) -> bool:
        page, roots = self.page, self.selection.roots
        if row in roots and row < len(page) and _MEDIA[page.tag[row]]:
            return True
        if not ((roots <= parent) & (parent < page.end[roots])).any():
            return False
        while parent > 0 and not self.has_text[parent]:
            parent = int(page.parent[parent])
        return bool(self.has_kept[parent]) or not self.has_text[parent]

    def _among_kept(self, row: int, parent: int) -> bool:
        page, keep = self.page, self.selection.keep
        if not self.kept[0] < row <= self.kept[-1]:
            return False
        holder = int(page.block_holder[parent])
        if self.has_kept[holder]:
            return True
        figure = self._figure(parent)
        leaves = page.leaves
        leaves = leaves[~((figure <= leaves) & (leaves < page.end[figure]))] if figure else leaves
        if ((holder <= leaves) & (leaves < page.end[holder])).any():
            return False
        place = int(np.searchsorted(leaves, row))
        return bool(keep[leaves[place - 1 : place + 1]].all())

    def _figure(self, row: int) -> int:
        """The figure that a row of the page is in; 0 if it is in none."""
        while row > 0 and not _FIGURE[self.page.tag[row]]:
            row = int(self.page.parent[row])
        return max(row, 0)

    # ---- what it is --------------------------------------------------------------------------------

    def _describe(self, row: int) -> Media | None:
        full = self.full
        kind = _KINDS[full.tag_name(row)]
        if kind == "embed" and (full.attr(row, "type") or "").lower().startswith("image/"):
            kind = "image"
        width, height = _size(full, row)
        if _too_small(kind, width, height) or (kind == "drawing" and not self._is_picture(row)):
            return None
        url = self._url(row, kind)
        if url is None and kind != "drawing":
            return None
        if kind == "embed" and url is not None and not url.lower().startswith(("http:", "https:", "/")):
            return None
        return Media(kind, url, _label(full, row), self._caption(row), width, height, full.path(row))

    def _url(self, row: int, kind: str) -> str | None:
        if kind == "drawing":
            return None
        if self.full.tag_name(row) != "img":
            return player_url(self.full, row, self.base)
        url = image_url(self.full, row, self.base)
        if url is None and (twin := noscript_image(self.full, row)) is not None:
            url = image_url(self.full, twin, self.base)
        return url

    def _is_picture(self, row: int) -> bool:
        """A drawing that is no icon: not hidden from readers, not in a link or button."""
        full = self.full
        if (full.attr(row, "aria-hidden") or "").lower() == "true":
            return False
        while row > 0:
            row = int(full.parent[row])
            if _CONTROL[full.tag[row]]:
                return False
        return True

    def _caption(self, row: int) -> str:
        full = self.full
        while row > 0 and not _FIGURE[full.tag[row]]:
            row = int(full.parent[row])
        if row <= 0:
            return ""
        if row not in self.captions:
            places = np.flatnonzero(full.tag[row : full.end[row]] == _FIGCAPTION)
            caption = full.leaf_text(row + int(places[0])) if len(places) else ""
            self.captions[row] = caption[:_LONG_CAPTION]
        return self.captions[row]


def _too_small(kind: str, width: int | None, height: int | None) -> bool:
    stated = [side for side in (width, height) if side is not None]
    if kind != "audio" and any(side <= _COUNTER for side in stated):
        return True
    if kind == "drawing":
        return len(stated) < 2 or max(stated) <= _SMALL_DRAWING
    return kind == "image" and bool(stated) and max(stated) <= _ICON


def _size(page: Page, row: int) -> tuple[int | None, int | None]:
    """Width and height as stated: by attribute, by inline style, by a drawing's view box."""
    style = dict(_declarations(page.attr(row, "style") or ""))
    sides = []
    for name in ("width", "height"):
        side = _pixels(page.attr(row, name))
        sides.append(_pixels(style.get(name)) if side is None else side)
    box = (page.attr(row, "viewbox") or page.attr(row, "viewBox") or "").replace(",", " ").split()
    if len(box) == 4 and sides == [None, None]:
        sides = [_pixels(box[2]), _pixels(box[3])]
    return sides[0], sides[1]


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value


def _pixels(value: str | None) -> int | None:
    stated = _PIXELS.fullmatch((value or "").strip())
    return int(stated[1]) if stated else None


def _label(page: Page, row: int) -> str:
    labels = (collapse(page.attr(row, name) or "") for name in ("alt", "aria-label", "title"))
    return next(filter(None, labels), "")
