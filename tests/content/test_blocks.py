from __future__ import annotations

import turbohtml
from hypothesis import given

from dehusk import Block, Selection, extract, parse
from dehusk.content.atoms import find_atoms
from dehusk.content.page_blocks import block_table
from html_strategies import any_html, elements_at, plain_html


def block_texts(html: str) -> list[str]:
    return [block.text for block in extract(html).blocks]


def test_a_block_has_text_verdict_score_tag_and_path() -> None:
    html = "<ul><li><a>Home</a></ul><div><p>" + "long text " * 20 + "<p>" + "more text " * 20
    menu, story, _ = extract(html, method="cectd-ds").blocks
    assert menu == Block("Home", False, 0.0, "li", "/html/body/ul/li")
    assert (story.kept, story.tag, story.path) == (True, "p", "/html/body/div/p[1]")
    assert 0.5 < story.score <= 1


def test_blocks_are_separated_by_block_level_elements_and_line_breaks() -> None:
    assert block_texts("a <b>b</b>c<p>d<br>e</p>f<hr>g<table><tr><td>h<td>i</table>") == [
        *("a bc", "d", "e", "f", "g", "h", "i")
    ]


def test_white_space_is_collapsed_but_in_pre() -> None:
    assert block_texts("<p> a \n b </p><pre>\n  x = 1  \n\n  y = 2\n</pre>") == ["a b", "  x = 1\n\n  y = 2"]


def test_a_block_that_is_kept_in_part_becomes_several() -> None:
    page = parse("<p>One <b>two</b> three</p>")
    keep = [page.leaf_text(row) == "two" for row in range(len(page))]
    selection = Selection.of_leaves(page, page.inside(page.is_text & keep))
    found = block_table(page, selection, selection.keep, find_atoms(page, selection.keep)).blocks()
    assert [(block.text, block.kept, block.path) for block in found] == [
        ("One", False, "/html/body/p"),
        ("two", True, "/html/body/p"),
        ("three", False, "/html/body/p"),
    ]


@given(any_html)
def test_blocks_hold_every_word_of_the_page_once(html: str) -> None:
    html = html.replace("<math>", "<i>")  # a formula is written as TeX
    found = extract(html).blocks
    assert "".join("".join(block.text.split()) for block in found) == "".join(parse(html).text.split())
    assert all(block.text.strip() and 0 <= block.score <= 1 for block in found)


@given(any_html)
def test_the_text_is_that_of_the_kept_blocks(html: str) -> None:
    extraction = extract(html)
    assert extraction.text == "\n".join(block.text for block in extraction.blocks if block.kept)


@given(plain_html)
def test_a_path_leads_to_the_element_that_holds_the_block(html: str) -> None:
    document = turbohtml.parse(html)
    for block in extract(html).blocks:
        (found,) = elements_at(document, block.path)
        assert found.tag == block.tag
        # Between words that an image separates the text has a space, which is not in the page.
        assert "".join(block.text.split()) in "".join(found.text.split())


def test_an_empty_page_has_no_blocks() -> None:
    assert block_texts("<p> </p>") == []
