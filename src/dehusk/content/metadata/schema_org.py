"""Metadata from items of schema.org, written as JSON-LD or as Microdata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.content.metadata.head import tidy
from dehusk.content.metadata.title import same_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dehusk.content.metadata.jsonld import SchemaItem
    from dehusk.content.metadata.metadata_fields import FieldValues

# The type of a page by the type of its items, the most reliable first.
_KINDS = {
    "article": ("Article", "BlogPosting", "Posting", "Report", "Review", "CreativeWork", "LiveBlogPosting", "Essay"),
    "forum": ("DiscussionForumPosting", "Question", "SocialMediaPosting"),
    "recipe": ("Recipe",),
    "product": ("Product", "ProductGroup", "SoftwareApplication", "MobileApplication", "WebApplication", "Vehicle"),
    "event": ("Event",),
    "video": ("VideoObject", "Movie", "TVSeries", "TVEpisode", "Clip"),
    "audio": ("PodcastEpisode", "AudioObject", "MusicRecording", "MusicAlbum"),
    "book": ("Book",),
    "job": ("JobPosting",),
    "course": ("Course",),
    "service": ("Service",),
    "dataset": ("Dataset",),
    "profile": ("ProfilePage",),
    "faq": ("FAQPage",),
    "listing": ("CollectionPage", "SearchResultsPage", "ItemList"),
    "website": ("WebPage", "ItemPage", "AboutPage", "ContactPage", "WebSite"),
    "image": ("ImageObject", "Photograph", "ImageGallery"),
}
_KIND_OF_TYPE = {name: kind for kind, names in _KINDS.items() for name in names}
_RANK = {kind: rank for rank, kind in enumerate(_KINDS)}
_SITES = ("WebSite", "Organization", "NewsMediaOrganization", "Corporation")
_PAGE_KINDS = ("listing", "website", "profile", "faq")
_WITHOUT_AUTHORS = ("product", "service", "event")


def kind_of(item: SchemaItem) -> str | None:
    """The type of page that an item describes: "article", "product", "forum", …; None if it describes none.

    >>> [kind_of({"@type": name}) for name in ("NewsArticle", ["Thing", "Product"], "BreadcrumbList")]
    ['article', 'product', None]
    """
    for name in _texts(item.get("@type")):
        name = name.rstrip("/").rpartition("/")[2].rpartition(":")[2]
        if kind := _KIND_OF_TYPE.get(name) or ("article" if name.endswith("Article") else None):
            return kind
    return None


def schema_values(items: list[SchemaItem], titles: list[str], url: str | None) -> FieldValues:
    """What the items say about the page: first its main item, then the others about it, then the site.

    ``titles`` and ``url`` are those of the page: they distinguish its own article from others that it lists.

    >>> article = {"@type": "Article", "headline": "Tea", "author": {"name": "Ann"}, "datePublished": "2020-01-02"}
    >>> sorted(schema_values([{"@type": "WebSite", "name": "Leaf"}, article], ["Tea"], None).items())[:3]
    [('authors', ['Ann']), ('page_type', ['article']), ('published', ['2020-01-02'])]
    """
    found: FieldValues = {}
    for item in _main_items(items, titles, url):
        for field, stated in _FIELDS.items():
            if field not in found and (values := stated(item)):
                found[field] = values
    for item in items:
        if any(name in _SITES for name in _texts(item.get("@type"))) and (names := _names(item.get("name"))):
            found.setdefault("site_name", names)
    return found


def _main_items(items: list[SchemaItem], titles: list[str], url: str | None) -> list[SchemaItem]:
    """The items that describe this page, the best first; of several articles, those with the title of the page."""
    kinds: dict[str, list[SchemaItem]] = {}
    for item in items:
        if kind := kind_of(item):
            kinds.setdefault(kind, []).append(item)
    chosen: list[SchemaItem] = []
    for kind in sorted(kinds, key=_RANK.__getitem__):
        group = kinds[kind]
        if len(group) > 1:
            own = [item for item in group if _is_about(item, titles, url)]
            group = own or (group if len(group) == 2 or kind in _PAGE_KINDS or kind == "forum" else [])
        chosen += group
    loose = [item for item in items if "@type" not in item]
    return chosen + loose


def _is_about(item: SchemaItem, titles: list[str], url: str | None) -> bool:
    named = _names(item.get("headline")) + _names(item.get("name"))
    if any(same_words(name, title) for name in named for title in titles):
        return True
    urls = [*_texts(item.get("url")), *_texts(item.get("@id")), *_urls(item.get("mainEntityOfPage"))]
    return bool(url) and any(each.partition("#")[0].rstrip("/") == str(url).rstrip("/") for each in urls)


def _stated_type(item: SchemaItem) -> list[str]:
    return [kind] if (kind := kind_of(item)) else []


def _title(item: SchemaItem) -> list[str]:
    return _names(item.get("headline")) or ([] if kind_of(item) in _PAGE_KINDS else _names(item.get("name")))


def _published(item: SchemaItem) -> list[str]:
    return _texts(item.get("datePublished")) or _texts(item.get("dateCreated")) or _texts(item.get("uploadDate"))


def _authors(item: SchemaItem) -> list[str]:
    """The persons among the authors; without any, all of them."""
    if kind_of(item) in _WITHOUT_AUTHORS:
        return []
    for name in ("author", "creator"):
        stated = list(_each(item.get(name)))
        persons = [each for each in stated if isinstance(each, dict) and each.get("@type") == "Person"]
        if found := _names(persons) or _names(stated):
            return found
    return []


def _each(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        yield from value
    elif value is not None:
        yield value


def _texts(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The texts of a property, as strings, lists or items."""
    if isinstance(value, str):  # most properties
        return [text] if (text := tidy(value)) else []
    found = []
    for each in _each(value):
        if isinstance(each, dict):
            each = next(_each(each.get("@value") or each.get("name") or each.get("alternateName")), None)
        if isinstance(each, str | int) and not isinstance(each, bool) and (text := tidy(str(each))):
            found.append(text)
    return found


def _names(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The names of persons, organisations and works; URLs are not names."""
    if value is None:
        return []
    found = []
    for each in _each(value):
        if isinstance(each, dict):
            whole = _texts(each.get("name"))
            parts = _texts(each.get("givenName")) + _texts(each.get("familyName"))
            found += whole or ([" ".join(parts)] if parts else _texts(each.get("alternateName")))
        else:
            found += _texts(each)
    return [name for name in found if not name.startswith(("http:", "https:", "/", "#"))]


def _urls(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The URLs of items: as text, or as their ``url`` or ``@id``."""
    found: list[str] = []
    for each in _each(value):
        if isinstance(each, dict):
            each = each.get("url") or each.get("contentUrl") or each.get("@id")
        found += (text for text in _each(each) if isinstance(text, str) and text.strip())
    return found


_FIELDS: dict[str, Callable[[SchemaItem], list[str]]] = {
    "title": _title,
    "authors": _authors,
    "published": _published,
    "modified": lambda item: _texts(item.get("dateModified")),
    "site_name": lambda item: _names(item.get("publisher")) + _names(item.get("isPartOf")),
    "language": lambda item: _texts(item.get("inLanguage")),
    "description": lambda item: _texts(item.get("description")),
    "categories": lambda item: _texts(item.get("articleSection")) or _texts(item.get("category")),
    "tags": lambda item: _texts(item.get("keywords")),
    "image": lambda item: _urls(item.get("image")) or _urls(item.get("thumbnailUrl")),
    "licence": lambda item: _urls(item.get("license")),
    "page_type": _stated_type,
}
"""Field -> what an item says about it."""
