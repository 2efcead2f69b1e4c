"""The original page with everything but the content hidden: one style element is added at the end.

What is not content is hidden by ``visibility``, so it keeps its space, and the content keeps its position and the
page's own styles. The style element comes last in the document: a parser puts it into the body wherever the document
ended (unless that was inside an unfinished comment, script or tag), and removing it restores the original bytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.media import place_media
from dehusk.page.text_measures import encodable
from dehusk.source import decode

if TYPE_CHECKING:
    from dehusk.content import PageContent
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

MARK = '<style data-dehusk="isolate">'
"""The start of the added element; everything from here on was added."""

_SHOW = "visibility:visible!important"
_HIDE = "visibility:hidden!important"
_MAX_SELECTORS = 2_000_000  # characters
_PLAIN = re.compile(r"[a-zA-Z0-9_-]")
# A step of Page.path: a name, or any element if XPath cannot write the name, and its position. Of a very long name
# only the beginning is known.
_STEP = re.compile(
    r"""(?:([^\[*]+)|\*\[name\(\)=(["'])(.*)\2\]|\*\[starts-with\(name\(\),.*\)\])(?:\[(\d+)\])?""", re.DOTALL
)


def write_isolate(content: PageContent) -> str:
    """The original page with everything but the content hidden.

    Lone surrogates, which UTF-8 cannot encode, are replaced.

    >>> import dehusk
    >>> html = "<p><a href=/>Home</a></p><div><p>" + "Tea, at length. " * 9 + "</p></div>"
    >>> isolated = write_isolate(dehusk.extract(html))
    >>> restore(isolated) == html
    True
    """
    source = content.source
    if source is None:
        return ""
    if isinstance(source, bytes):
        source = decode(source, {"content-type": f"text/html; charset={content.encoding}"}).text
    return encodable(source) + isolating_style(content)


def isolated_bytes(content: PageContent) -> bytes:
    """As :func:`write_isolate`, in the page's own encoding: the original bytes, followed by the style element.

    >>> import dehusk
    >>> isolated_bytes(dehusk.extract(b"<meta charset=latin1><p>Th\\xe9"))[:26]
    b'<meta charset=latin1><p>Th'
    """
    source, style = content.source, isolating_style(content)
    if source is None:
        return b""
    if isinstance(source, str):
        return (encodable(source) + style).encode()
    return source + style.encode("utf-8" if "16" not in str(content.encoding) else str(content.encoding))


def restore(html: str) -> str:
    """The original page, without the added style element.

    >>> restore("<p>Tea" + MARK + "...</style>")
    '<p>Tea'
    """
    at = html.rfind(MARK)
    return html if at < 0 else html[:at]


def isolating_style(content: PageContent) -> str:
    """The style element that hides everything but the content, in ASCII.

    >>> import dehusk
    >>> isolating_style(dehusk.extract("<p>Tea</p>"))
    '<style data-dehusk="isolate">/* added by dehusk: remove this element to see the whole page */\\n</style>\\n'
    """
    page, keep, is_content = _original_page(content)
    shown, hidden = _visibility_changes(page, keep, is_content)
    selectors = _selectors(page, shown + hidden)
    if selectors is None:
        return f"{MARK}/* added by dehusk: too many parts, nothing is hidden */\n</style>\n"
    note = "/* added by dehusk: remove this element to see the whole page */\n"
    return f"{MARK}{note}{_rules(shown, selectors[: len(shown)], selectors[len(shown) :])}</style>\n"


def _original_page(content: PageContent) -> tuple[Page, Bools, Bools]:
    """The page before hidden rows were dropped, its kept leaves, and the elements that are content by themselves."""
    page, selection = content.page, content.selection
    keep = selection.keep
    roots = np.zeros(len(page), dtype=np.bool_)
    roots[selection.roots] = True
    is_content = page.inside(roots) & page.above(keep) & page.is_element
    full = page if page.origin is None else page.origin
    rows = np.arange(len(page)) if page.origin_rows is None else page.origin_rows
    full_keep, full_content = np.zeros(len(full), dtype=np.bool_), np.zeros(len(full), dtype=np.bool_)
    full_keep[rows] = keep
    full_content[rows] = is_content
    full_content[[placed.row for placed in place_media(page, selection)]] = True
    return full, full_keep, full_content


def _visibility_changes(page: Page, keep: Bools, is_content: Bools) -> tuple[list[int], list[int]]:
    """The elements at which visible content begins, and those inside them at which it ends.

    An element is visible if all its text is kept, if one of its own text nodes is kept, or if it is content by itself
    (media, what the method returned). An element whose text is not kept is hidden; one without text is like its parent.
    """
    text, kept = page.subtree_sum(page.chars > 0), page.subtree_sum(keep)
    visible = page.is_element & (is_content | ((kept > 0) & (kept == text)) | (page.child_sum(keep) > 0))
    invisible = page.is_element & ~visible & (text > 0)
    shown: list[int] = []
    hidden: list[int] = []
    state = [False] * len(page)
    parent = page.parent.tolist()
    for row in np.flatnonzero(page.is_element).tolist():
        before = state[parent[row]] if row else False
        state[row] = (before or bool(visible[row])) and not bool(invisible[row])
        if state[row] != before:
            (shown if state[row] else hidden).append(row)
    return shown, hidden


def _selectors(page: Page, rows: list[int]) -> list[str] | None:
    """A selector for each row; None if they are too long in all."""
    selectors, chars = [], 0
    for row in rows:
        selectors.append(_selector(page.path(row)))
        chars += len(selectors[-1])
        if chars > _MAX_SELECTORS:
            return None
    return selectors


def _rules(shown: list[int], shown_selectors: list[str], hidden_selectors: list[str]) -> str:
    rules = []
    visible, invisible = ",".join(shown_selectors), ",".join(hidden_selectors)
    if not shown:
        rules.append(f"html>body,html>body *{{{_HIDE}}}")
    elif shown[0] > 0:
        # Each element is hidden by itself: inheritance would not hide those that the page's own rules make visible.
        rules.append(f"html>body,html>body :not(:is({visible}),:is({visible}) *){{{_HIDE}}}")
    if shown and shown != [0]:
        rules.append(f":is({visible}){{{_SHOW}}}")
    if invisible:
        rules.append(f":is({invisible}){{{_HIDE}}}")
    return "".join(f"{rule}\n" for rule in rules)


def _selector(path: str) -> str:
    """The path of an element as a selector that counts siblings of the same tag.

    Scripts and styles, which are not rows of the page, have other tags, so they do not count. An element with a very
    long name is any element in its place.
    """
    steps = []
    for step in path.strip("/").split("/"):
        named, _, name, place = _STEP.fullmatch(step).groups()  # type: ignore[union-attr]
        element = _escaped(named or name) if named or name else "*"
        steps.append(element + (f":nth-of-type({place})" if place else ""))
    return ">".join(steps)


def _escaped(name: str) -> str:
    return "".join(char if _PLAIN.match(char) else f"\\{ord(char):x} " for char in name)
