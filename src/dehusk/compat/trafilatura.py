"""The functions of trafilatura 2: ``from dehusk.compat.trafilatura import extract``.

>>> extract("<title>Tea</title><h1>Tea</h1><p>Steep it for three minutes.", output_format="markdown")
'# Tea\\n\\nSteep it for three minutes.'
>>> bare_extraction("<h1>Tea</h1><p>Steep it.", with_metadata=True).title
'Tea'
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

import dehusk
from dehusk.compat.ignored_options import warn_ignored
from dehusk.content.metadata.title import host_of
from dehusk.errors import SourceError
from dehusk.extractor import Extractor

if TYPE_CHECKING:
    from collections.abc import Collection

    from dehusk.content import Metadata
    from dehusk.extraction import Extraction

FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
_ONE_WAY = "there is one way to extract, and it is fast"
_IGNORED = {
    "fast": _ONE_WAY,
    "no_fallback": _ONE_WAY,
    "include_tables": "the cells of tables are content, and no option changes what is selected",
    "deduplicate": "compare extraction.fingerprint of several pages instead",
    "date_extraction_params": "dehusk finds dates by itself",
    "date_config": "dehusk finds dates by itself",
    "max_tree_size": "give dehusk.Limits(nodes=...) to dehusk.Extractor instead",
    "prune_xpath": "remove the elements before extraction",
    "settingsfile": "dehusk has no settings files",
    "config": "dehusk has no settings files",
    "options": "give the options by name",
    "tei_validation": "TEI output is always valid",
}
"""Option -> what to do instead."""
_HEAD_FIELDS = (
    *("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint"),
    *("id", "license"),
)
_CSV_FIELDS = (
    *("url", "id", "fingerprint", "hostname", "title", "image", "date", "text", "comments", "license", "pagetype"),
)


class _Tree(Protocol):
    """An element or a tree of lxml."""

    def xpath(self, path: str) -> Any: ...  # noqa: ANN401


@dataclass(slots=True)
class TrafilaturaDocument:
    """What ``bare_extraction`` and ``extract_metadata`` return. There are no lxml trees, so ``body`` is None.

    >>> TrafilaturaDocument(title="Tea").as_dict()["title"]
    'Tea'
    """

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: None = None
    comments: str | None = None
    commentsbody: None = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """All fields."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """The options that have an effect."""

    favor_precision: bool = False
    favor_recall: bool = False
    include_comments: bool = True
    output_format: str = "txt"
    target_language: str | None = None
    include_images: bool = False
    include_formatting: bool | None = None
    include_links: bool = False
    with_metadata: bool = False
    only_with_metadata: bool = False
    url_blacklist: Collection[str] | None = None
    author_blacklist: Collection[str] | None = None


def fetch_url(url: str) -> str | None:
    """The HTML of a page, or None if it cannot be read."""
    try:
        return dehusk.read(url).html
    except SourceError:
        return None


def extract(
    filecontent: str | bytes | _Tree | None,
    url: str | None = None,
    record_id: str | None = None,
    **options: Any,  # noqa: ANN401 - those of trafilatura
) -> str | None:
    """The content of a page in ``output_format``, or None if there is none. docs/switching.md lists the options.

    >>> extract("<p>Tea from <a href=/y>Yunnan</a>.", include_links=True, include_formatting=True)
    'Tea from [Yunnan](/y).'
    """
    chosen = _chosen(options)
    found = _extracted(filecontent, url, chosen)
    if found is None:
        return None
    extraction, document = found
    document.id = record_id
    return _written(extraction, document, chosen).strip()


def bare_extraction(
    filecontent: str | bytes | _Tree | None,
    url: str | None = None,
    **options: Any,  # noqa: ANN401 - those of trafilatura
) -> TrafilaturaDocument | dict[str, Any] | None:
    """The content and, ``with_metadata``, the metadata of a page, or None if there is no content."""
    as_dict = options.pop("as_dict", False)
    if options.get("output_format") == "python":
        del options["output_format"]
    chosen = _chosen(options)
    found = _extracted(filecontent, url, chosen)
    if found is None:
        return None
    document = found[1]
    if not (chosen.with_metadata or chosen.only_with_metadata):
        document = TrafilaturaDocument(text=document.text, raw_text=document.raw_text, comments=document.comments)
    return document.as_dict() if as_dict else document


def extract_metadata(
    filecontent: str | bytes | _Tree,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: Collection[str] | None = None,
) -> TrafilaturaDocument:
    """The metadata of a page.

    >>> extract_metadata("<title>Tea</title><meta name=author content='Ann Green'><p>Steep it.").author
    'Ann Green'
    """
    if date_config:
        warn_ignored("date_config", _IGNORED["date_config"])
    if not extensive:
        warn_ignored("extensive=False", "dates are always looked for everywhere")
    extraction = _extractor(None).extract(_page(filecontent), url=default_url)
    return _document(extraction.metadata, default_url, author_blacklist or ())


@cache
def _extractor(favor: str | None) -> Extractor:
    return Extractor(favor=favor)


def _chosen(options: dict[str, Any]) -> _Options:
    known = {field.name for field in fields(_Options)}
    for name, value in options.items():
        if name not in known and name not in _IGNORED:
            raise TypeError(f"unexpected option {name!r}; the options: {', '.join(sorted({*known, *_IGNORED}))}")
        unchanged = value is True if name == "include_tables" else not value
        if name in _IGNORED and not unchanged:
            warn_ignored(f"{name}={value!r}", _IGNORED[name])
    chosen = _Options(**{name: value for name, value in options.items() if name in known})
    if chosen.output_format not in FORMATS:
        raise ValueError(f"output_format must be one of {', '.join(FORMATS)}, not {chosen.output_format!r}")
    if chosen.output_format == "xml":
        warn_ignored("output_format='xml'", "the XML is TEI, as with 'xmltei'")
    return chosen


def _page(filecontent: str | bytes | _Tree) -> str | bytes:
    if isinstance(filecontent, str | bytes):
        return filecontent
    if hasattr(filecontent, "xpath"):
        from lxml.html import tostring  # type: ignore[import-untyped]

        return str(tostring(filecontent, encoding="unicode"))
    raise TypeError(f"filecontent must be text, bytes or a tree of lxml, not {type(filecontent).__name__}")


def _extracted(
    filecontent: str | bytes | _Tree | None, url: str | None, chosen: _Options
) -> tuple[Extraction, TrafilaturaDocument] | None:
    if filecontent is None or (url is not None and url in (chosen.url_blacklist or ())):
        return None
    favor = "recall" if chosen.favor_recall else "precision" if chosen.favor_precision else None
    extraction = _extractor(favor).extract(_page(filecontent), url=url)
    if not extraction.text:
        return None
    document = _document(extraction.metadata, url, chosen.author_blacklist or ())
    document.text = document.raw_text = extraction.text
    document.comments = "\n".join(extraction.comments) if chosen.include_comments else ""
    document.fingerprint = f"{extraction.fingerprint:016x}"
    language = (document.language or "").partition("-")[0]
    if chosen.target_language and language and language != chosen.target_language:
        return None
    if chosen.only_with_metadata and not (document.date and document.title and document.url):
        return None
    return extraction, document


def _document(metadata: Metadata, url: str | None, without_authors: Collection[str]) -> TrafilaturaDocument:
    address = metadata.url or url
    return TrafilaturaDocument(
        title=metadata.title,
        author="; ".join(name for name in metadata.authors if name not in without_authors) or None,
        url=address,
        hostname=host_of(address) or None,
        description=metadata.description,
        sitename=metadata.site_name,
        date=metadata.published[:10] if metadata.published else None,
        categories=list(metadata.categories),
        tags=list(metadata.tags),
        license=metadata.licence,
        language=metadata.language,
        image=metadata.image,
        pagetype=metadata.page_type,
    )


def _written(extraction: Extraction, document: TrafilaturaDocument, chosen: _Options) -> str:
    shown = {"links": chosen.include_links, "images": chosen.include_images}
    match chosen.output_format:
        case "json":
            return _json(document, with_metadata=chosen.with_metadata or chosen.only_with_metadata)
        case "csv":
            return _csv(document)
        case "html":
            return extraction.to("html", document=True, **shown)
        case "xml" | "xmltei":
            return extraction.to("xml", **shown)
        case "markdown":
            content = extraction.to("markdown", **shown)
        case _:
            content = extraction.to("markdown", **shown) if chosen.include_formatting else extraction.text
    parts = [content, document.comments or ""]
    if chosen.with_metadata or chosen.only_with_metadata:
        head = {name: getattr(document, name) for name in _HEAD_FIELDS}
        lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in head.items() if value]
        parts[0] = f"---\n{''.join(lines)}---\n{content}"
    return "\n".join(part for part in parts if part)


def _json(document: TrafilaturaDocument, *, with_metadata: bool) -> str:
    values = document.as_dict()
    if not with_metadata:
        return json.dumps({name: values[name] for name in ("text", "comments")}, ensure_ascii=False)
    for name in ("body", "commentsbody"):
        del values[name]
    names = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
    joined = {name: ";".join(values[name]) for name in ("categories", "tags")}
    return json.dumps({names.get(name, name): value for name, value in (values | joined).items()}, ensure_ascii=False)


def _csv(document: TrafilaturaDocument) -> str:
    line = io.StringIO()
    csv.writer(line, delimiter="\t").writerow([getattr(document, name) or "null" for name in _CSV_FIELDS])
    return line.getvalue()
