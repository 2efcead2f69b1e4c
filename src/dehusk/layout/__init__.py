"""Pages as a browser draws them: one box per row. ``layout.browser`` drives the browser."""

from __future__ import annotations

from dehusk.layout.boxes import Layout
from dehusk.layout.drawing import Drawing, draw, snapshot
from dehusk.layout.find import find_browser

__all__ = ["Drawing", "Layout", "draw", "find_browser", "snapshot"]
