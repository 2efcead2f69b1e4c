"""The page as flat columns: parsing, the tree, measures of text."""

from __future__ import annotations

from dehusk.page.parse import parse
from dehusk.page.tree import Attributes, HeadItem, Hidden, Page

__all__ = ["Attributes", "HeadItem", "Hidden", "Page", "parse"]
