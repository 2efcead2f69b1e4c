"""The walk over a tree that writes rows, compiled and not, and what it collects beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_forms import FORMS, core_module
from dehusk._core import html_elements
from dehusk._core.flatten import HEAD_TAGS, FlatColumns
from dehusk.page import tags
from html_strategies import any_html

if TYPE_CHECKING:
    from dehusk._core.html_tree import HtmlTree

each_form = pytest.mark.parametrize("form", FORMS)
NUMBERS = np.array([tags.NUMBERS.get(name, -1) for name in html_elements.NAMES], dtype=np.intp)
NUMBERS[0] = tags.TEXT


def tree_of(html: str, form: str) -> HtmlTree:
    parser = core_module("html_parser", form).HtmlParser(html.encode())
    assert parser.run(1 << 40)
    parser.finish()
    tree: HtmlTree = parser
    return tree


def flatten(html: str | HtmlTree, form: str, *, depth: int = 99, limit: int = 9999) -> FlatColumns:
    tree = tree_of(html, form) if isinstance(html, str) else html
    flat: FlatColumns = core_module("flatten", form).flatten(tree, NUMBERS, len(tags.NUMBERS), depth, limit)
    return flat


@given(any_html, st.integers(0, 6), st.integers(0, 9))
def test_both_forms_write_the_same(html: str, depth: int, limit: int) -> None:
    ours, theirs = (flatten(html, form, depth=depth, limit=limit) for form in FORMS)
    for name, mine, other in zip(FlatColumns._fields, ours, theirs, strict=True):
        if isinstance(mine, np.ndarray):
            np.testing.assert_array_equal(mine, other, name)
        else:
            assert mine == other, name


@each_form
def test_text_around_what_is_no_row_is_one_leaf(form: str) -> None:
    flat = flatten("a<!-- b -->c<script>d</script>e<style>f</style>g<i>h</i>", form)
    assert flat.text == "acegh"
    assert flat.offset.tolist() == [0, 0, 4, 4, 5]
    assert flat.scripts == 1


@each_form
def test_texts_of_one_script_are_joined(form: str) -> None:
    flat = flatten("<svg><script type=application/ld+json>{<g>tea</g>}&amp;</script></svg><math><title>a<mi>b", form)
    assert flat.item_texts == {0: "{tea}&", 1: "ab"}


@each_form
def test_characters_are_counted(form: str) -> None:
    flat = flatten("<p>茶 é<b>𠀀a</b>" + "x" * 70 + "é", form)
    assert flat.offset.tolist() == [0, 0, 0, 3, 3, 5, 76]
    assert flat.text == "茶 é𠀀a" + "x" * 70 + "é"


@each_form
def test_elements_that_are_too_deep_give_their_text_to_one_above(form: str) -> None:
    flat = flatten("<div>a<p>b<i>c</i>d</p><b>e</b>", form, depth=2)
    assert flat.too_deep
    assert (flat.depth.max(), flat.text) == (3, "abcde")
    assert not flatten("<div>a<p>b<i>c", form, depth=3).too_deep


@each_form
def test_rows_after_the_limit_are_cut(form: str) -> None:
    flat = flatten("<p>a<p>b<p>c", form, limit=4)
    assert flat.is_cut
    assert (flat.text, flat.end.tolist()) == ("ab", [5, 3, 3, 5, 5])
    assert flatten("<p>a<p>b<p>c", form, limit=5).is_cut
    assert not flatten("<p>a<p>b", form, limit=4).is_cut


@each_form
def test_elements_of_the_head(form: str) -> None:
    flat = flatten(
        "<title>Tea &amp; milk</title><meta name=x><link rel=y><base href=z><script type=application/ld+json>{1}\r\n\0"
        "</script><script>no</script><body><p>a<title>Second</title><meta name=in-body><svg><title>no</title></svg>",
        form,
    )
    names, start, stop = flat.items
    assert [HEAD_TAGS[place] for place in names] == ["title", "meta", "link", "base", "script", "title", "meta"]
    assert [flat.attr_bytes[slice(*span)] for span in zip(start, stop, strict=True)] == [
        *(b"", b' name="x"', b' rel="y"', b' href="z"', b' type="application/ld+json"', b"", b' name="in-body"'),
    ]
    assert flat.item_texts == {0: "Tea & milk", 4: "{1}\n\ufffd", 5: "Second"}
    assert flat.scripts == 2


@each_form
def test_attributes_of_html_and_body_are_merged(form: str) -> None:
    flat = flatten("<html lang=en><body class=a><p x=y>b<html lang=fr dir=ltr><body id=c class=d>", form)
    assert flat.attr_bytes[slice(*flat.root)] == b' lang="en" dir="ltr"'
    spans = zip(flat.attr_start.tolist(), flat.attr_stop.tolist(), strict=True)
    assert [flat.attr_bytes[slice(*span)] for span in spans] == [b' class="a" id="c"', b' x="y"', b""]


@each_form
def test_attributes_that_can_hide(form: str) -> None:
    flat = flatten("<p style='color:red'>a<p STYLE=display:none>b<p hidden=until-found>c<p x hidden>d", form)
    values = [(is_style, flat.attr_bytes[start:stop]) for is_style, start, stop in flat.style_values]
    assert [(row, *values[number]) for row, number in flat.styled.reshape(-1, 2).tolist()] == [
        *((3, 1, b"display:none"), (5, 0, b"until-found"), (7, 0, b"")),
    ]


@each_form
def test_equal_attributes_that_can_hide_have_one_value(form: str) -> None:
    flat = flatten(
        '<p style=display:none hidden="display:none"><p style="display:none"><p hidden="display:none">', form
    )
    assert flat.styled.tolist() == [1, 0, 1, 1, 2, 0, 3, 1]
    assert [is_style for is_style, _, _ in flat.style_values] == [1, 0]
    many = flatten("".join(f"<p style=display:none;top:{n % 500}>" for n in range(1000)), form)
    values = [many.attr_bytes[start:stop] for _, start, stop in many.style_values]
    rows = many.styled.reshape(-1, 2).tolist()
    assert [(row, values[number]) for row, number in rows] == [
        (n + 1, b"display:none;top:%d" % (n % 500)) for n in range(1000)
    ]
    assert len(values) == 1000 - 16


@each_form
def test_names_without_a_number(form: str) -> None:
    flat = flatten("<x-a>1<x-b>2</x-b></x-a><X-B>3<div>", form)
    names = [flat.extra[tag - len(tags.NUMBERS)] for tag in flat.tag.tolist() if tag >= len(tags.NUMBERS)]
    assert names == ["x-a", "x-b", "x-b"]
    many = flatten("".join(f"<y{n}>" for n in range(66_000)), form, depth=3, limit=99_999)
    assert many.tag.max() <= 0xFFFF


@each_form
def test_the_rows_of_nodes(form: str) -> None:
    tree = tree_of("<title>t</title><p>a<!-- --><script>s</script>b", form)
    flatten(tree, form)
    nodes = tree.nodes()
    rows = dict(zip([html_elements.NAMES[code >> 2] for code in nodes["code"]], nodes["row"].tolist(), strict=True))
    assert (rows["body"], rows["p"], rows["title"], rows["script"]) == (0, 1, -1, -1)
    assert nodes["row"].tolist().count(2) == 2


STYLES = {
    "display: NONE": True, "Visibility:hidden": True, "visibility:collapse": True, "FONT-SIZE:0": True,
    "overflow:hidden;height:0": True, "color:red": False, "": False, "no&amp;ne": False, "non": False, "hid": False,
}  # fmt: skip


@each_form
@pytest.mark.parametrize("style", STYLES)
def test_styles_that_may_hide(form: str, style: str) -> None:
    attributes = core_module("tag_attributes", form).TagAttributes()
    tag = f'<p style="{style}" hidden="x">'.encode()
    assert attributes.read(memoryview(tag), 2, False) == len(tag) - 1
    assert (attributes.style_start >= 0) == STYLES[style]
    assert tag[attributes.hidden_start : attributes.hidden_stop] == b"x"


@each_form
@pytest.mark.parametrize("tag", [b"", b" ", b" a", b" a=", b' a="', b' a="b', b' style="none', b"x", b' ="'])
def test_attributes_outside_of_the_data_are_not_read(form: str, tag: bytes) -> None:
    attributes = core_module("tag_attributes", form).TagAttributes()
    for at in (-1, 0, len(tag), 99):
        assert attributes.read(memoryview(tag), at, True) <= len(tag)


@each_form
def test_a_tree_that_is_made_by_hand(form: str) -> None:
    tree: HtmlTree = core_module("html_tree", form).HtmlTree(b"", 0, 0)
    tree.root = tree.add_element(0, "html", b' lang="en"')
    head = tree.add_element(tree.root, "head", b"")
    tree.add_text(tree.add_element(head, "title", b""), "Tea &amp; milk")
    tree.body = tree.add_element(tree.root, "body", b' class="a"')
    for number in range(3000):
        paragraph = tree.add_element(tree.body, "p", b' id="%d"' % number)
        tree.add_text(paragraph, "Thé")
        tree.add_text(tree.add_element(paragraph, "x-y", b""), "!")
    flat = flatten(tree, form, limit=99_999)
    assert flat.text == "Thé!" * 3000
    assert flat.extra == ("x-y",)
    assert flat.item_texts == {0: "Tea &amp; milk"}
    assert flat.attr_bytes[slice(*flat.root)] == b' lang="en"'
    assert flat.attr_bytes[flat.attr_start[-4] : flat.attr_stop[-4]] == b' id="2999"'
    assert flat.end.tolist()[:6] == [12001, 5, 3, 5, 5, 9]


@each_form
@pytest.mark.parametrize("parent", [-1, 2, 3, 1 << 40])
def test_parents_that_cannot_be(form: str, parent: int) -> None:
    tree = core_module("html_tree", form).HtmlTree(b"", 0, 0)
    tree.add_text(tree.add_element(0, "html", b""), "Tea")
    with pytest.raises(IndexError, match="not an element of the tree"):
        tree.add_element(parent, "p", b"")
    with pytest.raises(IndexError, match="not an element of the tree"):
        tree.add_text(parent, "Milk")


@each_form
@pytest.mark.parametrize("root", [-1, 2, 1 << 40])
def test_roots_that_cannot_be(form: str, root: int) -> None:
    tree = core_module("html_tree", form).HtmlTree(b"", 0, 0)
    tree.add_element(0, "html", b"")
    tree.root = root
    with pytest.raises(IndexError, match="root is not an element of the tree"):
        flatten(tree, form)


@each_form
def test_wrong_arguments(form: str) -> None:
    module = core_module("flatten", form)
    for numbers in (NUMBERS[1:], np.append(NUMBERS, 1)):
        with pytest.raises(ValueError, match="not one number for each name"):
            module.flatten(tree_of("", form), numbers, 9, 9, 9)
    with pytest.raises(TypeError):
        core_module("html_tree", form).HtmlTree("<p>", 0, 0)
