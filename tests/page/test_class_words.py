"""The vocabulary of class words: what names say, read once per page, compiled and not; and the cache behind it."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, extract, parse
from dehusk.page.bounded_cache import LONGEST_KEY, BoundedCache
from dehusk.page.class_words import (
    BIT,
    CATEGORIES,
    category_bits,
    compiled_read_class_words,
    python_read_class_words,
    python_word_bits,
    read_class_words,
    word_bits,
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
    page = parse("<p class='post odd'>a<p class=' post-x'>b<p class=post7>c<p id=post>d")
    kind = page.class_words.kind[[1, 3, 5, 7]].tolist()
    assert kind[0] == kind[2] != kind[1]
    assert kind[3] == 0


@needs_compiler
@given(pages)
def test_compiled_reading(page: Page) -> None:
    ours, theirs = compiled_read_class_words(page.attrs), python_read_class_words(page.attrs)
    np.testing.assert_array_equal(ours.bits, theirs.bits)
    np.testing.assert_array_equal(ours.kind, theirs.kind)


@needs_compiler
@given(st.lists(st.sampled_from(["Body", "HTML", "main", "i", "X", "-", "2", " ", "\u00e9", "\u4e16", "\U0001f375"])))
def test_compiled_words_of_names(parts: list[str]) -> None:
    name = "".join(parts)
    everything = {name[i:j]: 1 << (i * 7 + j) % 40 for i in range(len(name)) for j in range(i + 1, len(name) + 1)}
    pairs = {second: {first: 1 << (len(first) + len(second)) % 60 for first in everything} for second in everything}
    assert word_bits(name, everything, pairs) == python_word_bits(name, everything, pairs)


def test_compiled_code_refuses_what_does_not_fit() -> None:
    compiled = pytest.importorskip("dehusk.page._class_words", reason="dehusk was installed without a compiler")
    one, two = np.zeros(1, dtype=np.int64), np.zeros(2, dtype=np.int64)
    names, attrs, tea = frozenset(["class"]), ((), (("class", "tea"),)), {"tea": 1}
    for call, arguments in (
        (compiled.read, (attrs, names, tea, "class", tea, one, two)),
        (compiled.read, (attrs, names, tea, "class", tea, two, one)),
        (compiled.read, (attrs, names, {"tea": 1 << 64}, "class", tea, two, two.copy())),
        (compiled.read, (attrs, names, {}, "class", tea, two, two.copy())),
        (compiled.read, (attrs, names, tea, "class", {}, two, two.copy())),
        (compiled.read, (attrs, names, tea, "class", {"tea": 1 << 64}, two, two.copy())),
        (compiled.read, (list(attrs), names, tea, "class", tea, two, two.copy())),
        (compiled.word_bits, (b"tea", {}, {})),
        (compiled.word_bits, ("tea", [], {})),
        (compiled.word_bits, ("tea", {}, [])),
        (compiled.word_bits, ("tea", {"tea": "milk"}, {})),
        (compiled.word_bits, ("green tea", {}, {"tea": 1})),
    ):
        with pytest.raises((TypeError, ValueError, OverflowError, KeyError)):
            call(*arguments)


def test_the_cache_is_bounded_in_bytes_and_holds_no_long_values() -> None:
    cache = BoundedCache(len, max_bytes=10_000)
    for number in range(1000):
        assert cache[f"name{number}"] == len(f"name{number}")
        assert sum(map(sys.getsizeof, cache)) < 10_000
    assert len(cache) > 5
    assert cache["y" * (LONGEST_KEY + 1)] == LONGEST_KEY + 1
    assert max(map(len, cache)) <= LONGEST_KEY


def test_pages_with_endless_class_names_leave_nothing_behind() -> None:
    from dehusk.page import class_words

    secret = "secret" * 1000
    extract(f"<p class='{secret}' id='{secret}'>Tea")
    for cache in (class_words._bits_of_value, class_words._kind_of_value):
        assert not any("secretsecret" in key for key in cache)
