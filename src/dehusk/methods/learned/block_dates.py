"""Blocks that are little more than a date or a time of day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dehusk.page.text_measures import DIGIT

if TYPE_CHECKING:
    from dehusk.methods.learned.learned_blocks import Blocks
    from dehusk.page.arrays import Bools

_CENTURIES = ("19", "20")
_YEAR_DIGITS = 4
_MAX_WORDS = 20
"""A longer block is text that mentions a date."""


def has_date(blocks: Blocks) -> Bools:
    """Short blocks with a year or a time of day.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.learned_blocks import Blocks
    >>> has_date(Blocks.of(parse("<p>3 May 2012<p>Dan, 9:41 pm<p>Room 101<p>12345 people"))).tolist()
    [True, True, False, False]
    """
    text, digit = blocks.page.text, blocks.page.char_classes == DIGIT
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    if digit[0]:
        edges = np.append(0, edges)
    if digit[-1]:
        edges = np.append(edges, len(digit))
    start, stop = edges[::2], edges[1::2]
    length = stop - start
    years = [at for at in start[length == _YEAR_DIGITS].tolist() if text[at : at + 2] in _CENTURIES]
    hours = stop[:-1][(start[1:] == stop[:-1] + 1) & (length[1:] > 1)]
    times = [at for at in hours.tolist() if text[at] == ":"]
    found = np.zeros(len(blocks), dtype=np.bool_)
    found[np.searchsorted(blocks.bounds, years + times, side="right") - 1] = True
    return found & (blocks.words <= _MAX_WORDS)
