"""Extractors by name: our methods, peers, and any function of the same shape.

========================  =====================================================================
``cectd-ds``              a method
``arias:c1=0.5``          a method with parameters
``cectd-ds@hidden=keep``  a method that is given hidden text too, as the papers do
``trafilatura``           a peer
``mymodule:function``     a function ``(html, lang, url) -> text``
``methods``, ``peers``    in a list of names: every method, every peer
========================  =====================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, cast, get_args

from dehusk.api import extract
from dehusk.bench.peers import PEERS
from dehusk.errors import ArgumentError, DehuskError
from dehusk.layout import find_browser
from dehusk.methods import Method, make_method, methods
from dehusk.methods.registry import split_specs
from dehusk.page.parse import HiddenPolicy
from dehusk.source import read

if TYPE_CHECKING:
    from dehusk.bench.peers import Extractor
    from dehusk.extraction import Extraction

_FUNCTION = re.compile(r"[\w.]+:\w+")


class UnknownExtractor(ArgumentError):  # noqa: N818 - reads as what it is
    """No extractor of that name; the message lists those there are.

    >>> print(UnknownExtractor("foo"))
    unknown extractor 'foo'; methods: ...; peers: turbohtml, trafilatura, ...; or MODULE:FUNCTION
    """

    def __init__(self, name: str) -> None:
        known = f"methods: {', '.join(methods())}; peers: {', '.join(PEERS)}; or MODULE:FUNCTION"
        super().__init__(f"unknown extractor {name!r}; {known}")


class ExtractionFailed(DehuskError):  # noqa: N818 - reads as what it is
    """A method broke on a page: the reason of an Extraction whose status is ``failed``.

    >>> issubclass(ExtractionFailed, DehuskError)
    True
    """


def split_names(text: str) -> list[str]:
    """Names from a list with commas, groups spelled out; a method's parameters may have commas too.

    >>> split_names("arias:c1=0.5,c2=3,trafilatura,arias:c1=0.5,c2=3")
    ['arias:c1=0.5,c2=3', 'trafilatura']
    """
    groups = {"methods": list(methods()), "peers": list(PEERS)}
    return list(dict.fromkeys(name for spec in split_specs(text) for name in groups.get(spec, [spec])))


def make_extractor(name: str) -> Extractor:
    """The extractor of that name.

    A name that means nothing is an :class:`UnknownExtractor`, a wrong parameter an ArgumentError, a package
    that is not there an ImportError that says how to install it.

    >>> make_extractor("cectd-ds")("<p>Steep the tea for three minutes.", "en", "")
    'Steep the tea for three minutes.'
    >>> make_extractor("cectd-ds@hidden=maybe")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: cectd-ds@hidden=maybe: after the @ goes hidden=drop or hidden=keep
    """
    if name in PEERS:
        PEERS[name].require()
        return PEERS[name].make()
    if _method_name(name) in methods():
        return _of_method(name)
    if _FUNCTION.fullmatch(name):
        return _of_function(name)
    raise UnknownExtractor(name)


def gives_nodes(name: str) -> bool:
    """Whether an extractor can tell which nodes it keeps: our methods can, others give text alone.

    >>> gives_nodes("arias:c1=0.5"), gives_nodes("trafilatura")
    (True, False)
    """
    return name not in PEERS and _method_name(name) in methods()


def extractor_version(name: str) -> str:
    """The package and version behind an extractor; empty where it is not known.

    >>> extractor_version("arias:c1=0.5").startswith("dehusk ")
    True
    """
    if name in PEERS:
        return PEERS[name].version()
    return f"dehusk {version('dehusk')}" if gives_nodes(name) else ""


def _method_name(name: str) -> str:
    return re.split("[:@]", name, maxsplit=1)[0]


def _of_method(name: str) -> MethodExtractor:
    spec, at, option = name.partition("@")
    key, _, value = option.partition("=")
    if at and (key != "hidden" or value not in get_args(HiddenPolicy)):
        choices = " or ".join(f"hidden={policy}" for policy in get_args(HiddenPolicy))
        raise ArgumentError(f"{name}: after the @ goes {choices}")
    method = make_method(spec)
    if "layout" in method.needs:
        find_browser()
    return MethodExtractor(method, cast("HiddenPolicy", value or "drop"))


@dataclass(frozen=True)
class MethodExtractor:
    """One of our methods as an extractor; unlike others it can tell which nodes it keeps.

    >>> MethodExtractor(make_method("arias"), "drop")("<p>Tea", "en", "")
    'Tea'
    """

    method: Method
    hidden: HiddenPolicy

    def __call__(self, html: str, lang: str, url: str) -> str:  # noqa: ARG002 - methods need no language
        """The content as plain text."""
        return self.extraction(html, url).text

    def extraction(self, html: str, url: str, path: str = "") -> Extraction:
        """The content with where it came from; :class:`ExtractionFailed` if the method broke.

        ``path``: the page's file, if it has one: a method that draws finds its style sheets beside it.
        """
        if path and "layout" in self.method.needs:
            extraction = extract(read(path), method=self.method, hidden=self.hidden)
        else:
            extraction = extract(html, url=url or None, method=self.method, hidden=self.hidden)
        if extraction.status == "failed":
            raise ExtractionFailed(extraction.reason)
        return extraction


def _of_function(name: str) -> Extractor:
    module, _, attribute = name.partition(":")
    try:
        function = getattr(import_module(module), attribute)
    except Exception as error:  # importing runs code that is not ours
        raise ArgumentError(f"{name}: {type(error).__name__}: {error}; is its folder in PYTHONPATH?") from error
    if not callable(function):
        raise ArgumentError(f"{name}: not a function (html, lang, url) -> text")
    return cast("Extractor", function)
