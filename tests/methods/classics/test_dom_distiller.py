"""DOM Distiller: each step of the pipeline on a page where it decides."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.methods.classics.distiller_tables import data_tables
from dehusk.methods.classics.dom_distiller import DomDistiller

MENU = "<div><a href=/a>Home</a></div><div><a href=/b>News</a></div><div><a href=/c>About</a></div>"


def words(count: int, word: str = "word") -> str:
    return " ".join([word] * count)


def kept(html: str, **parameters: int) -> list[str]:
    page = parse(html)
    keep = DomDistiller(**parameters).select(page).keep
    return [page.leaf_text(row).split()[0] for row in np.flatnonzero(keep).tolist()]


def test_the_whole_pipeline() -> None:
    html = f"""<title>Green tea | The Tea Post</title>{MENU}<main><div><h1>Green tea</h1></div>
        <div class=meta><span>By</span> A. N. Other and nobody else, who was there</div>
        <section><p>{words(40, "first")}</p><h2>heading</h2><p>{words(30, "second")}</p><p>short.</p></section></main>
        <div class="comments"><p>{words(50, "reply")}</p></div><footer><a href=/d>Imprint</a></footer>"""
    assert kept(html) == ["Green", "By", "A.", "first", "heading", "second", "short."]


def test_a_sibling_of_content_is_content() -> None:
    html = (
        f"{MENU}<div><p>{words(30)}</p><p>a</p><p><a href=/x>b b</a> c c</p><p><a href=/x>d</a></p><ul><li>e</ul></div>"
    )
    assert kept(html) == ["word", "a", "b", "c", "e"]


def test_a_sibling_may_be_some_blocks_away() -> None:
    items = "<p><a href=/x>link</a></p>" * 3
    html = f"{MENU}<div><p>{words(41)}</p>{items}<p>end</p></div>"
    assert kept(html, distance=3) == ["word"]
    assert kept(html, distance=4) == ["word", "end"]


def test_a_heading_needs_content_below_it() -> None:
    html = f"{MENU}<div><p>{words(40)}</p></div><div><h2>heading of many words, more than four</h2></div>{MENU}"
    assert kept(html) == ["word"]


def test_only_the_largest_run_is_kept() -> None:
    html = f"<div><div><p>{words(60, 'big')}</p></div></div>{MENU}{MENU}<div><p>{words(50, 'small')}</p></div>"
    assert kept(html) == ["big"]


def test_long_blocks_of_the_same_level_are_added() -> None:
    def page(count: int) -> str:
        first, second = (f"<div><div><p>{words(n, word)}</p></div></div>" for n, word in ((200, "big"), (count, "far")))
        return f"{first}{MENU}{MENU}{second}"

    assert kept(page(99)) == ["big"]
    assert kept(page(100)) == ["big", "far"]


@pytest.mark.parametrize(("phrase", "content"), [("12 comments on this", False), ("Tea for two", True)])
def test_a_phrase_that_introduces_comments_is_never_content(phrase: str, *, content: bool) -> None:
    html = f"{MENU}<div><p>{words(30)}</p><p>{phrase}</p></div>"
    assert (len(kept(html)) == 2) is content


@pytest.mark.parametrize("tag", ["nav", "aside"])
def test_text_in_nav_and_aside_is_never_content(tag: str) -> None:
    assert kept(f"<{tag}><p>{words(90, 'no')}</p></{tag}><div><p>{words(30)}</p></div>") == ["word"]


def test_figures_and_data_tables_after_content_come_back() -> None:
    table = "<table><tr><th>Tea<th>Price<tr><td>Green<td>3</table>"
    figure = "<figure><img src=a.png><figcaption>Caption</figcaption></figure><figure>Bare</figure>"
    html = f"<div>{table.replace('Tea', 'Early')}<p>{words(30)}</p>{table}{figure}</div>{MENU}{table}"
    assert kept(html) == ["word", "Tea", "Price", "Green", "3", "Caption"]


CELLS = "<tr><td>1<td>2"


@pytest.mark.parametrize(
    ("table", "is_data"),
    [
        (f"<table>{CELLS}{CELLS}</table>", False),
        (f"<table>{CELLS * 6}</table>", True),
        (f"<table width=100%>{CELLS * 6}</table>", False),
        (f"<table>{CELLS * 6}<tr><td><iframe></iframe></table>", False),
        (f"<table summary=x>{CELLS}{CELLS}</table>", True),
        (f"<table role=presentation summary=x>{CELLS}{CELLS}</table>", False),
        (f"<table role=grid>{CELLS}</table>", True),
        (f"<table datatable=0><caption>C</caption>{CELLS}{CELLS}</table>", False),
        (f"<table><caption>C</caption>{CELLS}{CELLS}</table>", True),
        (f"<table><caption>C</caption>{CELLS}</table>", False),
        ("<table><caption>C</caption><tr><td>1<tr><td>2</table>", False),
        (f"<table>{CELLS}<tr><td scope=row>1<td>2</table>", True),
        ("<table><tr><td>1<td>2<td>3<td>4<td>5<tr><td>6</table>", True),
        (f"<table><caption>C</caption><tr><td><table>{CELLS}</table><td>2{CELLS}</table>", False),
    ],
)
def test_data_tables(table: str, *, is_data: bool) -> None:
    page = parse(f"<p>{words(100)}</p>{table}")
    assert bool(len(data_tables(page))) is is_data


def test_a_table_with_nearly_all_text_is_for_layout() -> None:
    assert not len(data_tables(parse(f"<p>a</p><table>{CELLS * 6}</table>")))
