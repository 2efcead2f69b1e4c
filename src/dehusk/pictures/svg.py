"""The parts of a chart: scales, ticks and axes, and the SVG document around them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from dehusk.pictures.markup import Markup, element, number

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind = Literal["linear", "sqrt", "log"]


@cache
def asset(name: str, package: str = "dehusk.pictures") -> str:
    """The text of a style sheet or script in the folder of a package.

    >>> "--kept" in asset("picture.css")
    True
    """
    return files(package).joinpath(name).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class AxisScale:
    """Maps values between ``low`` and ``high`` to coordinates between ``start`` and ``stop``.

    >>> AxisScale(0, 10, 100, 200)(5)
    150.0
    >>> AxisScale(1, 100, 0, 200, "log")(10)
    100.0
    """

    low: float
    high: float
    start: float
    stop: float
    kind: Kind = "linear"

    def __call__(self, value: float) -> float:
        """The coordinate of a value; values beyond the ends are clipped."""
        low, high = self._transform(self.low), self._transform(self.high)
        share = (self._transform(value) - low) / (high - low) if high > low else 0.0
        return self.start + min(max(share, 0.0), 1.0) * (self.stop - self.start)

    def ticks(self, count: int = 5) -> list[float]:
        """Round values for an axis, about ``count`` of them.

        >>> AxisScale(0, 97, 0, 1).ticks()
        [0, 20, 40, 60, 80]
        >>> AxisScale(0, 900, 0, 1, "sqrt").ticks(4)
        [0, 50, 200, 500]
        >>> AxisScale(0.5, 300, 0, 1, "log").ticks()
        [1, 10, 100]
        """
        if self.kind == "linear":
            return linear_ticks(self.low, self.high, count)
        if self.kind == "log":
            return log_ticks(self.low, self.high)
        root = math.sqrt(max(self.high, 0.0))
        found = {_round_down((root * place / count) ** 2) for place in range(count + 1)}
        return sorted(value for value in found if value >= self.low)

    def _transform(self, value: float) -> float:
        if self.kind == "sqrt":
            return math.copysign(math.sqrt(abs(value)), value)
        return math.log10(max(value, 1e-12)) if self.kind == "log" else value


def linear_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten between two values.

    >>> linear_ticks(0, 1, 5)
    [0, 0.2, 0.4, 0.6, 0.8, 1]
    """
    if not high > low:
        return [low]
    step = _round_up((high - low) / count)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [_rounded(place * step) for place in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten between two values; if there are few, also 2 and 5 times these.

    >>> log_ticks(0.8, 30)
    [1, 2, 5, 10, 20]
    """
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for factors in ((1,), (1, 2, 5)):
        found = [_rounded(factor * 10.0**power) for power in powers for factor in factors]
        found = [value for value in found if low <= value <= high]
        if len(found) >= 3:
            break
    return found


def bottom_axis(scale: AxisScale, y: float, ticks: Sequence[tuple[float, str]], label: str) -> Markup:
    """The axis below a chart: tick marks with their text, and a label.

    >>> "Length" in bottom_axis(AxisScale(0, 1, 0, 100), 50, [(0, "0")], "Length")
    True
    """
    marks = [
        element(
            "g",
            element("line", y2=5, class_="tick"),
            element("text", text, y=18, text_anchor="middle"),
            transform=f"translate({number(scale(value))},{number(y)})",
        )
        for value, text in ticks
    ]
    line = element("line", x1=scale.start, x2=scale.stop, y1=y, y2=y, class_="axis")
    middle = (scale.start + scale.stop) / 2
    name = element("text", label, x=middle, y=y + 38, text_anchor="middle", class_="label")
    return element("g", line, *marks, name, class_="x-axis")


def left_axis(scale: AxisScale, x: float, ticks: Sequence[tuple[float, str]], label: str, right: float) -> Markup:
    """The axis left of a chart, with grid lines to ``right`` and a label above it.

    >>> "gridline" in left_axis(AxisScale(0, 1, 100, 0), 10, [(0.5, "0.5")], "Score", 200)
    True
    """
    marks = [
        element(
            "g",
            element("line", x2=right - x, class_="gridline"),
            element("text", text, x=-8, dy="0.35em", text_anchor="end"),
            transform=f"translate({number(x)},{number(scale(value))})",
        )
        for value, text in ticks
    ]
    name = element("text", label, x=16, y=min(scale.start, scale.stop) - 14, class_="label")
    return element("g", *marks, name, class_="y-axis")


def tick_text(value: float) -> str:
    """A tick's value as text.

    >>> [tick_text(value) for value in (0, 0.25, 1500)]
    ['0', '0.25', '1,500']
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:g}"


def document(width: float, height: float, *children: str, title: str) -> Markup:
    """An SVG document with its own style and a label for screen readers.

    >>> document(10, 10, title="Tea")[:62]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" wi'
    """
    return element(
        "svg",
        element("style", asset("picture.css")),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        style="max-width:100%;height:auto",
        role="img",
        aria_label=title,
        class_="figure",
    )


def _round_up(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value * (1 - 1e-9))


def _round_down(value: float) -> float:
    if value <= 0:
        return 0
    power = 10.0 ** math.floor(math.log10(value))
    return _rounded(next(factor * power for factor in (5, 2, 1) if factor * power <= value * (1 + 1e-9)))


def _rounded(value: float) -> float:
    """Remove rounding errors of binary fractions; whole numbers become integers."""
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded.is_integer() else rounded
