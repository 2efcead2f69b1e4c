"""The picture that any method has: the page's blocks in order, as wide as they are long, as high as they score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.page_blocks import block_spans
from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.figure import Bar, Figure, Panel, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page

_CAPTION = (
    "A bar a block of text, in page order: as wide as the block is long, as high as the method is sure that "
    "it is content."
)
# What a block without any score still shows below the axis, and the least width of a block.
_FOOT = -0.05
_NARROWEST = 1 / 400


def picture(page: Page, selection: Selection) -> Figure:
    """Draw blocks along the page with their scores.

    >>> from dehusk import make_method, parse
    >>> page = parse("<p>Tea and milk<p>Sugar")
    >>> [bar.y1 for bar in picture(page, make_method("arias").select(page)).panels[0].bars]
    [1.0, 0.4166...]
    """
    found = block_spans(page, selection.keep)
    until = np.append(0, np.cumsum(page.chars))
    lengths = until[found.stop] - until[found.first]
    least = max(1.0, _NARROWEST * float(lengths.sum()))
    bars, x = [], 0.0
    for place in highest_of_bins(lengths).tolist():
        first, stop, width = int(found.first[place]), int(found.stop[place]), max(float(lengths[place]), least)
        rows, kept = slice(first, stop), bool(found.kept[place])
        score = float(np.average(selection.score[rows], weights=page.chars[rows]))
        path = page.path(int(page.block_holder[first]))
        note = f"{path}\nscore {score:.3f}, {'kept' if kept else 'dropped'}\n{excerpt(page, first, stop)}"
        bars.append(Bar(x, x + width, _FOOT, score, "kept" if kept else "dropped", note))
        x += width
    panel = Panel(
        "score",
        "characters from the top of the page (the shortest blocks are drawn wider)",
        (0, max(x, 1)),
        (_FOOT, 1),
        tuple(bars),
    )
    return Figure("Score of every block", _CAPTION, (panel,))
