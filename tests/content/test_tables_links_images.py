"""Tables, links and images of an extraction."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given

from dehusk import Extraction, extract
from dehusk.content.data_tables import table_grid
from dehusk.content.tree_contents import ContentLink
from dehusk.content.tree_nodes import TableCell
from html_strategies import Everything, rich_html
from visible import words

PAGES = Path(__file__).parents[1] / "pages"


def everything(html: str, url: str | None = None) -> Extraction:
    return extract(html, url=url, method=Everything())


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<tr><th>a<th>b<tr><td>1<td>2", [["a", "b"], ["1", "2"]]),
        ("<tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3", [["a", "", "b"], ["1", "2", "3"]]),
        ("<tr><th rowspan=2>a<th>b<tr><td>1", [["a", "b"], ["", "1"]]),
        ("<tr><th>a<th>b<tr><td>1", [["a", "b"], ["1", ""]]),
        ("<caption>c</caption><tr><th>a<tr><td>b", [["a"], ["b"]]),
        ("<tr><th>a<br>b<tr><td><p>c<p>d<ul><li>e</ul>", [["a\nb"], ["c\nd\ne"]]),
        ("<tr><th>a <img src=/i.jpg> b<tr><td><q>c</q>", [["a b"], ["“c”"]]),
        ("<tr><th>a<tr><td><pre>  x\ny</pre>", [["a"], ["  x\ny"]]),
    ],
)
def test_tables_are_rows_of_cell_texts(html: str, expected: list[list[str]]) -> None:
    assert everything(f"<table>{html}</table>").tables == [expected]


def test_tables_that_lay_out_the_page_are_no_tables() -> None:
    assert everything("<table><tr><td>menu<td>text</table>").tables == []


def test_a_table_in_a_cell_is_text_there_and_a_table_of_its_own() -> None:
    html = "<table><tr><th>a<tr><td>b<table><tr><th>c<td>d</table></table>"
    assert everything(html).tables == [[["a"], ["b\nc\nd"]], [["c", "d"]]]


@given(rich_html)
def test_tables_have_the_words_of_the_text(html: str) -> None:
    extraction = everything(html)
    text = words("text", extraction.text)
    for table in extraction.tables:
        assert len({len(row) for row in table}) <= 1
        cells = words("text", "\n".join(chain.from_iterable(table)))
        assert not set(cells) - set(text)


@pytest.mark.parametrize(
    "rows",
    [
        [[TableCell(rows=1000)] for _ in range(3000)],
        [[TableCell() for _ in range(3000)], *([TableCell()] for _ in range(3000))],
        [[TableCell(columns=1000, rows=1000)] for _ in range(3000)],
    ],
)
def test_a_grid_is_not_much_larger_than_its_table(rows: list[list[TableCell]]) -> None:
    grid = table_grid(rows)
    assert sum(cell is not None for row in grid for cell in row) == sum(map(len, rows))
    assert sum(map(len, grid)) <= 201 * len(rows) + sum(map(len, rows))


def test_wide_tables_keep_all_words_in_markdown() -> None:
    html = "<table><tr><th>a<tr>" + "".join(f"<td>x{n}" for n in range(300)) + "<tr><td>b</table>"
    extraction = everything(html)
    assert words("markdown", extraction.markdown) == words("text", extraction.text)


def test_links_are_in_document_order_and_absolute() -> None:
    html = (
        "<p><a href=/a>one</a>, <a href=b>t<b>w</b>o</a><ul><li><a href='#c'>three</a></ul>"
        "<a href=javascript:x>no</a><a href=/d><img src=/i.jpg alt=cup></a>"
    )
    assert everything(html, "https://example.org/x/y").links == [
        ContentLink("one", "https://example.org/a"),
        ContentLink("two", "https://example.org/x/b"),
        ContentLink("three", "https://example.org/x/y#c"),
        ContentLink("cup", "https://example.org/d"),
    ]
    assert everything("<a href=/a>one</a>").links == [ContentLink("one", "/a")]


def test_links_of_boilerplate_and_references_to_footnotes_are_not_listed() -> None:
    page = (PAGES / "notes-en" / "page.html").read_text(encoding="utf-8")
    extraction = extract(page, url="https://example.org/")
    assert all(link.text in extraction.text for link in extraction.links)
    assert not any(link.url.startswith("https://example.org/#fn") for link in extraction.links)


def test_images_are_the_media_that_are_images() -> None:
    extraction = everything("<p>a<img src=/i.jpg alt=cup><video src=/v.mp4></video>b", "https://example.org/")
    assert [media.kind for media in extraction.media] == ["image", "video"]
    assert [image.url for image in extraction.images] == ["https://example.org/i.jpg"]


@pytest.mark.parametrize(
    "table",
    [
        "<tr><td>The mill stands in the river.</td></tr>",
        "<tr><td></td><td>The mill stands in the river.</td><td></td></tr><tr><td><td><td></tr>",
        "<tr><td><td>The mill stands in the river.<tr><td>&nbsp;<td>",
    ],
)
def test_a_table_with_one_cell_of_prose_is_prose(table: str) -> None:
    extraction = extract(f"<p>Old.</p><table>{table}</table><p>New.</p>", method=Everything())
    assert extraction.markdown == "Old.\n\nThe mill stands in the river.\n\nNew.\n"
    assert extraction.tables == []
