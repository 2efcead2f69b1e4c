"""The scores equal those of a simple computation, from text to table, on our own pages."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from dehusk import extract
from dehusk.bench.peers import PEERS
from dehusk.bench.run import Settings, run
from dehusk.bench.standings import standings
from dehusk.bench.store import Run
from plain_scores import plain_common_string, plain_lcs, plain_score, plain_shingles

PAGES = Path(__file__).parent.parent / "pages"
CASES = {"news-en": "en", "news-ja": "ja", "listing-en": "en", "news-ar": "ar", "almost-no-text-en": "en"}


def score(text: str, gold: str) -> dict[str, Any]:
    return dict(zip("prf", plain_score(text, gold), strict=True)) | {"sh": plain_shingles(text, gold)}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("plain")
    with (folder / "pages.jsonl").open("w") as file:
        for name, lang in CASES.items():
            row = {"id": name, "dataset": f"our-{lang}", "lang": lang, "gold": gold(name), "html": html(name)}
            file.write(json.dumps(row | {"must": ["the"], "mustnot": ["Cookie"]}) + "\n")
        # A page with snippets only has no F1 and does not count in the macro average.
        only = {"id": "only", "dataset": "snippets", "gold": "", "html": "<p>Some tea for all.</p>"}
        file.write(json.dumps(only | {"must": ["tea"], "mustnot": ["ad"]}) + "\n")
    run([folder / "pages.jsonl"], ["arias", "turbohtml"], folder / "run", Settings(jobs=1))
    return Run(folder / "run")


def html(name: str) -> str:
    return (PAGES / name / "page.html").read_text("utf-8")


def gold(name: str) -> str:
    return (PAGES / name / "expected.md").read_text("utf-8")


def test_pages_score_as_computed_plainly(stored: Run) -> None:
    results = {result.id: result for result in stored.results("arias")}
    for name in CASES:
        result, expected = results[name], score(extract(html(name), method="arias").text, gold(name))
        assert result.f1 == pytest.approx(expected["f"], abs=1e-12)
        assert (result.precision, result.recall) == pytest.approx((expected["p"], expected["r"]), abs=1e-12)
        assert result.shingles == pytest.approx(expected["sh"], abs=1e-12)
        text, wanted = ("".join(each.split()) for each in (extract(html(name), method="arias").text, gold(name)))
        common = plain_common_string(text, wanted)
        assert (result.string_precision, result.string_recall) == (common / len(text), common / len(wanted))
        common = plain_lcs(text, wanted)
        assert (result.sequence_precision, result.sequence_recall) == (common / len(text), common / len(wanted))
    assert results["only"].f1 is None
    assert results["only"].string_f1 is results["only"].sequence_f1 is results["only"].char_f05 is None
    assert results["only"].snippets == (1, 0, 0, 1)


def test_the_table_averages_as_computed_plainly(stored: Run) -> None:
    (standing,) = standings({"arias": stored.results("arias")})
    scores = {name: score(extract(html(name), method="arias").text, gold(name)) for name in CASES}
    groups = {
        f"our-{lang}": fmean(scores[name]["f"] for name in CASES if CASES[name] == lang) for lang in set(CASES.values())
    }
    assert standing.macro == pytest.approx(fmean(groups.values()))
    assert {key: value for key, value in standing.groups.items() if key != "snippets"} == pytest.approx(groups)
    assert standing.overall == pytest.approx(fmean(page["f"] for page in scores.values()))
    tp, fp, fn = (sum(page["sh"][i] for page in scores.values()) for i in range(3))
    assert standing.scores["shingles"] == pytest.approx(2 * tp / (2 * tp + fp + fn))


def test_peers_have_their_known_names() -> None:
    names = """turbohtml trafilatura trafilatura_fast trafilatura_precision trafilatura_recall readability
        resiliparse justext boilerpipe_article boilerpipe_default newspaper4k goose3 all_text"""
    assert set(names.split()) <= set(PEERS)
