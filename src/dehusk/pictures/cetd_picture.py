"""The density histogram of Sun, Song & Liao (2011): the density of every element, and the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.picture import Bar, Panel, Picture, ReferenceLine, Role, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Floats, Ints

_BARS = "One bar per element, in document order. Content has many characters per tag. "
_CAPTION = _BARS + "The threshold is the lowest density on the path from the best element to BODY."
_SMOOTH_CAPTION = _BARS + (
    "Densities are smoothed over siblings; text is kept if the density of its element reaches that of BODY."
)


class _Series(NamedTuple):
    """The values of one chart, their name, and the threshold if there is one."""

    values: Floats
    name: str
    threshold: float | None


def picture(page: Page, selection: Selection) -> Picture:
    """Draw density and DensitySum (or smoothed density) of every element.

    >>> from dehusk import make_method, parse
    >>> page = parse("<ul><li><a>Home</a></ul><div><p>" + "long text " * 20 + "<p>" + "more text " * 20)
    >>> [panel.y_label for panel in picture(page, make_method("cetd-ds").select(page)).panels]
    ['text density (square-root scale)', 'DensitySum (square-root scale)']
    """
    why = selection.why
    density, threshold = why["density"], float(why["threshold"])
    if "smoothed" in why:
        panels = [_Series(density, "text density", None), _Series(why["smoothed"], "smoothed density", threshold)]
        caption = _SMOOTH_CAPTION
    else:
        panels = [_Series(density, "text density", threshold), _Series(why["density_sum"], "DensitySum", None)]
        caption = _CAPTION
    elements = np.flatnonzero(page.is_element)
    kept = page.subtree_sum(page.chars * selection.keep)
    chars = page.subtree_sum(page.chars)
    return Picture(
        "Density of every element",
        caption,
        tuple(_panel(page, elements, kept, chars, series) for series in panels),
    )


def _panel(page: Page, elements: Ints, kept: Ints, chars: Ints, series: _Series) -> Panel:
    values = np.maximum(series.values[elements], 0)
    bars = []
    for place in highest_of_bins(values).tolist():
        row = int(elements[place])
        if values[place] > 0:
            role: Role = "dropped" if not kept[row] else "kept" if kept[row] == chars[row] else "partly"
            note = f"{page.path(row)}\n{series.name} {values[place]:,.1f}\n{excerpt(page, row, int(page.end[row]))}"
            bars.append(Bar(place - 0.5, place + 0.5, 0, float(values[place]), role, note))
    rules: tuple[ReferenceLine, ...] = ()
    if series.threshold is not None:
        rules = (ReferenceLine(series.threshold, "threshold"),)
    highest = max(float(values.max()), series.threshold or 0, 1)
    return Panel(
        f"{series.name} (square-root scale)",
        "number of the element",
        (-0.5, len(elements) - 0.5),
        (0, highest * 1.05),
        tuple(bars),
        rules,
        scale="sqrt",
    )
