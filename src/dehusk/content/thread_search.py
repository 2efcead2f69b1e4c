"""Where the posts of a page are, and which replies to which: by repeated elements that have a date or an author.

Every date (or author) leads the elements that begin with it, up to the first that begins with another one. Of these,
the element of a post is the one whose kind leads most often and that has text of its own; of several, the outermost.
Items of schema.org that are posts are taken as they are. A row has one leader, so all of this is linear in the page.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.content.post_marks import POST_TYPES
from dehusk.content.threads import MAX_DEPTH, MAX_POSTS
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dehusk.content.post_marks import PostMarks
    from dehusk.content.threads import ThreadKind
    from dehusk.page import Page

Signature = tuple[int, ...]

_NAMES = frozenset({"class", "id", "itemprop"})
_KIND_WORDS: dict[ThreadKind, re.Pattern[str]] = {
    "reviews": re.compile(
        r"reviews?|rezension|bewertung|avis(?![a-z])|opinion|recensi|otzyv|ulasan|kuchikomi", re.IGNORECASE
    ),
    "answers": re.compile(r"answers?|question|qapage|q-?and-?a", re.IGNORECASE),
    "comments": re.compile(r"com+ent|kom+entar|disqus|repl(?:y|ies)|responses|guestbook|komentar|comtr", re.IGNORECASE),
    "forum": re.compile(r"forum|thread|topic|message|viewtopic|bbs|post-?bit|postlist|discussion", re.IGNORECASE),
}
_KIND_OF_ITEM: dict[str, ThreadKind] = {
    "Comment": "comments",
    "UserComments": "comments",
    "Answer": "answers",
    "Question": "answers",
    "DiscussionForumPosting": "forum",
    "SocialMediaPosting": "forum",
}
_HREF = frozenset({"href"})
_CLASS = frozenset({"class"})
_QUESTION = re.compile(r"(?:^|[\s_-])question(?=$|\s)", re.IGNORECASE)
_NAMED_POST = re.compile(
    r"(?:^|[\s_-])(?:comment|review|reply|answer|question|kommentar|avis|comentario)(?:-?item)?(?=$|\s)", re.IGNORECASE
)
_LEVEL_ATTRIBUTES = frozenset(
    {"data-depth", "data-level", "data-nesting-level", "aria-level", "indent", "style", "class"}
)
_LEVEL_WORD = re.compile(r"(?<![a-z])(?:depth|level|indent|nesting)-?_?(\d{1,3})(?!\d)", re.IGNORECASE)
_INDENT = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,4})", re.IGNORECASE)
_ITEM_NUMBER = {name: number for number, name in enumerate(sorted(POST_TYPES))}
_ROWS_WITH_LEVEL = 6
_MIN_POSTS = 2
_SAMPLE = 40
_ANCESTORS = 12
_HEADINGS = np.isin(np.arange(len(tags.NAMES)), [tags.NUMBERS[f"h{level}"] for level in range(1, 7)])


class FoundPosts(NamedTuple):
    """The elements of posts in document order, the parent of each among them (-1: none), and the kind of each."""

    rows: list[int]
    parents: list[int]
    kinds: list[ThreadKind]
    groups: list[Signature]


def find_posts(page: Page, marks: PostMarks) -> FoundPosts:
    """The posts of a page and how they are nested.

    >>> from dehusk import parse
    >>> from dehusk.content.post_marks import PostMarks
    >>> post = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>Three minutes, not more."
    >>> page = parse(f"<div id=comments><ul>{post}<ul>{post}</ul>{post}</ul></div>")
    >>> find_posts(page, PostMarks(page)).parents
    [-1, 0, -1]
    """
    for search in (_dated_posts, _signed_posts, _named_posts):
        signature_of = search(page, marks)
        rows = sorted(signature_of)[:MAX_POSTS]
        kinds = _group_kinds(page, marks, rows, signature_of)
        rows = [row for row in rows if signature_of[row] in kinds]
        if rows:
            groups = [signature_of[row] for row in rows]
            parents = _with_question(marks, rows, _parents(page, rows))
            return FoundPosts(rows, parents, [kinds[group] for group in groups], groups)
    return FoundPosts([], [], [], [])


def _signature(page: Page, row: int) -> Signature:
    """The kind of an element: its tag and first class name; without one, those of its parent too."""
    kind, tag = page.class_words.kind, page.tag
    if kind[row] or row == 0:
        return int(tag[row]), int(kind[row])
    parent = page.parent[row]
    return int(tag[row]), 0, int(tag[parent]), int(kind[parent])


def _dated_posts(page: Page, marks: PostMarks) -> dict[int, Signature]:
    return _post_rows(page, marks, [row for row in marks.dates if not marks.is_date_of_member(row)])


def _signed_posts(page: Page, marks: PostMarks) -> dict[int, Signature]:
    return _post_rows(page, marks, marks.authors)


def _named_posts(page: Page, marks: PostMarks) -> dict[int, Signature]:
    """Elements whose class says that they are posts, and that have text: the outermost of each branch, and replies."""
    words = marks.body_words
    rows = [row for row, _, value in page.attrs.named(_CLASS) if _NAMED_POST.search(value)]
    found = {row: _signature(page, row) for row in rows if words[page.end[row]] > words[row]}
    counts = Counter(found.values())
    return {row: signature for row, signature in found.items() if counts[signature] >= _MIN_POSTS}


def _post_rows(page: Page, marks: PostMarks, leaders: list[int]) -> dict[int, Signature]:
    """The element of each post -> its signature."""
    items = marks.items
    found: dict[int, Signature] = {row: (-1, _ITEM_NUMBER[name]) for row, name in items.items()}
    if not leaders:
        return found
    ladders = _led_rows(page, leaders)
    words = marks.body_words
    counts: Counter[Signature] = Counter()
    for ladder in ladders:
        counts.update({_signature(page, row) for row in ladder if words[page.end[row]] > words[row]})
    for ladder in ladders:
        best, most = None, 0
        for row in ladder:
            if row in items:
                best = None
                break
            if words[page.end[row]] > words[row] and counts[_signature(page, row)] >= max(most, 1):
                if counts[_signature(page, row)] == 1 and best is not None and not _is_named(marks, row):
                    continue
                best, most = row, counts[_signature(page, row)]
        if best is not None:
            found[best] = _signature(page, best)
    return found


def _is_named(marks: PostMarks, row: int) -> bool:
    return _NAMED_POST.search(marks.named.get(row, "")) is not None


def _led_rows(page: Page, leaders: list[int]) -> list[list[int]]:
    """For each leader, the elements around it that begin with it, from the inside; BODY leads nothing."""
    ladders = []
    parent = page.parent
    for place, row in enumerate(leaders):
        before = leaders[place - 1] if place else -1
        ladder = []
        at = int(parent[row])
        while at > 0 and at > before:
            ladder.append(at)
            at = int(parent[at])
        ladders.append(ladder)
    return ladders


def _group_kinds(
    page: Page, marks: PostMarks, rows: list[int], signature_of: dict[int, Signature]
) -> dict[Signature, ThreadKind]:
    """The groups of rows that are posts of a thread, and what kind of thread it is."""
    groups: dict[Signature, list[int]] = {}
    for row in rows:
        groups.setdefault(signature_of[row], []).append(row)
    kinds: dict[Signature, ThreadKind] = {}
    for signature, members in groups.items():
        kind = _KIND_OF_ITEM.get(marks.items.get(members[0], ""))
        if members[0] in marks.items:
            kinds[signature] = kind or "reviews"
        elif (kind := _named_kind(page, marks, members)) and kind != "forum":
            if len(members) >= _MIN_POSTS or _is_named(marks, members[0]):
                kinds[signature] = kind
        elif len(members) >= _MIN_POSTS and _are_signed(page, marks, members):
            kinds[signature] = "forum"
    return kinds


def _named_kind(page: Page, marks: PostMarks, members: list[int]) -> ThreadKind | None:
    """What the names of posts and of the elements around them say; the names of the nearest element decide."""
    row, seen = members[len(members) // 2], 0
    if _share_of_titles(page, marks, members) > 0.5:
        return None
    while row > 0 and seen < _ANCESTORS:
        names = " ".join(value or "" for name, value in page.attrs[row] if name in _NAMES)
        for kind, words in _KIND_WORDS.items():
            if words.search(names):
                return kind
        row, seen = int(page.parent[row]), seen + 1
    return None


def _share_of_titles(page: Page, marks: PostMarks, members: list[int]) -> float:
    """The share of members that have a heading with a link inside, as the entries of a listing have."""
    away = np.zeros(len(page), dtype=np.bool_)
    away[[row for row, _, value in page.attrs.named(_HREF) if not value.startswith("#")]] = True
    away[marks.is_mark] = False
    linked = page.subtree_sum(_HEADINGS[np.minimum(page.tag, len(_HEADINGS) - 1)] & page.above(away))
    sample = members[:_SAMPLE]
    return float(np.count_nonzero(linked[sample])) / len(sample)


def _are_signed(page: Page, marks: PostMarks, members: list[int]) -> bool:
    """Whether most members have an author and none of them is the entry of a listing."""
    authors = np.array(marks.authors, dtype=np.intp)
    if not len(authors) or _share_of_titles(page, marks, members) > 0.5:
        return False
    low, high = authors.searchsorted(members), authors.searchsorted(page.end[members])
    return float(np.mean(high > low)) >= 0.6 and _is_prose(page, marks, members)


def _is_prose(page: Page, marks: PostMarks, members: list[int]) -> bool:
    """Whether the members have more words outside of links than in them."""
    linked_words = np.append(0, np.cumsum(np.where(page.in_link, page.words, 0)))
    linked = sum(int(linked_words[page.end[row]] - linked_words[row]) for row in members)
    own = sum(int(marks.body_words[page.end[row]] - marks.body_words[row]) for row in members)
    return own > linked


def _parents(page: Page, rows: list[int]) -> list[int]:
    """The place of the post that each post replies to, or -1."""
    parents = _by_containment(page, rows)
    if all(parent < 0 for parent in parents):
        parents = _by_levels(_levels(page, rows)) or parents
    return _cut_depth(parents)


def _with_question(marks: PostMarks, rows: list[int], parents: list[int]) -> list[int]:
    """The posts after a question reply to it, if it is the only one and the first post."""
    questions = [row for row in rows if _is_question(marks, row)]
    if questions != rows[:1]:
        return parents
    return [parent if parent >= 0 or place == 0 else 0 for place, parent in enumerate(parents)]


def _is_question(marks: PostMarks, row: int) -> bool:
    return marks.items.get(row) == "Question" or _QUESTION.search(marks.named.get(row, "")) is not None


def _by_containment(page: Page, rows: list[int]) -> list[int]:
    """Replies are inside the element of a post, or inside an element that follows it."""
    place_of = {row: place for place, row in enumerate(rows)}
    wanted = np.zeros(len(page), dtype=np.bool_)
    wanted[rows] = True
    above = np.flatnonzero(page.above(wanted)).tolist()
    context = {0: place_of.get(0, -1)}
    last_in: dict[int, int] = {}
    parents = [-1] * len(rows)
    for row in above[1:]:
        outer = int(page.parent[row])
        if row in place_of:
            parents[place_of[row]] = context[outer]
            context[row] = last_in[outer] = place_of[row]
        else:
            context[row] = last_in.get(outer, context[outer])
    return parents


def _levels(page: Page, rows: list[int]) -> list[int]:
    """How far each post is indented, by attributes of its element or of the first inside it; 0 if none says so."""
    levels = dict.fromkeys(rows, 0)
    starts = np.array(rows, dtype=np.intp)
    for row, name, value in page.attrs.named(_LEVEL_ATTRIBUTES):
        place = int(starts.searchsorted(row, side="right")) - 1
        if place < 0 or row - rows[place] >= _ROWS_WITH_LEVEL or row >= page.end[rows[place]] or levels[rows[place]]:
            continue
        pattern = {"style": _INDENT, "class": _LEVEL_WORD}.get(name)
        found = pattern.search(value) if pattern else None
        number = found[1] if found else value.strip() if pattern is None else ""
        if number.isascii() and number.isdigit() and len(number) < 5:
            levels[rows[place]] = int(number)
    return list(levels.values())


def _by_levels(levels: list[int]) -> list[int] | None:
    """The parents of posts that are written one after the other, by their levels; None if all are the same.

    >>> _by_levels([1, 2, 3, 2, 1])
    [-1, 0, 1, 0, -1]
    """
    if len(set(levels)) < 2:
        return None
    parents = []
    open_posts: list[int] = []
    for place, level in enumerate(levels):
        while open_posts and levels[open_posts[-1]] >= level:
            open_posts.pop()
        parents.append(open_posts[-1] if open_posts else -1)
        open_posts.append(place)
    return parents


def _cut_depth(parents: Iterable[int]) -> list[int]:
    """Replies deeper than the limit reply to the same post as the one that they reply to."""
    found: list[int] = []
    depths: list[int] = []
    for parent in parents:
        if parent >= 0 and depths[parent] >= MAX_DEPTH:
            parent = found[parent]
        found.append(parent)
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return found
