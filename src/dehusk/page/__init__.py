"""The page as flat columns: parsing, the tree, measures of text."""

from __future__ import annotations

from dehusk.page.attributes import Attributes
from dehusk.page.head_items import HeadItem
from dehusk.page.page import Hidden, Page
from dehusk.page.parser import HiddenPolicy, parse

__all__ = ["Attributes", "HeadItem", "Hidden", "HiddenPolicy", "Page", "parse"]
