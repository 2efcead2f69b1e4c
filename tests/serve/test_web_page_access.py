"""The web page of the service for everybody: narrow windows, dark colours, the keyboard alone, screen readers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from drawing import needs_browser
from service_window import COUNTS, kept_in_list, sample, show, text_of, wait_for

if TYPE_CHECKING:
    from browser_window import Window
    from running_service import RunningService

pytest_plugins = ["service_fixtures"]
pytestmark = needs_browser
ROOT = Path(__file__).parents[2]
NEWS = ROOT / "tests" / "pages" / "news-en" / "page.html"
AXE = ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize(("width", "dark"), [(320, False), (320, True), (390, False), (768, True), (1280, True)])
def test_no_width_scrolls_sideways(window: Window, service: RunningService, width: int, *, dark: bool) -> None:
    show(window, service.url + "/", width=width, height=700, dark=dark)
    wide = "document.documentElement.scrollWidth"
    assert window.evaluate(wide) <= width
    sample(window)
    for tab in ("read", "markdown", "blocks", "about", "call"):
        window.click(f"#tab-{tab}")
        assert window.evaluate(wide) <= width, tab
    background = window.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert background == ("rgb(22, 21, 18)" if dark else "rgb(250, 248, 243)")
    if width < 800:
        assert not window.evaluate("document.querySelector('.pane.original').checkVisibility()")
        window.click("input[name=pane][value=original]")
        assert window.evaluate("document.querySelector('.pane.original').checkVisibility()")
        assert window.evaluate(wide) <= width


def focused(window: Window) -> str:
    return str(window.evaluate("document.activeElement.id || document.activeElement.className"))


def tab_to(window: Window, name: str) -> None:
    for _ in range(60):
        window.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", windowsVirtualKeyCode=9)
        window.call("Input.dispatchKeyEvent", type="keyUp", key="Tab", windowsVirtualKeyCode=9)
        if focused(window) == name:
            return
    raise AssertionError(f"no way to {name} with the Tab key")


def test_the_keyboard_alone(window: Window) -> None:
    tab_to(window, "html")
    window.write(NEWS.read_text("utf-8"))
    tab_to(window, "sample")
    window.key("Enter")
    wait_for(window, COUNTS)
    tab_to(window, "cut")
    before = kept_in_list(window)
    for _ in range(8):
        window.key("ArrowLeft")
    assert kept_in_list(window).count("1") < before.count("1")
    tab_to(window, "edit")
    window.key("Enter")
    tab_to(window, "tab-blocks")
    tab_to(window, "block-list")
    window.key("Home")
    window.key("ArrowDown")
    assert window.evaluate("document.querySelector('.block-list').getAttribute('aria-activedescendant')") == "block-1"
    assert "Accept all" in text_of(window, "#inspector-body")
    before = kept_in_list(window)
    window.key(" ")
    assert kept_in_list(window)[1] != before[1]
    window.evaluate("document.getElementById('tab-blocks').focus()")
    window.key("ArrowRight")
    assert focused(window) == "tab-about"
    window.key("Home")
    assert focused(window) == "tab-read"


def serious(window: Window) -> list[str]:
    """What axe-core calls serious or critical."""
    window.evaluate(AXE.read_text("utf-8"))
    # The frame shows a page of somebody else.
    found = window.evaluate("axe.run({exclude: [['#original']]}, {iframes: false}).then((all) => all.violations)")
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make axe installs it, and needs npm")
@pytest.mark.parametrize("dark", [False, True])
def test_accessibility(window: Window, service: RunningService, *, dark: bool) -> None:
    show(window, service.url + "/", dark=dark)
    found = {"start": serious(window)}
    sample(window)
    window.click("#edit")
    window.click("#block-12")
    for tab in ("read", "markdown", "blocks", "about", "compare", "picture", "call"):
        window.click(f"#tab-{tab}")
        if tab == "compare":
            window.click("#run-compare")
            wait_for(window, "document.querySelector('.matrix')")
        if tab == "picture":
            wait_for(window, "document.querySelector('#panel-picture img')")
        found[tab] = serious(window)
    assert {name: problems for name, problems in found.items() if problems} == {}
