"""Visible bylines and dates: found by their position, by introducing words, and by class names and ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.text_loops import texts_of_blocks
from dehusk.content.metadata.authors import author_names, may_be_name
from dehusk.content.metadata.dates import may_have_date, to_iso
from dehusk.content.metadata.introductions import after_introduction
from dehusk.content.metadata.marked_rows import visible_text
from dehusk.content.metadata.title import host_of
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dehusk.content.metadata.dates import DateOrder
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Ints

_A = tags.NUMBERS["a"]
_TIME = tags.NUMBERS["time"]
_NAV = tags.NUMBERS["nav"]
_MAX_BYLINE_CHARS = 120
"""Also for a text that is little more than a date."""
_MAX_DATE_CHARS = 60
_MAX_AUTHOR_LEAVES = 6
_MIN_LISTED_AUTHORS = 3
_BLOCKS_NEXT_TO_TITLE = 6
_ROWS_BEFORE, _ROWS_AFTER = 250, 700
"""How far from the title elements may be whose names identify a byline or date."""
_LEAVES_BEFORE, _LEAVES_AFTER = 12, 30
"""How far from the title blocks may be whose text identifies a byline or date."""
# One of these is in the attributes of every link to a profile.
_PROFILE_WORDS = (
    *(b"author", b"writer", b"contributor", b"columnist", b"user", b"/u/", b"member", b"profile", b"autor", b"auteur"),
)
_PROFILE = re.compile(
    r"/(?:authors?|writers?|contributors?|columnists?|users?|u|members?|profiles?|autor(?:en|es)?|"
    r"auteurs?|autori)/[^/?#]|[?&;](?:author=|action=profile|mode=viewprofile)|user\?id=|\bmember\.php",
    re.IGNORECASE,
)
_MODIFIED_WORDS = (
    *("modified", "edited", "reviewed", "aktualisiert", "mis à jour", "modifié", "actualizado", "aggiornato"),
    *("atualizado", "bijgewerkt", "uppdaterad", "oppdatert", "opdateret", "zaktualizowano", "aktualizov", "обновлен"),
    *("оновлен", "güncelle", "päivitetty", "frissít", "更新", "수정", "تحديث", "עודכן", "diperbarui"),
)
_MODIFIED = {"update": re.compile(r"updated?\b", re.IGNORECASE)}
_MODIFIED |= {word: re.compile(word, re.IGNORECASE) for word in _MODIFIED_WORDS}
# Dates of members, of births and of copyright.
_OTHER_DATE = re.compile(
    r"\b(?:joined|member since|registered|registriert|dabei seit|mitglied seit|inscrit|membre depuis|miembro desde|"
    r"iscritto|регистрация|copyright|born|since)\b|©",
    re.IGNORECASE,
)


class VisibleMetadata:
    """Bylines and dates near the title of a page.

    >>> from dehusk import parse
    >>> from dehusk.content.metadata.dates import DateOrder
    >>> page = parse("<h1>Tea</h1><p>By Ann Leaf</p><p>17 May 2023</p><p>Updated: 18 May 2023</p>")
    >>> visible = VisibleMetadata(page, 1, DateOrder())
    >>> visible.bylines(), visible.dates(modified=False), visible.dates(modified=True)
    (['Ann Leaf'], ['2023-05-17'], ['2023-05-18'])
    """

    def __init__(self, page: Page, title_row: int | None, order: DateOrder, host: str = "") -> None:
        self.page, self.title_row, self.order, self.host = page, title_row, order, host

    # ---- authors ---------------------------------------------------------------------------------

    def linked(self, rows: Iterable[int]) -> list[str]:
        """The names of ``rel=author`` links; of more than three, which are authors of other pages, the first."""
        found = author_names(self._short_texts(row for row in rows if not self._elsewhere[row]))
        return found[:1] if len(found) > 3 else found

    def bylines(self) -> list[str]:
        """The authors that are named near the title."""
        for source in (self._introduced_bylines(), self._named_bylines(), self._profile_links()):
            for text in source:
                found = (
                    [name for name in author_names([text]) if may_be_name(name)]
                    if len(text) <= _MAX_BYLINE_CHARS
                    else []
                )
                if found:
                    return found
        return self._only_author()

    def has_many_authors(self) -> bool:
        """Whether bylines and links to profiles name several people: the page lists other pages."""
        return len(self._named_anywhere) >= _MIN_LISTED_AUTHORS

    def _only_author(self) -> list[str]:
        """The author that elements far from the title name, if all of them name the same one."""
        names = set(self._named_anywhere)
        only = names.pop() if len(names) == 1 else ()
        return [name for name in only if may_be_name(name)]

    @lazy_attribute
    def _named_anywhere(self) -> set[tuple[str, ...]]:
        """What the bylines and the links to profiles of the whole page name, each once."""
        rows = np.flatnonzero(self.page.class_words.has("byline") & ~self._elsewhere).tolist()
        texts = self._short_texts((*rows, *self._profiles))
        return {tuple(author_names([text])) for text in texts} - {()}

    def _introduced_bylines(self) -> Iterator[str]:
        """What follows "by", in the same block or as the next block."""
        expected = False
        for text in self._blocks_near_title:
            name = after_introduction(text)
            if name:
                yield name
            elif expected and name is None:
                yield text
            expected = name == ""

    def _named_bylines(self) -> Iterator[str]:
        """The blocks of elements whose class or id names an author, one by one."""
        leaves = self.page.leaves
        for row in self._by_distance(self._named("byline") + self._hcard_names()):
            if self.title_row is not None and row <= self.title_row < self.page.end[row]:
                continue
            low, high = leaves.searchsorted((row, self.page.end[row])).tolist()
            yield from self._block_texts(leaves[low : min(high, low + _MAX_AUTHOR_LEAVES)])

    def _profile_links(self) -> Iterator[str]:
        """The texts of links to profiles of people."""
        window = self._window
        yield from self._short_texts(row for row in self._profiles if window.start <= row < window.stop)

    @lazy_attribute
    def _profiles(self) -> list[int]:
        """The links to profiles on this site; those on other hosts would be profiles of the site itself."""
        found = []
        links = np.flatnonzero((self.page.tag == _A) & ~self._elsewhere)
        for row in self.page.attrs.containing(links, *_PROFILE_WORDS):
            href = self.page.attr(row, "href") or ""
            if _PROFILE.search(href) and host_of(href) in ("", self.host):
                found.append(row)
        return found

    # ---- dates -----------------------------------------------------------------------------------

    def times(self, *, modified: bool) -> list[str]:
        """The dates of TIME elements near the title, the nearest first; with ``modified``, those of modifications."""
        return [iso for iso, is_modified in self._times if is_modified == modified]

    @lazy_attribute
    def _times(self) -> list[tuple[str, bool]]:
        """The dates of TIME elements near the title, the nearest first, and whether they are those of modifications."""
        found = []
        for row in self._by_distance(self._near(_TIME).tolist()):
            text = visible_text(self.page, row)
            around = visible_text(self.page, int(self.page.parent[row]))
            is_modified = _modification(around if len(around) <= _MAX_BYLINE_CHARS else text) is not None
            if iso := to_iso(self.page.attr(row, "datetime") or "", self.order) or self._iso(text):
                found.append((iso, is_modified))
        return found

    def date_next_to_title(self) -> str | None:
        """The date in one of the blocks next to the title, if it is most of the block."""
        for text in self._blocks_next_to_title:
            if len(text) <= _MAX_DATE_CHARS and _may_be_dated(text) and (found := self._dates_in(text, modified=False)):
                return found[0]
        return None

    def dates(self, *, modified: bool) -> list[str]:
        """The date next to the title, otherwise those of elements named as dates, otherwise those near the title."""
        next_to_title = None if modified else self.date_next_to_title()
        if next_to_title:
            return [next_to_title]
        for texts in self._dated_texts:
            found = [iso for text in texts for iso in self._dates_in(text, modified=modified)]
            if found:
                return found
        return []

    @lazy_attribute
    def _dated_texts(self) -> tuple[list[str], list[str]]:
        """What may have a date: of the elements named as dates, and of the short blocks near the title."""
        named = self._short_texts(self._by_distance(self._named("date")))
        return list(filter(_may_be_dated, named)), list(filter(_may_be_dated, self._blocks_near_title))

    def _dates_in(self, text: str, *, modified: bool) -> list[str]:
        """The first date of a text; if it has a date of publication and one of modification, the one asked for."""
        change = _modification(text)
        before, after = (text[: change.start()], text[change.start() :]) if change else (text, "")
        iso = self._iso(after if modified else before)
        return [iso] if iso else []

    def _iso(self, text: str) -> str | None:
        return to_iso(text, self.order) if len(text) <= _MAX_BYLINE_CHARS else None

    # ---- positions ----------------------------------------------------------------------------------

    @lazy_attribute
    def _window(self) -> slice:
        """The rows near the title."""
        start, stop = (0, 0) if self.title_row is None else (self.title_row, int(self.page.end[self.title_row]))
        return slice(max(start - _ROWS_BEFORE, 0), stop + _ROWS_AFTER)

    def _near(self, tag: int) -> Ints:
        """The rows near the title that have a tag."""
        rows: Ints = np.flatnonzero(self.page.tag[self._window] == tag) + self._window.start
        return rows

    @lazy_attribute
    def _blocks_near_title(self) -> list[str]:
        """The texts of the short blocks after the title, then of those before it; the nearest first."""
        return [text for texts in self._blocks_around_title for text in texts if len(text) <= _MAX_BYLINE_CHARS]

    @lazy_attribute
    def _blocks_next_to_title(self) -> list[str]:
        """The first of these blocks, without those after the second long one: the text has begun there."""
        found: list[str] = []
        for texts in self._blocks_around_title:
            long = [place for place, text in enumerate(texts) if len(text) > _MAX_BYLINE_CHARS]
            near = texts[: long[1]] if len(long) > 1 else texts
            found += [text for text in near if len(text) <= _MAX_BYLINE_CHARS]
        return found[:_BLOCKS_NEXT_TO_TITLE]

    @lazy_attribute
    def _blocks_around_title(self) -> tuple[list[str], list[str]]:
        """The texts of the blocks after the title, and of those before it; the nearest first."""
        leaves, page = self.page.leaves, self.page
        at = stop = 0
        if self.title_row is not None:
            at, stop = leaves.searchsorted((self.title_row, page.end[self.title_row])).tolist()
        after = self._block_texts(leaves[stop : stop + _LEAVES_AFTER])
        return after, self._block_texts(leaves[max(at - _LEAVES_BEFORE, 0) : at])[::-1]

    def _block_texts(self, leaves: Ints) -> list[str]:
        """The texts of the blocks of some leaves, with the white space between the leaves."""
        page = self.page
        return texts_of_blocks(
            page.text, page.char_classes, page.offset, page.block, page.parent, self._elsewhere, leaves
        )

    def _named(self, category: str) -> list[int]:
        """The rows near the title whose names belong to a category."""
        near = self.page.class_words.has(category)[self._window]
        rows: list[int] = (np.flatnonzero(near) + self._window.start).tolist()
        return rows

    def _hcard_names(self) -> list[int]:
        """The rows near the title with the class "fn", an hCard's name; footnotes are often numbered "fn1"."""
        return [row for row in self._named("hcard_name") if "fn" in (self.page.attr(row, "class") or "").split()]

    def _by_distance(self, rows: list[int]) -> list[int]:
        """Rows that are not elsewhere, the nearest to the title first; the distance counts double before the title."""
        title = self.title_row or 0
        near = [row for row in rows if not self._elsewhere[row]]
        return sorted(near, key=lambda row: row - title if row >= title else 2 * (title - row))

    @lazy_attribute
    def _elsewhere(self) -> Bools:
        """Rows in a part about other pages, or in a reader's comment; the title never is."""
        page = self.page
        begins = page.class_words.has("other_page") | (page.tag == _NAV)
        begins[0] = False
        if self.title_row is not None:
            begins[: self.title_row + 1] &= page.end[: self.title_row + 1] <= self.title_row
        return page.inside(begins)

    def _short_texts(self, rows: Iterable[int]) -> Iterator[str]:
        offset, end = self.page.offset, self.page.end
        for row in rows:
            if 0 < offset[end[row]] - offset[row] <= 4 * _MAX_BYLINE_CHARS:
                text = visible_text(self.page, row)
                if 0 < len(text) <= _MAX_BYLINE_CHARS:
                    yield text


def _may_be_dated(text: str) -> bool:
    """Whether a text may have a date that is that of a page."""
    return may_have_date(text) and not _OTHER_DATE.search(text)


def _modification(text: str) -> re.Match[str] | None:
    """The first word in a text that says that a date is that of a modification."""
    lower = text.lower()
    # Most texts have none of the words; looking for them one by one is several times as fast as one pattern of all.
    found = [first for word, pattern in _MODIFIED.items() if word in lower and (first := pattern.search(text))]
    return min(found, key=re.Match.start, default=None)
