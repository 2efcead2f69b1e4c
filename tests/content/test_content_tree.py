"""The content tree of odd markup, and walking over a tree."""

from __future__ import annotations

import pytest

from dehusk import Extraction, content, extract
from dehusk.content.element_kinds import KIND_OF_TAG, STYLE_OF_TAG, ElementKind
from dehusk.content.element_nodes import NODE_MAKERS
from dehusk.content.tree_nodes import (
    BlockNode,
    BlockQuote,
    CodeBlock,
    DefinitionList,
    DefinitionPart,
    Footnote,
    FootnoteMark,
    Heading,
    LineBreak,
    Link,
    ListBlock,
    ListItem,
    Paragraph,
    StyledText,
    Table,
    TableCell,
    ThematicBreak,
)
from dehusk.content.tree_visitor import BlockVisitor, InlineVisitor
from dehusk.page import tags
from html_strategies import Everything


def everything(html: str) -> Extraction:
    return extract(html, method=Everything())


def blocks(html: str) -> list[BlockNode]:
    return everything(html).tree.children


def text(words: str) -> list[BlockNode]:
    return [Paragraph([words])]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h3>a</h3>", [Heading(3, ["a"])]),
        ("a<hr>b", [*text("a"), ThematicBreak(), *text("b")]),
        ("<hr>a<hr>", text("a")),
        ("a<hr><hr>b", [*text("a"), ThematicBreak(), *text("b")]),
        ("<p>a<br>b<br><br>c", [Paragraph(["a", LineBreak(), "b"]), *text("c")]),
        ("<b>a<strong>b</strong></b>", [Paragraph([StyledText("strong", ["ab"])])]),
        ("<a href=/x>a<a href=/y>b</a>", [Paragraph([Link("/x", ["a"]), Link("/y", ["b"])])]),
        ("<a href=javascript:x>a</a>", text("a")),
        ("<pre>a\n b</pre>", [CodeBlock("a\n b")]),
        ("<blockquote cite=/q>a</blockquote>", [BlockQuote(text("a"), "/q")]),
        ("<ol start=3><li>a<li value=7>b</ol>", [ListBlock(True, [ListItem(text("a"), 3), ListItem(text("b"), 7)])]),
        (
            "<ol reversed><li>a<li></li><li>b</ol>",
            [ListBlock(True, [ListItem(text("a"), 3), ListItem(text("b"), 1)])],
        ),
        ("<dl><dt>a<dd>b</dl>", [DefinitionList([DefinitionPart(True, text("a")), DefinitionPart(False, text("b"))])]),
        (
            "<p>a<sup><a href='#n'>1</a></sup><ol><li id=n>b</ol>",
            [Paragraph(["a", FootnoteMark("1")]), Footnote("1", text("b"))],
        ),
    ],
)
def test_elements_become_nodes(html: str, expected: list[BlockNode]) -> None:
    assert blocks(html) == expected


def test_items_directly_in_a_definition_list_leave_no_empty_definitions() -> None:
    (block,) = blocks("<dl><li>a<li>b</dl>")
    assert isinstance(block, DefinitionList)
    assert [part.children for part in block.parts] == [
        [ListBlock(False, [ListItem(text("a"))])],
        [ListBlock(False, [ListItem(text("b"))])],
    ]


def test_preformatted_text_keeps_its_direction_and_language() -> None:
    extraction = everything("<html dir=rtl lang=he><p>שלום</p><pre dir=ltr lang=en>code</pre>")
    _, code = extraction.tree.children
    assert (code.dir, code.lang) == ("ltr", "en")
    assert '<pre dir="ltr" lang="en"><code>code</code></pre>' in extraction.html
    assert '<ab type="code" xml:lang="en" rend="ltr">' in extraction.xml


def test_every_kind_of_element_has_a_node_or_needs_none() -> None:
    without_node = {
        *(ElementKind.NONE, ElementKind.TEXT, ElementKind.ROW),
        *(ElementKind.TABLE_CAPTION, ElementKind.THEMATIC_BREAK, ElementKind.CODE_SPAN),
    }
    assert sorted([*NODE_MAKERS, *without_node]) == list(ElementKind)
    assert {KIND_OF_TAG[tag] for tag in STYLE_OF_TAG} == {ElementKind.STYLE}
    assert KIND_OF_TAG[tags.NUMBERS["div"]] == ElementKind.NONE


def test_walk_visits_all_nodes_in_document_order() -> None:
    tree = everything(
        "<h2>a</h2><ul><li>b<ol><li>c</ol></ul><dl><dt>d<dd>e</dl><table><caption>f</caption><tr><th>g<td>h</table>"
        "<figure><pre>i</pre><figcaption>j</figcaption></figure><blockquote><p>k <b><a href=/x>l</a></b></blockquote>"
    ).tree
    words = [node.strip() for node in tree.walk() if isinstance(node, str)]
    assert words == list("abcdefghjkl")
    kinds = [type(node) for node in tree.walk()]
    assert [kinds.count(kind) for kind in (ListItem, DefinitionPart, TableCell, CodeBlock, Link)] == [2, 2, 2, 1, 1]


def test_a_visitor_without_a_method_for_a_node_says_so() -> None:
    with pytest.raises(NotImplementedError, match="BlockVisitor has no method for Table"):
        BlockVisitor[None]().visit_block(Table())
    with pytest.raises(NotImplementedError, match="InlineVisitor has no method for str"):
        InlineVisitor[None]().visit_inline("Tea")


def test_all_public_names_can_be_imported() -> None:
    assert all(getattr(content, name) is not None for name in content.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Tree'"):
        _ = content.Tree


def test_a_long_line_of_many_pieces_takes_linear_time() -> None:
    """Were each piece joined by copying the line, this would take minutes."""
    html = "<p>" + "<span>abcdefgh</span> " * 300_000
    (paragraph,) = everything(html).tree.children
    assert isinstance(paragraph, Paragraph)
    assert [len(node) for node in paragraph.children if isinstance(node, str)] == [9 * 300_000 - 1]
