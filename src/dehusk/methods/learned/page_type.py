"""What kind of page this is, by the kinds of blocks it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.features import PAGE_NAMES

if TYPE_CHECKING:
    from dehusk.methods.learned.columns import Columns
    from dehusk.page.arrays import Floats

TYPES = ("article", "documentation", "forum", "listing", "product", "service")
"""What a page can be; ``unknown`` where none is likely enough."""
UNKNOWN = "unknown"
_LIKELY = 0.5
_ALSO = {"collection": "listing", "blog": "article"}

_OF_THE_PAGE = (*PAGE_NAMES, "has_title", "readability.share", "region0.5.size", "region0.75.size", "region0.9.size")
_SHARES = (
    *("cue.docs", "cue.forum", "cue.product", "cue.author", "cue.meta", "cue.comment", "cue.form", "cue.about"),
    *("in.code", "in.form", "in.heading", "in.button", "in.choice", "in.dl", "in.figure", "running", "title"),
)
_REPEATED = ("up1.siblings", "up2.siblings", "twins.count")


def known_type(name: str) -> str:
    """The type that a collection's name for it means; "" if it means none of ours.

    >>> known_type("collection"), known_type("poem")
    ('listing', '')
    """
    name = _ALSO.get(name, name)
    return name if name in TYPES else ""


def describe(columns: Columns, words: Floats) -> Floats:
    """A page in numbers: what holds for all of it, and the share and count of blocks of some kinds.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.features import features
    >>> blocks, columns = features(parse("<h1>Tea</h1><p>Steep it."))
    >>> describe(columns, blocks.words).ndim
    1
    """
    whole = columns.matrix(_OF_THE_PAGE)[:, 0]
    kinds, repeated = columns.matrix(_SHARES), columns.matrix(_REPEATED)
    share = words / words.sum()
    parts = (kinds @ share, np.log1p(kinds.sum(axis=1)), repeated @ share, repeated.max(axis=1))
    return np.concatenate([whole, *parts], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class PageTypes:
    """A linear classifier: for each type a weight a number of :func:`describe`, and a bias, the last."""

    weight: Floats

    def of(self, described: Floats) -> str:
        """The likeliest type, or ``unknown``.

        >>> PageTypes(np.zeros((len(TYPES), 3))).of(np.array([1.0, 2.0]))
        'unknown'
        """
        odds = self.weight @ np.append(described, 1.0)
        likely = np.exp(odds - odds.max())
        best = int(np.argmax(likely))
        return TYPES[best] if likely[best] > _LIKELY * likely.sum() else UNKNOWN
