"""Callouts, inferred headers of tables, addresses in TEI."""

from __future__ import annotations

import pytest

from dehusk import Extraction, extract
from html_strategies import Everything


def everything(html: str) -> Extraction:
    return extract(html, url="https://oven.example/", method=Everything())


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<div class='admonition warning'><p>Le four est chaud.</div>", "warning"),
        ("<div class='alert alert-info' role=alert>Le four est chaud.</div>", "note"),
        ("<aside class='callout callout--danger'><p>Le four est chaud.</aside>", "caution"),
        ("<div class=callout data-callout=tip><p>Le four est chaud.</div>", "tip"),
        ("<blockquote class='markdown-alert markdown-alert-important'>Le four est chaud.</blockquote>", "important"),
    ],
)
def test_a_callout_keeps_its_kind(html: str, kind: str) -> None:
    extraction = everything(f"<p>Avant.</p>{html}<p>Après.</p>")
    assert f"Avant.\n\n> [!{kind.upper()}]\n> Le four est chaud.\n\nAprès." in extraction.markdown
    assert f'<aside class="callout {kind}">' in extraction.html
    assert f'<note type="{kind}">' in extraction.xml
    assert "note" not in extraction.text.lower()


@pytest.mark.parametrize("title", ["<p>Warning</p>", "<h4>WARNING:</h4>", "<p><b>Warning!</b></p>"])
def test_a_title_that_names_the_kind_is_written_once(title: str) -> None:
    extraction = everything(f"<div class='admonition warning'>{title}<p>Four chaud.</div>")
    assert extraction.markdown == "> [!WARNING]\n> Four chaud.\n"
    assert "warning" in extraction.text.lower()


def test_other_titles_of_callouts_are_kept() -> None:
    titled = "<div class='admonition warning'><p>Le four<p>Four chaud.</div>"
    assert everything(titled).markdown == "> [!WARNING]\n> Le four\n>\n> Four chaud.\n"
    assert everything("<div class='admonition warning'><p>Warning</div>").markdown == "> [!WARNING]\n> Warning\n"


def test_a_quotation_is_no_callout() -> None:
    html = everything("<blockquote class=quote>Chaud.</blockquote><div class=alert>Sans type.</div>").html
    assert "<blockquote>" in html
    assert "callout" not in html


def test_a_first_row_of_labels_becomes_the_header() -> None:
    rows = "<tr><td>Pain<td>220<td>35 min<tr><td>Tarte<td>180<td>40 min<tr><td>Cake<td>170<td>50 min"
    table = f"<table><tr><td>Plat<td>Degrés<td>Temps{rows}</table>"
    assert everything(table).markdown.startswith("| Plat | Degrés | Temps |\n| --- | --- | --- |\n| Pain |")
    assert everything(f"<table>{rows}</table>").markdown.startswith("|  |  |  |\n")
    names = "<table><tr><td>Anne<td>Brest<tr><td>Luc<td>Lyon<tr><td>Zoé<td>Nice</table>"
    assert everything(names).markdown.startswith("|  |  |\n")


def test_addresses_in_tei_are_uris() -> None:
    xml = everything("<p><a href='/x?a[]=1&b={2} 3'>Four</a></p>").xml
    assert 'target="https://oven.example/x?a%5B%5D=1&amp;b=%7B2%7D%203"' in xml
