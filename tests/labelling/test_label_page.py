"""The web page for labelling in a real browser: choosing blocks, saving, and what training reads of the saved file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from browser_window import Window, browser_window
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.page_scores import page_scores
from dehusk.cli import main
from dehusk.extractor import extract
from dehusk.page import parse
from drawing import needs_browser
from xss_vectors import VECTORS

pytestmark = needs_browser
PAGES = Path(__file__).parents[1] / "pages"
NEWS, FORUM, JAPANESE = (PAGES / name / "page.html" for name in ("news-en", "forum-thread-en", "news-ja"))
KEPT = "[...document.querySelectorAll('#blocks li')].map((block) => block.getAttribute('aria-selected') === 'true')"
STORED = "Object.keys(localStorage).length"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    with browser_window(tmp_path_factory.mktemp("browser") / "downloads") as window:
        yield window


@pytest.fixture
def window(browser: Window, tmp_path: Path) -> Iterator[Window]:
    """A window without stored labels, in which nothing goes wrong."""
    (tmp_path / "empty.html").write_text("")
    browser.open(tmp_path / "empty.html")
    browser.evaluate("localStorage.clear()")
    browser.requests.clear()
    yield browser
    assert browser.problems == []


def label(window: Window, folder: Path, *pages: Path, width: int = 1280) -> None:
    """Write the web page for some pages and open it."""
    assert main(["label", *map(str, pages), "-o", str(folder / "labels.jsonl")]) == 0
    window.open(folder / "labels.html", width=width)


def kept(window: Window) -> list[bool]:
    found: list[bool] = window.evaluate(KEPT)
    return found


def text_of(window: Window, selector: str) -> str:
    return str(window.evaluate(f"document.querySelector({selector!r}).textContent"))


def saved(window: Window, folder: Path) -> list[LabelledPage]:
    """Save, and read the file as training and benchmarks do."""
    file = folder / "labels.jsonl"
    file.write_bytes(window.download("#save"))
    return [page for page in read(file) if isinstance(page, LabelledPage)]


def training_labels(page: LabelledPage) -> list[bool]:
    example = pytest.importorskip("dehusk.train.labels").example
    found: list[bool] = example(page).label.tolist()
    return found


@pytest.mark.parametrize("path", [NEWS, FORUM, JAPANESE], ids=lambda path: path.parent.name)
def test_the_saved_page_labels_the_chosen_blocks(path: Path, window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, path)
    start = kept(window)
    page = parse(path.read_text("utf-8"))
    assert len(start) == len(set(page.block[page.leaves].tolist()))
    count = len(start)
    for block in (2, count // 2, count - 1):
        window.click(f"#block-{block}")
    window.click("#block-5")
    window.click("#block-8", shift=True)
    chosen = kept(window)
    assert chosen != start
    assert len(set(chosen[5:9])) == 1
    (labelled,) = saved(window, tmp_path)
    assert labelled.html == path.read_text("utf-8")
    assert training_labels(labelled) == chosen
    assert labelled.gold == text_of(window, "#gold")
    assert (labelled.dataset, labelled.id) == ("labels", str(path))
    # The nodes say exactly the same.
    nodes = set(labelled.gold_nodes)
    of_leaf = np.cumsum(np.append(0, np.diff(page.block[page.leaves]) != 0)).tolist()
    assert [page.path(row) in nodes for row in page.leaves.tolist()] == [chosen[place] for place in of_leaf]


def test_a_perfect_extraction_of_a_saved_page_has_perfect_scores(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    (labelled,) = saved(window, tmp_path)
    extraction = extract(labelled.html)
    scores = page_scores(labelled, labelled.gold, extraction, gives_nodes=True)
    assert (scores["f1"], scores["block_f1"], scores["node_f1"]) == (1.0, 1.0, 1.0)


def test_keys(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    start = kept(window)
    window.key("Home")
    window.key(" ")
    assert kept(window) == [not start[0], *start[1:]]
    window.key("ArrowDown", shift=True)
    window.key("J", shift=True)
    assert kept(window) == [not start[0]] * 3 + start[3:]
    for expected in ([not start[0]] * 2 + start[2:], [not start[0], *start[1:]], start):
        window.key("u")
        assert kept(window) == expected
    window.key("U", shift=True)
    assert kept(window) == [not start[0], *start[1:]]
    window.key("End")
    window.key("k")
    active = window.evaluate("document.querySelector('#blocks').getAttribute('aria-activedescendant')")
    assert active == f"block-{len(start) - 2}"


def test_buttons_and_counts(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    start = kept(window)
    for button, expected in (
        ("#keep-all", [True] * len(start)),
        ("#drop-all", [False] * len(start)),
        ("#as-default", start),
        ("#undo", [False] * len(start)),
        ("#redo", start),
    ):
        window.click(button)
        assert kept(window) == expected
        assert text_of(window, "#counts").startswith(f"{sum(expected)} of {len(start)} blocks kept")
    window.click("#block-0")
    window.click("#range")
    window.click("#block-3")
    assert kept(window)[:4] == [not start[0]] * 4


def test_a_page_without_gold_is_not_saved(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    window.click("#drop-all")
    window.click("#save")
    assert "needs gold" in text_of(window, "#status")
    assert list(window.downloads.iterdir()) == []


def test_search(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    window.key("/")
    window.write("TIDAL mill")
    found = window.evaluate("document.querySelectorAll('.match').length")
    texts = window.evaluate("[...document.querySelectorAll('#blocks .text')].map((text) => text.textContent)")
    places = [place for place, text in enumerate(texts) if "tidal mill" in text.lower()]
    assert found == len(places) > 1
    first = window.evaluate("active")
    window.key("Enter")
    assert window.evaluate("active") in set(places) - {first}
    window.key("Enter", shift=True)
    assert window.evaluate("active") == first
    window.key("Escape")
    assert window.evaluate("document.activeElement.id") == "blocks"
    assert window.evaluate("document.querySelectorAll('.match').length") == 0


def test_fields(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    for name, value in (("title", "Tidal “mill” </script>"), ("lang", "en"), ("url", "https://courier.example/1")):
        window.evaluate(f"part({name!r}).select()")
        window.write(value)
    window.evaluate("part('split').value = 'test'; part('split').dispatchEvent(new Event('input'))")
    (labelled,) = saved(window, tmp_path)
    assert (labelled.title, labelled.lang, labelled.split) == ("Tidal “mill” </script>", "en", "test")
    assert (labelled.url, labelled.type) == ("https://courier.example/1", "article")
    assert (labelled.author, labelled.date) == ("Maren Oldcastle", "2024-05-06")


def test_many_pages_and_progress_that_survives_closing(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS, FORUM, JAPANESE)
    assert window.evaluate("part('save').disabled")
    window.click("#block-0")
    window.key("d")
    assert window.evaluate("part('choose-page').value") == "1"
    window.click("#block-1")
    forum = kept(window)
    window.key("n")
    window.key("d")
    assert window.evaluate("part('choose-page').value") == "1"
    assert text_of(window, "#save") == "Save 2 pages"
    label(window, tmp_path, FORUM, NEWS, JAPANESE)
    assert kept(window) == forum
    assert window.evaluate(STORED) == 3
    pages = saved(window, tmp_path)
    assert [page.id for page in pages] == [str(NEWS), str(JAPANESE)]
    assert all(training_labels(page) for page in pages)
    window.key("d")
    assert text_of(window, "#status") == "All pages are done."
    assert len(saved(window, tmp_path)) == 3


def test_copy_is_the_line_that_is_saved(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    window.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; }")
    window.click("#copy")
    assert window.evaluate("copied").encode() == window.download("#save")
    assert json.loads(window.evaluate("copied"))["gold"] == text_of(window, "#gold")


def test_a_block_that_words_cannot_tell_from_a_dropped_one_is_marked(window: Window, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Tea<p>Milk<p>Tea<p>Steep it for three minutes and drink it.<p>Tea")
    label(window, tmp_path, page)
    window.click("#drop-all")
    for block in (2, 3):
        window.click(f"#block-{block}")
    notes = (
        "[...document.querySelectorAll('#blocks li')].map((block) => block.querySelector('.note').textContent !== '')"
    )
    assert window.evaluate(notes) == [False, False, True, False, False]
    window.click("#block-1")
    assert window.evaluate(notes) == [False] * 5


@pytest.mark.parametrize("start", range(0, len(VECTORS), 20))
def test_no_script_of_a_page_runs(start: int, window: Window, tmp_path: Path) -> None:
    pages = []
    for number, vector in enumerate(VECTORS[start : start + 20]):
        page = tmp_path / f"{number}.html"
        page.write_text(f"<title>{vector}</title><p>Steep the tea well.</p>{vector}<p>Drink it.", encoding="utf-8")
        pages.append(page)
    # A mark from the first script on, before any script of the page can run.
    source = "window.hits = 0; window.hit = () => { window.hits += 1; }"
    script = window.call("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
    label(window, tmp_path, *pages)
    for _ in pages:
        assert window.evaluate("document.querySelectorAll('script, iframe, img, object, embed, svg, base').length") == 2
        window.click("#keep-all")
        window.key("n")
    window.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    assert window.evaluate("hits") == 0
    assert window.requests == [(tmp_path / "labels.html").as_uri()]


def test_no_markup_can_be_made_of_text(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS)
    refused = "(() => { try { document.body.innerHTML = 'x'; return false; } catch { return true; } })()"
    assert window.evaluate(refused)
    window.problems.clear()


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_nothing_is_wider_than_the_window(width: int, window: Window, tmp_path: Path) -> None:
    page = tmp_path / "long.html"
    page.write_text(f"<title>{'t' * 300}</title><p>{'w' * 500}<pre>{'p' * 500}</pre><div>" + "<div>" * 50 + "Deep.")
    label(window, tmp_path, page, NEWS, width=width)
    assert window.evaluate("document.documentElement.scrollWidth") <= width


def test_every_control_has_a_name(window: Window, tmp_path: Path) -> None:
    label(window, tmp_path, NEWS, FORUM)
    nodes = window.call("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "textbox", "searchbox", "combobox", "listbox", "option", "navigation", "region"}
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in roles
    ]
    assert len(named) > 20
    assert [role for role, name in named if not name] == []
