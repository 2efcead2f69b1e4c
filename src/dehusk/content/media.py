"""Images, video, audio and embedded pages that are part of the content.

*For a method that returns elements* (``selection.roots``), these are the media inside them, unless the nearest
ancestor with text has no kept text (a group of links that was removed, a dropped sidebar). *For a method that
returns text only*, they are the media whose place is inside the content: :mod:`dehusk.content.media_places` says which.

Never included: media that a browser hides, media of at most 2 pixels per side (tracking pixels), images of at most 32
pixels (icons), drawings without a stated size above 64 pixels, placeholders, images in ``data:`` URLs, an image that
repeats the one before it (a copy for a lightbox), and what the names of elements call an icon, a logo, an avatar or an
advertisement.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.media_loops import MEDIA, NOSCRIPT, WITH_FALLBACK, media_rows
from dehusk.content.embeds import VIDEO_ELEMENTS, is_content_embed, video_url
from dehusk.content.media_places import inside_content
from dehusk.content.media_sources import image_url, images_in_noscript, player_url
from dehusk.content.urls import base_url
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints
    from dehusk.page.attributes import AttributeValues

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
_KIND_OF_TAG = {tags.NUMBERS[name]: kind for name, kind in _KINDS.items()}
_IMG = tags.NUMBERS["img"]
_FIGURE = tags.tag_table("figure")
_FIGCAPTION = tags.NUMBERS["figcaption"]
_NOSCRIPT = tags.tag_table("noscript")
_ROLES = (
    _MEDIA * np.uint8(MEDIA)
    + tags.tag_table("video audio object svg canvas") * np.uint8(WITH_FALLBACK)
    + _NOSCRIPT * np.uint8(NOSCRIPT)
)
_CONTROL = tags.tag_table("a button label")

_MAX_TRACKING_PIXEL = 2
_MAX_ICON = 32
_MAX_SMALL_DRAWING = 64
_MAX_PREVIEW = 100
"""An image of at most this size may be shown until the large one is loaded."""

_LARGE = 200
# Words of the class names of images that decorate a page.
_DECORATION = r"(?:avatar|gravatar|icon|logo|emoji|smiley|spinner|tracking|sprite)s?(?![a-z])"
_DECORATION_CLASS = re.compile(rf"(?<![a-z]){_DECORATION}", re.IGNORECASE)
_DECORATION_FILE = re.compile(rf"/{_DECORATION}[^/?]*(?:\?|$)", re.IGNORECASE)
_SIDES = re.compile(r"(?:^|;)\s*(width|height)\s*:([^;]*)")
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


def with_paths(page: Page, placed: list[PlacedMedia]) -> list[Media]:
    """The media with their XPaths.

    >>> from dehusk import extract
    >>> html = "<p>Tea, ready to drink.</p><img src=/tea.jpg alt=Tea width=640><p>Milk comes first.</p>"
    >>> extraction = extract(html, url="https://example.org/", method="arias")
    >>> with_paths(extraction.page, place_media(extraction.page, extraction.selection))[0][:3]
    ('image', 'https://example.org/tea.jpg', 'Tea')
    """
    full = page if page.origin is None else page.origin
    paths = full.paths([each.row for each in placed])
    return [each.media._replace(path=path) for each, path in zip(placed, paths, strict=True)]


def place_media(page: Page, selection: Selection) -> list[PlacedMedia]:
    """The media of the content with their positions; without XPaths, which writers do not need."""
    return _MediaFinder(page, selection).found()


class _MediaFinder:
    """Works on the page before hidden rows were dropped, since only that has SOURCE and NOSCRIPT elements."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.selection = page, selection
        self.full = page if page.origin is None else page.origin
        self.rows: Ints = np.arange(len(page)) if page.origin_rows is None else page.origin_rows
        self.captions: dict[int, str] = {}
        self.kept = selection.keep.nonzero()[0]
        self.replacements: dict[int, int] = {}
        """Image -> the one in NOSCRIPT that may be the real image."""

    @cached_property
    def base(self) -> str | None:
        """What relative URLs are resolved against."""
        return base_url(self.page)

    @cached_property
    def has_kept(self) -> Bools:
        """Rows with kept text in their subtree."""
        return self.page.above(self.selection.keep)

    @cached_property
    def figure_in_full(self) -> Ints:
        return self.full.nearest(_FIGURE[self.full.tag])

    @cached_property
    def control_in_full(self) -> Ints:
        return self.full.nearest(_CONTROL[self.full.tag])

    def found(self) -> list[PlacedMedia]:
        if not (len(self.kept) or len(self.selection.roots)):
            return []
        rows, before, parents = self._rows()
        if not len(rows):
            return []
        if len(self.selection.roots):
            content = wanted = self._below_roots(before, parents)
        else:
            content, if_large = inside_content(self.page, self.selection.keep, before, parents)
            wanted = content | if_large
        columns = (column[wanted].tolist() for column in (before, parents, rows, self.full.tag[rows], content))
        attributes = self.full.attrs.values_of(rows[wanted])
        placed = [
            PlacedMedia(at, parent, row, described)
            for at, parent, row, tag, is_content, attrs in zip(*columns, attributes, strict=True)
            if (is_content or self._is_large(row, attrs)) and (described := self._describe(row, tag, attrs))
        ]
        return _without_copies(placed, self.kept)

    def _is_large(self, row: int, attrs: AttributeValues) -> bool:
        """Images in a figure, those with a srcset, and those that state a large size: no icons or avatars."""
        return bool(self.figure_in_full[row] > 0) or "srcset" in attrs or (_size(attrs)[0] or 0) >= _LARGE

    def _rows(self) -> tuple[Ints, Ints, Ints]:
        """The rows that may be content, their positions in the page, and the elements of the page around them.

        These are media that a browser shows, and images in NOSCRIPT that do not replace another image.
        """
        full = self.full
        rows, before, parents, in_noscript = (
            media_rows(full.tag, full.parent, full.end, self.rows, _roles(full)).reshape(-1, 4).T
        )
        if in_noscript.any():
            self.replacements = images_in_noscript(full, rows[full.tag[rows] == _IMG])
            wanted = in_noscript == 0
            wanted[np.searchsorted(rows, self._noscript_images(rows[~wanted], rows[wanted]))] = True
            rows, before, parents = rows[wanted], before[wanted], parents[wanted]
        return rows, np.ascontiguousarray(before), np.ascontiguousarray(parents)

    def _noscript_images(self, hidden: Ints, shown: Ints) -> list[int]:
        """Images in NOSCRIPT that do not replace a shown image next to it."""
        full = self.full
        sizes = zip(hidden.tolist(), map(_size, full.attrs.values_of(hidden)), strict=True)
        large = [row for row, size in sizes if not _too_small("image", *size)]
        if not large:
            return []
        replacements = set(map(self.replacements.get, shown.tolist()))
        holders = full.parent[full.nearest(_NOSCRIPT[full.tag])[large]]
        is_shown = np.isin(holders, self.rows).tolist()
        return [row for row, shown in zip(large, is_shown, strict=True) if shown and row not in replacements]

    # ---- whether it is content ---------------------------------------------------------------------

    def _below_roots(self, before: Ints, parents: Ints) -> Bools:
        page = self.page
        roots = np.zeros(len(page) + 1, dtype=np.bool_)
        roots[self.selection.roots] = True
        has_text = page.above(page.chars > 0)
        around = page.nearest(has_text)[parents]
        is_root: Bools = roots[before] & _MEDIA[np.append(page.tag, tags.TEXT)[before]]
        below: Bools = page.inside(roots[:-1])[parents] & (self.has_kept[around] | ~has_text[around])
        return is_root | below

    # ---- what it is --------------------------------------------------------------------------------

    def _describe(self, row: int, tag: int, attrs: AttributeValues) -> Media | None:
        kind = _KIND_OF_TAG.get(tag, "embed")
        if kind == "embed" and (attrs.get("type") or "").lower().startswith("image/"):
            kind = "image"
        width, height = _size(attrs)
        if _too_small(kind, width, height) or (kind == "drawing" and not self._is_picture(row, attrs)):
            return None
        shown_attrs = attrs
        if tag == _IMG:
            is_preview = 0 < max(width or 0, height or 0) <= _MAX_PREVIEW
            url, shown_attrs = self._image_url(row, attrs, is_preview=is_preview)
        else:
            url = self._other_url(row, kind, attrs)
        if (url is None and kind != "drawing") or (kind == "image" and _is_decoration(attrs, url)):
            return None
        if kind == "embed" and url is not None:
            is_page = url.lower().startswith(("http:", "https:", "/"))
            if not is_page or not is_content_embed(attrs, url):
                return None
        return Media(kind, url, _label(attrs) or _label(shown_attrs), self._caption(row), width, height, "")

    def _image_url(self, row: int, attrs: AttributeValues, *, is_preview: bool) -> tuple[str | None, AttributeValues]:
        """Its URL, and the attributes of the element that states it: another one if NOSCRIPT has the real image."""
        url = image_url(self.full, row, attrs, self.base, is_preview=is_preview)
        if (url is None or is_preview) and (replacement := self.replacements.get(row)) is not None:
            real_attrs = dict(self.full.attrs[replacement])
            if real_url := image_url(self.full, replacement, real_attrs, self.base):
                return real_url, real_attrs
        return url, attrs

    def _other_url(self, row: int, kind: str, attrs: AttributeValues) -> str | None:
        if kind == "drawing":
            return None
        if (name := self.full.tag_name(row)) in VIDEO_ELEMENTS:
            return video_url(name, attrs, self.base)
        return player_url(self.full, row, self.base)

    def _is_picture(self, row: int, attrs: AttributeValues) -> bool:
        """Whether a drawing is not an icon: not hidden from screen readers, not in a link or button."""
        hidden = (attrs.get("aria-hidden") or "").lower() == "true"
        return not hidden and bool(self.control_in_full[row] == 0)

    def _caption(self, row: int) -> str:
        full, figure = self.full, int(self.figure_in_full[row])
        if figure == 0:
            return ""
        if figure not in self.captions:
            places = np.flatnonzero(full.tag[figure : full.end[figure]] == _FIGCAPTION)
            caption = full.leaf_text(figure + int(places[0])) if len(places) else ""
            self.captions[figure] = caption[:_MAX_CAPTION_CHARS]
        return self.captions[figure]


def _roles(page: Page) -> npt.NDArray[np.uint8]:
    """The roles of the tag numbers of a page, which has its own numbers for custom elements."""
    videos = [number for number, name in enumerate(page.extra_tags, len(tags.NAMES)) if name in VIDEO_ELEMENTS]
    if not videos:
        return _ROLES
    roles = _ROLES.copy()
    roles[videos] = MEDIA | WITH_FALLBACK
    return roles


def _without_copies(placed: list[PlacedMedia], kept: Ints) -> list[PlacedMedia]:
    """The media without images that repeat one before them, with no kept text between the two."""
    found: list[PlacedMedia] = []
    urls: set[str | None] = set()
    last = -1
    places = np.searchsorted(kept, [each.before for each in placed]).tolist()
    for each, place in zip(placed, places, strict=True):
        if place != last:
            urls, last = set(), place
        if each.media.url is None or each.media.url not in urls:
            found.append(each)
        urls.add(each.media.url)
    return found


def _is_decoration(attrs: AttributeValues, url: str | None) -> bool:
    """Whether its class or file is called an icon, a logo, an avatar."""
    names = attrs.get("class")
    return bool((names and _DECORATION_CLASS.search(names)) or (url and _DECORATION_FILE.search(url)))


def _too_small(kind: str, width: int | None, height: int | None) -> bool:
    stated = [side for side in (width, height) if side is not None]
    if kind != "audio" and any(side <= _MAX_TRACKING_PIXEL for side in stated):
        return True
    if kind == "drawing":
        return len(stated) < 2 or max(stated) <= _MAX_SMALL_DRAWING
    return kind == "image" and bool(stated) and max(stated) <= _MAX_ICON


def _size(attrs: AttributeValues) -> tuple[int | None, int | None]:
    """Width and height as stated by attributes, by the inline style, or by a drawing's view box."""
    width, height = _pixels(attrs.get("width")), _pixels(attrs.get("height"))
    if (width is None or height is None) and (declared := attrs.get("style")):
        style = dict(_SIDES.findall(declared.lower()))
        width = _pixels(style.get("width")) if width is None else width
        height = _pixels(style.get("height")) if height is None else height
    if width is None and height is None and (view := attrs.get("viewbox") or attrs.get("viewBox")):
        box = view.replace(",", " ").split()
        if len(box) == 4:
            return _pixels(box[2]), _pixels(box[3])
    return width, height


def _pixels(value: str | None) -> int | None:
    stated = _PIXELS.fullmatch(value.strip()) if value else None
    return int(stated[1]) if stated else None


def _label(attrs: AttributeValues) -> str:
    labels = (collapse(attrs.get(name) or "") for name in ("alt", "aria-label", "title", "videotitle"))
    return next(filter(None, labels), "")
