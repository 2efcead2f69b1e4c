"""Weninger, Hsu & Han (2010): content extraction via tag ratios (CETR). Confidence H.

Each line of the page is a point in the plane: its smoothed number of characters per tag, and the slope of this ratio.
The points are clustered by k-means with one centre fixed at the origin. That centre's cluster is boilerplate, the other
clusters are content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.classics.clusters import k_means
from dehusk.methods.classics.stream import tag_counts

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Floats


def tag_ratios(page: Page) -> Floats:
    """Characters / max(tags, 1) of every line.

    A Page has no source lines: a line is the text between two boundaries of block-level elements, with the start and
    end tags there. Two boundaries with only tags between them also make a line, whose ratio is 0.

    >>> from dehusk import parse
    >>> tag_ratios(parse("<p>twelve chars<p>six <b>six</b>")).tolist()
    [0.0, 0.0, 6.0, 1.2]
    """
    starts, ends = tag_counts(page)
    lines = int(page.block[-1]) + 1
    line_tags = np.bincount(page.block, weights=starts, minlength=lines)
    # An end tag belongs to the line of the last row of its element.
    line_tags += np.bincount(page.block[page.end - 1], weights=ends, minlength=lines)
    chars = np.bincount(page.block, weights=page.chars, minlength=lines)
    ratios: Floats = chars / np.maximum(line_tags, 1)
    return ratios


def smooth(values: Floats, radius: int) -> Floats:
    """Gaussian weights exp(-i^2 / (2 radius^2)) over ``radius`` neighbours each side, renormalised at the ends.

    >>> smooth(np.array([0.0, 0.0, 1.0]), 1).round(3).tolist()
    [0.0, 0.274, 0.622]
    """
    if radius == 0:
        return values
    offsets = np.arange(-radius, radius + 1)
    kernel = np.exp(-(offsets**2) / (2 * radius**2))
    smoothed = np.convolve(values, kernel)[radius : radius + len(values)]
    weights = np.convolve(np.ones(len(values)), kernel)[radius : radius + len(values)]
    result: Floats = smoothed / weights
    return result


def slopes(values: Floats, ahead: int = 3) -> Floats:
    """The absolute difference between the mean of the next values and this one; 0 for the last value.

    >>> slopes(np.array([0.0, 3.0, 3.0, 0.0])).tolist()
    [2.0, 1.5, 3.0, 0.0]
    """
    prefix = np.concatenate(([0.0], np.cumsum(values)))
    at = np.arange(len(values))
    stop = np.minimum(at + 1 + ahead, len(values))
    count = stop - at - 1
    mean = np.divide(prefix[stop] - prefix[at + 1], count, out=values.copy(), where=count > 0)
    result: Floats = np.abs(mean - values)
    return result


class Cetr:
    """The lines outside the cluster at the origin.

    ``radius``: the radius of the smoothing. ``k``: the number of clusters, the one at the origin included.

    >>> from dehusk import parse
    >>> page = parse("<ul>" + "<li><a>Home</a>" * 9 + "</ul><p>" + "long text " * 40 + "<p>" + "more text " * 40)
    >>> Cetr().select(page).keep.nonzero()[0].tolist()[-2:] == [len(page) - 3, len(page) - 1]
    True
    """

    name: ClassVar[str] = "cetr"
    description: ClassVar[str] = "clusters of tag ratios (Weninger, Hsu & Han 2010; confidence H)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, radius: int = 1, k: int = 3) -> None:
        self.radius = int(require_number("radius", radius, 0))
        self.k = int(require_number("k", k, 2))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        ratio = smooth(tag_ratios(page), self.radius)
        points = np.column_stack((ratio, smooth(slopes(ratio), self.radius)))
        # The paper starts from random centres; these are spread evenly between the origin and the farthest corner.
        centres = np.linspace(0, 1, self.k)[:, None] * points.max(axis=0)
        cluster, centres = k_means(points, centres, pinned=1)
        noise = np.hypot(*points.T)
        near = np.sqrt(((points[:, None, :] - centres[None, 1:, :]) ** 2).sum(axis=2)).min(axis=1)
        score = np.divide(noise, noise + near, out=np.zeros(len(noise)), where=noise + near > 0)[page.block]
        why = {"ratio": ratio, "points": points, "cluster": cluster, "centres": centres}
        text = page.chars > 0
        return Selection.of_leaves(page, cluster[page.block] > 0, score=np.where(text, score, 0.0), why=why)
