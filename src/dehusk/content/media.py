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
    from dehusk.page.text import Bools, Ints

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


def media(page: Page, selection: Selection) -> list[Media]:
    """The media that are content, in document order.

    >>> from dehusk import extract
    >>> html = "<p>Tea, ready to drink.</p><img src=/tea.jpg alt=Tea width=640><p>Milk comes first.</p>"
    >>> extract(html, url="https://example.org/", method="arias").media[0][:3]
    ('image', 'https://example.org/tea.jpg', 'Tea')
    """
    return located(page, place_media(page, selection))


def located(page: Page, placed: list[Placed]) -> list[Media]:
    """Media with their paths."""
    full = page if page.origin is None else page.origin
    paths = full.paths([each.row for each in placed])
    return [each.media._replace(path=path) for each, path in zip(placed, paths, strict=True)]


def place_media(page: Page, selection: Selection) -> list[Placed]:
    """The media that are content with their places; without their paths, which writers do not need."""
    return _Finder(page, selection).found()


class _Nearest:
    """The nearest element of some kind that a row is or lies in; every row is passed once, whatever is asked."""

    def __init__(self, page: Page, mask: Bools) -> None:
        self.parent, self.mask = page.parent, mask
        self.known: dict[int, int] = {}

    def __call__(self, row: int) -> int:
        """Its row; 0 (BODY) where there is none."""
        passed = []
        while row > 0 and not self.mask[row]:
            if row in self.known:
                row = self.known[row]
                break
            passed.append(row)
            row = int(self.parent[row])
        row = max(row, 0)
        self.known.update(dict.fromkeys(passed, row))
        return row


class _Finder:
    """Looks at the page as it was before hidden rows were dropped: sources and NOSCRIPT stand only there."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.selection = page, selection
        self.full = page if page.origin is None else page.origin
        self.rows: Ints = np.arange(len(page)) if page.origin_rows is None else page.origin_rows
        self.base = base_url(page)
        self.captions: dict[int, str] = {}
        self.kept = np.flatnonzero(selection.keep)

    def found(self) -> list[Placed]:
        if not (len(self.kept) or len(self.selection.roots)):
            return []
        rows, before = self._rows()
        if not len(rows):
            return []
        self._look()
        placed = []
        for row, at in zip(rows.tolist(), before.tolist(), strict=True):
            parent = self._parent(row)
            if self._is_content(at, parent) and (described := self._describe(row)):
                placed.append(Placed(at, parent, row, described))
        return placed

    def _look(self) -> None:
        page, full = self.page, self.full
        text = page.chars > 0
        self.leaves_before = np.concatenate(([0], np.cumsum(text)))
        self.has_text, self.has_kept = page.above(text), page.above(self.selection.keep)
        self.with_text = _Nearest(page, self.has_text)
        self.holder = _Nearest(page, tags.BLOCK[page.tag])
        self.figure = _Nearest(page, _FIGURE[page.tag])
        self.figure_in_full = _Nearest(full, _FIGURE[full.tag])
        self.control_in_full = _Nearest(full, _CONTROL[full.tag])
        roots = np.zeros(len(page), dtype=np.bool_)
        roots[self.selection.roots] = True
        self.is_root, self.in_roots = roots, page.inside(roots)

    def _rows(self) -> tuple[Ints, Ints]:
        """Media that may be content, with their places in the page.

        These are media that a browser shows, and images of NOSCRIPT that stand for no other image.
        """
        full = self.full
        is_media = _MEDIA[full.tag]
        if (around := _INSIDE_OTHERS[full.tag]).any():
            is_media[1:] &= ~full.inside(around)[full.parent[1:]]
        possible = np.flatnonzero(is_media)
        before = np.searchsorted(self.rows, possible)
        if not len(self.selection.roots):
            among = (before > self.kept[0]) & (before <= self.kept[-1])
            possible, before = possible[among], before[among]
        self.shown = np.zeros(len(full), dtype=np.bool_)
        self.shown[self.rows] = True
        wanted = self.shown[possible]
        if (noscript := _NOSCRIPT[full.tag]).any():
            hidden = full.inside(noscript)[possible]
            wanted &= ~hidden
            wanted |= np.isin(possible, self._alone(possible[hidden], possible[wanted]))
        return possible[wanted], before[wanted]

    def _alone(self, hidden: Ints, shown: Ints) -> list[int]:
        """Images of NOSCRIPT that stand for no other image, which is next to it."""
        full = self.full
        large = [row for row in hidden.tolist() if not _too_small("image", *_size(full, row))]
        if not large:
            return []
        twins = {noscript_image(full, row) for row in shown[full.tag[shown] == tags.NUMBERS["img"]].tolist()}
        holder = _Nearest(full, _NOSCRIPT[full.tag])
        return [row for row in large if row not in twins and self.shown[full.parent[holder(row)]]]

    def _parent(self, row: int) -> int:
        """The element of the page that a row of the full page is in."""
        row = int(self.full.parent[row])
        while not self.shown[row]:
            row = int(self.full.parent[row])
        return row if self.page.origin is None else int(np.searchsorted(self.rows, row))

    # ---- whether it is content ---------------------------------------------------------------------

    def _is_content(self, row: int, parent: int) -> bool:
        return self._below_roots(row, parent) if len(self.selection.roots) else self._among_kept(row, parent)

    def _below_roots(self, row: int, parent: int) -> bool:
        page = self.page
        if row < len(page) and self.is_root[row] and _MEDIA[page.tag[row]]:
            return True
        if not self.in_roots[parent]:
            return False
        around = self.with_text(parent)
        return bool(self.has_kept[around] or not self.has_text[around])

    def _among_kept(self, row: int, parent: int) -> bool:
        holder = self.holder(parent)
        if self.has_kept[holder]:
            return True
        page, count = self.page, self.leaves_before
        figure = self.figure(parent)
        # A figure's own text, its caption, does not count. Of two elements around a row one holds the other.
        inner = max(figure, holder) if figure else len(page)
        inside = count[page.end[inner]] - count[inner] if figure else 0
        if count[page.end[holder]] - count[holder] > inside:
            return False
        before, after = (figure, page.end[figure]) if figure else (row, row)
        beside = np.concatenate((page.leaves[: count[before]][-1:], page.leaves[count[after] :][:1]))
        return bool(self.selection.keep[beside].all())

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
        return Media(kind, url, _label(full, row), self._caption(row), width, height, "")

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
        hidden = (self.full.attr(row, "aria-hidden") or "").lower() == "true"
        return not hidden and self.control_in_full(row) == 0

    def _caption(self, row: int) -> str:
        full, figure = self.full, self.figure_in_full(row)
        if figure == 0:
            return ""
        if figure not in self.captions:
            places = np.flatnonzero(full.tag[figure : full.end[figure]] == _FIGCAPTION)
            caption = full.leaf_text(figure + int(places[0])) if len(places) else ""
            self.captions[figure] = caption[:_LONG_CAPTION]
        return self.captions[figure]


def _too_small(kind: str, width: int | None, height: int | None) -> bool:
    stated = [side for side in (width, height) if side is not None]
    if kind != "audio" and any(side <= _COUNTER for side in stated):
        return True
    if kind == "drawing":
        return len(stated) < 2 or max(stated) <= _SMALL_DRAWING
    return kind == "image" and bool(stated) and max(stated) <= _ICON


def _size(page: Page, row: int) -> tuple[int | None, int | None]:
    """Width and height as stated: by attribute, by inline style, by a drawing's view box."""
    attrs = dict(page.attrs[row])
    style = dict(_declarations(attrs.get("style") or ""))
    sides = []
    for name in ("width", "height"):
        side = _pixels(attrs.get(name))
        sides.append(_pixels(style.get(name)) if side is None else side)
    box = (attrs.get("viewbox") or attrs.get("viewBox") or "").replace(",", " ").split()
    if len(box) == 4 and sides == [None, None]:
        sides = [_pixels(box[2]), _pixels(box[3])]
    return sides[0], sides[1]


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value


def _pixels(value: str | None) -> int | None:
    stated = _PIXELS.fullmatch(value.strip()) if value else None
    return int(stated[1]) if stated else None


def _label(page: Page, row: int) -> str:
    labels = (collapse(page.attr(row, name) or "") for name in ("alt", "aria-label", "title"))
    return next(filter(None, labels), "")
