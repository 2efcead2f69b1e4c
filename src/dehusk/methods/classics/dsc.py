"""Pinto et al. (2002): document slope curves (DSC). Confidence M.

The cumulative number of tags over the tokens of the page is a curve that is flat where there is text. Content is where
several consecutive windows are much flatter than the whole curve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_number
from dehusk.methods.classics.stream import Stream, tag_counts

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats


def flat_tokens(is_tag: Bools, window: int, share: float, run: int) -> tuple[Bools, Floats]:
    """The tokens in at least ``run`` consecutive flat windows, and the slopes of the windows.

    Windows overlap by half. A window is flat if its slope is at most ``share`` times the slope of the whole curve. On a
    short page the windows are smaller, so that there are at least ``run`` of them.

    >>> tags = np.array([1] * 8 + [0] * 8, dtype=bool)
    >>> flat_tokens(tags, 4, 0.5, 3)[0].nonzero()[0].tolist()
    [8, 9, 10, 11, 12, 13, 14, 15]
    """
    tokens = len(is_tag)
    step = max(1, min(window // 2, tokens // (run + 1)))
    starts = np.arange(0, max(tokens - step, 1), step)
    stops = np.minimum(starts + 2 * step, tokens)
    curve = np.concatenate(([0], np.cumsum(is_tag)))
    slopes = (curve[stops] - curve[starts]) / np.maximum(stops - starts, 1)
    flat = slopes <= share * curve[-1] / max(tokens, 1)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flat, [False])).astype(np.int8)))
    inside = np.zeros(tokens, dtype=np.bool_)
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if end - begin >= run:
            inside[starts[begin] : stops[end - 1]] = True
    return inside, slopes


class Dsc:
    """The flat parts of the curve of tags over tokens.

    ``window``: tokens per window. ``share``: the maximal slope of a flat window as a fraction of the whole curve's
    slope. ``run``: the least number of consecutive flat windows. A leaf is kept if half of its words are in such a run.

    >>> from dehusk import parse
    >>> page = parse("<ul>" + "<li><a>Home</a>" * 20 + "</ul><p>" + "long text " * 40)
    >>> Dsc().select(page).keep.nonzero()[0].tolist() == [len(page) - 1]
    True
    """

    name: ClassVar[str] = "dsc"
    description: ClassVar[str] = "where the curve of tags over tokens is flat (Pinto et al. 2002; confidence M)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, window: int = 50, share: float = 0.5, run: int = 3) -> None:
        self.window = int(require_number("window", window, 2))
        self.share = require_number("share", share, 0)
        self.run = int(require_number("run", run, 1))

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        stream = Stream(page, page.words, *tag_counts(page))
        inside, slopes = flat_tokens(~stream.is_text, self.window, self.share, self.run)
        score = stream.to_rows(page, stream.mean(inside))
        return Selection.of_leaves(page, score >= 0.5, score=score, why={"slopes": slopes})
