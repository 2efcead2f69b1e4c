"""Gold text out of HTML whose elements are marked as content or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turbohtml import Element, Node, Text

from dehusk.page.tags import BLOCK_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

_BREAKS = frozenset(BLOCK_NAMES.split()) | {"br"}
_NEVER_TEXT = frozenset({"script", "style", "noscript", "template", "head"})


def marked_text(root: Node, mark: Callable[[Element], bool | None]) -> str:
    """The text of the leaves whose nearest marked ancestor is content, a line a block.

    ``mark`` says of an element whether it is content, or None where it carries no mark.

    >>> import turbohtml
    >>> page = turbohtml.parse("<nav>Home</nav><div id=on>One <b>t</b>wo<p>Three <i id=off>ad</i></div>")
    >>> marked_text(page, lambda element: {"on": True, "off": False}.get(element.attr("id", "")))
    'One two\\nThree'
    """
    pieces: list[str] = []
    # A None on the stack ends the block that was opened when it was put there.
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
