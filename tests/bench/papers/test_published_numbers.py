"""The numbers that were copied from the papers agree with the averages and F1 that the papers print beside them."""

from __future__ import annotations

from statistics import fmean

import pytest

from dehusk.bench.metrics import harmonic_mean
from dehusk.bench.papers import arias_paper, cetd_paper, gce_paper
from dehusk.bench.papers.alarte_paper import ALARTE
from dehusk.bench.papers.experiment import ScoreTable, Sweep, read_numbers

SOURCES = [name.replace("_", " ") for name in cetd_paper.SOURCES.split()]


@pytest.mark.parametrize("metric", ["P", "R", "F1", "score"])
def test_averages_of_cetd(metric: str) -> None:
    found = cetd_paper.published(metric)
    for system in {system for system, _, _ in found}:
        mean = fmean(found[system, source, metric] for source in SOURCES)
        assert mean == pytest.approx(found[system, "mean", metric], abs=2e-4), system


def test_f1_of_cetd_is_that_of_precision_and_recall() -> None:
    found = cetd_paper.published("P R F1")
    for system in cetd_paper.SYSTEMS:
        for source in SOURCES:
            both = harmonic_mean(found[system, source, "P"], found[system, source, "R"])
            assert both == pytest.approx(found[system, source, "F1"], abs=4e-4), (system, source)


def test_averages_of_arias() -> None:
    for numbers in (arias_paper._SCORES, arias_paper._SECONDS):
        for column in {column for _, column in numbers}:
            rows = {row: number for (row, name), number in numbers.items() if name == column}
            printed = rows.pop("mean")
            assert len(rows) == 14
            assert fmean(rows.values()) == pytest.approx(printed, abs=2e-3 if printed > 1 else 6e-4), column


TABLES = ("_LCS_F1", "_BLOCK_F1", "_LCS_F05", "_BLOCK_F05")
PAGES = {"ko": 21, "ja": 24, "zh": 53, "fr": 39, "ar": 43, "id": 31, "ru": 48}
SLIPS = {*(("TabNet basic", table) for table in TABLES), ("DOM Distiller", "_BLOCK_F05")}
"""Averages that do not follow from the numbers beside them, as printed."""


@pytest.mark.parametrize("printed", TABLES)
def test_averages_of_gce_are_weighted_by_pages(printed: str) -> None:
    found = read_numbers(getattr(gce_paper, printed), gce_paper._LANGUAGES)
    for system in {system for system, _ in found}:
        if (system, printed) in SLIPS:
            continue
        others = sum(found[system, lang] * pages for lang, pages in PAGES.items()) / 259
        assert others == pytest.approx(found[system, "other than en"], abs=0.003), system
        if (system, "all") in found:
            both = (525 * found[system, "en"] + 259 * found[system, "other than en"]) / 784
            assert both == pytest.approx(found[system, "all"], abs=0.0015), system


def test_tables_1_and_2_of_alarte_agree() -> None:
    """Three candidates without post-processing are in both."""
    sweep = next(each for each in ALARTE.experiments if isinstance(each, Sweep))
    from dehusk.bench.papers.alarte_paper import _TABLE_2

    for metric in sweep.metrics:
        assert sweep.published[3.0, metric] == _TABLE_2["none", metric]


def test_alarte_repeats_what_cetd_published() -> None:
    table = next(each for each in ALARTE.experiments if isinstance(each, ScoreTable) and each.name == "table 5")
    assert cetd_paper.published("F1").items() <= table.published.items()
