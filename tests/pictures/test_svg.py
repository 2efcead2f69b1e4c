from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.pictures.markup import element, join
from dehusk.pictures.svg import AxisScale, document, linear_ticks, log_ticks
from dehusk.pictures.width import display_width, wrap


@given(st.text(), st.text())
def test_no_text_becomes_markup_and_every_text_is_xml(text: str, value: str) -> None:
    drawn = ET.fromstring(document(10, 10, element("text", text, class_=value), title=text))  # noqa: S314
    (child,) = drawn.findall("{http://www.w3.org/2000/svg}text")
    assert not list(child)


def test_attributes_are_written_by_value() -> None:
    assert element("a", b=None, c=False, d=True, e=1.50, f_g=3) == '<a d="" e="1.5" f-g="3"></a>'
    assert join("<", None, element("br")) == "&lt;<br/>"


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_linear_ticks_lie_within_the_axis(low: float, length: float) -> None:
    ticks = linear_ticks(low, low + length)
    assert 2 <= len(ticks) <= 7
    assert all(
        low - 1e-5 * (abs(low) + length) <= tick <= low + length * (1 + 1e-5) + 1e-5 * abs(low) for tick in ticks
    )


@given(st.floats(1e-3, 1e3), st.floats(1.5, 1e5))
def test_log_ticks_lie_within_the_axis(low: float, factor: float) -> None:
    assert all(low <= tick <= low * factor for tick in log_ticks(low, low * factor))


@pytest.mark.parametrize("kind", ["linear", "sqrt", "log"])
def test_a_scale_keeps_its_ends(kind: str) -> None:
    scale = AxisScale(1, 100, 0, 500, kind)  # type: ignore[arg-type]
    assert (scale(1), scale(100), scale(1000), scale(0)) == (0, 500, 500, 0)


def test_a_scale_of_nothing_stays_at_its_start() -> None:
    assert AxisScale(0, 0, 7, 9)(0) == 7


def test_a_document_is_scaled_to_the_width_of_the_window() -> None:
    drawn = ET.fromstring(document(1000, 400, title="Tea"))  # noqa: S314
    assert drawn.get("viewBox") == "0 0 1000 400"
    assert "max-width:100%" in (drawn.get("style") or "")
    assert "height:auto" in (drawn.get("style") or "")


@given(st.text(alphabet=st.characters(exclude_categories=("Cc", "Cf", "Cs"))), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(display_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
