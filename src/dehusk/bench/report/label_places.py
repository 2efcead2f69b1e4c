"""Places for the labels of a chart, so that they cover neither each other nor dots nor lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_CHAR, _ABOVE, _BELOW = 6.6, 10, 4  # the mean width of a character, and the height of a line around its baseline
_RADII = (11, 18, 27, 38, 50, 64, 80, 98, 118, 140, 165, 195)
_ANGLES = [math.radians(15 * step) for step in (0, 12, 3, 21, 9, 15, 6, 18, 1, 23, 11, 13, 2, 22, 10, 14, 4, 20, 8, 16)]
_NEAR = 20
_GAP = 3  # beside a label, so that two of them do not read as one word
_MIDDLE = 4  # from the baseline up to the middle of a letter


class LabelPlace(NamedTuple):
    """Where a label is written; ``leader`` is the line from the dot to a label that is not beside it."""

    x: float
    y: float
    anchor: str
    box: Box
    leader: tuple[float, float, float, float] | None


def place_labels(
    dots: list[tuple[float, float]], texts: list[str], inside: Box, others: Sequence[Box] = ()
) -> list[LabelPlace]:
    """One place per dot: the nearest that is free, else the one with the least overlap.

    ``others`` are boxes that labels do not cover either.

    >>> first, second = place_labels([(50, 50), (52, 50)], ["tea", "milk"], (0, 0, 200, 100))
    >>> overlap(first.box, second.box)
    0.0
    """
    taken: list[Box] = [*((x - 8, y - 8, x + 8, y + 8) for x, y in dots), *others]
    places = []
    for (x, y), text in zip(dots, texts, strict=True):
        options = (_option(x, y, len(text), radius, angle) for radius in _RADII for angle in _ANGLES)
        best = min(options, key=lambda option: _cost(option, x, y, taken, inside))
        taken.append(best.box)
        places.append(best)
    return places


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share.

    >>> overlap((0, 0, 2, 2), (1, 1, 3, 3))
    1
    """
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def _option(x: float, y: float, chars: int, radius: float, angle: float) -> LabelPlace:
    across, down = math.cos(angle), math.sin(angle)
    left, top = x + radius * across, y + radius * down + _MIDDLE
    anchor = "middle" if abs(across) < 0.3 else "start" if across > 0 else "end"
    width = _CHAR * chars
    start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    end = (left, top - _MIDDLE - math.copysign(5, down) * (anchor == "middle"))
    leader = (x + 7 * across, y + 7 * down, *end) if radius > _NEAR else None
    return LabelPlace(left, top, anchor, (start - _GAP, top - _ABOVE, start + width + _GAP, top + _BELOW), leader)


def _cost(option: LabelPlace, x: float, y: float, taken: list[Box], inside: Box) -> float:
    box = option.box
    gaps = (inside[0] - box[0], inside[1] - box[1], box[2] - inside[2], box[3] - inside[3])
    covered = sum(overlap(box, other) for other in taken) + 10 * sum(max(0.0, gap) for gap in gaps)
    return 1000 * covered + round(math.dist((option.x, option.y - _MIDDLE), (x, y)), 6)
