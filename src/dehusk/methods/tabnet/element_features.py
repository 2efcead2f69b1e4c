"""The table that TabNet reads: one row per element, with its tag, size, position and contents (section 4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from dehusk.methods.gce import distances
from dehusk.page import tags

if TYPE_CHECKING:
    import numpy.typing as npt

    from dehusk.layout import Layout
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

    Matrix = npt.NDArray[np.float32]

FeatureSet = Literal["basic", "both"]

_LISTED = """
a article aside b blockquote body button caption code dd div dl dt em fieldset figcaption figure footer form h1 h2 h3
h4 h5 h6 header hr i iframe img input label li main nav ol p pre section select small span strong summary sup table
tbody td th thead time tr u ul
"""
TAGS: tuple[str, ...] = tuple(_LISTED.split())
"""The tags that have a number of their own, from 1; 0 is any other tag."""
BASIC: tuple[str, ...] = (
    *("tag", "descendants", "links", "text_length", "visible", "offset_left", "offset_top"),
    *("left", "top", "right", "bottom", "width", "height"),
)
CENTRES: tuple[str, ...] = ("window_centre_distance", "document_centre_distance")
NAMES: dict[FeatureSet, tuple[str, ...]] = {"basic": BASIC, "both": (*BASIC, *CENTRES)}
"""The columns of each feature set."""

_NUMBER = np.zeros(1 << 16, dtype=np.int64)
_NUMBER[[tags.NUMBERS[name] for name in TAGS]] = range(1, len(TAGS) + 1)


def element_rows(page: Page) -> Ints:
    """The rows that are classified: all elements.

    >>> from dehusk import parse
    >>> element_rows(parse("<p>Tea")).tolist()
    [0, 1]
    """
    return np.flatnonzero(page.is_element)


def element_table(page: Page, layout: Layout, features: FeatureSet) -> Matrix:
    """The features of every element: one row per element, one column per name in :data:`NAMES`.

    >>> from dataclasses import replace
    >>> from dehusk import parse
    >>> from dehusk.testing import stacked_layout
    >>> page = parse("<p>Tea <a href=/x>cup</a></p>")
    >>> table = element_table(page, stacked_layout(page), "basic")
    >>> table[1, [NAMES["basic"].index(name) for name in ("links", "text_length", "height")]].tolist()
    [1.0, 6.0, 40.0]
    """
    rows = element_rows(page)
    up = np.maximum(page.parent[rows], 0)
    link = tags.LINK[page.tag]
    columns = [
        _NUMBER[page.tag[rows]],
        page.subtree_sum(page.is_element)[rows] - 1,
        (page.subtree_sum(link) - link)[rows],
        page.subtree_sum(page.chars)[rows],
        layout.visible[rows],
        layout.x[rows] - layout.x[up],
        layout.y[rows] - layout.y[up],
        layout.x[rows],
        layout.y[rows],
        (layout.x + layout.width)[rows],
        (layout.y + layout.height)[rows],
        layout.width[rows],
        layout.height[rows],
    ]
    if features == "both":
        (window_width, window_height), (width, height) = layout.window, layout.document
        points = ((window_width / 2, window_height / 2), (min(window_width, width) / 2, height / 2))
        columns += [distances(layout, rows, np.array(point)) for point in points]
    return np.stack(columns, axis=1).astype(np.float32)
