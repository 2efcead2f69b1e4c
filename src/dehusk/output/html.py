"""Clean HTML: the kept text and media in the page's own structure, safe to show anywhere.

Only tags and attributes named here are written, everything else is left out, so nothing that runs can pass.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.media import media
from dehusk.content.urls import base_url, safe_url
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content import Extraction, Media
    from dehusk.content.media import Placed
    from dehusk.page import Page
    from dehusk.page.text import Ints

# Blocks whose text stands in them directly. Text in any other block becomes a paragraph.
_TEXT_BLOCK = tags.tag_table("p h1 h2 h3 h4 h5 h6 li dt dd td th caption figcaption pre blockquote summary address")
_STRUCTURE = tags.tag_table("ul ol dl table thead tbody tfoot tr blockquote figure details")
_INLINE = tags.tag_table(
    "a abbr b bdi bdo cite code data del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var"
)
# Media that need nothing but an address. Drawings and embedded pages are not written: they can run scripts.
_MEDIA = {"image": "img", "video": "video", "audio": "audio"}
_WRITTEN = _TEXT_BLOCK | _STRUCTURE | _INLINE | tags.tag_table(_MEDIA.values())
_FIGURE = tags.tag_table("figure")

_ATTRIBUTES = {
    "a": ("href", "title"),
    "abbr": ("title",),
    "audio": ("src", "title", "controls"),
    "bdo": ("dir",),
    "blockquote": ("cite",),
    "data": ("value",),
    "del": ("cite", "datetime"),
    "img": ("src", "alt", "width", "height"),
    "ins": ("cite", "datetime"),
    "li": ("value",),
    "ol": ("start", "reversed", "type"),
    "q": ("cite",),
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan", "scope"),
    "time": ("datetime",),
    "video": ("src", "title", "width", "height", "controls"),
}
_EVERYWHERE = ("dir", "lang")
_URLS = frozenset({"href", "cite"})
_WHITE_SPACE = re.compile(r"\s+")


class _Step(NamedTuple):
    """An element on the way from BODY to a leaf that is written; a paragraph of our own has no row, and the
    negative of its number in ``page.paragraph`` in place of one."""

    row: int
    name: str
    inline: bool


def write_html(extraction: Extraction) -> str:
    """The content as a fragment of HTML.

    >>> import dehusk
    >>> dehusk.extract("<div>Tea &amp; <b onclick=x()>milk</b><script>y()</script></div>").html
    '<p>Tea &amp; <b>milk</b></p>\\n'
    """
    page = extraction.page
    base = base_url(page)
    breaks = np.cumsum(tags.BREAK[page.tag], dtype=np.intp)
    out: list[str] = []
    opened: list[_Step] = []
    last = -1
    for row, placed in _pieces(extraction):
        steps = _media_steps(page, row, placed.parent) if placed else _steps(page, row)
        shared = _shared(opened, steps)
        _close(out, opened[shared:])
        if _blocks(opened) == _blocks(steps[:shared]) == _blocks(steps):
            out.append(_between(page, last, row, breaks))
        out.extend(_open(page, step, base) for step in steps[shared:])
        out.append(_medium(placed.media) if placed else _text(page, row))
        opened, last = steps, row
    _close(out, opened)
    return "".join(out)


def _pieces(extraction: Extraction) -> list[tuple[int, Placed | None]]:
    """Kept leaves and media in document order: a row, and what stands there if it is no leaf."""
    page, selection = extraction.page, extraction.selection
    leaves: list[tuple[int, Placed | None]] = [(row, None) for row in np.flatnonzero(selection.keep).tolist()]
    found = (placed for placed in media(page, selection) if placed.media.kind in _MEDIA)
    at = [(min(placed.before, len(page) - 1), placed) for placed in found]
    # At one row media go first: an image of NOSCRIPT has the row of what follows it.
    return sorted([*at, *leaves], key=lambda piece: (piece[0], piece[1] is None))


def _steps(page: Page, leaf: int) -> list[_Step]:
    """The written elements from BODY down to a leaf, with a paragraph added where the text has no block."""
    paragraph = _Step(-int(page.paragraph[leaf]), "p", inline=False)
    return _steps_to(page, int(page.parent[leaf]), paragraph)


def _media_steps(page: Page, row: int, parent: int) -> list[_Step]:
    """As for a leaf; a figure holds its picture without a paragraph."""
    steps = _steps_to(page, parent, _Step(-int(page.paragraph[row]), "p", inline=False))
    in_figure = bool(_FIGURE[page.tag[page.block_holder[parent]]])
    return [step for step in steps if step.row >= 0] if in_figure else steps


def _steps_to(page: Page, row: int, paragraph: _Step) -> list[_Step]:
    holder = int(page.block_holder[row])
    steps: list[_Step] = []
    while row > 0:
        if row == holder and not _TEXT_BLOCK[page.tag[row]]:
            steps.append(paragraph)
        if _WRITTEN[page.tag[row]]:
            steps.append(_Step(row, page.tag_name(row), inline=bool(_INLINE[page.tag[row]])))
        row = int(page.parent[row])
    if holder == 0:
        steps.append(paragraph)
    return steps[::-1]


def _blocks(steps: list[_Step]) -> list[_Step]:
    return [step for step in steps if not step.inline]


def _shared(opened: list[_Step], steps: list[_Step]) -> int:
    pairs = zip(opened, steps, strict=False)
    return next((place for place, (old, new) in enumerate(pairs) if old != new), min(len(opened), len(steps)))


def _between(page: Page, last: int, leaf: int, breaks: Ints) -> str:
    """What parts two leaves of one block: a line break, white space or nothing."""
    if breaks[leaf] > breaks[last] or page.paragraph[leaf] > page.paragraph[last]:
        return "<br>"
    return " " if page.offset[leaf] > page.offset[last + 1] else ""


def _open(page: Page, step: _Step, base: str | None) -> str:
    if step.row < 0:
        return f"<{step.name}>"
    written = []
    for name in (*_ATTRIBUTES.get(step.name, ()), *_EVERYWHERE):
        value = page.attr(step.row, name)
        if value is not None and name in _URLS:
            value = safe_url(value, base)
        if value is not None:
            written.append(f' {name}="{escape(value)}"')
    return f"<{step.name}{''.join(written)}>"


def _close(out: list[str], steps: list[_Step]) -> None:
    out.extend(f"</{step.name}>" if step.inline else f"</{step.name}>\n" for step in reversed(steps))


def _medium(medium: Media) -> str:
    tag = _MEDIA[medium.kind]
    values = {"src": medium.url, "alt": medium.alt, "title": medium.alt or None, "controls": ""}
    values |= {"width": _number(medium.width), "height": _number(medium.height)}
    written = [f' {name}="{escape(value)}"' for name in _ATTRIBUTES[tag] if (value := values[name]) is not None]
    return f"<{tag}{''.join(written)}>" + ("" if tag == "img" else f"</{tag}>")


def _number(size: int | None) -> str | None:
    return None if size is None else str(size)


def _text(page: Page, leaf: int) -> str:
    text = page.raw_text(leaf)
    return escape(text if page.preformatted[leaf] else _WHITE_SPACE.sub(" ", text), quote=False)
