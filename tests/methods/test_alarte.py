"""Alarte & Silva: the worked example, and the fast computations against the printed definitions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import ArgumentError, Page, parse
from dehusk.methods.alarte import Alarte, max_depth, medoid, position_ratio, standardise, word_ratio
from dehusk.page import tags

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))


def words(count: int) -> str:
    return " ".join(["word"] * count)


EXAMPLE = (
    f"<body><div id=menu><ul>{'<li><a>item</a></li>' * 3}</ul></div>"
    f"<div id=wrap><div id=main><h1>{words(5)}</h1><p>{words(40)}</p><p>{words(60)}</p>"
    f"<p id=p3>{words(20)} <a>{words(2)}</a> {words(10)}</p></div></div>"
    f"<div id=foot><p>{words(6)}</p></div></body>"
)


def row(page: Page, name: str) -> int:
    return next(at for at in range(len(page)) if name in (page.attr(at, "id"), page.tag_name(at)))


def test_worked_example() -> None:
    page = parse(EXAMPLE)
    selection = Alarte().select(page)
    why = selection.why
    norms = dict(zip(why["rated"].tolist(), np.linalg.norm(why["points"], axis=1), strict=True))
    expected = {"ul": 3.116, "main": 2.772, "menu": 2.653, "p3": 2.081}
    assert {name: round(float(norms[row(page, name)]), 3) for name in expected} == expected
    at = why["rated"].tolist().index(row(page, "main"))
    assert why["ratios"][at].tolist() == [67.5, 1.0, 1.0, 1.0]
    assert [page.attr(r, "id") or page.tag_name(r) for r in why["candidates"]] == ["ul", "main", "menu"]
    assert [page.attr(r, "id") for r in why["reduced"]] == ["main", "menu"]
    assert why["weight"].tolist() == [137 / 6, 3 / 8]
    assert [page.attr(r, "id") for r in selection.roots] == ["main"]
    assert int(page.words[selection.keep].sum()) == 137
    assert max_depth(page) == 4


@pytest.mark.parametrize(
    ("html", "wide"),
    [
        ("Loose text<h1>One</h1>Two<br>Three<p>Four</p>", True),
        ("<h1>One</h1><p>Two <a>three</a></p>", False),
        ("<h1>One</h1><h2>Two</h2><p><a><span>three</span></a></p>", False),
        ("<h1>One</h1><h2>Two</h2><p><a>three</a></p>", True),
        ("<div><div><div><div>One</div></div></div></div><br>Two<br>Three", True),
        ("<p>One<p>Two<p>Three", False),
    ],
)
def test_criterion_3_counts_the_listed_tags(html: str, *, wide: bool) -> None:
    page = parse(html)
    selection = Alarte().select(page)
    assert selection.why["wide"] == wide
    if wide:
        assert selection.keep[page.leaves].all()
        assert selection.roots.tolist() == np.flatnonzero((page.parent == 0) & page.is_element).tolist()


def test_author_mode_rates_only_large_nodes_of_a_wide_page() -> None:
    page = parse(f"<div><p>{words(9)}</p></div><div><p>{words(90)}</p></div><div><p>{words(5)}</p></div>")
    rated = Alarte(mode="author").select(page).why["rated"]
    assert [page.path(r) for r in rated] == ["/html/body/div[2]", "/html/body/div[2]/p"]


def test_author_mode_never_looks_below_an_unrated_node() -> None:
    page = parse("<div><form><div><p>a</p></div></form><div><div><div><div>b</div></div></div></div></div>")
    below = {page.path(r) for r in Alarte(mode="author").select(page).why["rated"]}
    assert not any("form" in path for path in below)
    assert any("form/div" in page.path(r) for r in Alarte(mode="paper").select(page).why["rated"])


def link_page(inner: str) -> Page:
    menu = "<div><ul><li><a>m</a></li></ul></div>"
    return parse(f"{menu}<div><div id=main><p>{words(80)}</p><p>{words(80)}</p>{inner}</div></div>")


def test_post_process_removes_groups_of_links() -> None:
    page = link_page(f"<div id=links>{'<a>some link</a> or ' * 9}</div>")
    kept = Alarte().select(page)
    assert "link" not in " ".join(page.leaf_text(r) for r in np.flatnonzero(kept.keep).tolist())
    assert Alarte(postprocess=False).select(page).keep[row(page, "links") + 2]
    assert Alarte(hr=9).select(page).keep[row(page, "links") + 2]
    assert Alarte(tr=20).select(page).keep[row(page, "links") + 2]


@pytest.mark.parametrize(
    ("items", "removed"),
    [
        ("<ul id=x><li><a>a</a></li> <li> <a>b</a></li></ul>", True),
        ("<ul id=x><li><a>a</a></li><li>text <a>b</a></li></ul>", False),
        ("<ul id=x><li><a>a</a></li><li><a><img src=i>b</a></li></ul>", False),
        ("<ul id=x><li><a>a</a></li><p><a>b</a></p></ul>", False),
        ("<p id=x> <b><a>x</a></b> </p>", True),
    ],
)
def test_post_process_removes_children_that_are_all_links(items: str, *, removed: bool) -> None:
    page = link_page(items)
    selection = Alarte().select(page)
    rows = np.arange(row(page, "x"), page.end[row(page, "x")])
    assert selection.keep[rows].any() == (not removed)


def test_links_within_a_sentence_are_not_a_group_of_links() -> None:
    page = link_page("<p>words <b><a>x</a></b> words</p>")
    selection = Alarte().select(page)
    assert not selection.why["removed"].any()
    assert selection.keep[[at for at in page.leaves.tolist() if page.leaf_text(at) == "x"]].all()


def test_linked_images_without_text_are_not_a_group_of_links() -> None:
    page = link_page(f"<div id=x>{'<a><img src=i></a>' * 9}</div>")
    assert not Alarte().select(page).why["removed"].any()


def test_siblings_among_the_candidates_are_content_too() -> None:
    menu = f"<div><ul>{'<li><a>m</a></li>' * 3}</ul></div>"
    half = f"<div><h1>h</h1><p>{words(50)}</p><p>{words(50)}</p></div>"
    page = parse(f"{menu}<div><div>{half}{half}</div></div>")
    assert len(Alarte(c=5).select(page).roots) == 2


def test_empty_pages_give_nothing() -> None:
    for html in ("", "<div><p></p></div>", "<img src=x>"):
        page = parse(html)
        for mode in ("paper", "author"):
            assert not Alarte(mode=mode).select(page).keep.any()


def test_parameters_are_checked() -> None:
    with pytest.raises(ArgumentError, match="mode must be one of paper, author"):
        Alarte(mode="papers")
    with pytest.raises(ArgumentError, match="c must be between 1 and 1000"):
        Alarte(c=0)


def naive_word_ratio(page: Page, *, any_ancestor: bool) -> list[float]:
    """Definition 3.1 as printed: every leaf, every ancestor."""
    ratio = [0.0] * len(page)
    for leaf in range(len(page)):
        parent = int(page.parent[leaf])
        linked = bool(page.in_link[leaf]) if any_ancestor else tags.LINK[page.tag[parent]]
        if not page.is_text[leaf] or linked:
            continue
        distance = 1
        while parent >= 0:
            ratio[parent] += int(page.words[leaf]) / distance
            parent, distance = int(page.parent[parent]), distance + 1
    return ratio


PIECES = st.sampled_from(
    [
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<a>",
        "</a>",
        "<b>",
        "</b>",
        "<ul>",
        "<li>",
        "</ul>",
        " ",
        "one two ",
        "x ",
    ]
)
HTML = st.lists(PIECES, max_size=60).map("".join)


@given(HTML, st.booleans())
def test_word_ratio_is_the_definition(html: str, any_ancestor: bool) -> None:
    page = parse(html)
    fast = word_ratio(page, any_ancestor=any_ancestor)
    assert np.allclose(fast, naive_word_ratio(page, any_ancestor=any_ancestor))


@given(HTML)
def test_position_ratio_is_the_definition(html: str) -> None:
    page = parse(html)
    deepest = max_depth(page)
    for at in np.flatnonzero(page.is_element).tolist():
        depth = int(page.depth[at])
        expected = 1 if depth <= deepest / 2 else deepest / depth - 1
        assert position_ratio(page)[at] == pytest.approx(expected)


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), min_size=1, max_size=40))
def test_medoid_has_the_least_total_distance(rows: list[tuple[int, ...]]) -> None:
    points = np.array(rows, dtype=np.float64)
    total = np.linalg.norm(points[:, None] - points, axis=2).sum(axis=1)
    assert total[medoid(points)] == pytest.approx(total.min())


@given(st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 4), min_size=1, max_size=40))
def test_standardised_points_have_the_origin_as_their_centroid(rows: list[tuple[float, ...]]) -> None:
    assert np.allclose(standardise(np.array(rows)).mean(axis=0), 0, atol=1e-6)


@settings(max_examples=50)
@given(HTML, st.sampled_from(["paper", "author"]))
def test_removals_lie_below_the_roots_and_never_are_roots(html: str, mode: str) -> None:
    page = parse(html)
    selection = Alarte(mode=mode).select(page)
    if "removed" in selection.why:
        root = np.zeros(len(page), dtype=np.bool_)
        root[selection.roots] = True
        assert not (selection.why["removed"] & ~page.inside(root)).any()
        assert not (selection.keep & selection.why["removed"]).any()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_our_pages_have_content(path: Path) -> None:
    assert Alarte().select(parse(path.read_text(encoding="utf-8"))).keep.any()
