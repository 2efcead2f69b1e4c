from __future__ import annotations

import platform
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dehusk
from dehusk.bench.metrics import tokenize
from dehusk.bench.report import report_html, write_report
from dehusk.bench.report.data import load
from dehusk.bench.report.diff import diff_markup, word_diff
from dehusk.bench.report.label_places import overlap, place_labels
from dehusk.bench.report.worst import MOST
from dehusk.bench.run_history import note_command, noted_commands
from dehusk.bench.store import Result, RunError, RunWriter, StoredPage

HOSTILE = '<script>alert(1)</script>"&'
PAGES = 30
WORDS = ["a", "b", "c", "d.", "\n", "世"]
EXTRACTORS = ("arias", "cectd-ds", "a peer", HOSTILE)


def make_run(directory: Path, *, pages: bool = True) -> None:
    with RunWriter(directory) as writer:
        for number in range(PAGES):
            dataset, page_id = ("mine", "yours", HOSTILE)[number % 3], str(number)
            lang, url = ("en", "zh")[number % 2], f"http://a.example/?{HOSTILE}"
            if pages:
                page = StoredPage(dataset=dataset, id=page_id, digest="", url=url, lang=lang, type=HOSTILE)
                writer.add_page(page, f"{HOSTILE} The cat sat on mat {number}.")
            for place, name in enumerate(EXTRACTORS):
                f1 = min(1.0, number / PAGES + place / 10)
                result = Result(
                    extractor=name,
                    dataset=dataset,
                    id=page_id,
                    lang=lang,
                    type=HOSTILE,
                    version="dehusk 0.1" if place < 2 else "other 1.0",
                    error=HOSTILE if number == 3 else "",
                    seconds=0.001 * 4**place,
                    precision=f1,
                    recall=f1,
                    f1=f1,
                )
                writer.add(result, f"Menu {HOSTILE} The cat {number}.")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("run")
    make_run(folder)
    write_report(folder, folder / "report.html")
    return (folder / "report.html").read_text("utf-8")


@pytest.fixture(scope="module")
def classes(report: str) -> list[list[str]]:
    page = dehusk.parse(report, hidden="keep")
    return [(page.attr(row, "class") or "").split() for row in range(len(page))]


def test_nothing_is_requested_and_only_our_script_runs(report: str) -> None:
    assert report.count("<script>") == 1
    assert "&lt;script&gt;alert(1)" in report
    assert not re.findall(r"""<[^>]*\s(?:src|href|srcset|action|on\w+)\s*=""", report)
    assert not re.findall(r"@import|url\(", report)


def test_marks_are_as_many_as_data(report: str, classes: list[list[str]]) -> None:
    assert sum("dot" in names for names in classes) == len(EXTRACTORS)
    assert sum("bar" in names for names in classes) == 20 * len(EXTRACTORS)
    assert report.count("<details>") == MOST * len(EXTRACTORS)
    assert sum("diff" in names for names in classes) == MOST * len(EXTRACTORS)
    assert sum("worst" in names for names in classes) == len(EXTRACTORS)
    cells = sum("cell" in names for names in classes)
    assert cells == (3 + 2) * len(EXTRACTORS)  # collections and languages; a single type is no grouping


def test_the_best_is_first_and_worst_pages_rise(report: str) -> None:
    ranked = re.findall(r'<span class="name" title="[^"]*">(.*?)</span>', report)[: len(EXTRACTORS)]
    assert ranked[-1] == "arias"
    scores = [float(text) for text in re.findall(r'<summary><b class="number">([\d.]+)</b>', report)]
    for start in range(0, len(scores), MOST):
        assert scores[start : start + MOST] == sorted(scores[start : start + MOST])


def test_without_gold_the_comparison_is_left_out(tmp_path: Path) -> None:
    make_run(tmp_path, pages=False)
    write_report(tmp_path, tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "the run does not have the gold text of this page" in html
    assert 'class="diff"' not in html


def test_extractors_without_scored_pages_are_named(tmp_path: Path) -> None:
    with RunWriter(tmp_path) as writer:
        writer.add(Result(extractor="arias", dataset="mine", id="1", f1=0.5), "")
        writer.add(Result(extractor="late", dataset="snippets", id="1"), "")
    assert load(tmp_path).unscored == ["late"]
    write_report(tmp_path, tmp_path / "report.html")
    assert "No scored page yet: late." in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("f1", [0.0, 1.0])
def test_extreme_scores_have_a_report(f1: float, tmp_path: Path) -> None:
    with RunWriter(tmp_path) as writer:
        for number in range(3):
            writer.add(Result(extractor="arias", dataset="mine", id=str(number), f1=f1), "")
    write_report(tmp_path, tmp_path / "report.html")
    assert f"<b>{f1:.3f}</b>" in (tmp_path / "report.html").read_text("utf-8")


def test_a_run_without_scores_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="not a run directory"):
        write_report(tmp_path, tmp_path / "report.html")
    with RunWriter(tmp_path) as writer:
        writer.add(Result(extractor="late", dataset="snippets", id="1"), "")
    with pytest.raises(RunError, match="no page with gold text has a result yet"):
        write_report(tmp_path, tmp_path / "report.html")


@given(st.lists(st.sampled_from(WORDS)), st.lists(st.sampled_from(WORDS)))
def test_a_diff_holds_both_texts(gold_words: list[str], extracted_words: list[str]) -> None:
    gold, extracted = " ".join(gold_words), " ".join(extracted_words)
    pieces = word_diff(gold, extracted)
    of_gold = "".join(piece.text for piece in pieces if piece.kind in {"same", "missed"})
    of_extracted = "".join(piece.text for piece in pieces if piece.kind in {"same", "extra"})
    assert tokenize(of_gold) == tokenize(gold)
    assert tokenize(of_extracted) == tokenize(extracted)


def test_long_texts_are_cut_and_say_so() -> None:
    gold = " ".join(f"word{number}" for number in range(20_000))
    pieces = word_diff(gold, "")
    assert pieces[0].kind == "missed"
    assert pieces[-1].kind == "note"
    assert len(diff_markup(pieces)) < 2_000
    many = word_diff(
        " ".join(f"a{number} b" for number in range(3000)), " ".join(f"c{number} b" for number in range(3000))
    )
    drawn = diff_markup(many)
    assert "characters of the comparison]" in drawn
    assert len(drawn) < 200_000


def test_dates_versions_commands_and_every_collection(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with RunWriter(folder) as writer:
        for name in (*"abcdefghijklmnop", "snippets"):
            f1 = None if name == "snippets" else 0.5
            snippets = (1, 1, 0, 0) if name == "snippets" else (0, 0, 0, 0)
            result = Result(extractor="arias", version="dehusk 0.1", dataset=name, id="1", f1=f1, snippets=snippets)
            writer.add(result, "Tea")
    assert "were not noted" in report_html(load(folder))
    note_command(folder, "dehusk bench run tea.jsonl --out run")
    html = report_html(load(folder))
    noted = noted_commands(folder)[0]
    assert f"dehusk bench run tea.jsonl --out run    # {noted.date}, {noted.versions}" in html
    assert f"measured {noted.date}" in html
    assert f"Python {platform.python_version()}" in html
    assert "Extractors: dehusk 0.1." in html
    groups = html[html.index("By collection") :]
    for name in "abcdefghijklmnop":
        assert f"<td>{name}</td>" in html
        assert f">{name}<small>1</small>" in groups
    assert "<td>snippets</td>" in html


def test_labels_of_many_extractors_do_not_overlap() -> None:
    chance = random.Random(7)
    # As on real collections: most methods take about as long, and are about as good.
    dots = [(chance.gauss(500, 40), chance.gauss(160, 40)) for _ in range(30)]
    dots += [(chance.uniform(80, 980), chance.uniform(40, 560)) for _ in range(12)]
    names = ["boilerpipe-numwords", "trafilatura_precision", "grain", "cectd-ds", "readability-style", "bte"]
    texts = [names[number % len(names)] for number in range(len(dots))]
    places = place_labels(dots, texts, (56, 8, 1000, 584))
    boxes = [place.box for place in places]
    assert all(overlap(a, b) == 0 for number, a in enumerate(boxes) for b in boxes[:number])
    assert all(overlap(box, (x - 6, y - 6, x + 6, y + 6)) == 0 for box in boxes for x, y in dots)
    assert all(left >= 56 and right <= 1000 and top >= 8 and bottom <= 584 for left, top, right, bottom in boxes)


def test_labels_do_not_cover_the_lines_of_a_chart() -> None:
    line = (60.0, 98.0, 300.0, 102.0)
    dots = [(60.0, 100.0), (180.0, 104.0), (300.0, 100.0)]
    places = place_labels(dots, ["turbohtml", "cectd-s", "grain"], (0, 0, 500, 200), [line])
    assert [overlap(place.box, line) for place in places] == [0, 0, 0]


def test_the_front_is_drawn_as_a_line_and_named(report: str) -> None:
    assert report.count('class="frontier"') == 1
    assert "Pareto front" in report
    assert re.search(r"\.frontier \{[^}]*stroke: var\(--good\); stroke-width: 3", report)
