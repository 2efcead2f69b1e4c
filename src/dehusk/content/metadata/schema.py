"""Facts from things of schema.org, whether they came as JSON-LD or as Microdata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.content.metadata.head import tidy
from dehusk.content.metadata.title import same_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.content.metadata.facts import Facts
    from dehusk.content.metadata.jsonld import Thing

# What a page is about, the surest first. A type's name ends in one of these ("NewsArticle").
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


def kind_of(thing: Thing) -> str | None:
    """What kind of page a thing makes: "article", "product", "forum", …; None for things that make none.

    >>> [kind_of({"@type": name}) for name in ("NewsArticle", ["Thing", "Product"], "BreadcrumbList")]
    ['article', 'product', None]
    """
    for name in _texts(thing.get("@type")):
        name = name.rstrip("/").rpartition("/")[2].rpartition(":")[2]
        if kind := _KIND_OF_TYPE.get(name) or ("article" if name.endswith("Article") else None):
            return kind
    return None


def facts(things: list[Thing], titles: list[str], url: str | None) -> Facts:
    """What the things say about the page: the thing that it is about first, then its page, then its site.

    ``titles`` and ``url`` are the page's: they tell its own article from others that it lists.

    >>> article = {"@type": "Article", "headline": "Tea", "author": {"name": "Ann"}, "datePublished": "2020-01-02"}
    >>> sorted(facts([{"@type": "WebSite", "name": "Leaf"}, article], ["Tea"], None).items())[:3]
    [('authors', ['Ann']), ('page_type', ['article']), ('published', ['2020-01-02'])]
    """
    found: Facts = {}
    main = _main(things, titles, url)
    for thing in main:
        for field, values in _of_thing(thing).items():
            found.setdefault(field, values)
    for thing in things:
        if any(name in _SITES for name in _texts(thing.get("@type"))):
            found.setdefault("site_name", _names(thing.get("name")))
    return {field: values for field, values in found.items() if values}


def _main(things: list[Thing], titles: list[str], url: str | None) -> list[Thing]:
    """The things that describe this page, best first; where many articles are listed, those named as the page is."""
    kinds: dict[str, list[Thing]] = {}
    for thing in things:
        if kind := kind_of(thing):
            kinds.setdefault(kind, []).append(thing)
    chosen: list[Thing] = []
    for kind in sorted(kinds, key=_RANK.__getitem__):
        group = kinds[kind]
        if len(group) > 1:
            own = [thing for thing in group if _is_about(thing, titles, url)]
            group = own or (group if len(group) == 2 or kind in _PAGE_KINDS or kind == "forum" else [])
        chosen += group
    loose = [thing for thing in things if "@type" not in thing]
    return chosen + loose


def _is_about(thing: Thing, titles: list[str], url: str | None) -> bool:
    named = _names(thing.get("headline")) + _names(thing.get("name"))
    if any(same_words(name, title) for name in named for title in titles):
        return True
    addresses = [*_texts(thing.get("url")), *_texts(thing.get("@id")), *_ids(thing.get("mainEntityOfPage"))]
    return bool(url) and any(address.partition("#")[0].rstrip("/") == str(url).rstrip("/") for address in addresses)


def _of_thing(thing: Thing) -> Facts:
    kind = kind_of(thing)
    is_page = kind in _PAGE_KINDS
    return {
        "title": _names(thing.get("headline")) or ([] if is_page else _names(thing.get("name"))),
        "authors": [] if kind in ("product", "service", "event") else _authors(thing),
        "published": _texts(thing.get("datePublished"))
        or _texts(thing.get("dateCreated"))
        or _texts(thing.get("uploadDate")),
        "modified": _texts(thing.get("dateModified")),
        "site_name": _names(thing.get("publisher")) + _names(thing.get("isPartOf")),
        "language": _texts(thing.get("inLanguage")),
        "description": _texts(thing.get("description")),
        "categories": _texts(thing.get("articleSection")) or _texts(thing.get("category")),
        "tags": _texts(thing.get("keywords")),
        "image": _ids(thing.get("image")) or _ids(thing.get("thumbnailUrl")),
        "url": [],
        "licence": _ids(thing.get("license")),
        "page_type": [kind] if kind else [],
    }


def _authors(thing: Thing) -> list[str]:
    return _names(thing.get("author")) or _names(thing.get("creator"))


def _each(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        yield from value
    elif value is not None:
        yield value


def _texts(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The texts of a property, whatever they are wrapped in."""
    found = []
    for each in _each(value):
        if isinstance(each, dict):
            each = next(_each(each.get("@value") or each.get("name") or each.get("alternateName")), None)
        if isinstance(each, str | int) and not isinstance(each, bool) and (text := tidy(str(each))):
            found.append(text)
    return found


def _names(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The names of persons, organisations and works; an address is no name."""
    found = []
    for each in _each(value):
        if isinstance(each, dict):
            whole = _texts(each.get("name"))
            parts = _texts(each.get("givenName")) + _texts(each.get("familyName"))
            found += whole or ([" ".join(parts)] if parts else _texts(each.get("alternateName")))
        else:
            found += _texts(each)
    return [name for name in found if not name.startswith(("http:", "https:", "/", "#"))]


def _ids(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The addresses of things: as text, or as their url or identity."""
    found: list[str] = []
    for each in _each(value):
        if isinstance(each, dict):
            each = each.get("url") or each.get("contentUrl") or each.get("@id")
        found += (text for text in _each(each) if isinstance(text, str) and text.strip())
    return found
