"""The isolated page: the original to the byte, and a style that hides exactly what is not content."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Extraction, extract
from dehusk.output import isolate_writer
from dehusk.output.isolate_writer import MARK, isolated_bytes, restore, write_isolate
from html_strategies import any_html

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
METHODS = st.sampled_from(["alarte", "arias", "cectd-ds", "lqf"])


def visible(extraction: Extraction) -> dict[str, bool]:
    """Whether each text of the isolated page is seen, by walking the tree as a browser inherits visibility.

    Selectors are resolved by a parser of their own, on the isolated page as a whole.
    """
    isolated = write_isolate(extraction)
    style = isolated[isolated.rfind(MARK) :]
    document = turbohtml.parse(isolated)
    states: dict[str, list[turbohtml.Element]] = {"visible": [], "hidden": []}
    for selectors, state in re.findall(r"^:is\((.*)\)\{visibility:(\w+)!important\}$", style, re.MULTILINE):
        for selector in selectors.split(","):
            (element,) = document.select(selector)
            states[state].append(element)
    hides_all = "html>body," in style
    seen: dict[str, bool] = {}

    def walk(element: turbohtml.Element, *, shown: bool) -> None:
        shown = (shown or element in states["visible"]) and element not in states["hidden"]
        for child in element.children:
            if isinstance(child, turbohtml.Text) and child.text.strip():
                seen[child.text.strip()] = shown
            elif isinstance(child, turbohtml.Element) and child.tag not in {"script", "style", "template"}:
                walk(child, shown=shown)

    body = document.select("body")
    if body:
        walk(body[0], shown=not hides_all)
    return seen


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("method", ["alarte", "arias", "cectd-ds"])
def test_the_original_comes_back_to_the_byte(path: Path, method: str) -> None:
    data = path.read_bytes()
    extraction = extract(data, method=method)
    isolated = isolated_bytes(extraction)
    assert isolated.startswith(data)
    assert isolated[len(data) :].startswith(MARK.encode())
    assert isolated.count(MARK.encode()) == 1
    assert restore(write_isolate(extraction)) == data.decode()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_kept_text_is_seen_and_other_text_is_not(path: Path) -> None:
    extraction = extract(path.read_text(encoding="utf-8"), method="alarte")
    page, keep = extraction.page, extraction.selection.keep
    seen = visible(extraction)
    once = {page.raw_text(row).strip(): bool(keep[row]) for row in page.leaves.tolist()}
    texts = [page.raw_text(row).strip() for row in page.leaves.tolist()]
    for text, kept in once.items():
        if texts.count(text) == 1 and text in seen:
            assert seen[text] == kept, text


def test_text_beside_content_in_one_element_stays() -> None:
    html = "<div>Prose that is kept, and long enough to be so, it seems to us. <p><a href=/>Home</a></p></div>"
    seen = visible(extract(html, method="lqf"))
    assert list(seen.values()) == [True, False]


def test_content_alone_adds_no_rule() -> None:
    isolated = write_isolate(extract("<p>All of it</p>"))
    assert "visibility" not in isolated


def test_nothing_kept_hides_all() -> None:
    assert "html>body,html>body *{visibility:hidden" in write_isolate(extract("<p><a>Home</a></p>", method="lqf"))


def test_media_outside_kept_text_are_seen() -> None:
    inner = "<div><p><a>no no</a></p><figure><img src=x.jpg></figure></div>"
    html = f"<p>yes yes yes yes yes yes</p>{inner}<p>yes yes</p>"
    extraction = extract(html, method="lqf")
    assert extraction.media == []
    html = html.replace("<p><a>no no</a></p>", "")
    assert "html>body>div" not in write_isolate(extract(html, method="lqf"))


def test_names_that_css_cannot_hold_are_escaped() -> None:
    html = "<p><a>Home</a></p><o:p>Prose that is kept and long enough</o:p>"
    assert r"html>body>o\3a p" in write_isolate(extract(html, method="lqf"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252", "shift_jis"])
def test_any_encoding_keeps_its_bytes(encoding: str) -> None:
    label = encoding.removesuffix("-sig")
    word = "thé" if "1252" in encoding else "tea"
    text = f"<meta charset={label}><p><a>Home</a></p><p>The {word} is long enough.</p>"
    data = text.encode(encoding)
    isolated = isolated_bytes(extract(data, method="lqf"))
    assert isolated.startswith(data)
    again = extract(isolated, method="lqf")
    assert again.text == extract(data, method="lqf").text


@given(st.text(st.characters(), max_size=100))
def test_lone_surrogates_are_replaced(text: str) -> None:
    extraction = extract(f"<p>{text}\ud800 \udc00</p><p>Tea", method="arias")
    isolated = write_isolate(extraction)
    assert isolated_bytes(extraction) == isolated.encode()
    assert restore(isolated).endswith("\ufffd \ufffd</p><p>Tea")


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert write_isolate(extract("<p>\ud83c\udf75 tea", method="arias")).startswith("<p>\U0001f375 tea")


def test_unreadable_documents_give_nothing() -> None:
    extraction = extract(b"%PDF-1.7")
    assert (write_isolate(extraction), isolated_bytes(extraction)) == ("", b"")


@given(any_html, METHODS)
def test_any_html_comes_back_and_every_selector_finds_one_element(html: str, method: str) -> None:
    extraction = extract(html, method=method)
    isolated = write_isolate(extraction)
    assert restore(isolated) == html
    assert isolated_bytes(extraction) == isolated.encode()
    # Nothing to see in a document that ends inside an unfinished script or comment.
    if turbohtml.parse(isolated).select("html>body style[data-dehusk]"):
        visible(extraction)


def test_the_command_writes_bytes(tmp_path: Path) -> None:
    page, out = tmp_path / "page.html", tmp_path / "out.html"
    data = "<meta charset=windows-1252>\r\n<p><a>Home</a></p>\r\n<p>Thé, long enough to be kept.</p>".encode("cp1252")
    page.write_bytes(data)
    command = [sys.executable, "-m", "dehusk.cli", "--format", "isolate", "-o", str(out), str(page)]
    code = "import sys; from dehusk.cli import main; sys.exit(main(sys.argv[1:]))"
    subprocess.run([command[0], "-c", code, *command[3:]], check=True)  # noqa: S603 - our own command
    assert out.read_bytes().startswith(data + MARK.encode())


def test_a_very_long_tag_name_is_any_element() -> None:
    name = "x" * 300 + "é"
    html = f"<nav><a href=/>Home</a></nav><{name}><p>" + "Tea, at length. " * 9
    assert "html>body>*" in write_isolate(extract(html))


def test_nothing_is_hidden_on_pages_with_too_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<div><p>" + "Tea, at length. " * 9 + "</div><nav><a href=/>Home</a></nav>"
    assert "visibility" in write_isolate(extract(html))
    monkeypatch.setattr(isolate_writer, "_MAX_SELECTORS", 1)
    written = write_isolate(extract(html))
    assert "visibility" not in written
    assert restore(written) == html
