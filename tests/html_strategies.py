"""Hypothesis strategies for HTML, and a plain reading of it to hold the Page against."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import turbohtml
from hypothesis import strategies as st

from dehusk import Page, Selection, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXTS = (
    *("a", " ", "\n ", "two words", "A longer sentence, with a comma and an end. ", "x\u00a0y", "e\u0301te\u0301"),
    *("雨が降った。", "雨(rain)水", "نزل المطر", "ฝนตกหนัก", "ดีHello", "123", "☔", "𠀀"),
    *("\0", "�", "&amp;", "&lt;b"),
)
ATTRIBUTES = ("", "", "", " class='a b'", ' id="x"', " href=/y", " title=''", " data-a", " lang=en")
TAGS = (
    *("a", "article", "b", "blockquote", "br", "button", "div", "em", "h2", "hr", "i", "img", "li", "o:p", "ol"),
    *("p", "pre", "section", "select", "span", "table", "td", "tr", "ul"),
)

texts = st.sampled_from(TEXTS)
start_tags = st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES))
odd_markup = st.sampled_from((
    *("<", ">", "</", "<!-- c -->", "<!--", "-->", "<!doctype html>", "<![CDATA[x]]>", "&", "&#xD800;", "<p <b"),
    *("<script>no</script>", "<style>p{}</style>", "<title>t</title>", "<noscript>no js", "<template><p>t"),
    *("<body class=b>", "<html lang=en>", "<head>", "<frameset>", "<svg><text>s</text>", "<math><mi>m"),
    *("<textarea>", "<p hidden>", "<div style='display:none'>", "<iframe>f</iframe>", "<dialog>d</dialog>"),
    "<plaintext>",
))  # fmt: skip


def element(tag: str, attributes: str, inner: list[str]) -> str:
    """An element as HTML."""
    return f"<{tag}{attributes}>{''.join(inner)}</{tag}>"


well_formed = st.recursive(
    texts,
    lambda inner: st.builds(element, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES), st.lists(inner, max_size=4)),
    max_leaves=12,
)
end_tags = st.sampled_from([f"</{tag}>" for tag in TAGS])
tag_soup = st.lists(start_tags | end_tags | texts, max_size=25).map("".join)
plain_html = st.lists(well_formed, max_size=3).map("".join) | tag_soup
"""HTML all of whose elements are drawn."""
any_html = st.lists(start_tags | end_tags | texts | odd_markup, max_size=25).map("".join)
"""HTML with scripts, hidden elements, comments and worse."""
structures = st.sampled_from((
    *("<ol start=4 reversed>", "<li value=7>", "<dl>", "<dt>", "<dd>", "<th>", "<td colspan=2 rowspan=3>", "<caption>"),
    *("<code>", "</code>", "<pre><code class=language-c>", "<blockquote cite=/q>", "<figure>", "<figcaption>", "<q>"),
    *("<ruby>", "<rt>", "<rp>(</rp>", "<sup>", "<sub>", "<kbd>", "<mark>", "<s>", "<strong>", "<u dir=rtl>", "</q>"),
    *("<math><mi>x</mi><mo>&lt;</mo><mn>2</mn></math>", "<math alttext='a_1*b_2'></math>", "<br>", "<br><br>", "<hr>"),
    *("<a href='#n1'>[1]</a>", "<li id=n1>", "<p id=n2>", "<sup><a href='#n2'>2</a></sup>", "<img src=i.png alt='x]'>"),
    *("# no", "1. no", "- no", "> no", "*a* _b_ __c__", "`d`", "[x](y)", "![x](y)", "<b>*</b>", "**", "\\"),
    *("&amp;amp;",),
    *("| a |", "---", "===", "+", "~~x~~", "$5", "http://a.example/_x_", "snake_case", "a:", "。", "「", "a!", "<wbr>"),
))  # fmt: skip
rich_html = st.lists(structures | any_html, max_size=30).map("".join)
"""HTML with everything that the content tree has a node for, and text that looks like Markdown."""
pages = plain_html.map(parse)


@dataclass
class Row:
    """A row of the Page, built by walking the parser's tree recursively."""

    tag: str
    parent: int
    depth: int
    attrs: dict[str, str]
    text: str = ""
    end: int = 0


def walk(html: str) -> list[Row]:
    """What ``parse`` should give for HTML all of whose elements are drawn."""
    root = turbohtml.parse(html).root
    body = next((child for child in _elements(root) if child.tag == "body"), None)
    rows: list[Row] = []
    if body is not None:
        _walk(body, -1, 0, rows)
    return rows


def _walk(node: turbohtml.Element, parent: int, depth: int, rows: list[Row]) -> None:
    here = len(rows)
    attrs = node.attrs.items()
    values = {name: " ".join(value) if isinstance(value, list) else value or "" for name, value in attrs}
    rows.append(Row(node.tag, parent, depth, values))
    for child in node.children:
        if isinstance(child, turbohtml.Text):
            rows.append(Row("#text", here, depth + 1, {}, child.text, len(rows) + 1))
        elif isinstance(child, turbohtml.Element):
            _walk(child, here, depth + 1, rows)
    rows[here].end = len(rows)


def _elements(node: turbohtml.Element | None) -> Iterator[turbohtml.Element]:
    for child in node.children if node is not None else ():
        if isinstance(child, turbohtml.Element):
            yield child


def ancestors(page: Page, row: int) -> list[int]:
    """A row and the rows that it lies in, from the inside out, by following parents."""
    found = [row]
    while row > 0:
        row = int(page.parent[row])
        found.append(row)
    return found


class Everything:
    """A method that keeps all text."""

    name: ClassVar[str] = "everything"
    description: ClassVar[str] = "all text"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        return Selection.of_rows(page, np.array([0]))


def elements_at(document: turbohtml.Document, path: str) -> list[turbohtml.Element]:
    """The elements that an XPath leads to."""
    found = document.xpath(path)
    assert isinstance(found, list)
    return [node for node in found if isinstance(node, turbohtml.Element)]


def kept_texts(page: Page, selection: Selection) -> list[str]:
    """The texts of the kept leaves."""
    return [page.leaf_text(row) for row in page.leaves.tolist() if selection.keep[row]]


def pickled(page: Page) -> Page:
    """The page after a round through pickle."""
    copy = pickle.loads(pickle.dumps(page))  # noqa: S301
    assert isinstance(copy, Page)
    return copy
