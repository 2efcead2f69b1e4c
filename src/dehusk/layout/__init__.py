"""Pages as a browser draws them: one box per row."""

from __future__ import annotations

from dehusk.layout.boxes import Layout
from dehusk.layout.browser import Browser, draw, shared_browser, snapshot
from dehusk.layout.find import find_browser
from dehusk.layout.tab import Drawing

__all__ = ["Browser", "Drawing", "Layout", "draw", "find_browser", "shared_browser", "snapshot"]
