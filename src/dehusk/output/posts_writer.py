"""Threads as Markdown: posts as nested quotes, or each under a heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dehusk.content.tree_nodes import BlockQuote, ContentTree, Heading, Link, Paragraph, StyledText
from dehusk.errors import ArgumentError
from dehusk.output.markdown_writer import tree_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.content import PageContent, Thread, ThreadPost
    from dehusk.content.tree_nodes import BlockNode, InlineNode

_DEEPEST_HEADING = 6


def write_posts(content: PageContent, *, style: str = "quotes") -> str:
    """Markdown: the threads of the page, replies as nested quotes; style="headings": each post under a heading.

    >>> import dehusk
    >>> post = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>Three <i>minutes</i>."
    >>> extraction = dehusk.extract(f"<div id=comments><ul>{post}<ul>{post}</ul></ul></div>")
    >>> print(write_posts(extraction), end="")
    > **Ann** · 2024-05-17
    >
    > Three *minutes*.
    >
    > > **Ann** · 2024-05-17
    > >
    > > Three *minutes*.
    >>> print(write_posts(extraction, style="headings"), end="")
    ## Ann · 2024-05-17
    <BLANKLINE>
    Three *minutes*.
    <BLANKLINE>
    ### Ann · 2024-05-17
    <BLANKLINE>
    Three *minutes*.
    """
    if style not in _STYLES:
        raise ArgumentError(f"style must be one of {', '.join(_STYLES)}, not {style!r}")
    write = _STYLES[style]
    blocks = [block for thread in content.threads for block in write(thread)]
    return tree_markdown(ContentTree(blocks)) if blocks else ""


def _as_quotes(thread: Thread) -> list[BlockNode]:
    return [_quote(post) for post in thread.posts]


def _quote(post: ThreadPost) -> BlockQuote:
    head = _head(post, bold=True)
    first: list[BlockNode] = [Paragraph(head)] if head else []
    return BlockQuote([*first, *post.tree.children, *map(_quote, post.replies)])


def _as_headings(thread: Thread) -> list[BlockNode]:
    blocks: list[BlockNode] = []
    for post in thread.walk():
        head = _head(post, bold=False) or ["…"]
        blocks += [Heading(min(post.depth + 2, _DEEPEST_HEADING), head), *map(_without_heading, post.tree.children)]
    return blocks


def _without_heading(block: BlockNode) -> BlockNode:
    """Headings inside a post are not posts."""
    return Paragraph([StyledText("strong", block.children)]) if isinstance(block, Heading) else block


def _head(post: ThreadPost, *, bold: bool) -> list[InlineNode]:
    """Author, date and votes of a post; its date links to it."""
    parts: list[InlineNode] = []
    if post.author:
        parts.append(StyledText("strong", [post.author]) if bold else post.author)
    if post.date:
        parts.append(Link(post.url, [post.date]) if post.url else post.date)
    if post.votes is not None:
        parts.append(f"{post.votes:+d}")
    between: list[InlineNode] = []
    for part in parts:
        between += [" · ", part] if between else [part]
    return between


_STYLES: dict[str, Callable[[Thread], list[BlockNode]]] = {"quotes": _as_quotes, "headings": _as_headings}
