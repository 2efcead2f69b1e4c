from __future__ import annotations

import math
import random
from statistics import fmean

import pytest

from dehusk.bench.metrics import ConfusionCounts, pool
from dehusk.bench.standings import METRICS, standings
from dehusk.bench.store import Result
from dehusk.errors import ArgumentError


def results(name: str, shift: float = 0.0, pages: int = 60, seed: int = 1) -> list[Result]:
    chance = random.Random(seed)
    return [
        Result(
            extractor=name,
            dataset="ab"[number % 2],
            id=str(number),
            lang="en",
            f1=min(1.0, chance.uniform(0.3, 0.8) + shift),
            precision=0.5 + shift,
            recall=1.0,
            cleaneval=0.4,
            bag_f1=0.7,
            node_precision=0.6,
            node_recall=0.9,
            node_f1=0.7,
            node_word_precision=0.7,
            node_word_recall=0.9,
            node_word_f1=0.8,
            block_precision=0.6,
            block_recall=0.4,
            block_f1=0.48,
            block_f05=0.55,
            char_precision=0.9,
            char_recall=0.8,
            char_f1=0.85,
            char_f05=0.88,
            sequence_precision=0.9,
            sequence_recall=0.8,
            sequence_f1=0.85,
            string_precision=0.5,
            string_recall=0.4,
            string_f1=0.44,
            shingles=(0.5, 0.25, 0.25),
            snippets=(number % 3, 1, 1, 0),
            labels=(number % 4 + 1, 2, 1, 5),
            seconds=0.5,
            cpu_seconds=0.25,
            bytes=1_000_000,
        )
        for number in range(pages)
    ]


def test_ranking_and_averages() -> None:
    first, second = standings({"low": results("low"), "high": results("high", 0.1)}, baseline="low")
    assert (first.extractor, second.extractor) == ("high", "low")
    pages = results("high", 0.1)
    expected = [fmean(page.f1 or 0 for page in pages if page.dataset == group) for group in "ab"]
    assert first.macro == pytest.approx(fmean(expected))
    assert dict(first.groups) == pytest.approx(dict(zip("ab", expected, strict=True)))
    assert first.low < first.macro < first.high
    assert (first.milliseconds, first.cpu_milliseconds, first.megabytes_per_second) == (500, 250, 2)


def test_a_constant_gain_is_significant_and_no_gain_is_not() -> None:
    table = {"base": results("base"), "same": results("same"), "better": results("better", 0.01)}
    found = {one.extractor: one.comparison for one in standings(table, baseline="base")}
    assert found["base"] is None
    same, better = found["same"], found["better"]
    assert same is not None
    assert better is not None
    assert (same.difference, same.p, same.significant) == (0, 1, False)
    assert better.difference == pytest.approx(0.01)
    assert (better.low, better.high) == pytest.approx((0.01, 0.01))
    assert better.p < 0.002
    assert same.wilcoxon_p == 1
    assert better.wilcoxon_p < 1e-9


def test_noise_is_not_significant() -> None:
    table = {"base": results("base"), "other": results("other", seed=2)}
    other = next(one.comparison for one in standings(table, baseline="base") if one.extractor == "other")
    assert other is not None
    assert other.low < 0 < other.high
    assert not other.significant


def test_the_same_seed_gives_the_same_numbers_in_any_order() -> None:
    pages = results("a")
    (one,), (other,) = standings({"a": pages}), standings({"a": pages[::-1]})
    assert (one.macro, one.low, one.high, one.groups) == (other.macro, other.low, other.high, other.groups)
    assert standings({"a": pages}, seed=1)[0].low != standings({"a": pages}, seed=2)[0].low


def test_only_common_pages_are_compared() -> None:
    table = {"base": results("base"), "half": results("half")[:30]}
    half = next(one for one in standings(table, baseline="base") if one.extractor == "half")
    assert half.comparison is not None
    assert half.pages == 30
    assert half.comparison.difference == 0


def test_groups_without_gold_do_not_count() -> None:
    only_snippets = [Result(extractor="a", dataset="s", id="1", snippets=(1, 0, 0, 0))]
    (found,) = standings({"a": [*results("a"), *only_snippets]})
    assert math.isnan(found.groups["s"])
    assert found.macro == standings({"a": results("a")})[0].macro
    (nothing,) = standings({"a": only_snippets})
    assert math.isnan(nothing.macro)
    assert math.isnan(nothing.low)
    assert nothing.scores["snippets"] == 1


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_a_table(metric: str) -> None:
    table = {"a": results("a"), "b": results("b", 0.1)}
    for one in standings(table, metric=metric, baseline="a", by="lang"):
        assert 0 < one.macro <= 1
        assert one.low <= one.macro + 1e-9
        assert one.groups["en"] == pytest.approx(one.scores[metric])


def test_metrics_of_sums() -> None:
    pages = results("a")
    assert METRICS["f1_of_means"].of(pages) == pytest.approx(2 * 0.5 * 1 / 1.5)
    assert METRICS["shingles"].of(pages) == pytest.approx(2 / 3)
    pooled = pool(ConfusionCounts(*page.snippets) for page in pages)
    assert METRICS["snippets"].of(pages) == pytest.approx(pooled.f1)
    empty = Result(extractor="a", dataset="a", id="1", precision=0.0, recall=0.0)
    assert METRICS["f1_of_means"].of([empty]) == 0
    assert math.isnan(METRICS["bag"].of([empty]))


def test_wrong_choices_name_the_right_ones() -> None:
    with pytest.raises(ArgumentError, match=r"metric must be one of f1, precision, .* not 'f2'"):
        standings({}, metric="f2")
    with pytest.raises(ArgumentError, match="by must be one of collection, lang, type, not 'site'"):
        standings({}, by="site")
    with pytest.raises(ArgumentError, match="baseline 'b' has no results; extractors with results: a"):
        standings({"a": []}, baseline="b")
