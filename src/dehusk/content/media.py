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
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk._core.media_loops import FIGURE, MEDIA, NOSCRIPT, WITH_FALLBACK, media_rows
from dehusk.content.embeds import VIDEO_ELEMENTS, is_content_embed, video_url
from dehusk.content.media_places import inside_content
from dehusk.content.media_sources import SRCSETS, URL_ATTRIBUTES, image_url, images_in_noscript, player_url
from dehusk.content.urls import base_url
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.content.media_places import MediaPlace
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Ints
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
_FIGCAPTION = tags.NUMBERS["figcaption"]
_NOSCRIPT = tags.tag_table("noscript")
_ROLES = (
    _MEDIA * np.uint8(MEDIA)
    + tags.tag_table("video audio object svg canvas") * np.uint8(WITH_FALLBACK)
    + _NOSCRIPT * np.uint8(NOSCRIPT)
    + tags.tag_table("figure") * np.uint8(FIGURE)
)
_CONTROL = tags.tag_table("a button label")

_MAX_TRACKING_PIXEL = 2
_MAX_ICON = 32
_MAX_SMALL_DRAWING = 64
_MAX_PREVIEW = 100
"""An image of at most this size may be shown until the large one is loaded."""

_LARGE = 200
# Words of the class names of images that decorate a page; names and URLs are in lower case.
_DECORATION = r"(?:avatar|gravatar|icon|logo|emoji|smiley|spinner|tracking|sprite)s?(?![a-z])"
_DECORATION_CLASS = re.compile(rf"(?<![a-z]){_DECORATION}")
_DECORATION_FILE = re.compile(rf"/{_DECORATION}[^/?]*(?:\?|$)")
_SIDES = re.compile(r"(?:^|;)\s*(width|height)\s*:([^;]*)")
_MAX_DIGITS = 5
_PIXELS = re.compile(r"(\d{1,5})(?:\.\d{1,9})?(?: ?px)?")
_MAX_CAPTION_CHARS = 1000
"""Every image of a figure repeats its caption."""
_LABELS = ("alt", "aria-label", "title", "videotitle")
_SIZES = frozenset({"width", "height", "style", "viewbox", "viewBox"})
_ATTRIBUTES = _SIZES.union(
    _LABELS, SRCSETS, URL_ATTRIBUTES, ("class", "id", "name", "type", "aria-hidden", "videoid", "video-id")
)
"""The attributes that say what media are."""


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
        self.media, self.has_noscript = media_rows(
            self.full.tag, self.full.parent, self.full.end, self.rows, _roles(self.full)
        )
        """Five numbers for each medium that a browser shows or that is in NOSCRIPT."""

    @lazy_attribute
    def base(self) -> str | None:
        """What relative URLs are resolved against."""
        return base_url(self.page)

    @lazy_attribute
    def control_in_full(self) -> Ints:
        return self.full.nearest(_CONTROL[self.full.tag])

    @lazy_attribute
    def replacements(self) -> dict[int, int]:
        """Image -> the one in NOSCRIPT that may be the real image."""
        if not self.has_noscript:
            return {}
        rows = self.media[::5]
        return images_in_noscript(self.full, rows[self.full.tag[rows] == _IMG])

    def found(self) -> list[PlacedMedia]:
        places = self._places()
        attributes = self.full.attrs.values_of([place[0] for place in places], _ATTRIBUTES)
        placed: list[PlacedMedia] = []
        urls: set[str | None] = set()
        last = -1
        for place, attrs in zip(places, attributes, strict=True):
            row, before, parent, _, _, kept_before, _ = place
            described = self._describe(place, attrs)
            if described is None:
                continue
            # Images that repeat one before them, with no kept text between the two, are left out.
            if kept_before != last:
                urls, last = set(), kept_before
            if described.url is None or described.url not in urls:
                placed.append(PlacedMedia(before, parent, row, described))
            urls.add(described.url)
        return placed

    # ---- whether it is content ---------------------------------------------------------------------

    def _places(self) -> list[MediaPlace]:
        """The places of media that are content, or content if they are large.

        These are media that a browser shows, and images in NOSCRIPT that do not replace another image.
        """
        keep = self.selection.keep
        if not len(self.media):
            return []
        if len(self.selection.roots):
            places = self._below_roots()
        else:
            places = inside_content(self.page, keep, self.media) if keep.any() else []
        if any(place[3] for place in places):
            wanted = set(self._noscript_images([place[0] for place in places if place[3]]))
            places = [place for place in places if not place[3] or place[0] in wanted]
        return places

    def _noscript_images(self, hidden: list[int]) -> list[int]:
        """Images in NOSCRIPT that do not replace a shown image next to it."""
        full = self.full
        holders = full.parent[full.nearest(_NOSCRIPT[full.tag])[hidden]]
        is_shown = self.rows[np.searchsorted(self.rows[:-1], holders)] == holders
        media = self.media.reshape(-1, 5)
        replaced = set(map(self.replacements.get, media[media[:, 3] == 0, 0].tolist()))
        left = [row for row, shown in zip(hidden, is_shown.tolist(), strict=True) if shown and row not in replaced]
        sizes = map(_size, full.attrs.values_of(left, _SIZES))
        return [row for row, size in zip(left, sizes, strict=True) if not _too_small("image", *size)]

    def _below_roots(self) -> list[MediaPlace]:
        page, keep = self.page, self.selection.keep
        _, before, parents, *_ = columns = self.media.reshape(-1, 5).T
        roots = np.zeros(len(page) + 1, dtype=np.bool_)
        roots[self.selection.roots] = True
        has_text = page.above(page.chars > 0)
        around = page.nearest(has_text)[parents]
        is_root = roots[before] & _MEDIA[np.append(page.tag, tags.TEXT)[before]]
        content = page.inside(roots[:-1])[parents] & (page.above(keep)[around] | ~has_text[around]) | is_root
        kept_before = np.searchsorted(keep.nonzero()[0], before)
        found = (column[content].tolist() for column in (*columns, kept_before, content))
        return list(zip(*found, strict=True))

    # ---- what it is --------------------------------------------------------------------------------

    def _describe(self, place: MediaPlace, attrs: AttributeValues) -> Media | None:
        """What media are; None if they are not content."""
        row, figure, is_content = place[0], place[4], place[6]
        width, height = _size(attrs)
        # Images in a figure, those with a srcset, and those that state a large size are no icons or avatars.
        if not (is_content or figure or "srcset" in attrs or (width or 0) >= _LARGE):
            return None
        tag = self.full.tag.item(row)
        kind = _KIND_OF_TAG.get(tag, "embed")
        if kind == "embed" and (attrs.get("type") or "").lower().startswith("image/"):
            kind = "image"
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
        label = _label(attrs) or (_label(shown_attrs) if shown_attrs is not attrs else "")
        return Media(kind, url, label, self._caption(figure) if figure else "", width, height, "")

    def _image_url(self, row: int, attrs: AttributeValues, *, is_preview: bool) -> tuple[str | None, AttributeValues]:
        """Its URL, and the attributes of the element that states it: another one if NOSCRIPT has the real image."""
        url = image_url(self.full, row, attrs, self.base, is_preview=is_preview)
        if (url is None or is_preview) and (replacement := self.replacements.get(row)) is not None:
            real_attrs = next(self.full.attrs.values_of([replacement], _ATTRIBUTES))
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

    def _caption(self, figure: int) -> str:
        full = self.full
        if figure not in self.captions:
            places = np.flatnonzero(full.tag[figure : full.end[figure]] == _FIGCAPTION)
            caption = full.leaf_text(figure + int(places[0])) if len(places) else ""
            self.captions[figure] = caption[:_MAX_CAPTION_CHARS]
        return self.captions[figure]


def _roles(page: Page) -> npt.NDArray[np.uint8]:
    """The roles of the tag numbers of a page, which has its own numbers for custom elements."""
    if VIDEO_ELEMENTS.keys().isdisjoint(page.extra_tags):
        return _ROLES
    videos = [number for number, name in enumerate(page.extra_tags, len(tags.NAMES)) if name in VIDEO_ELEMENTS]
    roles = _ROLES.copy()
    roles[videos] = MEDIA | WITH_FALLBACK
    return roles


def _is_decoration(attrs: AttributeValues, url: str | None) -> bool:
    """Whether its class or file is called an icon, a logo, an avatar."""
    names = attrs.get("class")
    return bool((names and _DECORATION_CLASS.search(names.lower())) or (url and _DECORATION_FILE.search(url.lower())))


def _too_small(kind: str, width: int | None, height: int | None) -> bool:
    stated = [side for side in (width, height) if side is not None]
    if stated and kind != "audio" and min(stated) <= _MAX_TRACKING_PIXEL:
        return True
    if kind == "drawing":
        return len(stated) < 2 or max(stated) <= _MAX_SMALL_DRAWING
    return kind == "image" and bool(stated) and max(stated) <= _MAX_ICON


def _size(attrs: AttributeValues) -> tuple[int | None, int | None]:
    """Width and height as stated by attributes, by the inline style, or by a drawing's view box."""
    width, height = _pixels(attrs.get("width")), _pixels(attrs.get("height"))
    if width is not None and height is not None:
        return width, height
    if declared := attrs.get("style"):
        style = dict(_SIDES.findall(declared.lower()))
        width = _pixels(style.get("width")) if width is None else width
        height = _pixels(style.get("height")) if height is None else height
    if width is None and height is None and (view := attrs.get("viewbox") or attrs.get("viewBox")):
        box = view.replace(",", " ").split()
        if len(box) == 4:
            return _pixels(box[2]), _pixels(box[3])
    return width, height


def _pixels(value: str | None) -> int | None:
    if not value:
        return None
    if value.isdecimal() and len(value) <= _MAX_DIGITS:
        return int(value)
    stated = _PIXELS.fullmatch(value.strip())
    return int(stated[1]) if stated else None


def _label(attrs: AttributeValues) -> str:
    for name in _LABELS:
        if (stated := attrs.get(name)) and (label := collapse(stated)):
            return label
    return ""
