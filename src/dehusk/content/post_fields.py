"""What a post says, and who wrote it and when: the fields of the posts that were found."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.metadata.authors import author_names, may_be_name
from dehusk.content.metadata.introductions import after_introduction
from dehusk.content.page_blocks import block_texts, kept_spans
from dehusk.content.post_content import PostContent
from dehusk.content.post_marks import PostMarks
from dehusk.content.schema_threads import schema_threads
from dehusk.content.thread_search import find_posts
from dehusk.content.threads import Thread, ThreadPost
from dehusk.content.urls import base_url, safe_url
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.content.thread_search import FoundPosts
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_LINK = frozenset({"href"})
_NUMBER = re.compile(r"([-+\u2212]?)(\d{1,3}(?:[ ,.\u00a0]\d{3})+|\d+(?:[.,]\d+)?)\s*([kKmM](?![a-zA-Z]))?")
_AFTER_NAME = re.compile(
    r"\s*(?:[:,•·|]|\b(?:says?|said|wrote|writes|schrieb|sagt|escribió|dice|a écrit|dit)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_BEFORE_DATE = re.compile(r"\s+(?:am|on|le|el|il|den|op|em|dnia)$")
_BODY_NAME = re.compile(
    r"(?:^|[\s_-])(?:content|body|text|message|prose|copy|markdown|md|bbwrapper|description|commtext|cooked)(?:$|[\s_-])"
    r"|postbody|post(?:_|-)?(?:content|text|message)|comment(?:_|-)?(?:content|text|body)|review(?:_|-)?(?:body|text)"
    r"|messagetext|content$",
    re.IGNORECASE,
)
_PERMALINK = re.compile(r"permalink|bookmark|share-?link", re.IGNORECASE)
_MAX_PERMALINK_CHARS = 12
_BUTTONS = np.isin(np.arange(len(tags.NAMES)), [tags.NUMBERS[name] for name in ("button", "a") if name in tags.NUMBERS])
_MAX_BUTTON_WORDS = 4
_BOLD = [tags.NUMBERS[name] for name in ("b", "strong", "cite")]
_ROWS_BEFORE_NAME = 4
_MAX_NAME_CHARS = 60


def page_threads(page: Page) -> list[Thread]:
    """The threads of a page: from its elements, otherwise from JSON-LD.

    >>> from dehusk import parse
    >>> post = "<li class=comment><b class=author>Ann</b> <time>2024-05-17</time><p>Three minutes.<div><a>Reply</a>"
    >>> thread, = page_threads(parse(f"<div id=comments><ul>{post}{post}</ul></div>"))
    >>> thread.kind, [(post.author, post.date, post.text) for post in thread.posts]
    ('comments', [('Ann', '2024-05-17', 'Three minutes.'), ('Ann', '2024-05-17', 'Three minutes.')])
    """
    marks = PostMarks(page)
    found = find_posts(page, marks)
    if not found.rows:
        return schema_threads(page)
    return _PostReader(page, marks, found).threads()


class _PostReader:
    def __init__(self, page: Page, marks: PostMarks, found: FoundPosts) -> None:
        self.page, self.marks, self.found = page, marks, found
        self.base = base_url(page)
        self.owner = self._owners()
        self.is_mark = marks.is_mark.copy()
        self.hrefs = [(row, value) for row, _, value in page.attrs.named(_LINK)]

    def _owners(self) -> Ints:
        """The place of the innermost post around each row; -1 outside of posts."""
        is_post = np.zeros(len(self.page), dtype=np.bool_)
        is_post[self.found.rows] = True
        nearest = self.page.nearest(is_post)
        place = np.full(len(self.page), -1, dtype=np.intp)
        place[self.found.rows] = np.arange(len(self.found.rows))
        return place[nearest]

    def threads(self) -> list[Thread]:
        found = self.found
        authors, dates = self._authors(), self._dates()
        keep = self._kept()
        texts, contents = self._texts(keep), self._contents(keep)
        votes, urls = self._votes(), self._permalinks()
        paths = self.page.paths(found.rows)
        depths: list[int] = []
        for parent in found.parents:
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
        replies: list[list[ThreadPost]] = [[] for _ in found.rows]
        groups: dict[object, list[ThreadPost]] = {}
        kinds = dict(zip(found.groups, found.kinds, strict=True))
        for place in reversed(range(len(found.rows))):
            post = ThreadPost(
                text=texts[place],
                author=authors.get(place),
                date=dates.get(place),
                votes=votes.get(place),
                url=urls.get(place),
                depth=depths[place],
                path=paths[place],
                replies=tuple(reversed(replies[place])),
                content=contents[place],
            )
            parent = found.parents[place]
            if parent >= 0:
                replies[parent].append(post)
            elif post.text or post.replies:
                groups.setdefault(found.groups[place], []).append(post)
        return [Thread(kinds[group], tuple(reversed(posts))) for group, posts in reversed(groups.items())]  # type: ignore[index]

    # ---- text ----------------------------------------------------------------------------------------

    def _kept(self) -> Bools:
        """The leaves that are text: those in the body of a post if an element is named so, otherwise what is left."""
        page = self.page
        return self._only_bodies((self.owner >= 0) & (page.chars > 0) & ~self.is_mark & ~self._button_leaves())

    def _texts(self, keep: Bools) -> list[str]:
        page = self.page
        first, stop = kept_spans(page, keep)
        lines: list[list[str]] = [[] for _ in self.found.rows]
        for place, text in zip(self.owner[first].tolist(), block_texts(page, first, stop), strict=True):
            lines[place].append(text)
        return ["\n".join(each) for each in lines]

    def _contents(self, keep: Bools) -> list[PostContent]:
        rows = np.argsort(self.owner, kind="stable")
        bounds = np.searchsorted(self.owner[rows], np.arange(len(self.found.rows) + 1)).tolist()
        spans = [rows[first:stop] for first, stop in pairwise(bounds)]
        return [PostContent(self.page, own, keep[own], self.base) for own in spans]

    def _button_leaves(self) -> Bools:
        """Leaves of blocks that are nothing but a few words in links and buttons."""
        page = self.page
        is_button = page.inside(_BUTTONS[np.minimum(page.tag, len(_BUTTONS) - 1)]) & (page.chars > 0)
        count = int(page.block[-1]) + 1 if len(page) else 1
        words = np.bincount(page.block, weights=np.where(is_button, 0, page.words), minlength=count)
        linked = np.bincount(page.block, weights=np.where(is_button, page.words, 0), minlength=count)
        links = np.bincount(page.block, weights=is_button, minlength=count)
        few = (words == 0) & (linked <= _MAX_BUTTON_WORDS * np.maximum(links, 1))
        found: Bools = is_button & few[page.block]
        return found

    def _only_bodies(self, keep: Bools) -> Bools:
        """The leaves in the body of their post, for posts in which an element named so has most words."""
        page, owner = self.page, self.owner
        total = np.bincount(owner[keep], weights=page.words[keep], minlength=len(self.found.rows))
        words = np.append(0, np.cumsum(np.where(keep, page.words, 0)))
        best: dict[int, tuple[int, int]] = {}
        """Place of a post -> the words of its body, and the row."""
        is_post = set(self.found.rows)
        for row, names in sorted(self.marks.named.items()):
            place = int(owner[row])
            if place < 0 or row in is_post or not _BODY_NAME.search(names):
                continue
            own = int(words[page.end[row]] - words[row])
            most, outer = best.get(place, (0, 0))
            # The innermost that has a good part of the words: what is around it are titles and facts about the author.
            inside = outer <= row < page.end[outer]
            if total[place] <= 5 * own <= 5 * total[place] and (4 * own >= most if inside else own > most):
                best[place] = (own, row)
        if not best:
            return keep
        in_body = np.zeros(len(page), dtype=np.bool_)
        in_body[[row for _, row in best.values()]] = True
        has_body = np.zeros(len(self.found.rows), dtype=np.bool_)
        has_body[list(best)] = True
        return keep & (page.inside(in_body) | ~has_body[owner])

    # ---- fields --------------------------------------------------------------------------------------

    def _authors(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for row in self.marks.authors:
            place = int(self.owner[row])
            if place >= 0 and place not in found and (name := self._name(row)):
                found[place] = name
        return found | self._other_authors(found)

    def _other_authors(self, known: dict[int, str]) -> dict[int, str]:
        """The authors of posts that no element names: beside the date, or in bold at the beginning."""
        page = self.page
        found: dict[int, str] = {}
        for row in self.marks.dates:
            place = int(self.owner[row])
            if place < 0 or place in known or place in found:
                continue
            names = [name for name in author_names([page.leaf_text(row)]) if may_be_name(name)]
            if names:
                found[place] = _BEFORE_DATE.sub("", names[0])
        for row in np.flatnonzero(np.isin(page.tag, _BOLD)).tolist():
            place = int(self.owner[row])
            if place < 0 or place in known or place in found:
                continue
            near = row - self.found.rows[place] <= _ROWS_BEFORE_NAME and self.marks.raw_chars[row] <= _MAX_NAME_CHARS
            if near and (name := _tidy_name(page.leaf_text(row))):
                found[place] = name
                self.is_mark[row : page.end[row]] = True
        return found

    def _name(self, row: int) -> str | None:
        """The name in a row: the text of its first link, otherwise its own text without a date."""
        page = self.page
        stop = int(page.end[row])
        for inner in range(row, min(stop, row + 24)):
            if tags.LINK[page.tag[inner]] and (name := collapse(page.raw_text(inner))):
                return _tidy_name(name)
        dates = self.marks.dates
        place = bisect_left(dates, row)
        until = dates[place] if place < len(dates) and dates[place] < stop else stop
        text = next(iter(block_texts(page, *_first_block(page, row, until))), "")
        return _tidy_name(text)

    def _dates(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for row in self.marks.dates:
            place = int(self.owner[row])
            if place < 0 or place in found or self.marks.is_date_of_member(row):
                continue
            if date := self.marks.date_of(row):
                found[place] = date
        return found

    def _votes(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for row in self.marks.votes:
            place = int(self.owner[row])
            if place >= 0 and place not in found:
                number = parse_count(self.page.attr(row, "content") or self.page.raw_text(row))
                if number is not None:
                    found[place] = number
        return found

    def _permalinks(self) -> dict[int, str]:
        """Links around or in dates, links that are named so, and links to the post's own id."""
        page = self.page
        in_date = np.zeros(len(page), dtype=np.bool_)
        in_date[self.marks.dates] = True
        around_date = page.above(in_date) & tags.LINK[page.tag]
        in_author = np.zeros(len(page), dtype=np.bool_)
        in_author[self.marks.authors] = True
        in_author = page.inside(in_author & ~page.above(in_date))
        in_date = page.inside(in_date)
        found: dict[int, str] = {}
        for row, href in self.hrefs:
            place = int(self.owner[row])
            if place < 0 or place in found or in_author[row]:
                continue
            _, _, fragment = href.partition("#")
            own_id = bool(fragment) and page.attr(self.found.rows[place], "id") == fragment
            if own_id or in_date[row] or around_date[row] or self._is_permalink(row):
                url = safe_url(href, self.base)
                if url and href.strip() not in ("", "#"):
                    found[place] = url
        return found

    def _is_permalink(self, row: int) -> bool:
        """Whether the name or the text of a link says so."""
        is_short = self.marks.raw_chars[row] <= _MAX_PERMALINK_CHARS
        names = self.marks.named.get(row, "")
        return bool(_PERMALINK.search(names) or (is_short and _PERMALINK.search(self.page.raw_text(row))))


def _first_block(page: Page, start: int, stop: int) -> tuple[Ints, Ints]:
    """The first block of text between two rows, as arrays of its first leaf and of the row after its last."""
    low, high = page.leaves.searchsorted((start, stop))
    leaves = page.leaves[low:high]
    leaves = leaves[page.block[leaves] == page.block[leaves[0]]] if len(leaves) else leaves
    return leaves[:1], leaves[-1:] + 1


def _tidy_name(text: str) -> str | None:
    """A name without what introduces or follows it.

    >>> _tidy_name("By Ann Leaf"), _tidy_name("Ann says:"), _tidy_name("@ann")
    ('Ann Leaf', 'Ann', '@ann')
    """
    name = after_introduction(text) or text
    name = _AFTER_NAME.sub("", name).strip()
    return name if 0 < len(name) <= _MAX_NAME_CHARS else None


def parse_count(text: str) -> int | None:
    """The first number in a text, as votes are written.

    >>> parse_count("1,204 points"), parse_count("-3"), parse_count("1.2k"), parse_count("Like")
    (1204, -3, 1200, None)
    """
    found = _NUMBER.search(text)
    if not found:
        return None
    sign, digits, scale = found.groups()
    if scale:
        number = round(float(digits.replace(",", ".")) * (1000 if scale in "kK" else 1_000_000))
    else:
        number = int(re.sub(r"\D", "", digits)[:12])
    return -number if sign in ("-", "\u2212") else number
