"""The page itself with everything but its content hidden: one style element at the end, and nothing else changed.

Hidden is what is not content, by ``visibility``: it keeps its place, so the content stays where it was, with the
page's own styles. The style element is the document's last: a parser puts it into the body wherever the
document ended (unless that was inside an unfinished comment, script or tag), and cutting it off gives back the
original to the byte.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.media import place_media
from dehusk.output.options import DEFAULTS, Options
from dehusk.page.text_measures import encodable
from dehusk.source import decode

if TYPE_CHECKING:
    from dehusk.content import Extraction
    from dehusk.page import Page
    from dehusk.page.arrays import Bools

MARK = '<style data-dehusk="isolate">'
"""What the added element starts with; all from here on is ours."""

_SHOW = "visibility:visible!important"
_HIDE = "visibility:hidden!important"
_PLAIN = re.compile(r"[a-zA-Z0-9_-]")
# A step of Page.path: a name, or any element of a name that XPath cannot write, and its place.
_STEP = re.compile(r"""(?:([^\[*]+)|\*\[name\(\)=(["'])(.*)\2\])(?:\[(\d+)\])?""", re.DOTALL)


def write_isolate(extraction: Extraction, _options: Options = DEFAULTS) -> str:
    """The original page with the content alone to be seen; lone surrogates, which no file can hold, are replaced.

    Options change nothing: the page is as it is.

    >>> import dehusk
    >>> html = "<p><a href=/>Home</a></p><div><p>" + "Tea, at length. " * 9 + "</p></div>"
    >>> isolated = write_isolate(dehusk.extract(html))
    >>> restore(isolated) == html
    True
    """
    source = extraction.source
    if source is None:
        return ""
    if isinstance(source, bytes):
        source = decode(source, {"content-type": f"text/html; charset={extraction.encoding}"}).text
    return encodable(source) + isolating_style(extraction)


def isolated_bytes(extraction: Extraction) -> bytes:
    """As :func:`write_isolate`, in the page's own encoding: the bytes that were given, and the style behind them.

    >>> import dehusk
    >>> isolated_bytes(dehusk.extract(b"<meta charset=latin1><p>Th\\xe9"))[:26]
    b'<meta charset=latin1><p>Th'
    """
    source, style = extraction.source, isolating_style(extraction)
    if source is None:
        return b""
    if isinstance(source, str):
        return (encodable(source) + style).encode()
    return source + style.encode("utf-8" if "16" not in str(extraction.encoding) else str(extraction.encoding))


def restore(html: str) -> str:
    """The page as it was before it was isolated.

    >>> restore("<p>Tea" + MARK + "...</style>")
    '<p>Tea'
    """
    at = html.rfind(MARK)
    return html if at < 0 else html[:at]


def isolating_style(extraction: Extraction) -> str:
    """The style element that hides all but the content, in ASCII.

    >>> import dehusk
    >>> isolating_style(dehusk.extract("<p>Tea</p>"))
    '<style data-dehusk="isolate">/* added by dehusk: remove this element to see the whole page */\\n</style>\\n'
    """
    page, keep, content = _original(extraction)
    shown, hidden = _changes(page, keep, content)
    note = "/* added by dehusk: remove this element to see the whole page */\n"
    return f"{MARK}{note}{_rules(page, shown, hidden)}</style>\n"


def _original(extraction: Extraction) -> tuple[Page, Bools, Bools]:
    """The page before hidden rows were dropped, its kept leaves, and its elements that are content as such."""
    page, selection = extraction.page, extraction.selection
    keep = selection.keep
    roots = np.zeros(len(page), dtype=np.bool_)
    roots[selection.roots] = True
    content = page.inside(roots) & page.above(keep) & page.is_element
    full = page if page.origin is None else page.origin
    rows = np.arange(len(page)) if page.origin_rows is None else page.origin_rows
    full_keep, full_content = np.zeros(len(full), dtype=np.bool_), np.zeros(len(full), dtype=np.bool_)
    full_keep[rows] = keep
    full_content[rows] = content
    full_content[[placed.row for placed in place_media(page, selection)]] = True
    return full, full_keep, full_content


def _changes(page: Page, keep: Bools, content: Bools) -> tuple[list[int], list[int]]:
    """The elements at which what is seen begins, and those within it at which it ends.

    An element is seen if all its text is kept, if some of it stands in it directly, or if it is content as
    such (media, what the method returned). One whose text is not kept is not; one without text is as its
    parent is.
    """
    text, kept = page.subtree_sum(page.chars > 0), page.subtree_sum(keep)
    seen = page.is_element & (content | ((kept > 0) & (kept == text)) | (page.child_sum(keep) > 0))
    unseen = page.is_element & ~seen & (text > 0)
    shown: list[int] = []
    hidden: list[int] = []
    state = [False] * len(page)
    parent = page.parent.tolist()
    for row in np.flatnonzero(page.is_element).tolist():
        before = state[parent[row]] if row else False
        state[row] = (before or bool(seen[row])) and not bool(unseen[row])
        if state[row] != before:
            (shown if state[row] else hidden).append(row)
    return shown, hidden


def _rules(page: Page, shown: list[int], hidden: list[int]) -> str:
    rules = []
    seen, unseen = (",".join(_selector(page.path(row)) for row in rows) for rows in (shown, hidden))
    if not shown:
        rules.append(f"html>body,html>body *{{{_HIDE}}}")
    elif shown[0] > 0:
        # Elements that a page shows by a rule of its own must be hidden one by one; the others inherit.
        rules.append(f"html>body,html>body :not(:is({seen}),:is({seen}) *){{{_HIDE}}}")
    if shown and shown != [0]:
        rules.append(f":is({seen}){{{_SHOW}}}")
    if hidden:
        rules.append(f":is({unseen}){{{_HIDE}}}")
    return "".join(f"{rule}\n" for rule in rules)


def _selector(path: str) -> str:
    """An element's path as a selector that counts siblings of its tag.

    Scripts and styles, which are no rows of a page, are of other tags.
    """
    steps = []
    for step in path.strip("/").split("/"):
        named, _, name, place = _STEP.fullmatch(step).groups()  # type: ignore[union-attr]
        steps.append(_escaped(named or name) + (f":nth-of-type({place})" if place else ""))
    return ">".join(steps)


def _escaped(name: str) -> str:
    return "".join(char if _PLAIN.match(char) else f"\\{ord(char):x} " for char in name)
