"""Arias, Deschacht & Moens (2009), section 3: a list of strings, and the region around the longest one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracles.plain_tree import Node, tree_of

if TYPE_CHECKING:
    from dehusk import Page

_BLOCK_LEVEL = """
    address article aside blockquote body br center dd dir div dl dt fieldset figcaption figure footer form
    frameset h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section table tbody td tfoot th thead tr ul
"""
BLOCK_LEVEL = set(_BLOCK_LEVEL.split())
CONTROLS = {"button", "caption", "legend", "optgroup", "option", "select", "textarea"}


def arias(page: Page, reading: str, c1: float = 0.333, c2: float = 4) -> set[int]:
    """The rows of the kept leaves."""
    strings = _entry_strings(tree_of(page)) if reading == "entry" else _merged_strings(tree_of(page))
    lengths = [len(" ".join("".join(leaf.raw for leaf in string).split())) for string in strings]
    if not any(lengths):
        return set()
    longest = lengths.index(max(lengths))
    region = {longest}
    while True:
        joining = {
            i
            for i, length in enumerate(lengths)
            if i not in region and length > c1 * lengths[longest] and any(abs(i - j) < c2 for j in region)
        }
        if not joining:
            break
        region |= joining
    kept = strings[min(region) : max(region) + 1]
    return {leaf.row for string in kept for leaf in string if leaf.text}


def _entry_strings(body: Node) -> list[list[Node]]:
    """The paper's pseudo-code: a text node is appended to the last string, a structural node begins a new one."""
    strings: list[list[Node]] = [[]]
    for node in body.walk():
        if node.is_text:
            strings[-1].append(node)
        elif node.tag in BLOCK_LEVEL:
            strings.append([])
    return strings


def _merged_strings(body: Node) -> list[list[Node]]:
    """Start and end tags without text between them separate two strings once."""
    strings: list[list[Node]] = []
    cut = True
    for event in _events(body):
        if isinstance(event, str):
            cut = cut or event in BLOCK_LEVEL | CONTROLS
        elif event.text and cut:
            strings.append([event])
            cut = False
        elif strings and not cut:
            strings[-1].append(event)
    return strings


def _events(body: Node) -> Iterator[Node | str]:
    """The tags of elements as they start and end, and the text nodes between them."""
    stack: list[Node | str] = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, str) or node.is_text:
            yield node
        else:
            yield node.tag
            stack += [node.tag, *reversed(node.children)]
