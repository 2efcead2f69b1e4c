"""Methods by name: our own, and those that other packages register in the entry point group ``dehusk.methods``."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, cast

from dehusk.errors import ArgumentError, UnknownMethod
from dehusk.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.metadata import EntryPoint

DEFAULT_METHOD = "grain"
GROUP = "dehusk.methods"
"""The entry point group of other packages' methods."""

_OWN = {
    "accb": "classics.ccb:Accb",
    "alarte": "alarte:Alarte",
    "arias": "arias:Arias",
    "boilerpipe-article": "classics.boilerpipe:BoilerpipeArticle",
    "boilerpipe-default": "classics.boilerpipe:BoilerpipeDefault",
    "boilerpipe-largest": "classics.boilerpipe:BoilerpipeLargest",
    "boilerpipe-numwords": "classics.boilerpipe:BoilerpipeNumWords",
    "bte": "classics.bte:Bte",
    "ccb": "classics.ccb:Ccb",
    "cectd-ds": "cetd:CectdDs",
    "cectd-s": "cetd:CectdS",
    "cetd-ds": "cetd:CetdDs",
    "cetr": "classics.cetr:Cetr",
    "dsc": "classics.dsc:Dsc",
    "fe": "classics.fe:Fe",
    "gce": "gce:Gce",
    "grain": "learned:Grain",
    "kfe": "classics.fe:Kfe",
    "lqf": "classics.lqf:Lqf",
    "readability-style": "classics.readability:Readability",
    "web2text": "web2text:Web2Text",
    "wlr": "classics.wlr:Wlr",
}
_PARAMETER = re.compile(r"\w+=")


@cache
def _others() -> dict[str, EntryPoint]:
    # Half of the time that it takes to import dehusk; our own methods do without.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _names() -> list[str]:
    return sorted({*_OWN, *_others()})


def list_methods() -> dict[str, str]:
    """Every method by name, with a description of one line.

    >>> import dehusk
    >>> print(dehusk.list_methods()["arias"])
    the densest region of the page's text (Arias, Deschacht & Moens 2009)
    """
    return {name: method_class(name).description for name in _names()}


def plain_methods() -> list[str]:
    """The methods that need only the page's tree, no browser.

    >>> "arias" in plain_methods(), "gce" in plain_methods()
    (True, False)
    """
    return [name for name in _names() if not method_class(name).needs]


def method_class(name: str) -> type[Method]:
    """The class of a method.

    >>> method_class("arias").__name__
    'Arias'
    """
    if name in _OWN:
        module, _, attribute = _OWN[name].partition(":")
        return cast("type[Method]", getattr(import_module(f"dehusk.methods.{module}"), attribute))
    if name in _others():
        return cast("type[Method]", _others()[name].load())
    raise UnknownMethod(name, _names())


def make_method(method: str | Method, **parameters: object) -> Method:
    """A method from its name. Parameters follow the name after a colon, or are given by keyword.

    A method object is returned as it is: it has its parameters already.

    >>> make_method("arias:c1=0.5", break_on_exit=True).c1
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
    make = cast("Callable[..., Method]", method_class(name))
    given, accepted = _parameters(written), signature(make).parameters
    if unknown := [key for key in (*given, *parameters) if key not in accepted]:
        raise ArgumentError(
            f"method {name!r} has no parameter {', '.join(unknown)}; its parameters: {', '.join(accepted) or 'none'}"
        )
    if twice := given.keys() & parameters:
        raise ArgumentError(f"{', '.join(sorted(twice))}: given twice, in {method!r} and by keyword")
    return make(**given, **parameters)


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
