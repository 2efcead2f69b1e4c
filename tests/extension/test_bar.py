"""The bar of a pressed page, the reader view, the options page and the badge, in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from browser_pages import PARAGRAPHS, PageServer, served_pages
from built_extension import built_extension
from drawing import needs_browser
from extension_browser import ExtensionBrowser

pytestmark = needs_browser

BUTTONS = ("why", "site", "reader", "copy", "save", "print", "close")


@pytest.fixture(scope="module")
def browser() -> Iterator[ExtensionBrowser]:
    with ExtensionBrowser(built_extension()["chrome"]) as started:
        yield started


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


def button(browser: ExtensionBrowser, name: str) -> str:
    """The selector of a button by the name of its message."""
    label = browser.in_extension(f"chrome.i18n.getMessage('{name}_title')")
    return f'button[title="{label}"]'


def press(browser: ExtensionBrowser, address: str, **settings: object) -> None:
    """Load a page and press the button, with some settings."""
    worker = browser.worker()
    browser.evaluate("chrome.storage.local.clear()", worker)
    for name, value in settings.items():
        browser.evaluate(f"chrome.storage.local.set({{{name}: {value!r}}})", worker)
    browser.open(address)
    browser.press()
    browser.until("!!document.querySelector('dehusk-bar')")


def test_all_buttons_have_texts(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html")
    for name in BUTTONS:
        assert browser.text_of("dehusk-bar", button(browser, name))
    assert not [problem for problem in browser.problems if "extension" in problem]


def test_the_last_button_and_the_badge(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html")
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    worker = browser.worker()
    shown = "chrome.tabs.query({}).then(([tab]) => chrome.action.getBadgeText({tabId: tab.id}))"
    browser.until(f"{shown}.then((text) => text === '✓')", worker)
    browser.click("dehusk-bar", button(browser, "close"))
    browser.until("!document.querySelector('dehusk-bar,[data-dehusk-keep]')")
    browser.until(f"{shown}.then((text) => text === '')", worker)
    assert browser.evaluate("getComputedStyle(document.querySelector('nav a')).visibility") == "visible"


def test_the_slider_keeps_more_or_less(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, f"{server.address}/pages/blog-en/page.html")
    kept = []
    for favor in (-1, 0, 1):
        browser.in_extension(f"dehusk.controller.set_favor({favor})")
        kept.append(browser.in_extension("dehusk.controller.keep.filter(Boolean).length"))
    assert 0 < kept[0] <= kept[1] <= kept[2]
    assert kept[0] < kept[2]


def test_the_reader_view(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html", action="reader")
    browser.until("!!document.querySelector('dehusk-reader')")
    text = browser.text_of("dehusk-reader", "main")
    assert text.count("Tea on the hill") == 1
    assert all(paragraph in text for paragraph in PARAGRAPHS)
    assert "Imprint" not in text
    browser.click("dehusk-bar", button(browser, "reader"))
    browser.until("!document.querySelector('dehusk-reader')")


def test_scripts_and_handlers_do_not_reach_the_reader_view(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html")
    browser.evaluate("window.attacked = 0")
    html = browser.in_extension(
        "dehusk.writers.blocks_html([{name: 'p', attributes: {}, children: ['<img src=x onerror=attacked++>']}])"
    )
    assert html == "<p>&lt;img src=x onerror=attacked++&gt;</p>"


def test_formats(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html")
    written = {
        name: browser.in_extension(f"dehusk.controller.written('{name}')") for name in ("markdown", "html", "text")
    }
    assert written["text"] == "\n".join(["Tea on the hill", *PARAGRAPHS]) + "\n"
    head = '---\ntitle: "Tea on the hill"\nlanguage: "en"\n'
    assert written["markdown"].startswith(head)
    assert written["markdown"].endswith("\n\n".join(["# Tea on the hill", *PARAGRAPHS]) + "\n")
    assert f"<h1>Tea on the hill</h1>\n<p>{PARAGRAPHS[0]}</p>" in written["html"]


def test_structure_in_markdown(browser: ExtensionBrowser, server: PageServer) -> None:
    for page, wanted in (
        ("tables-en", "| --- |"),
        ("lists-en", "\n1. "),
        ("code-en", "\n```\n"),
        ("quotes-en", "\n> "),
        ("figures-en", "!["),
    ):
        press(browser, f"{server.address}/pages/{page}/page.html")
        assert wanted in browser.in_extension("dehusk.controller.written('markdown')"), page


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("As shown [1], 2 * 3 is NZ_(x) or snake_case.", "As shown [1], 2 * 3 is NZ_(x) or snake_case."),
        ("It costs $24.71 &amp; more, a &lt; b &gt; c", "It costs $24.71 & more, a < b > c"),
        ("[a](b) [^1] _so_ *x* &lt;b&gt; `c` &amp;amp;", r"[a\](b) \[^1] \_so_ \*x\* \<b> \`c\` \&amp;"),
        ("[a]<u>(b)</u>", r"[a]\(b)"),
        ("1986. A year", r"1986\. A year"),
        ("&gt; no quote", r"\> no quote"),
        ("- no list", r"\- no list"),
    ],
)
def test_signs_in_markdown(browser: ExtensionBrowser, server: PageServer, html: str, expected: str) -> None:
    press(browser, server.address + "/plain.html")
    written = f"""(() => {{
      const node_of = (node) => node.nodeType === 3 ? node.data :
        {{name: node.localName, attributes: {{}}, children: [...node.childNodes].map(node_of)}};
      const page = new DOMParser().parseFromString({json.dumps(f"<p>{html}")}, "text/html");
      return dehusk.writers.to_markdown(node_of(page.body), {{}});
    }})()"""
    assert browser.in_extension(written).rpartition("---\n\n")[2] == f"{expected}\n"


def test_copy(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html")
    browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.click("dehusk-bar", button(browser, "copy"))
    copied = browser.in_extension("chrome.i18n.getMessage('copied')")
    browser.wait_for(lambda: browser.text_of("dehusk-bar", ".note") == copied)
    assert PARAGRAPHS[0] in browser.evaluate("navigator.clipboard.readText()")


def test_why(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html")
    browser.click("dehusk-bar", button(browser, "why"))
    browser.until("document.documentElement.dataset.dehuskPage === 'why'")
    places = {}
    for selector in ("article p", "nav a"):
        places[selector] = browser.evaluate(
            f"(() => {{ const box = document.querySelector({selector!r}).getBoundingClientRect();"
            "return [box.left + 5, box.top + box.height / 2]; })()"
        )
    browser.mouse("mouseMoved", *places["article p"])
    kept = browser.text_of("dehusk-bar", ".why")
    browser.mouse("mouseMoved", *places["nav a"])
    dropped = browser.text_of("dehusk-bar", ".why")
    assert kept.startswith("Kept")
    assert dropped.startswith("Not kept")
    assert kept.count("median of the page") == dropped.count("median of the page") == 3
    browser.click("dehusk-bar", button(browser, "why"))
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")


def test_the_bar_is_written_in_the_direction_of_its_own_language(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, f"{server.address}/pages/news-ar/page.html")
    assert browser.evaluate("getComputedStyle(document.documentElement).direction") == "rtl"
    for selector in (".bar", ".why"):
        assert browser.run_on("dehusk-bar", selector, "return getComputedStyle(this).direction") == "ltr"


def test_alarte_and_silva(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/plain.html", method="alarte")
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    shown = "getComputedStyle(document.querySelector(%r)).visibility"
    assert browser.evaluate(shown % "article p") == "visible"
    assert browser.evaluate(shown % "nav a") == "hidden"


def test_site_mode_asks_and_removes_what_repeats(browser: ExtensionBrowser, server: PageServer) -> None:
    press(browser, server.address + "/site-a.html")
    browser.until("document.documentElement.dataset.dehuskPage === 'main'")
    asked = len(server.asked)
    browser.click("dehusk-bar", button(browser, "site"))
    assert len(server.asked) == asked
    browser.click("dehusk-bar", "span.note button")
    done = "dehusk.controller.repeated ? dehusk.controller.written('text') : ''"
    text = browser.wait_for(lambda: browser.in_extension(done))
    assert "first story" in text
    assert "newsletter" not in text
    assert sorted(server.asked[asked:]) == ["/imprint", "/privacy", "/site-b.html", "/site-c.html"]


def test_the_options_page(browser: ExtensionBrowser) -> None:
    browser.open(f"chrome-extension://{browser.id}/options.html")
    browser.until("document.querySelector('form').elements.method.value === 'grain'")
    assert browser.evaluate("[...document.querySelectorAll('[data-message]')].every((each) => each.textContent)")
    assert browser.evaluate("document.getElementById('shortcut').textContent") == "Alt+Shift+D"
    browser.evaluate("document.querySelector('[value=alarte]').click()")
    browser.until("chrome.storage.local.get('method').then((got) => got.method === 'alarte')")
    browser.evaluate("document.querySelector('[value=serve]').click()")
    assert browser.evaluate("!document.getElementById('server').hidden")
    size = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    browser.call("Emulation.setDeviceMetricsOverride", browser.page, **size)
    assert browser.evaluate("document.documentElement.scrollWidth") == 320
    browser.call("Emulation.setDeviceMetricsOverride", browser.page, **size | {"width": 1280})
    browser.evaluate("chrome.storage.local.clear()")


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000/", True),
        ("http://127.0.0.1.example.org/", False),
        ("https://example.org", False),
        ("http://user@example.org:8000", False),
        ("file:///etc", False),
        ("", False),
    ],
)
def test_only_a_server_on_this_machine_is_asked(browser: ExtensionBrowser, address: str, *, allowed: bool) -> None:
    worker = browser.worker()
    assert browser.evaluate(f"dehusk.loopback_address({address!r}) !== null", worker) is allowed
