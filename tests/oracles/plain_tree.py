"""The tree of a page as plain objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk import Page


@dataclass(eq=False)
class Node:
    """An element, or a text node (tag ``#text``)."""

    row: int
    tag: str
    attributes: dict[str, str]
    text: str
    """Of a text node, white space collapsed."""
    raw: str
    words: int
    parent: Node | None
    children: list[Node] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        return self.tag == "#text"

    @property
    def elements(self) -> list[Node]:
        """The children that are elements."""
        return [child for child in self.children if not child.is_text]

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def below(self) -> list[Node]:
        """The elements below the node."""
        return [node for node in self.walk() if node is not self and not node.is_text]

    def leaves(self) -> list[Node]:
        """The text nodes that are not blank."""
        return [node for node in self.walk() if node.text]

    def ancestors(self) -> Iterator[Node]:
        """The parent, its parent, ..., BODY."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def has_ancestor(self, *tags: str) -> bool:
        return any(node.tag in tags for node in self.ancestors())


def tree_of(page: Page) -> Node:
    """BODY with all below it."""
    nodes: list[Node] = []
    for row in range(len(page)):
        text = bool(page.is_text[row])
        raw = page.raw_text(row) if text else ""
        nodes.append(
            Node(
                row=row,
                tag="#text" if text else page.tag_name(row),
                attributes={} if text else {name: value or "" for name, value in page.attrs[row]},
                text=" ".join(raw.split()),
                raw=raw,
                words=int(page.words[row]) if text else 0,
                parent=nodes[int(page.parent[row])] if row else None,
            )
        )
        if row:
            nodes[int(page.parent[row])].children.append(nodes[-1])
    return nodes[0]
