"""A page for each structure, and the Markdown that we want of it, to the letter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from dehusk import Page, Selection, extract
from dehusk.content.tree_nodes import BlockQuote, ContentTree
from dehusk.page import tags

PAGES = Path(__file__).parents[1] / "pages"
CASES = sorted(
    path.parent.name
    for path in PAGES.glob("*/expected.json")
    if "structure" in json.loads(path.read_text(encoding="utf-8"))
)


class Main:
    """A method that keeps MAIN: how a page is written does not depend on a model."""

    name: ClassVar[str] = "main"
    description: ClassVar[str] = "the element that a page says is its main part"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        return Selection.of_rows(page, np.flatnonzero(page.tag == tags.NUMBERS["main"]))


def tree(case: str) -> ContentTree:
    return extract((PAGES / case / "page.html").read_text(encoding="utf-8"), method=Main()).tree


@pytest.mark.parametrize("case", CASES)
def test_the_markdown_is_as_expected(case: str) -> None:
    html = (PAGES / case / "page.html").read_text(encoding="utf-8")
    expected = (PAGES / case / "expected.md").read_text(encoding="utf-8")
    assert extract(html, method=Main()).markdown == expected


def test_there_is_a_page_for_each_structure() -> None:
    assert len(CASES) >= 11


def test_direction_and_language_are_kept() -> None:
    document = tree("direction-he")
    assert (document.dir, document.lang) == ("rtl", "he")
    quotes = [block for block in document.children if isinstance(block, BlockQuote)]
    assert [(quote.dir, quote.lang) for quote in quotes] == [("ltr", "en")]
    html = extract((PAGES / "direction-he" / "page.html").read_text(encoding="utf-8"), method=Main()).html
    assert html.startswith('<div dir="rtl" lang="he">\n<h1>')
    assert '<span dir="ltr" lang="en">Made in Sheffield, 1911</span>' in html


def test_ruby_and_spans_are_kept_in_html() -> None:
    html = extract((PAGES / "ruby-ja" / "page.html").read_text(encoding="utf-8"), method=Main()).html
    assert "<ruby>櫂<rp>(</rp><rt>かい</rt><rp>)</rp></ruby>は" in html
    html = extract((PAGES / "tables-en" / "page.html").read_text(encoding="utf-8"), method=Main()).html
    assert '<th colspan="2">Leaves</th>' in html
    assert '<td rowspan="2">Marrow</td>' in html
    html = extract((PAGES / "lists-en" / "page.html").read_text(encoding="utf-8"), method=Main()).html
    assert '<ol start="3" reversed>' in html
    assert '<li value="7">' in html


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b\n"),
        ("<li>a</li><li>b</li>", "- a\n- b\n"),
        ("<ul>loose<li>a</ul>", "- loose\n- a\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
        ("<a href=/x><h2>T</h2><p>a</p></a>", "## [T](/x)\n\n[a](/x)\n"),
        ("<p><b>注意：</b>これ</p>", "<strong>注意：</strong>これ\n"),
        ("<p>Stop!<a href=/x>y</a></p>", "Stop\\![y](/x)\n"),
        ("<code>List&lt;<a href=/t>T</a>&gt;</code>", "`List<`[`T`](/t)`>`\n"),
        ("<p><code>a</code> <code>b c</code><code>d</code></p>", "`a` `b cd`\n"),
        ("<h2>C #</h2>", "## C \\#\n"),
        ("<p>1986. A great year<br>- no list</p>", "1986\\. A great year\\\n\\- no list\n"),
        ("<pre>a<br>b<span>  c</span></pre>", "```\na\nb  c\n```\n"),
        ("<table><tr><td>menu<td><h2>T</h2>text</table>", "menu\n\n## T\n\ntext\n"),
        ("<table><tr><th>a<th>b<tr><td><table><tr><th>x<td>y</table><td>z</table>",
         "| a | b |\n| --- | --- |\n| <table><tr><td>x</td><td>y</td></tr></table> | z |\n"),
        ("<p>E<sup>2</sup></p>", "E<sup>2</sup>\n"),
    ],
)  # fmt: skip
def test_small_cases(html: str, markdown: str) -> None:
    assert extract(f"<main>{html}</main>", method=Main()).markdown == markdown
