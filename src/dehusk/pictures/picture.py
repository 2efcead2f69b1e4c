"""A Picture: a title and one or more charts. The most common chart, with bars, lines and regions, is defined here."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from dehusk.pictures.markup import Markup, element
from dehusk.pictures.svg import AxisScale, Kind, bottom_axis, document, left_axis, tick_text
from dehusk.pictures.width import fit

if TYPE_CHECKING:
    from dehusk.page.arrays import Floats, Ints

Role = Literal["kept", "partly", "dropped"]

WIDTH = 1000
LEFT, ABOVE, BELOW = 62, 34, 56
"""The margins of a chart for its axes and their labels."""
_RIGHT, _PANEL = 84, 230
_TITLE_CHARS, _CAPTION_CHARS, _LINE = 92, 155, 18
_ROLES: tuple[tuple[Role, str], ...] = (("kept", "kept"), ("partly", "kept in part"), ("dropped", "dropped"))
_THINNEST_GAP = 3.0


class Chart(Protocol):
    """A chart of a picture; it has the width of the picture.

    >>> chart: Chart = Panel("length", "string", (0, 2), (0, 12), ())
    >>> chart.height, chart.legend
    (320, ())
    """

    @property
    def height(self) -> int:
        """In pixels, axes and labels included."""
        ...

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The kinds of marks: their CSS class and their meaning."""
        ...

    def draw(self, top: float) -> Markup:
        """The chart as SVG, its upper edge at ``top``."""
        ...


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle from ``(x0, y0)`` to ``(x1, y1)``; ``note`` is its tooltip.

    >>> Bar(0, 1, 0, 12, "kept", "12 characters").role
    'kept'
    """

    x0: float
    x1: float
    y0: float
    y1: float
    role: Role
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A horizontal line across a panel, such as a threshold; its value is written below the label.

    >>> ReferenceLine(99.9, "cutoff").label
    'cutoff'
    """

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class Band:
    """A shaded interval of a panel.

    >>> Band(5, 10, "region").x1
    10
    """

    x0: float
    x1: float
    label: str


@dataclass(frozen=True)
class Panel:
    """A bar chart; ``x`` and ``y`` are the lowest and the highest value of each axis.

    >>> Panel("length", "string", (0, 2), (0, 12), (Bar(0, 1, 0, 12, "kept"),)).scale
    'linear'
    """

    y_label: str
    x_label: str
    x: tuple[float, float]
    y: tuple[float, float]
    bars: tuple[Bar, ...]
    rules: tuple[ReferenceLine, ...] = ()
    bands: tuple[Band, ...] = ()
    scale: Kind = "linear"
    """The scale of the y axis; with ``sqrt`` low bars are visible beside very high ones."""

    @property
    def height(self) -> int:
        """In pixels, axes and labels included."""
        return ABOVE + _PANEL + BELOW

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The roles that bars have."""
        used = {bar.role for bar in self.bars}
        return tuple((role, name) for role, name in _ROLES if role in used)

    def draw(self, top: float) -> Markup:
        """The chart as SVG, its upper edge at ``top``."""
        return _draw(self, top)


@dataclass(frozen=True)
class Picture:
    """A picture of how a method decided about a page: a title, an explanation, and charts below each other.

    >>> panel = Panel("length", "string", (0, 2), (0, 12), (Bar(0, 1, 0, 12, "kept", "<b>"),))
    >>> picture = Picture("Tea", "One bar per string.", (panel,))
    >>> picture.svg().count('class="bar'), "&lt;b&gt;" in picture.svg()
    (1, True)
    """

    title: str
    caption: str
    panels: tuple[Chart, ...]
    reasons: tuple[tuple[str, str], ...] = ()
    """The XPath of each block, and in words why it was kept or dropped; empty if the method gives no reasons."""

    @property
    def height(self) -> int:
        """In pixels; the width is always the same."""
        return self._top + sum(panel.height for panel in self.panels)

    @property
    def _top(self) -> int:
        return 72 + _LINE * (len(self._caption_lines) - 1) + 26

    @property
    def _caption_lines(self) -> list[str]:
        return textwrap.wrap(self.caption, _CAPTION_CHARS) or [""]

    def svg(self) -> Markup:
        """The picture as an SVG document."""
        lines = [element("text", line, x=16, y=54 + _LINE * place) for place, line in enumerate(self._caption_lines)]
        tops = accumulate((panel.height for panel in self.panels[:-1]), initial=self._top)
        return document(
            WIDTH,
            self.height,
            element("rect", width=WIDTH, height=self.height, class_="sheet"),
            element("text", fit(self.title, _TITLE_CHARS), x=16, y=30, class_="title"),
            *lines,
            self._legend(self._top - 16),
            *(panel.draw(top) for panel, top in zip(self.panels, tops, strict=False)),
            title=self.title,
        )

    def _legend(self, y: float) -> Markup:
        parts, x = [], 16.0
        for role, name in dict.fromkeys(entry for panel in self.panels for entry in panel.legend):
            parts.append(element("rect", x=x, y=y - 10, width=12, height=12, rx=2, class_=role))
            parts.append(element("text", name, x=x + 18, y=y))
            x += 18 + 7 * len(name) + 22
        return element("g", *parts, class_="legend")


def highest_of_bins(values: Floats | Ints, limit: int = 2000) -> Ints:
    """The indices of the values to draw: all of them, or the highest of each of ``limit`` bins if there are more.

    >>> highest_of_bins(np.array([1, 5, 2, 7]), limit=2).tolist()
    [1, 3]
    """
    if len(values) <= limit:
        return np.arange(len(values))
    edges = np.linspace(0, len(values), limit + 1).astype(np.intp)
    pairs = zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    return np.array([low + int(np.argmax(values[low:high])) for low, high in pairs], dtype=np.intp)


def _draw(panel: Panel, top: float) -> Markup:
    upper, lower, right = top + ABOVE, top + ABOVE + _PANEL, WIDTH - _RIGHT
    x = AxisScale(*panel.x, LEFT, right)
    y = AxisScale(*panel.y, lower, upper, panel.scale)
    x_ticks = [(value, tick_text(value)) for value in x.ticks(10)]
    y_ticks = [(value, tick_text(value)) for value in y.ticks(5)]
    return element(
        "g",
        *(_band(band, x, upper, lower) for band in panel.bands),
        left_axis(y, LEFT, y_ticks, panel.y_label, right),
        *(_bar(bar, x, y) for bar in panel.bars),
        *(_band_label(band, x, upper) for band in panel.bands),
        *(_rule(rule, y, right) for rule in panel.rules),
        bottom_axis(x, lower, x_ticks, panel.x_label),
        class_="panel",
    )


def _bar(bar: Bar, x: AxisScale, y: AxisScale) -> Markup:
    left, width = x(bar.x0), x(bar.x1) - x(bar.x0)
    gap = 1.0 if width >= _THINNEST_GAP else 0.0
    high, low = y(bar.y1), y(bar.y0)
    note = element("title", bar.note) if bar.note else None
    box = {"x": left + gap / 2, "y": high, "width": max(width - gap, 0.6), "height": max(low - high, 0.5)}
    return element("rect", note, **box, class_=f"bar {bar.role}")


def _band(band: Band, x: AxisScale, upper: float, lower: float) -> Markup:
    left = x(band.x0)
    return element("rect", x=left, y=upper, width=x(band.x1) - left, height=lower - upper, class_="region")


def _band_label(band: Band, x: AxisScale, upper: float) -> Markup:
    """The label above the shaded interval, where there are no bars, kept within the chart."""
    middle = (x(band.x0) + x(band.x1)) / 2
    half = 3.3 * len(band.label)
    middle = min(max(middle, x.start + half), x.stop - half)
    return element("text", band.label, x=middle, y=upper - 6, text_anchor="middle", class_="region-label")


def _rule(rule: ReferenceLine, y: AxisScale, right: float) -> Markup:
    """The line, with its label and value in the right margin."""
    at = y(rule.value)
    line = element("line", x1=LEFT, x2=right, y1=at, y2=at, class_="rule")
    name = element("text", rule.label, x=right + 6, y=at - 2, class_="limit")
    value = element("text", f"{rule.value:,.1f}", x=right + 6, y=at + 13, class_="limit")
    return element("g", line, name, value)
