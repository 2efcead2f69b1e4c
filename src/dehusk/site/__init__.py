"""Methods that see several pages of one site."""

from __future__ import annotations

from dehusk.site.site_extraction import extract_site
from dehusk.site.site_memory import SiteMemory
from dehusk.site.site_method import SiteMethod
from dehusk.site.site_registry import list_site_methods, make_site_method, site_method_class

__all__ = ["SiteMemory", "SiteMethod", "extract_site", "list_site_methods", "make_site_method", "site_method_class"]
