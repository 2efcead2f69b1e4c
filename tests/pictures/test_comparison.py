from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import dehusk
from dehusk.errors import ArgumentError
from dehusk.pictures import explain
from dehusk.pictures.comparison import Comparison, compare
from dehusk.pictures.comparison_html import comparison_html
from dehusk.pictures.comparison_text import comparison_text
from dehusk.pictures.picture_html import explain_html
from dehusk.pictures.svg import asset
from dehusk.pictures.width import display_width
from html_strategies import kept_texts

PAGES = Path(__file__).parents[1] / "pages"
METHODS = ("arias", "cetd-ds", "cectd-ds")


def compared(case: str) -> Comparison:
    html = (PAGES / case / "page.html").read_bytes()
    return compare([dehusk.extract(html, method=name) for name in METHODS])


@pytest.mark.parametrize("case", sorted(path.name for path in PAGES.iterdir()))
def test_each_method_keeps_here_what_it_keeps_alone(case: str) -> None:
    html = (PAGES / case / "page.html").read_bytes()
    found = compared(case)
    for place, name in enumerate(METHODS):
        text = "".join(block.text for block in found.blocks if block.kept[place])
        alone = dehusk.extract(html, method=name)
        # A comparison shows the page's own text, whatever writers make of formulas, quotations and ruby.
        kept = "".join(kept_texts(alone.page, alone.selection))
        assert "".join(text.split()) == "".join(kept.split())
    assert found.kept_by_all + found.kept_by_none + found.disputed == len(found.blocks)


def test_the_terminal_shows_one_row_per_block_within_the_width() -> None:
    found = compared("news-en")
    lines = comparison_text(found, width=90).split("\n")
    table = lines[: lines.index("")]
    assert len(table) == 1 + len(found.groups) + len(found.blocks)
    assert all(display_width(line) <= 90 for line in table)
    assert sum(line.count("●") for line in table) == sum(sum(block.kept) for block in found.blocks)


@pytest.mark.parametrize("case", ["news-zh", "news-th", "news-ar"])
def test_scripts_of_other_widths_fit_too(case: str) -> None:
    lines = comparison_text(compared(case), width=60).split("\n")
    assert all(display_width(line) <= 60 for line in lines[: lines.index("")])


def test_only_disputed_blocks_on_request() -> None:
    found = compared("news-en")
    lines = comparison_text(found, disputed=True).split("\n")
    assert len(lines[: lines.index("")]) == 2 + found.disputed


def test_disputed_blocks_come_first() -> None:
    found = compared("news-en")
    assert [name for name, _ in found.groups] == ["disputed", "kept by all", "kept by none"]
    assert all(block.disputed for block in found.groups[0][1])
    assert [block for _, blocks in found.groups for block in blocks] != list(found.blocks)
    assert sorted(block for _, blocks in found.groups for block in blocks) == sorted(found.blocks)
    lines = comparison_text(found).split("\n")
    assert lines[1] == "disputed:"
    html = comparison_html(found)
    names = [name for name, _ in found.groups]
    assert sorted(names, key=lambda name: html.index(f">{name}: ")) == names
    places = re.findall(r'data-place="(\d+)"', html)
    assert sorted(map(int, places)) == list(range(len(found.blocks)))


@pytest.mark.parametrize("case", sorted(path.name for path in PAGES.iterdir()))
def test_counts_are_those_of_explain(case: str) -> None:
    html = (PAGES / case / "page.html").read_bytes()
    extractions = [dehusk.extract(html, method=name) for name in METHODS]
    found = compare(extractions)
    text, page = comparison_text(found), comparison_html(found)
    for name, extraction, count in zip(METHODS, extractions, found.counts, strict=True):
        explained = explain_html(extraction, explain(extraction))
        kept = f"{count.kept:,} of {count.blocks:,} blocks"
        assert f"{name} kept {kept}, {count.chars:,} characters" in explained
        assert f"{kept}, {count.chars:,} characters" in text
        assert f">{kept}<" in page
        assert f">{count.chars:,} characters<" in page


def test_colours_of_thirty_two_methods_are_distinct() -> None:
    colours = re.findall(r"\.c\d+ \{ --own: #(\w{6}); \}", asset("comparison.css"))
    assert len(set(colours)) == len(colours) == 32
    points = np.array([lab(colour) for colour in colours])
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    assert distances[~np.eye(len(points), dtype=bool)].min() > 25
    extraction = dehusk.extract("<p>Tea")
    html = comparison_html(compare([extraction] * 25, [f"m{place}" for place in range(25)]))
    assert all(f'class="chip c{place}"' in html for place in range(25))


def lab(colour: str) -> list[float]:
    """CIE Lab of a colour of six hexadecimal digits, for the white of daylight (D65)."""
    srgb = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    r, g, b = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in srgb)
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]


def test_many_methods_are_numbered() -> None:
    extraction = dehusk.extract("<p>Tea")
    names = [f"a-method-with-a-long-name-{place}" for place in range(5)]
    lines = comparison_text(compare([extraction] * 5, names), width=80).split("\n")
    assert lines[0] == " 1  a-method-with-a-long-name-0"
    assert lines[5].startswith("1 2 3 4 5  block")


def test_colour_only_on_request_and_no_escape_of_the_page_reaches_the_terminal() -> None:
    found = compare([dehusk.extract("<p>Tea \x1b[31mred\x07 \u202emilk")])
    assert "\x1b" not in comparison_text(found)
    assert "\u202e" not in comparison_text(found)
    coloured = comparison_text(found, colour=True)
    assert "\x1b[31m" not in coloured
    assert "\x1b[34m●\x1b[0m" in coloured


def test_html_has_one_row_per_block_and_one_chip_per_method() -> None:
    found = compared("news-en")
    page = dehusk.parse(comparison_html(found), hidden="keep")
    classes = [(page.attr(row, "class") or "").split() for row in range(len(page))]
    assert sum("block" in names for names in classes) == len(found.blocks)
    marks = sum("mark" in names for names in classes)
    assert marks == len(found.blocks) * len(METHODS)
    off = sum("chip" in names and "off" in names for names in classes)
    assert off == sum(not kept for block in found.blocks for kept in block.kept)


def test_hostile_text_and_names_stay_text() -> None:
    hostile = "<script>alert(1)</script>"
    escaped = hostile.replace("<", "&lt;")
    extraction = dehusk.extract(f"<title>{escaped}</title><p>{escaped}<p>{escaped}")
    html = comparison_html(compare([extraction, extraction], [hostile, "b"]))
    assert html.count("<script>") == 1  # ours
    assert html.count("&lt;script&gt;alert(1)") >= 4


def test_no_blocks_no_rows() -> None:
    found = compare([dehusk.extract("", method="arias")])
    assert found.blocks == ()
    assert comparison_text(found).startswith("arias  block\n\n0 blocks")
    assert "0 blocks" in comparison_html(found)


def test_nothing_or_different_pages_cannot_be_compared() -> None:
    with pytest.raises(ArgumentError, match="nothing to compare"):
        compare([])
    with pytest.raises(ArgumentError, match="same page"):
        compare([dehusk.extract("<p>Tea"), dehusk.extract("<p>Milk")])


def test_agreement_is_full_with_oneself() -> None:
    extraction = dehusk.extract("<p>Tea and milk")
    assert set(compare([extraction] * 3).agreement().values()) == {1.0}
