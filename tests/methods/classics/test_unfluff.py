"""Unfluff: its scores by hand, and what is removed from the best element."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.methods.classics.unfluff import Unfluff

SIX = "The tea is on it and of the cup"
"""Seven function words: the, is, on, it, and, of, the."""


def kept(html: str) -> list[str]:
    page = parse(html)
    return [page.leaf_text(row) for row in np.flatnonzero(Unfluff().select(page).keep).tolist()]


def scores(html: str) -> dict[str, float]:
    page = parse(html)
    score = Unfluff().select(page).why["score"]
    return {f"{page.tag_name(row)}{row}": float(score[row]) for row in np.flatnonzero(score).tolist()}


def test_a_paragraph_gives_its_score_to_parent_and_grandparent() -> None:
    assert scores(f"<section><div><p>{SIX}</p></div></section>") == {"section1": 3.5, "div2": 7.0}


def test_a_paragraph_after_a_good_one_gets_a_bonus() -> None:
    # The second paragraph gets 50, the third 50 / 2; halves are cut off before the next one is added.
    html = f"<section><div>{f'<p>{SIX}</p>' * 3}</div></section>"
    assert scores(html)["div2"] == 7 + (7 + 50) + (7 + 25)
    assert scores(html)["section1"] == 3 + 28 + 16


def test_the_bonus_reaches_over_two_short_paragraphs() -> None:
    def page(between: int) -> str:
        return f"<div><p>{SIX}</p>{'<p>Tea.</p>' * between}<p>{SIX}</p></div>"

    assert scores(page(2))["div1"] == 14 + 50
    assert scores(page(3))["div1"] == 14


def test_the_last_quarter_of_many_paragraphs_has_a_penalty() -> None:
    # Each paragraph is in a DIV of its own, so none gets a bonus. Of 16, the last four lose 0, 1, 4 and 9.
    html = f"<main>{f'<section><p>{SIX}</p></section>' * 16}</main>"
    found = [value for name, value in scores(html).items() if name.startswith("section")]
    assert found == [7.0] * 13 + [6.0, 3.0, -2.0]


def test_paragraphs_with_many_links_have_no_score() -> None:
    assert not scores(f"<div><p><a href=/x>{SIX}</a></p></div>")
    assert scores(f"<div><p>{SIX} <a href=/x>tea</a></p></div>")


def test_a_plain_div_and_text_in_a_div_are_paragraphs() -> None:
    assert scores(f"<section><div>{SIX}</div></section>")["section1"] == 7.0
    assert scores(f"<div>{SIX}<ul><li>x</ul></div>")["div1"] == 7.0


@pytest.mark.parametrize(
    ("child", "stays"),
    [
        (f"<p>{SIX} at last</p>", True),
        ("<p>Tea</p>", False),
        ("<ul><li>Tea</ul>", False),
        (f"<section><p>{SIX} at last</p></section>", True),
        (f"<section>{SIX}</section>", False),
        ("<h2>The tea is on it</h2>", False),
        (f"<div class=footer>{SIX}</div>", False),
    ],
)
def test_children_of_the_best_element(child: str, *, stays: bool) -> None:
    found = kept(f"<ul><li>Home</ul><article><p>{SIX}</p><p>{SIX}</p>{child}</article>")
    assert (len(found) == 3) is stays


def test_paragraphs_before_the_best_element_are_kept() -> None:
    body = f"<div><p>{SIX}</p><p>{SIX}</p></div>"
    assert kept(f"<section><p>The lead is here.</p>{body}</section>")[0] == "The lead is here."
    assert kept(f"<section><h1><p>The lead of it</p></h1>{body}<p>{SIX}</p></section>")[0] == "The lead of it"
    assert kept(f"<section><h1><p>Tea</p></h1>{body}</section>")[0] == SIX


def test_function_words_of_other_languages_count() -> None:
    assert kept("<ul><li>Главная</ul><div><p>Вчера он был в городе и не знал, что это для него.</p></div>")
