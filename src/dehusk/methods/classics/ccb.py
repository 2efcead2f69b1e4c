"""Gottron (2008): content code blurring (CCB), and the variant that ignores link tags (ACCB). Confidence M.

Each character of the source is content (1) or code (0). The sequence is blurred like an image; where the values stay
high there is much text and little code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dehusk.methods.base import Selection, require_choice, require_number
from dehusk.methods.classics.stream import Stream, tag_counts
from dehusk.page import tags

if TYPE_CHECKING:
    from dehusk.page import Page
    from dehusk.page.arrays import Bools, Floats, Ints

# Without a limit, blurring makes all cells equal. It stops when at most this share of the cells crosses the threshold,
# or after so many rounds.
_STABLE = 0.01
_ROUNDS = 10
# The blur does not reach across a tag of this length, so longer tags (some contain a data URL) are shortened to it.
_LONGEST_TAG = 1000


def running_mean(values: Floats, radius: int) -> Floats:
    """The mean of each value and its neighbours up to ``radius`` away; at the ends there are fewer neighbours.

    >>> running_mean(np.array([0.0, 0.0, 3.0, 0.0]), 1).tolist()
    [0.0, 1.0, 1.0, 1.5]
    """
    count = len(values)
    radius = min(radius, count)
    # Prefix sums, with the first and the last one repeated: the sum of a window is the difference of two of them.
    prefix = np.zeros(count + 2 * radius + 1)
    np.cumsum(values, out=prefix[radius + 1 : radius + 1 + count])
    prefix[radius + 1 + count :] = prefix[radius + count]
    means = prefix[2 * radius + 1 :] - prefix[:count]
    at = np.arange(min(radius, count))
    width = np.full(count, 2.0 * radius + 1)
    width[at] -= radius - at
    width[count - 1 - at] -= radius - at
    means /= width
    return means


def blur(values: Floats, radius: int) -> Floats:
    """A Gaussian blur, approximated by three running means, whose cost does not depend on the radius.

    >>> blur(np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), 3).round(2).tolist()
    [0.06, 0.11, 0.22, 0.26, 0.22, 0.11, 0.06]
    """
    for _ in range(3):
        values = running_mean(values, max(1, round(radius / 3)))
    return values


def content_ratio(is_text: Bools, radius: int, threshold: float) -> Floats:
    """Content (1) and code (0), blurred until almost no cell crosses the threshold any more.

    >>> cells = np.array([True] * 60 + [False] * 60)
    >>> ratio = content_ratio(cells, 6, 0.75)
    >>> bool(ratio[0] > 0.99), bool(ratio[-1] < 0.01)
    (True, True)
    """
    values = is_text.astype(np.float64)
    above = is_text
    for _ in range(_ROUNDS):
        values = blur(values, radius)
        now = values > threshold
        if np.count_nonzero(now != above) <= _STABLE * len(values):
            break
        above = now
    return values


def tag_lengths(page: Page) -> tuple[Ints, Ints]:
    """The number of characters of each row's start tag and end tag, with attributes in the usual notation.

    >>> from dehusk import parse
    >>> [column.tolist() for column in tag_lengths(parse('<p id="x">a<my-card>'))]
    [[6, 10, 0, 9], [7, 4, 0, 10]]
    """
    starts, ends = tag_counts(page)
    names = np.array([len(name) for name in page.tag_names])[page.tag]
    attrs = [sum([len(k) + len(v or "") + 4 for k, v in pairs]) if pairs else 0 for pairs in page.attrs]
    return starts * np.minimum(names + 2 + attrs, _LONGEST_TAG), ends * (names + 3)


class Ccb:
    """The leaves whose values stay high when content and code are blurred.

    ``radius``: the radius of the blur. ``threshold``: the mean blurred value above which a leaf is content. ``unit``:
    blur over characters, or over words and tags (the paper's TCCB).

    >>> from dehusk import parse
    >>> page = parse("<ul>" + "<li><a href=/x>Home</a>" * 9 + "</ul><p>" + "long text " * 40)
    >>> Ccb().select(page).keep.nonzero()[0].tolist() == [len(page) - 1]
    True
    """

    name: ClassVar[str] = "ccb"
    description: ClassVar[str] = "content code blurring (Gottron 2008; confidence M)"
    needs: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *, radius: int = 40, threshold: float = 0.75, unit: str = "character") -> None:
        self.radius = int(require_number("radius", radius, 1))
        self.threshold = require_number("threshold", threshold, 0, 1)
        self.unit = require_choice("unit", unit, ("character", "token"))

    def _code(self, page: Page) -> tuple[Ints, Ints]:
        return tag_lengths(page) if self.unit == "character" else tag_counts(page)

    def select(self, page: Page) -> Selection:
        """Decide what is content."""
        stream = Stream(page, page.chars if self.unit == "character" else page.words, *self._code(page))
        ratio = stream.mean(content_ratio(stream.is_text, self.radius, self.threshold))
        score = stream.to_rows(page, ratio)
        return Selection.of_leaves(page, score > self.threshold, score=score)


class Accb(Ccb):
    """Content code blurring that ignores the tags of links; parameters as :class:`Ccb`.

    >>> from dehusk import parse
    >>> page = parse("<p>" + 'long text with a <a href="http://example.org/with/a/long/path">link</a> in it ' * 9)
    >>> Ccb().select(page).keep.any(), Accb().select(page).keep.any()
    (np.False_, np.True_)
    """

    name: ClassVar[str] = "accb"
    description: ClassVar[str] = "content code blurring that ignores link tags (Gottron 2008; confidence M)"

    def _code(self, page: Page) -> tuple[Ints, Ints]:
        counted = ~tags.LINK[page.tag]
        starts, ends = super()._code(page)
        return starts * counted, ends * counted
