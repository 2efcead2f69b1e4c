"""Which blocks of a page are content, by its labels."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.bench.collections import LabelledPage

example = pytest.importorskip("dehusk.train.labels").example
HTML = "<h1>Green tea</h1><ul><li>Green tea<li>Black tea</ul><h2>Green tea</h2><p>Steep it <b>not</b> long."


def labels(gold: str, *rows: int) -> list[bool]:
    page = parse(HTML)
    nodes = tuple(page.path(row) for row in rows)
    found: list[bool] = example(
        LabelledPage(id="1", dataset="tea", html=HTML, gold=gold, gold_nodes=nodes)
    ).label.tolist()
    return found


def leaf(text: str, number: int = 0) -> int:
    page = parse(HTML)
    rows: list[int] = [row for row in page.leaves.tolist() if page.leaf_text(row) == text]
    return rows[number]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_nodes_say_which_of_equal_texts_is_content(number: int) -> None:
    place = (0, 1, 3)[number]
    assert labels("Green tea", leaf("Green tea", number)) == [block == place for block in range(5)]


def test_a_block_is_content_if_two_thirds_of_its_text_are() -> None:
    assert labels("Steep it long.", leaf("Steep it"), leaf("long."))[-1]
    assert not labels("not", leaf("not"))[-1]


def test_without_text_leaves_among_the_nodes_the_gold_text_decides() -> None:
    assert labels("Black tea") == labels("Black tea", 0) == [False, False, True, False, False]
