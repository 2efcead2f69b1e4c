from __future__ import annotations

import xml.etree.ElementTree as ET
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pytest

import dehusk
from dehusk.errors import ArgumentError, BrowserError
from dehusk.layout import find_browser
from dehusk.methods import Selection
from dehusk.pictures import Panel, Picture, explain, picture_registry, write_picture
from dehusk.pictures.picture import highest_of_bins
from dehusk.pictures.picture_html import explain_html
from dehusk.pictures.write import picture_path

if TYPE_CHECKING:
    from dehusk.page import Page

PAGES = Path(__file__).parents[1] / "pages"
NEWS = (PAGES / "news-en" / "page.html").read_text("utf-8")
HOSTILE = '<script>alert(1)</script> & "quotes" ]]> \x00 \ud800'
HOSTILE_PAGE = f"<title>{HOSTILE.replace('<', '&lt;')}</title><ul><li><a href=/>Home</a></ul>" + "".join(
    f"<p>{HOSTILE.replace('<', '&lt;')} {'and some more words ' * count}</p>" for count in range(4)
)
SVG = "{http://www.w3.org/2000/svg}"


def bars(figure: Picture) -> list[ET.Element]:
    root = ET.fromstring(figure.svg())  # noqa: S314 - our own
    return [mark for mark in root.iter(f"{SVG}rect") if "bar" in mark.get("class", "").split()]


def panels(figure: Picture) -> list[Panel]:
    return [panel for panel in figure.panels if isinstance(panel, Panel)]


def has_browser() -> bool:
    try:
        find_browser()
    except BrowserError:
        return False
    return True


def test_the_density_graph_has_one_bar_per_string() -> None:
    extraction = dehusk.extract(NEWS, method="arias")
    lengths = extraction.selection.why["lengths"]
    first, last = extraction.selection.why["region"]
    marks = bars(explain(extraction))
    assert len(marks) == np.count_nonzero(lengths)
    assert sum("kept" in mark.get("class", "") for mark in marks) == np.count_nonzero(lengths[first : last + 1])


@pytest.mark.parametrize("reading", ["merged", "entry", "entry,break_on_exit=True"])
def test_notes_of_the_density_graph_quote_the_string_itself(reading: str) -> None:
    extraction = dehusk.extract(NEWS, method=f"arias:reading={reading}")
    for mark in panels(explain(extraction))[0].bars:
        head, _, text = mark.note.partition("\n")
        assert f" {mark.y1:,} characters" in head
        assert text.endswith("…") or len(text) == mark.y1


@pytest.mark.parametrize("method", ["cetd-ds", "cectd-ds", "cectd-s"])
def test_the_density_histogram_has_one_bar_per_element_with_density(method: str) -> None:
    extraction = dehusk.extract(NEWS, method=method)
    page, why = extraction.page, extraction.selection.why
    figure = explain(extraction)
    columns = [why["density"], why["smoothed"] if "smoothed" in why else why["density_sum"]]
    expected = [np.count_nonzero(column[page.is_element] > 0) for column in columns]
    assert [len(panel.bars) for panel in panels(figure)] == expected
    assert len(bars(figure)) == sum(expected)
    assert sum(len(panel.rules) for panel in panels(figure)) == 1


def test_any_other_method_has_one_bar_per_block() -> None:
    extraction = dehusk.extract(NEWS, method=_Everything())
    assert len(bars(explain(extraction))) == len(extraction.blocks)


def test_a_method_of_another_package_brings_its_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other_pictures.py").write_text(
        "from dehusk.pictures import Picture\n\ndef picture(page, selection):\n    return Picture('Mine', '', ())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("everything", "other_pictures:picture", "dehusk.pictures")
    monkeypatch.setitem(vars(picture_registry._PICTURES), "_others", {"everything": point})
    assert explain(dehusk.extract("<p>Tea", method=_Everything())).title == "Mine · everything"


@pytest.mark.parametrize("html", ["", "<p></p>", "<p>Tea", "<p>no links here<p>none at all", "<a href=/>x</a>"])
@pytest.mark.parametrize("method", ["alarte", "arias", "cetd-ds", "cectd-ds", "cectd-s"])
def test_small_pages_have_pictures(method: str, html: str) -> None:
    extraction = dehusk.extract(html, method=method)
    figure = explain(extraction)
    ET.fromstring(figure.svg())  # noqa: S314
    assert explain_html(extraction, figure)


@pytest.mark.parametrize("case", sorted(path.name for path in PAGES.iterdir()))
@pytest.mark.parametrize("method", ["alarte", "alarte:mode=author", "arias", "cectd-ds"])
def test_every_page_gives_well_formed_svg(case: str, method: str) -> None:
    html = (PAGES / case / "page.html").read_bytes()
    ET.fromstring(explain(dehusk.extract(html, method=method)).svg())  # noqa: S314


@pytest.mark.parametrize("method", ["alarte", "arias", "cetd-ds", "cectd-s"])
def test_hostile_text_stays_text(method: str, tmp_path: Path) -> None:
    extraction = dehusk.extract(HOSTILE_PAGE, method=method)
    for name in ("page.html", "page.svg"):
        write_picture(extraction, tmp_path / name)
        written = (tmp_path / name).read_text("utf-8")
        assert "<script" not in written
        assert "alert(1)" in written
    ET.fromstring((tmp_path / "page.svg").read_text("utf-8"))  # noqa: S314


def test_explain_html_lists_every_block() -> None:
    extraction = dehusk.extract(NEWS)
    page = dehusk.parse(explain_html(extraction, explain(extraction)))
    rows = [row for row in range(len(page)) if (page.attr(row, "class") or "").startswith("is-")]
    assert len(rows) == len(extraction.blocks)
    kept = [row for row in rows if page.attr(row, "class") == "is-kept"]
    assert len(kept) == sum(block.kept for block in extraction.blocks)


def test_very_long_pages_are_thinned() -> None:
    values = np.arange(10_000)
    shown = highest_of_bins(values)
    assert len(shown) == 2000
    assert shown[-1] == 9_999


def test_png_is_drawn_by_the_browser_or_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    extraction, path = dehusk.extract(NEWS), tmp_path / "picture.png"
    if has_browser():
        write_picture(extraction, path)
        assert path.read_bytes().startswith(b"\x89PNG")
    monkeypatch.setenv("DEHUSK_BROWSER", str(tmp_path / "missing"))
    with pytest.raises(BrowserError, match=r"DEHUSK_BROWSER is .*missing.*install Chromium.*\.svg or \.html"):
        write_picture(extraction, path)


def test_without_any_browser_the_error_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(find_browser.__globals__, "_NAMES", ("chromium", "google-chrome"))
    with pytest.raises(BrowserError, match=r"no browser was found; install Chromium"):
        find_browser({})


def test_a_browser_that_draws_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv("DEHUSK_BROWSER", str(broken))
    with pytest.raises(BrowserError, match=r"drew nothing \(exit code 3\): no display"):
        write_picture(dehusk.extract(NEWS), tmp_path / "picture.png")


def test_a_name_that_we_cannot_write_is_an_error() -> None:
    with pytest.raises(ArgumentError, match=r"must end in \.html, \.svg or \.png"):
        picture_path("picture.jpg")
    with pytest.raises(ArgumentError, match=r"must end in \.html$"):
        picture_path("picture.svg", (".html",))


class _Everything:
    """A method that keeps everything, and has no picture of its own."""

    name: ClassVar[str] = "everything"
    description: ClassVar[str] = "keeps everything"
    needs: ClassVar[frozenset[str]] = frozenset()

    def select(self, page: Page) -> Selection:
        return Selection.of_leaves(page, np.ones(len(page), dtype=np.bool_), why={"reason": "all"})
