"""The main content of a web page, without menus, ads, comments and other boilerplate.

>>> import dehusk
>>> dehusk.extract("<title>Tea</title><p>Steep the tea for three minutes.</p>").text
'Steep the tea for three minutes.'
"""

from __future__ import annotations

from importlib.metadata import version

from dehusk.api import DEFAULT_METHOD, extract
from dehusk.content import Block, Extraction, Media
from dehusk.errors import (
    ArgumentError,
    BrowserError,
    CollectionError,
    DehuskError,
    DrawError,
    MissingExtra,
    ModelError,
    SourceError,
    UnknownMethod,
)
from dehusk.layout import Drawing, Layout, draw
from dehusk.limits import Limits
from dehusk.many import extract_many
from dehusk.methods import Method, Selection, make_method
from dehusk.methods.registry import methods
from dehusk.page import Hidden, Page, parse
from dehusk.site import SiteMemory, SiteMethod, extract_site, list_site_methods, make_site_method
from dehusk.source import Source, read

__version__ = version("dehusk")

__all__ = [
    "DEFAULT_METHOD",
    "ArgumentError",
    "Block",
    "BrowserError",
    "CollectionError",
    "DehuskError",
    "DrawError",
    "Drawing",
    "Extraction",
    "Hidden",
    "Layout",
    "Limits",
    "Media",
    "Method",
    "MissingExtra",
    "ModelError",
    "Page",
    "Selection",
    "SiteMemory",
    "SiteMethod",
    "Source",
    "SourceError",
    "UnknownMethod",
    "draw",
    "extract",
    "extract_many",
    "extract_site",
    "list_site_methods",
    "make_method",
    "make_site_method",
    "methods",
    "parse",
    "read",
]
