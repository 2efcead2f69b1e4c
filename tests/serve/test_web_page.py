"""The web page of the service in a real browser: pages go in, and what is shown of them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from dehusk import extract
from dehusk.bench.collections import LabelledPage, read
from drawing import needs_browser
from own_network import run_in_own_network
from service_window import COUNTS, FRAME, STATUS, kept_in_frame, kept_in_list, paste, sample, show, text_of, wait_for

if TYPE_CHECKING:
    from browser_window import Window
    from running_service import RunningService

pytest_plugins = ["service_fixtures"]
pytestmark = needs_browser
PAGES = Path(__file__).parents[1] / "pages"
NEWS = PAGES / "news-en" / "page.html"
SAMPLE = Path(__file__).parents[2] / "src" / "dehusk" / "serve" / "static" / "sample.html"


# ---- pages go in -------------------------------------------------------------------------------------


def test_a_pasted_page(window: Window) -> None:
    html = NEWS.read_text("utf-8")
    paste(window, html)
    expected = extract(html)
    assert text_of(window, "#page-name") == expected.title
    for tab, text in (("markdown", expected.markdown), ("text", expected.text), ("html", expected.html)):
        window.click(f"#tab-{tab}")
        assert text_of(window, f"#panel-{tab} code") == text
    window.click("#tab-xml")
    assert text_of(window, "#panel-xml code").startswith("<?xml")
    window.click("#tab-json")
    assert json.loads(text_of(window, "#panel-json code"))["title"] == expected.title
    window.click("#tab-read")
    assert expected.text.split("\n")[1] in text_of(window, "#panel-read")
    window.click("#tab-about")
    about = text_of(window, "#panel-about")
    assert "Maren Oldcastle" in about
    assert "JSON-LD" in about
    assert "time: select" in about


def test_a_dropped_file(window: Window, tmp_path: Path) -> None:
    (tmp_path / "tee.html").write_bytes("<meta charset=latin1><p>Süßer Tee zieht drei Minuten lang.".encode("latin-1"))
    data = {"items": [], "files": [str(tmp_path / "tee.html")], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        window.call("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)
        if kind == "dragOver":
            assert window.evaluate("!document.getElementById('drop-target').hidden")
    wait_for(window, COUNTS)
    assert "Süßer Tee" in text_of(window, "#panel-read")
    window.click("#tab-call")
    assert "tee.html" in text_of(window, "#panel-call")


def test_a_file_that_was_chosen(window: Window) -> None:
    node = window.call("Runtime.evaluate", expression="document.getElementById('file')")["result"]["objectId"]
    window.call("DOM.setFileInputFiles", files=[str(NEWS)], objectId=node)
    wait_for(window, COUNTS)
    assert "tidal mill" in text_of(window, "#page-name")


def test_an_address_that_is_not_public(window: Window) -> None:
    window.evaluate("document.getElementById('url').focus()")
    window.write("http://127.0.0.1/")
    window.key("Enter")
    wait_for(window, f"{STATUS}.includes('No public host')")
    assert window.evaluate("document.body.dataset.view") == "start"
    window.problems.clear()  # the browser reports the status 422


def test_the_page_at_an_address() -> None:
    """In a network where a public address is this machine's: the page is fetched and shown."""
    run_in_own_network("web_page_network.py")


def test_errors_are_said(window: Window) -> None:
    window.click("#page-form button.main")
    assert "Give an address, or paste HTML" in window.evaluate(STATUS)
    paste(window, "https://example.org/page.html")
    wait_for(window, f"{STATUS}.includes('not a page')")
    window.problems.clear()  # the browser reports the status 422


# ---- what is shown -----------------------------------------------------------------------------------


def test_the_blocks_of_the_page_are_found_in_the_frame(window: Window) -> None:
    for name in ("news-en", "news-ja", "docs-page-en", "old-table-layout-en", "listing-en", "direction-he"):
        html = (PAGES / name / "page.html").read_text("utf-8")
        show(window, window.evaluate("location.origin") + "/")
        paste(window, html)
        wait_for(window, COUNTS)
        blocks = window.evaluate("document.querySelectorAll('.block-list li').length")
        found = kept_in_frame(window)
        assert len(found) >= 0.97 * blocks, (name, len(found), blocks)
        marks = kept_in_list(window)
        assert all(marks[int(block)] == kept for block, kept in found.items())


def test_a_block_says_why(window: Window) -> None:
    sample(window)
    window.evaluate("document.getElementById('original').scrollIntoView()")
    x, y = window.evaluate(
        f"(() => {{ const paragraph = {FRAME}.querySelector('article p:nth-of-type(2)').getBoundingClientRect();"
        "const frame = document.getElementById('original').getBoundingClientRect();"
        "return [frame.left + paragraph.left + 40, frame.top + paragraph.top + 12]; })()"
    )
    window.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    wait_for(window, "document.querySelector('.reasons')")
    inspector = text_of(window, "#inspector-body")
    assert "The town council voted" in inspector
    assert inspector.startswith("Kept")
    assert window.evaluate("document.querySelectorAll('.reasons li').length") == 3
    for reason in window.evaluate(
        "[...document.querySelectorAll('.reasons .meaning')].map((each) => each.textContent)"
    ):
        assert len(reason.split()) > 3


def test_overlays(window: Window) -> None:
    sample(window)
    colour = f"getComputedStyle({FRAME}.querySelector('article p:nth-of-type(2)')).backgroundColor"
    found = {}
    for name in ("off", "kept", "heat"):
        window.click(f"input[name=overlay][value={name}]")
        found[name] = window.evaluate(colour)
    assert len(set(found.values())) == 3
    assert found["off"] == "rgba(0, 0, 0, 0)"


def test_the_original_has_its_styles_and_no_scripts(window: Window) -> None:
    html = (
        "<style>h1 { color: rgb(1, 2, 3); background: url(https://attacker.example/x.png) }</style>"
        "<link rel=stylesheet href=https://attacker.example/x.css>"
        "<h1 style='font-size: 71px' onclick='top.hit(1)'>Tea</h1>"
        "<img src=https://attacker.example/x.png><iframe src=https://attacker.example/></iframe>"
        "<script>top.hit(1)</script><form action=https://attacker.example/><button>Go</button></form><p>"
        + "Steep it for three minutes. "
        * 9
    )
    paste(window, html)
    style = f"getComputedStyle({FRAME}.querySelector('h1'))"
    assert window.evaluate(f"[{style}.color, {style}.fontSize]") == ["rgb(1, 2, 3)", "71px"]
    sandbox = window.evaluate("document.getElementById('original').getAttribute('sandbox')")
    assert sandbox == "allow-same-origin"
    assert window.evaluate(f"{FRAME}.querySelectorAll('script, iframe, link, [onclick]').length") == 0


def test_the_slider_is_what_the_service_answers(window: Window, service: RunningService) -> None:
    html = NEWS.read_text("utf-8")
    paste(window, html)
    positions = service.post("/v1/explain", {"html": html}).json["positions"]
    for place in (0, 3, 8, 16):
        window.requests.clear()
        window.evaluate(
            f"(() => {{ const cut = document.getElementById('cut'); cut.value = {place};"
            "cut.dispatchEvent(new Event('input')); })()"
        )
        # At once, without a request.
        assert window.requests == []
        assert kept_in_list(window) == positions[place]["kept"]
        favor = positions[place]["favor"]
        expected = extract(html, **({} if favor is None else {"favor": favor}))
        window.click("#tab-text")
        wait_for(window, f"document.querySelector('#panel-text code').textContent === {json.dumps(expected.text)}")


def test_another_method(window: Window) -> None:
    sample(window)
    window.evaluate(
        "(() => { const method = document.getElementById('method'); method.value = 'arias';"
        "method.dispatchEvent(new Event('change')); })()"
    )
    wait_for(window, "document.getElementById('cut').disabled")
    window.click("#tab-text")
    expected = extract(SAMPLE.read_text("utf-8"), method="arias", url="https://harbour-post.example/tidal-mill").text
    assert text_of(window, "#panel-text code") == expected
    window.click("#tab-picture")
    wait_for(window, "document.querySelector('#panel-picture img')?.naturalWidth > 100")


def test_methods_and_peers_side_by_side(window: Window) -> None:
    sample(window)
    window.click("#tab-compare")
    window.click("#run-compare")
    wait_for(window, "document.querySelector('.matrix')")
    names = window.evaluate("[...document.querySelectorAll('.legend .name')].map((each) => each.textContent)")
    assert {"grain", "cectd-ds", "readability-style"} <= set(names)
    assert window.evaluate("document.querySelectorAll('.diff ins, .diff del').length") > 0
    # The texts can be put together again from the diff.
    first, second = window.evaluate(
        "(() => { const pieces = [...document.querySelector('.diff').children];"
        "const without = (name) => pieces.filter((each) => each.localName !== name);"
        "return ['ins', 'del'].map((name) => without(name).map((each) => each.textContent).join('')); })()"
    )
    html = SAMPLE.read_text("utf-8")
    assert first.split() == extract(html, method=names[0]).text.split()
    assert second.split() == extract(html, method=names[1]).text.split()
    window.click(".filter input")
    assert window.evaluate("getComputedStyle(document.querySelector('.matrix .agreed')).display") == "none"


def test_a_labelled_example(window: Window, tmp_path: Path) -> None:
    sample(window)
    window.click("#edit")
    before = kept_in_list(window)
    dropped = before.index("0", before.index("1"))
    window.click(f"#block-{dropped}")
    after = kept_in_list(window)
    assert [place for place in range(len(before)) if before[place] != after[place]] == [dropped]
    assert "1 change so far" in text_of(window, "#edit-count")
    window.click("#undo")
    assert kept_in_list(window) == before
    window.click("#redo")
    (tmp_path / "labels.jsonl").write_bytes(window.download("#download-label"))
    (page,) = read(tmp_path / "labels.jsonl")
    assert isinstance(page, LabelledPage)
    assert text_of(window, f"#block-{dropped} .text") in page.gold
    assert page.html == SAMPLE.read_text("utf-8")


def test_a_permalink(window: Window, service: RunningService) -> None:
    sample(window)
    window.evaluate(
        "document.getElementById('cut').value = 2; document.getElementById('cut').dispatchEvent(new Event('input'))"
    )
    kept = kept_in_list(window)
    window.click("#copy-link")
    wait_for(window, "location.hash.startsWith('#p=')")
    address = str(window.evaluate("location.href"))
    assert len(address) < 8000
    show(window, address)
    wait_for(window, COUNTS)
    assert window.evaluate("document.getElementById('cut').value") == "2"
    assert kept_in_list(window) == kept
    show(window, service.url + "/#p=damaged")
    wait_for(window, f"{STATUS}.includes('damaged')")


def test_the_reader_page(window: Window, service: RunningService) -> None:
    boundary = "tea"
    parts = [("html", SAMPLE.read_text("utf-8")), ("method", "grain")]
    lines = [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in parts]
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": service.url}
    reply = service.send("POST", "/read", ("".join(lines) + f"--{boundary}--\r\n").encode(), headers)
    assert "<h1>Tidal mill to turn again" in reply.body.decode()
    policy = reply.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "unsafe" not in policy
    sample(window)
    window.click("#open-reader")
    until = time.monotonic() + 30
    while not (found := [each for each in window.call("Target.getTargets")["targetInfos"] if "/read" in each["url"]]):
        assert time.monotonic() < until
        time.sleep(0.05)
    session = window.call("Target.attachToTarget", targetId=found[0]["targetId"], flatten=True)["sessionId"]
    style = "getComputedStyle(document.querySelector('main')).maxWidth + document.title"
    try:
        window.session, own = session, window.session
        wait_for(window, "document.querySelector('main')")
        assert window.evaluate(style).startswith("672px")
    finally:
        window.session = own
    window.call("Target.closeTarget", targetId=found[0]["targetId"])
    link = text_of(window, "#bookmark-text")
    assert "Read with dehusk" in link
