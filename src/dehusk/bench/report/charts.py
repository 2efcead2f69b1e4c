"""The report's charts: accuracy against speed, and the distribution of page scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dehusk.pictures.markup import Markup, cut, element, number
from dehusk.pictures.svg import AxisScale, bottom_axis, document, left_axis, tick_text

if TYPE_CHECKING:
    from dehusk.bench.report.data import ExtractorReport

_WIDTH, _HEIGHT = 1000, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 40, 56
_CHAR = 6.6  # the mean width of a character of the labels
_BINS = 20
_LABEL_PLACES = (
    (11, 4, "start"),
    (-11, 4, "end"),
    (9, -8, "start"),
    (9, 16, "start"),
    (-9, -8, "end"),
    (-9, 16, "end"),
    (0, -13, "middle"),
    (0, 22, "middle"),
    (16, -22, "start"),
    (16, 30, "start"),
    (-16, -22, "end"),
    (-16, 30, "end"),
)

Box = tuple[float, float, float, float]


def scatter(extractors: list[ExtractorReport]) -> Markup:
    """Mean F1 over the mean time per page, on a logarithmic axis, with the Pareto front.

    >>> from dehusk.bench.report.data import ExtractorReport
    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="<arias>", dataset="a", id="1", f1=0.5, seconds=0.002)]
    >>> one = ExtractorReport(rows, *standings({"<arias>": rows}))
    >>> chart = scatter([one])
    >>> chart.count('class="dot'), "&lt;arias&gt;" in chart
    (1, True)
    """
    times = [max(extractor.standing.milliseconds, 1e-3) for extractor in extractors]
    x = AxisScale(min(times) / 1.5, max(times) * 1.8, _LEFT, _WIDTH - _RIGHT, "log")
    low = max(0.0, math.floor((min(each.standing.low for each in extractors) - 0.01) * 20) / 20)
    high = min(1.0, math.ceil((max(each.standing.high for each in extractors) + 0.01) * 20) / 20)
    y = AxisScale(low, high, _HEIGHT - _BOTTOM, _TOP)
    places = [(x(time), y(extractor.standing.macro)) for time, extractor in zip(times, extractors, strict=True)]
    labels = _labels(places, [extractor.name for extractor in extractors])
    return document(
        _WIDTH,
        _HEIGHT,
        left_axis(y, _LEFT, [(v, f"{v:.2f}") for v in y.ticks(8)], "mean F1 (95% interval)", _WIDTH - _RIGHT),
        bottom_axis(x, _HEIGHT - _BOTTOM, [(v, tick_text(v)) for v in x.ticks()], "ms per page (logarithmic)"),
        _frontier(places),
        *(_dot(each, *place, y) for each, place in zip(extractors, places, strict=True)),
        *labels,
        title="Accuracy against speed",
    )


def _dot(extractor: ExtractorReport, x: float, y: float, scale: AxisScale) -> Markup:
    """Methods of dehusk are circles and peers are diamonds, so that they differ not only in colour."""
    kind = "ours" if extractor.ours else "peer"
    standing = extractor.standing
    note = (
        f"{extractor.name}\nF1 {standing.macro:.3f} ({standing.low:.3f} to {standing.high:.3f})\n"
        f"{standing.milliseconds:,.2f} ms per page"
    )
    shape = (
        element("circle", cx=x, cy=y, r=6)
        if extractor.ours
        else element("path", d=f"M{number(x)} {number(y - 7.5)}l7.5 7.5l-7.5 7.5l-7.5-7.5z")
    )
    whisker = element("line", x1=x, x2=x, y1=scale(standing.low), y2=scale(standing.high), class_="whisker")
    return element("g", element("title", note), whisker, shape, class_=f"dot {kind}")


def _frontier(places: list[tuple[float, float]]) -> Markup:
    best = math.inf
    steps: list[str] = []
    for x, y in sorted(places):
        if y < best:
            steps.append(f"{number(x)} {number(y)}" if not steps else f"H{number(x)}V{number(y)}")
            best = y
    return element("path", d="M" + "".join(steps), class_="frontier")


def _labels(places: list[tuple[float, float]], names: list[str]) -> list[Markup]:
    """Names beside their dots, each in the position with the least overlap."""
    taken: list[Box] = [(x - 8, y - 8, x + 8, y + 8) for x, y in places]
    labels = []
    for (x, y), name in zip(places, names, strict=True):
        text = cut(name, 32)
        options = [(_box(x + dx, y + dy, len(text), anchor), dx, dy, anchor) for dx, dy, anchor in _LABEL_PLACES]
        box, dx, dy, anchor = min(options, key=lambda option: sum(_overlap(option[0], box) for box in taken))
        taken.append(box)
        labels.append(element("text", text, x=x + dx, y=y + dy, text_anchor=anchor, class_="name"))
    return labels


def _box(x: float, y: float, chars: int, anchor: str) -> Box:
    width = _CHAR * chars
    left = {"start": x, "end": x - width, "middle": x - width / 2}[anchor]
    return left, y - 10, left + width, y + 3


def _overlap(a: Box, b: Box) -> float:
    """The area of the overlap of two boxes, plus a penalty for the part outside the chart."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    outside = max(0.0, a[2] - _WIDTH) + max(0.0, _LEFT - a[0]) + max(0.0, _TOP - a[1])
    return max(width, 0.0) * max(height, 0.0) + 100 * outside


def histogram(extractor: ExtractorReport, highest: float) -> Markup:
    """The distribution of an extractor's page scores; ``highest`` is the share that fills the height.

    >>> from dehusk.bench.report.data import ExtractorReport
    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="arias", dataset="a", id="1", f1=0.5)]
    >>> one = ExtractorReport(rows, *standings({"arias": rows}))
    >>> histogram(one, 1.0).count("<rect")
    20
    """
    width, height, left, top, bottom = 240, 112, 8, 26, 20
    shares = score_shares(extractor)
    x = AxisScale(0, 1, left, width - left)
    y = AxisScale(0, highest, height - bottom, top)
    bars = [
        element(
            "rect",
            element("title", f"F1 {place / _BINS:.2f} to {(place + 1) / _BINS:.2f}: {share:.1%} of pages"),
            x=x(place / _BINS) + 0.5,
            y=y(share),
            width=(width - 2 * left) / _BINS - 1,
            height=height - bottom - y(share),
            class_=f"bar {'ours' if extractor.ours else 'peer'}",
        )
        for place, share in enumerate(shares)
    ]
    ticks = [
        element("text", tick_text(v), x=x(v), y=height - 6, text_anchor=anchor)
        for v, anchor in ((0, "start"), (0.5, "middle"), (1, "end"))
    ]
    median = extractor.median
    return document(
        width,
        height,
        element("text", cut(extractor.name, 26), x=left, y=15, class_="label"),
        element("text", f"median {median:.2f}", x=width - left, y=15, text_anchor="end"),
        element("line", x1=left, x2=width - left, y1=height - bottom, y2=height - bottom, class_="axis"),
        *bars,
        element("line", x1=x(median), x2=x(median), y1=top - 4, y2=height - bottom, class_="rule"),
        *ticks,
        title=f"Page scores of {extractor.name}",
    )


def score_shares(extractor: ExtractorReport) -> list[float]:
    """The share of pages in each of twenty equal ranges of F1.

    >>> from dehusk.bench.report.data import ExtractorReport
    >>> from dehusk.bench.store import Result
    >>> from dehusk.bench.standings import standings
    >>> rows = [Result(extractor="arias", dataset="a", id="1", f1=1.0)]
    >>> one = ExtractorReport(rows, *standings({"arias": rows}))
    >>> score_shares(one)[-1]
    1.0
    """
    counts, _ = np.histogram(extractor.f1s, bins=_BINS, range=(0, 1))
    shares: list[float] = (counts / len(extractor.f1s)).tolist()
    return shares
