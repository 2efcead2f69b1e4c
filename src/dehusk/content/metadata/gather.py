"""Asking the sources in order of trust."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.metadata import declared, jsonld, microdata, schema
from dehusk.content.metadata.authors import names
from dehusk.content.metadata.dates import order_of, to_iso, url_date
from dehusk.content.metadata.head import Head, tidy
from dehusk.content.metadata.language import detect, language_tag, same_language
from dehusk.content.metadata.record import Metadata
from dehusk.content.metadata.rows import marked, shown_text
from dehusk.content.metadata.title import Title, bare, choose, host_of, site_part, site_words
from dehusk.content.metadata.visible import Visible
from dehusk.content.urls import base_url, safe_url
from dehusk.page import tags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dehusk.content.metadata.dates import Order
    from dehusk.content.metadata.facts import Facts
    from dehusk.content.metadata.rows import Marked
    from dehusk.methods import Selection
    from dehusk.page import Page

_H1 = tags.NUMBERS["h1"]
_MOST_HEADINGS = 12
_LONGEST_TITLE = 400
_MOST_TAGS = 50
_ONE_DAY = timedelta(days=1)
"""A day's difference is one of time zones."""
_MOST_LEAVES = 200
_SAMPLE = 2000
# English prose is read at some 238 words a minute, Chinese at some 255 characters (Brysbaert 2019), so one rate
# serves both.
_WORDS_A_MINUTE = 238
_OG_TYPES = {
    "blog": "article",
    "news": "article",
    "newsarticle": "article",
    "video.other": "video",
    "music.song": "audio",
}

_DECLARED = {name: name.replace("-", "_") for name in ("json-ld", "microdata", "opengraph", "dublin-core", "meta")}

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
"""Field -> the sources that may give it, the most trusted first."""


def gather(page: Page, selection: Selection) -> Metadata:
    """The metadata of a page from all sources, the most trusted first.

    >>> from dehusk import extract
    >>> extraction = extract("<html lang=en><h1>Tea</h1>")
    >>> gather(extraction.page, extraction.selection).title
    'Tea'
    """
    return _Gatherer(page, selection).metadata()


class _Gatherer:
    """The sources of one page, each read when it is first asked."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.selection = page, selection
        self.head = Head(page)
        self.given: dict[str, str] = {}

    def metadata(self) -> Metadata:
        words = int(self.page.words[self.selection.keep].sum())
        title = self.title
        if title:
            self.given["title"] = title.source
        language = self.language
        return Metadata(
            title=title.text if title else None,
            authors=tuple(self.authors()),
            published=self.published(),
            modified=self.one("modified", self.to_iso),
            site_name=self.site_name(),
            language=language,
            declared_language=self.declared_language,
            detected_language=self.detected_language,
            description=self.one("description", tidy),
            categories=tuple(self.many("categories", _listed)),
            tags=tuple(self.many("tags", _listed)),
            image=self.one("image", self.address),
            url=self.own_address(),
            licence=self.one("licence", tidy),
            page_type=self.page_type(),
            words=words,
            minutes=max(1, round(words / _WORDS_A_MINUTE)) if words else 0,
            sources=dict(self.given),
        )

    def site_name(self) -> str | None:
        """What the page calls its site, else what its document's title has beside its own."""
        declared_name = self.one("site_name", tidy)
        if declared_name or not (self.title and self.head.titles):
            return declared_name
        if name := site_part(self.head.titles[0], self.title.text):
            self.given["site_name"] = "html5"
        return name

    def own_address(self) -> str | None:
        """The address that the page calls its own, else the one it was found at."""
        canonical = self.one("url", self.address)
        if canonical is None and self.page.url:
            self.given["url"] = "address"
        return canonical or self.page.url

    def page_type(self) -> str | None:
        """What the page calls itself, else what it looks like to a method that can tell."""
        declared_type = self.one("page_type", _page_type)
        if declared_type is None and self.selection.page_type != "unknown":
            self.given["page_type"] = "model"
            return self.selection.page_type
        return declared_type

    # ---- choosing --------------------------------------------------------------------------------

    def values(self, field: str) -> Iterator[tuple[str, list[str]]]:
        """Each source that gives a field, in order of trust, and what it gives."""
        for source in TRUST[field]:
            if found := self.facts(source, field):
                yield source, found

    def one(self, field: str, clean: Callable[[str], str | None]) -> str | None:
        """The first value that is any good."""
        for source, texts in self.values(field):
            for text in texts:
                if cleaned := clean(text):
                    self.given[field] = source
                    return cleaned
        return None

    def many(self, field: str, clean: Callable[[list[str]], list[str]]) -> list[str]:
        """All values of the first source that gives any good one."""
        for source, texts in self.values(field):
            if cleaned := clean(texts):
                self.given[field] = source
                return cleaned
        return []

    def authors(self) -> list[str]:
        """The authors of the first source that names others than the site; else the site, if it is named."""
        site: tuple[str, list[str]] | None = None
        for source, texts in self.values("authors"):
            found = names(texts)
            if people := [name for name in found if bare(name) not in self.site]:
                self.given["authors"] = source
                return people
            site = site or ((source, found) if found else None)
        if site:
            self.given["authors"], found = site
            return found
        return []

    def published(self) -> str | None:
        """The declared date, unless readers see an earlier one beside the title: a page made anew declares that day."""
        declared = self.one("published", self.to_iso)
        shown = self.visible.date_beside_title() if declared else None
        if declared and shown and date.fromisoformat(declared[:10]) - date.fromisoformat(shown[:10]) > _ONE_DAY:
            self.given["published"] = "visible"
            return shown
        return declared

    def facts(self, source: str, field: str) -> list[str]:
        """What a source says about a field."""
        if source == "html5":
            return self.html5(field)
        if source == "visible":
            return self.visible.bylines() if field == "authors" else self.visible.dates(modified=field == "modified")
        if source == "url":
            return [day] if (day := url_date(self.page.url) or url_date(self.address_of_page)) else []
        declared: Facts = getattr(self, _DECLARED[source])
        return declared.get(field, [])

    # ---- sources ---------------------------------------------------------------------------------

    @cached_property
    def json_ld(self) -> Facts:
        return schema.facts(jsonld.things(self.head.scripts), self.own_titles, self.address_of_page)

    @cached_property
    def microdata(self) -> Facts:
        return schema.facts(microdata.things(self.page, self.rows), self.own_titles, self.address_of_page)

    @cached_property
    def opengraph(self) -> Facts:
        return declared.opengraph(self.head)

    @cached_property
    def dublin_core(self) -> Facts:
        for row, name in self.rows.property:
            if content := self.page.attr(row, "content") or self.page.attr(row, "datetime"):
                for each in name.lower().split():
                    self.head.add(each, tidy(content))
        return declared.dublin_core(self.head)

    @cached_property
    def meta(self) -> Facts:
        return declared.meta(self.head)

    @cached_property
    def rows(self) -> Marked:
        return marked(self.page)

    @cached_property
    def visible(self) -> Visible:
        return Visible(self.page, self.title_row, self.order, self.host)

    def html5(self, field: str) -> list[str]:
        """What elements and attributes of HTML itself say."""
        if field == "title":
            return self.head.titles[:1]
        if field == "authors":
            return self.visible.linked(row for row, rel in self.rows.rel if "author" in rel.lower().split())
        if field in ("published", "modified"):
            return self.visible.times(modified=field == "modified")
        if field == "language":
            return [value for name, value in self.page.root_attrs if name in ("lang", "xml:lang") and value]
        if field == "url":
            return self.head.links["canonical"]
        if field == "image":
            return self.head.links["image_src"]
        links = [row for row, rel in self.rows.rel if "license" in rel.lower().split()]
        return self.head.links["license"] + [href for row in links if (href := self.page.attr(row, "href"))]

    # ---- title -----------------------------------------------------------------------------------

    @cached_property
    def own_titles(self) -> list[str]:
        titles = [*self.opengraph.get("title", [])[:1], *self.head.titles[:1], *(text for _, text in self.headings[:2])]
        return [title for title in titles if title]

    @cached_property
    def headings(self) -> list[tuple[int, str]]:
        """The H1 elements with text: those in the content first."""
        rows = np.flatnonzero(self.page.tag == _H1)[:_MOST_HEADINGS]
        kept = self.page.above(self.selection.keep)[rows] if len(rows) else np.zeros(0, dtype=np.bool_)
        ordered = [*rows[kept].tolist(), *rows[~kept].tolist()]
        texts = [(row, shown_text(self.page, row)) for row in ordered]
        return [(row, text) for row, text in texts if 0 < len(text) <= _LONGEST_TITLE]

    @cached_property
    def site(self) -> set[str]:
        given = [text for _, texts in self.values("site_name") for text in texts]
        return site_words(given, self.page.url or self.address_of_page)

    @cached_property
    def title(self) -> Title | None:
        titles = [Title(text, source) for source, texts in self.values("title") for text in texts[:1] if text]
        return choose(titles, [text for _, text in self.headings], self.site)

    @cached_property
    def title_row(self) -> int | None:
        """The heading or other text that is the title."""
        title = bare(self.title.text) if self.title else ""
        for row, text in self.headings:
            if bare(text) == title:
                return row
        return self._leaf_that_says(title) if title else None

    def _leaf_that_says(self, title: str) -> int | None:
        """The leaf that is the title, where no heading is; else the first heading."""
        chars = self.page.chars[self.page.leaves]
        near = self.page.leaves[(chars >= len(title)) & (chars <= 2 * len(title) + 8)]
        for leaf in map(int, near[:_MOST_LEAVES]):
            if bare(self.page.leaf_text(leaf)) == title:
                return leaf
        return self.headings[0][0] if self.headings else None

    # ---- the rest --------------------------------------------------------------------------------

    @cached_property
    def declared_language(self) -> str | None:
        return self.one("language", language_tag)

    @cached_property
    def detected_language(self) -> str | None:
        page = self.page
        kept = np.flatnonzero(self.selection.keep & (page.chars > 0))
        leaves = kept if len(kept) else page.leaves
        start, stop = page.offset[leaves], page.offset[leaves + 1]
        enough = int(np.searchsorted(np.cumsum(stop - start), _SAMPLE, side="right")) + 1
        bounds = zip(start[:enough].tolist(), stop[:enough].tolist(), strict=True)
        texts = [page.text[first:last] for first, last in bounds]
        return detect(" ".join(texts))

    @property
    def language(self) -> str | None:
        """The declared language, unless the text is clearly in another: templates keep their makers' language."""
        stated, detected = self.declared_language, self.detected_language
        if stated and (detected is None or same_language(stated, detected)):
            return stated
        if detected:
            self.given["language"] = "text"
        return detected

    @cached_property
    def order(self) -> Order:
        return order_of(self.declared_language or self.detected_language, self.host)

    @cached_property
    def host(self) -> str:
        return host_of(self.page.url or self.address_of_page)

    def to_iso(self, text: str) -> str | None:
        return to_iso(text, self.order)

    @cached_property
    def base(self) -> str | None:
        return base_url(self.page)

    @cached_property
    def address_of_page(self) -> str | None:
        links = [*self.head.links["canonical"], *self.opengraph.get("url", [])]
        return next((url for link in links if link and (url := self.address(link))), None) or self.page.url

    def address(self, text: str) -> str | None:
        url = safe_url(text, self.base)
        return url if url and not any(char in url for char in ' <>"\n') else None


def _listed(texts: list[str]) -> list[str]:
    """Words that pages give as a list, or as one text with commas."""
    found: dict[str, str] = {}
    for text in texts:
        for each in text.split(";" if ";" in text and "," not in text else ","):
            if (word := tidy(each)) and len(word) <= 100:
                found.setdefault(word.casefold(), word)
    return list(found.values())[:_MOST_TAGS]


def _page_type(text: str) -> str | None:
    name = text.strip().lower()
    return (_OG_TYPES.get(name) or name.partition(".")[0])[:40] or None
