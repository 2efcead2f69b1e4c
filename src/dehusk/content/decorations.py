"""Parts of kept blocks that decorate them and are not their text: anchors of headings, line numbers and labels of code.

Such text is left out of every format; selections and blocks are as the method made them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.kept_rows import HEADING, HEADING_PART, LISTING, decorated_rows
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.page import Page
    from dehusk.page.arrays import Bools

_ROLES = (
    HEADING * tags.HEADING.astype(np.uint8)
    | HEADING_PART * tags.tag_table("a span button sup small").astype(np.uint8)
    | LISTING * tags.tag_table("pre").astype(np.uint8)
)
_BUTTON = tags.NUMBERS["button"]
_A = tags.NUMBERS["a"]
# What themes and generators put beside a heading: a sign, or these words.
_ANCHOR_TEXT = re.compile(
    r"[¶#§🔗⚓∞]+|\[\s*(?:edit|edit source|bearbeiten|modifier|editar|править|編集)\s*(?:\|[^\]]*)?\]"
    r"|(?:permanent )?link to this (?:heading|headline|section|title)|copy link(?: to \w+)?|permalink|anchor",
    re.IGNORECASE,
)
_ANCHOR_CLASS = re.compile(r"anchor|headerlink|permalink|header-link|heading-link|editsection|copy", re.IGNORECASE)
_GUTTER_CLASS = re.compile(
    r"(?<![a-z])(?:gutter|rouge-gutter|linenos?|line-?numbers?|line-?nos?|linenumber|lnt?|lineno(?:s|div)?|ln-num"
    r"|react-syntax-highlighter-line-number|hljs-ln-numbers|blob-num|code-line-number)(?![a-z])",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"[\s.:|]*\d[\s\d.:|]*")
_LABEL_CLASS = re.compile(
    r"(?<![a-z])(?:copy|clipboard|toolbar|code-?header|code-?title|code-?block-?(?:header|title|filename)|file-?name"
    r"|code-?lang(?:uage)?|lang(?:uage)?-?(?:label|name|tag)|btn|button)(?![a-z])",
    re.IGNORECASE,
)
_LABELS = tags.tag_table("div figcaption")
_MAX_ANCHOR_CHARS = 40
_MAX_LABEL_CHARS = 80


def decoration_leaves(page: Page, keep: Bools) -> Bools | None:
    """The kept leaves that only decorate headings and code; None if there are none, or if nothing else is kept.

    >>> from dehusk import parse
    >>> page = parse("<h2>Tea<a class=headerlink href='#tea'>¶</a></h2>")
    >>> np.flatnonzero(decoration_leaves(page, page.chars > 0)).tolist()
    [4]
    """
    rows = list(_decorations(page, keep))
    if not rows:
        return None
    found = np.zeros(len(page), dtype=np.bool_)
    for row in rows:
        found[row : page.end[row]] = True
    found &= keep
    return found if found.any() and (keep & ~found).any() else None


def _decorations(page: Page, keep: Bools) -> Iterator[int]:
    parts, listings = decorated_rows(page.tag, page.end, page.offset, keep, _ROLES, _MAX_ANCHOR_CHARS)
    yield from (row for row in parts if _is_anchor(page, row))
    if listings:
        yield from _code_decorations(page, page.mask_of(np.array(listings)), page.above(keep))


def _is_anchor(page: Page, row: int) -> bool:
    text = page.leaf_text(row)
    if not _ANCHOR_TEXT.fullmatch(text):
        return False
    if text.isalpha() or " " in text:
        # Words may be the heading itself: only a link to this place, or an element that says so, is an anchor.
        names = f"{page.attr(row, 'class')} {page.attr(row, 'aria-label')}"
        return page.tag[row] == _BUTTON or bool(_ANCHOR_CLASS.search(names))
    return page.tag[row] != _A or "#" in (page.attr(row, "href") or "#") or text.startswith("[")


def _code_decorations(page: Page, listings: Bools, has_kept: Bools) -> Iterator[int]:
    """Line numbers inside and beside listings, and what toolbars say above them."""
    inside = page.inside(listings)
    rows = np.flatnonzero(inside & page.is_element & has_kept & ~listings)
    attrs = page.attrs
    spans = zip(
        rows.tolist(), page.tag[rows].tolist(), attrs.start[rows].tolist(), attrs.stop[rows].tolist(), strict=True
    )
    # A listing has thousands of elements with few different attributes.
    named: dict[bytes, tuple[bool, bool]] = {}
    until = 0
    for row, tag, start, stop in spans:
        if row < until:
            continue
        written = attrs.source[start:stop]
        if written not in named:
            names = page.attr(row, "class") or ""
            named[written] = _GUTTER_CLASS.search(names) is not None, _LABEL_CLASS.search(names) is not None
        is_gutter, is_label = named[written]
        if tag == _BUTTON or (is_gutter and _is_numbers(page, row)) or (is_label and _LABELS[tag]):
            until = int(page.end[row])
            yield row
    for row in np.flatnonzero(listings).tolist():
        if _is_in_gutter(page, row) and _is_numbers(page, row):
            yield row
        else:
            yield from _labels_beside(page, row, has_kept)


def _is_in_gutter(page: Page, listing: int) -> bool:
    """Whether a listing is a cell of its own, or it or one of the two elements around it is named as a gutter."""
    around = int(page.parent[listing])
    rows = (listing, around, int(page.parent[around]))
    named_so = any(row >= 0 and _GUTTER_CLASS.search(page.attr(row, "class") or "") for row in rows)
    return named_so or page.tag_name(around) == "td"


def _labels_beside(page: Page, listing: int, has_kept: Bools) -> Iterator[int]:
    """The short siblings of a listing, up to two levels above it, that are buttons, labels or toolbars."""
    row = listing
    for _ in range(2):
        parent = int(page.parent[row])
        if parent <= 0 or page.end[parent] - parent > 2 * (page.end[row] - row) + 40:
            return
        child = parent + 1
        while child < page.end[parent]:
            if child != row and page.is_element[child] and has_kept[child] and _is_label(page, child):
                yield child
            child = int(page.end[child]) if page.is_element[child] else child + 1
        row = parent


def _is_label(page: Page, row: int) -> bool:
    if page.offset[page.end[row]] - page.offset[row] > _MAX_LABEL_CHARS:
        return False
    return page.tag[row] == _BUTTON or bool(_LABEL_CLASS.search(page.attr(row, "class") or ""))


def _is_numbers(page: Page, row: int) -> bool:
    return _NUMBERS.fullmatch(page.raw_text(row)) is not None
