"""Images, video, audio and embedded pages that are part of the content.

*For a method that returns elements* (``selection.roots``), these are the media inside them, unless the nearest
ancestor with text has no kept text (a group of links that was removed, a dropped sidebar). *For a method that
returns text only*, they are the media between the first and the last kept leaf whose block-level ancestor has kept
text; or has no text apart from a figure's caption, while the leaves before and after it are kept.

Never included: media that a browser hides, media of at most 2 pixels per side (tracking pixels), images of at most 32
pixels (icons), drawings without a stated size above 64 pixels, placeholders, and images in ``data:`` URLs.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.media_sources import image_url, noscript_image, player_url
from dehusk.content.urls import base_url
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

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
_WITH_FALLBACK = tags.tag_table("video audio object svg canvas")
_CONTROL = tags.tag_table("a button label")

_MAX_TRACKING_PIXEL = 2
_MAX_ICON = 32
_MAX_SMALL_DRAWING = 64

_PIXELS = re.compile(r"(\d{1,5})(?:\.\d{1,9})?(?: ?px)?")
_MAX_CAPTION_CHARS = 1000
"""Every image of a figure repeats its caption."""


class Media(NamedTuple):
    """An image, video, audio, embedded page or drawing."""

    kind: str
    """``image``, ``video``, ``audio``, ``embed`` or ``drawing``."""
    url: str | None
    """None for a drawing (SVG, CANVAS), which is in the page itself."""
    alt: str
    """The alternative text: alt, label or title."""
    caption: str
    """The caption of its figure."""
    width: int | None
    """In pixels, as stated by the page."""
    height: int | None
    path: str
    """The XPath of the element in the parsed document."""


class PlacedMedia(NamedTuple):
    """Media with its position."""

    before: int
    """Its row in the page; if it has none, the row that follows it."""
    parent: int
    """The element of the page that contains it."""
    row: int
    """Its row in ``page.origin``, or in the page itself if that is None."""
    media: Media


def find_media(page: Page, selection: Selection) -> list[Media]:
    """The media of the content, in document order.

    >>> from dehusk import extract
    >>> html = "<p>Tea, ready to drink.</p><img src=/tea.jpg alt=Tea width=640><p>Milk comes first.</p>"
    >>> extract(html, url="https://example.org/", method="arias").media[0][:3]
    ('image', 'https://example.org/tea.jpg', 'Tea')
    """
    return with_paths(page, place_media(page, selection))


def with_paths(page: Page, placed: list[PlacedMedia]) -> list[Media]:
    """The media with their XPaths."""
    full = page if page.origin is None else page.origin
    paths = full.paths([each.row for each in placed])
    return [each.media._replace(path=path) for each, path in zip(placed, paths, strict=True)]


def place_media(page: Page, selection: Selection) -> list[PlacedMedia]:
    """The media of the content with their positions; without XPaths, which writers do not need."""
    return _MediaFinder(page, selection).found()


class _NearestAncestor:
    """The nearest element of a mask that is the row itself or contains it; every row is visited at most once."""

    def __init__(self, page: Page, mask: Bools) -> None:
        self.parent, self.mask, self.is_empty = page.parent, mask, not mask.any()
        self.known: dict[int, int] = {}

    def __call__(self, row: int) -> int:
        """The row of the element; 0 (BODY) if there is none."""
        if self.is_empty:
            return 0
        visited = []
        while row > 0 and not self.mask[row]:
            if row in self.known:
                row = self.known[row]
                break
            visited.append(row)
            row = int(self.parent[row])
        row = max(row, 0)
        self.known.update(dict.fromkeys(visited, row))
        return row

    def of(self, rows: Ints) -> Ints:
        """The elements of many rows."""
        return np.array([self(row) for row in rows.tolist()], dtype=np.intp)


class _MediaFinder:
    """Works on the page before hidden rows were dropped, since only that has SOURCE and NOSCRIPT elements."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.selection = page, selection
        self.full = page if page.origin is None else page.origin
        self.rows: Ints = np.arange(len(page)) if page.origin_rows is None else page.origin_rows
        self.base = base_url(page)
        self.captions: dict[int, str] = {}
        self.kept = np.flatnonzero(selection.keep)

    @cached_property
    def has_kept(self) -> Bools:
        """Rows with kept text in their subtree."""
        return self.page.above(self.selection.keep)

    @cached_property
    def figure_in_full(self) -> _NearestAncestor:
        return _NearestAncestor(self.full, _FIGURE[self.full.tag])

    @cached_property
    def control_in_full(self) -> _NearestAncestor:
        return _NearestAncestor(self.full, _CONTROL[self.full.tag])

    def found(self) -> list[PlacedMedia]:
        if not (len(self.kept) or len(self.selection.roots)):
            return []
        rows, before = self._rows()
        if not len(rows):
            return []
        parents = self._parents(rows)
        content = self._below_roots(before, parents) if len(self.selection.roots) else self._among_kept(before, parents)
        chosen = (column[content].tolist() for column in (before, parents, rows))
        return [
            PlacedMedia(at, parent, row, described)
            for at, parent, row in zip(*chosen, strict=True)
            if (described := self._describe(row))
        ]

    def _rows(self) -> tuple[Ints, Ints]:
        """The rows that may be content, and their positions in the page.

        These are media that a browser shows, and images in NOSCRIPT that do not replace another image.
        """
        full = self.full
        possible = np.flatnonzero(_MEDIA[full.tag])
        if _WITH_FALLBACK[full.tag[possible]].any():
            possible = possible[~full.inside(_WITH_FALLBACK[full.tag])[full.parent[possible]]]
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
            wanted[np.searchsorted(possible, self._noscript_images(possible[hidden], possible[wanted]))] = True
        return possible[wanted], before[wanted]

    def _noscript_images(self, hidden: Ints, shown: Ints) -> list[int]:
        """Images in NOSCRIPT that do not replace a shown image next to it."""
        full = self.full
        large = [row for row in hidden.tolist() if not _too_small("image", *_size(full, row))]
        if not large:
            return []
        replacements = {noscript_image(full, row) for row in shown[full.tag[shown] == tags.NUMBERS["img"]].tolist()}
        holder = _NearestAncestor(full, _NOSCRIPT[full.tag])
        return [row for row in large if row not in replacements and self.shown[full.parent[holder(row)]]]

    def _parents(self, rows: Ints) -> Ints:
        """The elements of the page that contain the given rows of the full page."""
        parents = self.full.parent[rows]
        while not (shown := self.shown[parents]).all():
            parents = np.where(shown, parents, self.full.parent[parents])
        return parents if self.page.origin is None else np.searchsorted(self.rows, parents)

    # ---- whether it is content ---------------------------------------------------------------------

    def _below_roots(self, before: Ints, parents: Ints) -> Bools:
        page = self.page
        roots = np.zeros(len(page) + 1, dtype=np.bool_)
        roots[self.selection.roots] = True
        has_text = page.above(page.chars > 0)
        around = _NearestAncestor(page, has_text).of(parents)
        is_root: Bools = roots[before] & _MEDIA[np.append(page.tag, tags.TEXT)[before]]
        below: Bools = page.inside(roots[:-1])[parents] & (self.has_kept[around] | ~has_text[around])
        return is_root | below

    def _among_kept(self, before: Ints, parents: Ints) -> Bools:
        page = self.page
        count = np.append(0, np.cumsum(page.chars > 0))
        # Before the first leaf and after the last one counts as kept.
        leaf_kept = np.concatenate(([True], self.selection.keep[page.leaves], [True]))
        holder, figure = page.block_holder[parents], _NearestAncestor(page, _FIGURE[page.tag]).of(parents)
        # A figure's own text, its caption, does not count. Of two ancestors of a row one contains the other.
        inner = np.maximum(figure, holder)
        own_text = np.where(figure > 0, count[page.end[inner]] - count[inner], 0)
        alone = count[page.end[holder]] - count[holder] <= own_text
        first, stop = np.where(figure > 0, (figure, page.end[figure]), before)
        between = leaf_kept[count[first]] & leaf_kept[count[stop] + 1]
        content: Bools = self.has_kept[holder] | (alone & between)
        return content

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
        if url is None and (replacement := noscript_image(self.full, row)) is not None:
            url = image_url(self.full, replacement, self.base)
        return url

    def _is_picture(self, row: int) -> bool:
        """Whether a drawing is not an icon: not hidden from screen readers, not in a link or button."""
        hidden = (self.full.attr(row, "aria-hidden") or "").lower() == "true"
        return not hidden and self.control_in_full(row) == 0

    def _caption(self, row: int) -> str:
        full, figure = self.full, self.figure_in_full(row)
        if figure == 0:
            return ""
        if figure not in self.captions:
            places = np.flatnonzero(full.tag[figure : full.end[figure]] == _FIGCAPTION)
            caption = full.leaf_text(figure + int(places[0])) if len(places) else ""
            self.captions[figure] = caption[:_MAX_CAPTION_CHARS]
        return self.captions[figure]


def _too_small(kind: str, width: int | None, height: int | None) -> bool:
    stated = [side for side in (width, height) if side is not None]
    if kind != "audio" and any(side <= _MAX_TRACKING_PIXEL for side in stated):
        return True
    if kind == "drawing":
        return len(stated) < 2 or max(stated) <= _MAX_SMALL_DRAWING
    return kind == "image" and bool(stated) and max(stated) <= _MAX_ICON


def _size(page: Page, row: int) -> tuple[int | None, int | None]:
    """Width and height as stated by attributes, by the inline style, or by a drawing's view box."""
    attrs = dict(page.attrs[row])
    width, height = _pixels(attrs.get("width")), _pixels(attrs.get("height"))
    if (width is None or height is None) and (declared := attrs.get("style")):
        style = dict(_declarations(declared))
        width = _pixels(style.get("width")) if width is None else width
        height = _pixels(style.get("height")) if height is None else height
    if width is None and height is None and (view := attrs.get("viewbox") or attrs.get("viewBox")):
        box = view.replace(",", " ").split()
        if len(box) == 4:
            return _pixels(box[2]), _pixels(box[3])
    return width, height


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
