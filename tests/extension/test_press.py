"""The button in a real Chromium: pressed and pressed again, a page is what it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser_pages import TESTS, PageServer, served_pages, special_pages
from built_extension import built_extension
from drawing import needs_browser
from extension_browser import ExtensionBrowser

pytestmark = needs_browser

OURS = [f"/{path.relative_to(TESTS).as_posix()}" for path in sorted(TESTS.glob("pages/*/page.html"))]
DRAWN = [f"/{path.relative_to(TESTS).as_posix()}" for path in sorted(TESTS.glob("drawn/*/page.html"))]
# Pages that change by themselves are compared in tests of their own.
SPECIAL = [path for path in special_pages() if path not in ("/app.html", "/empty.html")]

REMEMBER = """
(async () => {
  window.scrollTo(0, %d);
  // Some of our pages load images when they come into view.
  await new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve, 50)), 50));
  const nodes = [];
  const visit = (node) => {
    nodes.push(node);
    if (node.shadowRoot) visit(node.shadowRoot);
    for (const child of node.childNodes) visit(child);
    if (node.contentDocument) visit(node.contentDocument);
  };
  visit(document);
  const html = (root) => {
    const shadows = nodes.filter((node) => node instanceof ShadowRoot);
    return root.documentElement.getHTML({serializableShadowRoots: true, shadowRoots: shadows});
  };
  const state = () => ({
    html: html(document),
    attributes: document.documentElement.getAttributeNames(),
    frames: nodes.filter((node) => node.nodeType === 9).map(html),
    scroll: [scrollX, scrollY],
    scrolled: nodes.filter((node) => node.scrollTop).map((node) => node.scrollTop),
    sheets: nodes.filter((node) => node.adoptedStyleSheets).map((node) => node.adoptedStyleSheets.length),
    forms: nodes.filter((node) => "form" in node).map((node) => [node.value, node.checked, node.selectedIndex]),
  });
  let clicks = 0;
  document.addEventListener("click", () => { clicks += 1; });
  const same = () => {
    const before = [...nodes];
    nodes.length = 0;
    visit(document);
    return before.length === nodes.length && before.every((node, at) => node === nodes[at]);
  };
  window.remembered = { state, same, clicked: () => { document.body.click(); return clicks; } };
  return state();
})()
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[ExtensionBrowser]:
    with ExtensionBrowser(built_extension()["chrome"]) as started:
        yield started


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


@pytest.mark.parametrize("path", OURS + DRAWN + SPECIAL)
def test_pressed_twice_a_page_is_what_it_was(browser: ExtensionBrowser, server: PageServer, path: str) -> None:
    browser.open(server.address + path)
    if path == "/strict.html":
        # Its policy stops all scripts, also those of this test, except for the protocol's own.
        before = browser.evaluate("document.documentElement.outerHTML")
        browser.press_and_wait()
        assert browser.evaluate("getComputedStyle(document.querySelector('nav a')).visibility") == "hidden"
        assert browser.evaluate("getComputedStyle(document.querySelector('article p')).visibility") == "visible"
        browser.release()
        assert browser.evaluate("document.documentElement.outerHTML") == before
        return
    before = browser.evaluate(REMEMBER % 137)
    browser.press_and_wait()
    browser.release()
    assert browser.evaluate("remembered.state()") == before
    assert browser.evaluate("remembered.same()")
    assert browser.evaluate("remembered.clicked()") == 1


def visible(browser: ExtensionBrowser, selector: str) -> bool:
    """Whether all elements of a selector are visible, or none."""
    found = f"[...document.querySelectorAll({selector!r})].map((each) => getComputedStyle(each).visibility)"
    states = set(browser.evaluate(found))
    assert len(states) == 1, (selector, states)
    return states == {"visible"}


def test_only_the_main_content_is_visible_and_stays_where_it_was(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/plain.html")
    places = "[...document.querySelectorAll('article p')].map((each) => each.getBoundingClientRect().top)"
    before = browser.evaluate(places)
    browser.press_and_wait()
    assert visible(browser, "article p")
    assert not visible(browser, "nav a, footer a")
    assert browser.evaluate(places) == before
    assert browser.in_extension("dehusk.controller.scored.network.products.kernel !== null")


def test_the_main_content_of_a_frame(browser: ExtensionBrowser, server: PageServer) -> None:
    for path, inner in (
        ("/frame.html", "frames[0].document"),
        ("/nested-frames.html", "frames[0].frames[0].document"),
        ("/frameset.html", "frames[1].document"),
    ):
        browser.open(server.address + path)
        browser.press()
        browser.until(f"{inner}.documentElement.dataset.dehuskPage === 'main'")
        shown = f"getComputedStyle({inner}.querySelector(%r)).visibility"
        assert browser.evaluate(shown % "article p") == "visible"
        assert browser.evaluate(shown % "nav a") == "hidden"
        chain = "let view = %s.defaultView, all = []; while (view !== top) { all.push(view.frameElement); "
        chain += "view = view.parent; } all.map((frame) => getComputedStyle(frame).visibility)"
        assert set(browser.evaluate(chain % inner)) == {"visible"}
        browser.release()


def test_content_in_an_open_shadow_root(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/shadow.html")
    browser.press_and_wait()
    inner = "getComputedStyle(document.getElementById('host').shadowRoot.querySelector('p')).visibility"
    assert browser.evaluate(inner) == "visible"
    assert not visible(browser, "nav a")
    browser.open(server.address + "/slots.html")
    browser.press_and_wait()
    assert visible(browser, "article p")
    header = "getComputedStyle(document.getElementById('host').shadowRoot.querySelector('header')).visibility"
    assert browser.evaluate(header) == "hidden"


def test_text_beside_kept_text_is_not_drawn(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/mixed.html")
    browser.press_and_wait()
    assert visible(browser, "article p")
    assert browser.evaluate("getComputedStyle(document.querySelector('article').parentElement).visibility") == "hidden"


def test_a_page_that_draws_itself_again_meanwhile(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/app.html")
    browser.press_and_wait()
    count = int(browser.evaluate("document.getElementById('count').textContent"))
    browser.until(f"Number(document.getElementById('count').textContent) > {count + 3}")
    browser.release()
    assert "dehusk" not in browser.evaluate("document.documentElement.outerHTML")
    count = int(browser.evaluate("document.getElementById('count').textContent"))
    browser.until(f"Number(document.getElementById('count').textContent) > {count}")


def test_a_page_without_content_says_so_and_stays_as_it_is(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/empty.html")
    before = browser.evaluate("document.documentElement.outerHTML")
    browser.press()
    browser.until("!!document.querySelector('dehusk-bar')")
    assert browser.evaluate("document.documentElement.dataset.dehuskPage ?? ''") == ""
    browser.until("!document.querySelector('dehusk-bar')")
    assert browser.evaluate("document.documentElement.outerHTML") == before


def test_content_out_of_sight_is_scrolled_to_and_back(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/long.html")
    browser.evaluate("scrollTo(0, 50)")
    browser.press_and_wait()
    top = browser.evaluate("document.querySelector('article').getBoundingClientRect().top")
    assert 0 <= top < 200
    browser.release()
    assert browser.evaluate("scrollY") == 50


def test_nothing_leaves_the_browser(browser: ExtensionBrowser, server: PageServer) -> None:
    worker = browser.worker()
    browser.watch(worker)
    browser.open(f"{server.address}/pages/news-en/page.html")
    browser.until("document.readyState === 'complete'")
    browser.requests.clear()
    asked = len(server.asked)
    browser.press_and_wait()
    browser.release()
    browser.press_and_wait()
    browser.release()
    own = f"chrome-extension://{browser.id}/"
    assert [address for address in browser.requests if not address.startswith((own, "data:", "blob:"))] == []
    assert len(server.asked) == asked


def test_the_scripts_leave_the_page_and_come_again(browser: ExtensionBrowser, server: PageServer) -> None:
    browser.open(server.address + "/plain.html")
    for _ in range(2):
        browser.press_and_wait()
        browser.release()
        browser.wait_for(lambda: browser.in_extension("typeof dehusk === 'undefined'"))
    browser.press_and_wait()
    assert visible(browser, "article p")
    assert not visible(browser, "nav a")
    browser.release()
