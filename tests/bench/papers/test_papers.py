"""The experiments of the papers on our own pages and on made-up results."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dehusk.bench.papers.experiment import GridSweep, ScoreTable, Sweep
from dehusk.bench.papers.findings import Cell, LineChart
from dehusk.bench.papers.page_sample import PageSample
from dehusk.bench.papers.paper_results import PaperResults, has_nodes
from dehusk.bench.papers.paper_run import PAPERS, PaperSettings, Remade, run_papers
from dehusk.bench.papers.papers_html import papers_html
from dehusk.bench.papers.papers_text import as_markdown, as_text
from dehusk.bench.run import Settings, run
from dehusk.bench.store import Result, Run, RunWriter
from dehusk.errors import ArgumentError, CollectionError
from drawing import needs_browser
from made_up_sites import SITES
from test_pages import gold_of, html_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from dehusk.bench.papers.experiment import Experiment

    Collection = Callable[..., Path]

DRAWN = Path(__file__).parents[2] / "drawn"
CASES = ("code-en", "lists-en", "quotes-en")


@pytest.fixture(scope="module")
def our_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "ours.jsonl"
    rows = [{"id": case, "dataset": "cleaneval", "html": html_of(case), "gold": gold_of(case)} for case in CASES]
    path.write_text("".join(json.dumps(row | {"title": f"About {row['id']}"}) + "\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def remade(our_pages: Path, directory: Path) -> list[Remade]:
    settings = PaperSettings(papers=("arias", "cetd", "alarte", "web2text"), sample=2, split="test", jobs=1)
    return run_papers([our_pages, SITES], directory, settings)


def named(remade: list[Remade], paper: str, name: str) -> Remade:
    return next(each for each in remade if each.paper.name == paper and each.experiment.name == name)


def cell(found: Remade, row: str, column: str) -> Cell:
    table = found.finding.tables[0]
    return table.rows[row][table.columns.index(column)]


def test_our_number_stands_beside_the_published_one_of_the_same_source(remade: list[Remade]) -> None:
    found = cell(named(remade, "cetd", "table 4"), "CECTD-DS", "cleaneval")
    assert found.published == 0.9651
    assert found.ours is not None
    assert found.ours > 0.5
    assert cell(named(remade, "cetd", "table 4"), "CECTD-DS", "teco").published is None


def test_every_table_and_figure_is_repeated_or_has_a_reason(remade: list[Remade]) -> None:
    assert {each.paper.name for each in remade} == {"arias", "cetd", "alarte", "web2text"}
    for each in remade:
        assert each.finding.remade or each.finding.missing, each.experiment.name
    left = {(each.paper.name, each.experiment.name) for each in remade if not each.finding.remade}
    assert left == {
        ("arias", "figure 1"),
        ("cetd", "figure 1"),
        ("cetd", "figure 2"),
        ("alarte", "figures 1, 3"),
        ("web2text", "figures 1, 2"),
        ("web2text", "table 1"),
    }


def test_results_are_those_of_bench_run(remade: list[Remade], our_pages: Path, directory: Path, tmp_path: Path) -> None:
    """A page is parsed once for all methods here, and once for each of them there."""
    assert remade
    names = ["alarte", "cectd-ds@hidden=keep", "web2text", "all_text"]
    run([our_pages], names, tmp_path / "run", Settings(jobs=1))
    for name in names:
        expected = {
            result.key: (result.f1, result.labels, result.node_f1) for result in Run(tmp_path / "run").results(name)
        }
        rows = [result for result in Run(directory).results(name) if result.dataset == "cleaneval"]
        found = {result.key: (result.f1, result.labels, result.node_f1) for result in rows}
        assert found
        assert found.items() <= expected.items()


def test_a_second_run_measures_nothing(remade: list[Remade], our_pages: Path, directory: Path) -> None:
    assert remade
    before = {path: path.read_bytes() for path in directory.rglob("*.jsonl")}
    run_papers([our_pages, SITES], directory, PaperSettings(papers=("cetd",), sample=2, jobs=1))
    assert {path: path.read_bytes() for path in directory.rglob("*.jsonl")} == before


def test_a_page_that_has_changed_is_not_measured_again(
    remade: list[Remade], our_pages: Path, directory: Path, tmp_path: Path
) -> None:
    assert remade
    changed = tmp_path / "changed.jsonl"
    changed.write_text(our_pages.read_text().replace("<p>", "<p>Changed. "))
    told: list[str] = []
    run_papers([changed], directory, PaperSettings(papers=("cetd",), sample=2, jobs=1), tell=told.append)
    assert len([each for each in told if "is not what it was" in each]) == 2


def test_the_page_loads_nothing_and_has_no_text_of_pages(remade: list[Remade]) -> None:
    html = papers_html(remade)
    assert "http" not in html.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    targets = set(re.findall(r'href="#([^"]+)"', html))
    assert targets
    assert targets <= set(re.findall(r'id="([^"]+)"', html))
    for case in CASES:
        for line in gold_of(case).splitlines():
            assert len(line) < 30 or line not in html


def test_tables_in_the_terminal_and_in_markdown(remade: list[Remade]) -> None:
    text, markdown = as_text(remade), as_markdown(remade)
    number = cell(named(remade, "arias", "table 2"), "mean", "density LCSequence").ours
    assert f"{number:.3f} (0.840)" in text
    assert f"| {number:.3f} (0.840) |" in markdown
    assert "Not repeated: figure 1, A page with its main content marked: an illustration" in text


@needs_browser
def test_gce_draws_a_page_once_and_varies_its_settings(tmp_path: Path) -> None:
    remade = run_papers([DRAWN], tmp_path / "run", PaperSettings(papers=("gce",), sample=1, jobs=1))
    grid = named(remade, "gce", "section 4.2, grid").finding.tables[0]
    assert len(grid.rows) == len(grid.columns) == 6
    assert all(each.ours is not None for cells in grid.rows.values() for each in cells)
    assert cell(named(remade, "gce", "table 4"), "GCE", "all").published == 0.784


# ---- experiments on made-up results ---------------------------------------------------------------


@pytest.fixture
def measured(tmp_path: Path) -> Callable[..., PaperResults]:
    """The results of extractors whose F1 is given by source; every source has two pages."""

    def make(**scores: dict[str, float]) -> PaperResults:
        sources = sorted({source for by_source in scores.values() for source in by_source})
        rows = [{"id": f"{source}/{number}", "dataset": "cetd", "html": "<p>Tea", "gold": "Tea"}
                for source in sources for number in (1, 2)]  # fmt: skip
        path = tmp_path / "pages.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        with RunWriter(tmp_path / "run") as writer:
            for name, by_source in scores.items():
                for source, f1 in by_source.items():
                    for number, change in ((1, 0.1), (2, -0.1)):
                        result = Result(extractor=name, dataset="cetd", id=f"{source}/{number}", f1=f1 + change)
                        writer.add(result, "")
        return PaperResults(Run(tmp_path / "run"), PageSample([path]))

    return make


def test_a_score_table_has_a_column_per_source_and_the_mean(measured: Callable[..., PaperResults]) -> None:
    table = ScoreTable(
        name="table 1",
        title="F1",
        systems={"Old": "bte", "New": "cetd-ds", "Lost": "dsc"},
        metrics={"F1": "f1"},
        by="source",
        published={("Old", "BBC", "F1"): 0.7, ("Old", "Yahoo!", "F1"): 0.9, ("Old", "mean", "F1"): 0.8},
    )
    found = table.find(measured(**{"bte": {"BBC": 0.5, "wiki": 0.7}, "cetd-ds": {"BBC": 0.6, "wiki": 0.9}}))
    (shown,) = found.tables
    assert shown.columns == ("BBC", "wiki", "mean")
    *sources, mean = shown.rows["Old"]
    assert sources == [Cell(0.5, 0.7), Cell(0.7)]
    assert mean.ours == pytest.approx(0.6)
    assert mean.published == 0.8
    assert shown.rows["Lost"] == (Cell(), Cell(), Cell())
    assert "Yahoo!" in found.note
    assert found.missing == "not measured: Lost"


def test_a_score_table_compares_the_pages_with_a_baseline(measured: Callable[..., PaperResults]) -> None:
    table = ScoreTable(
        name="table 2", title="F1", systems={"Old": "bte", "New": "cetd-ds"}, metrics={"F1": "f1"}, baseline="New"
    )  # fmt: skip
    sources = "abcdef"
    better = {source: 0.5 + 0.02 * place for place, source in enumerate(sources)}
    found = table.find(measured(**{"bte": dict.fromkeys(sources, 0.4), "cetd-ds": better}))
    (shown,) = found.tables
    assert shown.columns == ("F1", "p")
    assert shown.rows["New"][1] == Cell()
    assert shown.rows["Old"][1].ours == pytest.approx(0.0025, abs=1e-4)


def test_a_sweep_has_the_published_line_beside_ours(measured: Callable[..., PaperResults]) -> None:
    sweep = Sweep(
        name="figure 5",
        title="lambda",
        parameter="lambda",
        systems={0.5: "bte", 1.0: "cetd-ds"},
        metrics={"F1": "f1"},
        chosen=1.0,
        published={(1.0, "F1"): 0.95},
    )
    found = sweep.find(measured(**{"bte": {"BBC": 0.5}, "cetd-ds": {"BBC": 0.6}}))
    (chart,) = found.charts
    assert isinstance(chart, LineChart)
    assert chart.lines == {"F1": [(0.5, 0.5), (1.0, 0.6)]}
    assert chart.published == {"F1": [(1.0, 0.95)]}
    assert found.tables[0].rows["1"] == (Cell(0.6, 0.95),)


def test_a_grid_names_the_best_setting(measured: Callable[..., PaperResults]) -> None:
    grid = GridSweep(
        name="section 4",
        title="constants",
        parameters=("c1", "c2"),
        systems={(0.1, 4): "bte", (0.333, 4): "cetd-ds"},
        metric="f1",
        chosen=(0.333, 4),
    )
    found = grid.find(measured(**{"bte": {"BBC": 0.7}, "cetd-ds": {"BBC": 0.6}}))
    assert "Best here: c1 0.1, c2 4: 0.700; the paper's c1 0.333, c2 4: 0.600." in found.note


def test_an_experiment_without_pages_says_what_it_needs(measured: Callable[..., PaperResults]) -> None:
    table = ScoreTable(name="t", title="t", systems={"BTE": "bte"}, metrics={"F1": "nodes"}, needs=has_nodes)
    found = table.find(measured(bte={"BBC": 0.5}))
    assert not found.remade
    assert "labelled nodes (TECO, drawn)" in found.missing


# ---- the sample -----------------------------------------------------------------------------------


def write(path: Path, ids: list[str], **fields: str) -> Path:
    rows = [{"id": name, "dataset": path.stem, "html": "<p>Tea", "gold": "Tea"} | fields for name in ids]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_sample_does_not_depend_on_the_order_and_grows(tmp_path: Path) -> None:
    ids = [str(number) for number in range(30)]
    path = write(tmp_path / "tea.jsonl", ids)
    small, large = PageSample([path], size=5), PageSample([path], size=12)
    assert len(small.keys) == 5
    assert small.keys < large.keys
    assert {(page.dataset, page.id) for page in small.pages()} == small.keys
    write(path, ids[::-1])
    assert PageSample([path], size=5).keys == small.keys


@pytest.mark.parametrize("size", [0, 3])
def test_the_part_of_a_sample_that_is_of_one_collection(tmp_path: Path, size: int) -> None:
    paths = [write(tmp_path / f"{name}.jsonl", list("12345")) for name in ("tea", "milk")]
    sample = PageSample(paths, size=size)
    assert {page.dataset for page in sample.of_dataset("tea").pages()} == {"tea"}
    assert len(list(sample.of_dataset("tea").pages())) == (size or 5)
    assert {page.dataset for page in sample.pages()} == {"tea", "milk"}


def test_a_split_is_asked_for_where_there_are_splits(tmp_path: Path) -> None:
    divided, whole = write(tmp_path / "a.jsonl", ["1", "2"], split="train"), write(tmp_path / "b.jsonl", ["1"])
    assert {key.dataset for key in PageSample([divided, whole], split="test").keys} == {"b"}
    with pytest.raises(CollectionError, match="no labelled page of split 'test'"):
        PageSample([divided], split="test")


def test_a_collection_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match=r"teco: no such file or folder"):
        run_papers([tmp_path / "teco"], tmp_path / "run")


def test_names_of_papers_are_checked() -> None:
    with pytest.raises(ArgumentError, match="unknown paper tea; known: arias, cetd, alarte, web2text, gce"):
        PaperSettings(papers=("tea",))


def test_experiments_have_names_of_their_own() -> None:
    for paper in PAPERS.values():
        experiments: list[Experiment] = list(paper.experiments)
        assert len({each.name for each in experiments}) == len(experiments)
