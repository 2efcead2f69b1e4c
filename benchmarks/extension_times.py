"""Time and memory of the extension on pages of about one megabyte.

``python benchmarks/extension_times.py`` presses the button on made-up pages, twice each after a first press that
compiles the scripts, and prints per page: blocks, milliseconds from the start of its scripts to the result, processor
milliseconds of the page's thread for all that a press does (scripts, styles, drawing), and the memory of scripts before
the press, while it is pressed, and after it is released; first for pages without, then with a policy that restricts
scripts. Needs Chromium.
"""

# ruff: noqa: T201 - a command

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "extension"))

from build_extension import build  # noqa: E402
from extension_browser import ExtensionBrowser  # noqa: E402

SIZES = (100, 400, 800, 1600)
"""Paragraphs of the pages."""
MB = 1 << 20
SETTLE = 5.0
"""Seconds in which a page is ready on a busy machine."""
_TEXT = "The kettle stood on the stove for most of the morning, and nobody in the house minded the noise it made. " * 3


POLICY = "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\">"
"""Of pages on which Chromium allows no WebAssembly."""


def large_page(paragraphs: int, head: str = "") -> str:
    """A page of one megabyte: paragraphs, half as many links in menus, and a script that takes the rest."""
    links = "".join(f"<li><a href='/{at}'>Section {at}</a></li>" for at in range(paragraphs // 2))
    text = "".join(f"<p>Part {at}. {_TEXT}</p>" for at in range(paragraphs))
    body = f"<nav><ul>{links}</ul></nav><article><h1>Tea on the hill</h1>{text}</article>"
    filler = "x" * max(0, 1_000_000 - len(body))
    return f"<!DOCTYPE html><meta charset=utf-8>{head}<title>Tea on the hill</title><script>'{filler}'</script>{body}"


def heap(browser: ExtensionBrowser) -> float:
    """Megabytes of the memory of scripts that are in use."""
    browser.call("HeapProfiler.collectGarbage", browser.page)
    usage = browser.call("Runtime.getHeapUsage", browser.page)
    return float(usage["usedSize"] + usage.get("backingStorageSize", 0)) / MB


def script_seconds(browser: ExtensionBrowser) -> float:
    """Seconds that the page's thread has worked."""
    metrics = browser.call("Performance.getMetrics", browser.page)["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "ThreadTime")


def measure(browser: ExtensionBrowser, address: str) -> None:
    """Print the row of a page."""
    browser.open(address)
    time.sleep(1)
    before = heap(browser)
    waits, works = [], []
    pressed = 0.0
    blocks = 0
    for _ in range(3):
        worked = script_seconds(browser)
        browser.press()
        # Asking the page whether it is ready would be work, too.
        time.sleep(SETTLE)
        works.append(1000 * (script_seconds(browser) - worked))
        browser.until("!!document.querySelector('dehusk-bar')")
        waits.append(float(browser.in_extension("dehusk.controller.milliseconds")))
        pressed = heap(browser)
        blocks = browser.in_extension("dehusk.controller.scored ? dehusk.controller.scored.features.blocks.count : 0")
        if browser.evaluate("document.documentElement.dataset.dehuskPage === 'main'"):
            browser.release()
    wait, work = min(waits[1:]), min(works[1:])
    # The scripts leave the page some seconds after it was released.
    time.sleep(2 * SETTLE)
    memory = f"{before:.1f} | {pressed:.1f} | {heap(browser):.1f}"
    print(f"| {blocks:,} | {waits[0]:.0f} | {wait:.0f} | {works[0]:.0f} | {work:.0f} | {memory} |", flush=True)


def main() -> None:
    """Measure, and print the table."""
    print("| blocks | ms, first press | ms | processor ms, first press | processor ms | MB before | pressed | after |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, ExtensionBrowser(build(Path(folder))["chrome"]) as browser:
        browser.call("Performance.enable", browser.page, timeDomain="threadTicks")
        for paragraphs, head in [*((size, "") for size in SIZES), *((size, POLICY) for size in SIZES)]:
            path = Path(folder, f"{paragraphs}.html")
            path.write_text(large_page(paragraphs, head), encoding="utf-8")
            measure(browser, path.as_uri())


if __name__ == "__main__":
    main()
