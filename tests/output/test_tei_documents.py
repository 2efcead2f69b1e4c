"""What ``to_xml`` writes is valid by the complete schema of TEI P5."""

from __future__ import annotations

import pytest
from hypothesis import given

from dehusk import extract
from html_strategies import Everything, rich_html
from tei_schema import tei_errors
from test_pages import CASES, html_of


def test_the_schema_finds_errors() -> None:
    document = extract("<title>Tea</title><p>Steep it.").to_xml()
    assert tei_errors(document) == []
    assert tei_errors(document.replace("<p>Steep", "<p><div/>Steep"))
    assert tei_errors(document.replace("</p>", ""))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("everything", [False, True])
def test_our_pages_are_valid(case: str, everything: bool) -> None:
    method = Everything() if everything else "grain"
    extraction = extract(html_of(case), url="https://example.org/a[1]?b=c d", method=method)
    assert tei_errors(extraction.to_xml()) == []


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<ul></ul><ol></ol><dl></dl><table></table><blockquote></blockquote><figure></figure>",
        "<dl><dd>One<dt>Two<dt>Three<dd><p>Four<p>Five</dl>",
        "<table><caption>Teas</caption><tr><td colspan=2><ul><li>a</ul><table><tr><td>b<td>c</table></table>",
        "<blockquote><h2>Head</h2><blockquote><pre>code</pre></blockquote></blockquote>",
        "<h3>Three</h3><p>x<h1>One</h1><p>y<h6>Six</h6><hr><p>z<ins>i</ins><del>d</del><q>q</q><ruby>r<rt>t</rt></ruby>",
        "<figure><img src='a [1].png' alt=Cup><figcaption><ul><li>a caption</ul></figcaption></figure>",
        "<p><a href='http://[::1]/a b|c^d%'>link</a> <a href='#x y'>own</a> <math><mi>x</mi></math></p>",
        "<p><a href='http://host:port/x'>a</a> <a href='http://a:b:c/'>b</a> <a href='/x#y#z'>c</a> <a href='//['>d",
        "<p><a href='http://u:p@host:8080/?a=[b]&c=%zz'>e</a> <a href='mailto:ann@tea.example'>f</a>",
        "<div class='admonition warning'><p class=admonition-title>Warning</p><p>Hot water.</p></div>",
        "<p lang=x-klingon dir=rtl>nuqneH</p><p lang='!!'>bad</p>",
        "<meta property=article:published_time content=2021-02-16T08:00:00+01:00><p>Tea",
        "<video src=v.mp4></video><audio src=a.mp3></audio><iframe src=https://www.youtube.com/embed/x></iframe><p>x",
    ],
)
def test_what_is_rare_is_valid(html: str) -> None:
    assert tei_errors(extract(html, method=Everything(), url="https://example.org/").to_xml()) == []


@pytest.mark.parametrize("label", ["1", "*", "a b", "†", "_2a", "注1"])
def test_a_mark_refers_to_its_note(label: str) -> None:
    html = (
        f"<p>Tea is hot water with leaves in it<sup><a href='#n'>{label}</a></sup>, and milk is optional.</p>"
        "<section class=footnotes role=doc-endnotes><ol><li id=n>A note about tea.</li></ol></section>"
    )
    document = extract(html, method=Everything()).to_xml()
    assert tei_errors(document) == []
    if "<note" in document:
        assert (
            document.partition('target="#')[2].partition('"')[0] == document.partition('xml:id="')[2].partition('"')[0]
        )


@given(rich_html)
def test_every_document_is_valid(html: str) -> None:
    assert tei_errors(extract(html, method=Everything(), url="https://example.org/").to_xml()) == []
