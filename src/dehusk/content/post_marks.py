"""What marks a post or record in a page: dates, authors, votes, and items of schema.org."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.metadata.dates import date_order, may_have_date, to_iso
from dehusk.content.metadata.title import host_of
from dehusk.page import tags
from dehusk.page.text_measures import collapse

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_TIME = tags.NUMBERS["time"]
_A = tags.NUMBERS["a"]
_NAMES = frozenset({"class", "itemprop", "rel"})
_DATE_ATTRIBUTES = frozenset({"datetime", "title", "data-date", "data-time", "data-timestamp", "data-created"})
_ITEM_TYPE = frozenset({"itemtype"})
_HREF = frozenset({"href"})
_STATED_DATE = re.compile(r"\s*(?:\d{4}-\d\d-\d\d|1\d{9}(?:\d{3})?\s*$)")
_MAX_DATE_CHARS = 60
_MAX_NAMED_CHARS = 120
_MAX_VOTE_CHARS = 24
# Names of programs and of their parts: the words of class names are English on most sites, whatever their language.
_VOTES = re.compile(
    r"(?<![a-z])(?:up)?(?:votes?|score|karma|points|likes?|helpful|upvotecount)(?![a-z])|likecount|votecount|likescount"
    r"|upvotecount",
    re.IGNORECASE,
)
_NOT_VOTES = re.compile(r"review-?score|rating", re.IGNORECASE)
_AUTHOR = re.compile(
    r"(?<![a-z])(?:author|username|user-?name|nickname|nick|poster|commenter|hnuser|byline|reviewer|fn|profile-?name"
    r"|user-?details|user-?info|user-?link|autor|auteur|member)(?![a-z])|comment-?author|author-?name",
    re.IGNORECASE,
)
_PROFILE = re.compile(
    r"/(?:users?|u|members?|profiles?|authors?|people|benutzer|utilisateurs?|usuarios?|autor)/[^/?#]"
    r"|[?&;]author=|mode=viewprofile|user\?id=|\bmember\.php|/@[\w.-]+$",
    re.IGNORECASE,
)
_OTHER_DATE = re.compile(
    r"joined|since|registered|registriert|mitglied|inscri|membre|miembro|регистрация", re.IGNORECASE
)
POST_TYPES = frozenset(
    {"Comment", "UserComments", "Answer", "Question", "DiscussionForumPosting", "Review", "UserReview"}
    | {"SocialMediaPosting", "EmployerReview"}
)
"""The types of schema.org whose items are posts."""


class PostMarks:
    """The marks of a page, found in a few passes over its columns.

    >>> from dehusk import parse
    >>> page = parse("<div><a class=author>Ann</a> <time datetime=2024-05-17>last week</time><p>Tea.</div>")
    >>> marks = PostMarks(page)
    >>> [page.tag_name(row) for row in marks.dates], marks.date_of(marks.dates[0]), marks.authors
    (['time'], '2024-05-17', [2])
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.order = date_order(dict(page.root_attrs).get("lang"), host_of(page.url) if page.url else "")
        self.raw_chars = page.offset[page.end] - page.offset[: len(page)]
        self.named: dict[int, str] = {}
        """Row -> what its class, itemprop and rel attributes say."""
        for row, _, value in page.attrs.named(_NAMES):
            self.named[row] = f"{self.named[row]} {value}" if row in self.named else value

    @cached_property
    def stated_dates(self) -> dict[int, str]:
        """Row -> the date that an attribute states."""
        found: dict[int, str] = {}
        for row, _, value in self.page.attrs.named(_DATE_ATTRIBUTES):
            if row not in found and (date := self._stated(value)):
                found[row] = date
        return found

    def _stated(self, value: str) -> str | None:
        if not _STATED_DATE.match(value) and (len(value) > _MAX_DATE_CHARS or not may_have_date(value)):
            return None
        return to_iso(value, self.order)

    @cached_property
    def dates(self) -> list[int]:
        """Rows that are dates, in document order; of nested ones, the outermost."""
        page = self.page
        named = page.class_words.has("date") & page.is_element & (self.raw_chars <= _MAX_NAMED_CHARS)
        found = [row for row in np.flatnonzero(page.tag == _TIME).tolist() if self.raw_chars[row] <= _MAX_NAMED_CHARS]
        found += [row for row in self.stated_dates if self.raw_chars[row] <= _MAX_NAMED_CHARS]
        stated = np.zeros(len(page), dtype=np.bool_)
        stated[found] = True
        named &= ~page.above(stated)
        found += [row for row in np.flatnonzero(named).tolist() if to_iso(page.raw_text(row), self.order)]
        found += [row for row in self._short_leaves if to_iso(page.raw_text(row), self.order)]
        return self._outermost(found)

    @property
    def _short_leaves(self) -> list[int]:
        page = self.page
        leaves = page.leaves[page.chars[page.leaves] <= _MAX_DATE_CHARS]
        return [row for row in leaves.tolist() if may_have_date(page.raw_text(row))]

    @cached_property
    def authors(self) -> list[int]:
        """Rows that name an author, in document order; of nested ones, the outermost."""
        page = self.page
        found = [row for row, value in self.named.items() if self._is_short(row) and _AUTHOR.search(value)]
        found += [row for row, _, value in page.attrs.named(_HREF) if self._is_short(row) and _PROFILE.search(value)]
        return self._outermost(found)

    def _is_short(self, row: int) -> bool:
        return bool(0 < self.raw_chars[row] <= _MAX_NAMED_CHARS)

    @cached_property
    def votes(self) -> list[int]:
        """Rows that say how many votes a post has."""
        found = [
            row
            for row, value in self.named.items()
            if _VOTES.search(value) and not _NOT_VOTES.search(value) and self._is_short(row)
        ]
        return sorted(row for row in found if len(collapse(self.page.raw_text(row))) <= _MAX_VOTE_CHARS)

    @cached_property
    def items(self) -> dict[int, str]:
        """Row -> the type of schema.org, for the types that are posts."""
        found = {row: value.strip().rstrip("/").rpartition("/")[2] for row, _, value in self._item_types}
        return {row: name for row, name in found.items() if name in POST_TYPES}

    @cached_property
    def _item_types(self) -> list[tuple[int, str, str]]:
        return self.page.attrs.named(_ITEM_TYPE)

    @cached_property
    def is_mark(self) -> Bools:
        """Rows in dates, authors and votes."""
        mask = np.zeros(len(self.page), dtype=np.bool_)
        for rows in (self.dates, self.authors, self.votes):
            mask[rows] = True
        return self.page.inside(mask)

    @cached_property
    def body_words(self) -> Ints:
        """The number of words before each row that belong to no mark and no link; one entry more than rows."""
        page = self.page
        return np.append(0, np.cumsum(np.where(self.is_mark | page.in_link, 0, page.words)))

    def date_of(self, row: int) -> str | None:
        """The date that a row shows: ISO 8601, or as it is shown."""
        page = self.page
        for inner in range(row, min(int(page.end[row]), row + 12)):
            if inner in self.stated_dates:
                return self.stated_dates[inner]
        text = collapse(page.raw_text(row))
        return to_iso(text, self.order) or (text if 0 < len(text) <= _MAX_DATE_CHARS else None)

    def is_date_of_member(self, row: int) -> bool:
        """Whether a date is the one on which its author joined the site."""
        if _OTHER_DATE.search(self.named.get(row, "")):
            return True
        start = int(self.page.offset[row])
        return bool(_OTHER_DATE.search(self.page.text, max(start - 24, 0), start + int(self.raw_chars[row])))

    def _outermost(self, rows: list[int]) -> list[int]:
        found: list[int] = []
        stop = 0
        for row in sorted(set(rows)):
            if row >= stop:
                found.append(row)
                stop = int(self.page.end[row])
        return found
