"""Threads as TEI P5: divisions of the type ``post`` inside each other, in the back matter of a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dehusk.output.xml_text import xml_pointer, xml_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dehusk.content import Thread, ThreadPost

_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d)?)?")


def tei_threads(threads: Iterable[Thread]) -> str:
    """The back matter with the threads of a page; nothing if there are none.

    >>> from dehusk.content import Thread, ThreadPost
    >>> print(tei_threads([Thread("comments", (ThreadPost(text="Tea", author="Ann", date="2024-05-17"),))]), end="")
    <back>
    <div type="thread" subtype="comments">
    <div type="post">
    <byline><name>Ann</name> <date when="2024-05-17">2024-05-17</date></byline>
    <p>Tea</p>
    </div>
    </div>
    </back>
    """
    out: list[str] = []
    for thread in threads:
        out.append(f'<div type="thread" subtype="{thread.kind}">\n')
        for post in thread.posts:
            _write_post(post, out)
        out.append("</div>\n")
    return "".join(["<back>\n", *out, "</back>\n"]) if out else ""


def _write_post(post: ThreadPost, out: list[str]) -> None:
    out.append('<div type="post">\n')
    facts = list(_facts(post))
    if facts:
        out.append(f"<byline>{' '.join(facts)}</byline>\n")
    out.extend(f"<p>{xml_text(line)}</p>\n" for line in post.text.splitlines() or [""])
    for reply in post.replies:
        _write_post(reply, out)
    out.append("</div>\n")


def _facts(post: ThreadPost) -> Iterable[str]:
    if post.author:
        yield f"<name>{xml_text(post.author)}</name>"
    if post.date:
        when = f' when="{post.date}"' if _ISO.fullmatch(post.date) else ""
        yield f"<date{when}>{xml_text(post.date)}</date>"
    if post.votes is not None:
        yield f'<num type="votes">{post.votes}</num>'
    if post.url:
        yield f'<ptr target="{xml_pointer(post.url)}"/>'
