"""The vocabulary of class words: what names say, read once per page, compiled and not; and the cache behind it."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.page.class_words import BIT, CATEGORIES


def categories(value: str) -> set[str]:
    words = parse(f'<p class="{value}">x').class_words
    return {name for name in BIT if words.has(name).any()}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("articleBody", {"article", "body"}),
        ("ArticleBODY2", {"article", "body"}),
        ("article-body", {"article", "body"}),
        ("HTMLComment", {"comment", "other_page"}),
        ("comment-2046", {"comment", "other_page", "numbered"}),
        ("post12", {"article"}),
        ("relatedposts", {"other_page"}),
        ("update", set()),
        ("postcards", set()),
        ("byLine", {"byline"}),
        ("posted by", {"meta", "byline"}),
        ("by posted", {"meta"}),
        ("written-by", {"byline"}),
        ("Site_Footer", {"footer", "other_page"}),
        ("entry-footer", {"article", "footer"}),
        ("footer-site", {"footer"}),
        ("fn1", {"hcard_name"}),
    ],
)
def test_what_names_say(value: str, expected: set[str]) -> None:
    assert categories(value) == expected


def test_every_listed_word_can_be_found() -> None:
    for category, words in CATEGORIES.items():
        for word in words.split():
            for spelling in (word, word.capitalize(), word.upper()):
                assert category in categories(f"x1{spelling}1x"), spelling


def test_all_four_attributes_are_read_and_no_other() -> None:
    page = parse("<p class=comment>a<p id=comment>b<p role=comment>c<p itemprop=comment>d<p title=comment>e<p>f")
    assert page.class_words.has("comment")[1:].tolist() == [True, False] * 4 + [False] * 4
    assert page.class_words.has("nav", "comment")[1]
    assert page.class_words is page.class_words
    with pytest.raises(ValueError, match="read-only"):
        page.class_words.bits[0] = 1


def test_the_kind_of_an_element_is_the_first_word_of_its_class() -> None:
    page = parse(
        "<p class='post odd'>a<p class=' post-x'>b<p class=post7>c<p id=post>d<p class=' '>e<p class='12 post'>f"
    )
    assert page.class_words.kind[1::2].tolist() == [1, 2, 1, 0, 0, 0]
