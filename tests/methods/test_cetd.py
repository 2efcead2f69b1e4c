from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import ArgumentError, Page, parse
from dehusk.methods.cetd import (
    LINKS,
    CectdDs,
    CectdS,
    CetdDs,
    Counts,
    composite_density,
    smooth,
    text_density,
)
from dehusk.page.loops import subtree_argmax
from html_strategies import ancestors, kept_texts, pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dehusk.page.arrays import Floats

EXAMPLE = parse(
    f"<div id=main><div id=article><div id=headline>{'h' * 46}</div>"
    f"<div id=articleBody>{'b' * 24}<a id=a>{'a' * 15}</a></div></div></div>"
)
SECOND = parse(
    "<ul><li><a>Home</a></li><li><a>World</a></li><li><a>Sport</a></li></ul>"
    f"<div id=div><p>{'x' * 200}</p><p>{'y' * 150}<a>{'z' * 10}</a></p></div><p>12345678</p>"
)
PARAGRAPHS = st.integers(1, 12).map(lambda count: f"<p>{'A sentence of the story, with a few words. ' * count}</p>")
LINK_LISTS = st.integers(1, 30).map(lambda count: "<a href=/>Link</a>" * count)
NESTED = st.recursive(
    PARAGRAPHS | LINK_LISTS,
    lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=10,
)
SITES = st.lists(NESTED, min_size=1, max_size=4).map("".join).map(parse)
"""Pages with dense paragraphs inside and outside of elements with many links."""
DENSITIES = [CetdDs(), CectdDs(), CectdDs(mode="paper"), CetdDs(paper_sum=True), CectdDs(lambda_=0.7)]


def by_id(page: Page, column: Floats) -> dict[str, float]:
    """A column's values by the elements' ids; BODY's under "body"."""
    values = {page.attr(row, "id"): float(column[row]) for row in range(1, len(page))}
    return {"body": float(column[0])} | {key: value for key, value in values.items() if key}


def rounded(values: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 4) for key, value in values.items()}


def children(page: Page, row: int) -> Iterator[int]:
    """The child elements of a row."""
    return (child for child in range(len(page)) if page.parent[child] == row and page.is_element[child])


# ---- the specification's numbers -------------------------------------------------------------------------


def test_text_density_of_the_papers_example() -> None:
    density = rounded(by_id(EXAMPLE, text_density(Counts.of(EXAMPLE))))
    assert density == {"body": 17.0, "main": 21.25, "article": 28.3333, "headline": 46, "articleBody": 39, "a": 15}


def test_counts_of_the_papers_example() -> None:
    counts = Counts.of(EXAMPLE)
    assert (counts.T[0], counts.C[0], counts.LC[0]) == (5, 85, 15)


def test_composite_density_of_the_papers_example() -> None:
    assert rounded(by_id(EXAMPLE, composite_density(Counts.of(EXAMPLE)))) == {
        "body": 44.5585,
        "main": 51.9814,
        "article": 62.9197,
        "headline": 194.6739,
        "articleBody": 29.5739,
        "a": 0,
    }


def test_the_papers_own_reading_differs_where_there_are_no_links() -> None:
    density = rounded(by_id(EXAMPLE, composite_density(Counts.of(EXAMPLE), "paper")))
    assert (density["headline"], density["body"], density["a"]) == (202.8292, 44.5585, 0)


def test_density_sum_and_threshold_of_the_papers_example() -> None:
    why = CectdDs().select(EXAMPLE).why
    sums = rounded(by_id(EXAMPLE, why["density_sum"]))
    assert (sums["article"], sums["articleBody"]) == (224.2478, 115.1635)
    assert max(sums, key=lambda name: sums[name]) == "article"
    assert round(why["threshold"], 4) == 44.5585


def test_second_example() -> None:
    counts = Counts.of(SECOND)
    assert (counts.T[0], counts.LT[0]) == (12, 8)
    selection = CectdDs().select(SECOND)
    density = rounded(by_id(SECOND, selection.why["density"]))
    assert (density["body"], density["div"], selection.why["density"][1]) == (73.4229, 441.2270, 0)
    sums = rounded(by_id(SECOND, selection.why["density_sum"]))
    assert sums["div"] == 1418.8711 == round(float(selection.why["density_sum"].max()), 4)
    assert round(selection.why["threshold"], 4) == 73.4229
    assert [SECOND.attr(row, "id") for row in selection.roots.tolist()] == ["div"]
    assert kept_texts(SECOND, selection) == ["x" * 200, "y" * 150, "z" * 10]


# ---- definitions, read literally -------------------------------------------------------------------------


def literal_link_tags(page: Page) -> list[int]:
    """LT by the specification's recursion."""
    counts = Counts.of(page)
    inside_link = page.inside(LINKS[page.tag])

    def link_tags(row: int) -> int:
        if inside_link[row]:
            return int(counts.T[row])
        total = 0
        for child in children(page, row):
            below = link_tags(child)
            wholly_link = below == counts.T[child] > 0 and counts.LC[child] == counts.C[child]
            total += below + (bool(LINKS[page.tag[child]]) or bool(wholly_link))
        return total

    return [link_tags(row) if page.is_element[row] else 0 for row in range(len(page))]


def literal_composite(page: Page) -> list[float]:
    """CTD, element by element, zeros among T, LC, LT, NLC replaced by 1."""
    counts = Counts.of(page)
    body_ratio = counts.LC[0] / max(counts.C[0], 1)
    found = []
    for C, T, LC, LT in zip(counts.C, counts.T, counts.LC, counts.LT, strict=True):  # noqa: N806
        NLC = (C - LC) or 1  # noqa: N806
        T, LC, LT = T or 1, LC or 1, LT or 1  # noqa: N806
        link_term = C * LC / NLC + body_ratio * C
        found.append(C / T * math.log(C / LC * T / LT) / math.log(math.log(link_term + math.e)) if C else 0.0)
    return found


def literal_density_sum(page: Page, density: Floats, run_density: Callable[[float], float]) -> list[float]:
    """The author's DensitySum, element by element."""
    sums = []
    for row in range(len(page)):
        below = list(children(page, row))
        runs = [r for r in page.leaves.tolist() if page.parent[r] == row]
        if page.is_text[row]:
            sums.append(-1.0)
        elif not below:
            sums.append(float(density[row]))
        else:
            sums.append(sum(density[c] for c in below) + sum(run_density(float(page.chars[r])) for r in runs))
    return sums


def literal_marks(page: Page, density: Floats, density_sum: Floats, lambda_: float) -> list[int]:
    """Algorithm 2: 1 for content, 2 for the elements above it; nothing is visited below a rejected element."""
    marks = [0] * len(page)

    def best(row: int) -> int:
        within = [r for r in range(row, int(page.end[row])) if page.is_element[r]]
        return max(within, key=lambda r: (density_sum[r], -r))

    def mark(row: int) -> None:
        for above in ancestors(page, row)[1:]:
            marks[above] = marks[above] or 2
        marks[row : int(page.end[row])] = [1] * int(page.end[row] - row)

    def visit(row: int) -> None:
        if marks[row] != 1 and density[row] >= threshold:
            found = best(row)
            if marks[found] != 1:
                mark(found)
            for child in children(page, row):
                visit(child)

    maximal = best(0)
    threshold = lambda_ * min(density[row] for row in ancestors(page, maximal))
    mark(maximal)
    visit(0)
    return marks


@given(pages)
def test_link_tags(page: Page) -> None:
    assert np.where(page.is_element, Counts.of(page).LT, 0).tolist() == literal_link_tags(page)


@given(pages)
def test_counts(page: Page) -> None:
    counts = Counts.of(page)
    for row in np.flatnonzero(page.is_element).tolist():
        below = range(row + 1, int(page.end[row]))
        in_link = [any(LINKS[page.tag[up]] for up in ancestors(page, r)) for r in below]
        assert counts.T[row] == sum(bool(page.is_element[r]) for r in below)
        assert counts.C[row] == sum(page.chars[r] for r in below)
        assert counts.LC[row] == sum(page.chars[r] for r, linked in zip(below, in_link, strict=True) if linked)


@given(pages)
def test_composite_density(page: Page) -> None:
    density = composite_density(Counts.of(page))[page.is_element]
    assert density == pytest.approx(np.array(literal_composite(page))[page.is_element])


@given(pages)
def test_density_sum(page: Page) -> None:
    why = CetdDs().select(page).why
    assert why["density_sum"].tolist() == pytest.approx(literal_density_sum(page, why["density"], lambda run: run))


@given(pages)
def test_composite_density_sum(page: Page) -> None:
    why, counts = CectdDs().select(page).why, Counts.of(page)
    if not why:
        assert counts.LC[0] == 0
        return
    ratio = counts.LC[0] / counts.C[0]
    expected = literal_density_sum(
        page, why["density"], lambda run: run * math.log(run) / math.log(math.log(ratio * run + math.e))
    )
    assert why["density_sum"].tolist() == pytest.approx(expected)


@given(pages, st.integers(0, 2**32 - 1))
def test_subtree_argmax(page: Page, seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 4, len(page)).astype(np.float64)
    found = subtree_argmax(page.parent, page.is_element, values)
    for row in np.flatnonzero(page.is_element).tolist():
        within = [r for r in range(row, int(page.end[row])) if page.is_element[r]]
        assert found[row] == max(within, key=lambda r: (values[r], -r))


@pytest.mark.parametrize("method", DENSITIES, ids=lambda method: f"{method.name}-{method.mode}-{method.lambda_}")
@given(page=pages | SITES)
def test_extraction_is_the_papers_visit(method: CetdDs | CectdDs, page: Page) -> None:
    selection = method.select(page)
    if not selection.why:
        assert selection.keep[page.leaves].all()
        return
    why = selection.why
    marks = literal_marks(page, why["density"], why["density_sum"], method.lambda_)
    kept = [row for row in page.leaves.tolist() if marks[row] == 1 or marks[page.parent[row]] == 2]
    assert np.flatnonzero(selection.keep).tolist() == kept
    assert [marks[row] for row in selection.roots.tolist()] == [1] * len(selection.roots)
    assert all(marks[page.parent[row]] != 1 for row in selection.roots.tolist() if row)


@given(pages)
def test_smoothing(page: Page) -> None:
    density = composite_density(Counts.of(page))
    smoothed = smooth(page, density)
    for row in range(len(page)):
        siblings = list(children(page, int(page.parent[row]))) or [0]
        for place, child in enumerate(siblings):
            near = siblings[max(place - 1, 0) : place + 2]
            weights = [2 if each == child else 1 for each in near]
            assert smoothed[child] == pytest.approx(np.average(density[near], weights=weights))


# ---- behaviour -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [CectdDs(), CectdS()])
def test_a_page_without_links_is_content_as_a_whole(method: CectdDs | CectdS) -> None:
    page = parse("<p>One</p><div>Two</div><span></span>")
    selection = method.select(page)
    assert kept_texts(page, selection) == ["One", "Two"]
    assert selection.roots.tolist() == [0]


@pytest.mark.parametrize("method", [CetdDs(), CectdDs()])
def test_nothing_is_visited_below_an_element_under_the_threshold(method: CetdDs | CectdDs) -> None:
    story = "".join(f"<p>{'A sentence of the story, with a few words more. ' * 6}</p>" for _ in range(8))
    links = "".join(f"<a href=/{n}>Link {n}</a>" for n in range(30))
    copyright_text = "Copyright 2024 by the example company. All rights reserved, in this country and in others."
    page = parse(f"<div id=main>{story}</div><div id=footer>{links}<p id=copyright>{copyright_text}</p></div>")
    selection = method.select(page)
    density = by_id(page, selection.why["density"])
    assert density["footer"] < selection.why["threshold"] < density["copyright"]
    assert [page.attr(row, "id") for row in selection.roots.tolist()] == ["main"]


def test_text_of_ancestors_can_be_dropped() -> None:
    html = "<a>Home</a>direct<div><p>" + "long text " * 30 + "</p><p>" + "more text " * 30 + "</p></div>"
    page = parse(html)
    assert "direct" in kept_texts(page, CectdDs().select(page))
    assert "direct" not in kept_texts(page, CectdDs(drop_ancestor_text=True).select(page))


def test_text_separated_by_line_breaks_counts() -> None:
    html = "<ul><li><a>Home</a></ul><div id=story>" + "<br>".join(["a line of the poem"] * 20) + "</div>"
    page = parse(html)
    sums = by_id(page, CetdDs().select(page).why["density_sum"])
    assert sums["story"] == 20 * len("a line of the poem")
    assert by_id(page, CetdDs(paper_sum=True).select(page).why["density_sum"])["story"] == 0


def test_smoothing_keeps_leaves_of_dense_parents() -> None:
    page = parse("<p><a>Home</a><p>" + "long text " * 20 + "<p>" + "more text " * 20)
    assert kept_texts(page, CectdS().select(page)) == [("long text " * 20).strip(), ("more text " * 20).strip()]


@pytest.mark.parametrize("make", [CetdDs, CectdDs, CectdS])
def test_parameters_are_checked(make: Callable[..., object]) -> None:
    with pytest.raises(ArgumentError, match="lambda_ must be at least 0"):
        make(lambda_=-1)
    with pytest.raises(ArgumentError, match="lambda_ must be at least 0"):
        make(lambda_=float("inf"))
    with pytest.raises(ArgumentError, match="mode must be one of author, paper"):
        make(mode="papers")
