"""The picture for any method: one bar per block of the page, as wide as its length and as high as its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.content.page_blocks import block_spans
from dehusk.pictures.excerpt import excerpt
from dehusk.pictures.picture import Bar, Panel, Picture, highest_of_bins

if TYPE_CHECKING:
    from dehusk.methods import Selection
    from dehusk.page import Page

_CAPTION = (
    "One bar per block of text, in document order. The width is the length of the block, the height its score: how "
    "sure the method is that it is content."
)
# The part of a bar below the axis, which is visible even if the score is 0, and the least width of a bar.
_BELOW_AXIS = -0.05
_NARROWEST = 1 / 400


def picture(page: Page, selection: Selection) -> Picture:
    """Draw the blocks in document order with their scores.

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
        bars.append(Bar(x, x + width, _BELOW_AXIS, score, "kept" if kept else "dropped", note))
        x += width
    panel = Panel(
        "score",
        "characters from the top of the page (the shortest blocks are drawn wider)",
        (0, max(x, 1)),
        (_BELOW_AXIS, 1),
        tuple(bars),
    )
    return Picture("Score of every block", _CAPTION, (panel,))
