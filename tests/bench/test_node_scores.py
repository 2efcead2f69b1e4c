"""Retrieved nodes and words, on a made-up sample in the format of TECO."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import dehusk
from dehusk.bench.collections import LabelledPage, read
from dehusk.bench.node_scores import node_scores, retrieved
from dehusk.bench.run import Settings, digest, run
from dehusk.bench.store import Result, Run
from dehusk.cli import main
from dehusk.methods import Selection
from dehusk.pool import Failure
from html_strategies import Everything

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dehusk.bench.measure_task import BenchTask

TECO = Path(__file__).parent / "collections" / "samples" / "teco"
NODE_FIELDS = [name for name in Result.__dataclass_fields__ if name.startswith("node_")]


def labelled() -> LabelledPage:
    (page,) = read(TECO)
    assert isinstance(page, LabelledPage)
    return page


def rows(page: dehusk.Page, mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[str]:
    return [page.path(row).removeprefix("/html/body") for row in np.flatnonzero(mask).tolist()]


def test_all_of_the_page_has_full_recall() -> None:
    page = labelled()
    scores = node_scores(dehusk.extract(page.html, method=Everything()), page.gold_nodes)
    # 9 labelled of 16: BODY, the list (3), the outer DIV and the foot (2) are too many. 8 words of 10, by leaf.
    assert scores["node_recall"] == scores["node_word_recall"] == 1
    assert scores["node_precision"] == pytest.approx(9 / 16)
    assert scores["node_word_precision"] == pytest.approx(8 / 10)


def test_a_returned_element_counts_with_what_is_below_but_not_with_what_was_cut_out() -> None:
    page = dehusk.parse("<div><p>Tea <b>green</b></p><img><ul><li>Home<img></ul></div><p>No</p>")
    keep = np.array([page.is_text[row] and page.leaf_text(row) in {"Tea", "green"} for row in range(len(page))])
    found = rows(page, retrieved(page, Selection.of_leaves(page, keep, roots=np.array([1]))))
    assert found == ["/div", "/div/p", "/div/p/text()", "/div/p/b", "/div/p/b/text()", "/div/img"]
    alone = rows(page, retrieved(page, Selection.of_leaves(page, keep)))
    assert alone == ["/div/p", "/div/p/text()", "/div/p/b", "/div/p/b/text()"]


def test_wrappers_above_a_returned_element_are_not_retrieved() -> None:
    page = dehusk.parse("<ul><li>Home</ul><div id=wrap><img><div id=main><h1>Tea</h1><p>Green</p></div></div>")
    main = next(row for row in range(len(page)) if page.attr(row, "id") == "main")
    found = rows(page, retrieved(page, Selection.of_rows(page, np.array([main]))))
    below = ["", "/h1", "/h1/text()", "/p", "/p/text()"]
    assert found == [f"/div/div{path}" for path in below]
    # Without a returned element, the largest element whose text is all kept is as good as any other.
    leaves = Selection.of_leaves(page, page.inside(page.depth == 1) & (np.arange(len(page)) > main))
    assert rows(page, retrieved(page, leaves)) == ["/div", "/div/img", *(f"/div/div{path}" for path in below)]


def test_nothing_kept_is_nothing_retrieved() -> None:
    extraction = dehusk.extract("<p><img><a>Home</a></p>", method="lqf")
    gold = ["/html/body/p/a", "/html/body/p/a/text()"]
    assert not retrieved(extraction.page, extraction.selection).any()
    scores = node_scores(extraction, gold)
    assert scores == node_scores(None, gold)
    assert set(scores.values()) == {0.0}


def test_hidden_text_is_missed_if_it_is_dropped_and_found_if_it_is_kept() -> None:
    html = "<div><p hidden>one two</p><p>three four five</p></div>"
    gold = ["/html/body/div/p[1]", "/html/body/div/p[1]/text()", "/html/body/div/p[2]", "/html/body/div/p[2]/text()"]
    dropped = node_scores(dehusk.extract(html, method="arias"), gold)
    kept = node_scores(dehusk.extract(html, method=Everything(), hidden="keep"), gold)
    assert dropped["node_word_recall"] == pytest.approx(3 / 5)
    assert dropped["node_recall"] == pytest.approx(2 / 4)
    assert kept["node_word_recall"] == kept["node_recall"] == 1


def test_a_run_stores_them_for_methods_and_leaves_them_empty_for_others(tmp_path: Path) -> None:
    outcome = run([TECO], ["alarte", "cectd-ds@hidden=keep", "turbohtml"], tmp_path / "run", Settings(jobs=1))
    assert outcome.ok
    page = labelled()
    stored = Run(tmp_path / "run")
    for name, method, hidden in (("alarte", "alarte", "drop"), ("cectd-ds@hidden=keep", "cectd-ds", "keep")):
        (result,) = stored.results(name)
        extraction = dehusk.extract(page.html, method=method, hidden=hidden)  # type: ignore[arg-type]
        assert {field: getattr(result, field) for field in NODE_FIELDS} == node_scores(extraction, page.gold_nodes)
    (peer,) = stored.results("turbohtml")
    assert {getattr(peer, field) for field in NODE_FIELDS} == {None}
    assert peer.f1 is not None


def test_pages_without_labelled_nodes_have_none(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"id": "1", "dataset": "mine", "html": "<p>Tea", "gold": "Tea"}\n')
    run([path], ["arias"], tmp_path / "run", Settings(jobs=1))
    (result,) = Run(tmp_path / "run").results("arias")
    assert {getattr(result, field) for field in NODE_FIELDS} == {None}


def _all_die(_measure: object, tasks: Iterable[BenchTask], **_bounds: object) -> Iterator[tuple[BenchTask, Failure]]:
    return ((task, Failure("crash", "the worker process died: SIGSEGV")) for task in tasks)


def test_a_method_that_dies_has_retrieved_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.bench.run.map_items", _all_die)
    run([TECO], ["alarte", "turbohtml"], tmp_path / "run", Settings(jobs=1))
    (ours,), (peer,) = (Run(tmp_path / "run").results(name) for name in ("alarte", "turbohtml"))
    assert {getattr(ours, field) for field in NODE_FIELDS} == {0.0}
    assert {getattr(peer, field) for field in NODE_FIELDS} == {None}


def test_labelled_nodes_are_part_of_what_a_page_is() -> None:
    page = LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea")
    nodes = LabelledPage(id="1", dataset="mine", html="<p>Tea", gold="Tea", gold_nodes=("/html/body/p",))
    assert digest(page) != digest(nodes)


@pytest.mark.parametrize("metric", ["nodes", "node_words"])
def test_show(metric: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run([TECO], ["alarte", "turbohtml"], tmp_path / "run", Settings(jobs=1))
    (result,) = Run(tmp_path / "run").results("alarte")
    field = {"nodes": "node", "node_words": "node_word"}[metric]
    assert main(["bench", "show", str(tmp_path / "run"), "--metric", metric]) == 0
    head, ours, peer, *_ = capsys.readouterr().out.splitlines()
    # The interval has two words in the header but only one in the rows.
    named = dict(zip(head.replace("95% interval", "interval").split(), ours.split(), strict=False))
    assert named["extractor"] == "alarte"
    assert named["macro"] == f"{getattr(result, f'{field}_f1'):.3f}"
    assert named["P"] == f"{getattr(result, f'{field}_precision'):.3f}"
    assert named["R"] == f"{getattr(result, f'{field}_recall'):.3f}"
    assert peer.split()[:2] == ["turbohtml", "-"]
