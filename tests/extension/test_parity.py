"""The methods in JavaScript give what Python gives: blocks, features, decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser_pages import TESTS, PageServer, served_pages, special_pages
from built_extension import built_extension
from drawing import needs_browser
from parity import PageParity, ScriptEngine, compare_gce, compare_html, compare_live

pytestmark = needs_browser

OURS = sorted(TESTS.glob("pages/*/page.html")) + sorted(TESTS.glob("drawn/*/page.html"))
# The first never stands still, the second has no script that may run, the third has 30 MB of features.
LIVE = [path for path in special_pages() if path not in ("/app.html", "/strict.html", "/big.html")]
MARKUP = {
    "class words": "<div class='postComments HTMLBody2 AB article-body entry-2046 &amp;nav'>"
    "<p id=mainContent>Tea, milk.</p><p class='item7 odd'>One</p>"
    "<p class='item8 even'>Two</p><p role=navigation itemprop=articleBody>Three",
    "hidden": "<p>Shown text is here</p><p hidden>No</p><p hidden=until-found>Yes</p>"
    "<dialog>No</dialog><dialog open>Yes</dialog><p style='DISPLAY : none'>No</p>"
    "<div style='overflow:hidden;height:0'>No</div><p style='font-size:0.5em'>Yes"
    "<template><p>No</p></template><video>No</video><template shadowrootmode=open><p>Yes",
    "most is hidden": "<p>Few</p><div style='visibility:hidden'>This is most of the text of the page, so it is kept.",
    "most in noscript": "<p>Few</p><noscript><p>This is most of the text of the page, so it is kept.</p></noscript>",
    "no body text": "<title>Tea</title><img src=a>",
    "signs": "<p>© 2024 | 12:30 — 1999 \u2029 «Té» … 世界 สวัสดี \U0001f375 1\u0301 \x85x</p>" + "<p>Read more" * 3,
    "deep": "<div>" * 600 + "deep text" + "</div>" * 600 + "<p>after",
    "head": "<title>Green tea | Shop</title><meta property=og:title content='Green tea'><meta property=og:type "
    "content=article><meta name=description content='Steep the tea well and drink it'><script type=application/ld+json>"
    '{"@type": "NewsArticle", "articleBody": "' + "Steep\\u0020it well.\t" * 30 + '"}</script>'
    "<h1>Shop</h1><h2>Green tea</h2><p>Steep the tea well and drink it.<p>Steep it well. Steep it well.",
    "copy of the article": '<script type=application/ld+json>{"@type": "NewsArticle", "articleBody": "'
    + "The hills were green after the rain. " * 9
    + '"}</script><h1>Tea</h1><p>'
    + "The hills were green after the rain. " * 9
    + "</p><p>Short.<p>"
    + "Silver kettles cost a fortune. " * 9,
    "tables": "<table><caption>Prices</caption><tr><th>Tea<td>3</table><table><tr><td>Layout</table>"
    "<pre>\n\ncode</pre>",
    "foreign": "<svg><title>t</title><a><text>x</text></a><foreignObject><p>in svg</p></foreignObject></svg><math><mi>y"
    "</mi><annotation-xml encoding=text/html><p>in math</p></annotation-xml></math><p>end",
    "nested forms": "<div><form><p>a</div><form><p>b</form></form><p>c<form><p>d",
    "text after comments": "<p>one<!-- c -->two<script>1</script>three<style></style> four<br>five",
}


@pytest.fixture(scope="module")
def engine() -> Iterator[ScriptEngine]:
    with ScriptEngine(built_extension()["chrome"]) as started:
        yield started


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with served_pages() as started:
        yield started


def check(found: PageParity) -> None:
    assert found.same_blocks, found
    assert found.largest_difference <= 1e-5, found
    assert found.masks_differ == 0, found
    assert found.same_alarte, found


@pytest.mark.parametrize("page", OURS, ids=lambda path: path.parent.name)
def test_our_pages(engine: ScriptEngine, page: Path) -> None:
    check(compare_html(engine, page.parent.name, page.read_text("utf-8")))


@pytest.mark.parametrize("name", MARKUP)
def test_markup(engine: ScriptEngine, name: str) -> None:
    check(compare_html(engine, name, MARKUP[name]))


@pytest.mark.parametrize("path", LIVE)
def test_pages_in_a_tab(engine: ScriptEngine, server: PageServer, path: str) -> None:
    check(compare_live(engine, path, server.address + path))


@pytest.mark.parametrize("name", ["news-grid-en", "guide-float-ar", "forum-table-en", "portal-float-zh", "notice-de"])
def test_gce_on_drawn_sites(engine: ScriptEngine, name: str) -> None:
    assert compare_gce(engine, TESTS / "drawn" / name / "page.html")


@pytest.mark.parametrize("name", ["hidden-en", "listing-en", "math-en", "noscript-en", "ruby-ja", "video-en"])
def test_gce_on_text_that_is_not_visible(engine: ScriptEngine, name: str) -> None:
    assert compare_gce(engine, TESTS / "pages" / name / "page.html")


def test_without_webassembly(engine: ScriptEngine) -> None:
    """Where a browser refuses the kernel, loops compute the same products."""
    engine.evaluate("dehusk.kernel = dehusk.MATRIX_KERNEL; dehusk.MATRIX_KERNEL = ''")
    assert engine.evaluate("new dehusk.MatrixProduct().kernel === null")
    try:
        for name in ("news-en", "forum-thread-en", "listing-en", "news-ja"):
            check(compare_html(engine, name, (TESTS / "pages" / name / "page.html").read_text("utf-8")))
    finally:
        engine.evaluate("dehusk.MATRIX_KERNEL = dehusk.kernel")
    assert engine.evaluate("new dehusk.MatrixProduct().kernel !== null")
