"""Options of the writers, TEI, front matter, and what a notebook shows."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from core_forms import FORMS, core_module
from dehusk import extract
from dehusk._core.markdown_inline import MarkdownInline
from dehusk.content import tree_nodes
from dehusk.content.embeds import media_link
from dehusk.content.tree_nodes import InlineNode, Link, StyledText
from html_strategies import Everything, rich_html


@given(rich_html)
def test_tei_is_valid(html: str) -> None:
    xml = extract(html, method=Everything(), url="https://example.org/?a=1&b=2").xml
    assert ET.fromstring(xml).tag == "{http://www.tei-c.org/ns/1.0}TEI"  # noqa: S314 - our own


def test_tei_passes_the_schema_that_trafilatura_ships() -> None:
    """That document type definition is a part of TEI's: it has no tables, figures, code or formulas."""
    validate = pytest.importorskip("trafilatura.xml").validate_tei
    etree = pytest.importorskip("lxml.etree")
    html = (
        "<html lang=en><title>Tea</title><p>a <b>b</b> <a href=/x>c</a><br>d</p><h2>T</h2><ol><li>x<ul><li>y</ul></ol>"
        "<blockquote cite=/q><p>q</blockquote><h3>U</h3><dl><dt>t<dd>d<dd>e<dt>f</dl><p>n<sup><a href='#n'>1</a></sup>"
        "<p id=n>note<h2>V</h2><p>v<hr><p><q>q</q> <s>s</s> <ruby>r<rt>t</rt></ruby><ul><li><h4>W</h4></ul>"
    )
    xml = extract(html, method=Everything(), url="https://example.org/").xml
    assert validate(etree.fromstring(xml.encode()))


def test_front_matter_is_yaml() -> None:
    yaml = pytest.importorskip("yaml")
    html = '<html lang=he dir=rtl><title>A "quoted": title\u2028 # x \x85</title><p>Tea'
    markdown = extract(html, url="https://example.org/?a=1#b").to_markdown(front_matter=True)
    begin, head, text = markdown.split("---\n")
    known = yaml.safe_load(head)
    assert (begin, text) == ("", "\nTea\n")
    assert known == {
        "title": 'A "quoted": title # x',
        "url": "https://example.org/?a=1#b",
        "language": "he",
        "direction": "rtl",
    }


def test_an_extraction_has_all_formats() -> None:
    extraction = extract("<title>Tea & <b></title><h2>Leaf</h2><p>Milk <script>x</script>", method=Everything())
    assert extraction.markdown == "## Leaf\n\nMilk\n"
    assert extraction.to_dict() == json.loads(extraction.json)
    assert extraction._repr_html_() == "<article><h1>Tea &amp; &lt;b&gt;</h1>\n<h2>Leaf</h2>\n<p>Milk</p>\n</article>"


def test_options_change_how_content_is_written() -> None:
    html = (
        "<p>Tea from <a href=/y>Yunnan</a> <img src=/i.jpg alt=cup> now.</p><table><tr><th>a<th>b<tr><td>1<td>2</table>"
    )
    extraction = extract(html, method=Everything())
    assert extraction.to_markdown(links=False, images=False, tables=False) == (
        "Tea from Yunnan now.\n\na\n\nb\n\n1\n\n2\n"
    )
    assert extraction.to_markdown(wrap=10).startswith("Tea from\n[Yunnan](/y)\n![cup](/i.jpg)\nnow.\n")


def test_long_runs_of_underscores_take_linear_time() -> None:
    """Were each underscore judged by a search along the whole run, this would take minutes."""
    count = 200_000
    assert extract("<p>a " + "_" * count + " b", method=Everything()).markdown == "a " + "\\_" * count + " b\n"
    assert extract("<p>a" + "_" * count + "b", method=Everything()).markdown == "a" + "_" * count + "b\n"


def test_writing_does_not_change_the_tree() -> None:
    extraction = extract("<dl><dt>a<ul><li>b</ul><dd>c<dd>d</dl>", method=Everything())
    assert extraction.to_markdown() == extraction.to_markdown() == "**a**\n\n- b\n\n* c\n* d\n"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>As shown [1], 2 * 3 * 4 is [24] in NZ_(x).", "As shown [1], 2 * 3 * 4 is [24] in NZ_(x)."),
        ("<p>It costs $24.71 or $32.95.", "It costs $24.71 or $32.95."),
        ("<p>$5<sup>$6</sup>", r"\$5<sup>\$6</sup>"),
        ("<p>[a](b), [c]: d, [^1]", r"[a\](b), [c\]: d, \[^1]"),
        ("<p>[a]<u>(b)</u> <b>[c]</b>(d)", r"[a]\(b) **[c]**(d)"),
        ("<p><a href=/x>[a] b]</a>", r"[\[a\] b\]](/x)"),
        ("<ul><li>[x] done</ul>", r"- \[x] done"),
        ("<blockquote>[!NOTE] Tea</blockquote>", r"> \[!NOTE] Tea"),
        ("<p>* a", r"\* a"),
        ("<p>Tea^[1], leaf^<a href=/x>2</a>, x^2", r"Tea^\[1], leaf\^[2](/x), x^2"),
    ],
)
def test_only_signs_with_a_meaning_are_escaped(html: str, expected: str) -> None:
    assert extract(html, method=Everything()).markdown == f"{expected}\n"


def test_text_of_a_class_of_its_own_is_text() -> None:
    class Words(str):
        __slots__ = ()

    text: list[InlineNode] = [Words("a_b*"), Link("/x", [Words("[c")])]
    write = MarkdownInline(tree_nodes, media_link).write
    assert write(text) == write(["a_b*", Link("/x", ["[c"])])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("style", ["em", "u", "link"])
def test_nodes_that_are_too_deep_are_an_error(form: str, style: str) -> None:
    line: list[InlineNode] = ["Tea"]
    for _ in range(20_000):
        line = ["a ", Link("/x", line) if style == "link" else StyledText(style, line)]
    write = core_module("markdown_inline", form).MarkdownInline(tree_nodes, media_link).write
    with pytest.raises(RecursionError):
        write(line)
    assert write(["Tea"]) == "Tea"
