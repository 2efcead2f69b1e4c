"""Threads that a page states in JSON-LD alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.content.metadata.dates import to_iso
from dehusk.content.metadata.jsonld import json_ld_items
from dehusk.content.threads import MAX_DEPTH, MAX_POSTS, Thread, ThreadPost
from dehusk.content.urls import base_url, safe_url
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.content.metadata.jsonld import SchemaItem
    from dehusk.content.threads import ThreadKind
    from dehusk.page import Page

_REPLIES = ("acceptedAnswer", "suggestedAnswer", "comment")
_TEXTS = ("text", "reviewBody", "articleBody", "description", "headline", "name")


def json_ld(page: Page) -> list[SchemaItem]:
    """The items that the page's JSON-LD describes."""
    scripts = [item.text for item in page.head if item.tag == "script" and item.text]
    return json_ld_items(scripts) if scripts else []


def schema_threads(page: Page) -> list[Thread]:
    """The threads that the page's JSON-LD states.

    >>> from dehusk import parse
    >>> answer = '{"@type": "Answer", "text": "Two minutes.", "author": {"name": "Bo"}, "upvoteCount": 7}'
    >>> question = '{"@type": "Question", "text": "How long?", "suggestedAnswer": [' + answer + ']}'
    >>> page = parse('<script type="application/ld+json">{"@type": "QAPage", "mainEntity": ' + question + "}</script>")
    >>> [(post.depth, post.author, post.text, post.votes) for post in schema_threads(page)[0].walk()]
    [(0, None, 'How long?', None), (1, 'Bo', 'Two minutes.', 7)]
    """
    reader = _SchemaPosts(base_url(page))
    posts: dict[ThreadKind, list[ThreadPost]] = {"forum": [], "answers": [], "comments": [], "reviews": []}
    for item in json_ld(page):
        names = _names(item)
        if names & {"DiscussionForumPosting", "SocialMediaPosting"}:
            posts["forum"] += reader.posts([item], 0)
        elif "Question" in names:
            posts["answers"] += reader.posts([item], 0)
        else:
            posts["comments"] += reader.posts(_each(item.get("comment")), 0)
            posts["reviews"] += reader.posts(_each(item.get("review")), 0)
    return [Thread(kind, tuple(found)) for kind, found in posts.items() if found]


class _SchemaPosts:
    def __init__(self, base: str | None) -> None:
        self.base, self.left = base, MAX_POSTS

    def posts(self, items: list[Any], depth: int) -> list[ThreadPost]:
        found = []
        for item in items:
            if not isinstance(item, dict) or self.left <= 0 or depth > MAX_DEPTH:
                continue
            self.left -= 1
            text = next((collapse(value) for name in _TEXTS if isinstance(value := item.get(name), str) and value), "")
            replies = self.posts([reply for name in _REPLIES for reply in _each(item.get(name))], depth + 1)
            if not text and not replies:
                continue
            date, url = item.get("datePublished") or item.get("dateCreated"), item.get("url")
            found.append(
                ThreadPost(
                    text=text,
                    author=_author(item.get("author")),
                    date=(to_iso(date) or date) if isinstance(date, str) else None,
                    votes=_votes(item.get("upvoteCount")),
                    url=safe_url(url, self.base) if isinstance(url, str) else None,
                    depth=depth,
                    replies=tuple(replies),
                )
            )
        return found


def _names(item: SchemaItem) -> set[str]:
    return {str(name).rpartition("/")[2] for name in _each(item.get("@type"))}


def _each(value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    return value if isinstance(value, list) else [] if value is None else [value]


def _author(value: Any) -> str | None:  # noqa: ANN401 - JSON
    for each in _each(value):
        name = each.get("name") if isinstance(each, dict) else each
        if isinstance(name, str) and name.strip():
            return collapse(name)
    return None


def _votes(value: Any) -> int | None:  # noqa: ANN401 - JSON
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        return int(value.strip()[:12])
    return None
