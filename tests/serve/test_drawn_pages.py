"""Pages that a browser has drawn, given as nodes and boxes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk import Source, draw, extract
from drawing import needs_browser

if TYPE_CHECKING:
    from browser_window import Window
    from running_service import RunningService

pytest_plugins = ["service_fixtures"]
pytestmark = needs_browser
PAGES = Path(__file__).parents[1] / "pages"


COLLECTOR = """
(() => {
  const nodes = [];
  const visit = (node, parent) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = (node.nodeType === 1 ? node : range).getBoundingClientRect();
    const found = node.nodeType === 1 ? { name: node.localName } : { text: node.data };
    if (parent !== null) found.parent = parent;
    if (box.width || box.height) found.box = [box.x + scrollX, box.y + scrollY, box.width, box.height];
    const pairs = [...(node.attributes ?? [])].map((each) => [each.name, each.value]);
    if (pairs.length) found.attributes = Object.fromEntries(pairs);
    const place = nodes.push(found) - 1;
    for (const child of node.childNodes) if ([1, 3].includes(child.nodeType)) visit(child, place);
  };
  visit(document.documentElement, null);
  return { nodes, window: [innerWidth, innerHeight] };
})()
"""


def test_a_drawn_page_of_a_browser(browser: Window, service: RunningService) -> None:
    """Nodes and boxes that a script collects give what dehusk's own drawing gives."""
    for name in ("news-en", "blog-en"):
        page = PAGES / name / "page.html"
        browser.open(page, width=1920, height=1080)
        drawn = browser.evaluate(COLLECTOR)
        for method in ("gce", "grain"):
            found = service.post("/v1/extract", {"drawn": drawn, "method": method, "fields": ["text"]}).json
            assert found["text"] == extract(draw(Source.of(page)), method=method).text
