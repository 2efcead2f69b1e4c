"""Runs in a network namespace of its own, where 8.8.8.8 is this machine: the web page shows a page by its address."""

# ruff: noqa: T201 - a command

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from dehusk import extract
from dehusk.serve.service_settings import ServiceSettings
from page_server import NEWS
from public_network import CANARY, REQUESTS, CanaryHandler, PublicHandler, serve
from running_service import running_service
from service_window import COUNTS, STATUS, kept_in_frame, service_window, show, text_of, wait_for

ADDRESS = "http://8.8.8.8/news"


def main() -> None:
    for command in ("link set lo up", "address add 8.8.8.8/32 dev lo"):
        subprocess.run(["ip", *command.split()], check=True)  # noqa: S603, S607 - our own
    serve("8.8.8.8", PublicHandler)
    serve("127.0.0.1", CanaryHandler)
    settings = ServiceSettings(jobs=1, allow_fetch=True)
    with (
        running_service(settings) as service,
        tempfile.TemporaryDirectory() as downloads,
        service_window(Path(downloads)) as window,
    ):
        show(window, service.url + "/")
        window.evaluate("document.getElementById('url').focus()")
        window.write(ADDRESS)
        window.key("Enter")
        wait_for(window, COUNTS)
        expected = extract(NEWS, url=ADDRESS)
        assert text_of(window, "#page-name") == expected.title
        window.click("#tab-text")
        assert text_of(window, "#panel-text code") == expected.text
        assert "1" in kept_in_frame(window).values()
        window.click("#tab-call")
        assert ADDRESS in text_of(window, "#panel-call")
        # The service fetched the page, once; the browser fetched nothing but from the service.
        assert REQUESTS == [("8.8.8.8", "/news", None)], REQUESTS
        asked = [each for each in window.requests if not each.startswith((service.url, "data:", "blob:", "about:"))]
        assert asked == [], asked
        assert window.problems == [], window.problems
        show(window, service.url + "/")
        window.evaluate("document.getElementById('url').focus()")
        window.write("http://8.8.8.8/?to=http://127.0.0.1/")
        window.key("Enter")
        wait_for(window, f"{STATUS}.includes('No public host')")
    assert not CANARY
    print("all correct")


if __name__ == "__main__":
    main()
