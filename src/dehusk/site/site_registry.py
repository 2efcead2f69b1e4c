"""Site methods by name: ours and any other package's, found by the entry point group ``dehusk.site_methods``."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from dehusk.errors import ArgumentError, UnknownMethod
from dehusk.methods.registry import make_with_parameters
from dehusk.site.site_method import SiteMethod

GROUP = "dehusk.site_methods"


@cache
def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def list_site_methods() -> dict[str, str]:
    """Every site method that can be asked for, with what it is in one line.

    >>> print(list_site_methods()["temex"])
    top-down mapping of the trees of linked pages (Alarte, Insa, Silva & Tamarit 2015)
    """
    return {name: site_method_class(name).description for name in _registered()}


def site_method_class(name: str) -> type[SiteMethod]:
    """The class of a site method.

    >>> site_method_class("temex").__name__
    'TemEx'
    """
    if name not in _registered():
        raise UnknownMethod(name, list(_registered()))
    return cast("type[SiteMethod]", _registered()[name].load())


def make_site_method(method: str | SiteMethod) -> SiteMethod:
    """A site method from its name, with parameters after a colon if need be; a ready method is taken as it is.

    >>> make_site_method("sst:t=0.3").t
    0.3
    """
    if not isinstance(method, str):
        if isinstance(method, type) or not isinstance(method, SiteMethod):
            raise ArgumentError(f"method must be a name or a SiteMethod object, not {method!r}")
        return method
    name, _, parameters = method.partition(":")
    return make_with_parameters(site_method_class(name), name, parameters)
