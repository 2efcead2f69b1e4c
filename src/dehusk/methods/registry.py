"""Methods by name: our own, and those that other packages register in the entry point group ``dehusk.methods``."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from inspect import signature
from typing import TYPE_CHECKING, TypeVar, cast

from dehusk.errors import ArgumentError, UnknownMethod
from dehusk.methods.base import Method
from dehusk.plugins import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_METHOD = "grain"
GROUP = "dehusk.methods"
"""The entry point group of other packages' methods."""

_METHODS = Registry(
    "method",
    GROUP,
    {
        "accb": "dehusk.methods.classics.ccb:Accb",
        "alarte": "dehusk.methods.alarte:Alarte",
        "arias": "dehusk.methods.arias:Arias",
        "boilernet": "dehusk.methods.boilernet:Boilernet",
        "boilerpipe-article": "dehusk.methods.classics.boilerpipe:BoilerpipeArticle",
        "boilerpipe-default": "dehusk.methods.classics.boilerpipe:BoilerpipeDefault",
        "boilerpipe-largest": "dehusk.methods.classics.boilerpipe:BoilerpipeLargest",
        "boilerpipe-numwords": "dehusk.methods.classics.boilerpipe:BoilerpipeNumWords",
        "bte": "dehusk.methods.classics.bte:Bte",
        "ccb": "dehusk.methods.classics.ccb:Ccb",
        "cectd-ds": "dehusk.methods.cetd:CectdDs",
        "cectd-s": "dehusk.methods.cetd:CectdS",
        "cetd-ds": "dehusk.methods.cetd:CetdDs",
        "cetr": "dehusk.methods.classics.cetr:Cetr",
        "crf": "dehusk.methods.crf:Crf",
        "dom-distiller": "dehusk.methods.classics.dom_distiller:DomDistiller",
        "dsc": "dehusk.methods.classics.dsc:Dsc",
        "fe": "dehusk.methods.classics.fe:Fe",
        "gce": "dehusk.methods.gce:Gce",
        "grain": "dehusk.methods.learned:Grain",
        "kfe": "dehusk.methods.classics.fe:Kfe",
        "lqf": "dehusk.methods.classics.lqf:Lqf",
        "readability-style": "dehusk.methods.classics.readability_scorer:Readability",
        "tabnet": "dehusk.methods.tabnet:TabNet",
        "unfluff": "dehusk.methods.classics.unfluff:Unfluff",
        "web2text": "dehusk.methods.web2text:Web2Text",
        "wlr": "dehusk.methods.classics.wlr:Wlr",
    },
    UnknownMethod,
    ("name", "description", "needs", "select"),
)
_MOST_CLASSES = 256
_PARAMETER = re.compile(r"\w+=")
_Made = TypeVar("_Made")


def list_methods() -> dict[str, str]:
    """Every method by name, with a description of one line.

    >>> import dehusk
    >>> print(dehusk.list_methods()["arias"])
    the densest region of the page's text (Arias, Deschacht & Moens 2009)
    """
    return {name: cast("type[Method]", found).description for name, found in _METHODS.load_all()}


def plain_methods() -> list[str]:
    """The methods that need only the page's tree, no browser.

    >>> "arias" in plain_methods(), "gce" in plain_methods()
    (True, False)
    """
    return [name for name, found in _METHODS.load_all() if not cast("type[Method]", found).needs]


def method_class(name: str) -> type[Method]:
    """The class of a method.

    >>> method_class("arias").__name__
    'Arias'
    """
    return cast("type[Method]", _METHODS.load(name))


def make_method(method: str | Method, **parameters: object) -> Method:
    """A method from its name. Parameters follow the name after a colon, or are given by keyword.

    A method object is returned as it is: it has its parameters already.

    >>> make_method("arias:c1=0.5", reading="entry").c1
    0.5
    """
    if not isinstance(method, str):
        if isinstance(method, type) or not isinstance(method, Method):
            raise ArgumentError(f"method must be a name or a Method object, not {method!r}")
        if parameters:
            raise ArgumentError(
                f"{', '.join(parameters)} cannot be changed in a method object: "
                f"give them to its class, or name the method ({method.name!r})"
            )
        return method
    name, _, written = method.partition(":")
    return make_with_parameters(method_class(name), name, written, **parameters)


def make_with_parameters(kind: type[_Made], name: str, written: str, /, **parameters: object) -> _Made:
    """An object of a class, with parameters written as text and given by keyword; messages use ``name``.

    >>> make_with_parameters(method_class("arias"), "arias", "c1=0.5").c1
    0.5
    """
    make = cast("Callable[..., _Made]", kind)
    given, accepted = _parameters(written), _accepted(make)
    if unknown := [key for key in (*given, *parameters) if key not in accepted]:
        raise ArgumentError(
            f"method {name!r} has no parameter {', '.join(unknown)}; its parameters: {', '.join(accepted) or 'none'}"
        )
    if twice := given.keys() & parameters:
        raise ArgumentError(f"{', '.join(sorted(twice))}: given twice, in '{name}:{written}' and by keyword")
    return make(**given, **parameters)


@lru_cache(_MOST_CLASSES)
def _accepted(kind: Callable[..., object]) -> tuple[str, ...]:
    """The names of the parameters of a class; finding them takes longer than making a method without any."""
    return tuple(signature(kind).parameters)


def split_specs(text: str) -> list[str]:
    """Split a list of names at its commas; parameters of a name may have commas too.

    >>> split_specs("arias:c1=0.5,c2=3,cetd-ds")
    ['arias:c1=0.5,c2=3', 'cetd-ds']
    """
    specs: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if specs and ":" in specs[-1] and _PARAMETER.match(part):
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


def _parameters(text: str) -> dict[str, object]:
    """``c1=0.5,mode=paper`` as keyword arguments."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    return {key.strip(): _value(value.strip()) for key, _, value in pairs}


def _value(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
