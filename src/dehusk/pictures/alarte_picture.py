"""The rated elements of Alarte & Silva (2020): points of R^4, projected on their principal components."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dehusk.pictures import score_picture
from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.picture import Picture
from dehusk.pictures.scatter import Dot, DotRole, Scatter

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

_CAPTION = (
    "One dot per element, at its four standardised ratios: words, 1 / links, children, position. Most elements are "
    "near the mean (the cross), content is far from it. The farthest elements are candidates; the one with the most "
    "words per tag wins. The axes are principal components, with their shares of the variance."
)
_WIDE_CAPTION = (
    "BODY has more children than the page is deep (criterion 3), so all children of BODY are content and no element is "
    "rated. One bar per block of text, in document order."
)
_RATIOS = ("word", "hyperlink", "children", "position")
_ROLES: tuple[tuple[DotRole, str], ...] = (
    ("winner", "winner"),
    ("candidate", "other candidate"),
    ("rated", "other element (larger dot: several elements)"),
)
# Elements closer than this share of the chart are drawn as one dot.
_CELL = 1 / 150
_MOST_LABELS = 8
_ZERO = 1e-9


def picture(page: Page, selection: Selection) -> Picture:
    """Draw the rated elements, or the scores of the blocks if the method rated no element.

    >>> from dehusk import make_method, parse
    >>> html = "<div><ul><li><a>Home</a><li><a>World</a></ul></div><div><p>" + "long text " * 20 + "<p>more"
    >>> page = parse(html)
    >>> chart, = picture(page, make_method("alarte").select(page)).panels
    >>> [dot.label for dot in chart.dots if dot.role == "winner"]
    ['p[1]']
    """
    why = selection.why
    if "points" not in why:
        scores = score_picture.picture(page, selection)
        return replace(scores, caption=_WIDE_CAPTION) if why.get("wide") else scores
    axes, shares = principal_axes(why["points"])
    x, y = axes @ why["points"].T
    candidates, winners = np.isin(why["rated"], why["candidates"]), np.isin(why["rated"], why["winners"])
    notes = _Notes(page, selection)
    dots = _other_dots(x, y, ~candidates, notes)
    # Winners last, because later dots are drawn on top.
    for place in sorted(np.flatnonzero(candidates).tolist(), key=winners.tolist().__getitem__):
        label = page.path(int(why["rated"][place])).rpartition("/")[2]
        role: DotRole = "winner" if winners[place] else "candidate"
        labelled = winners[place] or candidates.sum() <= _MOST_LABELS
        dots.append(Dot(float(x[place]), float(y[place]), role, notes.of(place), label if labelled else ""))
    labels = [_axis_label(*axis) for axis in zip(("first", "second"), axes, shares, strict=True)]
    return Picture("Rated elements", _CAPTION, (Scatter(labels[0], labels[1], tuple(dots), _ROLES),))


def principal_axes(points: Floats) -> tuple[Floats, tuple[float, float]]:
    """The first two principal components of points, one row each, and their shares of the variance.

    The sign of a component is chosen so that its first non-zero entry is positive; the first entry is that of the word
    ratio, so content is on the right.

    >>> axes, shares = principal_axes(np.array([[-2.0, 0, 0, 0], [2.0, 0, 0, 0], [0, 1.0, 0, 0], [0, -1.0, 0, 0]]))
    >>> axes.tolist(), [round(share, 2) for share in shares]
    ([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]], [0.8, 0.2])
    """
    centred = points - points.mean(axis=0)
    _, strength, rows = np.linalg.svd(centred.T @ centred)
    axes = rows[:2]
    first = (np.abs(axes) > _ZERO).argmax(axis=1)
    signs = np.sign(axes[np.arange(2), first])
    share = strength[:2] / max(float(strength.sum()), 1e-300)
    return axes * signs[:, None] + 0.0, (float(share[0]), float(share[1]))


def _axis_label(name: str, axis: Floats, share: float) -> str:
    weights = ", ".join(f"{ratio} {weight:+.2f}" for ratio, weight in zip(_RATIOS, axis.tolist(), strict=True))
    return f"{name} axis, {share:.0%} of the variance: {weights}"


def _other_dots(x: Floats, y: Floats, mask: Bools, notes: _Notes) -> list[Dot]:
    """The dots of the elements that are not candidates; elements at the same position share one dot."""
    places = np.flatnonzero(mask)
    cell = max(float(np.ptp(x)), float(np.ptp(y)), _ZERO) * _CELL
    cells = np.round(np.column_stack((x, y))[places] / cell)
    _, first, counts = np.unique(cells, axis=0, return_index=True, return_counts=True)
    return [
        Dot(float(x[place]), float(y[place]), "rated", notes.of(place, count), count=count)
        for place, count in zip(places[first].tolist(), counts.tolist(), strict=True)
    ]


class _Notes:
    """The tooltips of the elements."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page, self.why = page, selection.why
        self.weights = dict(zip(self.why["reduced"].tolist(), self.why["weight"].tolist(), strict=True))
        self.distance: Floats = np.sqrt((self.why["points"] ** 2).sum(axis=1))
        self.rated: Ints = self.why["rated"]

    def of(self, place: int, count: int = 1) -> str:
        row = int(self.rated[place])
        ratios = zip(_RATIOS, self.why["ratios"][place].tolist(), strict=True)
        lines = [
            f"{count} elements here, the first: {self.page.path(row)}" if count > 1 else self.page.path(row),
            ", ".join(f"{name} {ratio:.4g}" for name, ratio in ratios),
            f"{self.distance[place]:.2f} from the mean",
        ]
        if row in self.weights:
            lines[-1] += f", weight {self.weights[row]:.4g}"
        elif row in self.why["candidates"]:
            lines[-1] += ", dropped: an ancestor with the same text is a candidate"
        if self.why["removed"][row]:
            lines.append("removed from the content: a group of links")
        return "\n".join([*lines, excerpt(self.page, row, int(self.page.end[row]))])
