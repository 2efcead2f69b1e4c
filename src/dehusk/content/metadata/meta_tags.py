"""OpenGraph, Dublin Core and other names of META elements."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING

from dehusk.content.metadata.authors import author_names

if TYPE_CHECKING:
    from dehusk.content.metadata.head import PageHead
    from dehusk.content.metadata.metadata_fields import FieldValues

RankedNames = dict[str, tuple[str, int]]
"""Name of a META element -> the field of Metadata, and the rank of the name among those of the field."""

# Names as PageHead gives them: in lower case, with "." for ":".
_OPENGRAPH = {
    "title": "og.title",
    "authors": "article.author og.author og.article.author book.author",
    "published": "article.published_time og.published_time og.article.published_time article.published og.pubdate "
    "article.post_date",
    "modified": "article.modified_time og.updated_time og.modified_time og.article.modified_time article.modified",
    "site_name": "og.site_name",
    "language": "og.locale",
    "description": "og.description",
    "categories": "article.section og.article.section",
    "tags": "article.tag og.article.tag video.tag book.tag",
    "image": "og.image og.image.secure_url og.image.url",
    "url": "og.url",
    "page_type": "og.type",
}
_DUBLIN_CORE = {
    "title": "dc.title dcterms.title dct.title",
    "authors": "dc.creator dcterms.creator dct.creator dc.creator.personalname dc.author dc.contributor",
    "published": "dc.date.issued dcterms.issued dc.issued dcterms.available dc.date.created dcterms.created dc.created "
    "dc.date.publication dcterms.date dc.date dct.issued dct.created dct.date dc.date.x-metadatalastmodified",
    "modified": "dc.date.modified dcterms.modified dc.modified dct.modified",
    "site_name": "dc.publisher dcterms.publisher",
    "language": "dc.language dcterms.language",
    "description": "dc.description dcterms.description dcterms.abstract",
    "categories": "dc.subject dcterms.subject",
    "licence": "dc.rights dcterms.license dcterms.rights dc.rights.license",
    "page_type": "dc.type",
}
_META = {
    "title": "citation_title twitter.title twitter.text.title headline sailthru.title parsely-title bt.headline "
    "title mediator_title hdl",
    "authors": "citation_author author byl sailthru.author parsely-author article.author_name authors dable.author "
    "byline mediator_author cxenseparse.author rbauthors dcsext.author",
    "published": "citation_publication_date citation_online_date citation_date parsely-pub-date sailthru.date "
    "publishdate publish-date publish_date pubdate pub_date publication_date publicationdate datepublished "
    "article.publish_date article_date_original originalpublicationdate cxenseparse.recs.publishtime "
    "cxenseparse.publishtime shareaholic.article_published_time mediator_published_time bt.pubdate datecreated "
    "date_created article.created published-date published_date publisheddate ms.date dateissued "
    "release_date weibo.article.create_at ptime published date",
    "modified": "last-modified modified-date modified_date lastmod last_modified datemodified moddate revised "
    "shareaholic.article_modified_time "
    "cxenseparse.recs.articlemodifiedtime article.updated utime",
    "site_name": "application-name apple-mobile-web-app-title twitter.app.name.iphone cre citation_journal_title "
    "copyright-holder",
    "language": "content-language language citation_language",
    "description": "description twitter.description sailthru.description abstract",
    "categories": "section parsely-section category article.category classification subject",
    "tags": "keywords news_keywords sailthru.tags parsely-tags citation_keywords",
    "image": "twitter.image twitter.image.src sailthru.image.full parsely-image-url thumbnail thumbnailurl",
    "licence": "license licence",
    "page_type": "pagetype page-type page_type",
}
# Labels of Twitter cards for the author, as plug-ins of blogs write them.
_WRITTEN_BY = re.compile(
    r"(?:written|posted|published) by|author|by$|escrito por|geschrieben von|verfasst von|écrit par|scritto da|"
    r"autor|auteur|escrit per|geschreven door|skriven av|skrevet av|kirjoittanut|napisane przez|napsal|"
    r"автор|написано|yazan|oleh|作者|執筆者|글쓴이|كُتب بواسطة|كتبه",
    re.IGNORECASE,
)


def opengraph(head: PageHead) -> FieldValues:
    """What the head states in OpenGraph.

    >>> from dehusk import parse
    >>> from dehusk.content.metadata.head import PageHead
    >>> opengraph(PageHead(parse("<meta property=og:title content=Tea><meta name=og:type content=article>")))
    {'title': ['Tea'], 'page_type': ['article']}
    """
    return _named(head, _TABLES["opengraph"])


def dublin_core(head: PageHead) -> FieldValues:
    """What the head states in Dublin Core, written with dots or colons.

    >>> from dehusk import parse
    >>> from dehusk.content.metadata.head import PageHead
    >>> dublin_core(PageHead(parse("<meta name=DC.creator content=Ann><meta property=dcterms:issued content=2020>")))
    {'authors': ['Ann'], 'published': ['2020']}
    """
    return _named(head, _TABLES["dublin-core"])


def other_meta(head: PageHead) -> FieldValues:
    """What the head states under other names: those of HTML, of scholarly publishers (``citation_``), of Twitter, ...

    >>> from dehusk import parse
    >>> from dehusk.content.metadata.head import PageHead
    >>> page = parse("<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=Ann>")
    >>> other_meta(PageHead(page))
    {'authors': ['Ann']}
    """
    found = _named(head, _TABLES["meta"])
    for number in "12":
        label, name = (head.metas.get(f"twitter.{part}{number}", [""])[0] for part in ("label", "data"))
        if name and _WRITTEN_BY.search(label):
            found.setdefault("authors", [name])
    return found


def _ranked(names: dict[str, str]) -> RankedNames:
    return {name: (field, rank) for field, listed in names.items() for rank, name in enumerate(listed.split())}


def _named(head: PageHead, table: RankedNames) -> FieldValues:
    ranked: dict[str, list[tuple[int, list[str]]]] = {}
    for name, values in head.metas.items():
        if name in table:
            field, rank = table[name]
            ranked.setdefault(field, []).append((rank, values))
    found: FieldValues = {}
    for field, groups in ranked.items():
        groups.sort(key=itemgetter(0))
        found[field] = [value for _, values in groups for value in values]
    if len(groups := ranked.get("authors", [])) > 1:
        # Several META elements name the same people: the first that names any is enough.
        found["authors"] = next(filter(author_names, (values for _, values in groups)), [])
    return found


_TABLES = {"opengraph": _ranked(_OPENGRAPH), "dublin-core": _ranked(_DUBLIN_CORE), "meta": _ranked(_META)}
NAMES = frozenset().union(*_TABLES.values(), (f"twitter.{part}" for part in ("label1", "data1", "label2", "data2")))
"""The names of META elements that metadata are read from."""
