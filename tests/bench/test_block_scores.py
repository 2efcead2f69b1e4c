"""Text blocks: kept leaves by identity, and leaves found again in plain text."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dehusk
from dehusk.bench.block_scores import block_scores, covering
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.page_scores import page_scores
from dehusk.bench.run import Settings, run
from dehusk.bench.store import Result, Run
from dehusk.cli import main
from html_strategies import Everything

DRAWN = Path(__file__).parent / "collections" / "samples" / "drawn"
FIELDS = [name for name in Result.__dataclass_fields__ if name.startswith("block_")]


def labelled() -> LabelledPage:
    page = next(iter(read(DRAWN)))
    assert isinstance(page, LabelledPage)
    return page


def test_all_of_the_page_has_full_recall() -> None:
    page = labelled()
    extraction = dehusk.extract(page.html, method=Everything())
    scores = block_scores(extraction, page.html, page.gold_nodes)
    # Gold: the headline and three leaves of the paragraph; the menu, the advertisement and "Share" are too many.
    assert scores["block_precision"] == pytest.approx(4 / 7)
    assert scores["block_recall"] == 1
    assert scores["block_f05"] == pytest.approx(1.25 * 4 / 7 / (0.25 * 4 / 7 + 1))
    chars = page_scores(page, extraction.text)
    assert chars["char_recall"] == 1
    assert chars["char_precision"] == pytest.approx(
        len("The slow ferry It leaves at noon.") / len("Home Fares The slow ferry It leaves at noon. Buy now! Share")
    )


def test_a_methods_text_alone_is_scored_as_its_leaves() -> None:
    page = labelled()
    extraction = dehusk.extract(page.html, method=Everything())
    by_leaf = block_scores(extraction, page.html, page.gold_nodes)
    assert block_scores(extraction.text, page.html, page.gold_nodes) == by_leaf


def test_hidden_leaves_are_no_blocks() -> None:
    html = "<p hidden>one two</p><p>three four five</p>"
    gold = ["/html/body/p[1]/text()", "/html/body/p[2]/text()"]
    for found in (
        "three four five",
        "one two three four five",
        dehusk.extract(html, method=Everything(), hidden="keep"),
    ):
        scores = block_scores(found, html, gold)
        assert (scores["block_precision"], scores["block_recall"]) == (1, 1)


def test_nothing_found_scores_nothing() -> None:
    page = labelled()
    assert set(block_scores("", page.html, page.gold_nodes).values()) == {0.0}


@pytest.mark.parametrize(
    ("leaves", "text", "found"),
    [
        (["tea", "the tea", "tea"], "the tea", [1]),
        (["Home", "Steep it.", "Home"], "Steep it. Home", [1, 2]),
        (["Home", "Steep it.", "Home"], "Home Steep it.", [0, 1]),
        (["cut", "Steep ", "the", " tea"], "Steep the t", [1, 2]),
        (["茶", "泡茶三分钟", "茶"], "泡茶 三分钟", [1]),
        ([], "tea", []),
        (["tea"], "", []),
    ],
)
def test_covering(leaves: list[str], text: str, found: list[int]) -> None:
    assert covering(leaves, text) == found


words = st.text("ab ", max_size=4)


@given(st.lists(words, max_size=6), words.flatmap(lambda word: st.text("ab", max_size=9).map(lambda text: text + word)))
def test_covering_is_the_best_there_is(leaves: list[str], text: str) -> None:
    """Against every choice of leaves: those that can be read off in order, and the most characters of them."""

    def in_order(places: tuple[int, ...]) -> int:
        """The characters of the leaves at these places, or 0 if the text does not have them in order."""
        at = total = 0
        for place in places:
            leaf = "".join(leaves[place].split())
            at = squeezed.find(leaf, at)
            if at < 0:
                return 0
            at, total = at + len(leaf), total + len(leaf)
        return total

    squeezed = "".join(text.split())
    found = tuple(covering(leaves, text))
    every = [places for size in range(len(leaves) + 1) for places in combinations(range(len(leaves)), size)]
    assert all(a < b for a, b in pairwise(found))
    assert in_order(found) == max(map(in_order, every))


def test_a_run_stores_them_for_methods_and_for_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run([DRAWN], ["arias", "turbohtml"], tmp_path / "run", Settings(jobs=1))
    assert outcome.problems == [f"{DRAWN}/lost/labels.json: 'content': no element matches '.no-such'"]
    page = labelled()
    stored = Run(tmp_path / "run")
    for name in ("arias", "turbohtml"):
        (result,) = stored.results(name)
        found = dehusk.extract(page.html, method=name) if name == "arias" else stored.text(result)
        expected = block_scores(found, page.html, page.gold_nodes)
        assert {field: getattr(result, field) for field in FIELDS} == expected
    for metric in ("blocks", "blocks_f05", "chars", "chars_f05"):
        assert main(["bench", "show", str(tmp_path / "run"), "--metric", metric]) == 0
        assert "GCE" in capsys.readouterr().out
