"""Records as data: entries of listings, products, search results and recipes, with named fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.metadata.dates import digits_in_ascii
from dehusk.content.post_marks import PostMarks
from dehusk.content.recipe_lists import structured_recipe
from dehusk.content.record_fields import FieldValue, PageRecord
from dehusk.content.schema_records import schema_records
from dehusk.content.urls import base_url, safe_url
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

_HREF = frozenset({"href"})
_IMG, _P = tags.NUMBERS["img"], tags.NUMBERS["p"]
_HEADINGS = [tags.NUMBERS[f"h{level}"] for level in range(1, 7)]
_OUTSIDE = [tags.NUMBERS[name] for name in ("nav", "footer", "header", "aside")]
_MIN_RECORDS = 3
_MAX_RECORDS = 5000
_MAX_PRICE_CHARS = 40
_MIN_WORDS = 4
_CURRENCY = r"(?:[$€£¥₹₽₩₺₴₫฿]|\b(?:USD|EUR|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK)\b|kr\b|zł|Kč|руб|円|元)"
_PRICE = re.compile(rf"{_CURRENCY}\s?\d[\d.,\u00a0 ]*|\d[\d.,\u00a0 ]*\s?{_CURRENCY}")


def page_records(page: Page) -> list[PageRecord]:
    """What the page describes by schema.org, then the entries of its listings.

    >>> from dehusk import parse
    >>> entry = "<li class=hit><h3><a href=/t{}>Tea {}</a></h3><p>Leaves from the hills.</p><b>€ 4.50</b>"
    >>> records = page_records(parse("<ul>" + "".join(entry.format(n, n) for n in range(3)) + "</ul>"))
    >>> records[0].fields
    {'title': 'Tea 0', 'url': '/t0', 'description': 'Leaves from the hills.', 'price': '€ 4.50'}
    """
    return (schema_records(page) or structured_recipe(page)) + _Listings(page).records()


def count_entries(page: Page) -> int:
    """How many entries the listings of a page have.

    >>> from dehusk import parse
    >>> count_entries(parse("<ul>" + "<li><h3><a href=/tea>Tea</a></h3><p>Leaves from the hills.</p>" * 3 + "</ul>"))
    3
    """
    return len(_Listings(page).rows)


class _Listings:
    """The entries of listings, and what their fields are taken from, which is looked for when it is needed."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @lazy_attribute
    def marks(self) -> PostMarks:
        return PostMarks(self.page)

    @lazy_attribute
    def base(self) -> str | None:
        return base_url(self.page)

    @lazy_attribute
    def links(self) -> dict[int, str]:
        page = self.page
        return {row: value for row, _, value in page.attrs.named(_HREF) if tags.LINK[page.tag[row]]}

    @lazy_attribute
    def link_rows(self) -> Ints:
        return np.array(sorted(self.links), dtype=np.intp)

    @lazy_attribute
    def headings(self) -> Ints:
        return np.flatnonzero(np.isin(self.page.tag, _HEADINGS))

    @lazy_attribute
    def images(self) -> Ints:
        return np.flatnonzero(self.page.tag == _IMG)

    @lazy_attribute
    def prices(self) -> Ints:
        page = self.page
        short = page.leaves[page.chars[page.leaves] <= _MAX_PRICE_CHARS]
        places = zip(short.tolist(), page.offset[short].tolist(), page.offset[short + 1].tolist(), strict=True)
        found = [
            row for row, start, stop in places if digits_in_ascii(text := page.text[start:stop]) and _PRICE.search(text)
        ]
        return np.array(found, dtype=np.intp)

    @lazy_attribute
    def dates(self) -> Ints:
        return np.array(self.marks.dates, dtype=np.intp)

    @lazy_attribute
    def words(self) -> Ints:
        return np.append(0, np.cumsum(np.where(self.page.in_link, 0, self.page.words)))

    @lazy_attribute
    def rows(self) -> list[int]:
        """All members of the groups of siblings that are entries; groups inside an entry are part of it."""
        rows: list[int] = []
        stop = 0
        for members in self._groups():
            if members[0] >= stop and self._are_entries(members):
                rows += members
                stop = int(self.page.end[members[-1]])
        return sorted(rows)[:_MAX_RECORDS]

    def records(self) -> list[PageRecord]:
        """The entries with their fields."""
        paths = self.page.paths(self.rows) if self.rows else []
        return [PageRecord("entry", self._fields(row), path) for row, path in zip(self.rows, paths, strict=True)]

    def _groups(self) -> list[list[int]]:
        """Siblings of the same tag and kind, in the order of their first members."""
        page = self.page
        inner = page.inside(np.isin(page.tag, _OUTSIDE))
        rows = np.flatnonzero(page.is_element & ~inner & page.above(tags.LINK[page.tag]))[1:]
        keys = (column[rows].tolist() for column in (page.parent, page.tag, page.class_words.kind))
        groups: dict[tuple[int, int, int], list[int]] = {}
        for row, *key in zip(rows.tolist(), *keys, strict=True):
            groups.setdefault(tuple(key), []).append(row)
        return [members for members in groups.values() if len(members) >= _MIN_RECORDS]

    def _are_entries(self, members: list[int]) -> bool:
        """Whether most members have a link and a text, picture or price of their own."""
        page = self.page
        good = [row for row in members if self._first(self.headings, row) >= 0 or self._first(self.prices, row) >= 0]
        more = [
            row
            for row in good
            if self._first(self.images, row) >= 0
            or self._first(self.prices, row) >= 0
            or self.words[page.end[row]] - self.words[row] >= _MIN_WORDS
        ]
        return 4 * len(more) >= 3 * len(members)

    def _first(self, rows: Ints, row: int) -> int:
        """The first of ascending rows that is in a subtree, or -1."""
        place = int(rows.searchsorted(row))
        return int(rows[place]) if place < len(rows) and rows[place] < self.page.end[row] else -1

    def _fields(self, row: int) -> dict[str, FieldValue]:
        page = self.page
        title, link = self._title_and_link(row)
        image = self._first(self.images, row)
        price, date = self._first(self.prices, row), self._first(self.dates, row)
        source = page.attr(image, "data-src") or page.attr(image, "src") if image >= 0 else None
        found = _PRICE.search(page.raw_text(price)) if price >= 0 else None
        values = {
            "title": title,
            "url": safe_url(self.links[link], self.base) if link >= 0 else None,
            "image": safe_url(source, self.base) if source else None,
            "description": self._description(row),
            "price": found[0].strip() if found else None,
            "date": self.marks.date_of(date) if date >= 0 else None,
        }
        return {name: value for name, value in values.items() if value}

    def _title_and_link(self, row: int) -> tuple[str, int]:
        """The text of the heading, otherwise of the first link with text; and the row of the link."""
        page = self.page
        heading, link = self._first(self.headings, row), self._first(self.link_rows, row)
        if heading >= 0:
            inside = self._first(self.link_rows, heading)
            return page.leaf_text(heading), inside if inside >= 0 else link
        place = int(self.link_rows.searchsorted(row))
        for each in self.link_rows[place : place + 4].tolist():
            if each < page.end[row] and (text := page.leaf_text(each)):
                return text, each
        return "", link

    def _description(self, row: int) -> str:
        """The first paragraph without a link or a mark in it that has several words."""
        page = self.page
        for inner in range(row, min(int(page.end[row]), row + 60)):
            if page.tag[inner] == _P and self.words[page.end[inner]] - self.words[inner] >= _MIN_WORDS:
                return page.leaf_text(inner)
        return ""
