"""Peers written in Python (or with a Python binding): HTML, language and address in, plain text out.

Each imports its package when it is called first. Comments are off, everything else is as the package has it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dehusk.bench.peers import Extractor

_JUSTEXT_LANGUAGES = {
    "en": "English",
    "el": "Greek",
    "pl": "Polish",
    "ru": "Russian",
    "de": "German",
    "fr": "French",
}


def _load(module: str) -> Any:  # noqa: ANN401 - the packages are optional and mostly untyped
    return import_module(module)


def html_to_text(html: str) -> str:
    """The text of HTML that a peer returned, laid out by resiliparse.

    >>> html_to_text("")
    ''
    """
    return all_text(html, "", "") if html else ""


def all_text(html: str, lang: str, url: str) -> str:  # noqa: ARG001 - the shape of an extractor
    """All text of the page, by resiliparse.

    >>> all_text.__name__
    'all_text'
    """
    extract: Any = _load("resiliparse.extract.html2text").extract_plain_text
    return str(extract(html, main_content=False, alt_texts=False))


def resiliparse(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """Resiliparse's main content.

    >>> resiliparse.__name__
    'resiliparse'
    """
    extract: Any = _load("resiliparse.extract.html2text").extract_plain_text
    return str(extract(html, main_content=True, alt_texts=False))


def trafilatura(**options: bool) -> Extractor:
    """Trafilatura with options; comments are never content here.

    >>> callable(trafilatura(fast=True))
    True
    """

    def extract(html: str, lang: str, url: str) -> str:  # noqa: ARG001
        return _load("trafilatura").extract(html, include_comments=False, **options) or ""

    return extract


def readability(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """readability-lxml.

    >>> readability.__name__
    'readability'
    """
    return html_to_text(_load("readability").Document(html).summary(html_partial=True))


def justext(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """jusText with the stop words of the page's language, English where it has no list of ours.

    >>> justext.__name__
    'justext'
    """
    stops = _stop_words(_JUSTEXT_LANGUAGES.get(lang, "English"))
    paragraphs = _load("justext").justext(html.encode(), stops, encoding="utf-8")
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(_load("justext").get_stoplist(language))


def boilerpipe(kind: str) -> Extractor:
    """boilerpy3, boilerpipe in Python: ``ArticleExtractor`` or ``DefaultExtractor``.

    >>> callable(boilerpipe("ArticleExtractor"))
    True
    """

    def extract(html: str, lang: str, url: str) -> str:  # noqa: ARG001
        extractor = getattr(_load("boilerpy3.extractors"), kind)(raise_on_failure=False)
        return str(extractor.get_content(html))

    return extract


def newspaper(html: str, lang: str, url: str) -> str:
    """newspaper4k. On a few pages it gives one or another text by chance, even within a process (0.9.6).

    >>> newspaper.__name__
    'newspaper'
    """
    package = _load("newspaper")
    article = package.Article(url or "http://example.org/", language=lang or "en", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    return str(article.text)


def goose(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """goose3.

    >>> goose.__name__
    'goose'
    """
    return _load("goose3").Goose({"use_meta_language": True}).extract(raw_html=html).cleaned_text or ""


def inscriptis(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """All text of the page, by inscriptis.

    >>> inscriptis.__name__
    'inscriptis'
    """
    return str(_load("inscriptis").get_text(html))


def turbohtml(html: str, lang: str, url: str) -> str:  # noqa: ARG001
    """The parser's own main text.

    >>> turbohtml("<article><p>Steep the tea for three minutes, no more.</p></article>", "en", "")
    'Steep the tea for three minutes, no more.'
    """
    return _load("turbohtml").parse(html).main_text() or ""
