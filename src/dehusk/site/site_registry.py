"""Site methods by name: our own, and those of other packages in the entry point group ``dehusk.site_methods``."""

from __future__ import annotations

from typing import cast

from dehusk.errors import ArgumentError, UnknownMethod
from dehusk.methods.registry import make_with_parameters
from dehusk.plugins import Registry
from dehusk.site.site_method import SiteMethod

DEFAULT_SITE_METHOD = "grain-site"
_SITE_METHODS = Registry(
    "site method",
    "dehusk.site_methods",
    {
        "conex": "dehusk.site.conex:ConEx",
        "grain-site": "dehusk.site.grain_site:GrainSite",
        "iwptd": "dehusk.site.iwptd:Iwptd",
        "rbm-td": "dehusk.site.rbm:RbmTd",
        "rtdm-td": "dehusk.site.rtdm:RtdmTd",
        "sst": "dehusk.site.sst:Sst",
        "temex": "dehusk.site.temex:TemEx",
    },
    UnknownMethod,
    ("name", "description", "select_site"),
)


def list_site_methods() -> dict[str, str]:
    """Every site method by name, with a description of one line.

    >>> print(list_site_methods()["temex"])
    top-down mapping of the trees of linked pages (Alarte, Insa, Silva & Tamarit 2015)
    """
    return {name: cast("type[SiteMethod]", found).description for name, found in _SITE_METHODS.load_all()}


def site_method_class(name: str) -> type[SiteMethod]:
    """The class of a site method.

    >>> site_method_class("temex").__name__
    'TemEx'
    """
    return cast("type[SiteMethod]", _SITE_METHODS.load(name))


def make_site_method(method: str | SiteMethod) -> SiteMethod:
    """A site method from its name; parameters follow the name after a colon. An object is returned as it is.

    >>> make_site_method("sst:t=0.3").t
    0.3
    """
    if not isinstance(method, str):
        if isinstance(method, type) or not isinstance(method, SiteMethod):
            raise ArgumentError(f"method must be a name or a SiteMethod object, not {method!r}")
        return method
    name, _, written = method.partition(":")
    return make_with_parameters(site_method_class(name), name, written)
