"""The rows of a drawn page are those of the parsed one, and boxes are where the style sheet puts them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from dehusk import Limits, Page, parse
from dehusk.layout import Drawing
from dehusk.layout.browser import Browser
from dehusk.page import tags
from dehusk.testing import HARD_PAGES, fuzzed_html
from drawing import html_source, needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dehusk.layout import Layout

pytestmark = needs_browser

PAGES = Path(__file__).parents[1] / "pages"
TEMPLATE = tags.tag_table("template")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as warm:
        yield warm


def drawn(browser: Browser, html: str, drawing: Drawing | None = None) -> tuple[Page, Layout]:
    page = browser.draw(html_source(html), drawing)
    assert page.layout is not None
    assert len(page.layout) == len(page)
    return page, page.layout


def rows(page: Page) -> list[object]:
    """Everything about the rows, hidden ones too; a browser's snapshot is silent on what is in a template."""
    page = page.origin or page
    inside = page.inside(TEMPLATE[page.tag]) & ~TEMPLATE[page.tag]
    return [
        (page.tag_name(row), page.raw_text(row) if page.is_text[row] else page.attrs[row], int(page.depth[row]))
        for row in np.flatnonzero(~inside).tolist()
    ]


def box(page: Page, layout: Layout, text: str) -> tuple[float, ...]:
    """The box of the leaf with this text."""
    row = leaf(page, text)
    return tuple(column[row].item() for column in (layout.x, layout.y, layout.width, layout.height))


def leaf(page: Page, text: str) -> int:
    (row,) = [row for row in page.leaves.tolist() if page.leaf_text(row) == text]
    return int(row)


# ---- the same rows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", sorted(path.name for path in PAGES.iterdir()))
def test_our_pages_have_the_rows_that_we_parse(case: str, browser: Browser) -> None:
    html = (PAGES / case / "page.html").read_text("utf-8")
    page, parsed = browser.draw(html_source(html), hidden="keep"), parse(html, hidden="keep")
    assert rows(page) == rows(parsed)
    assert (page.head, page.root_attrs, page.scripts) == (parsed.head, parsed.root_attrs, parsed.scripts)


@pytest.mark.parametrize("name", HARD_PAGES)
def test_hard_pages_have_the_rows_that_we_parse(name: str, browser: Browser) -> None:
    page, parsed = browser.draw(html_source(HARD_PAGES[name]), hidden="keep"), parse(HARD_PAGES[name], hidden="keep")
    assert rows(page) == rows(parsed)
    assert page.cut == parsed.cut


def test_fuzzed_pages_have_the_rows_that_we_parse(browser: Browser) -> None:
    for seed in range(40):
        html = fuzzed_html(seed)
        page = browser.draw(html_source(html), hidden="keep")
        assert rows(page) == rows(parse(html, hidden="keep")), html


def test_long_text_that_the_browser_stores_in_pieces_is_one_leaf(browser: Browser) -> None:
    page, _ = drawn(browser, f"<p>{'river ' * 30_000}</p>")
    assert page.leaves.tolist() == [2]


def test_the_limit_on_nodes_cuts(browser: Browser) -> None:
    html, limits = "<p>It rained</p>" * 500, Limits(nodes=100)
    page, parsed = browser.draw(html_source(html), limits=limits), parse(html, limits=limits)
    assert page.cut == parsed.cut == ("the page after 100 nodes",)
    assert rows(page) == rows(parsed)
    assert page.layout is not None
    assert len(page.layout) == len(page)


def test_the_limit_on_depth_gives_the_rows_that_we_parse(browser: Browser) -> None:
    html, limits = "<div>" * 9 + "deep<i>er</i> text" + "</div>" * 9 + "<p>after</p>", Limits(depth=7)
    page, parsed = browser.draw(html_source(html), limits=limits), parse(html, limits=limits)
    assert rows(page) == rows(parsed)
    assert page.cut == parsed.cut == ("elements nested deeper than 7 (their text is kept)",)


@pytest.mark.parametrize(
    "script",
    [
        "document.documentElement.append(Object.assign(document.createElement('p'), {textContent: 'beside'}))",
        "document.head.append(Object.assign(document.createElement('body'), {textContent: 'in the head'}))",
        "document.documentElement.append(Object.assign(document.createElement('body'), {textContent: 'second'}))",
        "document.append(document.createComment('last'))",
    ],
)
def test_only_what_is_in_the_body_is_a_row(script: str, browser: Browser) -> None:
    page, _ = drawn(browser, f"<p>Tea</p><script>{script}</script>", Drawing(scripts=True))
    assert page.text == "Tea"
    assert page.path(page.leaves[0]) == "/html/body/p/text()"


def test_a_script_at_the_end_of_the_body_is_in_the_head(browser: Browser) -> None:
    html = "<title>Tea</title><p>Tea</p><script type=application/ld+json>{}</script>"
    assert browser.draw(html_source(html)).head == parse(html).head != ()
    assert [item.text for item in browser.draw(html_source(html)).head] == ["Tea", "{}"]


def test_half_characters_made_by_scripts_are_replaced(browser: Browser) -> None:
    script = r"p.title = '\ud800'; p.textContent = 'a\ud800b'"
    page, _ = drawn(browser, f"<p id=p></p><script>{script}</script>", Drawing(scripts=True))
    assert page.text == "a\ufffdb"
    repr(page.attrs).encode()


def test_a_drawn_page_pickles_with_its_layout(browser: Browser) -> None:
    page, layout = drawn(browser, "<p>Tea<p style='display:none'>gone")
    copy = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own
    assert copy.layout.x.tolist() == layout.x.tolist()
    assert (copy.layout.window, copy.layout.document) == (layout.window, layout.document)
    assert not copy.layout.x.flags.writeable


# ---- shadow roots and frames -----------------------------------------------------------------------------

SHADOW = (
    "<div id=host><template shadowrootmode=open><p>above</p><slot></slot><p>below</p></template><i>slotted</i></div>"
)


def test_a_shadow_root_stands_in_its_host_and_slotted_nodes_in_their_slot(browser: Browser) -> None:
    page, layout = drawn(browser, SHADOW)
    assert [page.leaf_text(row) for row in page.leaves] == ["above", "slotted", "below"]
    assert page.tag_name(int(page.parent[page.parent[leaf(page, "slotted")]])) == "slot"
    tops = layout.y[page.leaves]
    assert (np.diff(tops) > 0).all()


def test_a_shadow_root_made_by_a_script_is_there_too(browser: Browser) -> None:
    script = "host.attachShadow({mode: 'closed'}).innerHTML = '<p>made</p>'"
    page, layout = drawn(browser, f"<div id=host>light</div><script>{script}</script>", Drawing(scripts=True))
    assert [page.leaf_text(row) for row in page.leaves] == ["made"]
    assert layout.visible[leaf(page, "made")]


def test_frames_are_boxes_whose_documents_are_reported_missing(browser: Browser) -> None:
    frames = '<iframe srcdoc="<p>inside</p>" width=300 height=200></iframe><iframe src="http://127.0.0.1/x"></iframe>'
    page, layout = drawn(browser, f"<p>outside{frames}")
    assert "inside" not in page.text
    assert layout.notes == ("the documents in 2 frames",)
    assert layout.area[(page.tag == tags.NUMBERS["iframe"])].all()


# ---- boxes -----------------------------------------------------------------------------------------------

STYLED = """<!DOCTYPE html><style>
body { margin: 0; font: 10px/20px monospace }
.at { position: absolute; left: 100px; top: 200px; width: 400px; height: 50px }
.fixed { position: fixed; bottom: 0; left: 0; width: 100px; height: 30px }
.large { font-size: 40px; line-height: 40px }
.low { position: absolute; top: 3000px }
</style><div class=at>placed</div><div class=fixed>stays <b>put</b></div><p class=large>large</p><p class=low>low</p>"""


def test_boxes_are_where_the_style_sheet_puts_them(browser: Browser) -> None:
    page, layout = drawn(browser, STYLED)
    holder = int(page.parent[leaf(page, "placed")])
    assert [column[holder] for column in (layout.x, layout.y, layout.width, layout.height)] == [100, 200, 400, 50]
    x, y, width, height = box(page, layout, "placed")
    assert (x, 0 < width < 400) == (100, True)
    assert 200 <= y < 220
    assert 8 <= height <= 20
    assert layout.font_size[leaf(page, "large")] == 40
    assert (layout.window, layout.document[0]) == ((1920, 1080), 1920)
    assert layout.document[1] > 3000


def test_what_is_fixed_is_marked_with_all_that_is_in_it(browser: Browser) -> None:
    page, layout = drawn(browser, STYLED)
    assert [page.leaf_text(row) for row in page.leaves[layout.fixed[page.leaves]]] == ["stays", "put"]
    assert box(page, layout, "stays")[1] > 1000


def test_the_window_is_as_large_as_asked_for(browser: Browser) -> None:
    page, layout = drawn(browser, "<p style='width:50vw'>half</p>", Drawing(window=(800, 600)))
    assert layout.window == (800, 600)
    assert layout.document == (800, 600)
    assert layout.width[page.parent[leaf(page, "half")]] == 400


def test_the_box_of_a_leaf_of_several_lines_holds_them_all(browser: Browser) -> None:
    page, layout = drawn(browser, f"<p style='width:200px;font:10px/20px monospace'>{'river ' * 50}<!-- -->end</p>")
    row = page.leaves[0]
    assert 150 < layout.width[row] <= 200
    assert layout.height[row] > 100


HIDDEN = {
    "display": "style='display:none'",
    "visibility": "style='visibility:hidden'",
    "a style sheet": "class=gone",
    "opacity": "style='opacity:0'",
    "off screen": "style='position:absolute;left:-9999px'",
    "above the screen": "style='position:absolute;top:-500px'",
    "for screen readers": "style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'",
    "folded": "style='height:0;overflow:hidden'",
}


@pytest.mark.parametrize("how", HIDDEN)
def test_text_that_is_not_seen_is_dropped_and_counted(how: str, browser: Browser) -> None:
    style = "<style>.gone{display:none}</style>"
    html = f"{style}<p>Seen by everybody</p><div {HIDDEN[how]}><p>unseen <b>text</b></p></div>"
    page = browser.draw(html_source(html))
    assert page.text.strip() == "Seen by everybody"
    assert (page.hidden.chars, page.hidden.kept) == (10, False)
    kept = browser.draw(html_source(html), hidden="keep")
    assert (kept.hidden.chars, kept.hidden.kept) == (10, True)
    assert kept.layout is not None
    assert not kept.layout.visible[leaf(kept, "text")]


def test_text_that_is_hidden_and_most_of_the_page_is_kept(browser: Browser) -> None:
    page = browser.draw(html_source("<p>Loading</p><div style='opacity:0'><p>All that there is to read"))
    assert page.hidden.kept
    assert "All that" in page.text


@pytest.mark.parametrize(
    "html",
    [
        "<details><summary>More</summary>folded text</details>",
        "<div style='display:contents'>folded text</div>",
        "<div style='visibility:hidden'>no<p style='visibility:visible'>folded text</p></div>",
        "<div style='height:100px;overflow:auto'><p style='margin-top:500px'>folded text</p></div>",
        "one<br>folded text",
    ],
)
def test_text_that_can_be_seen_stays(html: str, browser: Browser) -> None:
    page = browser.draw(html_source(f"<p>Seen by everybody</p>{html}"))
    assert "folded text" in page.text


def test_line_breaks_stay(browser: Browser) -> None:
    page = browser.draw(html_source("<p>one<br>two<wbr>three</p>"))
    assert [page.tag_name(row) for row in range(len(page))] == ["body", "p", "#text", "br", "#text", "wbr", "#text"]
