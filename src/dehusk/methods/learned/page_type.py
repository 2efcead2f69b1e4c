"""What type of page this is, by the kinds of blocks it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dehusk.methods.learned.page_features import PAGE

if TYPE_CHECKING:
    from dehusk.methods.learned.feature_table import BlockFeatures
    from dehusk.page.arrays import Floats

TYPES = ("article", "documentation", "forum", "listing", "product", "service")
"""What a page can be; ``unknown`` where none is likely enough."""
UNKNOWN = "unknown"
_OTHER_NAMES = {"collection": "listing", "blog": "article"}

PAGE_FEATURES = {
    "same for all blocks": (
        *PAGE.names,
        *("has_title", "readability.chars_share"),
        *("region50.chars_share", "region75.chars_share", "region90.chars_share"),
    ),
    "share and number of blocks": (
        *("class.docs", "class.forum", "class.product", "class.author", "class.meta", "class.comment", "class.form"),
        *("class.about", "in.code", "in.form", "in.heading", "in.button", "in.select", "in.dl", "in.figure"),
        *("is_running_text", "is_title"),
    ),
    "mean and maximum": ("up1.same_siblings", "up2.same_siblings", "same_classes.count"),
}
"""The features that describe a page, by how they are combined."""
_OF_PAGE, _KINDS, _REPEATED = map(len, PAGE_FEATURES.values())
DESCRIPTION_LENGTH = _OF_PAGE + 2 * (_KINDS + _REPEATED)
"""How many numbers :func:`describe_page` returns."""


def known_type(name: str) -> str:
    """The type that a collection's name for it means; "" if it is none of ours.

    >>> known_type("collection"), known_type("poem")
    ('listing', '')
    """
    name = _OTHER_NAMES.get(name, name)
    return name if name in TYPES else ""


def describe_page(features: BlockFeatures, words: Floats) -> Floats:
    """A page in numbers: what holds for all of it, and the share and number of blocks of some kinds.

    >>> from dehusk import parse
    >>> from dehusk.methods.learned.feature_table import BlockFeatures
    >>> features = BlockFeatures.of(parse("<h1>Tea</h1><p>Steep it."))
    >>> len(describe_page(features, features.blocks.words)) == DESCRIPTION_LENGTH
    True
    """
    of_page, kinds, repeated = (features.rows(names) for names in PAGE_FEATURES.values())
    share = words / words.sum()
    parts = (kinds @ share, np.log1p(kinds.sum(axis=1)), repeated @ share, repeated.max(axis=1))
    return np.concatenate([of_page[:, 0], *parts], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class PageTypes:
    """A linear classifier: for each type one weight per number of :func:`describe_page`, and a bias, the last."""

    weight: Floats

    def of(self, described: Floats, min_probability: float) -> str:
        """The most likely type, or ``unknown`` if its probability is not higher than the least.

        >>> PageTypes(np.zeros((len(TYPES), 3))).of(np.array([1.0, 2.0]), 0.5)
        'unknown'
        """
        odds = self.weight @ np.append(described, 1.0)
        likely = np.exp(odds - odds.max())
        best = int(np.argmax(likely))
        return TYPES[best] if likely[best] > min_probability * likely.sum() else UNKNOWN
