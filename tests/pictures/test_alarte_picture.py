from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import dehusk
from dehusk.pictures import Panel, explain
from dehusk.pictures.alarte_picture import principal_axes
from dehusk.pictures.scatter import Dot, Scatter

if TYPE_CHECKING:
    from dehusk.page.arrays import Floats

NEWS = (Path(__file__).parents[1] / "pages" / "news-en" / "page.html").read_text("utf-8")


def scatter(extraction: dehusk.Extraction) -> Scatter:
    (chart,) = explain(extraction).panels
    assert isinstance(chart, Scatter)
    return chart


@pytest.mark.parametrize("mode", ["paper", "author"])
def test_every_rated_element_is_in_a_dot(mode: str) -> None:
    extraction = dehusk.extract(NEWS, method=f"alarte:mode={mode}")
    why = extraction.selection.why
    dots = scatter(extraction).dots
    assert sum(dot.count for dot in dots) == len(why["rated"])
    assert sum(dot.role == "winner" for dot in dots) == len(why["winners"])
    assert sum(dot.role != "rated" for dot in dots) == len(why["candidates"])


def test_tooltips_show_path_ratios_and_weight() -> None:
    extraction = dehusk.extract(NEWS, method="alarte")
    page, why = extraction.page, extraction.selection.why
    (winner,) = (dot for dot in scatter(extraction).dots if dot.role == "winner")
    path, ratios, distance, *_ = winner.note.split("\n")
    row = int(why["winners"][0])
    assert path == page.path(row)
    assert path.endswith("/" + winner.label)
    place = why["rated"].tolist().index(row)
    names = ("word", "hyperlink", "children", "position")
    expected = zip(names, why["ratios"][place], strict=True)
    assert ratios == ", ".join(f"{name} {ratio:.4g}" for name, ratio in expected)
    assert f"weight {why['weight'].max():.4g}" in distance


def test_a_wide_page_has_the_picture_of_its_blocks() -> None:
    figure = explain(dehusk.extract("<h2>Tea</h2>" * 9, method="alarte"))
    assert isinstance(figure.panels[0], Panel)
    assert "criterion 3" in figure.caption


points = arrays(np.float64, st.tuples(st.integers(1, 12), st.just(4)), elements=st.floats(-9, 9))


@given(points)
def test_axes_are_orthonormal_and_point_where_words_are(points: Floats) -> None:
    axes, shares = principal_axes(points)
    assert np.allclose(axes @ axes.T, np.eye(2))
    for axis in axes.tolist():
        assert next(entry for entry in axis if abs(entry) > 1e-9) > 0
    assert 0 <= shares[1] <= shares[0] <= 1 + 1e-9
    again, _ = principal_axes(points)
    assert axes.tolist() == again.tolist()


def test_both_axes_have_one_scale_and_labels_do_not_overlap() -> None:
    dots = tuple(Dot(x, y, "winner", "", label="div") for x, y in ((0, 0), (10, 0), (10, 0.01), (0, 10)))
    drawn = Scatter("x", "y", dots, ()).draw(0)
    at = [tuple(map(float, part.split('"')[1::2][:2])) for part in drawn.split("<circle ")[1:]]
    assert at[1][0] - at[0][0] == pytest.approx(at[0][1] - at[3][1], abs=0.02)
    labels = sorted(float(part.split('y="')[1].split('"')[0]) for part in drawn.split("<text ") if "dot-label" in part)
    assert all(below - above >= 14.9 for above, below in pairwise(labels))
