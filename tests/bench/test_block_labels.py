"""Block labels of extractors, from their text alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dehusk.bench.block_labels import label_scores
from dehusk.bench.run import Settings, run
from dehusk.bench.store import Run
from dehusk.bench.summary import METRICS
from dehusk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

HTML = "<ul><li>Home<li>News</ul><p>Steep the tea for <i>three</i> minutes.</p><p>Drink it while it is hot.</p>"
GOLD = "Steep the tea for three minutes.\nDrink it while it is hot."


def test_labels_are_counted_by_text_leaf() -> None:
    assert label_scores(HTML, GOLD, GOLD) == {"labels": (4, 0, 0, 2)}
    assert label_scores(HTML, "Home Drink it while it is hot.", GOLD) == {"labels": (1, 1, 3, 1)}
    assert label_scores(HTML, "", GOLD) == {"labels": (0, 0, 4, 2)}
    assert label_scores("", "Tea", GOLD) == {"labels": (0, 0, 0, 0)}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("blocks")
    page = {"id": "1", "dataset": "tea", "html": HTML, "gold": GOLD}
    sentences = {"id": "2", "dataset": "tea", "html": HTML, "gold": "", "must": ["Drink it"]}
    path = folder / "tea.jsonl"
    path.write_text("\n".join(map(json.dumps, (page, sentences))), encoding="utf-8")
    run([path], ["lqf"], folder / "run", Settings(jobs=1))
    return folder / "run"


def test_a_run_keeps_them_and_a_page_without_gold_text_has_none(measured: Path) -> None:
    found = {result.id: result.labels for result in Run(measured).results("lqf")}
    assert found == {"1": (4, 2, 0, 0), "2": None}


@pytest.mark.usefixtures("functions")
def test_an_extractor_that_dies_kept_nothing(collection: Callable[..., Path], tmp_path: Path) -> None:
    run([collection("EXIT</p><p>Steep the tea.")], ["naughty:misbehaves"], tmp_path / "run", Settings(jobs=1))
    (result,) = Run(tmp_path / "run").results("naughty:misbehaves")
    assert result.error == "the worker process died: exit code 3"
    assert result.labels == (0, 0, 1, 1)


def test_scores_are_pooled_over_pages(measured: Path) -> None:
    results = Run(measured).results("lqf")
    scores = {name: METRICS[name].of(results) for name in METRICS if name.startswith("label")}
    assert scores == pytest.approx(
        {"labels": 0.8, "label_accuracy": 4 / 6, "label_precision": 4 / 6, "label_recall": 1.0}
    )


def test_the_table_shows_accuracy_precision_and_recall(measured: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "show", str(measured), "--metric", "labels", "--with", "lqf"]) == 0
    heads, row = capsys.readouterr().out.splitlines()[:2]
    assert heads.split()[5:8] == ["Acc", "P", "R"]
    assert row.split()[4:7] == ["0.667", "0.667", "1.000"]
