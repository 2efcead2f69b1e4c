"""The charts of the page: lines over a parameter, bars of one page, points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dehusk.bench.papers.findings import BarChart, LineChart, PointChart
from dehusk.pictures.markup import Markup, element, join, number
from dehusk.pictures.svg import AxisScale, bottom_axis, document, left_axis, tick_text

if TYPE_CHECKING:
    from dehusk.bench.papers.findings import Chart

_WIDTH, _HEIGHT = 720, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 20, 62, 52
_CHAR = 6.8  # the mean width of a character of the legend
_COLOURS = 6


def draw_chart(chart: Chart) -> Markup:
    """A chart as an SVG document.

    >>> line = LineChart(title="Lambda", x="lambda", y="score", lines={"F1": [(0.0, 0.5), (1.0, 0.9)]}, chosen=1.0)
    >>> draw_chart(line).count('class="point"')
    2
    """
    if isinstance(chart, LineChart):
        return _lines(chart)
    return _bars(chart) if isinstance(chart, BarChart) else _points(chart)


def _lines(chart: LineChart) -> Markup:
    drawn = [*chart.lines.values(), *chart.published.values()]
    xs, ys = ([point[place] for line in drawn for point in line] for place in (0, 1))
    x = AxisScale(min(xs), max(xs), _LEFT + 12, _WIDTH - _RIGHT - 12)
    low, high = math.floor(min(ys) * 20 - 0.2) / 20, math.ceil(max(ys) * 20 + 0.2) / 20
    y = AxisScale(max(low, 0.0), min(high, 1.0), _HEIGHT - _BOTTOM, _TOP)
    names = list(chart.lines)
    legend = [(name, f"line line-{place % _COLOURS}") for place, name in enumerate(names)]
    legend += [
        (f"{name}, published", f"line line-{names.index(name) % _COLOURS} published") for name in chart.published
    ]
    return _document(
        chart.title,
        left_axis(y, _LEFT, [(value, f"{value:.2f}") for value in y.ticks(6)], "", _WIDTH - _RIGHT),
        bottom_axis(x, _HEIGHT - _BOTTOM, [(value, tick_text(value)) for value in x.ticks(8)], chart.x),
        *([] if chart.chosen is None else [_rule(x(chart.chosen))]),
        *(_line(line, x, y, f"line line-{place % _COLOURS}") for place, line in enumerate(chart.lines.values())),
        *(
            _line(line, x, y, f"line line-{names.index(name) % _COLOURS} published")
            for name, line in chart.published.items()
        ),
        _legend(legend, "" if chart.chosen is None else f"the paper's value: {chart.chosen:g}"),
    )


def _line(points: list[tuple[float, float]], x: AxisScale, y: AxisScale, kind: str) -> Markup:
    path = "M" + "L".join(f"{number(x(a))} {number(y(b))}" for a, b in points)
    dots = [
        element("circle", element("title", f"{a:g}: {b:.3f}"), cx=x(a), cy=y(b), r=3.5, class_="point")
        for a, b in points
    ]
    return element("g", element("path", d=path, class_=kind), *dots, class_=kind.replace("line ", "", 1))


def _rule(x: float) -> Markup:
    return element("line", x1=x, x2=x, y1=_TOP, y2=_HEIGHT - _BOTTOM, class_="rule")


def _bars(chart: BarChart) -> Markup:
    values = chart.values or [0.0]
    count = len(values)
    x = AxisScale(0, count, _LEFT, _WIDTH - _RIGHT)
    y = AxisScale(0, max(*values, 1.0), _HEIGHT - _BOTTOM, _TOP, "sqrt")
    width = max(min(0.8 * (_WIDTH - _RIGHT - _LEFT) / count, 14.0), 0.7)
    paths = []
    for kept, kind in ((False, "bars dropped-bars"), (True, "bars kept-bars")):
        places = [place for place, mark in enumerate(chart.marked) if mark == kept and values[place] > 0]
        steps = "".join(f"M{number(x(place + 0.5))} {number(y(0))}V{number(y(values[place]))}" for place in places)
        if steps:
            paths.append(element("path", d=steps, stroke_width=width, class_=kind))
    limit = []
    if chart.limit is not None:
        limit = [element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y(chart.limit), y2=y(chart.limit), class_="rule")]
    return _document(
        chart.title,
        left_axis(y, _LEFT, [(value, tick_text(value)) for value in y.ticks(5)], "", _WIDTH - _RIGHT),
        bottom_axis(x, _HEIGHT - _BOTTOM, [(value, tick_text(value)) for value in x.ticks(8)], chart.x),
        *paths,
        *limit,
        _legend(
            [("kept", "swatch kept-bars"), ("dropped", "swatch dropped-bars")],
            f"{chart.y}, scale of square roots" + ("" if chart.limit is None else f"; threshold {chart.limit:,.1f}"),
        ),
    )


def _points(chart: PointChart) -> Markup:
    xs, ys = ([max(point[place], 1e-3) for point in chart.points] for place in (0, 1))
    x = AxisScale(max(min(xs) / 1.3, 1e-3), max(xs) * 1.3, _LEFT, _WIDTH - _RIGHT, "log")
    y = AxisScale(max(min(ys) / 1.3, 1e-3), max(ys) * 1.3, _HEIGHT - _BOTTOM, _TOP, "log")
    dots = [
        element("circle", element("title", f"{a:,.0f}: {b:,.2f}"), cx=x(a), cy=y(b), r=3, class_="dot winner")
        for a, b in chart.points
    ]
    return _document(
        chart.title,
        left_axis(y, _LEFT, [(value, tick_text(value)) for value in y.ticks()], "", _WIDTH - _RIGHT),
        bottom_axis(x, _HEIGHT - _BOTTOM, [(value, tick_text(value)) for value in x.ticks()], chart.x),
        *dots,
        _legend([], f"{chart.y} per page; both axes logarithmic"),
    )


def _legend(entries: list[tuple[str, str]], note: str) -> Markup:
    """One line under the title: samples with their names from the left, the note at the right end."""
    parts: list[str] = []
    left = float(_LEFT)
    for name, kind in entries:
        sample = element("line", x1=left, x2=left + 18, y1=41, y2=41, class_=kind)
        parts += [sample, element("text", name, x=left + 24, y=45)]
        left += 24 + _CHAR * len(name) + 18
    return join(*parts, element("text", note, x=_WIDTH - _RIGHT, y=45, text_anchor="end") if note else None)


def _document(title: str, *children: str) -> Markup:
    heading = element("text", title, x=_LEFT, y=20, class_="label chart-title")
    return document(_WIDTH, _HEIGHT, heading, *children, title=title)
