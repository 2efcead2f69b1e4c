"""A scatter plot whose two axes have the same scale, so that distances can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dehusk.pictures.markup import Markup, cut, element
from dehusk.pictures.picture import ABOVE, BELOW, LEFT, WIDTH
from dehusk.pictures.svg import AxisScale, bottom_axis, left_axis, tick_text

if TYPE_CHECKING:
    from collections.abc import Sequence

DotRole = Literal["rated", "candidate", "winner"]

_RIGHT, _PLANE = 40, 400
_MARGIN = 0.06
_RADIUS = {"rated": 3.5, "candidate": 6.0, "winner": 7.5}
_LABEL_CHARS, _LABEL_LINE, _CHAR = 24, 15, 6.6


@dataclass(frozen=True, slots=True)
class Dot:
    """A point; ``note`` is its tooltip, ``count`` the number of items it represents.

    >>> Dot(0, 1, "winner", "/html/body/div", label="div").count
    1
    """

    x: float
    y: float
    role: DotRole
    note: str
    label: str = ""
    count: int = 1


@dataclass(frozen=True)
class Scatter:
    """Dots around the origin, which is marked. Later dots are drawn on top; the names of the roles are the legend.

    >>> chart = Scatter("first", "second", (Dot(3, 4, "winner", "far out"),), (("winner", "winner"),))
    >>> chart.draw(0).count("<circle"), chart.legend
    (1, (('winner', 'winner'),))
    """

    x_label: str
    y_label: str
    dots: tuple[Dot, ...]
    roles: tuple[tuple[DotRole, str], ...]

    @property
    def height(self) -> int:
        """In pixels, axes and labels included."""
        return ABOVE + _PLANE + BELOW

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The roles that dots have."""
        used = {dot.role for dot in self.dots}
        return tuple((role, name) for role, name in self.roles if role in used)

    def draw(self, top: float) -> Markup:
        """The chart as SVG, its upper edge at ``top``."""
        x, y = self._scales(top + ABOVE)
        x_ticks, y_ticks = ([(value, tick_text(value)) for value in scale.ticks(8)] for scale in (x, y))
        return element(
            "g",
            left_axis(y, LEFT, y_ticks, self.y_label, x.stop),
            element("path", d=f"M{x(0) - 7} {y(0)}h14M{x(0)} {y(0) - 7}v14", class_="origin"),
            *(_circle(dot, x, y) for dot in self.dots),
            *_labels([dot for dot in self.dots if dot.label], x, y),
            bottom_axis(x, y.start, x_ticks, self.x_label),
            class_="panel",
        )

    def _scales(self, upper: float) -> tuple[AxisScale, AxisScale]:
        """Both axes, with the same scale; they contain all dots and the origin."""
        sides = [[0.0, *(dot.x for dot in self.dots)], [0.0, *(dot.y for dot in self.dots)]]
        room = (WIDTH - _RIGHT - LEFT, _PLANE)
        lengths = [(max(side) - min(side)) * (1 + 2 * _MARGIN) for side in sides]
        unit = max(*(length / pixels for length, pixels in zip(lengths, room, strict=True)), 1e-9)
        ranges = []
        for side, pixels in zip(sides, room, strict=True):
            middle = (max(side) + min(side)) / 2
            ranges.append((middle - unit * pixels / 2, middle + unit * pixels / 2))
        return AxisScale(*ranges[0], LEFT, LEFT + room[0]), AxisScale(*ranges[1], upper + _PLANE, upper)


def _circle(dot: Dot, x: AxisScale, y: AxisScale) -> Markup:
    radius = _RADIUS[dot.role] * dot.count**0.25
    return element("circle", element("title", dot.note), cx=x(dot.x), cy=y(dot.y), r=radius, class_=f"dot {dot.role}")


def _labels(dots: Sequence[Dot], x: AxisScale, y: AxisScale) -> list[Markup]:
    """Names beside dots, from top to bottom without overlap; left of a dot that is near the right edge."""
    labels = []
    free = y.stop
    for dot in sorted(dots, key=lambda dot: -dot.y):
        at, text = max(y(dot.y), free), cut(dot.label, _LABEL_CHARS)
        left = x(dot.x) + 12 + _CHAR * len(text) > x.stop
        place = {"x": x(dot.x) + (-12 if left else 12), "y": at + 4, "text_anchor": "end" if left else "start"}
        labels.append(element("text", text, **place, class_=f"dot-label {dot.role}-label"))
        free = at + _LABEL_LINE
    return labels
