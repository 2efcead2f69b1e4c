"""Peers written in Python (or with a Python binding), each an :data:`~dehusk.bench.peers.ExtractFunction`.

Each imports its package when it is first called. Comments are switched off; all other options have their defaults.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dehusk.bench.peers import ExtractFunction

_JUSTEXT_LANGUAGES = {
    "en": "English",
    "el": "Greek",
    "pl": "Polish",
    "ru": "Russian",
    "de": "German",
    "fr": "French",
}


def load_peer(module: str) -> Any:  # noqa: ANN401 - the packages are optional and mostly untyped
    """A module of a peer.

    >>> load_peer("json").dumps("tea")
    '"tea"'
    """
    return import_module(module)


def html_to_text(html: str) -> str:
    """Convert the HTML that a peer returned to text with resiliparse.

    >>> html_to_text("")
    ''
    """
    return all_text(html, "", "") if html else ""


def all_text(html: str, lang: str, url: str) -> str:  # noqa: ARG001 - the shape of an extractor
    """All text of the page, extracted by resiliparse.

    >>> all_text.__name__
    'all_text'
    """
    extract: Any = load_peer("resiliparse.extract.html2text").extract_plain_text
    return str(extract(html, main_content=False, alt_texts=False))


def resiliparse(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """Resiliparse's main content.

    >>> resiliparse.__name__
    'resiliparse'
    """
    extract: Any = load_peer("resiliparse.extract.html2text").extract_plain_text
    return str(extract(html, main_content=True, alt_texts=False))


def trafilatura(**options: bool) -> ExtractFunction:
    """Trafilatura with options; comments are never extracted.

    >>> callable(trafilatura(fast=True))
    True
    """

    def extract(html: str, lang: str, url: str) -> str:  # noqa: ARG001
        return load_peer("trafilatura").extract(html, include_comments=False, **options) or ""

    return extract


def readability(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """readability-lxml.

    >>> readability.__name__
    'readability'
    """
    return html_to_text(load_peer("readability").Document(html).summary(html_partial=True))


def justext(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """jusText with the stop words of the page's language, or of English if the language is not in our table.

    >>> justext.__name__
    'justext'
    """
    stops = _stop_words(_JUSTEXT_LANGUAGES.get(lang, "English"))
    paragraphs = load_peer("justext").justext(html.encode(), stops, encoding="utf-8")
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(load_peer("justext").get_stoplist(language))


def boilerpipe(kind: str) -> ExtractFunction:
    """boilerpy3, a Python port of boilerpipe: ``ArticleExtractor`` or ``DefaultExtractor``.

    >>> callable(boilerpipe("ArticleExtractor"))
    True
    """

    def extract(html: str, lang: str, url: str) -> str:  # noqa: ARG001
        extractor = getattr(load_peer("boilerpy3.extractors"), kind)(raise_on_failure=False)
        return str(extractor.get_content(html))

    return extract


def newspaper(html: str, lang: str, url: str) -> str:
    """newspaper4k. On a few pages its result is not deterministic, even within a process (0.9.6).

    >>> newspaper.__name__
    'newspaper'
    """
    package = load_peer("newspaper")
    article = package.Article(url or "http://example.org/", language=lang or "en", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    return str(article.text)


def goose(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """goose3.

    >>> goose.__name__
    'goose'
    """
    return load_peer("goose3").Goose({"use_meta_language": True}).extract(raw_html=html).cleaned_text or ""


def inscriptis(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """All text of the page, extracted by inscriptis.

    >>> inscriptis.__name__
    'inscriptis'
    """
    return str(load_peer("inscriptis").get_text(html))


def turbohtml(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """The main text of the parser turbohtml.

    >>> turbohtml("<article><p>Steep the tea for three minutes, no more.</p></article>", "en", "")
    'Steep the tea for three minutes, no more.'
    """
    return load_peer("turbohtml").parse(html).main_text() or ""
