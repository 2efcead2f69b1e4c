"""The page as flat columns: parsing, the tree, measures of text."""

from __future__ import annotations

from dehusk.page.page import Attributes, HeadItem, Hidden, Page
from dehusk.page.parser import HiddenPolicy, parse

__all__ = ["Attributes", "HeadItem", "Hidden", "HiddenPolicy", "Page", "parse"]
