from __future__ import annotations

import pickle

import numpy as np
import pytest

from dehusk import ArgumentError, Layout, extract, parse
from dehusk.testing import stacked_layout

HTML = (
    "<div hidden><p>secret</p></div><article><p>"
    + "It rained all night. " * 40
    + "</p></article><ul><li><a>Home</a></ul>"
)


def test_columns_cannot_be_written() -> None:
    layout = Layout.of_boxes(np.zeros((3, 4)))
    for column in (layout.x, layout.visible, layout.area):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


def test_columns_of_different_lengths_are_an_error() -> None:
    with pytest.raises(ArgumentError, match="visible has 2 rows, x has 3"):
        Layout.of_boxes(np.zeros((3, 4)), visible=np.ones(2, dtype=np.bool_))


def test_a_layout_pickles() -> None:
    layout = Layout.of_boxes(np.arange(8.0).reshape(2, 4), window=(100, 50))
    copy = pickle.loads(pickle.dumps(layout))  # noqa: S301 - our own
    assert copy.area.tolist() == layout.area.tolist() == [6.0, 42.0]
    assert not copy.y.flags.writeable


def test_rows_that_are_dropped_leave_the_layout_too() -> None:
    page = parse(HTML, hidden="keep")
    layout = stacked_layout(page)
    page = extract(HTML, method="gce", layout=layout).page
    assert page.origin is not None
    assert page.layout is not None
    assert page.origin_rows is not None
    assert page.layout.y.tolist() == layout.y[page.origin_rows].tolist()


def test_a_layout_of_another_page_is_an_error() -> None:
    with pytest.raises(ArgumentError, match="the layout has 3 rows, the page 11"):
        extract(HTML, method="gce", layout=Layout.of_boxes(np.zeros((3, 4))))


def test_a_page_that_was_not_drawn_is_an_error() -> None:
    with pytest.raises(ArgumentError, match="gce needs a page that was drawn"):
        extract(parse(HTML), method="gce")


def test_a_given_layout_needs_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEHUSK_BROWSER", "/no/such/browser")
    extraction = extract(HTML, method="gce", layout=stacked_layout(parse(HTML)))
    assert extraction.status == "ok"
    assert extraction.text.startswith("It rained all night.")
