"""The web page of the service with pages that attack it, in a real browser."""

from __future__ import annotations

import base64
import time
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from drawing import needs_browser
from service_window import COUNTS, FRAME, wait_for
from xss_vectors import HIT, VECTORS

if TYPE_CHECKING:
    from browser_window import Window
    from running_service import RunningService

pytest_plugins = ["service_fixtures"]
pytestmark = needs_browser


def test_no_vector_runs(window: Window) -> None:
    """As the page, its title and its address; in every view."""
    window.evaluate("window.hits = 0; window.hit = () => { window.hits += 1; }")
    html = "".join(f"<div>{vector}</div><p>Steep the tea for three minutes, then drink it.</p>" for vector in VECTORS)
    title = f"<title></title><script>{HIT}</script>\"'><img src=x onerror={HIT}></title>"
    body = base64.b64encode(f"<head>{title}</head>{html}".encode("utf-8", "replace")).decode()
    window.evaluate(
        f"(() => {{ const bytes = Uint8Array.from(atob({body!r}), (each) => each.charCodeAt(0));"
        "document.getElementById('html').value = new TextDecoder().decode(bytes); })()"
    )
    window.click("#page-form button.main")
    wait_for(window, COUNTS)
    for tab in ("read", "markdown", "text", "html", "json", "xml", "blocks", "about", "call", "picture"):
        window.click(f"#tab-{tab}")
    window.click("#tab-compare")
    window.click("#run-compare")
    wait_for(window, "document.querySelector('.matrix')")
    time.sleep(0.3)
    assert window.evaluate("window.hits") == 0
    dangerous = f"{FRAME}.querySelectorAll('script, [onerror], [onload], iframe, object, embed, base, meta').length"
    assert window.evaluate(dangerous) == 0
    # A policy that refuses is the second line of defence: nothing may reach it.
    assert [each for each in window.problems if "Content Security Policy" in each] == []


def test_no_vector_runs_in_answers(window: Window, service: RunningService) -> None:
    """In addresses and headers, and in answers that are opened as documents."""
    for vector in VECTORS[:40]:
        reply = service.post("/v1/extract", {"html": vector, "page_url": f"https://example.org/{vector[:50]}"})
        assert reply.status in (200, 422)
        header = {"X-Tea": vector.encode("ascii", "replace").decode().replace("\n", " ").replace("\r", " ")}
        answer = service.get("/nothing", **header)
        assert answer.headers["content-type"] == "application/problem+json"
    show_plain = f"{service.url}/%3Cscript%3E{HIT}%3C/script%3E"
    window.call("Page.navigate", url=show_plain)
    wait_for(window, "document.body")
    assert window.evaluate("document.scripts.length") == 0
    window.problems.clear()  # the browser reports the status 404
