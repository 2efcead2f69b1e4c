"""The density graph of Arias, Deschacht & Moens (2009): the page's strings by length, cutoff and region."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.picture import Band, Bar, Panel, Picture, ReferenceLine, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page
    from dehusk.page.arrays import Ints

_CAPTION = (
    "The page as a list of strings, separated by structural tags. The region starts at the longest string and grows "
    "over strings longer than the cutoff; everything from its first to its last string is content."
)


def picture(page: Page, selection: Selection) -> Picture:
    """Draw the density graph: x is the number of a string, y its length.

    >>> from dehusk import make_method, parse
    >>> page = parse("<ul><li>Home<li>News</ul><p>A sentence that is clearly longer than the menu.</p>")
    >>> drawn = picture(page, make_method("arias").select(page))
    >>> [bar.role for bar in drawn.panels[0].bars]
    ['dropped', 'dropped', 'kept']
    """
    lengths: Ints = selection.why["lengths"]
    first, last = selection.why["region"]
    starts = np.searchsorted(selection.why["string_of_row"], np.arange(len(lengths) + 1))
    shown = [place for place in highest_of_bins(lengths).tolist() if lengths[place]]
    bars = tuple(
        Bar(
            place - 0.5,
            place + 0.5,
            0,
            int(lengths[place]),
            "kept" if first <= place <= last else "dropped",
            f"string {place}: {lengths[place]:,} characters\n{excerpt(page, *starts[place : place + 2].tolist())}",
        )
        for place in shown
    )
    panel = Panel(
        "length in characters",
        "number of the string",
        (-0.5, len(lengths) - 0.5),
        (0, int(lengths.max()) * 1.05),
        bars,
        (ReferenceLine(float(selection.why["cutoff"]), "cutoff"),),
        (
            Band(
                first - 0.5,
                last + 0.5,
                "region: " + (f"strings {first} to {last}" if first < last else f"string {first}"),
            ),
        ),
    )
    return Picture("Density graph", _CAPTION, (panel,))
