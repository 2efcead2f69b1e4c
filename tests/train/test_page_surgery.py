"""Pages made harder: the columns stay those of a page, and labels stay with their text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.methods.learned.learned_blocks import Blocks
from dehusk.page import Page, parse
from dehusk.train.page_surgery import LabelledRows

ARTICLE = """<body><header><p>Tea news every morning</p></header>
<main class=story id=one><h1>First flush</h1><p>The hills were <b>green</b> after the rain.</p>
<p>Pickers began at dawn.</p></main>
<footer class=legal><p>Imprint and contact</p></footer>"""
OTHER = """<body><div class=post><h2>Silver kettles</h2><tea-pot><p>They cost a fortune in the port.</p></tea-pot></div>
<aside><p>Subscribe to our weekly letter</p></aside>"""
CONTENT = ("flush", "hills", "Pickers", "Silver", "fortune")


def labelled(html: str) -> LabelledRows:
    blocks = Blocks.of(parse(html))
    texts = [blocks.page.text[start:stop] for start, stop in zip(blocks.bounds, blocks.bounds[1:], strict=False)]
    return LabelledRows.of(blocks, np.array([any(word in text for word in CONTENT) for text in texts]))


def check_columns(page: Page) -> None:
    """The invariants of the flat tree."""
    count = len(page)
    assert len(page.attrs) == len(page.parent) == len(page.end) == len(page.depth) == len(page.offset) - 1 == count
    assert page.offset[0] == 0
    assert page.offset[-1] == len(page.text)
    assert (np.diff(page.offset) >= 0).all()
    for row in range(1, count):
        parent = int(page.parent[row])
        assert parent < row < page.end[row] <= page.end[parent]
        assert page.depth[row] == page.depth[parent] + 1
        assert page.is_text[row] or page.offset[row] == page.offset[min(row + 1, count)] or page.end[row] > row + 1
    assert page.end[0] == count


def texts(rows: LabelledRows) -> list[str]:
    return [rows.page.leaf_text(row) for row in np.flatnonzero(rows.content & rows.page.is_text).tolist()]


def test_the_container_is_the_deepest_element_that_holds_the_content() -> None:
    page = labelled(ARTICLE)
    assert page.page.tag_name(page.container()) == "main"
    assert [page.page.tag_name(row) for row in page.children_of_container()] == ["h1", "p", "p"]
    row, parent = page.below_content()
    assert (page.page.tag_name(row), page.page.tag_name(parent)) in {("#text", "body"), ("footer", "body")}


def test_without_content_the_container_is_body() -> None:
    page = labelled("<p>Menu and more")
    assert page.container() == 0
    assert page.below_content() == (len(page.page), 0)
    assert not len(page.children_of_container())


def test_an_inserted_article_is_not_content() -> None:
    page, foreign = labelled(ARTICLE), labelled(OTHER)
    joined = page.inserted(*page.below_content(), foreign, foreign.container())
    check_columns(joined.page)
    assert texts(joined) == texts(page)
    words = " ".join(joined.page.text.split())
    assert words.index("Pickers began") < words.index("Silver kettles") < words.index("Imprint")
    assert "Subscribe" not in words
    assert [pairs for pairs in joined.page.attrs if pairs] == [
        (("class", "story"), ("id", "one")),
        (("class", "post"),),
        (("class", "legal"),),
    ]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_element_is_inserted_before_any_child(place: int) -> None:
    page, foreign = labelled(ARTICLE), labelled(OTHER)
    (piece,) = foreign.without_content()
    row = int(page.children_of_container()[place])
    joined = page.inserted(row, page.container(), foreign, int(piece))
    check_columns(joined.page)
    assert joined.page.tag_name(row) == "aside"
    assert joined.page.tag_name(int(joined.page.parent[row])) == "main"
    assert texts(joined) == texts(page)


def test_dropped_elements_take_their_text_with_them() -> None:
    page = labelled(ARTICLE)
    parts = page.without_content()
    assert [page.page.tag_name(row) for row in parts] == ["header", "footer"]
    rest = page.dropped(parts)
    check_columns(rest.page)
    assert "Imprint" not in rest.page.text
    assert texts(rest) == texts(page)
    assert page.dropped(parts[:0]) is page


def test_class_names_are_removed_and_other_attributes_stay() -> None:
    bare = labelled('<div class=tea id=x lang=en><a href="/x" role=button>Pickers</a></div>').without_class_names()
    assert [pairs for pairs in bare.page.attrs if pairs] == [(("lang", "en"),), (("href", "/x"),)]


@given(st.lists(st.tuples(st.integers(0, 99), st.booleans()), max_size=6))
def test_columns_stay_those_of_a_page(steps: list[tuple[int, bool]]) -> None:
    page, foreign = labelled(ARTICLE), labelled(OTHER)
    elements = np.flatnonzero(foreign.page.is_element)[1:]
    for number, insert in steps:
        rows = np.flatnonzero(page.page.is_element)[1:]
        if not len(rows):
            break
        row = int(rows[number % len(rows)])
        if insert:
            root = int(elements[number % len(elements)])
            page = page.inserted(row, int(page.page.parent[row]), foreign, root)
        else:
            page = page.dropped(np.array([row]))
        check_columns(page.page)
        assert len(page.content) == len(page.page)
