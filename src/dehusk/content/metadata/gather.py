"""Collecting the metadata of a page from all sources, in order of trust."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np

from dehusk._core.text_loops import kept_sample
from dehusk.content.metadata import jsonld, meta_tags, microdata, schema_org
from dehusk.content.metadata.authors import author_names, without_newsroom
from dehusk.content.metadata.dates import date_order, to_iso, url_date
from dehusk.content.metadata.head import PageHead, tidy
from dehusk.content.metadata.language import detect, language_tag, same_language
from dehusk.content.metadata.marked_rows import marked_rows, visible_text
from dehusk.content.metadata.metadata_fields import Metadata
from dehusk.content.metadata.title import (
    MAX_TITLE_CHARS,
    TitleCandidate,
    choose_title,
    host_of,
    is_home,
    normalize_title,
    site_part,
    site_words,
)
from dehusk.content.metadata.visible import VisibleMetadata
from dehusk.content.urls import base_url, safe_url
from dehusk.lazy_attribute import lazy_attribute
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dehusk.content.metadata.dates import DateOrder
    from dehusk.content.metadata.marked_rows import MarkedRows
    from dehusk.content.metadata.metadata_fields import FieldValues
    from dehusk.methods import Selection
    from dehusk.page import Page

_H1 = tags.NUMBERS["h1"]
_MAX_HEADINGS = 12
_MAX_TAGS = 50
_MAX_TAG_CHARS = 100
_ONE_DAY = timedelta(days=1)
"""Dates that differ by one day may be the same date in different time zones."""
_MAX_LEAVES = 200
_LANGUAGE_SAMPLE = 2000
# Readers of English prose read about 238 words per minute, readers of Chinese about 255 characters (Brysbaert 2019), so
# the same rate is used for both.
_WORDS_PER_MINUTE = 238
_OG_TYPES = {
    "blog": "article",
    "news": "article",
    "newsarticle": "article",
    "video.other": "video",
    "music.song": "audio",
}

_WITHOUT_AUTHORS = frozenset({"product", "listing", "collection", "service"})
"""Pages of these types have authors only if they describe an article as JSON-LD."""
_WITH_AUTHORS = frozenset({"article", "forum", "recipe", "documentation", "wiki", "book"})
"""On pages of other types the authors of several bylines are those of listed pages."""

_MIN_LISTED = 8

_ATTRIBUTE_OF_SOURCE = {
    name: name.replace("-", "_") for name in ("json-ld", "microdata", "opengraph", "dublin-core", "meta")
}
"""The sources that state several fields, and the attributes of the collector for them."""

TRUST: dict[str, tuple[str, ...]] = {
    "title": ("opengraph", "html5", "json-ld", "microdata", "dublin-core", "meta"),
    "authors": ("json-ld", "microdata", "dublin-core", "meta", "opengraph", "html5", "visible"),
    "published": ("json-ld", "opengraph", "microdata", "dublin-core", "meta", "html5", "visible", "url"),
    "modified": ("json-ld", "opengraph", "microdata", "dublin-core", "meta", "html5", "visible"),
    "site_name": ("opengraph", "json-ld", "microdata", "meta", "dublin-core"),
    "language": ("html5", "meta", "json-ld", "microdata", "dublin-core", "opengraph"),
    "description": ("opengraph", "meta", "json-ld", "microdata", "dublin-core"),
    "categories": ("json-ld", "opengraph", "microdata", "meta", "dublin-core"),
    "tags": ("json-ld", "opengraph", "microdata", "meta"),
    "image": ("opengraph", "json-ld", "meta", "microdata", "html5"),
    "url": ("html5", "opengraph"),
    "licence": ("html5", "json-ld", "microdata", "meta", "dublin-core"),
    "page_type": ("json-ld", "microdata", "opengraph", "meta"),
}
"""Field -> its sources, the most trusted first."""
_SOURCES_OF = {field: [(source, _ATTRIBUTE_OF_SOURCE.get(source)) for source in TRUST[field]] for field in TRUST}


class MetadataCollector:
    """The sources of the metadata of one page; each is read when it is first needed.

    >>> from dehusk import extract
    >>> extraction = extract("<html lang=en><h1>Tea</h1>")
    >>> MetadataCollector(extraction.page, extraction.selection).metadata().title
    'Tea'
    """

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.selection = page, selection
        self.head = PageHead(page)
        self.source_of: dict[str, str] = {}
        """Field -> the source of its value."""

    def metadata(self) -> Metadata:
        """All metadata, each field from its most trusted source."""
        words = self.sample[1]
        title = self.title
        if title:
            self.source_of["title"] = title.source
        language = self.language
        return Metadata(
            title=title.text if title else None,
            authors=tuple(self.authors()),
            published=self.published(),
            modified=self.first_value("modified", self.to_iso),
            site_name=self.site_name(),
            language=language,
            declared_language=self.declared_language,
            detected_language=self.detected_language,
            description=self.first_value("description", tidy),
            categories=tuple(self.first_list("categories", _listed)),
            tags=tuple(self.first_list("tags", _listed)),
            image=self.first_value("image", self.absolute_url),
            url=self.page_url(),
            licence=self.first_value("licence", tidy),
            page_type=self.page_type(),
            words=words,
            minutes=max(1, round(words / _WORDS_PER_MINUTE)) if words else 0,
            sources=dict(self.source_of),
        )

    def site_name(self) -> str | None:
        """The declared name of the site, otherwise the part of the document title that is not the page's title."""
        stated_name = self.first_value("site_name", tidy)
        if stated_name or not (self.title and self.head.titles):
            return stated_name
        if name := site_part(self.head.titles[0], self.title.text):
            self.source_of["site_name"] = "html5"
        return name

    def page_url(self) -> str | None:
        """The canonical URL that the page states, otherwise the URL that it was read from."""
        canonical = self.first_value("url", self.absolute_url)
        if canonical is None and self.page.url:
            self.source_of["url"] = "address"
        return canonical or self.page.url

    def page_type(self) -> str | None:
        """The declared type, otherwise the one that the method recognized."""
        stated_type = self.first_value("page_type", _page_type)
        if stated_type is None and self.selection.page_type != "unknown":
            self.source_of["page_type"] = "model"
            return self.selection.page_type
        return stated_type

    # ---- choosing --------------------------------------------------------------------------------

    def values(self, field: str) -> Iterator[tuple[str, list[str]]]:
        """The sources that give a field, in order of trust, and the values that they give."""
        for source, attribute in _SOURCES_OF[field]:
            found = getattr(self, attribute).get(field) if attribute else self.found_in_page(source, field)
            if found:
                yield source, found

    def first_value(self, field: str, clean: Callable[[str], str | None]) -> str | None:
        """The first valid value."""
        for source, texts in self.values(field):
            for text in texts:
                if cleaned := clean(text):
                    self.source_of[field] = source
                    return cleaned
        return None

    def first_list(self, field: str, clean: Callable[[list[str]], list[str]]) -> list[str]:
        """All values of the first source that gives a valid one."""
        for source, texts in self.values(field):
            if cleaned := clean(texts):
                self.source_of[field] = source
                return cleaned
        return []

    def authors(self) -> list[str]:
        """The authors from the first source that names others than the site; otherwise the site, if it is named."""
        site: tuple[str, list[str]] | None = None
        kind = self.page_type()
        for source, texts in self.values("authors"):
            if kind in _WITHOUT_AUTHORS and source != "json-ld":
                continue  # the author of a review, a book or a listed page
            if source in ("html5", "visible") and self.shows_other_authors(kind):
                continue
            found = author_names(texts)
            if people := [name for name in found if not self.is_site(name)]:
                self.source_of["authors"] = source
                return people
            site = site or ((source, found) if found else None)
        if site:
            self.source_of["authors"], found = site
            return found
        return []

    def shows_other_authors(self, kind: str | None) -> bool:
        """Whether bylines are those of other pages: they name several people, or the page consists of many entries.

        An article or thread may have both of these, unless it is the first page of a site.
        """
        if kind in _WITH_AUTHORS and not is_home(self.canonical_url):
            return False
        return self.visible.has_many_authors() or self.is_list

    def is_site(self, name: str) -> bool:
        """Whether a name is that of the site, or of all its people: "Green Leaf Editorial Team"."""
        return any(normalize_title(each) in self.site for each in (name, without_newsroom(name)))

    @lazy_attribute
    def is_list(self) -> bool:
        """Whether the page consists of many entries, so that a name on it is that of one of them."""
        from dehusk.content.page_records import count_entries

        return count_entries(self.page) >= _MIN_LISTED

    def published(self) -> str | None:
        """The declared date, unless an earlier one is visible next to the title: the page may have been republished."""
        stated = self.first_value("published", self.to_iso)
        visible = self.visible.date_next_to_title() if stated else None
        if stated and visible and date.fromisoformat(stated[:10]) - date.fromisoformat(visible[:10]) > _ONE_DAY:
            self.source_of["published"] = "visible"
            return visible
        return stated

    def found_in_page(self, source: str, field: str) -> list[str]:
        """What HTML itself, visible text or the URL say about a field."""
        if source == "html5":
            return self.html5(field)
        if source == "visible":
            return self.visible.bylines() if field == "authors" else self.visible.dates(modified=field == "modified")
        return [day] if (day := url_date(self.page.url) or url_date(self.canonical_url)) else []

    # ---- sources ---------------------------------------------------------------------------------

    @lazy_attribute
    def json_ld(self) -> FieldValues:
        """What JSON-LD says, by field."""
        return schema_org.schema_values(jsonld.json_ld_items(self.head.scripts), self.own_titles, self.canonical_url)

    @lazy_attribute
    def microdata(self) -> FieldValues:
        """What microdata say, by field."""
        return schema_org.schema_values(
            microdata.microdata_items(self.page, self.rows), self.own_titles, self.canonical_url
        )

    @lazy_attribute
    def opengraph(self) -> FieldValues:
        """What OpenGraph says, by field."""
        return meta_tags.opengraph(self.head)

    @lazy_attribute
    def dublin_core(self) -> FieldValues:
        """What Dublin Core says, by field."""
        for row, name in self.rows.property:
            if content := self.page.attr(row, "content") or self.page.attr(row, "datetime"):
                for each in name.lower().split():
                    self.head.add(each, tidy(content))
        return meta_tags.dublin_core(self.head)

    @lazy_attribute
    def meta(self) -> FieldValues:
        """What other META elements say, by field."""
        return meta_tags.other_meta(self.head)

    @lazy_attribute
    def rows(self) -> MarkedRows:
        """The rows with marks of metadata."""
        return marked_rows(self.page)

    @lazy_attribute
    def visible(self) -> VisibleMetadata:
        """What readers see around the title: authors and dates."""
        return VisibleMetadata(self.page, self.title_row, self.order, self.host)

    def html5(self, field: str) -> list[str]:
        """What elements and attributes of HTML itself state."""
        if field == "title":
            return self.head.titles[:1]
        if field == "authors":
            return self.visible.linked(row for row, rel in self.rows.rel if "author" in rel.lower().split())
        if field in ("published", "modified"):
            return self.visible.times(modified=field == "modified")
        if field == "language":
            return [value for name, value in self.page.root_attrs if name in ("lang", "xml:lang") and value]
        if field == "url":
            return self.head.links.get("canonical", [])
        if field == "image":
            return self.head.links.get("image_src", [])
        links = [row for row, rel in self.rows.rel if "license" in rel.lower().split()]
        return self.head.links.get("license", []) + [href for row in links if (href := self.page.attr(row, "href"))]

    # ---- title -----------------------------------------------------------------------------------

    @lazy_attribute
    def own_titles(self) -> list[str]:
        """The titles that the page gives itself, to find its item among those of schema.org."""
        titles = [*self.opengraph.get("title", [])[:1], *self.head.titles[:1], *(text for _, text in self.headings[:2])]
        return [title for title in titles if title]

    @lazy_attribute
    def headings(self) -> list[tuple[int, str]]:
        """The H1 elements with text; those in the content first."""
        page, keep = self.page, self.selection.keep
        rows: list[int] = np.flatnonzero(page.tag == _H1)[:_MAX_HEADINGS].tolist()
        if len(rows) > 1:
            rows.sort(key=lambda row: not keep[row : page.end[row]].any())
        texts = [(row, visible_text(page, row)) for row in rows]
        return [(row, text) for row, text in texts if 0 < len(text) <= MAX_TITLE_CHARS]

    @lazy_attribute
    def site(self) -> set[str]:
        """The words that name the site."""
        given = [text for _, texts in self.values("site_name") for text in texts]
        return site_words(given, self.page.url or self.canonical_url)

    @lazy_attribute
    def title(self) -> TitleCandidate | None:
        """The title, without the name of the site, and its source."""
        titles = [TitleCandidate(text, source) for source, texts in self.values("title") for text in texts[:1] if text]
        headings = [text for _, text in self.headings]
        return choose_title(titles, headings, self.site, home=is_home(self.canonical_url))

    @lazy_attribute
    def title_row(self) -> int | None:
        """The row of the heading or leaf that has the text of the title."""
        title = normalize_title(self.title.text) if self.title else ""
        for row, text in self.headings:
            if normalize_title(text) == title:
                return row
        return self._leaf_with_title(title) if title else None

    def _leaf_with_title(self, title: str) -> int | None:
        """The leaf that has the text of the title, otherwise the first heading."""
        chars = self.page.chars[self.page.leaves]
        near = self.page.leaves[(chars >= len(title)) & (chars <= 2 * len(title) + 8)]
        near = near[:_MAX_LEAVES]
        bounds = zip(self.page.offset[near].tolist(), self.page.offset[near + 1].tolist(), strict=True)
        for leaf, (start, stop) in zip(near.tolist(), bounds, strict=True):
            if normalize_title(self.page.text[start:stop]) == title:
                return int(leaf)
        return self.headings[0][0] if self.headings else None

    # ---- the rest --------------------------------------------------------------------------------

    @lazy_attribute
    def declared_language(self) -> str | None:
        """The language that the page states."""
        return self.first_value("language", language_tag)

    @lazy_attribute
    def detected_language(self) -> str | None:
        """The language of a sample of the text."""
        return detect(self.sample[0])

    @lazy_attribute
    def sample(self) -> tuple[str, int]:
        """The beginning of the content, from which its language is detected, and the number of words of all content."""
        page = self.page
        return kept_sample(page.text, page.offset, page.chars, page.words, self.selection.keep, _LANGUAGE_SAMPLE)

    @property
    def language(self) -> str | None:
        """The declared language, unless the text is clearly in another: templates often declare their own language."""
        stated, detected = self.declared_language, self.detected_language
        if stated and (detected is None or same_language(stated, detected)):
            return stated
        if detected:
            self.source_of["language"] = "text"
        return detected

    @lazy_attribute
    def order(self) -> DateOrder:
        """The order of day, month and year in dates of numbers."""
        return date_order(self.declared_language or self.detected_language, self.host)

    @lazy_attribute
    def host(self) -> str:
        """The host of the address of the page."""
        return host_of(self.page.url or self.canonical_url)

    def to_iso(self, text: str) -> str | None:
        """A date or time as in ISO 8601; None if it is none."""
        return to_iso(text, self.order)

    @lazy_attribute
    def base(self) -> str | None:
        """What relative addresses are resolved against."""
        return base_url(self.page)

    @lazy_attribute
    def canonical_url(self) -> str | None:
        """The address that the page states, otherwise its own."""
        links = [*self.head.links.get("canonical", []), *self.opengraph.get("url", [])]
        return next((url for link in links if link and (url := self.absolute_url(link))), None) or self.page.url

    def absolute_url(self, text: str) -> str | None:
        """A safe address, made absolute; None if it is none."""
        url = safe_url(text, self.base)
        return url if url and not any(char in url for char in ' <>"\n') else None


def _listed(texts: list[str]) -> list[str]:
    """Words that pages give as a list, or as one text with commas or semicolons."""
    found: dict[str, str] = {}
    for text in texts:
        for each in text.split(";" if ";" in text and "," not in text else ","):
            if (word := tidy(each)) and len(word) <= _MAX_TAG_CHARS:
                found.setdefault(word.casefold(), word)
    return list(found.values())[:_MAX_TAGS]


def _page_type(text: str) -> str | None:
    name = text.strip().lower()
    return (_OG_TYPES.get(name) or name.partition(".")[0])[:40] or None
