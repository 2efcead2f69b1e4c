"""Plain text with paragraphs, list marks and rows of tables; whole HTML documents; the page to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from dehusk import extract
from dehusk.cli import main
from html_strategies import Everything

LONG = "<p>Schwarztee zieht drei Minuten, nicht länger, sonst wird er bitter.</p>"
PAGE = f"""<html lang=de><title>Tee | Blatt</title><h1>Tee</h1>{LONG}
<ol start=2><li>grün<ul><li>Sencha</ul><li>schwarz</ol>
<table><tr><th>Tee<th>Minuten<tr><td>grün<td>2</table>"""


def test_paragraphs_lists_and_rows() -> None:
    extraction = extract(PAGE, method=Everything())
    assert extraction.to_text(paragraphs=True).split("\n\n")[:2] == ["Tee", LONG[3:-4]]
    assert "2. grün\n   - Sencha\n3. schwarz" in extraction.to_text(list_marks=True)
    assert "Tee\tMinuten\ngrün\t2" in extraction.to_text(cells="tabs")
    assert "Tee | Minuten\ngrün | 2" in extraction.to_text(cells="pipes", paragraphs=True)
    wrapped = extraction.to_text(paragraphs=True, wrap=30)
    assert "Schwarztee zieht drei Minuten,\nnicht länger" in wrapped
    assert "Tee\n\nSchwarztee" in wrapped
    assert extraction.to_text(wrap=30) == wrapped


def test_a_title_is_shown_once() -> None:
    extraction = extract(PAGE, method=Everything())
    assert extraction._repr_html_().count("<h1>") == 1
    assert extraction.to("reader").count("<h1>Tee</h1>") == 1


def test_a_document_has_charset_title_and_language() -> None:
    html = extract(PAGE, method=Everything()).to_html(document=True)
    assert html.startswith('<!DOCTYPE html>\n<html lang="de">\n<head>\n<meta charset="utf-8">')
    assert "<title>Tee</title>" in html


def test_the_reader_page_is_safe_and_complete() -> None:
    html = PAGE.replace("<h1>Tee", '<meta property=og:image content="https://x.example/t.jpg"><h1>Tee')
    page = extract(html + "<script>x()</script>", url="https://blatt.example/tee", method=Everything()).to("reader")
    assert "<script" not in page
    assert '<img src="https://x.example/t.jpg" alt="">' in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


@pytest.mark.parametrize(("options", "starts"), [((), b"<!DOCTYPE html>"), (("--fragment",), b"<h1>")])
def test_html_in_a_file_is_a_document(tmp_path: Path, options: tuple[str, ...], starts: bytes) -> None:
    page, out = tmp_path / "page.html", tmp_path / "x.html"
    page.write_text(PAGE, encoding="utf-8")
    assert main([str(page), "-f", "html", "--headline", "-o", str(out), *options]) == 0
    assert out.read_bytes().startswith(starts)
