"""The main content of a web page, without menus, ads, comments and other boilerplate.

>>> import dehusk
>>> dehusk.extract("<title>Tea</title><p>Steep the tea for three minutes.</p>").text
'Steep the tea for three minutes.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import dehusk.interrupted_import  # noqa: F401 - first: it handles Ctrl-C during the imports below
from dehusk.content import Block, Media, Metadata, Quality, QualityFlag
from dehusk.errors import (
    ArgumentError,
    BrowserError,
    CollectionError,
    DehuskError,
    DrawError,
    MissingExtra,
    ModelError,
    NotRequested,
    OutputError,
    PluginError,
    SourceError,
    UnknownMethod,
)
from dehusk.extraction import Extraction, Status
from dehusk.extractor import Extractor, extract, extract_many
from dehusk.layout import Drawing, Layout, draw
from dehusk.limits import Limits
from dehusk.methods import DEFAULT_METHOD, Method, Selection, list_methods, make_method
from dehusk.outcome import Outcome
from dehusk.output import list_writers
from dehusk.page import Hidden, Page, parse
from dehusk.source import Fetching, Source, read

if TYPE_CHECKING:
    from dehusk import tree
    from dehusk.site import SiteMemory, SiteMethod, extract_site, list_site_methods, make_site_method

    __version__: str

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
    "Extractor",
    "Fetching",
    "Hidden",
    "Layout",
    "Limits",
    "Media",
    "Metadata",
    "Method",
    "MissingExtra",
    "ModelError",
    "NotRequested",
    "Outcome",
    "OutputError",
    "Page",
    "PluginError",
    "Quality",
    "QualityFlag",
    "Selection",
    "SiteMemory",
    "SiteMethod",
    "Source",
    "SourceError",
    "Status",
    "UnknownMethod",
    "__version__",
    "draw",
    "extract",
    "extract_many",
    "extract_site",
    "list_methods",
    "list_site_methods",
    "list_writers",
    "make_method",
    "make_site_method",
    "parse",
    "read",
    "tree",
]


_SITE_NAMES = ("SiteMemory", "SiteMethod", "extract_site", "list_site_methods", "make_site_method")

if not TYPE_CHECKING:  # a type checker is to report unknown names

    def __getattr__(name: str) -> object:
        """Load what takes long, and is seldom used, when it is first used."""
        if name == "__version__":
            from importlib.metadata import version

            value = version("dehusk")
        elif name == "tree":
            value = import_module("dehusk.tree")
        elif name in _SITE_NAMES:
            value = getattr(import_module("dehusk.site"), name)
        else:
            raise AttributeError(f"module 'dehusk' has no attribute {name!r}")
        globals()[name] = value
        return value
