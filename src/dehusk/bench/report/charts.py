"""The report's charts: accuracy against speed, and the distribution of page scores."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dehusk.bench.report.label_places import place_labels
from dehusk.pictures.markup import Markup, cut, element, number
from dehusk.pictures.svg import AxisScale, bottom_axis, document, left_axis, tick_text

if TYPE_CHECKING:
    from dehusk.bench.report.data import ExtractorReport

_WIDTH, _HEIGHT = 1000, 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 40, 56
_BINS = 20


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
    corners = _frontier(places)
    labels = _labels(places, [extractor.name for extractor in extractors], corners)
    return document(
        _WIDTH,
        _HEIGHT,
        left_axis(y, _LEFT, [(v, f"{v:.2f}") for v in y.ticks(8)], "mean F1 (95% interval)", _WIDTH - _RIGHT),
        bottom_axis(x, _HEIGHT - _BOTTOM, [(v, tick_text(v)) for v in x.ticks()], "ms per page (logarithmic)"),
        element("polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), class_="frontier"),
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


def _frontier(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the Pareto front, from left to right."""
    corners: list[tuple[float, float]] = []
    for x, y in sorted(places):
        if not corners:
            corners.append((x, y))
        elif y < corners[-1][1]:
            corners += [(x, corners[-1][1]), (x, y)]
    return corners


def _labels(places: list[tuple[float, float]], names: list[str], line: list[tuple[float, float]]) -> list[Markup]:
    """Names beside their dots, not on the line; a thin line leads to a name that found no place beside its dot."""
    texts = [cut(name, 32) for name in names]
    pieces = [(a - 2, min(b, d) - 2, c + 2, max(b, d) + 2) for (a, b), (c, d) in pairwise(line)]
    found = place_labels(places, texts, (_LEFT, 8, _WIDTH, _HEIGHT - _BOTTOM), pieces)
    leaders = [place.leader for place in found if place.leader]
    lines = [element("line", x1=a, y1=b, x2=c, y2=d, class_="leader") for a, b, c, d in leaders]
    written = [
        element("text", text, x=place.x, y=place.y, text_anchor=place.anchor, class_="name")
        for text, place in zip(texts, found, strict=True)
    ]
    return [*lines, *written]


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
