"""Threads as data: comments, posts of a forum, questions with answers, reviews."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.content.post_content import PostContent
    from dehusk.content.tree_nodes import ContentTree

ThreadKind = Literal["comments", "forum", "answers", "reviews"]


@dataclass(frozen=True, slots=True)
class ThreadPost:
    """One post of a thread, with the posts that reply to it.

    >>> post = ThreadPost(text="Two minutes?", replies=(ThreadPost(text="Three.", depth=1),))
    >>> [(each.depth, each.text) for each in post.walk()]
    [(0, 'Two minutes?'), (1, 'Three.')]
    """

    text: str
    """What was written, one line per block, without author, date and buttons."""
    author: str | None = None
    date: str | None = None
    """ISO 8601 if it can be read, otherwise as the page shows it ("3 hours ago")."""
    votes: int | None = None
    url: str | None = None
    """The permalink, if the page has one; absolute if the URL of the page is known."""
    depth: int = 0
    """How many posts it is a reply to, one inside the other: 0 for the posts of :attr:`Thread.posts`."""
    path: str | None = None
    """The XPath of its element; None if only JSON-LD has the post."""
    replies: tuple[ThreadPost, ...] = ()
    content: PostContent | None = field(default=None, repr=False, compare=False)
    """The rows of the page that it was read from; None if only JSON-LD has the post."""

    @property
    def tree(self) -> ContentTree:
        """The text with its structure: paragraphs, quotes, code, links; as ``extraction.tree``, for this post alone.

        >>> ThreadPost(text="Two minutes?").tree.children
        [Paragraph(children=['Two minutes?'])]
        """
        from dehusk.content.tree_nodes import ContentTree, Paragraph

        if self.content is not None:
            return self.content.tree()
        return ContentTree([Paragraph([line]) for line in self.text.splitlines()])

    def walk(self) -> Iterator[ThreadPost]:
        """The post and all replies below it, in document order."""
        waiting = [self]
        while waiting:
            post = waiting.pop()
            yield post
            waiting += reversed(post.replies)

    def to_dict(self) -> dict[str, Any]:
        """The post as plain data.

        >>> ThreadPost(text="Tea", author="Ann").to_dict()["author"]
        'Ann'
        """
        names = ("author", "date", "text", "votes", "url", "depth", "path")
        values: dict[str, Any] = {name: getattr(self, name) for name in names}
        return values | {"replies": [reply.to_dict() for reply in self.replies]}


@dataclass(frozen=True, slots=True)
class Thread:
    """Posts of one kind: the comments of a page, a thread of a forum, answers to a question, reviews.

    >>> Thread("comments", (ThreadPost(text="Tea"),)).to_dict()["kind"]
    'comments'
    """

    kind: ThreadKind
    posts: tuple[ThreadPost, ...]
    """The posts that reply to no other; replies are in :attr:`ThreadPost.replies`."""

    def walk(self) -> Iterator[ThreadPost]:
        """All posts in document order, each before its replies."""
        for post in self.posts:
            yield from post.walk()

    def to_dict(self) -> dict[str, Any]:
        """The thread as plain data."""
        return {"kind": self.kind, "posts": [post.to_dict() for post in self.posts]}


MAX_DEPTH = 32
"""Deeper replies are at this depth, as in the content tree."""
MAX_POSTS = 10_000
