"""Methods by name: ours and any other package's, found by the entry point group ``dehusk.methods``."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, TypeVar, cast

from dehusk.errors import ArgumentError, UnknownMethod
from dehusk.methods.base import Method

if TYPE_CHECKING:
    from collections.abc import Callable

GROUP = "dehusk.methods"
_Kind = TypeVar("_Kind")
_PARAMETER = re.compile(r"\w+=")


@cache
def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def methods() -> dict[str, str]:
    """Every method that can be asked for, with what it is in one line.

    >>> import dehusk
    >>> print(dehusk.methods()["arias"])
    the densest region of the page's text (Arias, Deschacht & Moens 2009)
    """
    return {name: method_class(name).description for name in _registered()}


def plain_methods() -> list[str]:
    """The methods that need nothing but the page's tree: no browser.

    >>> "arias" in plain_methods(), "gce" in plain_methods()
    (True, False)
    """
    return [name for name in _registered() if not method_class(name).needs]


def method_class(name: str) -> type[Method]:
    """The class of a method.

    >>> method_class("arias").__name__
    'Arias'
    """
    if name not in _registered():
        raise UnknownMethod(name, list(_registered()))
    return cast("type[Method]", _registered()[name].load())


def make_method(method: str | Method) -> Method:
    """A method from its name, with parameters after a colon if need be; a ready method is taken as it is.

    >>> make_method("arias:c1=0.5,break_on_exit=True").c1
    0.5
    """
    if not isinstance(method, str):
        if isinstance(method, type) or not isinstance(method, Method):
            raise ArgumentError(f"method must be a name or a Method object, not {method!r}")
        return method
    name, _, parameters = method.partition(":")
    return make_with_parameters(method_class(name), name, parameters)


def make_with_parameters(kind: type[_Kind], name: str, parameters: str) -> _Kind:
    """An object of a class, with parameters as text; ``name`` is what messages call it.

    >>> make_with_parameters(method_class("arias"), "arias", "c1=0.5").c1
    0.5
    """
    make = cast("Callable[..., _Kind]", kind)
    given, accepted = _parameters(parameters), inspect.signature(make).parameters
    if unknown := [key for key in given if key not in accepted]:
        raise ArgumentError(
            f"method {name!r} has no parameter {', '.join(unknown)}; its parameters: {', '.join(accepted) or 'none'}"
        )
    return make(**given)


def split_specs(text: str) -> list[str]:
    """Names from a list with commas; a name's parameters may have commas too.

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
