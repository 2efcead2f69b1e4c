from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from dehusk import Page, extract, parse
from dehusk.cli import main
from dehusk.pictures import explain, write_picture
from dehusk.testing import random_layout, stacked_layout
from drawing import needs_browser

SVG = "{http://www.w3.org/2000/svg}"
LINKS = "<ul>" + "<li><a href=/>A section whose name is so long that it leaves the edge</a>" * 30 + "</ul>"
HTML = f"<title>Tea</title>{LINKS}<article><p class=content>{'Steep the tea. ' * 20}</p>{'<p>More.</p>' * 40}</article>"


def laid_out(html: str = HTML) -> Page:
    page = parse(html)
    return replace(page, layout=stacked_layout(page))


def marks(svg: str, kind: str) -> list[ET.Element]:
    """The marks of a kind, without the legend's."""
    root = ET.fromstring(svg)  # noqa: S314 - our own
    chart = root.find(f"{SVG}svg")
    assert chart is not None
    return [mark for mark in chart.iter() if mark.get("class") == kind]


def test_everything_that_the_method_saw_is_drawn() -> None:
    extraction = extract(laid_out(), method="gce")
    why, svg = extraction.selection.why, explain(extraction).svg()
    grid = why["grid"]
    assert len(marks(svg, "cell-edge")) == grid.edge.sum()
    assert len(marks(svg, "cell-links")) == (grid.links & ~grid.edge).sum() > 0
    assert len(marks(svg, "cell")) == (~grid.links & ~grid.edge).sum()
    assert len(marks(svg, "centre")) == 3
    assert len(marks(svg, "seed")) == len(set(why["seeds"]))
    assert len(marks(svg, "box-winner")) == 1
    found = {row for rows in why["candidates"] for row in rows if row}
    assert len(marks(svg, "box-candidate")) == len(found) - 1


def test_a_page_without_a_winner_has_a_picture_too() -> None:
    svg = explain(extract(laid_out("<p>Tea"), method="gce")).svg()
    assert marks(svg, "box-winner") == []
    assert len(marks(svg, "seed")) == 1
    assert explain(extract(laid_out(""), method="gce")).svg()


@pytest.mark.parametrize("seed", range(20))
def test_any_layout_gives_well_formed_svg(seed: int) -> None:
    page = parse(HTML.replace("More", "&lt;script>alert(1)&lt;/script> & ]]>"))
    extraction = extract(replace(page, layout=random_layout(page, seed)), method="gce")
    svg = explain(extraction).svg()
    ET.fromstring(svg)  # noqa: S314 - our own
    assert "<script" not in svg


@needs_browser
@pytest.mark.parametrize("name", ["picture.html", "picture.svg", "picture.png"])
def test_the_screenshot_is_behind_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(HTML)
    assert main(["explain", str(tmp_path / "page.html"), "--method", "gce", "-o", str(tmp_path / name)]) == 0
    written = (tmp_path / name).read_bytes()
    assert written.startswith(b"\x89PNG") if name.endswith("png") else b"data:image/jpeg;base64,/9j/" in written


def test_without_a_layout_the_blocks_are_drawn(tmp_path: Path) -> None:
    extraction = replace(extract(laid_out(), method="gce"), page=parse(HTML))
    write_picture(extraction, tmp_path / "blocks.svg")
    assert "bar kept" in (tmp_path / "blocks.svg").read_text("utf-8")
