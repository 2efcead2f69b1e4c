"""The vocabulary of class words: what names say, read once per page, compiled and not; and the cache behind it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.page.class_words import (
    BIT,
    CATEGORIES,
    category_bits,
    compiled_read_class_words,
    name_bits,
    python_name_bits,
    python_read_class_words,
    read_class_words,
)
from html_strategies import pages

needs_compiler = pytest.mark.skipif(
    read_class_words is python_read_class_words, reason="dehusk was installed without a compiler"
)


def categories(value: str) -> set[str]:
    return {name for name, bit in BIT.items() if category_bits(value) & bit}


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
        ("fn1", set()),
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
    assert python_read_class_words(page.attrs).kind[1::2].tolist() == [1, 2, 1, 0, 0, 0]


@needs_compiler
@given(pages)
def test_compiled_reading(page: Page) -> None:
    ours, theirs = compiled_read_class_words(page.attrs), python_read_class_words(page.attrs)
    np.testing.assert_array_equal(ours.bits, theirs.bits)
    np.testing.assert_array_equal(ours.kind, theirs.kind)


@needs_compiler
@given(
    st.lists(st.sampled_from(["Body", "HTML", "main", "i", "X", "-", "2", "12", " ", "é", "世", "٣٣٣", "\U0001f375"]))
)
def test_compiled_words_of_names(parts: list[str]) -> None:
    name = "".join(parts)
    everything = {name[i:j]: 1 << (i * 7 + j) % 40 for i in range(len(name)) for j in range(i + 1, len(name) + 1)}
    pairs = {second: {first: 1 << (len(first) + len(second)) % 60 for first in everything} for second in everything}
    assert name_bits(name, everything, pairs, 1 << 61) == python_name_bits(name, everything, pairs, 1 << 61)


def test_compiled_code_refuses_what_does_not_fit() -> None:
    compiled = pytest.importorskip("dehusk.page._class_words", reason="dehusk was installed without a compiler")
    one, two = np.zeros(1, dtype=np.int64), np.zeros(2, dtype=np.int64)
    names, attrs, tea = frozenset(["class"]), ((), (("class", "tea"),)), {"tea": 1}
    for call, arguments in (
        (compiled.read, (attrs, names, "class", tea, {}, 1, one, two)),
        (compiled.read, (attrs, names, "class", tea, {}, 1, two, one)),
        (compiled.read, (attrs, names, "class", {"tea": 1 << 64}, {}, 1, two, two.copy())),
        (compiled.read, (attrs, names, "class", {"tea": "milk"}, {}, 1, two, two.copy())),
        (compiled.read, (attrs, names, "class", tea, {}, 1 << 64, two, two.copy())),
        (compiled.read, (attrs, ["class"], "class", tea, {}, 1, two, two.copy())),
        (compiled.read, (list(attrs), names, "class", tea, {}, 1, two, two.copy())),
        (compiled.name_bits, (b"tea", {}, {}, 1)),
        (compiled.name_bits, ("tea", [], {}, 1)),
        (compiled.name_bits, ("tea", {}, [], 1)),
        (compiled.name_bits, ("tea", {"tea": "milk"}, {}, 1)),
        (compiled.name_bits, ("green tea", {}, {"tea": 1}, 1)),
        (compiled.name_bits, ("green tea", {}, {"tea": {"green": "milk"}}, 1)),
    ):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call(*arguments)
