"""Embedded pages: which of them are content, the address and the label that they are linked with, embedded posts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from dehusk.content.urls import safe_url
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content.media import Media
    from dehusk.page import Page
    from dehusk.page.attributes import AttributeValues

# What advertisements, counters, buttons and forms are called; the names are in the address, class, id or title.
_NO_CONTENT = re.compile(
    r"(?<![a-z])(?:ads?|adsystem|advert\w*|doubleclick|googlesyndication|googletagmanager|banner|analytics|tracking|"
    r"re?captcha|hcaptcha|consent|plugins/(?:like|share|follow|page)|newsletter|subscribe|sign-?up|login|disqus|"
    r"comments?|chat|sharing)(?![a-z])",
    re.IGNORECASE,
)
# The address of a player -> the address of the page that shows the same to readers.
_PLAYERS = (
    (
        re.compile(r"https?://(?:www\.)?youtube(?:-nocookie)?\.com/embed/([\w-]{6,20}).*"),
        r"https://www.youtube.com/watch?v=\1",
    ),
    (re.compile(r"https?://player\.vimeo\.com/video/(\d+).*"), r"https://vimeo.com/\1"),
    (
        re.compile(r"https?://(?:www|geo)\.dailymotion\.com/embed/video/(\w+).*"),
        r"https://www.dailymotion.com/video/\1",
    ),
    (re.compile(r"https?://open\.spotify\.com/embed/(\w+/\w+).*"), r"https://open.spotify.com/\1"),
)
VIDEO_ELEMENTS = {
    **dict.fromkeys(("lite-youtube", "youtube-video"), "https://www.youtube.com/watch?v="),
    **dict.fromkeys(("lite-vimeo", "vimeo-video"), "https://vimeo.com/"),
}
"""Custom elements that load a player -> what precedes the id of a video in its address."""
_VIDEO_ID = re.compile(r"[\w-]{1,40}", re.ASCII)
# Classes that the scripts of social networks look for, and the attributes that have the address of the post.
_POST_CLASS = re.compile(
    r"(?<![a-z])(?:tweet|\w{1,20}-embed|embedly-card|instagram-media|fb-post|fb-video)(?![a-z])", re.IGNORECASE
)
_POST_ATTRIBUTES = ("cite", "data-instgrm-permalink", "data-href", "data-url", "data-permalink")
_A = tags.NUMBERS["a"]


def is_content_embed(attrs: AttributeValues, url: str) -> bool:
    """Whether an embedded page is no advertisement, counter, button or form, by its names.

    >>> is_content_embed({}, "https://video.example/1"), is_content_embed({"id": "ad-top"}, "https://x.example")
    (True, False)
    """
    names = " ".join(filter(None, map(attrs.get, ("class", "id", "name", "title"))))
    return not _NO_CONTENT.search(f"{url} {names}")


def video_url(name: str, attrs: AttributeValues, base: str | None) -> str | None:
    """The address of the video of a custom element: by its id, otherwise its source.

    >>> video_url("lite-youtube", {"videoid": "aB3dEf9hIjk"}, None)
    'https://www.youtube.com/watch?v=aB3dEf9hIjk'
    """
    video = attrs.get("videoid") or attrs.get("video-id") or ""
    if _VIDEO_ID.fullmatch(video):
        return VIDEO_ELEMENTS[name] + video
    return safe_url(attrs.get("src") or "", base) or None


def media_link(media: Media) -> tuple[str, str]:
    """The address that media are linked with, and the text of the link: the title, otherwise the host.

    >>> from dehusk.content import Media
    >>> media_link(Media("embed", "https://www.youtube.com/embed/aB3dEf9hIjk?rel=0", "", "", None, None, ""))
    ('https://www.youtube.com/watch?v=aB3dEf9hIjk', 'youtube.com')
    """
    url = media.url or ""
    for player, address in _PLAYERS:
        if player.fullmatch(url):
            url = player.sub(address, url)
            break
    try:
        host = urlsplit(url).netloc.rpartition("@")[2].removeprefix("www.")
    except ValueError:
        host = ""
    return url, media.alt or host or url


def post_address(page: Page, quote: int, base: str | None) -> str | None:
    """The address of a post of a social network that is embedded as a quotation; None for other quotations.

    >>> from dehusk import parse
    >>> page = parse("<blockquote class=twitter-tweet><p>Tea!</p>Ann <a href=https://social.example/1>May</a>")
    >>> post_address(page, 1, None)
    'https://social.example/1'
    """
    if not _POST_CLASS.search(page.attr(quote, "class") or ""):
        return None
    stated = [value for name in _POST_ATTRIBUTES if (value := page.attr(quote, name))]
    links = quote + np.flatnonzero(page.tag[quote : page.end[quote]] == _A)
    stated += [page.attr(int(row), "href") or "" for row in links[-1:]]
    urls = (safe_url(value, base) for value in stated)
    return next((url for url in urls if url and url.startswith(("http:", "https:"))), None)
