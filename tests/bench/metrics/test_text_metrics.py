from __future__ import annotations

import math
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.bench.metrics import (
    PRF,
    average,
    bag_of_words,
    cleaneval_score,
    common_string_length,
    lcs_length,
    longest_common_sequence,
    longest_common_string,
    pool,
    shingle_counts,
    snippet_counts,
    tokenize,
    word_lcs,
)
from plain_scores import plain_common_string, plain_lcs, plain_score, plain_shingles, plain_tokens

FOX, DOG = "the dog jumps over the brown fox", "the fox jumps over the brown dog"
texts = st.text(alphabet="ab cd.世界\n", max_size=40) | st.text(max_size=20)
strings = st.text(alphabet="ab", max_size=40) | st.text(max_size=20)


def plain_fscore(tp: float, fp: float, fn: float) -> float:
    return 2 * tp / (2 * tp + fp + fn) if tp else 0.0


class TestArias:
    """the paper prints 20 and 23; the right numbers are these."""

    def test_with_spaces(self) -> None:
        assert common_string_length(FOX, DOG) == 22
        assert lcs_length(FOX, DOG) == 28

    def test_without_spaces(self) -> None:
        letters = len(FOX.replace(" ", ""))
        assert longest_common_string(FOX, DOG) == PRF(17 / letters, 17 / letters)
        assert longest_common_sequence(FOX, DOG) == PRF(22 / letters, 22 / letters)


class TestCetd:
    """the published F1 of a source is the harmonic mean of mean P and mean R."""

    def test_both_averages(self) -> None:
        pages = [PRF(1.0, 0.2), PRF(0.5, 1.0), PRF(0.0, 0.0)]
        mean = average(pages)
        assert mean.pages == 3
        assert mean.f1 == pytest.approx((2 * 0.2 / 1.2 + 2 * 0.5 / 1.5 + 0) / 3)
        assert mean.f1_of_means == pytest.approx(2 * 0.5 * 0.4 / 0.9)

    def test_no_pages(self) -> None:
        assert math.isnan(average([]).f1)

    @given(texts, texts)
    def test_cleaneval_is_one_minus_edits_over_alignment(self, a: str, b: str) -> None:
        found = cleaneval_score(a, b)
        edits = len(tokenize(a)) + len(tokenize(b)) - 2 * found.matched
        assert found.score == pytest.approx(1 - edits / found.aligned if found.aligned else 1.0)
        assert found == cleaneval_score(b, a)
        assert 0 <= found.score <= 1


class TestYardstick:
    @given(texts)
    def test_tokens(self, text: str) -> None:
        assert tokenize(text) == plain_tokens(text)

    @given(texts, texts)
    def test_word_lcs(self, predicted: str, gold: str) -> None:
        found = word_lcs(predicted, gold)
        assert (found.precision, found.recall, found.f1) == plain_score(predicted, gold)

    @given(texts, texts)
    def test_shingles(self, predicted: str, gold: str) -> None:
        found = shingle_counts(predicted, gold)
        assert [found.tp, found.fp, found.fn] == plain_shingles(predicted, gold)

    @given(st.lists(st.tuples(texts, texts), max_size=4))
    def test_pooled_shingle_f1(self, pages: list[tuple[str, str]]) -> None:
        sums = [sum(values) for values in zip(*(plain_shingles(*page) for page in pages), strict=True)]
        expected = plain_fscore(*sums) if pages else 0.0
        assert pool(shingle_counts(*page) for page in pages).f1 == pytest.approx(expected)

    @pytest.mark.parametrize(
        ("predicted", "gold", "expected"),
        [
            ("", "", PRF(0.0, 1.0)),
            ("", "gold", PRF(0.0, 0.0)),
            ("text", "", PRF(0.0, 1.0)),
            ("...", "gold", PRF(0.0, 0.0)),
            ("gold", "gold", PRF(1.0, 1.0)),
        ],
    )
    def test_empty_sides(self, predicted: str, gold: str, expected: PRF) -> None:
        for metric in (word_lcs, bag_of_words):
            assert metric(predicted, gold) == expected

    def test_snippets(self) -> None:
        found = snippet_counts(" a\n b  c", must=["a b", "c a"], mustnot=["b\tc", "d", "e"])
        assert (found.tp, found.fp, found.fn, found.tn) == (1, 1, 1, 2)
        assert found.f1 == plain_fscore(1, 1, 1)
        assert snippet_counts("text", (), ()).f1 == 0.0


class TestLcs:
    @given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
    def test_equals_dynamic_programming(self, a: list[str], b: list[str]) -> None:
        assert lcs_length(a, b) == plain_lcs(a, b) == lcs_length(b, a)

    @given(strings, strings)
    def test_common_string_equals_dynamic_programming(self, a: str, b: str) -> None:
        assert common_string_length(a, b) == plain_common_string(a, b) == common_string_length(b, a)

    @given(strings, strings, strings, strings, strings)
    def test_common_string_finds_what_was_planted(self, a: str, b: str, c: str, d: str, common: str) -> None:
        left, right = a + common * 3 + b, c + common * 3 + d
        assert common_string_length(left, right) == plain_common_string(left, right)

    @given(texts, texts)
    def test_bounds(self, a: str, b: str) -> None:
        for metric in (word_lcs, bag_of_words, longest_common_string, longest_common_sequence):
            found = metric(a, b)
            assert 0 <= found.precision <= 1
            assert 0 <= found.recall <= 1
            assert min(found.precision, found.recall) <= found.f1 + 1e-12
            assert found.f1 <= max(found.precision, found.recall) + 1e-12

    @given(texts, texts)
    def test_each_metric_is_looser_than_the_one_before(self, a: str, b: str) -> None:
        assert longest_common_string(a, b).f1 <= longest_common_sequence(a, b).f1
        assert word_lcs(a, b).f1 <= bag_of_words(a, b).f1

    @given(texts)
    def test_a_text_is_itself(self, text: str) -> None:
        if tokenize(text):
            assert word_lcs(text, text).f1 == bag_of_words(text, text).f1 == shingle_counts(text, text).f1 == 1
            assert longest_common_string(text, text).f1 == longest_common_sequence(text, text).f1 == 1

    def test_long_pairs_are_scored(self) -> None:
        chance = random.Random(1)
        words = [f"w{int(chance.paretovariate(0.8)) % 20_000}" for _ in range(50_000)]
        gold, predicted = " ".join(words), " ".join(word for word in words if chance.random() < 0.9)
        found = word_lcs(predicted, gold)
        assert found.precision == 1.0
        common = "".join(chance.choices("abcdefgh", k=60_000))
        assert common_string_length("x" * 50_000 + common + "y" * 9, "z" + common + "zx" * 40_000) == 60_000


def test_without_rapidfuzz_the_extra_is_named() -> None:
    code = "import sys; sys.modules['rapidfuzz.distance'] = None; import dehusk.bench.metrics"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    assert run.returncode == 1
    assert "pip install '.[bench]'" in run.stderr
