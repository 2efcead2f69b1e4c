"""Clean HTML: the kept text in the page's own structure, safe to show anywhere.

Only tags and attributes named here are written, everything else is left out, so nothing that runs can pass.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

import numpy as np

from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.content import Extraction
    from dehusk.page import Page
    from dehusk.page.text import Ints

# Blocks whose text stands in them directly. Text in any other block becomes a paragraph.
_TEXT_BLOCK = tags.tag_table(
    "p h1 h2 h3 h4 h5 h6 li dt dd td th caption figcaption pre blockquote summary address"
)
_STRUCTURE = tags.tag_table("ul ol dl table thead tbody tfoot tr blockquote figure details")
_INLINE = tags.tag_table(
    "a abbr b bdi bdo cite code data del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var"
)
_WRITTEN = _TEXT_BLOCK | _STRUCTURE | _INLINE

_ATTRIBUTES = {
    "a": ("href", "title"),
    "abbr": ("title",),
    "bdo": ("dir",),
    "blockquote": ("cite",),
    "data": ("value",),
    "del": ("cite", "datetime"),
    "ins": ("cite", "datetime"),
    "li": ("value",),
    "ol": ("start", "reversed", "type"),
    "q": ("cite",),
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan", "scope"),
    "time": ("datetime",),
}
_EVERYWHERE = ("dir", "lang")
_URLS = frozenset({"href", "cite"})
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
# Browsers drop these inside an address and then see the scheme that they hid.
_IGNORED_IN_URLS = re.compile(r"[\x00-\x20\x7f-\xa0\u2000-\u200f\u2028\u2029\ufeff]")
_WHITE_SPACE = re.compile(r"\s+")


def safe_url(url: str, base: str | None = None) -> str | None:
    """An address that does nothing but point somewhere, made absolute if the page's own is known; else None.

    >>> safe_url("java\\tscript:alert(1)"), safe_url("/tea", "https://example.org/a/b")
    (None, 'https://example.org/tea')
    """
    url = url.strip()
    scheme = _SCHEME.match(_IGNORED_IN_URLS.sub("", url))
    if scheme and scheme[1].lower() not in _SAFE_SCHEMES:
        return None
    try:
        return urljoin(base, url) if base else url
    except ValueError:
        return None


class _Step(NamedTuple):
    """An element on the way from BODY to a leaf that is written; ``row`` is -1 for a paragraph of our own."""

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
    breaks = np.cumsum(tags.BREAK[page.tag], dtype=np.intp)
    out: list[str] = []
    opened: list[_Step] = []
    last = -1
    for leaf in np.flatnonzero(extraction.selection.keep).tolist():
        steps = _steps(page, leaf)
        shared = _shared(opened, steps)
        _close(out, opened[shared:])
        if _blocks(opened) == _blocks(steps[:shared]) == _blocks(steps):
            out.append(_between(page, last, leaf, breaks))
        out.extend(_open(page, step) for step in steps[shared:])
        out.append(_text(page, leaf))
        opened, last = steps, leaf
    _close(out, opened)
    return "".join(out)


def _steps(page: Page, leaf: int) -> list[_Step]:
    """The written elements from BODY down to a leaf, with a paragraph added where the text has no block."""
    holder = int(page.block_holder[leaf])
    steps: list[_Step] = []
    row = int(page.parent[leaf])
    while row > 0:
        if row == holder and not _TEXT_BLOCK[page.tag[row]]:
            steps.append(_Step(-1, "p", inline=False))
        if _WRITTEN[page.tag[row]]:
            steps.append(_Step(row, page.tag_name(row), inline=bool(_INLINE[page.tag[row]])))
        row = int(page.parent[row])
    if holder == 0:
        steps.append(_Step(-1, "p", inline=False))
    return steps[::-1]


def _blocks(steps: list[_Step]) -> list[_Step]:
    return [step for step in steps if not step.inline]


def _shared(opened: list[_Step], steps: list[_Step]) -> int:
    pairs = zip(opened, steps, strict=False)
    return next((place for place, (old, new) in enumerate(pairs) if old != new), min(len(opened), len(steps)))


def _between(page: Page, last: int, leaf: int, breaks: Ints) -> str:
    """What parts two leaves of one block: a line break, white space or nothing."""
    if breaks[leaf] > breaks[last]:
        return "<br>"
    return " " if page.offset[leaf] > page.offset[last + 1] else ""


def _open(page: Page, step: _Step) -> str:
    if step.row < 0:
        return f"<{step.name}>"
    written = []
    for name in (*_ATTRIBUTES.get(step.name, ()), *_EVERYWHERE):
        value = page.attr(step.row, name)
        if value is not None and name in _URLS:
            value = safe_url(value, page.url)
        if value is not None:
            written.append(f' {name}="{escape(value)}"')
    return f"<{step.name}{''.join(written)}>"


def _close(out: list[str], steps: list[_Step]) -> None:
    out.extend(f"</{step.name}>" if step.inline else f"</{step.name}>\n" for step in reversed(steps))


def _text(page: Page, leaf: int) -> str:
    text = page.raw_text(leaf)
    return escape(text if page.preformatted[leaf] else _WHITE_SPACE.sub(" ", text), quote=False)
