from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import dehusk
from dehusk.cli import main
from dehusk.methods.learned import Grain
from dehusk.methods.learned.feature_table import TABLE, BlockFeatures
from dehusk.pictures import explain, picture_registry, write_picture
from dehusk.pictures.grain import picture
from dehusk.pictures.heatmap import HeatMap, Stripe
from dehusk.pictures.picture_html import explain_html
from small_model import EVIDENCE, small_model

PAGES = Path(__file__).parents[1] / "pages"
NEWS = (PAGES / "news-en" / "page.html").read_text("utf-8")
HOSTILE = "<p>&lt;script>alert(1)&lt;/script> & \x00 \ud800 and some more words, at length.</p>" * 3


@pytest.fixture(scope="module")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "small.npz"
    small_model().save(path)
    return path


@pytest.fixture(scope="module")
def grain(model_file: Path) -> Grain:
    return Grain(model=model_file)


def heat_map(extraction: dehusk.Extraction, method: Grain) -> HeatMap:
    (chart,) = explain(extraction, method).panels
    assert isinstance(chart, HeatMap)
    return chart


def test_one_stripe_per_block_with_score_and_mark(grain: Grain) -> None:
    extraction = dehusk.extract(NEWS, method=grain)
    page, selection = extraction.page, extraction.selection
    blocks = BlockFeatures.of(page).blocks
    chart = heat_map(extraction, grain)
    assert [stripe.score for stripe in chart.stripes] == selection.score[blocks.first].tolist()
    assert [stripe.kept for stripe in chart.stripes] == selection.keep[blocks.first].tolist()
    assert [stripe.length for stripe in chart.stripes] == blocks.words.tolist()
    for stripe, row in zip(chart.stripes, blocks.holder.tolist(), strict=True):
        assert stripe.note.startswith(f"{page.path(row)}\nscore {stripe.score:.3f}, ")
        assert stripe.note.endswith(stripe.text)
    drawn = ET.fromstring(explain(extraction, grain).svg())  # noqa: S314 - our own
    marks = [mark for mark in drawn.iter() if mark.get("class") == "stripe"]
    assert len(marks) == len(blocks)


def test_the_features_are_those_whose_loss_changes_the_scores_most(grain: Grain) -> None:
    extraction = dehusk.extract(NEWS, method=grain)
    features, network = BlockFeatures.of(extraction.page), grain.model.network
    words, style = np.maximum(features.blocks.words, 1), grain.model.style_with(None)
    scaled = network.scale.scaled(features.matrix)
    expected = {}
    for name, least, most, _ in EVIDENCE:
        changed = features.matrix.copy()
        place = TABLE.place[name]
        changed[place] = least + (most - least) * (scaled[:, place].mean() + 1) / 2
        before, after = (network.run(matrix, words, style).logits for matrix in (features.matrix, changed))
        expected[name] = float(np.abs(after - before).mean())
    shares = heat_map(extraction, grain).shares
    assert [share.value for share in shares] == pytest.approx(
        sorted(expected.values(), reverse=True)[: len(shares)], abs=1e-4
    )
    assert {share.name for share in shares} <= {name for name, value in expected.items() if value}


def test_every_block_says_why_it_has_its_score(grain: Grain) -> None:
    extraction = dehusk.extract(NEWS, method=grain)
    for stripe in heat_map(extraction, grain).stripes:
        reasons = stripe.note.split("\n")[2:-1]
        assert 1 <= len(reasons) <= 3
        assert all(reason.startswith(("for (+", "against (-")) for reason in reasons)
        assert any(meaning in reasons[0] for meaning in TABLE.meanings.values())


def test_whole_texts_meanings_and_the_cut_are_in_the_picture(grain: Grain) -> None:
    extraction = dehusk.extract(NEWS, method=grain)
    explained = explain(extraction, grain)
    chart = heat_map(extraction, grain)
    drawn = ET.fromstring(explained.svg())  # noqa: S314 - our own
    stripes = [mark for mark in drawn.iter() if mark.get("class") == "stripe"]
    for stripe, mark in zip(chart.stripes, stripes, strict=True):
        shown = "".join(text.text or "" for text in mark.iter("{http://www.w3.org/2000/svg}text"))
        assert "".join(stripe.text.split()) in "".join(shown.split())
    lines = "".join("".join(mark.itertext()) for mark in drawn.iter() if mark.get("class") == "meaning")
    assert all(TABLE.meanings[share.name].replace(" ", "") in lines.replace(" ", "") for share in chart.shares)
    first = BlockFeatures.of(extraction.page).blocks.first
    own = extraction.selection.keep[first] & ~extraction.selection.why["joined"]
    assert chart.cut == extraction.selection.score[first][own].min()
    assert f"cut at {chart.cut:.2f}" in explained.svg()
    assert f"The cut is at a score of {chart.cut:.2f}" in explained.caption


def test_every_block_of_the_web_page_has_its_whole_text_and_reasons(grain: Grain) -> None:
    extraction = dehusk.extract(NEWS, method=grain)
    html = explain_html(extraction, explain(extraction, grain))
    page = dehusk.parse(html, hidden="keep")
    why = [page.leaf_text(row) for row in range(len(page)) if page.attr(row, "class") == "why"]
    assert len(why) == len(extraction.blocks)
    assert all(text.startswith(("kept", "dropped")) for text in why)
    texts = {page.leaf_text(row) for row in range(len(page)) if page.tag_name(row) == "div"}
    assert {" ".join(block.text.split()) for block in extraction.blocks} <= texts


def test_long_pages_show_one_line_of_each_block() -> None:
    long = HeatMap(tuple(Stripe(500, 0.5, True, "word " * 500) for _ in range(100)))
    assert all(len(lines) == 1 for lines in long._lines)
    assert long.height < 3000


def test_the_headline_that_was_asked_for_is_part_of_the_reasons(model_file: Path) -> None:
    method = Grain(model=model_file, headline=False)
    chart = heat_map(dehusk.extract(NEWS, method=method), method)
    assert chart.shares


def test_features_of_another_model_are_not_shown(grain: Grain) -> None:
    extraction = dehusk.extract(NEWS, method=grain)
    (chart,) = picture(extraction.page, extraction.selection, small_model(bias=1.0)).panels
    assert isinstance(chart, HeatMap)
    assert chart.stripes
    assert chart.shares == ()
    assert "ranking" not in chart.draw(0)


def test_without_the_method_the_shipped_model_is_asked(grain: Grain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.pictures.grain.shipped_model", lambda: grain.model)
    extraction = dehusk.extract(NEWS, method=grain)
    assert explain(extraction) == explain(extraction, grain)
    assert picture_registry.picture_of("grain") is picture


def test_longer_blocks_are_higher_and_many_blocks_stay_within_bounds() -> None:
    few = HeatMap((Stripe(1, 0, False, "a"), Stripe(50, 1, True, "b")))
    short, long = few._heights()
    assert 0 < short < long
    many = HeatMap(tuple(Stripe(1, 0.5, False, "a") for _ in range(1000)))
    assert many.height < 3000
    assert "<text" not in many.draw(0).replace("<text", "", 3)  # the three of the scale


@pytest.mark.parametrize("case", sorted(path.name for path in PAGES.iterdir()))
def test_every_page_gives_well_formed_svg(case: str, grain: Grain) -> None:
    extraction = dehusk.extract((PAGES / case / "page.html").read_bytes(), method=grain)
    ET.fromstring(explain(extraction, grain).svg())  # noqa: S314


@pytest.mark.parametrize("html", ["", "<p></p>", "<p>Tea", "<a href=/>x</a>"])
def test_small_pages_have_pictures(html: str, grain: Grain) -> None:
    ET.fromstring(explain(dehusk.extract(html, method=grain), grain).svg())  # noqa: S314


def test_hostile_text_stays_text(grain: Grain, tmp_path: Path) -> None:
    for name in ("page.html", "page.svg"):
        write_picture(dehusk.extract(HOSTILE, method=grain), tmp_path / name, grain)
        written = (tmp_path / name).read_text("utf-8")
        assert "<script" not in written
        assert "alert(1)" in written


def test_the_command_takes_a_model(model_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "picture.svg"
    page = str(PAGES / "news-en" / "page.html")
    assert main(["explain", page, "-m", f"grain:model={model_file}", "-o", str(out)]) == 0
    assert "features that mattered most" in out.read_text("utf-8")
