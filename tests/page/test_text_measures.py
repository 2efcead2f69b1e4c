from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.page.text_measures import (
    COMMA,
    DENSE,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    MARK,
    OTHER,
    SPACE,
    STOP,
    UPPER,
    classes,
    collapse,
    leaf_measures,
)
from html_strategies import TEXTS, any_html

pieces = st.lists(st.sampled_from(TEXTS) | st.text(max_size=5), max_size=6)


def bounds_of(texts: list[str]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    return np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.intp)


def naive_words(text: str) -> int:
    """Words of one piece, read character by character."""
    kinds: list[int] = []
    for kind in classes(text).tolist():
        stands_on_nothing = not kinds or kinds[-1] == SPACE
        kinds.append(kinds[-1] if kind == MARK and not stands_on_nothing else kind)
    words = 0
    run: list[int] = []
    glued = False
    for kind in [*kinds, SPACE]:
        if kind not in {SPACE, IDEOGRAPH, DENSE}:
            run.append(kind)
            continue
        if run and not (glued and {LETTER, UPPER, DIGIT}.isdisjoint(run)):
            words += 1
        run, glued = [], kind != SPACE
    dense = -(-kinds.count(DENSE) // 5)
    ideographs = int(np.count_nonzero(classes(text) == IDEOGRAPH))
    return words + ideographs + dense


@given(pieces)
def test_lengths_are_those_of_collapsed_text(texts: list[str]) -> None:
    lengths, _ = leaf_measures(classes("".join(texts)), bounds_of(texts))
    assert lengths.tolist() == [len(collapse(text)) for text in texts]


@given(pieces)
def test_words_are_those_of_a_plain_reading(texts: list[str]) -> None:
    words = leaf_measures(classes("".join(texts)), bounds_of(texts))[1]
    assert words.tolist() == [naive_words(text) for text in texts]


@given(pieces)
def test_words_of_a_piece_do_not_depend_on_its_neighbours(texts: list[str]) -> None:
    together = leaf_measures(classes("".join(texts)), bounds_of(texts))[1]
    alone = [int(leaf_measures(classes(text), bounds_of([text]))[1][0]) for text in texts]
    assert together.tolist() == alone


@given(any_html)
def test_a_page_measures_each_leaf(html: str) -> None:
    page = parse(html)
    leaves = page.leaves.tolist()
    assert page.chars[leaves].tolist() == [len(page.leaf_text(row)) for row in leaves]
    assert page.words[leaves].tolist() == [naive_words(page.raw_text(row)) for row in leaves]
    assert not page.chars[page.is_element].any()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's 3 words", 3),
        ("e\u0301te\u0301 雨", 2),
        ("今日は雨。", 4),
        ("雨(rain)水", 3),
        ("ฝนตกหนัก", 2),
        ("ดีHello", 2),
        ("\u0301", 1),
        ("서울의 비", 2),
        ("", 0),
    ],
)
def test_words_in_many_scripts(text: str, words: int) -> None:
    assert leaf_measures(classes(text), bounds_of([text]))[1].tolist() == [words]


def test_classes_of_characters() -> None:
    expected = {
        "a": LETTER,
        "A": UPPER,
        "7": DIGIT,
        "\u00a0": SPACE,
        ".": STOP,
        "،": COMMA,
        "(": OTHER,
        "ก": DENSE,
    }
    expected |= {
        "字": IDEOGRAPH,
        "𠀀": IDEOGRAPH,
        "😀": OTHER,
        "𐐷": LETTER,
        "\u0301": MARK,
        "한": LETTER,
        "\ud800": OTHER,
    }
    assert classes("".join(expected)).tolist() == list(expected.values())
