"""The main content of a web page, without menus, ads, comments and other boilerplate.

>>> import dehusk
>>> dehusk.extract("<title>Tea</title><p>Steep the tea for three minutes.</p>").text
'Steep the tea for three minutes.'
"""

from __future__ import annotations

from dehusk.api import DEFAULT_METHOD, extract
from dehusk.content import Block, Extraction
from dehusk.errors import ArgumentError, DehuskError, SourceError, UnknownMethod
from dehusk.limits import Limits
from dehusk.methods import Method, Selection, make_method
from dehusk.methods.registry import methods
from dehusk.page import Page, parse

__all__ = [
    "DEFAULT_METHOD",
    "ArgumentError",
    "Block",
    "DehuskError",
    "Extraction",
    "Limits",
    "Method",
    "Page",
    "Selection",
    "SourceError",
    "UnknownMethod",
    "extract",
    "make_method",
    "methods",
    "parse",
]
