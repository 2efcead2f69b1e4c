"""Extractors by name: methods of dehusk, peers, and any function with the same signature.

========================  =====================================================================
``cectd-ds``              a method
``arias:c1=0.5``          a method with parameters
``cectd-ds@hidden=keep``  a method on pages with hidden text, as in the papers
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

from dehusk.bench.peers import PEERS
from dehusk.errors import ArgumentError, BrowserError, DehuskError
from dehusk.extractor import extract
from dehusk.layout import find_browser
from dehusk.methods import Method, list_methods, make_method
from dehusk.methods.registry import split_specs
from dehusk.page import HiddenPolicy
from dehusk.source import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dehusk.bench.peers import ExtractFunction
    from dehusk.extraction import Extraction

_FUNCTION = re.compile(r"[\w.]+:\w+")


class UnknownExtractor(ArgumentError):  # noqa: N818 - reads as what it is
    """There is no extractor of that name; the message lists the known names.

    >>> print(UnknownExtractor("foo"))
    unknown extractor 'foo'; methods: ...; peers: turbohtml, trafilatura, ...; or MODULE:FUNCTION
    """

    def __init__(self, name: str) -> None:
        known = f"methods: {', '.join(list_methods())}; peers: {', '.join(PEERS)}; or MODULE:FUNCTION"
        super().__init__(f"unknown extractor {name!r}; {known}")


class ExtractionFailed(DehuskError):  # noqa: N818 - reads as what it is
    """A method failed on a page; the message is the reason of the Extraction.

    >>> issubclass(ExtractionFailed, DehuskError)
    True
    """


def split_names(text: str) -> list[str]:
    """Split a comma-separated list of names and expand groups; a method's parameters may contain commas.

    >>> split_names("arias:c1=0.5,c2=3,trafilatura,arias:c1=0.5,c2=3")
    ['arias:c1=0.5,c2=3', 'trafilatura']
    """
    groups = {"methods": list(list_methods()), "peers": list(PEERS)}
    return list(dict.fromkeys(name for spec in split_specs(text) for name in groups.get(spec, [spec])))


def make_extractor(name: str) -> ExtractFunction:
    """Make the extractor of that name.

    An unknown name raises :class:`UnknownExtractor`, a wrong parameter ArgumentError, and a missing package an
    ImportError that says how to install it.

    >>> make_extractor("cectd-ds")("<p>Steep the tea for three minutes.", "en", "")
    'Steep the tea for three minutes.'
    >>> make_extractor("cectd-ds@hidden=maybe")
    Traceback (most recent call last):
    dehusk.errors.ArgumentError: cectd-ds@hidden=maybe: expected hidden=drop or hidden=keep after the @
    """
    if name in PEERS:
        PEERS[name].require()
        return PEERS[name].make()
    if _method_name(name) in list_methods():
        return _of_method(name)
    if _FUNCTION.fullmatch(name):
        return _of_function(name)
    raise UnknownExtractor(name)


def usable_extractors(names: Iterable[str], tell: Callable[[str], object]) -> list[str]:
    """The names of extractors that can be run, each once; ``tell`` gets a line for each whose package is missing.

    A name that is unknown, or a wrong parameter, raises an error: nothing is measured before it is corrected.

    >>> usable_extractors(["arias", "arias:c1=0.5", "arias"], print)
    ['arias', 'arias:c1=0.5']
    >>> usable_extractors(["arias", "no-such"], print)
    Traceback (most recent call last):
    dehusk.bench.extractors.UnknownExtractor: unknown extractor 'no-such'; ...
    """
    usable = []
    for name in dict.fromkeys(names):
        try:
            make_extractor(name)
        except (ImportError, BrowserError) as error:
            tell(str(error) if repr(name) in str(error) else f"{name}: {error}")
        else:
            usable.append(name)
    return usable


def gives_nodes(name: str) -> bool:
    """Whether an extractor returns the nodes that it keeps, as methods of dehusk do, and not only text.

    >>> gives_nodes("arias:c1=0.5"), gives_nodes("trafilatura")
    (True, False)
    """
    return name not in PEERS and _method_name(name) in list_methods()


def extractor_version(name: str) -> str:
    """The package and version of an extractor; empty if unknown.

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
        raise ArgumentError(f"{name}: expected {choices} after the @")
    method = make_method(spec)
    if "layout" in method.needs:
        find_browser()
    return MethodExtractor(method, cast("HiddenPolicy", value or "drop"))


@dataclass(frozen=True)
class MethodExtractor:
    """A method of dehusk as an extractor; unlike peers it also returns the nodes that it keeps.

    >>> MethodExtractor(make_method("arias"), "drop")("<p>Tea", "en", "")
    'Tea'
    """

    method: Method
    hidden: HiddenPolicy

    def __call__(self, html: str, lang: str, url: str) -> str:  # noqa: ARG002 - methods need no language
        """The content as plain text."""
        return self.extraction(html, url).text

    def extraction(self, html: str, url: str, path: str = "") -> Extraction:
        """The whole extraction; raises :class:`ExtractionFailed` if the method failed.

        ``path``: the page's file, if it has one, from which a browser can load the style sheets beside it.
        """
        if path and "layout" in self.method.needs:
            extraction = extract(read(path), method=self.method, hidden=self.hidden)
        else:
            extraction = extract(html, url=url or None, method=self.method, hidden=self.hidden)
        if extraction.status == "failed":
            raise ExtractionFailed(extraction.reason)
        return extraction


def _of_function(name: str) -> ExtractFunction:
    module, _, attribute = name.partition(":")
    try:
        function = getattr(import_module(module), attribute)
    except Exception as error:  # importing runs foreign code
        raise ArgumentError(f"{name}: {type(error).__name__}: {error}; is its folder in PYTHONPATH?") from error
    if not callable(function):
        raise ArgumentError(f"{name}: not a function (html, lang, url) -> text")
    return cast("ExtractFunction", function)
