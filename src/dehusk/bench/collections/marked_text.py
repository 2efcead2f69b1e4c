"""The gold of HTML whose elements are marked as content or not: its text, and the paths of its nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from turbohtml import Element, Node, Text

from dehusk.page.tags import BLOCK_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dehusk.page import Page

_BREAKS = frozenset(BLOCK_NAMES.split()) | {"br"}
_NEVER_TEXT = frozenset({"script", "style", "noscript", "template", "head"})


def marked_text(root: Node, mark: Callable[[Element], bool | None]) -> str:
    """The text of the leaves whose nearest marked ancestor is content, one line per block.

    ``mark`` returns whether an element is content, or None if it has no mark.

    >>> import turbohtml
    >>> page = turbohtml.parse("<nav>Home</nav><div id=on>One <b>t</b>wo<p>Three <i id=off>ad</i></div>")
    >>> marked_text(page, lambda element: {"on": True, "off": False}.get(element.attr("id", "")))
    'One two\\nThree'
    """
    pieces: list[str] = []
    # None on the stack marks the end of a block.
    stack: list[tuple[Node | None, bool]] = [(root, False)]
    while stack:
        node, content = stack.pop()
        if node is None:
            pieces.append("\n")
        elif isinstance(node, Text):
            pieces.append(" ".join(f"|{node.data}|".split())[1:-1] if content else " ")
        elif not isinstance(node, Element) or node.tag not in _NEVER_TEXT:
            if isinstance(node, Element):
                own = mark(node)
                content = content if own is None else own
                if node.tag in _BREAKS:
                    pieces.append("\n")
                    stack.append((None, False))
            stack.extend((child, content) for child in reversed(node.children))
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def marked_paths(page: Page, marks: Mapping[int, bool]) -> list[str]:
    """The paths of the elements and non-blank leaves whose nearest marked row is content.

    ``marks``: whether a row is content, for the rows that have a mark.

    >>> from dehusk.page import parse
    >>> marked_paths(parse("<div>Tea <i>ad</i></div><p>Menu"), {1: True, 3: False})
    ['/html/body/div', '/html/body/div/text()']
    """
    marked, content = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page), dtype=np.bool_)
    for row, mark in marks.items():
        marked[row], content[row] = True, mark
    blank = page.is_text & (page.chars == 0)
    return [page.path(row) for row in np.flatnonzero(content[page.nearest(marked)] & ~blank).tolist()]
